// SPDX-License-Identifier: Apache-2.0
// Moving averages of the contention degree and of its bounds, and the congestion decision per
// output.
//
// Contract:   docs/reference/cbcm/contention_window.md
// Source:     CBCM paper, Section IV-B1
// Interface:  one sample of every output per clock; all-zero samples in a quiescent window are idle
// Latency:    2 clocks from `degree_i` to `congested_o`
// Parameters: Radix 4-64, DegreeBits = clog2(Radix) + FractionBits (2-22), FractionBits 0-16,
//             NumSamples 10-1000 and a multiple of BoundSampleInterval, BoundSampleInterval 2-100.
//             Storage grows with Radix * NumSamples * DegreeBits.
// Not handled: samples above (Radix - 1) * 2^FractionBits (asserted).
//
// All arithmetic is bit-sliced: a number per output is held as planes, word `b` of which has bit
// `b` of every output, and sums ripple from plane to plane. Every output does the same thing in
// the same clock, so pointers and wrapped bits are shared. The samples are in sample_ring, maxima
// and minima in contention_bounds, the comparison in contention_decision.
//
// lint-params: Radix=4 DegreeBits=2 NumSamples=10 BoundSampleInterval=5
// lint-params: Radix=22 DegreeBits=5
// lint-large: Radix=64 DegreeBits=18 FractionBits=12 NumSamples=1000 BoundSampleInterval=100
// lint-illegal: Radix=3 DegreeBits=2
// lint-illegal: Radix=65 DegreeBits=7
// lint-illegal: NumSamples=105
// lint-illegal: NumSamples=1010
// lint-illegal: BoundSampleInterval=1
// lint-illegal: DegreeBits=5
// lint-illegal: FractionBits=17 DegreeBits=20

module contention_window #(
  /// Outputs.
  parameter int unsigned Radix = 8,
  /// Fraction bits of a sample (weighted variant).
  parameter int unsigned FractionBits = 0,
  /// Width of a sample.
  parameter int unsigned DegreeBits = $clog2(Radix) + FractionBits,
  /// Samples averaged.
  parameter int unsigned NumSamples = 100,
  /// Cycles per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 10,
  localparam int unsigned StateBits =
      cbcm_pkg::window_state_bits(Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval)
) (
  /// Clock, rising edge.
  input  logic                          clk_i,
  /// Asynchronous reset, active low.
  input  logic                          rst_ni,
  /// Low: every register takes its reset value.
  input  logic                          enable_i,
  /// This cycle's sample of every output, bit planes; all 0 is idle.
  input  logic [DegreeBits*Radix-1:0]   degree_i,
  /// The contention metric of the output is above 1.
  output logic [Radix-1:0]              congested_o,
  /// A clock with all-zero `degree_i` changes nothing.
  output logic                          quiescent_o
`ifdef FORMAL
  ,
  /// Every flip-flop, for the proof of quiescence.
  output logic [StateBits-1:0]          formal_state_o,
  /// This clock writes a ring.
  output logic                          formal_write_o,
  /// Every line of the rings: {minima, maxima}, samples.
  output logic [(NumSamples + 2 * (NumSamples / BoundSampleInterval))*DegreeBits*Radix-1:0]
                                        formal_ring_o
`endif
);

  localparam int unsigned NumBounds    = NumSamples / BoundSampleInterval;
  localparam int unsigned MaxDegree    = cbcm_pkg::max_degree(Radix, FractionBits);
  localparam int unsigned SumBits      = cbcm_pkg::sum_bits(NumSamples, MaxDegree);
  localparam int unsigned BoundSumBits = cbcm_pkg::sum_bits(NumBounds, MaxDegree);
  localparam int unsigned PlaneBits    = DegreeBits * Radix;

  localparam int unsigned SampleBits =
      cbcm_pkg::window_sample_bits(Radix, DegreeBits, NumSamples, BoundSampleInterval);
  localparam int unsigned PipelineBits = 0;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (FractionBits > 16) $fatal(1, "%m: FractionBits = %0d is not in 0-16", FractionBits);
  if (DegreeBits != $clog2(Radix) + FractionBits)
    $fatal(1, "%m: DegreeBits = %0d is not clog2(Radix) + FractionBits", DegreeBits);
  if (BoundSampleInterval < 2 || BoundSampleInterval > 100)
    $fatal(1, "%m: BoundSampleInterval = %0d is not in 2-100", BoundSampleInterval);
  if (NumSamples < 10 || NumSamples > 1000)
    $fatal(1, "%m: NumSamples = %0d is not in 10-1000", NumSamples);
  if (NumBounds < 2 || NumBounds * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: NumSamples = %0d is not a multiple (at least 2) of BoundSampleInterval = %0d",
           NumSamples, BoundSampleInterval);

  (* mem2reg *) logic [Radix-1:0] sum_q [SumBits];
  logic [PlaneBits-1:0]          oldest;
  logic                          active, bounds_zero;
  logic [SumBits*Radix-1:0]      sum;
  logic [BoundSumBits*Radix-1:0] sum_max, sum_min;
  assign active = (|degree_i) || !quiescent_o;
  for (genvar b = 0; b < SumBits; b++) begin : gen_sum
    assign sum[b*Radix +: Radix] = sum_q[b];
  end

  sample_ring #(
    .NumSamples (NumSamples),
    .LineBits   (PlaneBits)
  ) u_ring (
    .clk_i,
    .rst_ni,
    .enable_i,
    .active_i (active),
    .line_i   (degree_i),
    .oldest_o (oldest)
`ifdef FORMAL
    , .formal_state_o (formal_pointer),
    .formal_ring_o (formal_ring_o[0 +: NumSamples*PlaneBits])
`endif
  );

  contention_bounds #(
    .Radix               (Radix),
    .FractionBits        (FractionBits),
    .DegreeBits          (DegreeBits),
    .NumSamples          (NumSamples),
    .BoundSampleInterval (BoundSampleInterval)
  ) u_bounds (
    .clk_i,
    .rst_ni,
    .enable_i,
    .active_i  (active),
    .degree_i,
    .sum_max_o (sum_max),
    .sum_min_o (sum_min),
    .zero_o    (bounds_zero)
`ifdef FORMAL
    , .formal_state_o (formal_bounds),
    .formal_ring_o (formal_ring_o[NumSamples*PlaneBits +: 2*NumBounds*PlaneBits])
`endif
  );

  contention_decision #(
    .Radix               (Radix),
    .FractionBits        (FractionBits),
    .NumSamples          (NumSamples),
    .BoundSampleInterval (BoundSampleInterval)
  ) u_decision (
    .clk_i,
    .rst_ni,
    .enable_i,
    .active_i    (active),
    .sum_i       (sum),
    .sum_max_i   (sum_max),
    .sum_min_i   (sum_min),
    .congested_o (congested_o)
`ifdef FORMAL
    , .formal_congested_o (formal_congested)
`endif
  );

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  // Samples are below their sum: with it, the decision and the bounds at 0, everything is.
  always_comb begin : quiescence
    logic [Radix-1:0] busy;
    busy = congested_o;
    for (int b = 0; b < SumBits; b++) busy |= sum_q[b];
    quiescent_o = bounds_zero && ~(|busy);
  end

  // The moving sum: this cycle's samples in, the oldest out.
  always_ff @(posedge clk_i or negedge rst_ni) begin : sums
    logic [Radix-1:0] in, out, prior, part, saved, carry, up, down;
    {in, out, prior, part, saved, carry, up, down} = '0;
    if (!rst_ni) begin
      for (int b = 0; b < SumBits; b++) sum_q[b] <= '0;
    end else if (!enable_i) begin
      for (int b = 0; b < SumBits; b++) sum_q[b] <= '0;
    end else if (active) begin
      // sum + in + ~out + 1: carries are saved once and ripple once; above the samples the rest
      // of ~out is -1, so two carries count up and none counts down.
      saved = '1;
      carry = '0;
      for (int b = 0; b < DegreeBits; b++) begin
        in    = degree_i[b*Radix +: Radix];
        out   = ~oldest[b*Radix +: Radix];
        prior = sum_q[b];
        part  = prior ^ in ^ out;
        sum_q[b] <= part ^ saved ^ carry;
        carry = (part & (saved | carry)) | (saved & carry);
        saved = (prior & (in | out)) | (in & out);
      end
      up   = saved & carry;
      down = ~(saved | carry);
      for (int b = DegreeBits; b < SumBits; b++) begin
        prior = sum_q[b];
        sum_q[b] <= prior ^ (up | down);
        up   = up & prior;
        down = down & ~prior;
      end
    end
  end

`ifndef SYNTHESIS
  // The sums are as wide as the largest degree needs.
  localparam logic [DegreeBits-1:0] Largest = DegreeBits'(MaxDegree);
  always_ff @(posedge clk_i) begin : assumptions
    logic [Radix-1:0] above, in;
    above = '0;
    in    = '0;
    if (|degree_i) begin
      for (int b = 0; b < DegreeBits; b++) begin
        in = degree_i[b*Radix +: Radix];
        above = Largest[b] ? in & above : in | above;
      end
      if (enable_i) DegreeInRange: assert (above == '0);
    end
  end
`endif
  // verilator tracing_on

`ifdef FORMAL
  localparam int unsigned BoundStateBits = cbcm_pkg::bounds_state_bits(
      Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval);
  logic [BoundStateBits-1:0] formal_bounds;
  localparam int unsigned PointerBits = $clog2(NumSamples);
  logic [PointerBits:0] formal_pointer;
  logic [Radix-1:0]     formal_congested;
  assign formal_write_o = enable_i && active;
  always_comb begin : formal_state
    formal_state_o = '0;
    formal_state_o[Radix-1:0] = formal_congested;
    for (int b = 0; b < SumBits; b++) formal_state_o[(1 + b)*Radix +: Radix] = sum_q[b];
    formal_state_o[(1 + SumBits)*Radix +: BoundStateBits] = formal_bounds;
    formal_state_o[StateBits-1 -: PointerBits + 1] = formal_pointer;
  end
`endif

endmodule
