// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of pick_number: total * word / 65536, and the counts that go with it.
// properties: asserts=4 covers=2
// proof: depth=1 Radix=5 Vcs=3
// proof: depth=1 Radix=4 Vcs=1
// proof: depth=1 Radix=17 Vcs=1
// bounded: depth=3 Radix=22 Vcs=4 WordBits=4
// cover: depth=5 Radix=5 Vcs=3
// larger: only the number of rows of the carry-save tree and its layers depend on Radix * Vcs; every
// larger: layer is the same function of three rows. Totals of 3, 4 and 5 bits are
// larger: proved; at 7 bits the upper WordBits bits of the word are arbitrary, the others 1
// assumed: a total is at most Radix * Vcs (proved in pick_counts: it is the sum of the counts)
// mutant RowsMakeProduct: s/(a & b) | (a & c) | (b & c)) << 1/(a \& b) | (a \& c)) << 1/
// mutant RestIsProduct: s/joined = joined + 1'b1/joined = joined/
// mutant CountsAreOfLook: s/first_counts_q <= counts_i;/first_counts_q <= ~counts_i;/
// mutant CountsAreOfLook: s/counts_q <= first_counts_q;/counts_q <= counts_i;/
// mutant DisabledClears: s/end else if (!enable_i) begin/end else if (1'b0) begin/

module pick_number_fv #(
  parameter int unsigned Radix = 5,
  parameter int unsigned Vcs = 3,
  parameter int unsigned WordBits = 16,
  localparam int unsigned CountBits = Radix * $clog2(Vcs + 1),
  localparam int unsigned TotalBits = $clog2(Radix * Vcs + 1),
  localparam int unsigned RestBits  = $clog2(Radix * Vcs)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 enable_i,
  input logic                 active_i,
  input logic                 valid_i,
  input logic                 multiplied_i,
  input logic [CountBits-1:0] counts_i,
  input logic [15:0]          word_i,
  input logic [TotalBits-1:0] total_i
);

  logic [15:0] word;
  for (genvar b = 0; b < 16; b++) begin : gen_word
    assign word[b] = b >= 16 - WordBits ? word_i[b] : 1'b1;
  end

  logic [CountBits-1:0] early_counts, counts;
  logic [RestBits-1:0]  rest, rows_sum;

  pick_number #(.Radix(Radix), .Vcs(Vcs)) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .valid_i, .multiplied_i, .counts_i, .word_i(word),
    .total_i, .early_counts_o(early_counts), .counts_o(counts), .rest_o(rest),
    .formal_rows_sum_o(rows_sum)
  );

  // Schoolbook: one row after the other.
  logic [31:0] product;
  always_comb begin
    product = '0;
    for (int i = 0; i < TotalBits; i++) if (total_i[i]) product = product + (32'(word) << i);
  end

  logic                 started, cleared;
  logic [CountBits-1:0] counts_1, counts_2;
  logic [RestBits-1:0]  rest_1, rest_2;
  initial started = 1'b0;
  always @(posedge clk_i) begin
    started <= 1'b1;
    cleared <= !started || !enable_i;
    if (!started || !enable_i) begin
      {counts_1, rest_1, counts_2, rest_2} <= '0;
    end else if (active_i) begin
      if (valid_i) {counts_1, rest_1} <= {counts_i, RestBits'(product >> 16)};
      if (multiplied_i) {counts_2, rest_2} <= {counts_1, rest_1};
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(total_i) <= Radix * Vcs);
    if (started) begin
      RowsMakeProduct: assert (rows_sum == rest_1);
      RestIsProduct: assert (rest == rest_2);
      CountsAreOfLook: assert (counts == counts_2 &&
                               early_counts == counts_1);
      DisabledClears: assert (!cleared || {counts, rest} == '0);
    end
    LargestNumber: cover (started && rest == RestBits'(Radix * Vcs - 1));
    HoldsAndGoesOn: cover (started && !active_i && valid_i && rest != '0 && counts != '0);
  end

endmodule
