// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of interval_ring: interval, ring, divider, spreads and what leaves against plain
// integers.
// properties: asserts=10 covers=2
// proof: depth=1 Radix=5 NumSamples=10 BoundSampleInterval=5 Output=0
// proof: depth=1 Radix=5 NumSamples=14 BoundSampleInterval=7 Output=4
// proof: depth=1 Radix=4 NumSamples=10 BoundSampleInterval=2 Output=2
// bounded: depth=4 Radix=22 NumSamples=100 BoundSampleInterval=10 Output=21
// cover: depth=18
// larger: every operation is bitwise across outputs, which share pointers only: an output does not
// larger: depend on the others or on Radix; ring length and interval are only where the pointers
// larger: wrap and constants of divider and comparison, and three pairs of them are proved; each step
// larger: of the divider begins below twice its divisor, which its width holds at any interval; no
// larger: sum is larger than contention_window's (scripts/check_widths.py)
// assumed: samples are at most (Radix - 1) * 2^FractionBits (proved of what feeds the window in
// assumed: contention_degree_unit)
// mutant PointersInRange: s/^        phase_q   <= '0;/        phase_q <= phase_q + 1'b1;/
// mutant IntervalExact: s/old        = total_q.b. & ~{Radix{first_phase}}/old        = total_q[b]/
// mutant IntervalExact: s/above |= {Radix{first_phase}};//
// mutant DividerExact: s/borrow = Divisor.b. ? ~prior | borrow/borrow = Divisor[b] ? ~prior/
// mutant SpreadsExact: s/high = max_d.b.;/high = max_q[b];/
// mutant SumOfSpreadsExact: s/assign oldest    = wrapped_q ?/assign oldest    = 1'b1 ?/
// mutant LeavingExact: s/more_o &= {Radix{!first_phase}};/more_o = more_o | {Radix{first_phase}};/
// mutant LeavingExact: s/left.b. ? rest & more_o/left[b] ? rest/
// mutant InRange: @interval_ring_fv s/assume (!active_i || sample <= MaxDegree);//
// mutant IsOrdered: s/below |= {Radix{first_phase}};/below = ~below;/
// mutant DisabledClears: s/end else if (!enable_i) begin/end else if (1'b0) begin/
// mutant InactiveHolds: s/end else if (active_i) begin/end else begin/

module interval_ring_fv #(
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

  localparam int unsigned MaxDegree    = (Radix - 1) << FractionBits;
  localparam int unsigned NumBounds    = NumSamples / BoundSampleInterval;
  localparam int unsigned IntervalBits = cbcm_pkg::sum_bits(BoundSampleInterval, MaxDegree);
  localparam int unsigned SpreadBits   = cbcm_pkg::sum_bits(NumBounds, MaxDegree);
  localparam int unsigned RestBits     = $clog2(BoundSampleInterval);
  localparam int unsigned PhaseBits    = $clog2(BoundSampleInterval);
  localparam int unsigned PointerBits  = $clog2(NumBounds);
  localparam int unsigned PlaneBits    = DegreeBits * Radix;
  localparam int unsigned LineBits     = (2 * DegreeBits + RestBits) * Radix;
  localparam int unsigned StateBits    =
      Radix * (IntervalBits + 2 * DegreeBits + SpreadBits) + PhaseBits + PointerBits + 1;

  logic [PlaneBits-1:0]          leaving, running_max, running_min;
  logic [Radix-1:0]              more;
  logic [SpreadBits*Radix-1:0]   spread, spread_q;
  logic [IntervalBits*Radix-1:0] total;
  logic [StateBits-1:0]          state, last_state;
  logic [NumBounds*LineBits-1:0] ring, last_ring;
  logic                          wrapped;
  logic [PhaseBits-1:0]          phase;
  logic [PointerBits-1:0]        pointer;

  interval_ring #(
    .Radix(Radix), .FractionBits(FractionBits), .NumSamples(NumSamples),
    .BoundSampleInterval(BoundSampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .degree_i, .leaving_o(leaving), .more_o(more),
    .spread_o(spread), .formal_state_o(state), .formal_ring_o(ring)
  );
  assign {phase, pointer, wrapped, spread_q, running_min, running_max, total} = state;

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

  // The same in plain integers: the interval so far, and the ring of finished ones.
  logic [31:0] sample, ghost_total, ghost_max, ghost_min, next_total, next_max, next_min;
  logic [NumBounds*32-1:0] ghost_totals, ghost_spreads;
  logic started, was_enabled, was_active, was_started, fresh;
  initial {started, was_started} = '0;
  initial {ghost_total, ghost_max, ghost_min} = '0;
  assign sample     = degree_of(degree_i);
  assign fresh      = phase == '0;
  assign next_total = sample + (fresh ? 32'd0 : ghost_total);
  assign next_max   = fresh || sample > ghost_max ? sample : ghost_max;
  assign next_min   = fresh || sample < ghost_min ? sample : ghost_min;

  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    was_active  <= active_i;
    last_state  <= state;
    last_ring   <= ring;
    if (started && !enable_i) begin
      {ghost_total, ghost_max, ghost_min} <= '0;
    end else if (started && active_i) begin
      ghost_total <= next_total;
      ghost_max   <= next_max;
      ghost_min   <= next_min;
      if (phase == PhaseBits'(BoundSampleInterval - 1)) begin
        ghost_totals[32*pointer +: 32]  <= next_total;
        ghost_spreads[32*pointer +: 32] <= next_max - next_min;
      end
    end
  end

  logic [31:0] total_spread, quotient, remainder, samples;
  logic        divider_exact, spreads_exact, in_range;
  assign samples = phase == '0 ? BoundSampleInterval : 32'(phase);  // of `total`, at most
  always_comb begin
    logic [31:0] part, rest, apart;
    total_spread  = '0;
    quotient      = '0;
    remainder     = '0;
    divider_exact = 1'b1;
    spreads_exact = 1'b1;
    in_range      = degree_of(running_max) <= MaxDegree && ghost_total <= samples * MaxDegree;
    part          = '0;
    rest          = '0;
    apart         = '0;
    for (int k = 0; k < NumBounds; k++) begin
      part  = degree_of(ring[k*LineBits +: PlaneBits]);
      rest  = rest_of(ring[k*LineBits + PlaneBits +: RestBits*Radix]);
      apart = degree_of(ring[k*LineBits + PlaneBits + RestBits*Radix +: PlaneBits]);
      if (wrapped || k < 32'(pointer)) begin
        total_spread += ghost_spreads[32*k +: 32];
        if (rest >= BoundSampleInterval ||
            part * BoundSampleInterval + rest != ghost_totals[32*k +: 32]) divider_exact = 1'b0;
        if (apart != ghost_spreads[32*k +: 32]) spreads_exact = 1'b0;
        if (apart > MaxDegree || ghost_totals[32*k +: 32] > BoundSampleInterval * MaxDegree)
          in_range = 1'b0;
      end
      if (wrapped && k == 32'(pointer)) begin
        quotient  = part;
        remainder = rest;
      end
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (!active_i || sample <= MaxDegree);
    PointersInRange: assert (32'(phase) < BoundSampleInterval && 32'(pointer) < NumBounds);
    IntervalExact: assert (total_of(total) == ghost_total && degree_of(running_max) == ghost_max &&
                           degree_of(running_min) == ghost_min);
    DividerExact: assert (divider_exact);
    SpreadsExact: assert (spreads_exact);
    SumOfSpreadsExact: assert (spreads_of(spread_q) == total_spread && spread == spread_q);
    LeavingExact: assert (degree_of(leaving) == quotient &&
        more[Output] == (32'(phase) + remainder >= BoundSampleInterval));
    InRange: assert (in_range);
    IsOrdered: assert (degree_of(running_min) <= degree_of(running_max));
    DisabledClears: assert (!was_started || was_enabled || state == '0);
    InactiveHolds: assert (!was_started || !was_enabled || was_active ||
                           (state == last_state && ring == last_ring));
    LeavesUnequally: cover (started && wrapped && more[Output] && degree_of(leaving) != '0);
    ReturnsToZero: cover (was_started && wrapped && enable_i && last_state != '0 &&
                          (total | spread_q | running_max) == '0);
  end

endmodule
