// SPDX-License-Identifier: Apache-2.0
// Contention window with less storage: moving averages of the contention degree and of its spread,
// kept as one sum and one spread per interval, and the congestion decision per output.
//
// Contract:   docs/reference/cbcm/interval_window.md
// Source:     CBCM paper, Section IV-B1, with a sum per interval instead of its samples
// Interface:  that of contention_window: one sample of every output per clock; all-zero samples in a
//             quiescent window are idle
// Latency:    2 clocks from `degree_i` to `congested_o`
// Parameters: Radix 4-64, DegreeBits = clog2(Radix) + FractionBits (2-22), FractionBits 0-16,
//             NumSamples 10-1000 and a multiple of BoundSampleInterval, BoundSampleInterval 2-100.
//             Storage grows with Radix * NumSamples / BoundSampleInterval *
//             (2 * DegreeBits + log2(BoundSampleInterval)).
// Not handled: samples above (Radix - 1) * 2^FractionBits (asserted).
//
// Numbers are bit planes, as in contention_window: word `b` has bit `b` of every output. Every
// output does the same thing in the same clock, so pointers and wrapped bit are shared.
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

module interval_window #(
  /// Outputs.
  parameter int unsigned Radix = 8,
  /// Fraction bits of a sample (weighted variant).
  parameter int unsigned FractionBits = 0,
  /// Width of a sample.
  parameter int unsigned DegreeBits = $clog2(Radix) + FractionBits,
  /// Samples averaged.
  parameter int unsigned NumSamples = 100,
  /// Cycles of an interval.
  parameter int unsigned BoundSampleInterval = 10,
  localparam int unsigned MaxDegree    = cbcm_pkg::max_degree(Radix, FractionBits),
  localparam int unsigned NumBounds    = NumSamples / BoundSampleInterval,
  localparam int unsigned SpreadBits   = cbcm_pkg::sum_bits(NumBounds, MaxDegree),
  localparam int unsigned SumBits      = cbcm_pkg::sum_bits(NumSamples, MaxDegree),
  localparam int unsigned StateBits    = interval_pkg::interval_state_bits(
      Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval),
  localparam int unsigned SampleBits   = interval_pkg::interval_sample_bits(
      Radix, DegreeBits, NumSamples, BoundSampleInterval)
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
  /// This clock may write the ring.
  output logic                          formal_write_o,
  /// Every line of the ring: {spreads, remainders, quotients}.
  output logic [SampleBits-1:0]         formal_ring_o
`endif
);

  localparam int unsigned MetricBits   = SumBits + 1;
  localparam int unsigned FactorBits   = $clog2(BoundSampleInterval + 1);
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

  localparam logic [MetricBits-1:0] Threshold = MetricBits'(2 * NumSamples) << FractionBits;
  localparam logic [FactorBits-1:0] Factor    = FactorBits'(BoundSampleInterval);

  (* mem2reg *) logic [Radix-1:0] sum_q [SumBits];
  logic [Radix-1:0]            congested_q, more;
  logic [DegreeBits*Radix-1:0] leaving;
  logic [SpreadBits*Radix-1:0] spread;
  logic                        active;
  assign active      = (|degree_i) || !quiescent_o;
  assign congested_o = congested_q;

  interval_ring #(
    .Radix               (Radix),
    .FractionBits        (FractionBits),
    .DegreeBits          (DegreeBits),
    .NumSamples          (NumSamples),
    .BoundSampleInterval (BoundSampleInterval)
  ) u_ring (
    .clk_i,
    .rst_ni,
    .enable_i,
    .active_i  (active),
    .degree_i,
    .leaving_o (leaving),
    .more_o    (more),
    .spread_o  (spread)
`ifdef FORMAL
    , .formal_state_o (formal_ring_state), .formal_ring_o
`endif
  );

  // Of an interval that is not 0 something leaves in its last clock: until then it is in the sum.
  always_comb begin : quiescence
    logic [Radix-1:0] busy;
    busy = congested_q;
    for (int b = 0; b < SumBits; b++) busy |= sum_q[b];
    quiescent_o = ~(|busy);
  end

  // The moving sum: this cycle's samples in, the oldest interval's share out. sum + in + ~leaving
  // + 1 - more: carries are saved once and ripple once; above the samples the rest of ~leaving is
  // -1, so two carries count up and none counts down.
  always_ff @(posedge clk_i or negedge rst_ni) begin : sums
    logic [Radix-1:0] in, out, prior, part, saved, carry, up, down;
    {in, out, prior, part, saved, carry, up, down} = '0;
    if (!rst_ni) begin
      for (int b = 0; b < SumBits; b++) sum_q[b] <= '0;
    end else if (!enable_i) begin
      for (int b = 0; b < SumBits; b++) sum_q[b] <= '0;
    end else if (active) begin
      saved = ~more;
      carry = '0;
      for (int b = 0; b < DegreeBits; b++) begin
        in    = degree_i[b*Radix +: Radix];
        out   = ~leaving[b*Radix +: Radix];
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

  // 2*sum > 2*NS*2^F + BI*spread: the limit is formed by shifted additions, then subtracted.
  logic [Radix-1:0] exceeds;
  always_comb begin : metric
    logic [MetricBits*Radix-1:0] limit;
    logic [Radix-1:0] prior, term, carry;
    {prior, term, carry} = '0;
    for (int b = 0; b < MetricBits; b++) limit[b*Radix +: Radix] = {Radix{Threshold[b]}};
    for (int k = 0; k < FactorBits; k++) begin
      if (Factor[k]) begin
        carry = '0;
        for (int b = k; b < MetricBits; b++) begin
          term  = b < k + SpreadBits ? spread[(b-k)*Radix +: Radix] : '0;
          prior = limit[b*Radix +: Radix];
          limit[b*Radix +: Radix] = prior ^ term ^ carry;
          carry = (prior & (term | carry)) | (term & carry);
        end
      end
    end
    exceeds = '0;
    for (int b = 0; b < MetricBits; b++) begin
      term    = b > 0 ? sum_q[b-1] : '0;
      prior   = limit[b*Radix +: Radix];
      exceeds = (term & ~prior) | (exceeds & ~(term ^ prior));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : decision
    if (!rst_ni) congested_q <= '0;
    else if (!enable_i) congested_q <= '0;
    else if (active) congested_q <= exceeds;
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

`ifdef FORMAL
  localparam int unsigned RingStateBits = interval_pkg::interval_ring_state_bits(
      Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval);
  logic [RingStateBits-1:0] formal_ring_state;
  assign formal_write_o = enable_i && active;
  always_comb begin : formal_state
    formal_state_o = '0;
    formal_state_o[Radix-1:0] = congested_q;
    for (int b = 0; b < SumBits; b++) formal_state_o[(1 + b)*Radix +: Radix] = sum_q[b];
    formal_state_o[StateBits-1 -: RingStateBits] = formal_ring_state;
  end
`endif

endmodule
