// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of interval_window: its sum and decision against plain integers over the ring,
// what it can never say, and quiescence.
// properties: asserts=14 covers=3
// quick: no
// proof: depth=1 Radix=5 NumSamples=10 BoundSampleInterval=5 Output=4
// proof: depth=1 Radix=4 NumSamples=12 BoundSampleInterval=4 Output=0
// proof: depth=1 Radix=4 NumSamples=14 BoundSampleInterval=7 Output=2
// bounded: depth=3 Radix=22 NumSamples=20 BoundSampleInterval=10 Output=21
// cover: depth=26 Radix=4 NumSamples=10 BoundSampleInterval=5
// larger: every operation is bitwise across outputs, which share pointers only: an output does not
// larger: depend on the others or on Radix; ring length and interval are only where the pointers
// larger: wrap and constants of divider and decision, and three pairs of them are proved; sums and
// larger: limit are no larger than contention_window's, whose widths they have
// larger: (scripts/check_widths.py)
// assumed: samples are at most (Radix - 1) * 2^FractionBits (proved of what feeds the window in
// assumed: contention_degree_unit)
// mutant PointersInRange: @interval_ring s/^        phase_q   <= '0;/        phase_q <= phase_q + 1'b1;/
// mutant InRange,DegreeInRange: @interval_window_fv s/assume (inputs_in_range);//
// mutant SumExact: s/carry = (part & (saved | carry)) | (saved & carry)/carry = part \& saved/
// mutant SumExact: @interval_ring s/assign oldest    = wrapped_q ?/assign oldest    = 1'b1 ?/
// mutant SumOfSpreadsExact: @interval_ring s/out   = ~oldest/out   = oldest/
// mutant IsOrdered: @interval_ring s/below |= {Radix{first_phase}};/below = ~below;/
// mutant DecisionExact: s/term    = b > 0 ? sum_q.b-1. : '0/term    = b > 1 ? sum_q[b-1] : '0/
// mutant DecisionExact: s/MetricBits'(2 . NumSamples)/MetricBits'(2 * NumSamples - 2)/
// mutant DecisionExact: s/if (Factor.k.)/if (Factor[k] \&\& k > 0)/
// mutant DegreesOfOneAreCalm: s/MetricBits'(2 . NumSamples)/MetricBits'(2 * NumSamples - 2)/
// mutant DegreesOfOneAreCalm: @interval_ring s/more_o &= {Radix{!first_phase}};/more_o = '0;/
// mutant DisabledClears: s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant QuiescentHoldsState,QuiescentIsSilent: s/(|degree_i) || !quiescent_o/1'b1/
// mutant QuiescentMeansZero: s/busy |= sum_q.b./busy |= sum_q[0]/
// mutant LastIntervalsAreZero: @interval_ring s/if (enable_i && active_i && last_phase) begin/if (enable_i \&\& active_i \&\& last_phase \&\& (|degree_i)) begin/
// mutant CalmWithoutSamples: depth=26 s/else if (active) congested_q <= exceeds/else if (active) congested_q <= '1/; s/if (!rst_ni) congested_q <= '0/if (!rst_ni) congested_q <= '1/

module interval_window_fv #(
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

  localparam int unsigned MaxDegree    = (Radix - 1) << FractionBits;
  localparam int unsigned NumBounds    = NumSamples / BoundSampleInterval;
  localparam int unsigned IntervalBits = cbcm_pkg::sum_bits(BoundSampleInterval, MaxDegree);
  localparam int unsigned SpreadBits   = cbcm_pkg::sum_bits(NumBounds, MaxDegree);
  localparam int unsigned SumBits      = cbcm_pkg::sum_bits(NumSamples, MaxDegree);
  localparam int unsigned RestBits     = $clog2(BoundSampleInterval);
  localparam int unsigned PhaseBits    = $clog2(BoundSampleInterval);
  localparam int unsigned PointerBits  = $clog2(NumBounds);
  localparam int unsigned PlaneBits    = DegreeBits * Radix;
  localparam int unsigned LineBits     = (2 * DegreeBits + RestBits) * Radix;
  localparam int unsigned StateBits    =
      Radix * (IntervalBits + 2 * DegreeBits + SpreadBits + SumBits + 1) + PhaseBits + PointerBits
      + 1;

  logic [Radix-1:0]              congested, congested_q;
  logic                          quiescent, write, wrapped;
  logic [StateBits-1:0]          state, last_state;
  logic [NumBounds*LineBits-1:0] ring;
  logic [SumBits*Radix-1:0]      sum;
  logic [SpreadBits*Radix-1:0]   spread;
  logic [IntervalBits*Radix-1:0] running_total;
  logic [PlaneBits-1:0]          running_max, running_min;
  logic [PhaseBits-1:0]          phase;
  logic [PointerBits-1:0]        pointer;

  interval_window #(
    .Radix(Radix), .FractionBits(FractionBits), .NumSamples(NumSamples),
    .BoundSampleInterval(BoundSampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .degree_i, .congested_o(congested), .quiescent_o(quiescent),
    .formal_state_o(state), .formal_write_o(write), .formal_ring_o(ring)
  );
  assign {phase, pointer, wrapped, spread, running_min, running_max, running_total, sum,
          congested_q} = state;

  // The output's number in bit planes.
  function automatic logic [31:0] degree_of(input logic [PlaneBits-1:0] planes);
    degree_of = '0;
    for (int b = 0; b < DegreeBits; b++) degree_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] rest_of(input logic [RestBits*Radix-1:0] planes);
    rest_of = '0;
    for (int b = 0; b < RestBits; b++) rest_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] total_of(input logic [IntervalBits*Radix-1:0] planes);
    total_of = '0;
    for (int b = 0; b < IntervalBits; b++) total_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] spreads_of(input logic [SpreadBits*Radix-1:0] planes);
    spreads_of = '0;
    for (int b = 0; b < SpreadBits; b++) spreads_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] sum_of(input logic [SumBits*Radix-1:0] planes);
    sum_of = '0;
    for (int b = 0; b < SumBits; b++) sum_of[b] = planes[b*Radix + Output];
  endfunction

  // Sums of what the ring holds; clocks without a sample of this output while the window works; and
  // whether it has had samples up to 1 only.
  logic [31:0] expected, total_spread, running, idle;
  logic        in_range, ordered, last_zero, small, lines_small, active, started;
  logic        was_started, was_enabled;
  initial {started, was_started} = '0;
  initial idle = '0;
  initial small = 1'b1;
  assign running = phase == '0 ? 32'd0 : total_of(running_total);  // else it is in the ring
  assign active  = degree_i != '0 || !quiescent;
  always_comb begin
    logic [31:0] part, rest, apart, age, oldest_part, oldest_rest;
    expected     = running;
    total_spread = '0;
    in_range     = degree_of(running_max) <= MaxDegree && running <= 32'(phase) * MaxDegree;
    ordered      = degree_of(running_min) <= degree_of(running_max);
    last_zero    = phase == '0 || idle < 32'(phase) ||
                   (running | degree_of(running_max)) == '0;
    lines_small  = running <= 32'(phase);
    part         = '0;
    rest         = '0;
    apart        = '0;
    age          = '0;
    oldest_part  = '0;
    oldest_rest  = '0;
    for (int k = 0; k < NumBounds; k++) begin
      part  = degree_of(ring[k*LineBits +: PlaneBits]);
      rest  = rest_of(ring[k*LineBits + PlaneBits +: RestBits*Radix]);
      apart = degree_of(ring[k*LineBits + PlaneBits + RestBits*Radix +: PlaneBits]);
      // Clocks since the interval began.
      age = 32'(phase) + BoundSampleInterval *
            (k < 32'(pointer) ? 32'(pointer) - k : 32'(pointer) + NumBounds - k);
      if (wrapped || k < 32'(pointer)) begin
        total_spread += apart;
        expected += part * BoundSampleInterval + rest;
        if (k == 32'(pointer)) begin
          oldest_part = part;
          oldest_rest = rest;
        end
        if (rest >= BoundSampleInterval || apart > MaxDegree || part > MaxDegree ||
            (part == MaxDegree && rest != '0)) in_range = 1'b0;
        if (part == '0 && rest == '0 && apart != '0) ordered = 1'b0;
        if (part > 1 || (part == 1 && rest != '0)) lines_small = 1'b0;
        if (idle >= age && (part | rest | apart) != '0) last_zero = 1'b0;
        // Between two intervals the running numbers are those of the last.
        if (phase == '0 && 32'(pointer) == (k + 1) % NumBounds) begin
          if (total_of(running_total) != part * BoundSampleInterval + rest ||
              degree_of(running_max) - degree_of(running_min) != apart) ordered = 1'b0;
          if (idle >= BoundSampleInterval && degree_of(running_max) != '0) last_zero = 1'b0;
          if (part == '0 && rest == '0 && degree_of(running_max) != '0) ordered = 1'b0;
        end
      end
    end
    // What has left of the oldest interval, phase by phase.
    for (int t = 0; t < BoundSampleInterval; t++)
      if (t < 32'(phase))
        expected -= oldest_part + (32'(t) + oldest_rest >= BoundSampleInterval ? 32'd1 : 32'd0);
    if (phase == '0 && !wrapped && pointer == '0 &&
        (total_of(running_total) | degree_of(running_max)) != '0) ordered = 1'b0;
    if (phase != '0 && running == '0 && degree_of(running_max) != '0) ordered = 1'b0;
  end

  // The decision, from the sums before the clock.
  logic decided;
  initial decided = 1'b0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    last_state  <= state;
    if (!started || !enable_i) decided <= 1'b0;
    else if (active)
      decided <= 2 * sum_of(sum) >
          (32'(2 * NumSamples) << FractionBits) + BoundSampleInterval * spreads_of(spread);
    if (!started || !enable_i || degree_of(degree_i) != '0) idle <= '0;
    else if (active && idle <= NumSamples + BoundSampleInterval) idle <= idle + 1;
    if (!started || !enable_i) small <= 1'b1;
    else if (degree_of(degree_i) > (32'd1 << FractionBits)) small <= 1'b0;
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
    PointersInRange: assert (32'(phase) < BoundSampleInterval && 32'(pointer) < NumBounds);
    InRange: assert (in_range && sum_of(sum) <= NumSamples * MaxDegree);
    SumExact: assert (sum_of(sum) == expected);
    SumOfSpreadsExact: assert (spreads_of(spread) == total_spread);
    IsOrdered: assert (ordered);
    DecisionExact: assert (congested[Output] == decided);
    DegreesOfOneAreCalm: assert (!small || FractionBits != 0 ||
                                 (lines_small && !congested[Output]));
    DisabledClears: assert (!was_started || was_enabled || state == '0);
    QuiescentMeansZero: assert (!quiescent || (sum_of(sum) | total_spread | running |
        degree_of(running_max) | degree_of(running_min) | 32'(congested)) == '0);
    LastIntervalsAreZero: assert (last_zero);
    CalmWithoutSamples: assert (idle <= NumSamples + BoundSampleInterval || !congested[Output]);
    Congests: cover (congested[Output]);
    CalmsDown: cover (wrapped && enable_i && last_state[Output] && !congested[Output]);
  end

endmodule
