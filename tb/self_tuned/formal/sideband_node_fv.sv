// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of sideband_node: words, sums and totals as the page reads, for any neighbours; rest
// and quiescence.
// properties: asserts=10 covers=4
// proof: depth=1 Dimensions=2 FullBits=4 DeliveredBits=5 CountBits=3 DeliveryBits=2 Pieces=1
// proof: depth=1 Dimensions=3 FullBits=5 DeliveredBits=4 CountBits=5 DeliveryBits=1 Pieces=2
// proof: depth=1 Dimensions=1 FullBits=4 DeliveredBits=4 CountBits=2 DeliveryBits=7 Pieces=3
// bounded: depth=4 Dimensions=2 FullBits=12 DeliveredBits=15 CountBits=4 DeliveryBits=1 Pieces=1
// cover: depth=8 Dimensions=2 FullBits=4 DeliveredBits=5 CountBits=3 DeliveryBits=2 Pieces=1
// larger: widths are those of adders and shift registers; dimensions are the arms of a multiplexer
// assumed: hop_last, dimension_last and gather_last each only with the one before
// mutant WordsShift: s/ends_dimension ? fresh : shifted_up/shifted_up/
// mutant WordsShift: s/piece_down\[ShiftBits-1-:PieceBits\] = from_plus/piece_down[ShiftBits-1-:PieceBits] = from_minus/
// mutant WordsShift: s/ends_dimension ? fresh : shifted_down/shifted_down/
// mutant SumsExact: s/ & {WordBits{minus_counts_i}}//
// mutant SumsExact: s/ | {FullBits{|full_wide\[FullBits+1:FullBits\]}}//
// mutant SumsExact: s/next_delivered = ends_gather ? delivered : delivered_sum/next_delivered = ends_gather ? '0 : delivered_sum/
// mutant TotalsExact: s/total_full_q      <= full_sum;/total_full_q <= full_sum_q;/
// mutant TotalsExact: s/if (ends_gather) begin/if (ends_dimension) begin/
// mutant DeliveredExact: s/ends_gather ? '0 : delivered;/delivered;/
// mutant DeliveredExact: s/{DeliveredBits{|counted\[CountedBits-1:DeliveredBits\]}}/'0/
// mutant NothingLost: s/arrived & {CountedBits{delivered_valid_i}}/'0/
// mutant LinksShowWords: s/to_minus_o        = down_q/to_minus_o = up_q/
// mutant DisabledIsReset: s/else if (!enable_i)/else if (0)/
// mutant RestHoldsState: s/{up_q, down_q, full_sum_q, delivered_sum_q, total_full_q,$/{up_q, down_q,/; s/total_delivered_q, delivered_q} == '0/total_delivered_q} == '0/
// mutant QuiescentHoldsState: s/if (transfer_valid_i) begin/if (1) begin/
// mutant QuiescentIsSilent: @sideband_node_fv s/event_i(1'b0)/event_i(to_plus != '0)/

module sideband_node_fv #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned FullBits = 4,
  parameter int unsigned DeliveredBits = 5,
  parameter int unsigned CountBits = 3,
  parameter int unsigned DeliveryBits = 2,
  parameter int unsigned Pieces = 1,
  localparam int unsigned DimensionBits = Dimensions == 1 ? 1 : $clog2(Dimensions),
  localparam int unsigned WordBits = FullBits + DeliveredBits,
  localparam int unsigned PieceBits = (WordBits + Pieces - 1) / Pieces,
  localparam int unsigned ShiftBits = Pieces * PieceBits,
  localparam int unsigned StorageBits = 2 * WordBits + DeliveredBits + 2 * ShiftBits,
  localparam int unsigned WideBits = 32
) (
  input logic                            clk_i, rst_ni, enable_i,
  input logic                            transfer_valid_i, hop_last_i, minus_counts_i,
  input logic                            dimension_last_i, gather_last_i, delivered_valid_i,
  input logic [DimensionBits-1:0]        dimension_i,
  input logic [Dimensions*PieceBits-1:0] from_minus_i, from_plus_i,
  input logic [CountBits-1:0]            full_count_i,
  input logic [DeliveryBits-1:0]         delivered_flits_i
);

  logic [PieceBits-1:0]     to_plus, to_minus;
  logic [FullBits-1:0]      total_full;
  logic [DeliveredBits-1:0] total_delivered;
  logic                     rests, quiescent;
  logic [StorageBits-1:0]   registers, last_registers;
  sideband_node #(
    .Dimensions(Dimensions), .FullBits(FullBits), .DeliveredBits(DeliveredBits),
    .CountBits(CountBits), .DeliveryBits(DeliveryBits), .Pieces(Pieces)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .transfer_valid_i, .hop_last_i, .minus_counts_i, .dimension_i,
    .dimension_last_i, .gather_last_i, .from_minus_i, .from_plus_i, .full_count_i,
    .delivered_valid_i, .delivered_flits_i, .to_plus_o(to_plus), .to_minus_o(to_minus),
    .total_full_o(total_full), .total_delivered_o(total_delivered), .rests_o(rests),
    .quiescent_o(quiescent), .formal_state_o(registers)
  );

  logic [ShiftBits-1:0]     up, down, o_up, o_down;
  logic [FullBits-1:0]      sum_full, o_sum_full, shown_full, o_shown_full;
  logic [DeliveredBits-1:0] sum_flits, o_sum_flits, shown_flits, o_shown_flits, flits, o_flits;
  assign {up, down, sum_full, sum_flits, shown_full, shown_flits, flits} = registers;
  assign {o_up, o_down, o_sum_full, o_sum_flits, o_shown_full, o_shown_flits, o_flits} =
      last_registers;

  // The clock before.
  logic                    started, was_started, i_enable, i_transfer, i_hop, i_minus, i_dimension;
  logic                    i_gather, was_rest;
  logic [PieceBits-1:0]    i_from_minus, i_from_plus, from_minus, from_plus;
  logic [CountBits-1:0]    i_count;
  logic [WideBits-1:0]     i_flits;
  initial {started, was_started} = '0;
  always_comb begin
    from_minus = '0;
    from_plus  = '0;
    for (int d = 0; d < Dimensions; d++)
      if (32'(dimension_i) == d) begin
        from_minus = from_minus_i[d*PieceBits +: PieceBits];
        from_plus  = from_plus_i[d*PieceBits +: PieceBits];
      end
  end
  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    i_transfer     <= transfer_valid_i;
    i_hop          <= transfer_valid_i && hop_last_i;
    i_minus        <= minus_counts_i;
    i_dimension    <= transfer_valid_i && dimension_last_i;
    i_gather       <= transfer_valid_i && gather_last_i;
    i_from_minus   <= from_minus;
    i_from_plus    <= from_plus;
    i_count        <= full_count_i;
    i_flits        <= delivered_valid_i ? WideBits'(delivered_flits_i) : '0;
    last_registers <= registers;
    was_rest       <= started && rests && from_minus_i == '0 && from_plus_i == '0 &&
                      full_count_i == '0 && !delivered_valid_i && enable_i;
  end
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(1)) quiescence (
    .clk_i, .started_i(started), .idle_i(!transfer_valid_i && !delivered_valid_i),
    .quiescent_i(quiescent), .levels_i(enable_i), .registers_i(registers), .event_i(1'b0),
    .busy_i(enable_i && transfer_valid_i), .asleep_o(), .last_levels_o(i_enable)
  );

  // The page, in whole numbers.
  localparam logic [WideBits-1:0] MostFull = (1 << FullBits) - 1;
  localparam logic [WideBits-1:0] MostFlits = (1 << DeliveredBits) - 1;
  logic [ShiftBits-1:0] moved_up, moved_down, fresh;
  logic [WideBits-1:0]  full, sum, counted, next_full, next_sum;
  always_comb begin
    moved_up   = o_up >> PieceBits;
    moved_down = o_down >> PieceBits;
    moved_up[ShiftBits-1 -: PieceBits]   = i_from_minus;
    moved_down[ShiftBits-1 -: PieceBits] = i_from_plus;
    full    = WideBits'(o_sum_full) + WideBits'(moved_up[WordBits-1:DeliveredBits]);
    sum     = WideBits'(o_sum_flits) + WideBits'(moved_up[DeliveredBits-1:0]);
    if (i_minus) begin
      full = full + WideBits'(moved_down[WordBits-1:DeliveredBits]);
      sum  = sum + WideBits'(moved_down[DeliveredBits-1:0]);
    end
    if (full > MostFull) full = MostFull;
    if (sum > MostFlits) sum = MostFlits;
    counted = WideBits'(o_flits) + i_flits;
    if (counted > MostFlits) counted = MostFlits;
    next_full = i_gather ? WideBits'(i_count) : full;
    next_sum  = i_gather ? counted : sum;
    fresh     = '0;
    fresh[WordBits-1:0] = {next_full[FullBits-1:0], next_sum[DeliveredBits-1:0]};
  end

  always_comb begin
    assume (rst_ni == started);
    assume ((hop_last_i || !dimension_last_i) && (dimension_last_i || !gather_last_i));
    if (was_started) begin
      DisabledIsReset: assert (i_enable || registers == '0);
      WordsShift: assert (!i_enable || {up, down} == (!i_transfer ? {o_up, o_down} :
          i_dimension ? {fresh, fresh} : {moved_up, moved_down}));
      SumsExact: assert (!i_enable || {sum_full, sum_flits} == (i_hop ?
          {next_full[FullBits-1:0], next_sum[DeliveredBits-1:0]} : {o_sum_full, o_sum_flits}));
      TotalsExact: assert (!i_enable || {shown_full, shown_flits} == (i_gather ?
          {full[FullBits-1:0], sum[DeliveredBits-1:0]} : {o_shown_full, o_shown_flits}));
      DeliveredExact: assert (!i_enable || flits == (i_gather ? '0 : counted[DeliveredBits-1:0]));
      // A flit that is delivered is in the count of this gather or in that of the next.
      NothingLost: assert (!i_enable || i_flits == '0 || flits != '0 || sum_flits != '0);
      RestHoldsState: assert (!was_rest || registers == last_registers);
    end
    if (started) begin
      LinksShowWords: assert ({to_plus, to_minus} == {up[PieceBits-1:0], down[PieceBits-1:0]} &&
          {total_full, total_delivered} == {shown_full, shown_flits});
    end
    Saturates: cover (was_started && i_gather && sum == MostFlits && full == MostFull);
    OneWay: cover (was_started && i_hop && !i_minus && moved_down != '0);
    TakesSample: cover (was_started && i_gather && counted != '0 && i_count != '0);
  end

endmodule
