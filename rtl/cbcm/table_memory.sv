// SPDX-License-Identifier: Apache-2.0
// Words of a table, in block RAM if they are many: one is written, ReadPorts are read in a clock.
//
// Contract:   docs/reference/cbcm/table_memory.md
// Interface:  a read with `read_i` in a clock; in the next one `word_o` is the word as it then
//             stands, what was written in the clock of the read included. Every clock, all ports.
// Latency:    1
// Parameters: below BlockRamWords words: flip-flops and a multiplexer for each port, or the small
//             memories that FPGAs read in the same clock. From there on a RAM for each port with
//             one write port and one synchronous read port, which is never read where it is written
//             in the same clock: a read that meets a write gets the word from a register.
// Not handled: words are not reset; `word_o` is arbitrary in a clock that follows no read of the port,
//             and for a word that was never written or is not in the table.
//
// lint-params: Words=16 Width=8
// lint-params: Words=1 Width=5 ReadPorts=2
// lint-params: Words=70 Width=3 ReadPorts=2
// lint-params: Words=5 Width=3 ReadPorts=2 KeepsWord=2
// lint-illegal: Words=0
// lint-illegal: ReadPorts=3
// cost: 16 words Words=16 Width=32 ReadPorts=2
// cost: 128 words Words=128 Width=32 ReadPorts=2

module table_memory #(
    /// Words, 1-65536.
    parameter int unsigned Words = 128,
    /// Bits of a word.
    parameter int unsigned Width = 32,
    /// Words read in a clock, 1 or 2. In RAM each has a copy of the table.
    parameter int unsigned ReadPorts = 2,
    /// A table of this many words or more is RAM.
    parameter int unsigned BlockRamWords = 64,
    /// In flip-flops: bit p: port p keeps the word read, ready at the clock's start, not its place.
    parameter int unsigned KeepsWord = 0,
    localparam int unsigned IndexBits = Words > 1 ? $clog2(Words) : 1,
    localparam bit IsRam = Words >= BlockRamWords,
    localparam int unsigned SampleBits = 0,
    /// The table.
    localparam int unsigned StateBits = Words * Width,
    /// RAM: the other port's copy, the words read, whether a read met a write, the word written;
    /// flip-flops: the places or words read, none of one word.
    localparam int unsigned KeptWords = 32'(KeepsWord[0]) + 32'(ReadPorts > 1 && KeepsWord[1]),
    localparam int unsigned PipelineBits = IsRam ?
        (ReadPorts - 1) * Words * Width + ReadPorts * (1 + Width) + Width : Words == 1 ? 0 :
        (ReadPorts - KeptWords) * $clog2(Words) + KeptWords * Width,
    /// All bits; the table and its copies are memory if it is RAM.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                           clk_i,
    /// Write a word.
    input  logic                           write_i,
    /// The word.
    input  logic [Width-1:0]               write_word_i,
    /* verilator lint_off UNUSEDSIGNAL */  // a table of one word has no places
    /// Its place.
    input  logic [IndexBits-1:0]           write_index_i,
    /// Read a word.
    input  logic [ReadPorts-1:0]           read_i,
    /// Its place.
    input  logic [ReadPorts*IndexBits-1:0] read_index_i,
    /* verilator lint_on UNUSEDSIGNAL */
    /// The word read in the last clock, as it stands now.
    output logic [ReadPorts*Width-1:0]     word_o
`ifdef FORMAL
    ,
    /// The whole table.
    output logic [Words*Width-1:0]         formal_words_o,
    /// Words that were written.
    output logic [Words-1:0]               formal_written_o,
    /// Ports whose RAM is read where it is written.
    output logic [ReadPorts-1:0]           formal_collides_o,
    /// The reads of the last clock.
    output logic [ReadPorts-1:0]           formal_read_o,
    output logic [ReadPorts*IndexBits-1:0] formal_index_o
`endif
);

  if (Words < 1 || Words > 65536) $fatal(1, "%m: Words = %0d, legal 1-65536", Words);
  if (ReadPorts < 1 || ReadPorts > 2) $fatal(1, "%m: ReadPorts = %0d, legal 1-2", ReadPorts);

  logic [ReadPorts-1:0] collides;  // a RAM is read where it is written

  if (IsRam) begin : gen_ram
    // Of use in the clock after a write only: no enable.
    logic [Width-1:0] written_q;
    always_ff @(posedge clk_i) written_q <= write_word_i;

    for (genvar p = 0; p < ReadPorts; p++) begin : gen_port
      (* ram_style = "block" *) logic [Width-1:0] words_q [Words];
      logic [Width-1:0]     read_q;
      logic [IndexBits-1:0] read_index;
      logic                 meets, meets_q, read_ram;
      assign read_index = read_index_i[p*IndexBits+:IndexBits];
      assign meets      = write_i && write_index_i == read_index;
      assign read_ram   = read_i[p] && !meets;

      always_ff @(posedge clk_i) begin : p_ram
        if (write_i) words_q[write_index_i] <= write_word_i;
        if (read_ram) read_q <= words_q[read_index];
      end
      always_ff @(posedge clk_i) meets_q <= meets;
      assign word_o[p*Width+:Width] = meets_q ? written_q : read_q;
      assign collides[p] = read_ram && write_i && write_index_i == read_index;
`ifdef FORMAL
      logic [Words*Width-1:0] formal_copy;
      for (genvar w = 0; w < Words; w++) begin : gen_formal
        assign formal_copy[w*Width+:Width] = words_q[w];
      end
`endif
    end
`ifdef FORMAL
    assign formal_words_o = gen_port[0].formal_copy;
    assign formal_other   = gen_port[ReadPorts-1].formal_copy;
`endif
  end else if (Words == 1) begin : gen_single
    logic [Width-1:0] word_q;
    always_ff @(posedge clk_i) if (write_i) word_q <= write_word_i;
    assign word_o   = {ReadPorts{word_q}};
    assign collides = '0;
`ifdef FORMAL
    assign formal_words_o = word_q;
    assign formal_other   = word_q;
`endif
  end else begin : gen_flops
    // An array: FPGAs have small memories that are read in the same clock.
    logic [Width-1:0] words_q [Words];
    assign collides = '0;

    always_ff @(posedge clk_i) if (write_i) words_q[write_index_i] <= write_word_i;

    for (genvar p = 0; p < ReadPorts; p++) begin : gen_port
      logic [IndexBits-1:0] read_index;
      assign read_index = read_index_i[p*IndexBits+:IndexBits];
      if (KeepsWord[p]) begin : gen_word
        logic             meets;
        logic [Width-1:0] word_q;
        assign meets = write_i && write_index_i == read_index;
        // Not by `?:`, of which Yosys makes a port with a register within the memory.
        always_ff @(posedge clk_i)
          word_q <= (words_q[read_index] & {Width{!meets}}) | (write_word_i & {Width{meets}});
        assign word_o[p*Width+:Width] = word_q;
      end else begin : gen_place
        logic [IndexBits-1:0] index_q;
        always_ff @(posedge clk_i) if (read_i[p]) index_q <= read_index;
        assign word_o[p*Width+:Width] = words_q[index_q];
      end
    end
`ifdef FORMAL
    for (genvar w = 0; w < Words; w++) begin : gen_formal
      assign formal_words_o[w*Width+:Width] = words_q[w];
    end
    assign formal_other = formal_words_o;
`endif
  end

`ifdef FORMAL
  assign formal_collides_o = collides;
  // What was written is the same in all copies, and what was read is the word as it now stands.
  logic [Words*Width-1:0]         formal_other;
  logic [Words-1:0]               formal_written_q;
  logic [ReadPorts-1:0]           formal_read_q;
  logic [ReadPorts*IndexBits-1:0] formal_index_q;
  logic                           formal_same, formal_right;
  initial {formal_written_q, formal_read_q} = '0;
  always_ff @(posedge clk_i) begin : p_formal
    if (write_i) formal_written_q[write_index_i] <= 1'b1;
    formal_read_q  <= read_i;
    formal_index_q <= read_index_i;
  end
  assign formal_written_o = formal_written_q;
  assign formal_read_o    = formal_read_q;
  assign formal_index_o   = formal_index_q;
  always_comb begin : p_formal_right
    formal_same  = 1'b1;
    formal_right = 1'b1;
    for (int w = 0; w < Words; w++) begin
      if (formal_written_q[w] &&
          formal_other[w*Width+:Width] != formal_words_o[w*Width+:Width])
        formal_same = 1'b0;
      for (int p = 0; p < ReadPorts; p++)
        if (formal_written_q[w] && formal_read_q[p] &&
            formal_index_q[p*IndexBits+:IndexBits] == IndexBits'(w) &&
            word_o[p*Width+:Width] != formal_words_o[w*Width+:Width])
          formal_right = 1'b0;
    end
  end
  always_comb ReadAsItStands: assert (formal_same && formal_right);
`else
`ifndef SYNTHESIS
  always @(posedge clk_i) NeverReadWhereWritten: assert (collides == '0);
`endif
`endif

endmodule
