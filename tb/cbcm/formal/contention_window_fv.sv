// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of contention_window: quiescence holds every register and the rings.
// properties: asserts=3 covers=2 depth=3 cover_depth=30
// mutant: s/(|degree_i) || !quiescent_o/1'b1/
//
// Asleep is a clock that quiescence allows a harness to leave out. Reset at the start only;
// a clock in reset does not count as the one since which levels are unchanged.

module contention_window_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned NumSamples = 10,
  parameter int unsigned BoundSampleInterval = 5
) (
  input logic clk_i,
  input logic rst_ni,
  input logic enable_i,
  input logic [2*Radix-1:0] degree_i
);

  logic [Radix-1:0] congested;
  logic quiescent;
  logic [cbcm_pkg::window_state_bits(Radix, 2, 0, NumSamples, BoundSampleInterval)-1:0] state;
  logic write;

  contention_window #(.Radix(Radix), .NumSamples(NumSamples), .BoundSampleInterval(BoundSampleInterval)) dut (
    .clk_i, .rst_ni, .enable_i, .degree_i,
    .congested_o(congested),
    .quiescent_o(quiescent),
    .formal_state_o(state),
    .formal_write_o(write)
  );

  logic [cbcm_pkg::window_state_bits(Radix, 2, 0, NumSamples, BoundSampleInterval)-1:0] registers, last_registers;
  logic [1-1:0] levels, last_levels;
  logic started, idle, asleep, was_asleep, was_busy;
  logic was_started;
  initial {started, was_started} = '0;
  assign registers = state;
  assign levels    = {enable_i};
  assign idle      = degree_i == '0;
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
      QuiescentWritesNothing: assert (!asleep || !write);
    end
    SleepsAgain: cover (started && enable_i && was_busy && asleep && was_asleep);
    Congests: cover (congested != '0);
  end

endmodule
