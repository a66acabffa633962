// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of multiplexed_window: what a row becomes in its turn, and that the others move on.
// properties: asserts=10 covers=2
// proof: depth=1 DegreeBits=2 NumSamples=4 BoundSampleInterval=2
// proof: depth=1 DegreeBits=3 NumSamples=12 BoundSampleInterval=6
// bounded: depth=5 DegreeBits=6 NumSamples=12 BoundSampleInterval=6
// bounded: depth=5 DegreeBits=4 NumSamples=12 BoundSampleInterval=3
// cover: depth=24 DegreeBits=2 NumSamples=4 BoundSampleInterval=2
// larger: each property says of one clock what numbers become, by the contract's formulas
// assumed: no row is known before two rows have moved on, which multiplexed_contention's wrapper proves
// assumed: with DecisionIsOfItsRow; that a sum is that of the samples held is proved there, too
// mutant RowsMoveOn: s/{row_d, rows_q.SampleInterval\*RowBits-1:RowBits.}/{row_d, rows_q[(SampleInterval-1)*RowBits-1:0]}/
// mutant HoldsWhileInactive: s/if (active_i) begin/if (1'b1) begin/
// mutant UnknownCountsAsZero: s/above_q \&\& known_i/above_q/
// mutant SumMoves: s/known_i ? rows_q.RowBits-1:0. : '0/rows_q[RowBits-1:0]/
// mutant SumMoves: s/ - SumBits'(oldest_i)//
// mutant ScrubSetsTheSum: s/scrub_i ? scrub_sum_i : //
// mutant BoundsFollow: s/opens_i || degree_i < smallest/degree_i < smallest/
// mutant SpreadEnters: s/if (closes_i)/if (opens_i)/
// mutant LimitIsOfTheNextRow: s/2 \* NumSamples/NumSamples/
// mutant LimitIsOfTheNextRow: s/rows_q.2\*RowBits +: Bounds/rows_q[RowBits +: Bounds/
// mutant AboveIsTheMetric: s/> 32'(limit_q)/>= 32'(limit_q)/
// mutant ZeroStaysZero: s/{sum, largest, smallest, spreads, degree_i} == '0/{sum, largest, smallest, spreads} == '0/

module multiplexed_window_fv #(
  parameter int unsigned DegreeBits = 2,
  parameter int unsigned NumSamples = 4,
  parameter int unsigned BoundSampleInterval = 2,
  localparam int unsigned SampleInterval = 8,
  localparam int unsigned Bounds  = NumSamples / BoundSampleInterval,
  localparam int unsigned SumBits = cbcm_pkg::sum_bits(NumSamples, (1 << DegreeBits) - 1),
  localparam int unsigned RowBits = SumBits + (2 + Bounds) * DegreeBits
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  active_i,
  input logic                  known_i,
  input logic                  opens_i,
  input logic                  closes_i,
  input logic [DegreeBits-1:0] degree_i,
  input logic [DegreeBits-1:0] oldest_i,
  input logic                  scrub_i,
  input logic [SumBits-1:0]    scrub_sum_i
);

  localparam int unsigned LimitBits = cbcm_pkg::limit_bits(DegreeBits, NumSamples);
  logic                              above, zero, decided;
  logic [LimitBits-1:0]              limit;
  logic [SampleInterval*RowBits-1:0] state, was_state;

  multiplexed_window #(
    .DegreeBits(DegreeBits), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval),
    .SampleInterval(SampleInterval)
  ) dut (
    .clk_i, .active_i, .known_i, .opens_i, .closes_i, .degree_i, .oldest_i,
    .scrub_i, .scrub_sum_i,
    .above_o(above), .zero_o(zero), .state_o({decided, limit, state})
  );

  logic                  was_started, started, was_active, was_known, was_opens, was_closes, was_zero;
  logic [DegreeBits-1:0] was_degree, was_oldest;
  logic                  was_scrub;
  logic [SumBits-1:0]    was_scrub_sum;
  logic [1:0]            moves;  // of the rows since reset, up to two
  initial {started, was_started, moves} = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_state   <= state;
    if (!started) moves <= '0;
    else if (active_i && !moves[1]) moves <= moves + 2'd1;
    was_active  <= active_i;
    was_known   <= known_i;
    was_opens   <= opens_i;
    was_closes  <= closes_i;
    was_degree  <= degree_i;
    was_oldest  <= oldest_i;
    was_zero    <= zero;
    was_scrub   <= scrub_i;
    was_scrub_sum <= scrub_sum_i;
  end

  // The row whose turn it was, and what it has become.
  logic [RowBits-1:0]           old_row;
  logic [SumBits-1:0]           old_sum, new_sum;
  logic [DegreeBits-1:0]        old_largest, old_smallest, new_largest, new_smallest;
  logic [Bounds*DegreeBits-1:0] old_spreads, new_spreads;
  assign old_row = was_state[RowBits-1:0] & {RowBits{was_known}};
  assign {old_sum, old_largest, old_smallest, old_spreads} = old_row;
  assign {new_sum, new_largest, new_smallest, new_spreads} =
      state[SampleInterval*RowBits-1 -: RowBits];

  // The metric of the row whose turn it is, in integers: 2 * NumSamples times it.
  logic signed [31:0] metric;  // may be negative
  logic [31:0]        next_spread;
  logic [RowBits-1:0] row, next_row;
  assign row      = state[RowBits-1:0];
  assign next_row = state[RowBits +: RowBits];
  always_comb begin
    metric      = 32'(row[RowBits-1 -: SumBits]) * 2;
    next_spread = '0;
    for (int b = 0; b < Bounds; b++) begin
      metric      = metric - 32'(BoundSampleInterval) * 32'(row[b*DegreeBits +: DegreeBits]);
      next_spread = next_spread + 32'(next_row[b*DegreeBits +: DegreeBits]);
    end
  end

  logic moved;
  assign moved = was_started && was_active;

  always_comb begin
    assume (rst_ni == started);
    assume (!known_i || moves == 2'd2);
    if (was_started) begin
      RowsMoveOn: assert (!moved || state[(SampleInterval-1)*RowBits-1:0]
                                    == was_state[SampleInterval*RowBits-1:RowBits]);
      HoldsWhileInactive: assert (was_active || state == was_state);
      ScrubSetsTheSum: assert (!moved || !was_scrub || new_sum == was_scrub_sum);
      SumMoves: assert (!moved || was_scrub ||
          new_sum == SumBits'(old_sum + SumBits'(was_degree) - SumBits'(was_oldest)));
      BoundsFollow: assert (!moved ||
          (new_largest == (was_opens || was_degree > old_largest ? was_degree : old_largest) &&
           new_smallest == (was_opens || was_degree < old_smallest ? was_degree : old_smallest)));
      SpreadEnters: assert (!moved ||
          new_spreads == (was_closes
              ? (old_spreads << DegreeBits) | (Bounds*DegreeBits)'(new_largest - new_smallest)
              : old_spreads));
      ZeroStaysZero: assert (!moved || !was_zero || was_oldest != '0 || was_scrub ||
                             state[SampleInterval*RowBits-1 -: RowBits] == '0);
    end
    LimitIsOfTheNextRow: assert (moves == '0 ||
        32'(limit) == 32'(BoundSampleInterval) * next_spread + 32'(2 * NumSamples));
    AboveIsTheMetric: assert (moves != 2'd2 || decided == (metric > $signed(32'(2 * NumSamples))));
    UnknownCountsAsZero: assert (above == (known_i && metric > $signed(32'(2 * NumSamples))));
    Above: cover (was_started && above);
    Zero: cover (moved && was_zero && was_known && was_state != '0);
  end

endmodule
