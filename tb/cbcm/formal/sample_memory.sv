// SPDX-License-Identifier: Apache-2.0
// A memory that gives what it likes, in place of the one of rtl/, for wrappers that say
// "abstract: sample_memory".

module sample_memory #(
  parameter int unsigned Words = 96,
  parameter int unsigned WordBits = 3,
  localparam int unsigned AddressBits = $clog2(Words)
) (
  input  logic                      clk_i,
  input  logic                      write_i,
  input  logic [AddressBits-1:0]    write_address_i,
  input  logic [WordBits-1:0]       write_data_i,
  input  logic                      read_i,
  input  logic [AddressBits-1:0]    read_address_i,
  output logic [WordBits-1:0]       read_data_o,
  output logic [Words*WordBits-1:0] state_o
);

  (* anyseq *) logic [WordBits-1:0] any_word;
  assign read_data_o = any_word;
  assign state_o     = '0;

endmodule
