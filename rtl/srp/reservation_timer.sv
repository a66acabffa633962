// SPDX-License-Identifier: Apache-2.0
// The clock of the reservation table's deadlines: a tick whenever the timeout has passed, for all
// rows; and the count of answers that belonged to no packet.
//
// Source: none; the SRP paper loses no message. Contract:
// docs/reference/srp/reservation_requester.md, timeouts. Part of it with Timeouts = 1.
// Timing: stray_o is a register; the others are combinational from registers, now_i and the timeout.
// Cost: an adder and a comparator for equality of CycleBits; for the order of two times a
// comparator and two subtractors of half as many.
// Not handled: a tick whose clock is left out comes again when the counter's value does.
// lint-params: CycleBits=8
// lint-params: CycleBits=64

module reservation_timer #(
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned LowBits = CycleBits / 2,
    localparam int unsigned HighBits = CycleBits - LowBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The next tick; answers of no packet.
    localparam int unsigned StateBits = CycleBits + 16,
    /// Nothing.
    localparam int unsigned PipelineBits = 0,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                   enable_i,
    /// The network's cycle counter.
    input  logic [CycleBits-1:0]   now_i,
    /// Cycles between two ticks; 0: none.
    input  logic [CycleBits-1:0]   cfg_timeout_i,
    /// A row is in use.
    input  logic                   used_i,
    /// A row is taken in this clock.
    input  logic                   begins_i,
    /// An answer of the last clock belonged to no packet.
    input  logic                   missed_i,
    /// A row waits for its start.
    input  logic                   walk_valid_i,
    /// When the next start is reached; 0 without one.
    input  logic [CycleBits-1:0]   walk_at_i,
    /// The timeout has passed since the last tick, or since the first row was taken.
    output logic                   tick_o,
    /// There is a next tick or start.
    output logic                   wake_valid_o,
    /// The earlier one; 0 without.
    output logic [CycleBits-1:0]   wake_at_o,
    /// Answers that belonged to no packet, up to 65535.
    output logic [15:0]            stray_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] state_o
`endif
);

  logic [CycleBits-1:0] timer_q, timer_d, fresh;
  logic [LowBits:0]     low;
  logic [HighBits-1:0]  high, over, lead, lead_less;
  logic [15:0]          stray_q, stray_d;
  logic                 ticks, starts, keeps, counts, borrows, first;

  assign ticks  = used_i && cfg_timeout_i != '0;
  assign tick_o = ticks && timer_q == now_i;
  // A sum in halves, the upper one with and without carry: half the levels.
  assign low     = {1'b0, now_i[LowBits-1:0]} + {1'b0, cfg_timeout_i[LowBits-1:0]};
  assign high    = now_i[CycleBits-1:LowBits] + cfg_timeout_i[CycleBits-1:LowBits];
  assign over    = high + HighBits'(1);
  assign fresh   = {low[LowBits] ? over : high, low[LowBits-1:0]};
  assign starts  = enable_i && (tick_o || (!used_i && begins_i));
  // Without rows it does not count and keeps what it has: a clock without events changes nothing.
  assign keeps   = enable_i && !tick_o && (used_i || !begins_i);
  assign timer_d = (fresh & {CycleBits{starts}}) | (timer_q & {CycleBits{keeps}});
  assign counts  = missed_i && stray_q != '1;
  assign stray_d = (stray_q + 16'(counts)) & {16{enable_i}};

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {timer_q, stray_q} <= '0;
    end else begin
      timer_q <= timer_d;
      stray_q <= stray_d;
    end
  end

  // The tick is the first of the two if it is before the start by at most half the range: the sign
  // of a difference, in halves likewise.
  assign borrows      = timer_q[LowBits-1:0] < walk_at_i[LowBits-1:0];
  assign lead         = timer_q[CycleBits-1:LowBits] - walk_at_i[CycleBits-1:LowBits];
  assign lead_less    = timer_q[CycleBits-1:LowBits] + ~walk_at_i[CycleBits-1:LowBits];
  assign first        = borrows ? lead_less[HighBits-1] : lead[HighBits-1];
  assign wake_valid_o = ticks || walk_valid_i;
  assign wake_at_o    = ticks && (!walk_valid_i || first) ? timer_q : walk_at_i;
  assign stray_o      = stray_q;

`ifdef FORMAL
  assign state_o = {timer_q, stray_q};
`endif

endmodule
