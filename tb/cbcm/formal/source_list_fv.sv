// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of source_list: list and told counters follow the plain add, remove, look.
// properties: asserts=14 covers=6
// proof: depth=1 Nodes=41 ListGranularity=4 BlockRamWords=1
// proof: depth=1 Nodes=41 ListGranularity=4 BlockRamWords=64
// proof: depth=1 Nodes=16 ListGranularity=1 BlockRamWords=64
// proof: depth=1 Nodes=70 ListGranularity=1 BlockRamWords=1
// proof: depth=1 Nodes=128 ListGranularity=1 BlockRamWords=64
// bounded: depth=2 Nodes=512 ListGranularity=1 BlockRamWords=64
// bounded: depth=2 Nodes=512 ListGranularity=16 BlockRamWords=1
// cover: depth=9 Nodes=41 ListGranularity=4 BlockRamWords=1
// larger: every operation reads and writes one group of 32 nodes; the parameter sets have a list
// larger: within a group, one of whole groups and some with a partial group and a partial list bit,
// larger: in flip-flops and in RAM. More groups repeat the same hardware behind a wider index; the
// larger: reference has no groups.
// assumed: sources that enter are at most cfg_last_node_i, itself below Nodes; it and node_i are
// assumed: constant (all asserted of the detector or its contract)
// assumed: a look that is carried out began in the last clock, in the group of its position; only
// assumed: such a look counts, and not while the list changes; a round counts a position once, in
// assumed: rising order, and never node_i (asserted of the detector)
// mutant ReadAsItStands: @table_memory s/if (write_i) words_q\[/if (write_i \&\& (p == 0 || !read_ram)) words_q[/
// mutant ReadAsItStands: @table_memory s/assign meets .*/assign meets = 1'b0;/
// mutant ReadsItsWord: s/.read_i({look_i, enter_i})/.read_i({look_i, enter_i \&\& !look_i})/
// mutant ValidIsWritten: s/else if (write) valid_q/else if (under_way_q) valid_q/
// mutant OperationIsReference: s/<= enter_i \&\& !clear_i/<= enter_i/
// mutant ListIsReference: s/else if (clear_i) valid_q <= '0;//
// mutant ListIsReference: s/WordBits'(FullBits'(1) << field)/WordBits'(FullBits'(2) << field)/
// mutant ListWithinNetwork: @source_list_fv s/assume (!enter_i || enter_source_i <= cfg_last_node_i);//
// mutant ToldIsReference: s/= told - ToldBits'(1);/= told;/
// mutant ToldIsReference: s/else if (clear_i || clear_told_i) told_valid_q/else if (clear_i) told_valid_q/
// mutant ToldWithinMembers: @source_list_fv s/assume (!count_i || 14'(position_i) >= reference_place);//
// mutant AddedExactly: s/!removes_q \&\& !listed;/!removes_q;/
// mutant RemovedExactly: s/listed \&\& told_any \&\& !stays;/listed;/
// mutant ChangesExactly: s/(removes_q ? listed \&\& told_any : !listed)/(removes_q ? listed : !listed)/
// mutant FoundIsFirst: s/== node_group) candidates = .*/== node_group) candidates = '0;/
// mutant FoundIsListed: s/candidates != '0 \&\& look_valid/candidates != '0/
// mutant FoundIsListed: s/32'hffffffff >> ~last_member/32'hffffffff/
// mutant LastGroup: s/assign last_o       = look_group == last_group;/assign last_o = look_group > last_group;/

module source_list_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ListGranularity = 1,
    parameter int unsigned BlockRamWords = 64,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned GroupBits = Nodes > 32 ? NodeBits - 5 : 1,
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    localparam int unsigned ToldBits = $clog2(ListGranularity + 1),
    localparam int unsigned ToldStateBits = ListGranularity == 1 ? 0 : ListSize * ToldBits
) (
    input logic                 clk_i,
    input logic                 rst_ni,
    input logic [NodeBits-1:0]  cfg_last_node_i,
    input logic [NodeBits-1:0]  node_i,
    input logic                 clear_i,
    input logic                 clear_told_i,
    input logic                 enter_i,
    input logic                 enter_removes_i,
    input logic [NodeBits-1:0]  enter_source_i,
    input logic                 look_i,
    input logic [GroupBits-1:0] look_group_i,
    input logic [NodeBits-1:0]  position_i,
    input logic                 beyond_i,
    input logic                 count_i
);

  logic                under_way, changes, added, removed, found, last;
  logic [NodeBits-1:0] found_node;
  logic [2+NodeBits+ListSize+ToldStateBits-1:0] registers;

  source_list #(
      .Nodes(Nodes),
      .ListGranularity(ListGranularity),
      .BlockRamWords(BlockRamWords)
  ) dut (
      .clk_i, .rst_ni, .cfg_last_node_i, .node_i, .clear_i, .clear_told_i, .enter_i,
      .enter_removes_i, .enter_source_i, .look_i, .look_group_i, .position_i, .beyond_i, .count_i,
      .under_way_o(under_way),
      .changes_o(changes),
      .added_o(added),
      .removed_o(removed),
      .found_o(found),
      .found_node_o(found_node),
      .last_o(last),
      .formal_looked_o(looked),
      .formal_looked_group_o(looked_group),
      .formal_state_o(registers)
  );

  // One list bit and one node, the same for the whole run and otherwise arbitrary: what holds for
  // them holds for all.
  (* anyconst *) logic [NodeBits-1:0] watched_bit, watched_node;

  logic [ListSize-1:0] list;
  logic [ToldBits-1:0] told, told_removed;  // told counters of the watched bit and of the removed
  assign list = registers[2+NodeBits+:ListSize];
  if (ListGranularity > 1) begin : gen_told
    logic [ListSize*ToldBits-1:0] counters;
    assign counters     = registers[2+NodeBits+ListSize+:ToldStateBits];
    assign told         = ToldBits'(counters >> (watched_bit * ToldBits));
    assign told_removed = ToldBits'(counters >> (operation_bit * ToldBits));
  end else begin : gen_no_told
    assign told         = '0;  // no such register
    assign told_removed = 1'b1;
  end

  // The operation entered in the last clock.
  logic                operation, removes;
  logic [NodeBits-1:0] operation_source;
  logic [13:0]         operation_bit, count_bit, last_bit;
  assign operation_bit = 14'(operation_source) / 14'(ListGranularity);
  assign count_bit     = 14'(position_i) / 14'(ListGranularity);
  assign last_bit      = 14'(cfg_last_node_i) / 14'(ListGranularity);

  // The plain reading of the contract for the list and for the watched bit: add, remove, look.
  logic operation_listed, adds, leaves, listed, watched_listed;
  assign operation_listed = |(list & (ListSize'(1) << operation_bit));
  assign adds             = operation && !removes && !operation_listed;
  assign leaves           = operation && removes && operation_listed && told_removed != '0;
  assign listed           = |(list & (ListSize'(1) << watched_bit));
  assign watched_listed   = |(list & (ListSize'(1) << (watched_node / ListGranularity)));

  logic                reference_listed, next_listed, looked, candidate;
  logic [GroupBits-1:0] looked_group;
  logic [ToldBits-1:0] reference_told, next_told, members;
  logic [13:0]         reference_place, next_place;
  always_comb begin : p_reference
    next_listed = reference_listed;
    next_told   = reference_told;
    next_place  = reference_place;
    if (operation && operation_bit == 14'(watched_bit)) begin
      if (!removes) next_listed = 1'b1;
      else if (reference_listed) begin
        if (ListGranularity == 1) next_listed = 1'b0;
        else if (reference_told != '0) begin
          next_told   = reference_told - ToldBits'(1);
          next_listed = next_told != '0;
        end
      end
    end
    if (count_i) next_place = 14'(position_i) + 14'd1;
    if (count_i && count_bit == 14'(watched_bit) && reference_listed)
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
  initial {started, operation} = '0;

  always @(posedge clk_i) begin
    started          <= 1'b1;
    statics          <= {cfg_last_node_i, node_i};
    reference_listed <= started && next_listed;
    reference_told   <= started ? next_told : '0;
    reference_place  <= started ? next_place : '0;
    operation        <= started && enter_i && !clear_i;
    removes          <= enter_removes_i;
    operation_source <= enter_source_i;
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (32'(watched_bit) < ListSize);
    assume (32'(cfg_last_node_i) < Nodes && node_i <= cfg_last_node_i);
    assume (!enter_i || enter_source_i <= cfg_last_node_i);
    assume (position_i <= cfg_last_node_i && (!count_i || position_i != node_i));
    if (started) begin
      assume (!looked || Nodes <= 32 || looked_group == GroupBits'(14'(position_i) >> 5));
      assume (!count_i || (looked && (ListGranularity == 1 || !changes)));
      assume (!count_i || 14'(position_i) >= reference_place);
      assume (statics == {cfg_last_node_i, node_i});
    end
  end

  always_comb begin : p_assert
    if (started) begin
      OperationIsReference: assert (registers[1+NodeBits:0] ==
          {operation, operation ? {removes, operation_source} : {NodeBits+1{1'b0}}} &&
          under_way == operation && (!operation || operation_source <= cfg_last_node_i));
      ListIsReference: assert (listed == reference_listed);
      ListWithinNetwork: assert (list >> last_bit >> 1 == '0);
      // With one node per bit there is no counter: a node that was told lies before the place.
      ToldIsReference: assert (ListGranularity == 1 ?
          reference_told == '0 || 14'(watched_bit) < reference_place :
          told == reference_told && (listed || told == '0));
      ToldWithinMembers: assert (reference_told <= members);
      AddedExactly: assert (added == adds);
      RemovedExactly: assert (removed == (leaves && told_removed == ToldBits'(1)));
      ChangesExactly: assert (changes == (adds || leaves));
      // Found is on the list, in the group, in the network, not this node; none before it is.
      FoundIsFirst: assert (!looked || !candidate || (found && found_node <= watched_node));
      FoundIsListed: assert (!looked || !found || watched_node != found_node || candidate);
      LastGroup: assert (last == (14'(position_i) >> 5 == 14'(cfg_last_node_i) >> 5));
    end
    AddsAndFinds: cover (started && added && looked && found);
    RemovesWhatWasAdded: cover (started && removed && list != '0 && looked);
    OneOfTwoTells: cover (started && leaves && told_removed > ToldBits'(1));
    FindsInATail: cover (started && looked && found && found_node == NodeBits'(Nodes - 1) &&
                         position_i != NodeBits'(Nodes - 1));
    FindsAfterClearing: cover (started && looked && found && cleared);
    CountsAndStays: cover (started && count_i && operation && operation_bit == count_bit);
  end
  logic cleared;
  initial cleared = 1'b0;
  always @(posedge clk_i) cleared <= cleared || (clear_i && list != '0);

endmodule
