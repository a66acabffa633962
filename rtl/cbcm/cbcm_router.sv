// SPDX-License-Identifier: Apache-2.0
// What a router instantiates for CBCM: contention detection and packet marking.
//
// Contract:   docs/reference/cbcm/cbcm_router.md
// Source:     CBCM paper, Section IV-B1
// Interface:  requests and crossing heads of this clock; both all 0 is idle
// Latency:    marks 1 clock; a head that crosses at t sees the looks that ended up to t - 2 -
//             2 * SampleInterval, and requests up to t-3 with SampleInterval 1
// Parameters: Radix 4-64, Vcs 1-16, Speedup 1-4, SampleInterval 8 or 16: a port_picker per input and
//             multiplexed_contention, NumSamples 4-128 and 2-8 times BoundSampleInterval 2-64. With
//             SampleInterval 1 the paper's letter, contention_degree_unit: NumSamples 10-1000 and a
//             multiple of BoundSampleInterval 2-100, Weighted 0-1, WeightFraction 12-16, Intervals
//             0-1.
// Not handled: an input that requests its own output is reported by `error_o`, not filtered.
//
// A router whose input ports are not next to each other instantiates port_picker in each of them, and
// multiplexed_contention and packet_marker by its allocator: docs/user/integration.md.
//
// lint-params: Radix=4 Vcs=1 Speedup=1 NumSamples=4 BoundSampleInterval=2
// lint-params: Radix=8 Vcs=6 SampleInterval=16
// lint-large: Radix=22
// lint-params: Radix=4 Vcs=1 NumSamples=10 BoundSampleInterval=5 SampleInterval=1
// lint-large: Radix=22 NumSamples=100 BoundSampleInterval=10 SampleInterval=1
// lint-large: Radix=8 Vcs=6 NumSamples=100 BoundSampleInterval=10 SampleInterval=1 Weighted=1
// lint-params: Radix=8 Vcs=6 NumSamples=100 BoundSampleInterval=10 SampleInterval=1 Intervals=1
// lint-illegal: Radix=3
// lint-illegal: Vcs=17
// lint-illegal: Speedup=5
// lint-illegal: NumSamples=101
// lint-illegal: SampleInterval=5
// lint-illegal: Weighted=1
// lint-illegal: Intervals=1

module cbcm_router #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels per input that may be sampled.
  parameter int unsigned Vcs = 4,
  /// Heads that may cross to one output in a clock.
  parameter int unsigned Speedup = 2,
  /// Samples averaged.
  parameter int unsigned NumSamples = 12,
  /// Samples per maximum and minimum.
  parameter int unsigned BoundSampleInterval = 6,
  /// 1: the exact weighted contention degree.
  parameter int unsigned Weighted = 0,
  /// Fraction bits of the weighted degree.
  parameter int unsigned WeightFraction = 12,
  /// Clocks between two samples of an output; 1: the paper's letter.
  parameter int unsigned SampleInterval = 8,
  /// 1: the window keeps a sum and a spread per interval instead of samples and bounds.
  parameter int unsigned Intervals = 0,
  localparam int unsigned PortBits = $clog2(Radix),
  localparam int unsigned FractionBits = Weighted == 1 ? WeightFraction : 0,
  localparam int unsigned DegreeBits = PortBits + FractionBits,
  localparam int unsigned StateBits = cbcm_pkg::router_state_bits(
      Radix, NumSamples, BoundSampleInterval,
      interval_pkg::chosen_state_bits(Intervals, Radix, DegreeBits, FractionBits, NumSamples,
                                      BoundSampleInterval),
      Weighted, SampleInterval) + 1,
  localparam int unsigned PipelineBits = 2 * Radix * Speedup + cbcm_pkg::router_pipeline_bits(
      Radix, Vcs, NumSamples, Weighted, DegreeBits, SampleInterval)
) (
  /// Clock, rising edge.
  input  logic                        clk_i,
  /// Asynchronous reset, active low.
  input  logic                        rst_ni,
  /// Low: contention detection is reset and no head gains a mark.
  input  logic                        enable_i,
  /// Lane `i` is input `i`; its bit `o*Vcs + v`: VC `v` requests output `o`.
  input  logic [Radix*Radix*Vcs-1:0]  request_i,
  /// VC `v` takes part when bit `v` is 1 (static).
  input  logic [15:0]                 cfg_sampled_vcs_i,
  /// Seed of the random source (static); 0 means 9E3779B97F4A7C15.
  input  logic [63:0]                 cfg_seed_i,
  /// Lane `o*Speedup + k`: a head crosses to output `o` in switch pass `k`.
  input  logic [Radix*Speedup-1:0]    head_valid_i,
  /// It is marked already.
  input  logic [Radix*Speedup-1:0]    head_marked_i,
  /// It belongs to a data packet.
  input  logic [Radix*Speedup-1:0]    head_data_i,
  /// The contention metric of the output is above 1.
  output logic [Radix-1:0]            congested_o,
  /// A head crossed in the last clock.
  output logic [Radix*Speedup-1:0]    marked_valid_o,
  /// Its mark from now on; 0 where `marked_valid_o` is 0.
  output logic [Radix*Speedup-1:0]    marked_o,
  /// Sticky: an input requested its own output.
  output logic                        error_o,
  /// A clock without requests and heads changes nothing.
  output logic                        quiescent_o
`ifdef FORMAL
  ,
  /// Every flip-flop, but with SampleInterval above 1 only this module's own (the parts are proved
  /// by themselves), for the proof of quiescence.
  output logic [StateBits+PipelineBits-1:0] formal_state_o,
  /// This clock writes a ring.
  output logic                        formal_write_o
`endif
);

  localparam int unsigned SampleBits = SampleInterval > 1
      ? cbcm_pkg::multiplexed_sample_bits(Radix, NumSamples, BoundSampleInterval, SampleInterval)
      : interval_pkg::chosen_sample_bits(Intervals, Radix, DegreeBits, NumSamples,
                                         BoundSampleInterval);
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  logic contention_quiescent, marker_quiescent, error_q;
  assign error_o     = error_q;
  assign quiescent_o = contention_quiescent && marker_quiescent;

`ifdef FORMAL
  logic [StateBits+PipelineBits-2*Radix*Speedup-2:0] formal_contention;
  assign formal_state_o = {error_q, marked_valid_o, marked_o, formal_contention};
`endif

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  always_ff @(posedge clk_i or negedge rst_ni) begin : own_output
    logic [Vcs-1:0] own;
    own = '0;
    if (!rst_ni) begin
      error_q <= 1'b0;
    end else if (!enable_i) begin
      error_q <= 1'b0;
    end else begin
      for (int i = 0; i < Radix; i++) own = own | request_i[(i*Radix + i)*Vcs +: Vcs];
      error_q <= error_q || (|own);
    end
  end
  // verilator tracing_on

  if (SampleInterval != 1 && SampleInterval != 8 && SampleInterval != 16)
    $fatal(1, "%m: SampleInterval = %0d is not 1, 8 or 16", SampleInterval);

  if (SampleInterval > 1) begin : gen_multiplexed
    if (Weighted != 0) $fatal(1, "%m: Weighted = %0d is not 0 when SampleInterval > 1", Weighted);
    if (Intervals != 0) $fatal(1, "%m: Intervals = %0d is not 0 when SampleInterval > 1", Intervals);

    logic [Radix-1:0]          pick_valid, picker_quiescent;
    logic [Radix*PortBits-1:0] pick_output;
    logic                      behind_quiescent;
    assign contention_quiescent = (&picker_quiescent) && behind_quiescent;

    for (genvar i = 0; i < Radix; i++) begin : gen_port
      port_picker #(
        .Radix          (Radix),
        .Vcs            (Vcs),
        .SampleInterval (SampleInterval)
      ) u_picker (
        .clk_i,
        .rst_ni,
        .enable_i,
        .request_i         (request_i[i*Radix*Vcs +: Radix*Vcs]),
        .cfg_sampled_vcs_i,
        .cfg_seed_i        (cbcm_pkg::port_seed(cfg_seed_i, i)),
        .pick_valid_o      (pick_valid[i]),
        .pick_output_o     (pick_output[i*PortBits +: PortBits]),
        .quiescent_o       (picker_quiescent[i])
      );
    end

    multiplexed_contention #(
      .Radix               (Radix),
      .NumSamples          (NumSamples),
      .BoundSampleInterval (BoundSampleInterval),
      .SampleInterval      (SampleInterval)
    ) u_contention (
      .clk_i,
      .rst_ni,
      .enable_i,
      .pick_valid_i  (pick_valid),
      .pick_output_i (pick_output),
      .congested_o,
      .quiescent_o   (behind_quiescent)
    );
`ifdef FORMAL
    // Of the pickers only which are awake: the parts are proved by themselves.
    always_comb begin : formal_parts
      formal_contention            = '0;
      formal_contention[Radix-1:0] = ~picker_quiescent;
    end
    assign formal_write_o = 1'b0;
`endif
  end else begin : gen_letter
    contention_degree_unit #(
      .Radix               (Radix),
      .Vcs                 (Vcs),
      .NumSamples          (NumSamples),
      .BoundSampleInterval (BoundSampleInterval),
      .Weighted            (Weighted),
      .WeightFraction      (WeightFraction),
      .Intervals           (Intervals)
    ) u_contention (
      .clk_i,
      .rst_ni,
      .enable_i,
      .request_i,
      .cfg_sampled_vcs_i,
      .cfg_seed_i,
      .congested_o,
      .quiescent_o (contention_quiescent)
`ifdef FORMAL
      , .formal_state_o (formal_contention), .formal_write_o
`endif
    );
  end

  packet_marker #(
    .Radix   (Radix),
    .Speedup (Speedup)
  ) u_marker (
    .clk_i,
    .rst_ni,
    .enable_i,
    .head_valid_i,
    .head_marked_i,
    .head_data_i,
    .congested_i (congested_o),
    .marked_valid_o,
    .marked_o,
    .quiescent_o (marker_quiescent)
  );

endmodule
