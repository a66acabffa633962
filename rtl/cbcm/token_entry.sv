// SPDX-License-Identifier: Apache-2.0
// A row of token_throttler: one throttled destination, its tokens and when the next one arrives.
//
// Source: CBCM paper, Section IV-B3, Algorithm 1. Contract: docs/reference/cbcm/token_throttler.md.
// Timing: outputs are registers but for matches_o, near_o, after_o and place_o, which the table
// needs in the same clock. Latency 1.
// Cost: a comparator of NodeBits, one of DegreeBits, one of TokenBits; an adder of DegreeBits, an
// incrementer of TokenBits, a decrementer of 16 bits.
// Not handled: a deadline whose clock is left out comes again 2^DegreeBits ticks later. Tokens above
// a cap that is lowered meanwhile stay until packets take them.
// lint-params: NodeBits=7 DegreeBits=7 TokenBits=9

module token_entry #(
    /// Width of a node number, 4-13.
    parameter int unsigned NodeBits = 4,
    /// Width of a throttling degree and of a deadline, 5-14.
    parameter int unsigned DegreeBits = 5,
    /// Width of the token counter, 6-16.
    parameter int unsigned TokenBits = 16,
    localparam int unsigned PlaceBits = $clog2(cbcm_nic_pkg::wake_window_ticks())
) (
    /// Clock, rising edge.
    input  logic                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                  rst_ni,
    /// Low: the row is free after the clock.
    input  logic                  enable_i,
    /// Low bits of the pace.
    input  logic [DegreeBits-1:0] pace_i,
    /// A throttle message is taken.
    input  logic                  throttle_valid_i,
    /// The hotspot that sent it.
    input  logic [NodeBits-1:0]   throttle_source_i,
    /// D_t, at least 1.
    input  logic [DegreeBits-1:0] throttle_degree_i,
    /// Low bits of the pace that many ticks ahead.
    input  logic [DegreeBits-1:0] throttle_deadline_i,
    /// It takes this row, which is free.
    input  logic                  allocate_i,
    /// A packet to the row's destination starts to enter the network.
    input  logic                  inject_i,
    /// Flits that may enter after it; of this row, the packet being of one row at most.
    input  logic [TokenBits-1:0]  tokens_left_i,
    /// A packet that starts takes tokens, so that there is room for the one of its clock.
    input  logic                  leaves_room_i,
    /// The unthrottle monitor frees the row.
    input  logic                  release_i,
    /// 1: each throttle message resets the tokens; 0: only one that allocates.
    input  logic                  cfg_token_reset_always_i,
    /// Most tokens the row holds.
    input  logic [TokenBits-1:0]  cfg_token_cap_i,
    /// Token arrivals of an epoch.
    input  logic [15:0]           cfg_epoch_flits_i,
    /// In use.
    output logic                  valid_o,
    /// The throttled destination; 0 when free, as all below but deadline_o.
    output logic [NodeBits-1:0]   destination_o,
    /// Its D_t.
    output logic [DegreeBits-1:0] degree_o,
    /// Flits that may enter now.
    output logic [TokenBits-1:0]  tokens_o,
    /// A throttle message reached the row in the last cycle.
    output logic                  refreshed_o,
    /// The last token of an epoch arrived in the last cycle.
    output logic                  epoch_over_o,
    /// Combinational: the row belongs to throttle_source_i.
    output logic                  matches_o,
    /// Low bits of the pace at which the next token arrives; of no meaning when free.
    output logic [DegreeBits-1:0] deadline_o,
    /// Combinational: a token arrives, and the next one in the same window (wake_window).
    output logic                  near_o,
    /// Combinational: a token arrives, and the next one in the next window.
    output logic                  after_o,
    /// Combinational: the deadline's place in its window after this clock, unless a throttle message
    /// changes it.
    output logic [PlaceBits-1:0]  place_o
`ifdef FORMAL
    ,
    /// Tokens still to arrive in this epoch.
    output logic [15:0]           formal_arrivals_o
`endif
);

  logic                  valid_q, refreshed_q, epoch_over_q;
  logic [NodeBits-1:0]   destination_q;
  logic [DegreeBits-1:0] degree_q, deadline_q;
  logic [TokenBits-1:0]  tokens_q;
  logic [15:0]           arrivals_q;

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  // Whether a token arrives is known late: the deadline after it, and how many windows ahead that is,
  // do not wait for it.
  logic                  due;
  logic [DegreeBits-1:0] follower;
  logic [1:0]            windows;
  assign matches_o = valid_q && destination_q == throttle_source_i;
  assign due       = valid_q && deadline_q == pace_i;
  assign follower  = deadline_q + degree_q;
  assign windows   = cbcm_nic_pkg::windows_ahead(14'(deadline_q), 14'(degree_q), 14'(follower));
  assign near_o    = due && windows == 2'd0;
  assign after_o   = due && windows == 2'd1;
  assign place_o   = due ? follower[PlaceBits-1:0] : deadline_q[PlaceBits-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_row
    logic                 releases, hit, resets, arrives, last, full;
    logic [TokenBits-1:0] tokens;
    if (!rst_ni) begin
      {valid_q, refreshed_q, epoch_over_q}                        <= '0;
      {destination_q, degree_q, tokens_q, deadline_q, arrivals_q} <= '0;
    end else begin
      releases = valid_q && release_i;
      // A throttle message for the destination that is released crossed the unthrottle: stale.
      hit      = throttle_valid_i && (allocate_i || matches_o) && !releases;
      resets   = throttle_valid_i && matches_o && cfg_token_reset_always_i;
      arrives  = due && !releases && !resets;
      last     = arrivals_q[15:1] == '0;

      // The packet left on tokens that were visible before; a reset in the same clock wins. A free
      // row has none already, so that one that is allocated need not be waited for.
      tokens = inject_i ? tokens_left_i : tokens_q;
      full   = tokens_q >= cfg_token_cap_i && !(inject_i && leaves_room_i);
      if (arrives && !full) tokens = tokens + TokenBits'(1);
      if (resets || releases || !enable_i) tokens = '0;
      tokens_q <= tokens;

      // Of a free row these two tell nothing.
      if (allocate_i || resets || (hit && due)) deadline_q <= throttle_deadline_i;
      else if (due) deadline_q <= follower;
      if (allocate_i || (arrives && last)) arrivals_q <= cfg_epoch_flits_i;
      else if (arrives) arrivals_q <= arrivals_q - 16'd1;

      if (enable_i && !releases && (valid_q || allocate_i)) begin
        valid_q      <= 1'b1;
        refreshed_q  <= hit;
        epoch_over_q <= arrives && last;
        if (hit) degree_q <= throttle_degree_i;
        if (allocate_i) destination_q <= throttle_source_i;
      end else begin
        {valid_q, refreshed_q, epoch_over_q} <= '0;
        {destination_q, degree_q}            <= '0;
      end
    end
  end
  // verilator tracing_on

  assign valid_o       = valid_q;
  assign destination_o = destination_q;
  assign degree_o      = degree_q;
  assign tokens_o      = tokens_q;
  assign refreshed_o   = refreshed_q;
  assign epoch_over_o  = epoch_over_q;
  assign deadline_o    = deadline_q;
`ifdef FORMAL
  assign formal_arrivals_o = arrivals_q;
`endif

endmodule
