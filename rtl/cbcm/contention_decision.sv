// SPDX-License-Identifier: Apache-2.0
// The congestion decision of every output: difference of the bounds, then comparison.
//
// Contract:   docs/reference/cbcm/contention_window.md, step 1 and `Pipelined`
// Source:     CBCM paper, Section IV-B1
// Interface:  part of contention_window: its sums in each active clock
// Latency:    1 active clock from the sums to `congested_o`, 2 when Pipelined
// Parameters: as contention_window. Bit planes, as there.
// Not handled: a sum of minima above that of the maxima.
//
// lint-params: Radix=4 NumSamples=10 BoundSampleInterval=5
// lint-params: Radix=22
// lint-params: Radix=8 Pipelined=1
// lint-illegal: NumSamples=105

module contention_decision #(
  /// Outputs.
  parameter int unsigned Radix = 8,
  /// Fraction bits of a sample (weighted variant).
  parameter int unsigned FractionBits = 0,
  /// Samples averaged.
  parameter int unsigned NumSamples = 100,
  /// Cycles per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 10,
  /// 1: the operands are registered before they are compared.
  parameter int unsigned Pipelined = 0,
  localparam int unsigned MaxDegree = cbcm_pkg::max_degree(Radix, FractionBits),
  localparam int unsigned NumBounds = NumSamples / BoundSampleInterval,
  localparam int unsigned SumBits   = cbcm_pkg::sum_bits(NumSamples, MaxDegree),
  localparam int unsigned BoundSumBits = cbcm_pkg::sum_bits(NumBounds, MaxDegree)
) (
  /// Clock, rising edge.
  input  logic                           clk_i,
  /// Asynchronous reset, active low.
  input  logic                           rst_ni,
  /// Low: every register takes its reset value.
  input  logic                           enable_i,
  /// The window samples in this clock; low: nothing changes. Unused when Pipelined: while it is
  /// low the sums and what they were are 0, and so is what is formed of them.
  input  logic                           active_i,
  /// Sum of the samples, bit planes.
  input  logic [SumBits*Radix-1:0]       sum_i,
  /// Sum of the maxima, bit planes.
  input  logic [BoundSumBits*Radix-1:0]  sum_max_i,
  /// Sum of the minima, bit planes.
  input  logic [BoundSumBits*Radix-1:0]  sum_min_i,
  /// The contention metric of the output was above 1.
  output logic [Radix-1:0]               congested_o,
  /// The registered operands are 0.
  output logic                           zero_o
`ifdef FORMAL
  ,
  /// The register behind `congested_o`.
  output logic [Radix-1:0]               formal_congested_o,
  /// The registered operands: sum and spread; 0 when not Pipelined.
  output logic [(SumBits+BoundSumBits)*Radix-1:0] formal_operands_o
`endif
);

  localparam int unsigned MetricBits   = SumBits + 1;
  localparam int unsigned IntervalBits = $clog2(BoundSampleInterval + 1);

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = Radix;
  localparam int unsigned PipelineBits = Pipelined == 0 ? 0 : Radix * (SumBits + BoundSumBits);
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (NumBounds < 2 || NumBounds * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: NumSamples = %0d is not a multiple (at least 2) of BoundSampleInterval = %0d",
           NumSamples, BoundSampleInterval);

  localparam logic [MetricBits-1:0]   Threshold = MetricBits'(2 * NumSamples) << FractionBits;
  localparam logic [IntervalBits-1:0] Interval = IntervalBits'(BoundSampleInterval);

  // Bits of high - low.
  function automatic logic [BoundSumBits*Radix-1:0] difference(
      input logic [BoundSumBits*Radix-1:0] high, input logic [BoundSumBits*Radix-1:0] low);
    logic [Radix-1:0] borrow, term, above;
    borrow = '0;
    for (int b = 0; b < BoundSumBits; b++) begin
      above  = high[b*Radix +: Radix];
      term   = low[b*Radix +: Radix];
      difference[b*Radix +: Radix] = above ^ term ^ borrow;
      borrow = (~above & (term | borrow)) | (term & borrow);
    end
  endfunction

  // 2*total > 2*NS*2^F + BI*apart: plane by plane the limit's terms, a shifted `apart` for every
  // bit of the interval, are added with saved carries, and the sign of the difference less 1
  // follows from one ripple.
  function automatic logic [Radix-1:0] exceeds(input logic [SumBits*Radix-1:0] total,
                                               input logic [BoundSumBits*Radix-1:0] apart);
    logic [IntervalBits*Radix-1:0] saved;
    logic [Radix-1:0] limit, limit_carry, below, term, part, part_carry, carry;
    saved      = '0;
    part_carry = '0;
    carry      = '1;
    exceeds    = '0;
    for (int b = 0; b <= MetricBits; b++) begin
      limit       = b < MetricBits ? {Radix{Threshold[b]}} : '0;
      limit_carry = '0;
      for (int k = 0; k < IntervalBits; k++) begin
        if (Interval[k]) begin
          term  = b >= k && b < k + BoundSumBits ? apart[(b-k)*Radix +: Radix] : '0;
          below = saved[k*Radix +: Radix];
          saved[k*Radix +: Radix] = (limit & (limit_carry | term)) | (limit_carry & term);
          limit       = limit ^ limit_carry ^ term;
          limit_carry = below;
        end
      end
      limit       = ~limit;
      limit_carry = ~limit_carry;
      term        = b > 0 && b <= SumBits ? total[(b-1)*Radix +: Radix] : '0;
      part        = limit ^ limit_carry ^ term;
      exceeds     = ~(part ^ part_carry ^ carry);
      carry       = (part & (part_carry | carry)) | (part_carry & carry);
      part_carry  = (limit & (limit_carry | term)) | (limit_carry & term);
    end
  endfunction

  logic [Radix-1:0] congested_q;
  assign congested_o = congested_q;
`ifdef FORMAL
  assign formal_congested_o = congested_q;
`endif
  if (Pipelined == 0) begin : gen_decision
    assign zero_o = 1'b1;
    always_ff @(posedge clk_i or negedge rst_ni) begin : decision
      if (!rst_ni) congested_q <= '0;
      else if (!enable_i) congested_q <= '0;
      else if (active_i) congested_q <= exceeds(sum_i, difference(sum_max_i, sum_min_i));
    end
`ifdef FORMAL
    assign formal_operands_o = '0;
`endif
  end else begin : gen_pipelined
    logic [SumBits*Radix-1:0]      sum_q;
    logic [BoundSumBits*Radix-1:0] spread_q;
    logic unused_active;
    assign unused_active = active_i;
    assign zero_o = ~(|sum_q) && ~(|spread_q);
    always_ff @(posedge clk_i or negedge rst_ni) begin : decision
      if (!rst_ni) begin
        {sum_q, spread_q, congested_q} <= '0;
      end else if (!enable_i) begin
        {sum_q, spread_q, congested_q} <= '0;
      end else begin
        sum_q       <= sum_i;
        spread_q    <= difference(sum_max_i, sum_min_i);
        congested_q <= exceeds(sum_q, spread_q);
      end
    end
`ifdef FORMAL
    assign formal_operands_o = {sum_q, spread_q};
`endif
  end

endmodule
