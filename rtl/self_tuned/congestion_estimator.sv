// SPDX-License-Identifier: Apache-2.0
// Full buffers of the network by now: the last two gathers, extrapolated in every cycle.
//
// Source: paper 004, Section 3.2. Contract: docs/reference/self_tuned/congestion_estimator.md.
// Timing: a new total, or a tick, is visible in the next cycle.
// Cost: one for a node: an adder of the estimate with its fraction, a three-input adder that tells
// whether it passes the limit, a subtractor of FullBits, a shifter of configured distance.
// Not handled: cfg_* that change while enabled; totals above cfg_buffers_i.
// lint-params: FullBits=4 TickBits=0
// lint-params: FullBits=20 TickBits=12
// lint-illegal: FullBits=3
// lint-illegal: FullBits=21
// lint-illegal: TickBits=13
// cost: 256 nodes FullBits=12 TickBits=5
// cost: 8192 nodes FullBits=18 TickBits=7

module congestion_estimator #(
    /// Width of a number of buffers, 4-20.
    parameter int unsigned FullBits = 12,
    /// Fraction bits of the estimate, 0-12; at most 2^TickBits ticks in a gather.
    parameter int unsigned TickBits = 5,
    localparam int unsigned SlopeBits = FullBits + 1 + TickBits,
    localparam int unsigned ValueBits = FullBits + TickBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Last total, difference per tick, estimate.
    localparam int unsigned StateBits = FullBits + SlopeBits + ValueBits,
    /// None.
    localparam int unsigned PipelineBits = 0,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                   rst_ni,
    /// Low: everything takes its reset value, 0, at the clock.
    input  logic                   enable_i,
    /// A gather's total is new.
    input  logic                   totals_valid_i,
    /// The total.
    input  logic [FullBits-1:0]    total_full_i,
    /// A part of a gather, one of 2^cfg_tick_bits, has passed.
    input  logic                   tick_valid_i,
    /// Ticks of a gather, as a power of two; at most TickBits.
    input  logic [3:0]             cfg_tick_bits_i,
    /// Buffers of the network: the largest estimate.
    input  logic [FullBits-1:0]    cfg_buffers_i,
    /// 1: the estimate is the last total.
    input  logic                   cfg_last_i,
    /// Full buffers by now.
    output logic [FullBits-1:0]    estimate_o,
    /// Every register is 0: ticks, and totals of 0, change nothing.
    output logic                   rests_o,
    /// Always 1: nothing changes without an event.
    output logic                   quiescent_o
`ifdef FORMAL
    ,
    /// Every register, for the proofs.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (FullBits < 4 || FullBits > 20) $fatal(1, "%m: FullBits = %0d, legal 4-20", FullBits);
  if (TickBits > 12) $fatal(1, "%m: TickBits = %0d, legal 0-12", TickBits);

  logic [FullBits-1:0]  previous_q;
  logic [SlopeBits-1:0] slope_q, slope_d, difference_wide;
  logic [ValueBits-1:0] value_q, value_d;

  // Per tick: the difference, 2^-tick_bits of it.
  localparam logic [3:0] FractionBits = 4'(TickBits);
  logic [FullBits:0] difference;
  logic [3:0]        distance;
  assign difference = ({1'b0, total_full_i} - {1'b0, previous_q}) & {(FullBits+1){!cfg_last_i}};
  assign distance   = FractionBits - cfg_tick_bits_i;
  always_comb begin : p_wide
    difference_wide = {SlopeBits{difference[FullBits]}};
    difference_wide[FullBits:0] = difference;
  end
  assign slope_d = difference_wide << distance;

  // The last total and once the difference, or the estimate and a tick's part of it.
  localparam int unsigned SumBits = ValueBits + 2;
  logic [SumBits-1:0] base, change, sum, room, limit;
  always_comb begin : p_terms
    base   = '0;
    change = '0;
    limit  = '0;
    limit[ValueBits-1:TickBits] = cfg_buffers_i;
    if (totals_valid_i) begin
      base[ValueBits-1:TickBits]   = total_full_i;
      change[SumBits-1:TickBits]   = {difference[FullBits], difference};
    end else begin
      base[ValueBits-1:0]   = value_q;
      change = {slope_q[SlopeBits-1], slope_q};
    end
  end
  assign sum     = base + change;
  assign room    = limit - base - change;
  assign value_d = sum[SumBits-1] ? '0 : room[SumBits-1] ? limit[ValueBits-1:0] :
                   sum[ValueBits-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {previous_q, slope_q, value_q} <= '0;
    end else if (!enable_i) begin
      {previous_q, slope_q, value_q} <= '0;
    end else begin
      if (totals_valid_i) begin
        previous_q <= total_full_i;
        slope_q    <= slope_d;
      end
      if (totals_valid_i || tick_valid_i) value_q <= value_d;
    end
  end

  assign estimate_o  = value_q[ValueBits-1:TickBits];
  assign rests_o     = {previous_q, slope_q, value_q} == '0;
  assign quiescent_o = 1'b1;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i) TicksFitFraction: assert (cfg_tick_bits_i <= FractionBits);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {previous_q, slope_q, value_q};
`endif

endmodule
