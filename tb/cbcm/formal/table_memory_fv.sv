// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of table_memory: what is read is what was written, in flip-flops and in RAM.
// properties: asserts=3 covers=2
// proof: depth=1 Words=5 Width=2 ReadPorts=2 BlockRamWords=1
// proof: depth=1 Words=5 Width=2 ReadPorts=2 BlockRamWords=64
// proof: depth=1 Words=5 Width=2 ReadPorts=2 BlockRamWords=64 KeepsWord=2
// proof: depth=1 Words=1 Width=3 ReadPorts=1 BlockRamWords=64
// bounded: depth=2 Words=64 Width=1 ReadPorts=2 BlockRamWords=64
// cover: depth=5 Words=5 Width=2 ReadPorts=2 BlockRamWords=1
// larger: words are independent, and so are bits and ports: one of each is watched.
// assumed: nothing
// mutant NeverReadWhereWritten: s/read_i\[p\] \&\& !meets/read_i[p]/
// mutant ReadAsItStands: s/if (write_i) words_q\[/if (write_i \&\& (p == 0 || !read_ram)) words_q[/
// mutant ReadAsItStands: s/assign meets .*/assign meets = 1'b0;/
// mutant WatchedIsReference: s/if (write_i) words_q\[/if (write_i \&\& !read_ram) words_q[/
// mutant WatchedIsReference: BlockRamWords=64 s/if (read_i\[p\]) index_q/if (read_i[p] \&\& !write_i) index_q/

module table_memory_fv #(
    parameter int unsigned Words = 5,
    parameter int unsigned Width = 2,
    parameter int unsigned ReadPorts = 2,
    parameter int unsigned BlockRamWords = 1,
    parameter int unsigned KeepsWord = 0,
    localparam int unsigned IndexBits = Words > 1 ? $clog2(Words) : 1
) (
    input logic                           clk_i,
    input logic                           write_i,
    input logic [IndexBits-1:0]           write_index_i,
    input logic [Width-1:0]               write_word_i,
    input logic [ReadPorts-1:0]           read_i,
    input logic [ReadPorts*IndexBits-1:0] read_index_i
);

  logic [ReadPorts*Width-1:0] word;
  logic [Words*Width-1:0]     words;
  logic [Words-1:0]           written;
  logic [ReadPorts-1:0]       collides;

  table_memory #(
      .Words(Words),
      .Width(Width),
      .ReadPorts(ReadPorts),
      .BlockRamWords(BlockRamWords),
      .KeepsWord(KeepsWord)
  ) dut (
      .clk_i, .write_i, .write_index_i, .write_word_i, .read_i, .read_index_i,
      .word_o(word),
      .formal_words_o(words),
      .formal_written_o(written),
      .formal_collides_o(collides),
      .formal_read_o(),
      .formal_index_o()
  );

  // One word and one port, the same for the whole run and otherwise arbitrary.
  (* anyconst *) logic [IndexBits-1:0] watched;
  (* anyconst *) logic                 port;

  logic             known, asked, met;
  logic [Width-1:0] reference_word;
  initial {known, asked, met} = '0;
  always @(posedge clk_i) begin
    if (write_i && write_index_i == watched) begin
      known          <= 1'b1;
      reference_word <= write_word_i;
    end
    asked <= read_i[port] && IndexBits'(read_index_i >> (port * IndexBits)) == watched;
    met   <= write_i && write_index_i == watched;
  end

  always_comb begin : p_assume
    assume (32'(watched) < Words && 32'(port) < ReadPorts);
    assume (32'(write_index_i) < Words);
  end
  always_comb begin : p_assert
    WatchedIsReference: assert (written[watched] == known && (!known ||
        (Width'(words >> (watched * Width)) == reference_word &&
         (!asked || Width'(word >> (port * Width)) == reference_word))));
    // Besides: in flip-flops nothing collides, and a constant is no property.
    NeverReadWhereWritten: assert (collides == '0 && (!known || written[watched]));
    ReadsWhatIsWritten: cover (asked && met);
    ReadsWhatWasWritten: cover (asked && known && !met);
  end

endmodule
