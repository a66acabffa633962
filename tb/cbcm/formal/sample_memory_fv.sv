// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of sample_memory: a word is what was last written to it, and what is read stands.
// properties: asserts=4 covers=1
// proof: depth=1 Words=32 WordBits=2
// bounded: depth=4 Words=96 WordBits=3
// cover: depth=6 Words=32 WordBits=2
// larger: no word's behaviour depends on how many there are or how wide they are
// assumed: nothing is read where the same clock writes (multiplexed_contention proves that it does not)
// mutant WordIsAsWritten: s/if (write_i) words_q/if (write_i \&\& !read_i) words_q/
// mutant ReadGivesTheWord: s/words_q.read_address_i.;/words_q[write_address_i];/
// mutant ReadStands: s/if (read_i) read_data_o/read_data_o/
// mutant NeverReadWhereWritten: @sample_memory_fv s/assume (!(write_i/assume (1'b1 || !(write_i/

module sample_memory_fv #(
  parameter int unsigned Words = 32,
  parameter int unsigned WordBits = 2,
  localparam int unsigned AddressBits = $clog2(Words)
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   write_i,
  input logic [AddressBits-1:0] write_address_i,
  input logic [WordBits-1:0]    write_data_i,
  input logic                   read_i,
  input logic [AddressBits-1:0] read_address_i,
  /// The word that is followed.
  input logic [AddressBits-1:0] place_i
);

  logic [WordBits-1:0]       read_data, was_word, was_data, was_read;
  logic [Words*WordBits-1:0] state;

  sample_memory #(.Words(Words), .WordBits(WordBits)) dut (
    .clk_i, .write_i, .write_address_i, .write_data_i, .read_i, .read_address_i,
    .read_data_o(read_data), .state_o(state)
  );

  logic                   started, was_started, was_write, was_reading;
  logic [AddressBits-1:0] was_place, was_write_address, was_read_address;
  logic [WordBits-1:0]    was_read_word;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started           <= 1'b1;
    was_started       <= started;
    was_place         <= place_i;
    was_word          <= state[place_i*WordBits +: WordBits];
    was_read_word     <= state[read_address_i*WordBits +: WordBits];
    was_write         <= write_i;
    was_write_address <= write_address_i;
    was_data          <= write_data_i;
    was_reading       <= read_i;
    was_read_address  <= read_address_i;
    was_read          <= read_data;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(read_address_i) < Words && 32'(write_address_i) < Words && 32'(place_i) < Words);
    assume (!(write_i && read_i && write_address_i == read_address_i));
    if (was_started) begin
      WordIsAsWritten: assert (state[was_place*WordBits +: WordBits]
          == (was_write && was_write_address == was_place ? was_data : was_word));
      ReadGivesTheWord: assert (!was_reading || read_data == was_read_word);
      ReadStands: assert (was_reading || read_data == was_read);
    end
    Both: cover (was_started && was_write && was_reading && was_data != '0 && read_data != '0);
  end

endmodule
