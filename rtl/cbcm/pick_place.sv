// SPDX-License-Identifier: Apache-2.0
// Last part of a picker: the output that holds a requester's number, by group and in the group.
//
// Contract:   docs/reference/cbcm/shared_sampler.md (a look: the pick)
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  part of picker: the counts of a lane and the number of the pick among them
// Latency:    2 active clocks: the group, then the place in it
// Parameters: Radix 4-64, Vcs 1-16: groups of 2, 4 or 8 outputs, prefix sums over them and in one.
// Not handled: a number that is not below the sum of the counts.
//
// Once the group is known, only its counts are held. The groups' sums are formed a clock ahead,
// and the place in the group is encoded behind its register.
//
// lint-params: Radix=4 Vcs=1
// lint-params: Radix=22 Vcs=3
// lint-params: Radix=64 Vcs=16
// lint-illegal: Radix=65
// lint-illegal: Vcs=17

module pick_place #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// Virtual channels that may be sampled.
  parameter int unsigned Vcs = 4,
  localparam int unsigned PortBits  = $clog2(Radix),
  localparam int unsigned CountBits = Radix * $clog2(Vcs + 1),
  localparam int unsigned RestBits  = $clog2(Radix * Vcs)
) (
  /// Clock, rising edge.
  input  logic                  clk_i,
  /// Asynchronous reset, active low.
  input  logic                  rst_ni,
  /// Low: every register is cleared.
  input  logic                  enable_i,
  /// The pipeline advances.
  input  logic                  active_i,
  /// There is a look: bit 0 a clock before the inputs, bit 1 at the inputs, and so on.
  input  logic [2:0]            valid_i,
  /// Requesters per output, a clock before the inputs.
  input  logic [CountBits-1:0]  early_counts_i,
  /// Requesters per output.
  input  logic [CountBits-1:0]  counts_i,
  /// Number of the pick, counted from 0.
  input  logic [RestBits-1:0]   rest_i,
  /// The picked requester's output.
  output logic [PortBits-1:0]   pick_output_o
`ifdef FORMAL
  ,
  /// The output that group, counts and place held stand for.
  output logic [PortBits-1:0]   formal_middle_o,
  /// Sums of the groups but the last, 16 bits each, formed ahead.
  output logic [16*16-1:0]      formal_sums_o
`endif
);

  localparam int unsigned FieldBits    = $clog2(Vcs + 1);
  localparam int unsigned TotalBits    = $clog2(Radix * Vcs + 1);
  localparam int unsigned GroupOutputs = cbcm_pkg::picker_group_outputs(Radix);
  localparam int unsigned Levels       = $clog2(GroupOutputs);
  localparam int unsigned Groups       = (Radix + GroupOutputs - 1) / GroupOutputs;
  localparam int unsigned IndexBits    = PortBits - Levels;
  localparam int unsigned GroupBits    = GroupOutputs * FieldBits;
  localparam int unsigned HeldBits     = GroupBits - FieldBits;
  localparam int unsigned SumBits      = FieldBits + Levels;
  localparam int unsigned SumsBits     = (Groups - 1) * SumBits;
  localparam int unsigned LocalBits    = $clog2(GroupOutputs * Vcs);

  localparam int unsigned SampleBits   = 0;
  localparam int unsigned StateBits    = 0;
  localparam int unsigned PipelineBits =
      SumsBits + HeldBits + IndexBits + 2 * LocalBits + IndexBits + GroupOutputs - 1;
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d is not in 1-16", Vcs);

  // Masks are constants, so that no simulator forms them in every clock.
  function automatic logic [Levels*GroupBits-1:0] even_fields();
    for (int b = 0; b < Levels * GroupBits; b++)
      even_fields[b] = (((b % GroupBits) / FieldBits) >> (b / GroupBits)) % 2 == 0;
  endfunction
  localparam logic [Levels*GroupBits-1:0] Even = even_fields();

  // Sum of the counts of a group: neighbours are added until one field is left.
  function automatic logic [SumBits-1:0] group_sum(input logic [GroupBits-1:0] group);
    logic [GroupBits-1:0] fields;
    fields = group;
    for (int level = 0; level < Levels; level++) begin
      fields = (fields & Even[level*GroupBits +: GroupBits])
               + ((fields >> ((1 << level) * FieldBits)) & Even[level*GroupBits +: GroupBits]);
    end
    group_sum = fields[SumBits-1:0];
  endfunction

  // Sums of all groups but the last.
  function automatic logic [SumsBits-1:0] sums_of(input logic [CountBits-1:0] counts);
    for (int g = 0; g + 1 < Groups; g++)
      sums_of[g*SumBits +: SumBits] = group_sum(counts[g*GroupBits +: GroupBits]);
  endfunction

  // {group, its first counts, number of the pick, requesters before the group}
  function automatic logic [IndexBits+HeldBits+2*LocalBits-1:0] placed(
      input logic [CountBits-1:0] counts, input logic [SumsBits-1:0] sums,
      input logic [RestBits-1:0] rest);
    logic [Groups*GroupBits-1:0] padded;
    logic [Groups*TotalBits-1:0] before_group;
    logic [HeldBits-1:0]  held;
    logic [LocalBits-1:0] base;
    logic [IndexBits-1:0] index;
    logic [Groups:0]      reached;
    logic here;
    padded       = (Groups*GroupBits)'(counts);
    before_group = '0;
    for (int g = 1; g < Groups; g++)
      before_group[g*TotalBits +: TotalBits] = TotalBits'(sums[(g-1)*SumBits +: SumBits]);
    for (int step = 1; step < Groups; step = 2 * step) begin
      for (int g = Groups - 1; g > step; g--)
        before_group[g*TotalBits +: TotalBits] = before_group[g*TotalBits +: TotalBits]
                                                 + before_group[(g-step)*TotalBits +: TotalBits];
    end
    reached    = '0;
    reached[0] = 1'b1;
    for (int g = 1; g < Groups; g++)
      reached[g] = TotalBits'(rest) >= before_group[g*TotalBits +: TotalBits];
    held  = '0;
    base  = '0;
    index = '0;
    for (int g = 0; g < Groups; g++) begin
      here  = reached[g] & ~reached[g+1];
      held  = held | ({HeldBits{here}} & padded[g*GroupBits +: HeldBits]);
      base  = base | ({LocalBits{here}} & before_group[g*TotalBits +: LocalBits]);
      index = index | ({IndexBits{here}} & IndexBits'(g));
    end
    placed = {index, held, LocalBits'(rest), base};
  endfunction

  // Bit `o`: the pick lies behind output `o` of its group.
  function automatic logic [GroupOutputs-2:0] behind(input logic [HeldBits-1:0] counts,
                                                     input logic [LocalBits-1:0] place);
    logic [GroupOutputs*SumBits-1:0] up_to;  // requesters up to an output
    up_to = '0;
    for (int o = 0; o + 1 < GroupOutputs; o++)
      up_to[o*SumBits +: FieldBits] = counts[o*FieldBits +: FieldBits];
    for (int level = 0; level < Levels; level++)
      up_to = up_to + (up_to << ((1 << level) * SumBits));
    for (int o = 0; o + 1 < GroupOutputs; o++)
      behind[o] = SumBits'(place) >= up_to[o*SumBits +: SumBits];
  endfunction

  // Number of leading ones.
  function automatic logic [Levels-1:0] encoded(input logic [GroupOutputs-2:0] places);
    logic [GroupOutputs:0] reached;
    reached = {1'b0, places, 1'b1};
    encoded = '0;
    for (int o = 0; o < GroupOutputs; o++)
      encoded = encoded | ({Levels{reached[o] & ~reached[o+1]}} & Levels'(o));
  endfunction

  logic [IndexBits-1:0] index_q;
  logic [HeldBits-1:0]  counts_q;
  logic [LocalBits-1:0] rest_q, base_q;

`ifdef FORMAL
  logic [SumsBits-1:0] formal_sums;
  always_comb begin
    formal_sums_o = '0;
    for (int g = 0; g + 1 < Groups; g++)
      formal_sums_o[16*g +: 16] = 16'(formal_sums[g*SumBits +: SumBits]);
  end
  assign formal_middle_o = {index_q, encoded(behind(counts_q, rest_q - base_q))};
`endif

  logic [SumsBits-1:0]     sums_q;
  logic [IndexBits-1:0]    place_index_q;
  logic [GroupOutputs-2:0] behind_q;
  assign pick_output_o = {place_index_q, encoded(behind_q)};
  `ifdef FORMAL
  assign formal_sums      = sums_q;
`endif
  always_ff @(posedge clk_i or negedge rst_ni) begin : steps
    if (!rst_ni) begin
      {sums_q, index_q, counts_q, rest_q, base_q, place_index_q, behind_q} <= '0;
    end else if (!enable_i) begin
      {sums_q, index_q, counts_q, rest_q, base_q, place_index_q, behind_q} <= '0;
    end else if (active_i) begin
      if (valid_i[0]) sums_q <= sums_of(early_counts_i);
      if (valid_i[1]) {index_q, counts_q, rest_q, base_q} <= placed(counts_i, sums_q, rest_i);
      if (valid_i[2]) {place_index_q, behind_q} <= {index_q, behind(counts_q, rest_q - base_q)};
    end
  end

endmodule
