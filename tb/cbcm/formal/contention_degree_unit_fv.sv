// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of contention_degree_unit: degrees in range, calm without requests, quiescence.
// properties: asserts=12 covers=2
// quick: no
// proof: depth=1 Radix=5 NumSamples=10 BoundSampleInterval=5 Output=4
// proof: depth=1 Radix=4 NumSamples=12 BoundSampleInterval=4 Output=0
// bounded: depth=2 Radix=8 NumSamples=10 BoundSampleInterval=5 Output=7
// cover: depth=30 Radix=4 NumSamples=10 BoundSampleInterval=5
// mutants: Radix=4 NumSamples=10 BoundSampleInterval=5 Output=0
// larger: what is proved of the parts (contention_window, contention_counter, request_sampler)
// larger: carries over by composition: the only assumption between them, that samples are in range,
// larger: is DegreeInRange here; without requests the window gets zeros one clock later, whatever
// larger: the parameters, and is calm NumSamples + 1 clocks after
// assumed: no input requests its own output by a sampled VC (cbcm_router reports it as error)
// mutant DegreeInRange,SamplesInRange,NoPickOfOwnOutput: @contention_degree_unit_fv Radix=5 Output=4 s/assume (!own);//
// mutant QuiescentHoldsState,QuiescentIsSilent: s/sampler_quiescent && window_quiescent/1'b1/
// mutant PointerInRange: @sample_ring s/pointer_q <= pointer_q + 1'b1/pointer_q <= pointer_q + 4'd7/
// mutant SumExact: @sample_ring s/wrapped_q ? ring_q/1'b1 ? ring_q/
// mutant PicksNeedRequests: @lane_sampler s/if (|request_i) begin/begin/; s/ & {(PortBits+1){|total}}//
// mutant LastSamplesAreZero: @sample_ring s/if (enable_i && active_i) ring_q/if (enable_i \&\& (|line_i)) ring_q/
// mutant CalmWithoutRequests: depth=24 @contention_decision s/if (!rst_ni) congested_q <= '0;/if (!rst_ni) congested_q <= '1;/; s/else if (active_i) congested_q <= exceeds.*/else if (active_i) congested_q <= '1;/
// mutant DisabledClears: @contention_window s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant QuiescentMeansZero: s/sampler_quiescent && window_quiescent/1'b1/

module contention_degree_unit_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned NumSamples = 10,
  parameter int unsigned BoundSampleInterval = 5,
  /// The one that the properties are about.
  parameter int unsigned Output = 0,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   enable_i,
  input logic [Radix*Radix-1:0] request_i,
  input logic [15:0]            cfg_sampled_vcs_i,
  input logic [63:0]            cfg_seed_i
);

  localparam int unsigned SumBits     = cbcm_pkg::sum_bits(NumSamples, Radix - 1);
  localparam int unsigned PointerBits = $clog2(NumSamples);
  localparam int unsigned PlaneBits   = PortBits * Radix;
  localparam int unsigned NumBounds   = NumSamples / BoundSampleInterval;
  localparam int unsigned BoundBits   =
      cbcm_pkg::bounds_state_bits(Radix, PortBits, 0, NumSamples, BoundSampleInterval);
  localparam int unsigned StateBits   =
      cbcm_pkg::window_state_bits(Radix, PortBits, 0, NumSamples, BoundSampleInterval)
      + Radix * (1 + PortBits) + 64;

  logic [Radix-1:0]                congested, congested_q, pick_valid;
  logic [StateBits-1:0]            state;
  logic [NumSamples*PlaneBits-1:0] ring;
  logic [2*NumBounds*PlaneBits-1:0] bound_ring;
  logic [63:0]                     random;
  logic [Radix*PortBits-1:0]       pick_output;
  logic [PointerBits-1:0]          pointer;
  logic [BoundBits-1:0]            bounds;
  logic [SumBits*Radix-1:0]        sum;
  logic                            quiescent, write, wrapped;

  contention_degree_unit #(
    .Radix(Radix), .Vcs(1), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i,
    .congested_o(congested), .quiescent_o(quiescent),
    .formal_state_o(state), .formal_write_o(write), .formal_ring_o({bound_ring, ring})
  );
  assign {random, pick_valid, pick_output, pointer, wrapped, bounds, sum, congested_q} = state;

  // Sum of the valid samples of the output, in a tree (see contention_window_fv).
  localparam int unsigned Leaves = 1 << PointerBits;
  logic [2*Leaves*32-1:0] tree;
  logic [31:0]            output_sum, idle;
  logic                   last_zero, in_range, own;
  always_comb begin
    logic [31:0] age, sample;
    tree       = '0;
    last_zero  = 1'b1;
    in_range   = 1'b1;
    age        = '0;
    sample     = '0;
    output_sum = '0;
    own        = 1'b0;
    for (int b = 0; b < SumBits; b++) output_sum[b] = sum[b*Radix + Output];
    for (int k = 0; k < NumSamples; k++) begin
      sample = '0;
      for (int b = 0; b < PortBits; b++) sample[b] = ring[k*PlaneBits + b*Radix + Output];
      age = (k < 32'(pointer) ? 32'(pointer) : 32'(pointer) + NumSamples) - 1 - k;
      if (wrapped || k < 32'(pointer)) begin
        tree[32*(Leaves + k) +: 32] = sample;
        if (sample >= Radix) in_range = 1'b0;
        // The last request's pick was sampled a clock after it.
        if (age + 1 < idle && sample != '0) last_zero = 1'b0;
      end
    end
    for (int i = Leaves - 1; i > 0; i--)
      tree[32*i +: 32] = tree[64*i +: 32] + tree[64*i + 32 +: 32];
    for (int i = 0; i < Radix; i++) own |= request_i[i*Radix + i] && cfg_sampled_vcs_i[0];
  end

  // Clocks without requests.
  logic        started, was_started, was_enabled;
  logic [63:0] last_seed;
  logic [15:0] last_sampled_vcs;
  initial {started, was_started} = '0;
  initial idle = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    if (!started || request_i != '0) idle <= '0;
    else if (idle <= NumSamples + 1) idle <= idle + 1;
  end

  quiescence_properties #(.RegisterBits(StateBits), .LevelBits(81)) quiescence (
    .clk_i, .started_i(started), .idle_i(request_i == '0), .quiescent_i(quiescent),
    .levels_i({enable_i, cfg_sampled_vcs_i, cfg_seed_i}), .registers_i(state), .event_i(write),
    .busy_i(enable_i && !quiescent), .asleep_o(),
    .last_levels_o({was_enabled, last_sampled_vcs, last_seed})
  );

  always_comb begin
    assume (rst_ni == started);
    assume (!own);
    PointerInRange: assert (32'(pointer) < NumSamples);
    SumExact: assert (output_sum == tree[32 +: 32]);
    SamplesInRange: assert (in_range);
    PicksNeedRequests: assert (idle == '0 || pick_valid == '0);
    LastSamplesAreZero: assert (last_zero);
    CalmWithoutRequests: assert (idle <= NumSamples + 1 || !congested[Output]);
    QuiescentMeansZero: assert (!quiescent || (output_sum == '0 && congested == '0 &&
        pick_valid == '0 && pick_output == '0));
    DisabledClears: assert (!was_started || was_enabled || (sum == '0 && bounds == '0 &&
        congested_q == '0 && pick_valid == '0 && pick_output == '0 && pointer == '0 && !wrapped &&
        random == (last_seed == '0 ? 64'h9E37_79B9_7F4A_7C15 : last_seed)));
    Congests: cover (congested[Output]);
  end

endmodule
