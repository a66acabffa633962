// SPDX-License-Identifier: Apache-2.0
// Cover points of table_memory: situations that its tests must reach.

module table_memory_cover (
  input logic clk_i,
  input logic reads_what_is_written  // a read meets a write of its word
);
  ReadsWhatIsWritten: cover property (@(posedge clk_i) reads_what_is_written);
endmodule

bind table_memory table_memory_cover u_cover (
  .clk_i,
  .reads_what_is_written(read_i[0] && write_i && read_index_i[IndexBits-1:0] == write_index_i)
);
