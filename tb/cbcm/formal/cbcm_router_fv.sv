// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cbcm_router in the paper's letter (SampleInterval 1): marks follow from the
// registered decision, the error bit, quiescence.
// properties: asserts=9 covers=3
// quick: no
// proof: depth=1 Radix=5 Vcs=2 Speedup=1 NumSamples=10 BoundSampleInterval=5
// proof: depth=1 Radix=4 Vcs=2 Speedup=2 NumSamples=10 BoundSampleInterval=5
// bounded: depth=2 Radix=8 Vcs=2 Speedup=2 NumSamples=10 BoundSampleInterval=5
// cover: depth=30 Radix=4 Vcs=2 Speedup=1 NumSamples=10 BoundSampleInterval=5
// mutants: Radix=4 Vcs=2 Speedup=1 NumSamples=10 BoundSampleInterval=5
// larger: the unit joins contention_degree_unit and packet_marker, proved by themselves, and adds
// larger: the error bit, an OR of one bit per input and VC
// assumed: no input requests its own output by a sampled VC; by the other VCs it may, which is how
// assumed: the error bit is reached
// mutant MarksFollowDecision: s/.congested_i (congested_o)/.congested_i (~congested_o)/
// mutant ErrorExact: s/error_q <= error_q || (|own)/error_q <= |own/
// mutant ErrorExact: s/own = own | request_i.(i.Radix + i).Vcs +: Vcs.;/own = own | Vcs'(request_i[(i*Radix + i)*Vcs]);/
// mutant QuiescentMeansNoPick: s/contention_quiescent && marker_quiescent/marker_quiescent/
// mutant DisabledClears: @contention_window s/else if (!enable_i) begin/else if (1'b0) begin/
// mutant QuiescentHoldsState: s/contention_quiescent && marker_quiescent/marker_quiescent/
// mutant QuiescentIsSilent: s/contention_quiescent && marker_quiescent/contention_quiescent/
// mutant DegreeInRange,NoPickOfOwnOutput: @cbcm_router_fv Radix=5 s/assume (!own);//
// mutant CongestedIsRegistered: @contention_decision s/assign congested_o = congested_q/assign congested_o = congested_q | {Radix{sum_i[0]}}/

module cbcm_router_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 2,
  parameter int unsigned Speedup = 1,
  parameter int unsigned NumSamples = 10,
  parameter int unsigned BoundSampleInterval = 5,
  localparam int unsigned PortBits = $clog2(Radix),
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

  localparam int unsigned PickBits = Radix * (1 + PortBits);
  // Registers of window and picks.
  localparam int unsigned ClearBits =
      cbcm_pkg::window_state_bits(Radix, PortBits, 0, NumSamples, BoundSampleInterval)
      + Radix * (1 + PortBits);
  localparam int unsigned StateBits = ClearBits + 64 + 2 * Lanes + 1;

  logic [Radix-1:0]     congested;
  logic [Lanes-1:0]     valid, marked;
  logic [StateBits-1:0] state;
  logic                 quiescent, write, error;

  cbcm_router #(
    .Radix(Radix), .Vcs(Vcs), .Speedup(Speedup), .NumSamples(NumSamples),
    .BoundSampleInterval(BoundSampleInterval), .SampleInterval(1)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i, .head_valid_i,
    .head_marked_i, .head_data_i, .congested_o(congested), .marked_valid_o(valid),
    .marked_o(marked), .error_o(error), .quiescent_o(quiescent),
    .formal_state_o(state), .formal_write_o(write)
  );

  logic             started, was_started, was_enabled, expected_error, violation, own;
  logic [Lanes-1:0] expected_valid, expected_marked, next_marked;
  logic [63:0]      last_seed;
  logic [15:0]      last_sampled_vcs;
  initial {started, was_started} = '0;
  initial {expected_error, expected_valid, expected_marked} = '0;
  always_comb begin
    violation   = 1'b0;
    own         = 1'b0;
    next_marked = '0;
    for (int i = 0; i < Radix; i++) begin
      for (int v = 0; v < Vcs; v++) begin
        if (request_i[(i*Radix + i)*Vcs + v]) begin
          violation = 1'b1;
          if (cfg_sampled_vcs_i[v]) own = 1'b1;
        end
      end
    end
    for (int o = 0; o < Radix; o++) begin
      for (int k = 0; k < Speedup; k++)
        next_marked[o*Speedup + k] = head_valid_i[o*Speedup + k] && (head_marked_i[o*Speedup + k] ||
            (head_data_i[o*Speedup + k] && enable_i && state[o]));
    end
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

  quiescence_properties #(.RegisterBits(StateBits), .LevelBits(81)) quiescence (
    .clk_i, .started_i(started), .idle_i(request_i == '0 && head_valid_i == '0),
    .quiescent_i(quiescent), .levels_i({enable_i, cfg_sampled_vcs_i, cfg_seed_i}),
    .registers_i(state), .event_i(valid != '0 || marked != '0 || write),
    .busy_i(enable_i && !quiescent), .asleep_o(),
    .last_levels_o({was_enabled, last_sampled_vcs, last_seed})
  );

  always_comb begin
    assume (rst_ni == started);
    assume (!own);
    // The lowest registers of the state are the decisions.
    CongestedIsRegistered: assert (congested == state[Radix-1:0]);
    QuiescentMeansNoPick: assert (!quiescent || state[ClearBits-1 -: PickBits] == '0);
    MarksFollowDecision: assert (valid == expected_valid && marked == expected_marked);
    ErrorExact: assert (error == expected_error);
    DisabledClears: assert (!was_started || was_enabled || (!error && state[ClearBits-1:0] == '0 &&
        state[ClearBits +: 64] == (last_seed == '0 ? 64'h9E37_79B9_7F4A_7C15 : last_seed)));
    Reports: cover (error && congested == '0);
    MarksByDecision: cover ((marked & ~head_marked_i) != '0 && congested != '0 && valid != '0);
  end

endmodule
