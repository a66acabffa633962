// SPDX-License-Identifier: Apache-2.0
// A row of delay_limiter: one destination, the delay between packets to it, when the delay shrinks
// and when the next packet may start.
//
// Source: SRP paper, Section 2 and Table 1; CBCM paper, Section V.
// Contract: docs/reference/ecn/delay_limiter.md.
// Timing: outputs are registers but for matches_o, by which the table picks a delay in the same
// clock, and settles_o, which it registers. Latency 1.
// Cost: comparators for equality of NodeBits, DeadlineBits and ReleaseBits, a subtractor of
// DelayBits.
// Not handled: a deadline whose clock is left out comes again when its low bits do.
// lint-params: NodeBits=7 DelayBits=4 DeadlineBits=16 ReleaseBits=11
// lint-params: NodeBits=13 DelayBits=16 DeadlineBits=17 ReleaseBits=17

module delay_entry #(
    /// Width of a node number, 4-13.
    parameter int unsigned NodeBits = 4,
    /// Width of a delay, 4-16.
    parameter int unsigned DelayBits = 12,
    /// Width of both deadlines.
    parameter int unsigned DeadlineBits = 16,
    /// Bits of a release that are compared, at most DeadlineBits.
    parameter int unsigned ReleaseBits = 13
) (
    /// Clock, rising edge.
    input  logic                    clk_i,
    /// Asynchronous assert, active low.
    input  logic                    rst_ni,
    /// Low: the row is free after the clock.
    input  logic                    enable_i,
    /// Low bits of the cycle counter.
    input  logic [DeadlineBits-1:0] now_i,
    /// A congestion notification arrived.
    input  logic                    notification_valid_i,
    /// The destination that is congested.
    input  logic [NodeBits-1:0]     notification_source_i,
    /// It may take this row, which is free.
    input  logic                    offered_i,
    /// It takes it.
    input  logic                    allocate_i,
    /// The delay that it brings the row to.
    input  logic [DelayBits-1:0]    raised_i,
    /// The deadline of a timer that starts now.
    input  logic [DeadlineBits-1:0] fresh_timer_i,
    /// A data packet to the row's destination starts to enter the network.
    input  logic                    sent_i,
    /// The cycle before that in which the packet after it may start.
    input  logic [DeadlineBits-1:0] fresh_release_i,
    /// Cycles that a decrement takes away, at least 1.
    input  logic [DelayBits-1:0]    cfg_decrement_i,
    /// 1: a notification does not restart the timer.
    input  logic                    cfg_free_running_i,
    /// In use.
    output logic                    valid_o,
    /// No packet to it may start; 0 when free.
    output logic                    blocked_o,
    /// The destination; any value when free, as the delay and the timer.
    output logic [NodeBits-1:0]     destination_o,
    /// Cycles between the end of a packet and the start of the next.
    output logic [DelayBits-1:0]    delay_o,
    /// Cycle of the next decrement.
    output logic [DeadlineBits-1:0] timer_o,
    /// Cycle in which it is free again; any value while not blocked.
    output logic [DeadlineBits-1:0] release_o,
    /// Combinational: the row belongs to notification_source_i.
    output logic                    matches_o,
    /// Combinational: this clock changes when the row must be clocked next.
    output logic                    settles_o
);

  logic                    valid_q, valid_d, blocked_q, blocked_d;
  logic [NodeBits-1:0]     destination_q;
  logic [DelayBits-1:0]    delay_q, lowered;
  logic [DeadlineBits-1:0] timer_q, release_q;
  logic                    hit, restarts, due, sends, ends, gone, frees, borrow;

  assign matches_o = valid_q && destination_q == notification_source_i;
  assign hit       = notification_valid_i && matches_o;
  assign restarts  = hit && !cfg_free_running_i;
  assign due       = valid_q && timer_q == now_i;
  assign sends     = valid_q && !blocked_q && sent_i;
  assign ends      = blocked_q && release_q[ReleaseBits-1:0] == now_i[ReleaseBits-1:0];

  // A row that was notified has a delay; another one goes as soon as it has none and waits no more.
  assign {borrow, lowered} = {1'b0, delay_q} - {1'b0, cfg_decrement_i};
  assign gone      = delay_q == '0 || (due && (borrow || lowered == '0));
  assign frees     = valid_q && !hit && gone && !blocked_d;
  assign valid_d   = enable_i && (allocate_i || (valid_q && !frees));
  assign blocked_d = enable_i && (sends || (blocked_q && !ends));
  // What frees a row is a deadline, too.
  assign settles_o = allocate_i || restarts || due || sends || ends;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_control
    if (!rst_ni) {valid_q, blocked_q} <= '0;
    else {valid_q, blocked_q} <= {valid_d, blocked_d};
  end

  // What counts only while the row is valid, the release while it is blocked: a free row takes what
  // is offered to it before the comparisons with all rows say whether it is allocated.
  always_ff @(posedge clk_i) begin : p_payload
    if (offered_i) destination_q <= notification_source_i;
    if (offered_i || hit) delay_q <= raised_i;
    else if (due) delay_q <= borrow ? '0 : lowered;
    if (offered_i || restarts || due) timer_q <= fresh_timer_i;
    if (sends) release_q <= fresh_release_i;
  end

  assign valid_o       = valid_q;
  assign blocked_o     = blocked_q;
  assign destination_o = destination_q;
  assign delay_o       = delay_q;
  assign timer_o       = timer_q;
  assign release_o     = release_q;

endmodule
