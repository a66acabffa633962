// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of contention_window: its sums, bounds and decision against plain integers over
// the sample ring, and quiescence.
// properties: asserts=16 covers=3
// quick: no
// proof: depth=1 Radix=5 NumSamples=10 BoundSampleInterval=5 Output=4
// proof: depth=1 Radix=4 NumSamples=12 BoundSampleInterval=4 Output=0
// bounded: depth=3 Radix=22 NumSamples=20 BoundSampleInterval=10 Output=21
// cover: depth=24 Radix=4 NumSamples=10 BoundSampleInterval=5
// larger: every operation is bitwise across outputs, which share pointers only: an output does not
// larger: depend on the others or on Radix; ring length and interval are only where the pointers
// larger: wrap and constants of the decision, and two pairs of them are proved; no sum and no limit
// larger: overflows its width at any legal parameters (scripts/check_widths.py)
// assumed: samples are at most (Radix - 1) * 2^FractionBits (proved of what feeds the window in
// assumed: contention_degree_unit)
// mutant PointersAgree: @sample_ring s/pointer_q <= pointer_q + 1'b1/pointer_q <= pointer_q + 2'd2/
// mutant DegreesInRange,DegreeInRange: @contention_window_fv s/assume (inputs_in_range);//
// mutant SumExact: @sample_ring s/wrapped_q ? ring_q/1'b1 ? ring_q/
// mutant SumExact: s/prior ^ in ^ out/prior ^ in/
// mutant SumOfMaximaExact,SumOfMinimaExact: @contention_bounds s/if (wrapped_q) {/if (1'b1) {/
// mutant StoredBoundsExact: @contention_bounds s/PlaneBits + b.Radix +: Radix. = min_d/PlaneBits + b*Radix +: Radix] = max_d/
// mutant RunningBoundsExact: @contention_bounds s/above |= {Radix{first_phase}};//
// mutant BoundsAreOrdered: @contention_bounds s/min_q.b. <= min_d.b./min_q[b] <= ~min_d[b]/
// mutant DecisionExact: @contention_decision s/exceeds = ~(part/exceeds = (part/
// mutant DecisionExact: @contention_decision s/part_carry.0. = '0;/part_carry[0] = '1;/
// mutant DecisionExact: @contention_decision s/MetricBits'(2 . NumSamples)/MetricBits'(2 * NumSamples - 2)/
// mutant DisabledClears: s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant QuiescentHoldsState,QuiescentIsSilent: s/(|degree_i) || !quiescent_o/1'b1/
// mutant QuiescentMeansZero: s/quiescent_o = bounds_zero && /quiescent_o = /; s/busy |= sum_q.b./busy |= sum_q[0]/
// mutant LastSamplesAreZero: @sample_ring s/if (enable_i && active_i) ring_q/if (enable_i \&\& (|line_i)) ring_q/
// mutant CalmWithoutSamples: depth=22 @contention_decision s/if (!rst_ni) congested_q <= '0;/if (!rst_ni) congested_q <= '1;/; s/else if (active_i) congested_q <= exceeds.*/else if (active_i) congested_q <= '1;/
//
// A sample of position k of the ring belongs to interval k / BoundSampleInterval: both rings
// advance together (PointersAgree).

module contention_window_fv #(
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
  input logic [DegreeBits*Radix-1:0] degree_i
);

  localparam int unsigned MaxDegree        = (Radix - 1) << FractionBits;
  localparam int unsigned NumBounds        = NumSamples / BoundSampleInterval;
  localparam int unsigned SumBits          = cbcm_pkg::sum_bits(NumSamples, MaxDegree);
  localparam int unsigned BoundSumBits     = cbcm_pkg::sum_bits(NumBounds, MaxDegree);
  localparam int unsigned PhaseBits        = $clog2(BoundSampleInterval);
  localparam int unsigned PointerBits      = $clog2(NumSamples);
  localparam int unsigned BoundPointerBits = $clog2(NumBounds);
  localparam int unsigned PlaneBits        = DegreeBits * Radix;
  localparam int unsigned StateBits        =
      cbcm_pkg::window_state_bits(Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval);

  logic [Radix-1:0]                  congested, congested_q;
  logic                              quiescent, write;
  logic [StateBits-1:0]              state, last_state;
  logic [NumSamples*PlaneBits-1:0]   ring;
  logic [2*NumBounds*PlaneBits-1:0]  bound_ring;
  logic [SumBits*Radix-1:0]          sum;
  logic [BoundSumBits*Radix-1:0]     sum_max, sum_min;
  logic [PlaneBits-1:0]              running_max, running_min;
  logic [PointerBits-1:0]            pointer;
  logic [BoundPointerBits-1:0]       bound_pointer;
  logic [PhaseBits-1:0]              phase;
  logic                              wrapped, bounds_wrapped;

  contention_window #(
    .Radix(Radix), .FractionBits(FractionBits), .NumSamples(NumSamples),
    .BoundSampleInterval(BoundSampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .degree_i, .congested_o(congested), .quiescent_o(quiescent),
    .formal_state_o(state), .formal_write_o(write), .formal_ring_o({bound_ring, ring})
  );
  assign {pointer, wrapped, sum_max, sum_min, phase, bound_pointer, bounds_wrapped, running_min,
          running_max, sum, congested_q} = state;

  // The output's number in bit planes.
  function automatic logic [31:0] degree_of(input logic [PlaneBits-1:0] planes);
    degree_of = '0;
    for (int b = 0; b < DegreeBits; b++) degree_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] sum_of(input logic [SumBits*Radix-1:0] planes);
    sum_of = '0;
    for (int b = 0; b < SumBits; b++) sum_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] bound_sum_of(input logic [BoundSumBits*Radix-1:0] planes);
    bound_sum_of = '0;
    for (int b = 0; b < BoundSumBits; b++) bound_sum_of[b] = planes[b*Radix + Output];
  endfunction

  // Bounds of each interval from its samples, and the bounds of the interval in progress.
  logic [31:0] current_max, current_min;
  logic        stored_exact, ordered, in_range;
  always_comb begin
    logic [31:0] sample, maximum, minimum, highest, lowest;
    current_max  = '0;
    current_min  = '0;
    stored_exact = 1'b1;
    ordered      = degree_of(running_min) <= degree_of(running_max);
    in_range     = degree_of(running_max) <= MaxDegree;
    sample       = '0;
    maximum      = '0;
    minimum      = '0;
    for (int j = 0; j < NumBounds; j++) begin
      highest = '0;
      lowest  = 32'd1 << DegreeBits;
      for (int k = j * BoundSampleInterval; k < (j + 1) * BoundSampleInterval; k++) begin
        sample = degree_of(ring[k*PlaneBits +: PlaneBits]);
        if ((wrapped || k < 32'(pointer)) && sample > MaxDegree) in_range = 1'b0;
        // Of the interval in progress only its own samples count.
        if (j != 32'(bound_pointer) || phase == '0 || k < 32'(pointer)) begin
          if (sample > highest) highest = sample;
          if (sample < lowest) lowest = sample;
        end
      end
      maximum = degree_of(bound_ring[2*j*PlaneBits +: PlaneBits]);
      minimum = degree_of(bound_ring[(2*j + 1)*PlaneBits +: PlaneBits]);
      if (j == 32'(bound_pointer) && phase != '0) begin
        current_max = highest;
        current_min = lowest;
      end else if (wrapped || j < 32'(bound_pointer)) begin
        if (maximum != highest || minimum != lowest) stored_exact = 1'b0;
      end
      if (wrapped || j < 32'(bound_pointer)) begin
        if (minimum > maximum) ordered = 1'b0;
        if (maximum > MaxDegree) in_range = 1'b0;
        // Between two intervals the running bounds are those of the last.
        if (phase == '0 && 32'(bound_pointer) == (j + 1) % NumBounds) begin
          current_max = maximum;
          current_min = minimum;
        end
      end
    end
  end

  // Sums of the valid entries of the rings. The samples are added in a tree, node `i` being the sum
  // of 2i and 2i+1: a clock changes one path of few additions, which is easier than a chain.
  localparam int unsigned Leaves = 1 << PointerBits;
  logic [2*Leaves*32-1:0] tree;
  logic [31:0] total, total_max, total_min;
  assign total = tree[32 +: 32];
  always_comb begin
    tree      = '0;
    total_max = '0;
    total_min = '0;
    for (int k = 0; k < NumSamples; k++)
      if (wrapped || k < 32'(pointer))
        tree[32*(Leaves + k) +: 32] = degree_of(ring[k*PlaneBits +: PlaneBits]);
    for (int i = Leaves - 1; i > 0; i--)
      tree[32*i +: 32] = tree[64*i +: 32] + tree[64*i + 32 +: 32];
    for (int j = 0; j < NumBounds; j++) begin
      if (wrapped || j < 32'(bound_pointer)) begin
        total_max += degree_of(bound_ring[2*j*PlaneBits +: PlaneBits]);
        total_min += degree_of(bound_ring[(2*j + 1)*PlaneBits +: PlaneBits]);
      end
    end
  end

  // The paper's decision, from the sums before the clock.
  logic [31:0] doubled, spread;
  logic        decided, started, was_started, was_enabled;
  initial {started, was_started} = '0;
  initial decided = 1'b0;
  assign doubled = 2 * sum_of(sum);
  assign spread  = BoundSampleInterval * (bound_sum_of(sum_max) - bound_sum_of(sum_min));
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    last_state  <= state;
    if (!started || !enable_i) decided <= 1'b0;
    else if (degree_i != '0 || !quiescent)
      decided <= $signed(doubled - spread) > $signed(32'(2 * NumSamples) << FractionBits);
  end

  // Clocks without a sample of this output: it is calm after one turn of the ring and the decision.
  logic [31:0] idle;
  logic        last_zero;
  initial idle = '0;
  always @(posedge clk_i)
    if (!started || degree_of(degree_i) != '0) idle <= '0;
    else if (idle <= NumSamples) idle <= idle + 1;
  always_comb begin
    logic [31:0] age;
    last_zero = 1'b1;
    age       = '0;
    for (int k = 0; k < NumSamples; k++) begin
      age = (k < 32'(pointer) ? 32'(pointer) : 32'(pointer) + NumSamples) - 1 - k;
      if ((wrapped || k < 32'(pointer)) && age < idle && ring_nonzero[k]) last_zero = 1'b0;
    end
  end
  logic [NumSamples-1:0] ring_nonzero;
  for (genvar k = 0; k < NumSamples; k++) begin : gen_nonzero
    assign ring_nonzero[k] = degree_of(ring[k*PlaneBits +: PlaneBits]) != '0;
  end

  quiescence_properties #(.RegisterBits(StateBits), .LevelBits(1)) quiescence (
    .clk_i, .started_i(started), .idle_i(degree_i == '0), .quiescent_i(quiescent),
    .levels_i(enable_i), .registers_i(state), .event_i(write),
    .busy_i(enable_i && !quiescent), .asleep_o(), .last_levels_o()
  );

  // Every output's sample is in range.
  logic inputs_in_range;
  always_comb begin
    logic [DegreeBits-1:0] lane;
    inputs_in_range = 1'b1;
    lane            = '0;
    for (int o = 0; o < Radix; o++) begin
      for (int b = 0; b < DegreeBits; b++) lane[b] = degree_i[b*Radix + o];
      if (32'(lane) > MaxDegree) inputs_in_range = 1'b0;
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (inputs_in_range);
    PointersAgree: assert (32'(phase) < BoundSampleInterval && 32'(bound_pointer) < NumBounds &&
        32'(pointer) == BoundSampleInterval * 32'(bound_pointer) + 32'(phase) &&
        wrapped == bounds_wrapped);
    DegreesInRange: assert (in_range);
    SumExact: assert (sum_of(sum) == total);
    SumOfMaximaExact: assert (bound_sum_of(sum_max) == total_max);
    SumOfMinimaExact: assert (bound_sum_of(sum_min) == total_min);
    StoredBoundsExact: assert (stored_exact);
    RunningBoundsExact: assert (degree_of(running_max) == current_max &&
                                degree_of(running_min) == current_min);
    BoundsAreOrdered: assert (ordered && bound_sum_of(sum_min) <= bound_sum_of(sum_max));
    DecisionExact: assert (congested[Output] == decided);
    DisabledClears: assert (!was_started || was_enabled || state == '0);
    QuiescentMeansZero: assert (!quiescent || (sum_of(sum) | bound_sum_of(sum_max) |
        bound_sum_of(sum_min) | degree_of(running_max) | degree_of(running_min) |
        32'(congested)) == '0);
    LastSamplesAreZero: assert (last_zero);
    CalmWithoutSamples: assert (idle <= NumSamples || !congested[Output]);
    Congests: cover (congested[Output]);
    CalmsDown: cover (wrapped && enable_i && last_state[Output] && !congested[Output]);
  end

endmodule
