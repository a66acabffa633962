// SPDX-License-Identifier: Apache-2.0
// The congestion decision of every output: difference of the bounds, then comparison.
//
// Contract:   docs/reference/cbcm/contention_window.md, step 1
// Source:     CBCM paper, Section IV-B1
// Interface:  part of contention_window: its sums in each active clock
// Latency:    1 active clock from the sums to `congested_o`
// Parameters: as contention_window. Bit planes, as there.
// Not handled: a sum of minima above that of the maxima.
//
// lint-params: Radix=4 NumSamples=10 BoundSampleInterval=5
// lint-params: Radix=22
// lint-illegal: NumSamples=105

module contention_decision #(
  /// Outputs.
  parameter int unsigned Radix = 8,
  /// Fraction bits of a sample (weighted variant).
  parameter int unsigned FractionBits = 0,
  /// Samples averaged.
  parameter int unsigned NumSamples = 100,
  /// Cycles per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 10,
  localparam int unsigned MaxDegree = cbcm_pkg::max_degree(Radix, FractionBits),
  localparam int unsigned NumBounds = NumSamples / BoundSampleInterval,
  localparam int unsigned SumBits   = cbcm_pkg::sum_bits(NumSamples, MaxDegree),
  localparam int unsigned BoundSumBits = cbcm_pkg::sum_bits(NumBounds, MaxDegree)
) (
  /// Clock, rising edge.
  input  logic                           clk_i,
  /// Asynchronous reset, active low.
  input  logic                           rst_ni,
  /// Low: every register takes its reset value.
  input  logic                           enable_i,
  /// The window samples in this clock; low: nothing changes.
  input  logic                           active_i,
  /// Sum of the samples, bit planes.
  input  logic [SumBits*Radix-1:0]       sum_i,
  /// Sum of the maxima, bit planes.
  input  logic [BoundSumBits*Radix-1:0]  sum_max_i,
  /// Sum of the minima, bit planes.
  input  logic [BoundSumBits*Radix-1:0]  sum_min_i,
  /// The contention metric of the output was above 1.
  output logic [Radix-1:0]               congested_o
`ifdef FORMAL
  ,
  /// The register behind `congested_o`.
  output logic [Radix-1:0]               formal_congested_o
`endif
);

  localparam int unsigned MetricBits   = SumBits + 1;
  localparam int unsigned IntervalBits = $clog2(BoundSampleInterval + 1);

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = Radix;
  localparam int unsigned PipelineBits = 0;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (NumBounds < 2 || NumBounds * BoundSampleInterval != NumSamples)
    $fatal(1, "%m: NumSamples = %0d is not a multiple (at least 2) of BoundSampleInterval = %0d",
           NumSamples, BoundSampleInterval);

  localparam logic [MetricBits-1:0]   Threshold = MetricBits'(2 * NumSamples) << FractionBits;
  localparam logic [IntervalBits-1:0] Interval = IntervalBits'(BoundSampleInterval);

  // Planes that are added up, the sign's among them.
  localparam int unsigned Planes = MetricBits + 1;
  localparam int unsigned Rows   = IntervalBits + 1;

  logic [Radix-1:0] congested_q, exceeds;

  // The spread is the difference of the bounds' sums. Planes are words, each in a variable of its
  // own in simulation (split_var).
  (* mem2reg *) logic [Radix-1:0] spread [BoundSumBits] /*verilator split_var*/;
  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  (* mem2reg *) logic [Radix-1:0] borrow [BoundSumBits+1] /*verilator split_var*/;
  assign borrow[0] = '0;
  for (genvar b = 0; b < BoundSumBits; b++) begin : gen_spread
    logic [Radix-1:0] above, term;
    assign above       = sum_max_i[b*Radix +: Radix];
    assign term        = sum_min_i[b*Radix +: Radix];
    assign spread[b]   = above ^ term ^ borrow[b];
    assign borrow[b+1] = (~above & (term | borrow[b])) | (term & borrow[b]);
  end

  // 2*sum > 2*NS*2^F + BI*spread: plane by plane the limit's terms, a shifted `spread` for every bit
  // of the interval, are added with saved carries, and the sign of the difference less 1 follows
  // from one ripple. By plane and row: the limit after that many bits of the interval, its carries,
  // and what the row saves for the next plane.
  (* mem2reg *) logic [Radix-1:0] limit [Planes*Rows] /*verilator split_var*/;
  (* mem2reg *) logic [Radix-1:0] limit_carry [Planes*Rows] /*verilator split_var*/;
  (* mem2reg *) logic [Radix-1:0] saved [(Planes+1)*Rows] /*verilator split_var*/;
  (* mem2reg *) logic [Radix-1:0] part_carry [Planes+1] /*verilator split_var*/;
  (* mem2reg *) logic [Radix-1:0] carry [Planes+1] /*verilator split_var*/;
  (* mem2reg *) logic [Radix-1:0] part [Planes] /*verilator split_var*/;
  assign part_carry[0] = '0;
  assign carry[0]      = '1;
  for (genvar k = 0; k < Rows; k++) begin : gen_nothing_saved
    assign saved[k] = '0;
  end
  for (genvar b = 0; b < Planes; b++) begin : gen_plane
    logic [Radix-1:0] subtrahend, subtrahend_carry, term;
    assign limit[b*Rows]       = b < MetricBits ? {Radix{Threshold[b % MetricBits]}} : '0;
    assign limit_carry[b*Rows] = '0;
    for (genvar k = 0; k < IntervalBits; k++) begin : gen_row
      localparam int unsigned Row = b * Rows + k;
      if (Interval[k]) begin : gen_add
        logic [Radix-1:0] shifted;
        if (b >= k && b < k + BoundSumBits) begin : gen_bit
          assign shifted = spread[b-k];
        end else begin : gen_zero
          assign shifted = '0;
        end
        assign saved[Row+Rows]    = (limit[Row] & (limit_carry[Row] | shifted))
                                    | (limit_carry[Row] & shifted);
        assign limit[Row+1]       = limit[Row] ^ limit_carry[Row] ^ shifted;
        assign limit_carry[Row+1] = saved[Row];
      end else begin : gen_pass
        assign saved[Row+Rows]    = '0;
        assign limit[Row+1]       = limit[Row];
        assign limit_carry[Row+1] = limit_carry[Row];
      end
    end
    if (b > 0 && b <= SumBits) begin : gen_sum
      assign term = sum_i[(b-1)*Radix +: Radix];
    end else begin : gen_no_sum
      assign term = '0;
    end
    assign subtrahend       = ~limit[b*Rows+IntervalBits];
    assign subtrahend_carry = ~limit_carry[b*Rows+IntervalBits];
    assign part[b]          = subtrahend ^ subtrahend_carry ^ term;
    assign carry[b+1]       = (part[b] & (part_carry[b] | carry[b])) | (part_carry[b] & carry[b]);
    assign part_carry[b+1]  = (subtrahend & (subtrahend_carry | term)) | (subtrahend_carry & term);
  end
  assign exceeds = ~(part[Planes-1] ^ part_carry[Planes-1] ^ carry[Planes-1]);
  // verilator tracing_on

  assign congested_o = congested_q;
`ifdef FORMAL
  assign formal_congested_o = congested_q;
`endif
  always_ff @(posedge clk_i or negedge rst_ni) begin : decision
    if (!rst_ni) congested_q <= '0;
    else if (!enable_i) congested_q <= '0;
    else if (active_i) congested_q <= exceeds;
  end

endmodule
