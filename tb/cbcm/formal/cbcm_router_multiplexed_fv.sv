// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cbcm_router in its default form: marks follow from the registered decision, the
// error bit, quiescence of pickers, unit and marker together.
// wraps: cbcm_router
// properties: asserts=7 covers=3
// proof: depth=2 Radix=4 Vcs=2 Speedup=1
// proof: depth=2 Radix=5 Vcs=1 Speedup=2
// cover: depth=8 Radix=4 Vcs=2 Speedup=1
// abstract: sample_memory
// larger: the unit joins port_picker, multiplexed_contention and packet_marker, proved by themselves, and
// larger: adds the error bit, an OR of one bit per input and VC
// assumed: the memory of samples gives any samples
// quick: no
// mutant MarksFollowDecision: s/.congested_i (congested_o)/.congested_i (~congested_o)/
// mutant ErrorExact: s/error_q <= error_q || (|own)/error_q <= |own/
// mutant QuiescentMeansNothingShown: s/contention_quiescent \&\& marker_quiescent/contention_quiescent/
// mutant DisabledClears: s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant QuiescentMeansNoPickerIsAwake: s/assign contention_quiescent = (.picker_quiescent) \&\& behind_quiescent/assign contention_quiescent = behind_quiescent/
// mutant QuiescentHoldsState: s/error_q <= error_q || (|own)/error_q <= !error_q/
// mutant QuiescentIsSilent: s/contention_quiescent \&\& marker_quiescent/contention_quiescent/

module cbcm_router_multiplexed_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 2,
  parameter int unsigned Speedup = 1,
  localparam int unsigned Lanes = Radix * Speedup
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       enable_i,
  input logic [Radix*Radix*Vcs-1:0] request_i,
  input logic [15:0]                cfg_sampled_vcs_i,
  input logic [63:0]                cfg_seed_i,
  input logic [Lanes-1:0]           head_valid_i,
  input logic [Lanes-1:0]           head_marked_i,
  input logic [Lanes-1:0]           head_data_i
);

  localparam int unsigned NumSamples          = 4;
  localparam int unsigned BoundSampleInterval = 2;
  localparam int unsigned SampleInterval      = 8;
  localparam int unsigned StateBits =
      cbcm_pkg::router_state_bits(Radix, NumSamples, BoundSampleInterval, 0, 0, SampleInterval) + 1
      + 2 * Lanes + cbcm_pkg::router_pipeline_bits(Radix, Vcs, NumSamples, 0, 0, SampleInterval);

  logic [Radix-1:0]     congested;
  logic [Lanes-1:0]     valid, marked;
  logic [StateBits-1:0] state;
  logic                 quiescent, write, error;

  cbcm_router #(
    .Radix(Radix), .Vcs(Vcs), .Speedup(Speedup), .NumSamples(NumSamples),
    .BoundSampleInterval(BoundSampleInterval), .SampleInterval(SampleInterval)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i, .head_valid_i,
    .head_marked_i, .head_data_i, .congested_o(congested), .marked_valid_o(valid),
    .marked_o(marked), .error_o(error), .quiescent_o(quiescent),
    .formal_state_o(state), .formal_write_o(write)
  );

  logic             started, was_started, was_enabled;
  logic             expected_error, violation;
  logic [Lanes-1:0] expected_valid, expected_marked, next_marked;
  logic [63:0]      last_seed;
  logic [15:0]      last_sampled_vcs;
  initial {started, was_started} = '0;
  initial {expected_error, expected_valid, expected_marked} = '0;
  always_comb begin
    violation   = 1'b0;
    next_marked = '0;
    for (int i = 0; i < Radix; i++)
      for (int v = 0; v < Vcs; v++)
        if (request_i[(i*Radix + i)*Vcs + v]) violation = 1'b1;
    for (int o = 0; o < Radix; o++)
      for (int k = 0; k < Speedup; k++)
        next_marked[o*Speedup + k] = head_valid_i[o*Speedup + k] && (head_marked_i[o*Speedup + k] ||
            (head_data_i[o*Speedup + k] && enable_i && congested[o]));
  end
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    if (started) begin
      expected_error  <= enable_i && (expected_error || violation);
      expected_valid  <= head_valid_i;
      expected_marked <= next_marked;
    end
  end

  quiescence_properties #(.RegisterBits(2 * Lanes + 1), .LevelBits(81)) quiescence (
    .clk_i, .started_i(started), .idle_i(request_i == '0 && head_valid_i == '0),
    .quiescent_i(quiescent), .levels_i({enable_i, cfg_sampled_vcs_i, cfg_seed_i}),
    .registers_i(state[StateBits-1 -: 2*Lanes+1]),
    .event_i(valid != '0 || marked != '0 || write),
    .busy_i(enable_i && !quiescent), .asleep_o(),
    .last_levels_o({was_enabled, last_sampled_vcs, last_seed})
  );

  always_comb begin
    assume (rst_ni == started);
    if (started) begin
      MarksFollowDecision: assert (valid == expected_valid && marked == expected_marked);
      ErrorExact: assert (error == expected_error);
      QuiescentMeansNothingShown: assert (!quiescent || (valid == '0 && marked == '0));
      // The lowest registers of the state are the pickers that are awake.
      QuiescentMeansNoPickerIsAwake: assert (!quiescent || state[Radix-1:0] == '0);
      DisabledClears: assert (!was_started || was_enabled || (!error && congested == '0));
    end
    Reports: cover (error && congested == '0);
    MarksOn: cover (started && (marked & valid) != '0);
  end

endmodule
