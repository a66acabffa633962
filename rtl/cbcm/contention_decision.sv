// SPDX-License-Identifier: Apache-2.0
// The congestion decision of every output in two clocks: difference of the bounds, then comparison.
//
// Contract:   docs/reference/cbcm/contention_window.md, `Pipelined`
// Source:     CBCM paper, Section IV-B1
// Interface:  part of contention_window: its sums in each active clock
// Latency:    2 active clocks from the sums to `congested_o`
// Parameters: as contention_window. Bit planes, as there.
// Not handled: a sum of minima above that of the maxima.
//
// lint-params: Radix=4 NumSamples=10 BoundSampleInterval=5
// lint-params: Radix=22
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
  /// The window samples in this clock; low: nothing changes.
  input  logic                           active_i,
  /// Sum of the samples, bit planes.
  input  logic [SumBits*Radix-1:0]       sum_i,
  /// Sum of the maxima, bit planes.
  input  logic [BoundSumBits*Radix-1:0]  sum_max_i,
  /// Sum of the minima, bit planes.
  input  logic [BoundSumBits*Radix-1:0]  sum_min_i,
  /// The contention metric of the output was above 1.
  output logic [Radix-1:0]               congested_o,
  /// The operands are 0.
  output logic                           zero_o
`ifdef FORMAL
  ,
  /// The registered operands: sum and spread.
  output logic [(SumBits+BoundSumBits)*Radix-1:0] formal_operands_o
`endif
);

  localparam int unsigned MetricBits   = SumBits + 1;
  localparam int unsigned IntervalBits = $clog2(BoundSampleInterval + 1);

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = Radix;
  localparam int unsigned PipelineBits = Radix * (SumBits + BoundSumBits);
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (NumBounds < 2 || NumBounds * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: NumSamples = %0d is not a multiple (at least 2) of BoundSampleInterval = %0d",
           NumSamples, BoundSampleInterval);

  // 2*sum > 2*NS*2^F + BI*spread
  localparam logic [MetricBits-1:0]   Threshold = MetricBits'(2 * NumSamples) << FractionBits;
  localparam logic [IntervalBits-1:0] Interval = IntervalBits'(BoundSampleInterval);

  logic [SumBits*Radix-1:0]      sum_q;
  logic [BoundSumBits*Radix-1:0] spread_q;
  logic [Radix-1:0]              congested_q;
  assign congested_o = congested_q;
  assign zero_o      = ~(|sum_q) && ~(|spread_q);

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

  // 2*sum > 2*NS*2^F + BI*spread
  function automatic logic [Radix-1:0] exceeds(input logic [SumBits*Radix-1:0] sum,
                                               input logic [BoundSumBits*Radix-1:0] spread);
    logic [MetricBits*Radix-1:0] limit;
    logic [Radix-1:0] carry, term, prior;
    for (int b = 0; b < MetricBits; b++) limit[b*Radix +: Radix] = {Radix{Threshold[b]}};
    for (int k = 0; k < IntervalBits; k++) begin
      if (Interval[k]) begin
        carry = '0;
        for (int b = 0; b + k < MetricBits; b++) begin
          term = '0;
          if (b < BoundSumBits) term = spread[b*Radix +: Radix];
          prior = limit[(b+k)*Radix +: Radix];
          limit[(b+k)*Radix +: Radix] = prior ^ term ^ carry;
          carry = (prior & (term | carry)) | (term & carry);
        end
      end
    end
    exceeds = '0;
    for (int b = 0; b < SumBits; b++) begin
      prior   = sum[b*Radix +: Radix];
      term    = limit[(b+1)*Radix +: Radix];
      exceeds = (prior & ~term) | (exceeds & ~(prior ^ term));
    end
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin : decision
    if (!rst_ni) begin
      {sum_q, spread_q, congested_q} <= '0;
    end else if (!enable_i) begin
      {sum_q, spread_q, congested_q} <= '0;
    end else if (active_i) begin
      sum_q       <= sum_i;
      spread_q    <= difference(sum_max_i, sum_min_i);
      congested_q <= exceeds(sum_q, spread_q);
    end
  end

`ifdef FORMAL
  assign formal_operands_o = {sum_q, spread_q};
`endif

endmodule
