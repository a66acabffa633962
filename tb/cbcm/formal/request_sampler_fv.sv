// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of request_sampler: quiescence holds picks and random source.
// properties: asserts=2 covers=2 depth=3 cover_depth=20
// mutant: s/quiescent_o ? random_q : stepped(random_q)/stepped(random_q)/
//
// Asleep is a clock that quiescence allows a harness to leave out. Reset at the start only;
// a clock in reset does not count as the one since which levels are unchanged.

module request_sampler_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Vcs = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic enable_i,
  input logic [Radix*Radix*Vcs-1:0] request_i,
  input logic [16-1:0] cfg_sampled_vcs_i,
  input logic [64-1:0] cfg_seed_i
);

  logic [Radix-1:0] valid;
  logic [2*Radix-1:0] picked;
  logic quiescent;
  logic [64-1:0] random;

  request_sampler #(.Radix(Radix), .Vcs(Vcs)) dut (
    .clk_i, .rst_ni, .enable_i, .request_i, .cfg_sampled_vcs_i, .cfg_seed_i,
    .pick_valid_o(valid),
    .pick_output_o(picked),
    .quiescent_o(quiescent),
    .formal_random_o(random)
  );

  logic [3*Radix + 64-1:0] registers, last_registers;
  logic [1 + 16 + 64-1:0] levels, last_levels;
  logic started, idle, asleep, was_asleep, was_busy;
  logic was_started;
  initial {started, was_started} = '0;
  assign registers = {valid, picked, random};
  assign levels    = {enable_i, cfg_sampled_vcs_i, cfg_seed_i};
  assign idle      = request_i == '0;
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

  always @(posedge clk_i) begin
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || valid == '0);
    end
    SleepsAgain: cover (started && enable_i && was_busy && asleep && was_asleep);
    PicksOfAllInputs: cover (&valid);
  end

endmodule
