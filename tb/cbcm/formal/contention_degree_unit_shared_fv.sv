// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of contention_degree_unit whose inputs share pickers: what joins sampler, counter
// and pipelined window.
// wraps: contention_degree_unit
// properties: asserts=7 covers=3
// proof: depth=2 Radix=5 SampleInterval=2
// proof: depth=2 Radix=4 SampleInterval=4
// bounded: depth=4 Radix=8 SampleInterval=8
// cover: depth=24 Radix=5 SampleInterval=2
// abstract: picker
// larger: the parts (shared_sampler, contention_counter, contention_window) are proved by themselves
// larger: at more parameters; here is their wiring: degrees are registered and in range, and a
// larger: quiescent unit's window gets no more of them
// assumed: a picker is any circuit that holds while inactive, is clear when disabled and whose looks
// assumed: that found something leave it after exactly PickRanks active clocks (proved in picker); no
// assumed: pick is of the input's own output (cbcm_router reports requests for it)
// mutant DegreesCounted: s/else degree_q <= count;/else degree_q <= degree_q | count;/
// mutant DegreeInRange,NoPickOfOwnOutput: @contention_degree_unit_shared_fv s/assume (!own);//
// mutant QuiescentHoldsState,QuiescentIsSilent: s/sampler_quiescent && window_quiescent/1'b1/
// mutant QuiescentMeansNoDegree: s/sampler_quiescent && window_quiescent/window_quiescent/
// mutant DisabledClears: s/else if (!enable_i) degree_q <= '0;//

module contention_degree_unit_shared_fv #(
  parameter int unsigned Radix = 5,
  parameter int unsigned SampleInterval = 2,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   enable_i,
  input logic [Radix*Radix-1:0] request_i,
  input logic [15:0]            cfg_sampled_vcs_i,
  input logic [63:0]            cfg_seed_i
);

  localparam int unsigned NumSamples          = 10;
  localparam int unsigned BoundSampleInterval = 5;
  localparam int unsigned Pickers    = (Radix + SampleInterval - 1) / SampleInterval;
  localparam int unsigned WindowBits =
      cbcm_pkg::window_state_bits(Radix, PortBits, 0, NumSamples, BoundSampleInterval)
      + cbcm_pkg::window_pipeline_bits(Radix, PortBits, 0, NumSamples, BoundSampleInterval);
  // Source, phase, looks under way, degrees and picks lie above the window.
  localparam int unsigned KnownBits =
      64 + 4 + Pickers + Radix * PortBits + Radix * (1 + PortBits);
  localparam int unsigned StateBits =
      cbcm_pkg::window_state_bits(Radix, PortBits, 0, NumSamples, BoundSampleInterval)
      + Radix * (1 + PortBits) + cbcm_pkg::contention_pipeline_bits(
          Radix, 1, NumSamples, BoundSampleInterval, 0, PortBits, SampleInterval);

  logic [Radix-1:0]          congested, pick_valid;
  logic [StateBits-1:0]      state;
  logic [KnownBits-1:0]      known;
  logic [Radix*PortBits-1:0] pick_output, degrees, counted, last_counted;
  logic [63:0]               random;
  logic [3:0]                phase;
  logic [Pickers-1:0]        busy;
  logic                      quiescent, write;

  contention_degree_unit #(
    .Radix(Radix), .Vcs(1), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval),
    .SampleInterval(SampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i,
    .congested_o(congested), .quiescent_o(quiescent), .formal_state_o(state),
    .formal_write_o(write), .formal_ring_o()
  );
  assign known = state[WindowBits +: KnownBits];
  assign {random, phase, busy, degrees, pick_valid, pick_output} = known;

  // Picks of every output, in bit planes.
  logic own;
  always_comb begin
    logic [PortBits:0] picks;
    counted = '0;
    own     = 1'b0;
    picks   = '0;
    for (int o = 0; o < Radix; o++) begin
      picks = '0;
      for (int i = 0; i < Radix; i++)
        if (pick_valid[i] && pick_output[i*PortBits +: PortBits] == PortBits'(o)) begin
          picks = picks + 1'b1;
          if (i == o) own = 1'b1;
        end
      for (int b = 0; b < PortBits; b++) counted[b*Radix + o] = picks[b];
    end
  end

  logic        started, was_started, was_enabled;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started      <= 1'b1;
    was_started  <= started;
    was_enabled  <= enable_i;
    last_counted <= counted;
  end

  quiescence_properties #(.RegisterBits(KnownBits), .LevelBits(81)) quiescence (
    .clk_i, .started_i(started), .idle_i(request_i == '0), .quiescent_i(quiescent),
    .levels_i({enable_i, cfg_sampled_vcs_i, cfg_seed_i}), .registers_i(known), .event_i(write),
    .busy_i(enable_i && !quiescent), .asleep_o(), .last_levels_o()
  );

  always_comb begin
    assume (rst_ni == started);
    assume (!own);
    DegreesCounted: assert (degrees == (was_started && was_enabled ? last_counted : '0));
    QuiescentMeansNoDegree: assert (!quiescent ||
        (degrees == '0 && pick_valid == '0 && busy == '0 && congested == '0));
    DisabledClears: assert (!was_started || was_enabled ||
        (degrees == '0 && pick_valid == '0 && busy == '0 && congested == '0));
    PicksMeet: cover (started && degrees[Radix] && !degrees[0]);
    DegreesGo: cover (was_started && was_enabled && request_i == '0 && degrees == '0
                      && last_counted == '0 && random != 64'h9E37_79B9_7F4A_7C15 && !quiescent);
  end

endmodule
