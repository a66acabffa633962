// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of pick_counts: requesters per output and their total, against a plain scan.
// properties: asserts=6 covers=2
// proof: depth=1 Radix=5 Vcs=3 Inputs=3
// proof: depth=1 Radix=4 Vcs=1 Inputs=1
// bounded: depth=3 Radix=22 Vcs=1 Inputs=2 Step=2
// cover: depth=5 Radix=4 Vcs=1 Inputs=1
// larger: fields of one width are added level by level and no sum needs more than its field; full and
// larger: partial trees are run. With Step=2 every second request only
// larger: is arbitrary, the others are 0, for the solver's sake
// mutant FoundMeansRequester: s/assign found_o    = |lane;/assign found_o    = |request_i;/
// mutant FirstClockExact: s/first_counts_q <= counts_of(lane);/first_counts_q <= ~counts_of(lane);/
// mutant CountsOfLook: s/counts_q <= first_counts_q;/counts_q <= ~first_counts_q;/
// mutant WordOfLook: s/word_q   <= first_word_q;/word_q   <= word_i;/
// mutant TotalOfCounts: s/level < Levels; level++/level < Levels - 1; level++/
// mutant DisabledClears: s/end else if (!enable_i) begin/end else if (1'b0) begin/

module pick_counts_fv #(
  parameter int unsigned Radix = 5,
  parameter int unsigned Vcs = 3,
  parameter int unsigned Inputs = 3,
  /// Requests that are no multiple of it are 0.
  parameter int unsigned Step = 1,
  localparam int unsigned PhaseBits = Inputs > 1 ? $clog2(Inputs) : 1,
  localparam int unsigned FieldBits = $clog2(Vcs + 1),
  localparam int unsigned CountBits = Radix * FieldBits,
  localparam int unsigned TotalBits = $clog2(Radix * Vcs + 1)
) (
  input logic                        clk_i,
  input logic                        rst_ni,
  input logic                        enable_i,
  input logic                        active_i,
  input logic [PhaseBits:0]          phase_i,
  input logic [Inputs*Radix*Vcs-1:0] request_i,
  input logic [Vcs-1:0]              cfg_sampled_vcs_i,
  input logic [15:0]                 word_i,
  input logic                        counted_i
);

  logic [Inputs*Radix*Vcs-1:0] request;
  for (genvar b = 0; b < Inputs * Radix * Vcs; b++) begin : gen_request
    assign request[b] = b % Step == 0 ? request_i[b] : 1'b0;
  end

  logic                 found;
  logic [CountBits-1:0] counts;
  logic [15:0]          word;
  logic [TotalBits-1:0] total;
  logic [CountBits+15:0] first;

  pick_counts #(.Radix(Radix), .Vcs(Vcs), .Inputs(Inputs)) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .phase_i, .request_i(request), .cfg_sampled_vcs_i,
    .word_i, .found_o(found), .counted_i, .counts_o(counts), .word_o(word), .total_o(total),
    .formal_first_o(first)
  );

  // One output, the same for the whole run and otherwise arbitrary.
  (* anyconst *) logic [6:0] watched;

  // Requesters of the lane looked at, and those for the watched output.
  logic                 any;
  logic [FieldBits-1:0] here;
  always_comb begin
    any  = 1'b0;
    here = '0;
    for (int k = 0; k < Inputs; k++)
      for (int o = 0; o < Radix; o++)
        for (int v = 0; v < Vcs; v++)
          if (phase_i == (PhaseBits+1)'(k) && request[(k*Radix + o)*Vcs + v]
              && cfg_sampled_vcs_i[v]) begin
            any = 1'b1;
            if (watched == 7'(o)) here = here + FieldBits'(1);
          end
  end

  logic [TotalBits-1:0] sum;
  always_comb begin
    sum = '0;
    for (int o = 0; o < Radix; o++) sum = sum + TotalBits'(counts[o*FieldBits +: FieldBits]);
  end

  logic                 started;
  logic [FieldBits-1:0] here_1, here_2;
  logic [15:0]          word_1, word_2;
  logic                 cleared;
  initial started = 1'b0;
  always @(posedge clk_i) begin
    started <= 1'b1;
    cleared <= !started || !enable_i;
    if (!started || !enable_i) begin
      {here_1, here_2, word_1, word_2} <= '0;
    end else if (active_i) begin
      if (any) {here_1, word_1} <= {here, word_i};
      if (counted_i) {here_2, word_2} <= {here_1, word_1};
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (watched < 7'(Radix));
    if (started) begin
      FoundMeansRequester: assert (found == any);
      FirstClockExact: assert ((word_1 == first[15:0] &&
          here_1 == FieldBits'(first[16 +: CountBits] >> (watched * FieldBits))));
      CountsOfLook: assert (here_2 == FieldBits'(counts >> (watched * FieldBits)));
      WordOfLook: assert (word == word_2);
      TotalOfCounts: assert (total == sum);
      DisabledClears: assert (!cleared || {counts, word, total, first} == '0);
    end
    CountsAll: cover (started && total == TotalBits'(Radix * Vcs));
    PassesOneBy: cover (started && active_i && any && total != '0 && here != here_2);
  end

endmodule
