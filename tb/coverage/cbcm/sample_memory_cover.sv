// SPDX-License-Identifier: Apache-2.0
// Cover points of sample_memory: situations that its tests must reach.

module sample_memory_cover (
  input logic clk_i,
  input logic reads_and_writes,  // a read and a write in one clock
  input logic reads_without_write,  // a read alone
  input logic last_word  // the last word is written
);
  ReadsAndWrites: cover property (@(posedge clk_i) reads_and_writes);
  ReadsWithoutWrite: cover property (@(posedge clk_i) reads_without_write);
  LastWord: cover property (@(posedge clk_i) last_word);
endmodule

bind sample_memory sample_memory_cover u_cover (
  .clk_i,
  .reads_and_writes(read_i && write_i),
  .reads_without_write(read_i && !write_i),
  .last_word(write_i && write_address_i == AddressBits'(Words - 1))
);
