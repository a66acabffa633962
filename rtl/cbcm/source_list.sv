// SPDX-License-Identifier: Apache-2.0
// The hotspot detector's list of contributing sources: adds, removes, and finds the next one to
// tell.
//
// Contract:   docs/reference/cbcm/hotspot_detector.md, steps 1, 2 and 4
// Source:     CBCM paper, Section IV-B2
// Interface:  part of hotspot_detector. An operation that enters, and a look that begins, read their
//             words of the list; in the next clock they are carried out on the list as it stands.
// Latency:    1
// Cost:       Nodes/ListGranularity bits, as many told counters with more than one source per bit,
//             in a table_memory of a word per 32 nodes: block RAM, twice, from 2017 nodes on. A
//             valid bit per word, by which the list is emptied, and one for its told counters.
// Not handled: a source that is not in the network must not enter.
//
// lint-params: Nodes=41 ListGranularity=4
// lint-params: Nodes=24 ListGranularity=16
// lint-params: Nodes=4096
// lint-illegal: Nodes=15
// lint-illegal: ListGranularity=3

module source_list #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Sources per list bit: 1, 2, 4, 8 or 16.
    parameter int unsigned ListGranularity = 1,
    /// A list of this many words of 32 nodes or more is RAM.
    parameter int unsigned BlockRamWords = 64,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned Words = cbcm_nic_pkg::list_words(Nodes),
    localparam int unsigned GroupBits = Words > 1 ? $clog2(Words) : 1,
    localparam int unsigned FullBits = 32 / ListGranularity,  // list bits of a full group
    localparam int unsigned WordBits = cbcm_nic_pkg::list_word_bits(Nodes, ListGranularity),
    localparam int unsigned ToldBits = cbcm_nic_pkg::told_bits(ListGranularity),
    localparam int unsigned ToldWordBits = WordBits * ToldBits,
    /// The list, which the paper counts.
    localparam int unsigned SampleBits = Words * WordBits,
    /// Told counters, valid bits.
    localparam int unsigned StateBits = cbcm_nic_pkg::list_state_bits(Nodes, ListGranularity),
    /// The operation under way, and what the memory needs besides.
    localparam int unsigned PipelineBits =
        cbcm_nic_pkg::list_pipeline_bits(Nodes, ListGranularity, BlockRamWords),
    /// All bits; those of the list and the told counters, and their copy, are memory if it is RAM.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
`ifdef FORMAL
    , localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity
`endif
) (
    /// Clock, rising edge.
    input  logic                 clk_i,
    /// Asynchronous reset, active low.
    input  logic                 rst_ni,
    /// Highest node number of the network, static.
    input  logic [NodeBits-1:0]  cfg_last_node_i,
    /// This node's number, never found.
    input  logic [NodeBits-1:0]  node_i,
    /// Empty the list and the told counters; wins over everything, and what is under way ends.
    input  logic                 clear_i,
    /* verilator lint_off UNUSEDSIGNAL */  // of no use with one source per list bit
    /// A round begins: nobody has been told yet.
    input  logic                 clear_told_i,
    /// The look that is carried out counts the node `position_i` as told; not while `changes_o`.
    input  logic                 count_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// An operation enters; it is carried out in the next clock.
    input  logic                 enter_i,
    /// 0: a source is added; 1: it leaves.
    input  logic                 enter_removes_i,
    /// The source, in the network.
    input  logic [NodeBits-1:0]  enter_source_i,
    /// A look begins.
    input  logic                 look_i,
    /// Its group of 32 nodes: that of `position_i` in the next clock.
    input  logic [GroupBits-1:0] look_group_i,
    /// The look carried out finds the next source in the group of this node.
    input  logic [NodeBits-1:0]  position_i,
    /// 1: beyond `position_i`; 0: from it on.
    input  logic                 beyond_i,
    /// An operation is carried out.
    output logic                 under_way_o,
    /// It is one that removes.
    output logic                 removes_o,
    /// It changes the list or a told counter.
    output logic                 changes_o,
    /// A list bit is newly set.
    output logic                 added_o,
    /// A list bit is newly clear.
    output logic                 removed_o,
    /// There is a source to tell in the group.
    output logic                 found_o,
    /// The source found, within the group of `position_i`.
    output logic [NodeBits-1:0]  found_node_o,
    /// The group of `position_i` is the network's last.
    output logic                 last_o
`ifdef FORMAL
    ,
    /// A look began in the last clock, and its group.
    output logic                 formal_looked_o,
    output logic [GroupBits-1:0] formal_looked_group_o,
    /// Every register as it counts: told counters above the list above the operation under way.
    output logic [2+NodeBits+ListSize*(1+ToldBits)-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ListGranularity != 1 && ListGranularity != 2 && ListGranularity != 4 &&
      ListGranularity != 8 && ListGranularity != 16)
    $fatal(1, "%m: ListGranularity = %0d, legal 1, 2, 4, 8, 16", ListGranularity);

  localparam int unsigned MemoryBits = WordBits + ToldWordBits;
  localparam int unsigned MemberBits = $clog2(ListGranularity);
  localparam int unsigned Rows       = (Words + 7) / 8;
  localparam int unsigned FieldBits  = $clog2(FullBits);

  // Place of the lowest bit set; 31 without. Within each byte first, for all bytes at once.
  function automatic logic [4:0] lowest(input logic [31:0] bits);
    logic [7:0]  b;
    logic [2:0]  any;
    logic [11:0] place;
    for (int i = 0; i < 4; i++) begin
      b            = bits[8*i+:8];
      if (i < 3) any[i] = |b;
      place[3*i+2] = ~|b[3:0];
      place[3*i+1] = !(b[0] || b[1] || (!b[2] && !b[3] && (b[4] || b[5])));
      place[3*i]   = !(b[0] || (!b[1] && (b[2] || (!b[3] && (b[4] || (!b[5] && b[6]))))));
    end
    lowest = {!any[0] && !any[1], !any[0] && (any[1] || !any[2]),
              any[0] ? place[2:0] : any[1] ? place[5:3] : any[2] ? place[8:6] : place[11:9]};
  endfunction

  // One bit per node of a group from one bit per list bit.
  function automatic logic [31:0] members_of(input logic [FullBits-1:0] word);
    for (int i = 0; i < 32; i++) members_of[i] = word[FieldBits'(i / ListGranularity)];
  endfunction

  // The one word of a small list has no number.
  function automatic logic [GroupBits-1:0] group_of(input logic [NodeBits-1:0] node);
    group_of = Words > 1 ? GroupBits'(14'(node) >> 5) : '0;
  endfunction

  // The bit of a group, chosen within rows of 8 first: cheaper than a tree of multiplexers.
  function automatic logic bit_of(input logic [Words-1:0] bits, input logic [GroupBits-1:0] place);
    logic [Rows*8-1:0] padded;
    logic [Rows-1:0]    chosen;
    logic [8-1:0]      column;
    padded = (Rows*8)'(bits);
    column = 8'(1) << (place & GroupBits'(7));
    for (int r = 0; r < Rows; r++) chosen[r] = |(padded[r*8+:8] & column);
    bit_of = |(chosen >> (12'(place) >> 3) & Rows'(1));
  endfunction

  // The operation under way; its source counts if there is one.
  logic                under_way_q, removes_q;
  logic [NodeBits-1:0] source_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_enter
    if (!rst_ni) under_way_q <= 1'b0;
    else under_way_q <= enter_i && !clear_i;
  end
  always_ff @(posedge clk_i) begin : p_source
    removes_q <= enter_removes_i;
    source_q  <= enter_source_i;
  end

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  logic [8:0] look_group, node_group, last_group;
  logic [4:0] look_member, node_member, last_member;
  assign {look_group, look_member} = 14'(position_i);
  assign {node_group, node_member} = 14'(node_i);
  assign {last_group, last_member} = 14'(cfg_last_node_i);

  logic                    write, source_valid, look_valid, listed, stays, told_any;
  logic [GroupBits-1:0]    source_group, write_group;
  logic [FieldBits-1:0]    field;
  logic [WordBits-1:0]     mask, word, next_word, look_word;
  logic [MemoryBits-1:0]   event_memory, look_memory, write_memory;
  logic [31:0]             candidates;
  logic [Words-1:0]        valid_q;
  /* verilator tracing_on */

  assign source_group   = group_of(source_q);

  table_memory #(
      .Words(Words),
      .Width(MemoryBits),
      .ReadPorts(2),
      .BlockRamWords(BlockRamWords),
      .KeepsWord(2)
  ) u_memory (
      .clk_i,
      .write_i(write),
      .write_index_i(write_group),
      .write_word_i(write_memory),
      .read_i({look_i, enter_i}),
      .read_index_i({look_group_i, group_of(enter_source_i)}),
`ifdef FORMAL
      .formal_words_o(formal_words),
      .formal_written_o(formal_written),
      .formal_collides_o(),
      .formal_read_o(formal_read),
      .formal_index_o(formal_index),
`endif
      .word_o({look_memory, event_memory})
  );

  // What was never written since the list was emptied is empty.
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_valid
    if (!rst_ni) valid_q <= '0;
    else if (clear_i) valid_q <= '0;
    else if (write) valid_q[write_group] <= 1'b1;
  end
  assign source_valid  = bit_of(valid_q, source_group);
  if (Words > 1) begin : gen_look_valid
    // Known at the start of the clock in which the look is carried out.
    logic valid_then_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_look_valid
      if (!rst_ni) valid_then_q <= 1'b0;
      else valid_then_q <= !clear_i && (bit_of(valid_q, look_group_i) ||
                                        (write && write_group == look_group_i));
    end
    assign look_valid = valid_then_q;
  end else begin : gen_look_valid
    assign look_valid = valid_q[0];
  end
  assign word          = event_memory[WordBits-1:0] & {WordBits{source_valid}};
  assign look_word     = look_memory[WordBits-1:0];

  assign field       = FieldBits'(5'(source_q) >> MemberBits);
  assign mask        = WordBits'(FullBits'(1) << field);
  assign listed      = |(word & mask);
  assign added_o     = under_way_q && !removes_q && !listed;
  assign removed_o   = under_way_q && removes_q && listed && told_any && !stays;
  assign changes_o   = under_way_q && (removes_q ? listed && told_any : !listed);
  assign next_word   = (word & ~mask) | (mask & {WordBits{!removes_q || stays}});
  assign under_way_o = under_way_q;
  assign removes_o   = removes_q;

  always_comb begin : p_find
    candidates = members_of(FullBits'(look_word)) & ({31'h7fffffff, !beyond_i} << look_member);
    if (look_group == node_group) candidates = candidates & ~(32'd1 << node_member);
    // A list bit of several nodes may stand for some beyond the last.
    if (ListGranularity > 1 && last_o) candidates = candidates & (32'hffffffff >> ~last_member);
  end
  assign found_o      = candidates != '0 && look_valid;
  assign found_node_o = NodeBits'({look_group, lowest(candidates)});
  assign last_o       = look_group == last_group;

  if (ListGranularity > 1) begin : gen_told
    logic [Words-1:0]        told_valid_q;
    logic [GroupBits-1:0]    position_group;
    logic [FieldBits-1:0]    look_field;
    logic [ToldWordBits-1:0] told_word, next_told, look_told;
    logic [WordBits-1:0]     look_listed;
    logic [ToldBits-1:0]     told, look_count;
    logic                    counts;

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_told_valid
      if (!rst_ni) told_valid_q <= '0;
      else if (clear_i || clear_told_i) told_valid_q <= '0;
      else if (write) told_valid_q[write_group] <= 1'b1;
    end

    assign position_group = group_of(position_i);

    // Of the operation: one is less if it leaves.
    assign told     = ToldBits'(told_word >> (field * ToldBits));
    assign told_any = told != '0;
    assign stays    = told != ToldBits'(1);
    assign told_word = event_memory[MemoryBits-1:WordBits] &
        {ToldWordBits{bit_of(told_valid_q, source_group)}};
    always_comb begin : p_removed
      next_told = told_word;
      for (int f = 0; f < WordBits; f++)
        if (removes_q && mask[f]) next_told[f*ToldBits+:ToldBits] = told - ToldBits'(1);
    end

    // Of the look: one more. Each member is told once in a scan: it cannot pass its limit.
    assign look_field  = FieldBits'(look_member >> MemberBits);
    assign look_listed = look_word & {WordBits{look_valid}};
    assign counts      = count_i && |(look_listed & WordBits'(FullBits'(1) << look_field));
    always_comb begin : p_counted
      look_told  = look_memory[MemoryBits-1:WordBits] &
          {ToldWordBits{bit_of(told_valid_q, position_group)}};
      look_count = ToldBits'(look_told >> (look_field * ToldBits)) + ToldBits'(1);
      for (int f = 0; f < WordBits; f++)
        if (look_field == FieldBits'(f)) look_told[f*ToldBits+:ToldBits] = look_count;
    end

    assign write        = changes_o || counts;
    assign write_group  = changes_o ? source_group : position_group;
    assign write_memory = changes_o ? {next_told, next_word} : {look_told, look_listed};

`ifdef FORMAL
    assign formal_told_valid = told_valid_q;
    always_comb begin : p_formal_told
      for (int b = 0; b < ListSize; b++)
        formal_state_o[2+NodeBits+ListSize+b*ToldBits+:ToldBits] =
            formal_words[(b/WordBits)*MemoryBits+WordBits+(b%WordBits)*ToldBits+:ToldBits] &
            {ToldBits{told_valid_q[b/WordBits]}};
    end
`endif
  end else begin : gen_no_told
    assign told_any     = 1'b1;
    assign stays        = 1'b0;
    assign write        = changes_o;
    assign write_group  = source_group;
    assign write_memory = next_word;
`ifdef FORMAL
    assign formal_told_valid = '0;
`endif
  end

`ifdef FORMAL
  logic [Words*MemoryBits-1:0] formal_words;
  logic [Words-1:0]            formal_written, formal_told_valid;
  logic [1:0]                  formal_read;
  logic [2*GroupBits-1:0]      formal_index;
  assign formal_looked_o       = formal_read[1];
  assign formal_looked_group_o = formal_index[2*GroupBits-1:GroupBits];
  always_comb ReadsItsWord: assert (!under_way_q || (formal_read[0] && (Words == 1 ||
      formal_index[GroupBits-1:0] == source_group)));
  // ... and has no bit beyond the list's last. The look knows of its word.
  always_comb ValidIsWritten: assert (((valid_q | formal_told_valid) & ~formal_written) == '0 &&
      (!formal_read[1] || look_valid == bit_of(valid_q, Words > 1 ? formal_looked_group_o : '0)) &&
      (!valid_q[Words-1] || formal_words[(Words-1)*MemoryBits+:WordBits] >>
                            (ListSize - (Words - 1) * WordBits) == '0));
  always_comb begin : p_formal_list
    formal_state_o[1+NodeBits:0] =
        {under_way_q, {removes_q, source_q} & {NodeBits+1{under_way_q}}};
    for (int b = 0; b < ListSize; b++)
      formal_state_o[2+NodeBits+b] =
          formal_words[(b/WordBits)*MemoryBits+b%WordBits] && valid_q[b/WordBits];
  end
`endif

endmodule
