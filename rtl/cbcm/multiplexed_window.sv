// SPDX-License-Identifier: Apache-2.0
// One datapath of multiplexed_contention: the windows of SampleInterval outputs, one in turn.
//
// Contract:   docs/reference/cbcm/multiplexed_contention.md
// Source:     CBCM paper, Section IV-B1 (contention metric)
// Interface:  part of multiplexed_contention: a degree and the sample it replaces per clock with
//             `active_i`; the decision is that of the output whose turn it is
// Latency:    1 turn of all outputs from a degree to `above_o`; of that the decision takes the last
//             two active clocks
// Parameters: DegreeBits 2-6, NumSamples 4-128 and 2 to 8 times BoundSampleInterval 2-64,
//             SampleInterval 8 or 16. SampleInterval rows that move on by one in each active clock:
//             an adder and a subtractor of the sum's width, two comparators of DegreeBits, and the
//             comparison with the limit, which has a register of LimitBits.
// Not handled: a sum that goes below 0 because `oldest_i` is not what was given SampleInterval *
//             NumSamples active clocks ago: it stays wrong until `scrub_i`.
//
// lint-params: DegreeBits=6
// lint-params: DegreeBits=2 NumSamples=4 BoundSampleInterval=2 SampleInterval=16
// lint-illegal: DegreeBits=7
// lint-illegal: NumSamples=12 BoundSampleInterval=12
// lint-illegal: SampleInterval=4

module multiplexed_window #(
  /// Width of a contention degree.
  parameter int unsigned DegreeBits = 3,
  /// Samples averaged.
  parameter int unsigned NumSamples = 12,
  /// Samples per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 6,
  /// Outputs, and active clocks between two samples of one.
  parameter int unsigned SampleInterval = 8,
  localparam int unsigned Bounds    = NumSamples / BoundSampleInterval,
  localparam int unsigned SumBits   =
      cbcm_pkg::sum_bits(NumSamples, cbcm_pkg::max_degree(1 << DegreeBits, 0)),
  localparam int unsigned SpreadBits = DegreeBits + $clog2(Bounds),
  localparam int unsigned RowBits   = SumBits + 2 * DegreeBits + Bounds * DegreeBits,
  localparam int unsigned SampleBits   = SampleInterval * Bounds * DegreeBits,
  localparam int unsigned StateBits    = SampleInterval * (SumBits + 2 * DegreeBits),
  localparam int unsigned LimitBits    = cbcm_pkg::limit_bits(DegreeBits, NumSamples),
  localparam int unsigned PipelineBits = 1 + LimitBits,
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits
) (
  /// Clock, rising edge.
  input  logic                  clk_i,
  /// The rows move on; low: nothing changes.
  input  logic                  active_i,
  /// The row whose turn it is has been written since reset; low: it counts as 0.
  input  logic                  known_i,
  /// First sample of a maximum and minimum.
  input  logic                  opens_i,
  /// Last sample of a maximum and minimum.
  input  logic                  closes_i,
  /// The output's sample.
  input  logic [DegreeBits-1:0] degree_i,
  /// The one that it replaces.
  input  logic [DegreeBits-1:0] oldest_i,
  /// The sum of the output's samples has been formed anew.
  input  logic                  scrub_i,
  /// That sum, with this sample.
  input  logic [SumBits-1:0]    scrub_sum_i,
  /// The contention metric of the output, as its window was, is above 1.
  output logic                  above_o,
  /// Its window was 0 and stays so.
  output logic                  zero_o
`ifdef FORMAL
  ,
  /// Decision and limit, and the rows, the one whose turn it is lowest.
  output logic [StorageBits-1:0] state_o
`endif
);

  if (DegreeBits < 2 || DegreeBits > 6) $fatal(1, "%m: DegreeBits = %0d is not in 2-6", DegreeBits);
  if (NumSamples < 4 || NumSamples > 128)
    $fatal(1, "%m: NumSamples = %0d is not in 4-128", NumSamples);
  if (BoundSampleInterval < 2 || NumSamples % BoundSampleInterval != 0
      || NumSamples / BoundSampleInterval < 2 || NumSamples / BoundSampleInterval > 8)
    $fatal(1, "%m: NumSamples = %0d is not 2 to 8 times BoundSampleInterval = %0d", NumSamples,
           BoundSampleInterval);
  if (SampleInterval != 8 && SampleInterval != 16)
    $fatal(1, "%m: SampleInterval = %0d is not 8 or 16", SampleInterval);

  logic [SampleInterval*RowBits-1:0] rows_q;
  logic [RowBits-1:0]                row_d;
  logic [SumBits-1:0]                sum, sum_d;
  logic [DegreeBits-1:0]             largest, smallest, largest_d, smallest_d;
  logic [Bounds*DegreeBits-1:0]      spreads, spreads_d, second_spreads;
  logic [SumBits-1:0]                next_sum;
  logic [LimitBits-1:0]              limit_d, limit_q;
  logic                              above_d, above_q;

  assign {sum, largest, smallest, spreads} = known_i ? rows_q[RowBits-1:0] : '0;
  assign row_d = {sum_d, largest_d, smallest_d, spreads_d};

  // MA(degree) - (MA(largest) - MA(smallest)) / 2 > 1, times 2 * NumSamples: the limit of the
  // second row to come, the comparison of the next one. So who uses the decision does not wait.
  assign next_sum       = rows_q[2*RowBits-1 -: SumBits];
  assign second_spreads = rows_q[2*RowBits +: Bounds*DegreeBits];
  always_comb begin : decide
    logic [SpreadBits-1:0] spread;
    spread = '0;
    for (int b = 0; b < Bounds; b++)
      spread = spread + SpreadBits'(second_spreads[b*DegreeBits +: DegreeBits]);
    limit_d = LimitBits'(32'(BoundSampleInterval) * 32'(spread) + 32'(2 * NumSamples));
    above_d = 32'({next_sum, 1'b0}) > 32'(limit_q);
  end
  assign above_o = above_q && known_i;

  assign sum_d = scrub_i ? scrub_sum_i : sum + SumBits'(degree_i) - SumBits'(oldest_i);

  always_comb begin : bounds
    largest_d  = opens_i || degree_i > largest ? degree_i : largest;
    smallest_d = opens_i || degree_i < smallest ? degree_i : smallest;
    spreads_d  = spreads;
    if (closes_i)
      spreads_d = {spreads[(Bounds-1)*DegreeBits-1:0], largest_d - smallest_d};
  end

  assign zero_o = {sum, largest, smallest, spreads, degree_i} == '0;

  // The row that was least recently read is at the low end. Not reset: see known_i.
  always_ff @(posedge clk_i) begin : rows
    if (active_i) begin
      rows_q  <= {row_d, rows_q[SampleInterval*RowBits-1:RowBits]};
      limit_q <= limit_d;
      above_q <= above_d;
    end
  end

`ifdef FORMAL
  assign state_o = {above_q, limit_q, rows_q};
`endif

endmodule
