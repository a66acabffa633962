// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of source_list: list and told counters follow the plain add, remove, look.
// properties: asserts=9 covers=5
// proof: depth=1 Nodes=41 ListGranularity=4
// proof: depth=1 Nodes=16 ListGranularity=1
// proof: depth=1 Nodes=70 ListGranularity=1
// proof: depth=1 Nodes=128 ListGranularity=1
// bounded: depth=2 Nodes=512 ListGranularity=1
// bounded: depth=2 Nodes=512 ListGranularity=16
// cover: depth=8 Nodes=41 ListGranularity=4
// larger: every operation reads and writes one group of 32 nodes; the parameter sets have a list
// larger: within a group, one of whole groups and some with a partial group and a partial list bit.
// larger: More groups repeat the same hardware behind a wider index; the reference has no groups.
// assumed: the position is at most cfg_last_node_i, itself below Nodes; it and node_i are constant;
// assumed: a round counts a position once, in rising order, and never node_i (asserted of the
// assumed: detector). Sources are any.
// mutant ListIsReference: s/added_o  = !add_word\[field\];/added_o = !add_word[field] \&\& !remove_i;/
// mutant ToldIsReference: s/= told - ToldBits'(1);/= told;/
// mutant ToldWithinMembers: @source_list_fv s/assume (!count_i || 14'(position_i) >= reference_place);//
// mutant AddedExactly: s/added_o  = !add_word\[field\];/added_o = 1'b1;/
// mutant RemovedExactly: s/leaves = remove \&\& (remove_word\[remove_field\] || .*/leaves = remove \&\& remove_word[remove_field];/
// mutant FoundIsFirst: s/== node_group) candidates = .*/== node_group) candidates = '0;/
// mutant FoundIsListed: s/32'hffffffff >> ~last_member/32'hffffffff/
// mutant UnknownIgnored: s/if (add_i \&\& add_known_o)/if (add_i)/
// mutant LastGroup: s/assign last_o       = look_group == last_group;/assign last_o = look_group > last_group;/

module source_list_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ListGranularity = 1,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    localparam int unsigned ToldBits = $clog2(ListGranularity + 1),
    localparam int unsigned ToldStateBits = ListGranularity == 1 ? 0 :
        (Nodes / ListGranularity) * ToldBits + $clog2(Nodes % ListGranularity + 1)
) (
    input logic                clk_i,
    input logic                rst_ni,
    input logic [NodeBits-1:0] cfg_last_node_i,
    input logic [NodeBits-1:0] node_i,
    input logic                clear_i,
    input logic                clear_told_i,
    input logic                add_i,
    input logic [NodeBits-1:0] add_source_i,
    input logic                remove_i,
    input logic [NodeBits-1:0] remove_source_i,
    input logic [NodeBits-1:0] position_i,
    input logic                beyond_i,
    input logic                count_i
);

  logic                              added, removed, found, last, add_known, remove_known;
  logic [NodeBits-1:0]               found_node;
  logic [ListSize+ToldStateBits-1:0] registers;

  source_list #(
      .Nodes(Nodes),
      .ListGranularity(ListGranularity)
  ) dut (
      .clk_i, .rst_ni, .cfg_last_node_i, .node_i, .clear_i, .clear_told_i, .add_i, .add_source_i,
      .remove_i, .remove_source_i, .position_i, .beyond_i, .count_i,
      .add_known_o(add_known),
      .remove_known_o(remove_known),
      .added_o(added),
      .removed_o(removed),
      .found_o(found),
      .found_node_o(found_node),
      .last_o(last),
      .formal_state_o(registers)
  );

  // One list bit and one node, the same for the whole run and otherwise arbitrary: what holds for
  // them holds for all.
  (* anyconst *) logic [NodeBits-1:0] watched_bit, watched_node;

  logic [ListSize-1:0] list;
  logic [ToldBits-1:0] told, told_removed;  // told counters of the watched bit and of the removed
  assign list = registers[ListSize-1:0];
  if (ListGranularity > 1) begin : gen_told
    logic [ListSize*ToldBits-1:0] counters;
    assign counters     = (ListSize*ToldBits)'(registers[ListSize+:ToldStateBits]);
    assign told         = ToldBits'(counters >> (watched_bit * ToldBits));
    assign told_removed = ToldBits'(counters >> (remove_bit * ToldBits));
  end else begin : gen_no_told
    assign told         = '0;  // no such register
    assign told_removed = 1'b1;
  end

  // The plain reading of the contract for the list and for the watched bit: add, remove, look.
  logic [13:0]         add_bit, remove_bit, count_bit;
  logic                add, remove;  // of a node of the network
  logic                was_listed, may_remove, listed, watched_listed;
  assign add            = add_i && 32'(add_source_i) < 32'(cfg_last_node_i) + 32'd1;
  assign remove         = remove_i && 32'(remove_source_i) < 32'(cfg_last_node_i) + 32'd1;
  assign add_bit        = 14'(add_source_i) / 14'(ListGranularity);
  assign remove_bit     = 14'(remove_source_i) / 14'(ListGranularity);
  assign count_bit      = 14'(position_i) / 14'(ListGranularity);
  assign was_listed     = |(list & (ListSize'(1) << add_bit));
  assign may_remove     = remove && told_removed == ToldBits'(1) &&
      |((list | (ListSize'(add) << add_bit)) & (ListSize'(1) << remove_bit));
  assign listed         = |(list & (ListSize'(1) << watched_bit));
  assign watched_listed = |(list & (ListSize'(1) << (watched_node / ListGranularity)));

  logic                reference_listed, next_listed, candidate;
  logic [ToldBits-1:0] reference_told, next_told, members;
  logic [13:0]         reference_place, next_place;
  always_comb begin : p_reference
    next_listed = reference_listed;
    next_told   = reference_told;
    next_place  = reference_place;
    if (add && add_bit == 14'(watched_bit)) next_listed = 1'b1;
    if (remove && remove_bit == 14'(watched_bit) && next_listed) begin
      if (ListGranularity == 1) next_listed = 1'b0;
      else if (next_told != '0) begin
        next_told = next_told - ToldBits'(1);
        if (next_told == '0) next_listed = 1'b0;
      end
    end
    if (count_i) next_place = 14'(position_i) + 14'd1;
    if (count_i && count_bit == 14'(watched_bit) && reference_listed && next_listed)
      next_told = next_told + ToldBits'(1);
    if (clear_i) next_listed = 1'b0;
    if (clear_i || clear_told_i) begin
      next_told  = '0;
      next_place = '0;
    end
    // Members of the watched bit that this round can have told.
    members = '0;
    for (int m = 0; m < ListGranularity; m++)
      if (14'(watched_bit) * ListGranularity + m < reference_place &&
          14'(watched_bit) * ListGranularity + m <= 14'(cfg_last_node_i) &&
          14'(watched_bit) * ListGranularity + m != 14'(node_i))
        members = members + ToldBits'(1);
  end
  // The watched node may be found.
  assign candidate = watched_listed && 14'(watched_node) >= 14'(position_i) + 14'(beyond_i) &&
      14'(watched_node) >> 5 == 14'(position_i) >> 5 && watched_node != node_i &&
      watched_node <= cfg_last_node_i;

  logic                  started;
  logic [2*NodeBits-1:0] statics;
  initial started = 1'b0;

  always @(posedge clk_i) begin
    started          <= 1'b1;
    statics          <= {cfg_last_node_i, node_i};
    reference_listed <= started && next_listed;
    reference_told   <= started ? next_told : '0;
    reference_place  <= started ? next_place : '0;
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (32'(watched_bit) < ListSize);
    assume (32'(cfg_last_node_i) < Nodes && node_i <= cfg_last_node_i);
    assume (position_i <= cfg_last_node_i && (!count_i || position_i != node_i));
    if (started) begin
      assume (!count_i || 14'(position_i) >= reference_place);
      assume (statics == {cfg_last_node_i, node_i});
    end
  end

  always_comb begin : p_assert
    if (started) begin
      ListIsReference: assert (listed == reference_listed);
      // With one node per bit there is no counter: a node that was told lies before the place.
      ToldIsReference: assert (ListGranularity == 1 ?
          reference_told == '0 || 14'(watched_bit) < reference_place :
          told == reference_told && (listed || told == '0));
      ToldWithinMembers: assert (reference_told <= members);
      AddedExactly: assert (added == (add && !was_listed));
      RemovedExactly: assert (removed == may_remove);
      UnknownIgnored: assert ((!add_i || add_known == add) && (!remove_i || remove_known == remove) &&
                              (add || !added) && (remove || !removed));
      // Found is on the list, in the group, in the network, not this node; none before it is.
      FoundIsFirst: assert (!candidate || (found && found_node <= watched_node));
      FoundIsListed: assert (!found || watched_node != found_node || candidate);
      LastGroup: assert (last == (14'(position_i) >> 5 == 14'(cfg_last_node_i) >> 5));
    end
    AddsRemovesAndFinds: cover (started && added && removed && found);
    BothUnknown: cover (started && add_i && remove_i && !add && !remove && list != '0);
    OneOfTwoTells: cover (started && remove && next_listed && next_told < reference_told &&
                          !clear_told_i && !clear_i);
    FindsInATail: cover (started && found && found_node == NodeBits'(Nodes - 1) &&
                         position_i != NodeBits'(Nodes - 1));
    CountsAndRemoves: cover (started && count_i && may_remove && count_bit == remove_bit);
  end

endmodule
