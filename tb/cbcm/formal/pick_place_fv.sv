// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of pick_place: the output of a requester's number, against a plain scan of counts.
// properties: asserts=4 covers=2
// proof: depth=1 Radix=5 Vcs=1
// proof: depth=1 Radix=4 Vcs=3
// proof: depth=1 Radix=17 Vcs=1 Step=3
// bounded: depth=7 Radix=22 Vcs=2 Step=6
// cover: depth=6 Radix=5 Vcs=1
// larger: groups are summed, searched and encoded by prefix trees whose levels alone depend on Radix;
// larger: groups of 2, 4 and 8 outputs, full and partial, are run. Where Step is
// larger: more than 1 only the counts of every Step-th output are arbitrary, the others 0
// assumed: the number is below the sum of the counts, each at most Vcs; counts_i are early_counts_i of
// assumed: the look before (both by picker's wiring; their values are proved in pick_counts, pick_number)
// mutant SumsAreOfCounts: s/sums_q <= sums_of(early_counts_i)/sums_q <= ~sums_of(early_counts_i)/
// mutant GroupAndPlaceExact: s/= TotalBits'(rest) >= before/= TotalBits'(rest) > before/
// mutant PickIsOfScan: s/behind.o. = SumBits'(place) >=/behind[o] = SumBits'(place) >/
// mutant HoldsWhenInactive: s/end else if (active_i) begin/end else begin/

module pick_place_fv #(
  parameter int unsigned Radix = 5,
  parameter int unsigned Vcs = 1,
  /// The counts of outputs that are no multiple of it are 0.
  parameter int unsigned Step = 1,
  localparam int unsigned PortBits  = $clog2(Radix),
  localparam int unsigned FieldBits = $clog2(Vcs + 1),
  localparam int unsigned CountBits = Radix * FieldBits,
  localparam int unsigned TotalBits = $clog2(Radix * Vcs + 1),
  localparam int unsigned RestBits  = $clog2(Radix * Vcs)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 enable_i,
  input logic                 active_i,
  input logic [2:0]           valid_i,
  input logic [CountBits-1:0] early_counts_i,
  input logic [CountBits-1:0] counts_i,
  input logic [RestBits-1:0]  rest_i
);

  logic [CountBits-1:0] early_counts, counts;
  for (genvar o = 0; o < Radix; o++) begin : gen_counts
    assign early_counts[o*FieldBits +: FieldBits] =
        o % Step == 0 ? early_counts_i[o*FieldBits +: FieldBits] : '0;
    assign counts[o*FieldBits +: FieldBits] =
        o % Step == 0 ? counts_i[o*FieldBits +: FieldBits] : '0;
  end

  logic [PortBits-1:0]   pick, middle;
  logic [16*16-1:0]      sums;

  pick_place #(.Radix(Radix), .Vcs(Vcs)) dut (
    .clk_i, .rst_ni, .enable_i, .active_i, .valid_i, .early_counts_i(early_counts),
    .counts_i(counts), .rest_i, .pick_output_o(pick), .formal_middle_o(middle),
    .formal_sums_o(sums)
  );

  // The first output up to which there are more requesters than the number.
  logic [TotalBits-1:0] up_to;
  logic [PortBits-1:0]  scanned;
  logic                 counts_legal, below;
  always_comb begin
    up_to        = '0;
    scanned      = '0;
    counts_legal = 1'b1;
    below        = 1'b0;
    for (int o = 0; o < Radix; o++) begin
      up_to = up_to + TotalBits'(counts[o*FieldBits +: FieldBits]);
      if (32'(counts[o*FieldBits +: FieldBits]) > Vcs ||
          32'(early_counts[o*FieldBits +: FieldBits]) > Vcs) counts_legal = 1'b0;
      if (!below && TotalBits'(rest_i) < up_to) begin
        below   = 1'b1;
        scanned = PortBits'(o);
      end
    end
  end

  // Picks in the pipeline; `known` is 0 until a look came by since everything was cleared.
  logic                  started, was_started, was_enabled, was_active;
  logic                  early_known, known_0, known;
  logic [CountBits-1:0]  early;
  logic [PortBits-1:0]   pick_0, pick_1, last_pick, last_middle;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    was_active  <= active_i;
    last_pick   <= pick;
    last_middle <= middle;
    if (!started || !enable_i) begin
      {early_known, known_0, known} <= '0;
    end else if (active_i) begin
      if (valid_i[0]) {early_known, early} <= {1'b1, early_counts};
      if (valid_i[1]) {known_0, pick_0} <= {1'b1, scanned};
      if (valid_i[2]) {known, pick_1} <= {known_0, pick_0};
    end
  end

  // Requesters of each group but the last.
  localparam int unsigned Group  = cbcm_pkg::picker_group_outputs(Radix);
  localparam int unsigned Groups = (Radix + Group - 1) / Group;
  logic [16*16-1:0] group_sums;
  always_comb begin
    group_sums = '0;
    for (int o = 0; o < (Groups - 1) * Group; o++)
      group_sums[16*(o/Group) +: 16] = group_sums[16*(o/Group) +: 16] + 16'(
          early[o*FieldBits +: FieldBits]);
  end

  always_comb begin
    assume (rst_ni == started);
    assume (counts_legal);
    assume (!valid_i[1] || below);
    assume (!valid_i[1] || (early_known && early == counts));
    if (started) begin
      SumsAreOfCounts: assert (!early_known || sums == group_sums);
      GroupAndPlaceExact: assert (!known_0 || middle == pick_0);
      PickIsOfScan: assert (!known || pick == pick_1);
      HoldsWhenInactive: assert (!was_started || !was_enabled || was_active ||
                                 (pick == last_pick && middle == last_middle));
    end
    PicksTheLast: cover (known && pick == PortBits'(Radix - 1));
    TwoUnderWay: cover (known && known_0 && pick_0 != pick);
  end

endmodule
