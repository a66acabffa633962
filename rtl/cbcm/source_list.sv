// SPDX-License-Identifier: Apache-2.0
// The hotspot detector's list of contributing sources: adds, removes, and finds the next one to
// tell.
//
// Contract:   docs/reference/cbcm/hotspot_detector.md, steps 1, 2 and 4
// Source:     CBCM paper, Section IV-B2
// Interface:  part of hotspot_detector. Answers are combinational, the list changes at the clock.
//             What is found and what is added looks at the list as it stands; a removal sees the
//             addition of the same clock, a count the removal.
// Latency:    0
// Cost:       Nodes/ListGranularity flip-flops, as many told counters with more than one source per
//             bit, a search of 32 nodes a clock
// Not handled: a source that is not in the network is neither added nor removed.
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
    /* verilator lint_off UNUSEDSIGNAL */  // of no use with one source per list bit
    /// A round begins: nobody has been told yet.
    input  logic                clear_told_i,
    /// The node `position_i` has been told: count it.
    input  logic                count_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// Add a source.
    input  logic                add_i,
    /// The source to add.
    input  logic [NodeBits-1:0] add_source_i,
    /// A source leaves.
    input  logic                remove_i,
    /// The source that leaves.
    input  logic [NodeBits-1:0] remove_source_i,
    /// Find the next source in the group of 32 nodes of this one.
    input  logic [NodeBits-1:0] position_i,
    /// 1: beyond `position_i`; 0: from it on.
    input  logic                beyond_i,
    /// `add_source_i` is in the network: at most cfg_last_node_i.
    output logic                add_known_o,
    /// `remove_source_i` is in the network.
    output logic                remove_known_o,
    /// A list bit is newly set.
    output logic                added_o,
    /// A list bit is newly clear.
    output logic                removed_o,
    /// There is a source to tell in the group.
    output logic                found_o,
    /// The source found, within the group of `position_i`; the group's last one without.
    output logic [NodeBits-1:0] found_node_o,
    /// The group of `position_i` is the network's last.
    output logic                last_o
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

  // Stored by groups of 32 nodes; a last group of fewer nodes has registers of its own.
  localparam int unsigned Words = Nodes < 32 ? 1 : Nodes / 32;
  localparam int unsigned IndexBits = Words > 1 ? $clog2(Words) : 1;
  localparam int unsigned FullBits = 32 / ListGranularity;  // list bits of a full group
  localparam int unsigned WordBits = Nodes < 32 ? ListSize : FullBits;
  localparam bit HasTail = Nodes > 32 && Nodes % 32 != 0;
  localparam int unsigned TailBits = HasTail ? ListSize - Words * WordBits : 1;
  localparam int unsigned MemberBits = $clog2(ListGranularity);
  localparam int unsigned FieldBits = $clog2(FullBits);

  (* mem2reg *) logic [WordBits-1:0] list_q [Words];
  logic [TailBits-1:0]               list_tail_q;

  // Place of the lowest bit set; 31 without.
  function automatic logic [4:0] lowest(input logic [31:0] bits);
    logic [15:0] two;
    logic [7:0]  four;
    logic [3:0]  eight;
    logic [4:0]  place;
    for (int i = 0; i < 16; i++) two[i] = |bits[2*i+:2];
    for (int i = 0; i < 8; i++) four[i] = |bits[4*i+:4];
    for (int i = 0; i < 4; i++) eight[i] = |bits[8*i+:8];
    place[4] = ~|bits[15:0];
    place[3] = !eight[{place[4], 1'b0}];
    place[2] = !four[{place[4:3], 1'b0}];
    place[1] = !two[{place[4:2], 1'b0}];
    place[0] = !bits[{place[4:1], 1'b0}];
    lowest   = place;
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

  logic                 add, remove, same_bit, leaves, stays;
  logic [FieldBits-1:0] add_field, remove_field;
  logic [FullBits-1:0]  add_word, remove_word, look_word, add_mask, remove_mask;
  logic [31:0]          candidates;
  /* verilator tracing_on */

  // Every number fits the wires, so a damaged header can name a node beyond the list.
  assign add_known_o    = add_source_i <= cfg_last_node_i;
  assign remove_known_o = remove_source_i <= cfg_last_node_i;

  assign add          = add_i && add_known_o;
  assign remove       = remove_i && remove_known_o;
  assign add_field    = FieldBits'(add_member >> MemberBits);
  assign remove_field = FieldBits'(remove_member >> MemberBits);
  always_comb begin : p_read
    add_word = HasTail && add_group == 9'(Words) ? FullBits'(list_tail_q) :
        FullBits'(list_q[IndexBits'(add_group)]);
    remove_word = HasTail && remove_group == 9'(Words) ? FullBits'(list_tail_q) :
        FullBits'(list_q[IndexBits'(remove_group)]);
    look_word = HasTail && look_group == 9'(Words) ? FullBits'(list_tail_q) :
        FullBits'(list_q[IndexBits'(look_group)]);
  end
  assign same_bit     = add_group == remove_group && add_field == remove_field;
  assign added_o      = add && !add_word[add_field];
  assign leaves       = remove && (remove_word[remove_field] || (add && same_bit));
  assign removed_o    = leaves && !stays;

  always_comb begin : p_find
    candidates = members_of(look_word) & ({31'h7fffffff, !beyond_i} << look_member);
    if (look_group == node_group) candidates = candidates & ~(32'd1 << node_member);
    if (last_o) candidates = candidates & (32'hffffffff >> ~last_member);
  end
  assign found_o      = candidates != '0;
  assign found_node_o = NodeBits'({look_group, lowest(candidates)});
  assign last_o       = look_group == last_group;

  // Clearing is removing every bit of every word. In steps of 64 words: both tools limit the turns
  // of an unrolled loop.
  assign add_mask    = FullBits'(1) << add_field;
  assign remove_mask = {FullBits{clear_i}} | (FullBits'(1) << remove_field);

  function automatic logic [FullBits-1:0] next_word(input logic [FullBits-1:0] word,
                                                    input logic adds, input logic removes);
    next_word = (word | (add_mask & {FullBits{adds}})) & ~(remove_mask & {FullBits{removes}});
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_list
    if (!rst_ni) begin
      for (int h = 0; h < (Words + 63) / 64; h++)
        for (int l = 0; l < 64; l++) if (h * 64 + l < Words) list_q[h*64+l] <= '0;
      if (HasTail) list_tail_q <= '0;
    end else begin
      for (int h = 0; h < (Words + 63) / 64; h++)
        for (int l = 0; l < 64; l++)
          if (h * 64 + l < Words)
            list_q[h*64+l] <= WordBits'(next_word(
                FullBits'(list_q[h*64+l]), add && add_group == 9'(h * 64 + l),
                clear_i || (removed_o && remove_group == 9'(h * 64 + l))));
      if (HasTail && (clear_i || add || removed_o))
        list_tail_q <= TailBits'(next_word(
            FullBits'(list_tail_q), add && add_group == 9'(Words),
            clear_i || (removed_o && remove_group == 9'(Words))));
    end
  end

  if (ListGranularity > 1) begin : gen_told
    localparam int unsigned ToldFullBits = FullBits * ToldBits;
    localparam int unsigned ToldWordBits = Nodes < 32 ? StateBits : ToldFullBits;
    localparam int unsigned ToldTailBits = HasTail ? StateBits - Words * ToldWordBits : 1;

    (* mem2reg *) logic [ToldWordBits-1:0] told_q [Words];
    logic [ToldTailBits-1:0]               told_tail_q;

    /* verilator tracing_off */
    logic [FieldBits-1:0]    count_field;
    logic [ToldFullBits-1:0] removed_told, counted_told;  // as they become
    logic [ToldBits-1:0]     told;
    logic                    less, more;
    /* verilator tracing_on */
    assign count_field = FieldBits'(look_member >> MemberBits);
    assign stays       = told != ToldBits'(1);
    assign less        = leaves && told != '0;
    // What is not on the list has no count.
    assign more = count_i && look_word[count_field] &&
        !(removed_o && remove_group == look_group && remove_field == count_field);

    always_comb begin : p_removed
      removed_told = HasTail && remove_group == 9'(Words) ? ToldFullBits'(told_tail_q) :
          ToldFullBits'(told_q[IndexBits'(remove_group)]);
      told         = removed_told[remove_field*ToldBits+:ToldBits];
      removed_told[remove_field*ToldBits+:ToldBits] = told - ToldBits'(1);
    end
    always_comb begin : p_counted
      if (less && remove_group == look_group) counted_told = removed_told;
      else if (HasTail && look_group == 9'(Words)) counted_told = ToldFullBits'(told_tail_q);
      else counted_told = ToldFullBits'(told_q[IndexBits'(look_group)]);
      // Each member is told once in a scan: the counter cannot pass its limit.
      counted_told[count_field*ToldBits+:ToldBits] =
          counted_told[count_field*ToldBits+:ToldBits] + ToldBits'(1);
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_told
      if (!rst_ni) begin
        for (int h = 0; h < (Words + 63) / 64; h++)
          for (int l = 0; l < 64; l++) if (h * 64 + l < Words) told_q[h*64+l] <= '0;
        if (HasTail) told_tail_q <= '0;
      end else if (clear_i || clear_told_i) begin
        for (int h = 0; h < (Words + 63) / 64; h++)
          for (int l = 0; l < 64; l++) if (h * 64 + l < Words) told_q[h*64+l] <= '0;
        if (HasTail) told_tail_q <= '0;
      end else begin
        if (less) begin
          if (HasTail && remove_group == 9'(Words)) told_tail_q <= ToldTailBits'(removed_told);
          else told_q[IndexBits'(remove_group)] <= ToldWordBits'(removed_told);
        end
        if (more) begin
          if (HasTail && look_group == 9'(Words)) told_tail_q <= ToldTailBits'(counted_told);
          else told_q[IndexBits'(look_group)] <= ToldWordBits'(counted_told);
        end
      end
    end

`ifdef FORMAL
    always_comb begin : p_formal_told
      formal_state_o[StorageBits-1:ListSize] = '0;
      for (int w = 0; w < Words; w++)
        formal_state_o[ListSize+w*ToldWordBits+:ToldWordBits] = told_q[w];
      if (HasTail) formal_state_o[StorageBits-1-:ToldTailBits] = told_tail_q;
    end
`endif
  end else begin : gen_no_told
    assign stays = 1'b0;
  end

`ifdef FORMAL
  always_comb begin : p_formal_list
    formal_state_o[ListSize-1:0] = '0;
    for (int w = 0; w < Words; w++) formal_state_o[w*WordBits+:WordBits] = list_q[w];
    if (HasTail) formal_state_o[ListSize-1-:TailBits] = list_tail_q;
  end
`endif

endmodule
