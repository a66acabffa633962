// SPDX-License-Identifier: Apache-2.0
// The hotspot detector's list of contributing sources: adds, removes, and finds the next one to
// tell.
//
// Contract:   docs/reference/cbcm/hotspot_detector.md, steps 1, 2 and 4
// Source:     CBCM paper, Section IV-B2
// Interface:  part of hotspot_detector: answers are combinational, the list changes at the clock;
//             an operation sees those before it in the order add, remove, look
// Latency:    0
// Parameters: Nodes 16-8192, ListGranularity 1, 2, 4, 8 or 16: Nodes/ListGranularity flip-flops,
// as many
//             told counters with more than one source per bit, and a search of 32 nodes a clock.
//             A source that is not in the network is neither added nor removed.
//
// One flip-flop per list bit, written by words of 32 nodes so that a simulated clock touches only
// the words it changes.
//
// lint-params: Nodes=41 ListGranularity=4
// lint-params: Nodes=24 ListGranularity=16
// lint-illegal: Nodes=15
// lint-illegal: ListGranularity=3

module source_list #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Sources per list bit: 1, 2, 4, 8 or 16.
    parameter int unsigned ListGranularity = 1,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    localparam int unsigned ToldBits = $clog2(ListGranularity + 1),
    // The last list bit may stand for fewer nodes; its told counter is then narrower.
    localparam int unsigned LastMembers = Nodes % ListGranularity,
    /// The list, which the paper counts.
    localparam int unsigned SampleBits = ListSize,
    /// Told counters.
    localparam int unsigned StateBits = ListGranularity == 1 ? 0 :
        (Nodes / ListGranularity) * ToldBits + $clog2(LastMembers + 1),
    localparam int unsigned PipelineBits = 0,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                clk_i,
    /// Asynchronous reset, active low.
    input  logic                rst_ni,
    /// Highest node number of the network, static.
    input  logic [NodeBits-1:0] cfg_last_node_i,
    /// This node's number, never found.
    input  logic [NodeBits-1:0] node_i,
    /// Empty the list and the told counters; wins over everything.
    input  logic                clear_i,
    /// A round begins: nobody has been told yet.
    input  logic                clear_told_i,
    /// Add a source.
    input  logic                add_i,
    /// The source to add.
    input  logic [NodeBits-1:0] add_source_i,
    /// A source leaves.
    input  logic                remove_i,
    /// The source that leaves.
    input  logic [NodeBits-1:0] remove_source_i,
    /// Find the next source in the group of 32 nodes of `position_i` and count it as told.
    input  logic                look_i,
    /// First node to look at.
    input  logic [NodeBits-1:0] position_i,
    /// `add_source_i` is in the network: at most cfg_last_node_i.
    output logic                add_known_o,
    /// `remove_source_i` is in the network.
    output logic                remove_known_o,
    /// A list bit is newly set.
    output logic                added_o,
    /// A list bit is newly clear.
    output logic                removed_o,
    /// The look finds a source.
    output logic                found_o,
    /// The source found; 0 without.
    output logic [NodeBits-1:0] found_node_o,
    /// Where the next look starts; may be beyond the last node.
    output logic [13:0]         next_position_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence: told counters above the list.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ListGranularity != 1 && ListGranularity != 2 && ListGranularity != 4 &&
      ListGranularity != 8 && ListGranularity != 16)
    $fatal(1, "%m: ListGranularity = %0d, legal 1, 2, 4, 8, 16", ListGranularity);

  // The list is stored by groups of 32 nodes; a last group of fewer nodes has registers of its own.
  localparam int unsigned Words = Nodes < 32 ? 1 : Nodes / 32;
  localparam int unsigned IndexBits = Words > 1 ? $clog2(Words) : 1;
  localparam int unsigned FullBits = 32 / ListGranularity;  // list bits of a full group
  localparam int unsigned WordBits = Nodes < 32 ? ListSize : FullBits;
  localparam bit HasTail = Nodes > 32 && Nodes % 32 != 0;
  localparam int unsigned TailBits = HasTail ? ListSize - Words * WordBits : 1;
  localparam bit HasTold = ListGranularity > 1;
  localparam int unsigned ToldFullBits = FullBits * ToldBits;
  localparam int unsigned ToldWordBits = Nodes < 32 && HasTold ? StateBits : ToldFullBits;
  localparam int unsigned ToldTailBits = HasTail && HasTold ? StateBits - Words * ToldWordBits : 1;
  localparam int unsigned MemberBits = $clog2(ListGranularity);
  localparam int unsigned FieldBits = $clog2(FullBits);

  (* mem2reg *) logic [WordBits-1:0]     list_q [Words];
  logic [TailBits-1:0]                   list_tail_q;
  (* mem2reg *) logic [ToldWordBits-1:0] told_q [Words];
  logic [ToldTailBits-1:0]               told_tail_q;

  // Number of the only bit set.
  function automatic logic [4:0] bit_number(input logic [31:0] one_hot);
    bit_number = {|(one_hot & 32'hffff0000), |(one_hot & 32'hff00ff00), |(one_hot & 32'hf0f0f0f0),
                  |(one_hot & 32'hcccccccc), |(one_hot & 32'haaaaaaaa)};
  endfunction

  // One bit per node of a group from one bit per list bit.
  function automatic logic [31:0] members_of(input logic [FullBits-1:0] word);
    for (int i = 0; i < 32; i++) members_of[i] = word[FieldBits'(i / ListGranularity)];
  endfunction

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  logic [8:0] add_group, remove_group, look_group, node_group, last_group;
  logic [4:0] add_member, remove_member, look_member, node_member, last_member;
  assign {add_group, add_member}       = 14'(add_source_i);
  assign {remove_group, remove_member} = 14'(remove_source_i);
  assign {look_group, look_member}     = 14'(position_i);
  assign {node_group, node_member}     = 14'(node_i);
  assign {last_group, last_member}     = 14'(cfg_last_node_i);

  logic [FullBits-1:0]     add_word, remove_word;      // as they become
  logic [ToldFullBits-1:0] removed_told, found_told;
  logic                    told_changes;
  /* verilator tracing_on */

  // Every number fits the wires, so a damaged header can name a node beyond the list.
  assign add_known_o    = add_source_i <= cfg_last_node_i;
  assign remove_known_o = remove_source_i <= cfg_last_node_i;

  always_comb begin : p_answer
    /* verilator tracing_off */
    logic [FieldBits-1:0] field;
    logic [FullBits-1:0]  look_word;
    logic [ToldBits-1:0]  told;
    logic [31:0]          candidates;
    logic [4:0]           member;
    /* verilator tracing_on */
    added_o         = 1'b0;
    removed_o       = 1'b0;
    found_o         = 1'b0;
    found_node_o    = '0;
    next_position_o = '0;
    told_changes    = 1'b0;
    add_word        = '0;
    remove_word     = '0;
    removed_told    = '0;
    found_told      = '0;
    field           = '0;
    look_word       = '0;
    told            = '0;
    candidates      = '0;
    member          = '0;
    if (add_i && add_known_o) begin
      field    = FieldBits'(add_member >> MemberBits);
      add_word = HasTail && add_group == 9'(Words) ? FullBits'(list_tail_q) :
          FullBits'(list_q[IndexBits'(add_group)]);
      added_o  = !add_word[field];
      add_word = add_word | (FullBits'(1) << field);
    end
    if (remove_i && remove_known_o) begin
      field = FieldBits'(remove_member >> MemberBits);
      if (added_o && add_group == remove_group) remove_word = add_word;
      else if (HasTail && remove_group == 9'(Words)) remove_word = FullBits'(list_tail_q);
      else remove_word = FullBits'(list_q[IndexBits'(remove_group)]);
      removed_o = remove_word[field];
      if (HasTold) begin
        removed_told = HasTail && remove_group == 9'(Words) ? ToldFullBits'(told_tail_q) :
            ToldFullBits'(told_q[IndexBits'(remove_group)]);
        told         = removed_told[field*ToldBits+:ToldBits];
        told_changes = removed_o && told != '0;
        if (told_changes) removed_told[field*ToldBits+:ToldBits] = told - ToldBits'(1);
        removed_o = removed_o && told == ToldBits'(1);
      end
      remove_word = remove_word & ~(FullBits'(1) << field);
    end
    if (look_i) begin
      if (removed_o && remove_group == look_group) look_word = remove_word;
      else if (added_o && add_group == look_group) look_word = add_word;
      else if (HasTail && look_group == 9'(Words)) look_word = FullBits'(list_tail_q);
      else look_word = FullBits'(list_q[IndexBits'(look_group)]);
      candidates = members_of(look_word) & (32'hffffffff << look_member);
      if (look_group == node_group) candidates = candidates & ~(32'd1 << node_member);
      if (look_group == last_group) candidates = candidates & (32'hffffffff >> ~last_member);
      found_o         = candidates != '0;
      member          = bit_number(candidates & (~candidates + 32'd1));
      next_position_o = {look_group + 9'd1, 5'd0};
      if (found_o) begin
        found_node_o    = NodeBits'({look_group, member});
        next_position_o = {look_group, member} + 14'd1;
        if (HasTold) begin
          field = FieldBits'(member >> MemberBits);
          if (told_changes && remove_group == look_group) found_told = removed_told;
          else if (HasTail && look_group == 9'(Words)) found_told = ToldFullBits'(told_tail_q);
          else found_told = ToldFullBits'(told_q[IndexBits'(look_group)]);
          // Each member is told once in a scan: the counter cannot pass its limit.
          told = found_told[field*ToldBits+:ToldBits] + ToldBits'(1);
          found_told[field*ToldBits+:ToldBits] = told;
        end
      end
    end
  end

  // In steps of 64 words: both tools limit the turns of an unrolled loop.
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_list
    if (!rst_ni) begin
      for (int h = 0; h < (Words + 63) / 64; h++)
        for (int l = 0; l < 64; l++) if (h * 64 + l < Words) list_q[h*64+l] <= '0;
      if (HasTail) list_tail_q <= '0;
    end else if (clear_i) begin
      for (int h = 0; h < (Words + 63) / 64; h++)
        for (int l = 0; l < 64; l++) if (h * 64 + l < Words) list_q[h*64+l] <= '0;
      if (HasTail) list_tail_q <= '0;
    end else begin
      if (added_o) begin
        if (HasTail && add_group == 9'(Words)) list_tail_q <= TailBits'(add_word);
        else list_q[IndexBits'(add_group)] <= WordBits'(add_word);
      end
      if (removed_o) begin
        if (HasTail && remove_group == 9'(Words)) list_tail_q <= TailBits'(remove_word);
        else list_q[IndexBits'(remove_group)] <= WordBits'(remove_word);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_told
    if (HasTold) begin
      if (!rst_ni) begin
        for (int h = 0; h < (Words + 63) / 64; h++)
          for (int l = 0; l < 64; l++) if (h * 64 + l < Words) told_q[h*64+l] <= '0;
        if (HasTail) told_tail_q <= '0;
      end else if (clear_i || clear_told_i) begin
        for (int h = 0; h < (Words + 63) / 64; h++)
          for (int l = 0; l < 64; l++) if (h * 64 + l < Words) told_q[h*64+l] <= '0;
        if (HasTail) told_tail_q <= '0;
      end else begin
        if (told_changes) begin
          if (HasTail && remove_group == 9'(Words)) told_tail_q <= ToldTailBits'(removed_told);
          else told_q[IndexBits'(remove_group)] <= ToldWordBits'(removed_told);
        end
        if (found_o) begin
          if (HasTail && look_group == 9'(Words)) told_tail_q <= ToldTailBits'(found_told);
          else told_q[IndexBits'(look_group)] <= ToldWordBits'(found_told);
        end
      end
    end
  end

`ifdef FORMAL
  always_comb begin : p_formal_state
    formal_state_o = '0;
    for (int w = 0; w < Words; w++) formal_state_o[w*WordBits+:WordBits] = list_q[w];
    if (HasTail) formal_state_o[ListSize-1-:TailBits] = list_tail_q;
    if (HasTold) begin
      for (int w = 0; w < Words; w++)
        formal_state_o[ListSize+w*ToldWordBits+:ToldWordBits] = told_q[w];
      if (HasTail) formal_state_o[StorageBits-1-:ToldTailBits] = told_tail_q;
    end
  end
`endif

endmodule
