// SPDX-License-Identifier: Apache-2.0
// Messages of several channels, one at a time: channels take turns, and what is taken is held.
//
// Source: none; ours. A message is a kind and a path (paper 001, Section 4.1.2).
// Contract: docs/reference/recn/message_select.md.
// Timing: registered; one message in two clocks at most.
// Latency: 1 clock, 2 if the turn was elsewhere.
// Cost: a message's register, a multiplexer of Sources messages, a bit for each source.
// Not handled: a channel that takes its message back loses its turn, no more.
// lint-params: Sources=1 PoolBits=2
// lint-params: Sources=2 PoolBits=48
// lint-params: Sources=33
// lint-illegal: Sources=0
// lint-illegal: Sources=34
// lint-illegal: PoolBits=1
// lint-illegal: PoolBits=49
// cost: radix 8 Sources=8
// cost: radix 32 Sources=32

module message_select #(
    /// Channels, 1-33.
    parameter int unsigned Sources = 8,
    /// Bits of a turn pool, 2-48.
    parameter int unsigned PoolBits = 31,
    localparam int unsigned SourceBits = Sources > 1 ? $clog2(Sources) : 1,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Whose turn it is.
    localparam int unsigned StateBits = Sources > 1 ? Sources : 0,
    /// The message that is held, and whose it is.
    localparam int unsigned PipelineBits = 3 + 2 * PoolBits + (Sources > 1 ? SourceBits : 0),
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Asynchronous assert, active low.
    input  logic                        rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                        enable_i,
    /// A channel has a message.
    input  logic [Sources-1:0]          message_valid_i,
    /// Its kind.
    input  logic [Sources*2-1:0]        message_kind_i,
    /// The turn pool of its path.
    input  logic [Sources*PoolBits-1:0] message_turns_i,
    /// The mask of its path.
    input  logic [Sources*PoolBits-1:0] message_mask_i,
    /// What is held has been dealt with.
    input  logic                        held_ready_i,
    /// That channel's message is taken.
    output logic [Sources-1:0]          message_ready_o,
    /// A message is held.
    output logic                        held_valid_o,
    /// Its channel; 0 without one.
    output logic [SourceBits-1:0]       held_source_o,
    /// Its kind; 0 without one.
    output logic [1:0]                  held_kind_o,
    /// Its turn pool; 0 without one.
    output logic [PoolBits-1:0]         held_turns_o,
    /// Its mask; 0 without one.
    output logic [PoolBits-1:0]         held_mask_o,
    /// A clock without events changes nothing.
    output logic                        quiescent_o
`ifdef FORMAL
    ,
    /// Every register that is reset: whether one is held, and whose turn it is.
    output logic [Sources:0]            formal_state_o
`endif
);

  if (Sources < 1 || Sources > 33) $fatal(1, "%m: Sources = %0d, legal 1-33", Sources);
  if (PoolBits < 2 || PoolBits > 48) $fatal(1, "%m: PoolBits = %0d, legal 2-48", PoolBits);

  localparam int unsigned Payload = 2 + 2 * PoolBits;

  logic [Sources-1:0]    turn, taken;
  logic                  held_q, takes;
  logic [Payload-1:0]    message_q, message;
  logic [SourceBits-1:0] source;
  assign taken = held_q ? '0 : turn & message_valid_i;
  assign takes = taken != '0;

  // With one channel it is always its turn.
  if (Sources > 1) begin : gen_turns
    localparam logic [Sources-1:0] First = {{(Sources - 1){1'b0}}, 1'b1};
    logic [Sources-1:0]    turn_q, others, later, pool;
    logic [SourceBits-1:0] source_q;
    logic                  moves;
    assign moves  = takes || (turn_q & message_valid_i) == '0;
    assign others = message_valid_i & ~turn_q;
    assign later  = others & ~(turn_q - First);
    assign pool   = later != '0 ? later : others;
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_turn
      if (!rst_ni) turn_q <= First;
      else if (!enable_i) turn_q <= First;
      else if (moves && others != '0) turn_q <= pool & ~(pool - First);
    end
    always_ff @(posedge clk_i) begin : p_source
      if (takes) source_q <= source;
    end
    assign turn          = turn_q;
    assign held_source_o = source_q & {SourceBits{held_q}};
  end else begin : gen_no_turns
    assign turn          = 1'b1;
    assign held_source_o = 1'b0;
    /* verilator lint_off UNUSEDSIGNAL */  // there is one source only
    logic unused;
    assign unused = source[0];
    /* verilator lint_on UNUSEDSIGNAL */
  end

  always_comb begin : p_message
    message = '0;
    source  = '0;
    for (int i = 0; i < Sources; i++) begin
      message |= {message_kind_i[i*2+:2], message_turns_i[i*PoolBits+:PoolBits],
                  message_mask_i[i*PoolBits+:PoolBits]} & {Payload{turn[i]}};
      source |= SourceBits'(i) & {SourceBits{turn[i]}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_held
    if (!rst_ni) held_q <= 1'b0;
    else if (!enable_i) held_q <= 1'b0;
    else held_q <= takes || (held_q && !held_ready_i);
  end

  // What says nothing without a valid bit is not reset.
  always_ff @(posedge clk_i) begin : p_payload
    if (takes) message_q <= message;
  end

  assign message_ready_o = turn & {Sources{!held_q}};
  assign held_valid_o    = held_q;
  assign {held_kind_o, held_turns_o, held_mask_o} = message_q & {Payload{held_q}};
  assign quiescent_o     = !held_q;

`ifdef FORMAL
  assign formal_state_o = {held_q, turn};
`endif

endmodule
