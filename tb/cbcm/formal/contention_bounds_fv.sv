// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of contention_bounds: rings, running bounds and sums against plain integers.
// properties: asserts=10 covers=2
// proof: depth=1 Radix=5 NumSamples=10 BoundSampleInterval=5 Output=0
// proof: depth=1 Radix=5 NumSamples=10 BoundSampleInterval=5 Output=4
// proof: depth=1 Radix=4 NumSamples=10 BoundSampleInterval=2 Output=2
// bounded: depth=4 Radix=22 NumSamples=100 BoundSampleInterval=10 Output=21
// cover: depth=16
// larger: every operation is bitwise across outputs, which share pointers only: an output does not
// larger: depend on the others or on Radix; ring length and interval are only where the pointers
// larger: wrap, and two pairs of them are proved; no sum overflows its width at any legal
// larger: parameters (scripts/check_widths.py)
// assumed: samples are at most (Radix - 1) * 2^FractionBits (proved of what feeds the window in
// assumed: contention_degree_unit)
// mutant RunningBoundsExact: s/above |= {Radix{first_phase}};//
// mutant RunningBoundsExact: s/(in & ~max_q.b.) | (above & ~(in ^ max_q.b.))/(in | ~max_q[b]) | above/
// mutant RingsExact: s/line.PlaneBits + b.Radix +: Radix. = min_d/line[PlaneBits + b*Radix +: Radix] = max_d/
// mutant SumOfMaximaExact,SumOfMinimaExact: s/if (wrapped_q) {old_minima/if (1'b1) {old_minima/
// mutant DegreesInRange: @contention_bounds_fv s/assume (!active_i || sample <= MaxDegree);//
// mutant BoundsAreOrdered: s/min_q.b. <= min_d.b./min_q[b] <= ~min_d[b]/
// mutant ZeroMeansZero: s/zero_o = ~(|busy)/zero_o = 1'b1/
// mutant PointersInRange: s/^        phase_q   <= '0;/        phase_q <= phase_q + 1'b1;/
// mutant DisabledClears: s/end else if (!enable_i) begin/end else if (1'b0) begin/
// mutant InactiveHolds: s/end else if (active_i) begin/end else begin/

module contention_bounds_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned FractionBits = 0,
  parameter int unsigned NumSamples = 10,
  parameter int unsigned BoundSampleInterval = 5,
  /// The one that the properties are about.
  parameter int unsigned Output = 0,
  localparam int unsigned DegreeBits = $clog2(Radix) + FractionBits
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic                        enable_i,
  input logic                        active_i,
  input logic [DegreeBits*Radix-1:0] degree_i
);

  localparam int unsigned MaxDegree   = (Radix - 1) << FractionBits;
  localparam int unsigned NumBounds   = NumSamples / BoundSampleInterval;
  localparam int unsigned SumBits     = cbcm_pkg::sum_bits(NumBounds, MaxDegree);
  localparam int unsigned PhaseBits   = $clog2(BoundSampleInterval);
  localparam int unsigned PointerBits = $clog2(NumBounds);
  localparam int unsigned PlaneBits   = DegreeBits * Radix;
  localparam int unsigned StateBits   =
      cbcm_pkg::bounds_state_bits(Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval);

  logic [SumBits*Radix-1:0]         sum_max, sum_min, sum_max_q, sum_min_q;
  logic [StateBits-1:0]             state, last_state;
  logic [NumBounds*2*PlaneBits-1:0] ring, last_ring;
  logic [PlaneBits-1:0]             running_max, running_min;
  logic                             zero, wrapped;
  logic [PhaseBits-1:0]             phase;
  logic [PointerBits-1:0]           pointer;

  contention_bounds #(
    .Radix(Radix), .FractionBits(FractionBits), .NumSamples(NumSamples),
    .BoundSampleInterval(BoundSampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .degree_i,
    .sum_max_o(sum_max), .sum_min_o(sum_min), .zero_o(zero),
    .formal_state_o(state), .formal_ring_o(ring)
  );
  assign {sum_max_q, sum_min_q, phase, pointer, wrapped, running_min, running_max} = state;

  // The output's number in bit planes.
  function automatic logic [31:0] degree_of(input logic [PlaneBits-1:0] planes);
    degree_of = '0;
    for (int b = 0; b < DegreeBits; b++) degree_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] sum_of(input logic [SumBits*Radix-1:0] planes);
    sum_of = '0;
    for (int b = 0; b < SumBits; b++) sum_of[b] = planes[b*Radix + Output];
  endfunction

  // The same in plain integers: bounds of the interval so far, and the ring of finished ones.
  logic [31:0]             sample, ghost_max, ghost_min, next_max, next_min;
  logic [NumBounds*32-1:0] ghost_maxima, ghost_minima;
  logic                    started, was_enabled, was_active, was_started;
  initial {started, was_started} = '0;
  initial {ghost_max, ghost_min} = '0;
  assign sample   = degree_of(degree_i);
  assign next_max = phase == '0 || sample > ghost_max ? sample : ghost_max;
  assign next_min = phase == '0 || sample < ghost_min ? sample : ghost_min;

  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    was_active  <= active_i;
    last_state  <= state;
    last_ring   <= ring;
    if (started && !enable_i) begin
      {ghost_max, ghost_min} <= '0;
    end else if (started && active_i) begin
      ghost_max <= next_max;
      ghost_min <= next_min;
      if (phase == PhaseBits'(BoundSampleInterval - 1)) begin
        ghost_maxima[32*pointer +: 32] <= next_max;
        ghost_minima[32*pointer +: 32] <= next_min;
      end
    end
  end

  logic [31:0] total_max, total_min;
  logic        rings_exact, ordered, in_range;
  always_comb begin
    logic [31:0] maximum, minimum;
    total_max   = '0;
    total_min   = '0;
    rings_exact = 1'b1;
    ordered     = degree_of(running_min) <= degree_of(running_max);
    in_range    = degree_of(running_max) <= MaxDegree;
    maximum     = '0;
    minimum     = '0;
    for (int k = 0; k < NumBounds; k++) begin
      maximum = degree_of(ring[2*k*PlaneBits +: PlaneBits]);
      minimum = degree_of(ring[(2*k + 1)*PlaneBits +: PlaneBits]);
      if (wrapped || k < 32'(pointer)) begin
        total_max += maximum;
        total_min += minimum;
        if (maximum != ghost_maxima[32*k +: 32]) rings_exact = 1'b0;
        if (minimum != ghost_minima[32*k +: 32]) rings_exact = 1'b0;
        if (minimum > maximum) ordered = 1'b0;
        if (maximum > MaxDegree) in_range = 1'b0;
      end
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (!active_i || sample <= MaxDegree);
    PointersInRange: assert (32'(phase) < BoundSampleInterval && 32'(pointer) < NumBounds);
    RunningBoundsExact: assert (degree_of(running_max) == ghost_max &&
                                degree_of(running_min) == ghost_min);
    RingsExact: assert (rings_exact);
    SumOfMaximaExact: assert (sum_of(sum_max) == total_max);
    SumOfMinimaExact: assert (sum_of(sum_min) == total_min);
    DegreesInRange: assert (in_range);
    BoundsAreOrdered: assert (ordered && sum_of(sum_min) <= sum_of(sum_max));
    ZeroMeansZero: assert (!zero || (sum_of(sum_max) | sum_of(sum_min) | ghost_max |
                                     ghost_min) == '0);
    DisabledClears: assert (!was_started || was_enabled || state == '0);
    InactiveHolds: assert (!was_started || !was_enabled || was_active ||
                           (state == last_state && ring == last_ring));
    WrapsAround: cover (started && wrapped && total_max > total_min && total_min != '0);
    ReturnsToZero: cover (was_started && wrapped && zero && enable_i);
  end

endmodule
