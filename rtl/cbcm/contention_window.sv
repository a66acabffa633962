// SPDX-License-Identifier: Apache-2.0
// Moving averages of the contention degree and of its bounds, and the congestion decision per
// output.
//
// Contract:   docs/reference/cbcm/contention_window.md
// Source:     CBCM paper, Section IV-B1
// Interface:  one sample of every output per clock; all-zero samples in a quiescent window are idle
// Latency:    2 clocks from `degree_i` to `congested_o`, 3 when Pipelined
// Parameters: Radix 4-64, DegreeBits = clog2(Radix) + FractionBits (2-22), FractionBits 0-16,
//             NumSamples 10-1000 and a multiple of BoundSampleInterval, BoundSampleInterval 2-100.
//             Storage grows with Radix * NumSamples * DegreeBits.
// Not handled: samples above (Radix - 1) * 2^FractionBits (asserted).
//
// All arithmetic is bit-sliced: a number per output is held as planes, word `b` of which has bit
// `b` of every output, and sums ripple from plane to plane. Every output does the same thing in
// the same clock, so pointers and wrapped bits are shared. Maxima and minima are
// contention_bounds' part.
//
// lint-params: Radix=4 DegreeBits=2 NumSamples=10 BoundSampleInterval=5
// lint-params: Radix=22 DegreeBits=5
// lint-params: Radix=64 DegreeBits=18 FractionBits=12 NumSamples=1000 BoundSampleInterval=100
// lint-params: Radix=8 NumSamples=20 BoundSampleInterval=5 Pipelined=1
// lint-params: Radix=64 Pipelined=1
// lint-illegal: Radix=3 DegreeBits=2
// lint-illegal: Radix=65 DegreeBits=7
// lint-illegal: NumSamples=105
// lint-illegal: NumSamples=1010
// lint-illegal: BoundSampleInterval=1
// lint-illegal: DegreeBits=5
// lint-illegal: Pipelined=2
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
  /// 1: the decision takes two clocks, and the rings are read ahead.
  parameter int unsigned Pipelined = 0,
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
  localparam int unsigned MetricBits   = SumBits + 1;
  localparam int unsigned PointerBits  = $clog2(NumSamples);
  localparam int unsigned IntervalBits = $clog2(BoundSampleInterval + 1);
  localparam int unsigned PlaneBits    = DegreeBits * Radix;

  localparam int unsigned SampleBits =
      cbcm_pkg::window_sample_bits(Radix, DegreeBits, NumSamples, BoundSampleInterval);
  localparam int unsigned PipelineBits = Pipelined == 0 ? 0
      : cbcm_pkg::window_pipeline_bits(Radix, DegreeBits, FractionBits, NumSamples,
                                       BoundSampleInterval);
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (FractionBits > 16) $fatal(1, "%m: FractionBits = %0d is not in 0-16", FractionBits);
  if (DegreeBits != $clog2(Radix) + FractionBits)
    $fatal(1, "%m: DegreeBits = %0d is not clog2(Radix) + FractionBits", DegreeBits);
  if (BoundSampleInterval < 2 || BoundSampleInterval > 100)
    $fatal(1, "%m: BoundSampleInterval = %0d is not in 2-100", BoundSampleInterval);
  if (NumSamples < 10 || NumSamples > 1000)
    $fatal(1, "%m: NumSamples = %0d is not in 10-1000", NumSamples);
  if (Pipelined > 1) $fatal(1, "%m: Pipelined = %0d is not in 0-1", Pipelined);
  if (NumBounds < 2 || NumBounds * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: NumSamples = %0d is not a multiple (at least 2) of BoundSampleInterval = %0d",
           NumSamples, BoundSampleInterval);

  // 2*sum - BI*(sum_max - sum_min) > 2*NS*2^F, rearranged so that nothing is negative.
  localparam logic [MetricBits-1:0]   Threshold = MetricBits'(2 * NumSamples) << FractionBits;
  localparam logic [IntervalBits-1:0] Interval = IntervalBits'(BoundSampleInterval);

  (* mem2reg *) logic [Radix-1:0] sum_q [SumBits];
  logic [Radix-1:0]       congested_q;
  logic [PointerBits-1:0] pointer_q;
  logic                   wrapped_q;
  logic [PlaneBits-1:0]   ring_q [NumSamples];

  logic [PlaneBits-1:0]          oldest_ahead;  // when Pipelined
  logic                          active, bounds_zero;
  logic [BoundSumBits*Radix-1:0] sum_max, sum_min;
  assign active      = (|degree_i) || !quiescent_o;
  assign congested_o = congested_q;

  contention_bounds #(
    .Radix               (Radix),
    .FractionBits        (FractionBits),
    .DegreeBits          (DegreeBits),
    .NumSamples          (NumSamples),
    .BoundSampleInterval (BoundSampleInterval),
    .Pipelined           (Pipelined)
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

  // Samples are below their sum: with it, the decision and the bounds at 0, everything is.
  always_comb begin : quiescence
    logic [Radix-1:0] busy;
    busy = congested_q;
    for (int b = 0; b < SumBits; b++) busy |= sum_q[b];
    quiescent_o = bounds_zero && operands_zero && ~(|busy);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : pointer
    if (!rst_ni) begin
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (!enable_i) begin
      pointer_q <= '0;
      wrapped_q <= 1'b0;
    end else if (active) begin
      pointer_q <= pointer_q + 1'b1;
      if (pointer_q == PointerBits'(NumSamples - 1)) begin
        pointer_q <= '0;
        wrapped_q <= 1'b1;
      end
    end
  end

  // The decision, from the sums before the clock; pipelined, a part of its own.
  logic operands_zero;
  if (Pipelined == 0) begin : gen_decision
    assign operands_zero = 1'b1;
    assign oldest_ahead  = '0;
    always_ff @(posedge clk_i or negedge rst_ni) begin : decision
      (* mem2reg *) logic [Radix-1:0] spread [BoundSumBits];
      (* mem2reg *) logic [Radix-1:0] limit [MetricBits];
      logic [Radix-1:0] borrow, carry, term, above;
      borrow = '0;
      carry  = '0;
      term   = '0;
      above  = '0;
      for (int b = 0; b < BoundSumBits; b++) spread[b] = '0;
      for (int b = 0; b < MetricBits; b++) limit[b] = '0;
      if (!rst_ni) begin
        congested_q <= '0;
      end else if (!enable_i) begin
        congested_q <= '0;
      end else if (active) begin
        for (int b = 0; b < BoundSumBits; b++) begin
          above     = sum_max[b*Radix +: Radix];
          term      = sum_min[b*Radix +: Radix];
          spread[b] = above ^ term ^ borrow;
          borrow    = (~above & (term | borrow)) | (term & borrow);
        end
        for (int b = 0; b < MetricBits; b++) limit[b] = {Radix{Threshold[b]}};
        for (int k = 0; k < IntervalBits; k++) begin
          if (Interval[k]) begin
            carry = '0;
            for (int b = 0; b + k < MetricBits; b++) begin
              if (b < BoundSumBits) begin
                term = spread[b];
                above = limit[b+k];
                limit[b+k] = above ^ term ^ carry;
                carry = (above & (term | carry)) | (term & carry);
              end else begin
                above = limit[b+k];
                limit[b+k] = above ^ carry;
                carry = above & carry;
              end
            end
          end
        end
        above = '0;
        for (int b = 0; b < SumBits; b++) begin
          above = (sum_q[b] & ~limit[b+1]) | (above & ~(sum_q[b] ^ limit[b+1]));
        end
        congested_q <= above;
      end
    end
  end else begin : gen_pipelined
    logic [SumBits*Radix-1:0] sum;
    logic [PointerBits-1:0]   ahead_q;  // the pointer of the next clock
    logic [PlaneBits-1:0]     oldest_q;
    assign oldest_ahead = oldest_q;
    for (genvar b = 0; b < SumBits; b++) begin : gen_sum
      assign sum[b*Radix +: Radix] = sum_q[b];
    end

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
      .congested_o (congested_q),
      .zero_o      (operands_zero)
    );

    // Reading the ring is half of the moving sum's path: it is done a clock ahead.
    always_ff @(posedge clk_i or negedge rst_ni) begin : read_ahead
      if (!rst_ni) begin
        ahead_q  <= PointerBits'(1);
        oldest_q <= '0;
      end else if (!enable_i) begin
        ahead_q  <= PointerBits'(1);
        oldest_q <= '0;
      end else if (active) begin
        ahead_q <= ahead_q == PointerBits'(NumSamples - 1) ? '0 : ahead_q + 1'b1;
        if (wrapped_q || ahead_q == '0) oldest_q <= ring_q[ahead_q];
      end
    end
  end

  // The moving sum: this cycle's samples in, the oldest out.
  always_ff @(posedge clk_i or negedge rst_ni) begin : sums
    logic [PlaneBits-1:0] oldest;
    logic [Radix-1:0] in, out, prior, part, saved, carry, up, down;
    oldest = '0;
    {in, out, prior, part, saved, carry, up, down} = '0;
    if (!rst_ni) begin
      for (int b = 0; b < SumBits; b++) sum_q[b] <= '0;
    end else if (!enable_i) begin
      for (int b = 0; b < SumBits; b++) sum_q[b] <= '0;
    end else if (active) begin
      if (Pipelined == 1) oldest = oldest_ahead;
      else if (wrapped_q) oldest = ring_q[pointer_q];
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

  // The ring is a memory: one write port, not reset.
  always_ff @(posedge clk_i) begin : ring
    if (enable_i && active) ring_q[pointer_q] <= degree_i;
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
  localparam int unsigned BoundStateBits = cbcm_pkg::bounds_state_bits(
      Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval);
  logic [BoundStateBits-1:0] formal_bounds;
  assign formal_write_o = enable_i && active;
  always_comb begin : formal_state
    formal_state_o = '0;
    formal_state_o[Radix-1:0] = congested_q;
    for (int b = 0; b < SumBits; b++) formal_state_o[(1 + b)*Radix +: Radix] = sum_q[b];
    formal_state_o[(1 + SumBits)*Radix +: BoundStateBits] = formal_bounds;
    formal_state_o[StateBits-1 -: PointerBits + 1] = {pointer_q, wrapped_q};
  end
  for (genvar k = 0; k < NumSamples; k++) begin : gen_formal_ring
    assign formal_ring_o[k*PlaneBits +: PlaneBits] = ring_q[k];
  end
`endif

endmodule
