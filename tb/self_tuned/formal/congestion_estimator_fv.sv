// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of congestion_estimator: totals and ticks as the page reads, within the limits;
// equal totals need no extrapolation; rest and quiescence.
// properties: asserts=11 covers=4
// proof: depth=1 FullBits=4 TickBits=2
// proof: depth=1 FullBits=5 TickBits=0
// bounded: depth=5 FullBits=12 TickBits=5
// cover: depth=12 FullBits=4 TickBits=2
// larger: FullBits and TickBits are widths of adders
// assumed: cfg_* change only while disabled; totals are at most cfg_buffers; ticks fit the fraction
// mutant TotalsExact: s/{difference\[FullBits\], difference}/{1'b0, difference}/
// mutant TotalsExact: s/ & {(FullBits+1){!cfg_last_i}}//
// mutant SlopeExact: s/difference_wide << distance/difference_wide/
// mutant SlopeExact: s/{SlopeBits{difference\[FullBits\]}}/'0/
// mutant TickExact: s/change = {slope_q\[SlopeBits-1\], slope_q}/change = {1'b0, slope_q}/
// mutant TickExact: s/sum\[SumBits-1\] ? '0 : //
// mutant EstimateInRange: s/room\[SumBits-1\] ? limit\[ValueBits-1:0\]/room[SumBits-1] \&\& tick_valid_i ? limit[ValueBits-1:0]/; s/cfg_buffers_i;/'1;/
// mutant LastIsTotal: s/ & {(FullBits+1){!cfg_last_i}}//
// mutant DrainedIsZero: s/base\[ValueBits-1:TickBits\]   = total_full_i/base[ValueBits-1:TickBits] = total_full_i | previous_q/
// mutant DisabledIsReset: s/else if (!enable_i)/else if (0)/
// mutant RestHoldsState: s/rests_o     = {previous_q, slope_q, value_q} == '0/rests_o = {previous_q, value_q} == '0/
// mutant QuiescentHoldsState: s/totals_valid_i || tick_valid_i) value_q/1) value_q/
// mutant QuiescentIsSilent: @congestion_estimator_fv s/event_i(1'b0)/event_i(estimate != '0)/
// mutant TicksFitFraction: @congestion_estimator_fv s/assume (32'(cfg_tick_bits_i) <= TickBits);//

module congestion_estimator_fv #(
  parameter int unsigned FullBits = 4,
  parameter int unsigned TickBits = 2,
  localparam int unsigned SlopeBits = FullBits + 1 + TickBits,
  localparam int unsigned ValueBits = FullBits + TickBits,
  localparam int unsigned StorageBits = FullBits + SlopeBits + ValueBits,
  localparam int unsigned LevelBits = 1 + 4 + FullBits + 1
) (
  input logic                clk_i, rst_ni, enable_i, totals_valid_i, tick_valid_i, cfg_last_i,
  input logic [FullBits-1:0] total_full_i, cfg_buffers_i,
  input logic [3:0]          cfg_tick_bits_i
);

  logic [FullBits-1:0]    estimate;
  logic                   rests, quiescent;
  logic [StorageBits-1:0] registers, last_registers;
  congestion_estimator #(.FullBits(FullBits), .TickBits(TickBits)) dut (
    .clk_i, .rst_ni, .enable_i, .totals_valid_i, .total_full_i, .tick_valid_i, .cfg_tick_bits_i,
    .cfg_buffers_i, .cfg_last_i, .estimate_o(estimate), .rests_o(rests), .quiescent_o(quiescent),
    .formal_state_o(registers)
  );

  logic                 started, was_started, i_enable, i_totals, i_tick, i_last, was_rest;
  logic [FullBits-1:0]  i_total, i_buffers;
  logic [3:0]           i_tick_bits;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    i_totals       <= totals_valid_i;
    i_tick         <= tick_valid_i;
    i_total        <= total_full_i;
    last_registers <= registers;
    was_rest       <= started && rests && total_full_i == '0;
  end
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(!totals_valid_i && !tick_valid_i),
    .quiescent_i(quiescent), .levels_i({enable_i, cfg_tick_bits_i, cfg_buffers_i, cfg_last_i}),
    .registers_i(registers), .event_i(1'b0), .busy_i(enable_i && tick_valid_i), .asleep_o(),
    .last_levels_o({i_enable, i_tick_bits, i_buffers, i_last})
  );

  // The page in whole numbers of 16 more bits.
  localparam int unsigned WideBits = FullBits + TickBits + 16;
  logic [FullBits-1:0]         previous, o_previous;
  logic [SlopeBits-1:0]        slope, o_slope;
  logic [ValueBits-1:0]        value, o_value;
  logic signed [WideBits-1:0]  total, before, difference, top, loaded, ticked, wide_slope;
  assign {previous, slope, value}       = registers;
  assign {o_previous, o_slope, o_value} = last_registers;
  always_comb begin
    total      = WideBits'(i_total);
    before     = WideBits'(o_previous);
    difference = i_last ? '0 : total - before;
    top        = WideBits'(i_buffers) << TickBits;
    wide_slope = {{(WideBits-SlopeBits){o_slope[SlopeBits-1]}}, o_slope};
    loaded     = (total + difference) <<< TickBits;
    if (loaded < 0) loaded = '0;
    if (loaded > top) loaded = top;
    ticked = $signed(WideBits'(o_value)) + wide_slope;
    if (ticked < 0) ticked = '0;
    if (ticked > top) ticked = top;
  end
  logic signed [WideBits-1:0] new_slope;
  logic [3:0]                 distance;
  assign distance  = 4'(TickBits) - i_tick_bits;
  assign new_slope = difference <<< distance;

  always_comb begin
    assume (rst_ni == started);
    assume (total_full_i <= cfg_buffers_i);
    assume (32'(cfg_tick_bits_i) <= TickBits);
    if (was_started && i_enable)
      assume ({cfg_tick_bits_i, cfg_buffers_i, cfg_last_i} == {i_tick_bits, i_buffers, i_last});
    if (was_started) begin
      DisabledIsReset: assert (i_enable || registers == '0);
      TotalsExact: assert (!i_enable || !i_totals ||
          (value == loaded[ValueBits-1:0] && previous == i_total));
      SlopeExact: assert (!i_enable || slope == (i_totals ? new_slope[SlopeBits-1:0] : o_slope));
      TickExact: assert (!i_enable || i_totals ||
          (value == (i_tick ? ticked[ValueBits-1:0] : o_value) && previous == o_previous));
      EstimateInRange: assert (!i_enable || !(i_totals || i_tick) || estimate <= i_buffers);
      LastIsTotal: assert (!i_enable || !i_totals || !i_last || estimate == i_total);
      // A total of 0 ends every hold at once: what drains is never extrapolated upwards.
      DrainedIsZero: assert (!i_enable || !i_totals || i_total != '0 || estimate == '0);
      RestHoldsState: assert (!was_rest || registers == last_registers);
    end
    Rises: cover (was_started && i_tick && !i_totals && value > o_value);
    Falls: cover (was_started && i_tick && !i_totals && value < o_value);
    Limited: cover (was_started && i_totals && estimate == i_buffers && i_total < i_buffers);
  end

endmodule
