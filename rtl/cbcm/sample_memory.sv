// SPDX-License-Identifier: Apache-2.0
// The samples of multiplexed_contention: a memory that one word a clock goes into and one comes out of.
//
// Contract:   docs/reference/cbcm/multiplexed_contention.md (samples)
// Interface:  a write and a read per clock, at different addresses; what was read stands until the
//             next read
// Latency:    1 clock from a read to `read_data_o`
// Parameters: Words 32-2048, WordBits 2-48. A RAM with one write port and one read port.
// Not handled: a read where the same clock writes, which is an error; what was never written.
//
// lint-params: Words=32 WordBits=2

module sample_memory #(
  /// Words.
  parameter int unsigned Words = 96,
  /// Bits of a word.
  parameter int unsigned WordBits = 3,
  localparam int unsigned AddressBits  = $clog2(Words),
  localparam int unsigned SampleBits   = Words * WordBits,
  localparam int unsigned StateBits    = 0,
  localparam int unsigned PipelineBits = WordBits,
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits
) (
  /// Clock, rising edge.
  input  logic                   clk_i,
  /// Write a word.
  input  logic                   write_i,
  /// Where.
  input  logic [AddressBits-1:0] write_address_i,
  /// What.
  input  logic [WordBits-1:0]    write_data_i,
  /// Read a word.
  input  logic                   read_i,
  /// Which.
  input  logic [AddressBits-1:0] read_address_i,
  /// The word of the last read.
  output logic [WordBits-1:0]    read_data_o
`ifdef FORMAL
  ,
  /// Every word.
  output logic [Words*WordBits-1:0] state_o
`endif
);

  logic [WordBits-1:0] words_q [Words];

  // Neither the words nor the one read are reset: a RAM's are not.
  always_ff @(posedge clk_i) begin : memory
    if (write_i) words_q[write_address_i] <= write_data_i;
    if (read_i) read_data_o <= words_q[read_address_i];
  end

`ifndef SYNTHESIS
  always @(posedge clk_i)
    NeverReadWhereWritten: assert (!(write_i && read_i && write_address_i == read_address_i));
`endif

`ifdef FORMAL
  for (genvar w = 0; w < Words; w++) begin : gen_state
    assign state_o[w*WordBits +: WordBits] = words_q[w];
  end
`endif

endmodule
