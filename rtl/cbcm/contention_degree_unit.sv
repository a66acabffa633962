// SPDX-License-Identifier: Apache-2.0
// Contention detection of one router: sampler, counter and window joined.
//
// Contract:   docs/reference/cbcm/contention_degree_unit.md
// Source:     CBCM paper, Section IV-B1
// Interface:  one request vector per clock, all 0 is idle; one level per output
// Latency:    3 clocks from `request_i` to `congested_o` (pick or degree, sum, decision)
// Parameters: Radix 4-64, Vcs 1-16, NumSamples 10-1000 and a multiple of BoundSampleInterval 2-100,
//             Weighted 0-1 (1: weighted_sampler instead of request_sampler and contention_counter,
//             and WeightFraction 12-16 more bits per sample), Intervals 0-1 (1: interval_window
//             instead of contention_window). The paper's letter, every input in every clock: wide
//             and deep; what a router takes is port_picker and multiplexed_contention.
// Not handled: requests of an input for its own output (see the parts).
//
// lint-params: Radix=4 Vcs=1 NumSamples=10 BoundSampleInterval=5
// lint-large: Radix=22
// lint-large: Radix=8 Vcs=6 Weighted=1
// lint-large: Radix=22 Intervals=1
// lint-large: Radix=8 Vcs=6 Weighted=1 Intervals=1
// lint-illegal: Radix=3
// lint-illegal: Vcs=17
// lint-illegal: NumSamples=101
// lint-illegal: Weighted=2
// lint-illegal: Intervals=2
// lint-illegal: Radix=4 Weighted=1 WeightFraction=11

module contention_degree_unit #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels per input that may be sampled.
  parameter int unsigned Vcs = 4,
  /// Samples averaged.
  parameter int unsigned NumSamples = 100,
  /// Cycles per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 10,
  /// 1: the exact weighted contention degree.
  parameter int unsigned Weighted = 0,
  /// Fraction bits of the weighted degree.
  parameter int unsigned WeightFraction = 12,
  /// 1: the window keeps a sum and a spread per interval instead of samples and bounds.
  parameter int unsigned Intervals = 0,
  localparam int unsigned PortBits = $clog2(Radix),
  localparam int unsigned FractionBits = Weighted == 1 ? WeightFraction : 0,
  localparam int unsigned DegreeBits = PortBits + FractionBits,
  localparam int unsigned WindowStateBits = interval_pkg::chosen_state_bits(
      Intervals, Radix, DegreeBits, FractionBits, NumSamples, BoundSampleInterval),
  localparam int unsigned SampleBits = interval_pkg::chosen_sample_bits(
      Intervals, Radix, DegreeBits, NumSamples, BoundSampleInterval),
  localparam int unsigned StateBits =
      WindowStateBits + (Weighted == 1 ? 0 : Radix * (1 + PortBits)),
  localparam int unsigned PipelineBits = Weighted == 1 ? Radix * DegreeBits : 64
) (
  /// Clock, rising edge.
  input  logic                        clk_i,
  /// Asynchronous reset, active low.
  input  logic                        rst_ni,
  /// Low: every register takes its reset value, the random source its seed.
  input  logic                        enable_i,
  /// Lane `i` is input `i`; its bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Radix*Radix*Vcs-1:0]  request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [15:0]                 cfg_sampled_vcs_i,
  /// Seed of the random source (static); 0 means 9E3779B97F4A7C15. Unused when weighted.
  input  logic [63:0]                 cfg_seed_i,
  /// The contention metric of the output is above 1.
  output logic [Radix-1:0]            congested_o,
  /// A clock without requests changes nothing.
  output logic                        quiescent_o
`ifdef FORMAL
  ,
  /// Every flip-flop, for the proof of quiescence.
  output logic [StateBits+PipelineBits-1:0] formal_state_o,
  /// This clock writes a ring.
  output logic                        formal_write_o,
  /// Every line of the window's rings.
  output logic [SampleBits-1:0]       formal_ring_o
`endif
);

  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Weighted > 1) $fatal(1, "%m: Weighted = %0d is not in 0-1", Weighted);
  if (Intervals > 1) $fatal(1, "%m: Intervals = %0d is not in 0-1", Intervals);

  logic [DegreeBits*Radix-1:0] degree;
  logic sampler_quiescent, window_quiescent;
  assign quiescent_o = sampler_quiescent && window_quiescent;

`ifdef FORMAL
  logic [StateBits+PipelineBits-WindowStateBits-1:0] formal_sampler;
  logic [WindowStateBits-1:0] formal_window;
  assign formal_state_o = {formal_sampler, formal_window};
`endif

  if (Weighted == 1) begin : gen_weighted
    logic unused_seed;
    assign unused_seed = ^cfg_seed_i;
`ifdef FORMAL
    assign formal_sampler = degree;
`endif

    weighted_sampler #(
      .Radix          (Radix),
      .Vcs            (Vcs),
      .WeightFraction (WeightFraction)
    ) u_sampler (
      .clk_i,
      .rst_ni,
      .enable_i,
      .request_i,
      .cfg_sampled_vcs_i,
      .degree_o    (degree),
      .quiescent_o (sampler_quiescent)
    );
  end else begin : gen_randomised
    logic [Radix-1:0]          pick_valid;
    logic [Radix*PortBits-1:0] pick_output;
`ifdef FORMAL
    logic [63:0] formal_random;
    assign formal_sampler = {formal_random, pick_valid, pick_output};
`endif

    request_sampler #(
      .Radix (Radix),
      .Vcs   (Vcs)
    ) u_sampler (
      .clk_i,
      .rst_ni,
      .enable_i,
      .request_i,
      .cfg_sampled_vcs_i,
      .cfg_seed_i,
      .pick_valid_o  (pick_valid),
      .pick_output_o (pick_output),
      .quiescent_o   (sampler_quiescent)
`ifdef FORMAL
      , .formal_random_o (formal_random)
`endif
    );

    contention_counter #(
      .Radix (Radix)
    ) u_counter (
      .pick_valid_i  (pick_valid),
      .pick_output_i (pick_output),
      .degree_o      (degree)
    );
  end

  if (Intervals == 1) begin : gen_intervals
    interval_window #(
      .Radix               (Radix),
      .FractionBits        (FractionBits),
      .DegreeBits          (DegreeBits),
      .NumSamples          (NumSamples),
      .BoundSampleInterval (BoundSampleInterval)
    ) u_window (
      .clk_i,
      .rst_ni,
      .enable_i,
      .degree_i    (degree),
      .congested_o,
      .quiescent_o (window_quiescent)
`ifdef FORMAL
      , .formal_state_o (formal_window), .formal_write_o, .formal_ring_o
`endif
    );
  end else begin : gen_samples
    contention_window #(
      .Radix               (Radix),
      .FractionBits        (FractionBits),
      .DegreeBits          (DegreeBits),
      .NumSamples          (NumSamples),
      .BoundSampleInterval (BoundSampleInterval)
    ) u_window (
      .clk_i,
      .rst_ni,
      .enable_i,
      .degree_i    (degree),
      .congested_o,
      .quiescent_o (window_quiescent)
`ifdef FORMAL
      , .formal_state_o (formal_window), .formal_write_o, .formal_ring_o
`endif
    );
  end

endmodule
