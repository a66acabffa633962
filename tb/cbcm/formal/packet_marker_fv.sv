// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of packet_marker: quiescence; a mark needs a head and is never lost.
// properties: asserts=3 covers=2
// proof: depth=2 Radix=4 Speedup=2
// cover: depth=10
// mutant QuiescentHoldsState,QuiescentIsSilent: s/head_valid_i & (head_marked_i/(head_marked_i/
// mutant MarksAreKept: s/(head_marked_i | (/((/
//
// Asleep is a clock that quiescence allows a harness to leave out. Reset at the start only;
// a clock in reset does not count as the one since which levels are unchanged.

module packet_marker_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned Speedup = 2
) (
  input logic clk_i,
  input logic rst_ni,
  input logic enable_i,
  input logic [Radix*Speedup-1:0] head_valid_i,
  input logic [Radix*Speedup-1:0] head_marked_i,
  input logic [Radix*Speedup-1:0] head_data_i,
  input logic [Radix-1:0] congested_i
);

  logic [Radix*Speedup-1:0] valid;
  logic [Radix*Speedup-1:0] marked;
  logic quiescent;

  packet_marker #(.Radix(Radix), .Speedup(Speedup)) dut (
    .clk_i, .rst_ni, .enable_i, .head_valid_i, .head_marked_i, .head_data_i, .congested_i,
    .marked_valid_o(valid),
    .marked_o(marked),
    .quiescent_o(quiescent)
  );

  logic [2*Radix*Speedup-1:0] registers, last_registers;
  logic [1 + Radix-1:0] levels, last_levels;
  logic started, idle, asleep, was_asleep, was_busy;
  logic was_started;
  logic [Radix*Speedup-1:0] last_valid, last_marked;
  initial {started, was_started} = '0;
  assign registers = {valid, marked};
  assign levels    = {enable_i, congested_i};
  assign idle      = head_valid_i == '0;
  assign asleep    = started && was_started && idle && quiescent && levels == last_levels;

  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    last_valid     <= head_valid_i;
    last_marked    <= head_marked_i;
    last_registers <= registers;
    last_levels    <= levels;
    was_asleep     <= asleep;
    was_busy       <= started && (was_busy || (enable_i && !quiescent));
  end

  always_comb assume (rst_ni == started);

  always @(posedge clk_i) begin
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || valid == '0 && marked == '0);
      MarksAreKept: assert (!was_started ||
          (valid == last_valid && (last_valid & last_marked & ~marked) == '0));
    end
    SleepsAgain: cover (started && enable_i && was_busy && asleep && was_asleep);
    Marks: cover (marked != '0);
  end

endmodule
