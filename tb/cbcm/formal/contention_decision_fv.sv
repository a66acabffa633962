// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of contention_decision: the decision against plain integers.
// properties: asserts=3 covers=2
// proof: depth=1 Radix=4 NumSamples=10 BoundSampleInterval=5 Output=0
// proof: depth=1 Radix=5 NumSamples=12 BoundSampleInterval=4 Output=4
// proof: depth=1 Radix=22 NumSamples=100 BoundSampleInterval=10 Output=21
// proof: depth=1 Radix=22 NumSamples=100 BoundSampleInterval=50 Output=21
// proof: depth=1 Radix=9 NumSamples=189 BoundSampleInterval=63 Output=3
// bounded: depth=4 Radix=22 NumSamples=100 BoundSampleInterval=10 Output=21
// cover: depth=8 Radix=4 NumSamples=10 BoundSampleInterval=5
// larger: every operation is bitwise across outputs; the other parameters are constants and widths,
// larger: which fit at every legal parameter set (scripts/check_widths.py); one to six bits of the
// larger: interval, each of which adds a row, are proved
// assumed: the sums are within their ranges and the minima's is not above the maxima's (proved in
// assumed: contention_window and contention_bounds)
// mutant DecisionExact: s/(~above & (term | borrow.b.)) | (term & borrow.b.)/~above \& term/
// mutant DecisionExact: s/exceeds = ~(part/exceeds = (part/
// mutant DecisionExact: s/assign carry.0.      = '1;/assign carry[0] = '0;/
// mutant DecisionExact: s/Threshold = MetricBits'(2 . NumSamples)/Threshold = MetricBits'(2 * NumSamples - 2)/
// mutant DisabledClears: s/else if (!enable_i) congested_q/else if (1'b0) congested_q/
// mutant InactiveHolds: s/else if (active_i)/else/

module contention_decision_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned NumSamples = 10,
  parameter int unsigned BoundSampleInterval = 5,
  /// The one that the properties are about.
  parameter int unsigned Output = 0,
  localparam int unsigned NumBounds    = NumSamples / BoundSampleInterval,
  localparam int unsigned SumBits      = cbcm_pkg::sum_bits(NumSamples, Radix - 1),
  localparam int unsigned BoundSumBits = cbcm_pkg::sum_bits(NumBounds, Radix - 1)
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic                          enable_i,
  input logic                          active_i,
  input logic [SumBits*Radix-1:0]      sum_i,
  input logic [BoundSumBits*Radix-1:0] sum_max_i,
  input logic [BoundSumBits*Radix-1:0] sum_min_i
);

  logic [Radix-1:0] congested, last_congested;

  contention_decision #(
    .Radix(Radix), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .sum_i, .sum_max_i, .sum_min_i,
    .congested_o(congested)
  );

  // The output's number in bit planes.
  function automatic logic [31:0] sum_of(input logic [SumBits*Radix-1:0] planes);
    sum_of = '0;
    for (int b = 0; b < SumBits; b++) sum_of[b] = planes[b*Radix + Output];
  endfunction
  function automatic logic [31:0] bound_sum_of(input logic [BoundSumBits*Radix-1:0] planes);
    bound_sum_of = '0;
    for (int b = 0; b < BoundSumBits; b++) bound_sum_of[b] = planes[b*Radix + Output];
  endfunction

  // The paper's decision, from the sums of the last active clock, and the spread among them.
  logic [31:0] spread, last_spread;
  assign spread = bound_sum_of(sum_max_i) - bound_sum_of(sum_min_i);
  logic        decided, started, was_started, was_enabled, was_active;
  initial {started, was_started, decided} = '0;
  initial last_spread = '0;
  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    was_enabled    <= enable_i;
    was_active     <= active_i;
    last_congested <= congested;
    if (!started || !enable_i) begin
      last_spread <= '0;
      decided     <= 1'b0;
    end else if (active_i) begin
      last_spread <= spread;
      decided     <= $signed(2 * sum_of(sum_i) - BoundSampleInterval * spread)
                     > $signed(32'(2 * NumSamples));
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (sum_of(sum_i) <= NumSamples * (Radix - 1));
    assume (bound_sum_of(sum_max_i) <= NumBounds * (Radix - 1));
    assume (bound_sum_of(sum_min_i) <= bound_sum_of(sum_max_i));
    DecisionExact: assert (congested[Output] == decided);
    DisabledClears: assert (!was_started || was_enabled || congested == '0);
    InactiveHolds: assert (!was_started || !was_enabled || was_active ||
                           congested == last_congested);
    Congests: cover (congested[Output] && last_spread != '0);
    CalmsDown: cover (was_active && last_congested[Output] && !congested[Output] && enable_i);
  end

endmodule
