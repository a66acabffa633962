// SPDX-License-Identifier: Apache-2.0
// A row of token_throttler: one throttled destination, its tokens and when the next one arrives.
//
// Source: CBCM paper, Section IV-B3, Algorithm 1. Contract: docs/reference/cbcm/token_throttler.md.
// Timing: outputs are registers but for matches_o, which the table needs in the same clock, and
// settles_o, which it registers. Latency 1.
// Cost: two comparators of NodeBits, one of DegreeBits; two adders of DegreeBits, one of
// TokenBits.
// Not handled: a deadline whose clock is left out comes again 2^DegreeBits ticks later.
// lint-params: NodeBits=7 DegreeBits=7 TokenBits=9

module token_entry #(
    /// Width of a node number, 4-13.
    parameter int unsigned NodeBits = 4,
    /// Width of a throttling degree and of a deadline, 5-14.
    parameter int unsigned DegreeBits = 5,
    /// Width of the token counter, 6-16.
    parameter int unsigned TokenBits = 16
) (
    /// Clock, rising edge.
    input  logic                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                  rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                  enable_i,
    /// Low bits of the pace.
    input  logic [DegreeBits-1:0] pace_i,
    /// A throttle message is taken.
    input  logic                  throttle_valid_i,
    /// The hotspot that sent it.
    input  logic [NodeBits-1:0]   throttle_source_i,
    /// D_t, at least 1.
    input  logic [DegreeBits-1:0] throttle_degree_i,
    /// It takes this row, which is free.
    input  logic                  allocate_i,
    /// A packet to the row's destination starts to enter the network.
    input  logic                  inject_i,
    /// Flits that may enter after it; of this row, the packet being of one row at most.
    input  logic [TokenBits-1:0]  tokens_left_i,
    /// That is the cap or more.
    input  logic                  full_left_i,
    /// The unthrottle monitor frees an entry.
    input  logic                  release_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]   release_destination_i,
    /// 1: each throttle message resets the tokens; 0: only one that allocates.
    input  logic                  cfg_token_reset_always_i,
    /// Most tokens the row holds.
    input  logic [TokenBits-1:0]  cfg_token_cap_i,
    /// In use.
    output logic                  valid_o,
    /// The throttled destination; 0 when free, as all below.
    output logic [NodeBits-1:0]   destination_o,
    /// Its D_t.
    output logic [DegreeBits-1:0] degree_o,
    /// Flits that may enter now.
    output logic [TokenBits-1:0]  tokens_o,
    /// A throttle message reached the row in the last cycle.
    output logic                  refreshed_o,
    /// A token arrived in the last cycle.
    output logic                  arrived_o,
    /// Combinational: the row belongs to throttle_source_i.
    output logic                  matches_o,
    /// Low bits of the pace at which the next token arrives.
    output logic [DegreeBits-1:0] deadline_o,
    /// Combinational: this clock changes when the row must be clocked next.
    output logic                  settles_o
);

  logic                  valid_q, valid_d, refreshed_q, arrived_q;
  logic [NodeBits-1:0]   destination_q;
  logic [DegreeBits-1:0] degree_q, deadline_q, degree_d;
  logic [TokenBits-1:0]  tokens_q, tokens_left, tokens_d;
  logic                  releases, hit, resets, restarts, due, arrives, full;

  assign matches_o   = valid_q && destination_q == throttle_source_i;
  assign releases    = valid_q && release_valid_i && release_destination_i == destination_q;
  // A throttle message for the destination that is released crossed the unthrottle: stale.
  assign hit         = throttle_valid_i && (allocate_i || matches_o) && !releases;
  assign resets      = throttle_valid_i && matches_o && cfg_token_reset_always_i;
  assign restarts    = allocate_i || resets;
  assign due         = valid_q && deadline_q == pace_i;
  assign arrives     = due && !releases && !resets;
  assign settles_o   = releases || restarts || due;
  assign degree_d    = hit ? throttle_degree_i : degree_q;

  // The packet left on tokens that were visible before; a reset in the same clock wins. A free row
  // has none already.
  assign tokens_left = inject_i ? tokens_left_i : tokens_q;
  assign full        = inject_i ? full_left_i : tokens_q >= cfg_token_cap_i;
  always_comb begin : p_tokens
    tokens_d = tokens_left;
    if (arrives) tokens_d = full ? cfg_token_cap_i : tokens_left + TokenBits'(1);
    if (resets) tokens_d = '0;
  end

  assign valid_d = enable_i && !releases && (valid_q || allocate_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_row
    if (!rst_ni) begin
      {valid_q, refreshed_q, arrived_q}     <= '0;
      {destination_q, degree_q, deadline_q} <= '0;
    end else if (!valid_d) begin
      {valid_q, refreshed_q, arrived_q}     <= '0;
      {destination_q, degree_q, deadline_q} <= '0;
    end else begin
      valid_q     <= 1'b1;
      refreshed_q <= hit;
      arrived_q   <= arrives;
      degree_q    <= degree_d;
      if (allocate_i) destination_q <= throttle_source_i;
      if (restarts || due) deadline_q <= pace_i + degree_d;
    end
  end

  // A row that is allocated has no tokens already: they need not wait for the choice of the row.
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_tokens_held
    if (!rst_ni) tokens_q <= '0;
    else if (!enable_i || releases) tokens_q <= '0;
    else tokens_q <= tokens_d;
  end

  assign valid_o       = valid_q;
  assign destination_o = destination_q;
  assign degree_o      = degree_q;
  assign tokens_o      = tokens_q;
  assign refreshed_o   = refreshed_q;
  assign arrived_o     = arrived_q;
  assign deadline_o    = deadline_q;

endmodule
