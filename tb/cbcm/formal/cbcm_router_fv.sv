// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cbcm_router: quiescence of detection and marking together.
// properties: asserts=5 covers=1 depth=3 cover_depth=30
// mutant: s/contention_quiescent && marker_quiescent/contention_quiescent/
//
// Asleep is a clock that quiescence allows a harness to leave out. Reset at the start only;
// a clock in reset does not count as the one since which levels are unchanged.

module cbcm_router_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 1,
  parameter int unsigned Speedup = 1,
  parameter int unsigned NumSamples = 10,
  parameter int unsigned BoundSampleInterval = 5
) (
  input logic clk_i,
  input logic rst_ni,
  input logic enable_i,
  input logic [Radix*Radix*Vcs-1:0] request_i,
  input logic [16-1:0] cfg_sampled_vcs_i,
  input logic [64-1:0] cfg_seed_i,
  input logic [Radix*Speedup-1:0] head_valid_i,
  input logic [Radix*Speedup-1:0] head_marked_i,
  input logic [Radix*Speedup-1:0] head_data_i
);

  logic [Radix-1:0] congested;
  logic quiescent;
  logic [Radix*Speedup-1:0] valid;
  logic [Radix*Speedup-1:0] marked;
  logic error;
  logic [cbcm_pkg::window_state_bits(Radix, 2, 0, NumSamples, BoundSampleInterval) + 3*Radix + 64 + 1 + 2*Radix*Speedup-1:0] state;
  logic write;

  cbcm_router #(.Radix(Radix), .Vcs(Vcs), .Speedup(Speedup), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i, .head_valid_i, .head_marked_i, .head_data_i,
    .congested_o(congested),
    .marked_valid_o(valid),
    .marked_o(marked),
    .error_o(error),
    .quiescent_o(quiescent),
    .formal_state_o(state),
    .formal_write_o(write)
  );

  logic [cbcm_pkg::window_state_bits(Radix, 2, 0, NumSamples, BoundSampleInterval) + 3*Radix + 64 + 1 + 2*Radix*Speedup-1:0] registers, last_registers;
  logic [1 + 16 + 64-1:0] levels, last_levels;
  logic started, idle, asleep, was_asleep, was_busy;
  logic was_started;
  initial {started, was_started} = '0;
  assign registers = state;
  assign levels    = {enable_i, cfg_sampled_vcs_i, cfg_seed_i};
  assign idle      = request_i == '0 && head_valid_i == '0;
  assign asleep    = started && was_started && idle && quiescent && levels == last_levels;

  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    last_registers <= registers;
    last_levels    <= levels;
    was_asleep     <= asleep;
    was_busy       <= started && (was_busy || (enable_i && !quiescent));
  end

  always_comb assume (rst_ni == started);
  // A packet never leaves by the port it came in.
  always_comb for (int i = 0; i < Radix; i++) assume (request_i[(i*Radix + i)*Vcs +: Vcs] == '0);

  always @(posedge clk_i) begin
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || valid == '0 && marked == '0);
      QuiescentWritesNothing: assert (!asleep || !write);
    end
    SleepsAgain: cover (started && enable_i && was_busy && asleep && was_asleep);
  end

endmodule
