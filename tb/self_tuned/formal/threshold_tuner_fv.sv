// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of threshold_tuner: every decision as the page reads, the threshold within its
// limits, rest and quiescence.
// properties: asserts=20 covers=5
// proof: depth=1 FullBits=4 DeliveredBits=4
// proof: depth=1 FullBits=7 DeliveredBits=5
// bounded: depth=5 FullBits=12 DeliveredBits=15
// cover: depth=20 FullBits=4 DeliveredBits=4
// larger: widths are those of adders and comparators only
// assumed: cfg_* change only while disabled; increment >= 1, increment <= initial <= buffers
// mutant ThresholdExact: s/drops ? lowered/drops ? raised/
// mutant ThresholdExact: s/returns ? home : by_table/by_table/
// mutant ThresholdExact: s/lost_part     = cfg_drop_shift_i == '0 ? '0 : /lost_part = /
// mutant ThresholdExact: s/throttled_q && !cfg_throttled_now_i/throttled_q/
// mutant ThresholdInRange: s/best < cfg_increment_i ? cfg_increment_i : best/best/
// mutant ThresholdInRange: s/sum > {1'b0, cfg_buffers_i} ? cfg_buffers_i : sum/sum/
// mutant BestWithinBuffers: s/best_threshold_q <= threshold_q/best_threshold_q <= total_full_i/
// mutant MaximumExact: s/relocates ? '0 : higher/higher/
// mutant MaximumExact: s/low_part      = cfg_low_shift_i == '0 ? '0 : /low_part = /
// mutant BestExact: s/best_full_q      <= total_full_i/best_full_q <= threshold_q/
// mutant RepeatsExact: s/returns && !relocates ? more : '0/returns ? more : '0/
// mutant ThroughputExact: s/due_q ? '0 : throughput_q/throughput_q/
// mutant PreviousExact: s/previous_q <= throughput_q/previous_q <= maximum_q/
// mutant ThrottledExact: s/!due_q && !settling_q\[0\] && (throttle_i/(throttle_i/
// mutant ThrottledExact: s/!settling_q\[0\] && (throttle_i/(throttle_i/
// mutant SettlesOnce: s/settling_q   <= {settling_q\[0\], due_q}/settling_q   <= {2{due_q}}/
// mutant DecisionDue: s/ && period_last_i && / \&\& /
// mutant EventsExact: s/due_q && relocates/due_q \&\& returns/
// mutant LowEstimateResumes: s/difference\[FullBits-1:0\] < cfg_increment_i/0/
// mutant DisabledIsReset: s/else if (!enable_i)/else if (0)/
// mutant RestsExact: s/previous_q == '0 && maximum_q == '0/maximum_q == '0/
// mutant RestHoldsState: s/ && !(at_rest && total_delivered_i == '0)//
// mutant QuiescentHoldsState,QuiescentIsSilent: s/started_q && !due_q && settling_q == '0 && !returned_q && !relocated_q;/1'b1;/
// mutant InitialInRange: @threshold_tuner_fv s/assume (initial_ok);//
// mutant IncrementNotZero: @threshold_tuner_fv s/assume (cfg_increment_i != '0);//

module threshold_tuner_fv #(
  parameter int unsigned FullBits = 4,
  parameter int unsigned DeliveredBits = 4,
  localparam int unsigned ThroughputBits = DeliveredBits + 4,
  localparam int unsigned StorageBits = 3 * FullBits + 3 * ThroughputBits + 11,
  localparam int unsigned CfgBits = 4 * FullBits + 13,
  localparam int unsigned LevelBits = 2 + FullBits + CfgBits,
  localparam int unsigned WideBits = ThroughputBits + 8
) (
  input logic                     clk_i, rst_ni, enable_i, totals_valid_i, period_last_i, throttle_i,
  input logic [FullBits-1:0]      total_full_i,
  input logic [DeliveredBits-1:0] total_delivered_i,
  input logic [FullBits-1:0]      cfg_initial_i, cfg_increment_i, cfg_decrement_i, cfg_buffers_i,
  input logic [2:0]               cfg_drop_shift_i, cfg_low_shift_i,
  input logic                     cfg_climb_i, cfg_avoid_i, cfg_throttled_now_i,
  input logic [3:0]               cfg_repeats_i
);

  logic [FullBits-1:0]    threshold;
  logic                   returned_valid, relocated_valid, rests, quiescent;
  logic [StorageBits-1:0] registers, last_registers;
  threshold_tuner #(.FullBits(FullBits), .DeliveredBits(DeliveredBits)) dut (
    .clk_i, .rst_ni, .enable_i, .totals_valid_i, .period_last_i, .total_full_i,
    .total_delivered_i, .throttle_i, .cfg_initial_i, .cfg_increment_i, .cfg_decrement_i,
    .cfg_buffers_i, .cfg_drop_shift_i, .cfg_climb_i, .cfg_avoid_i, .cfg_low_shift_i,
    .cfg_repeats_i, .cfg_throttled_now_i, .threshold_o(threshold),
    .returned_valid_o(returned_valid), .relocated_valid_o(relocated_valid), .throttled_o(), .rests_o(rests),
    .quiescent_o(quiescent), .formal_state_o(registers)
  );
  logic [FullBits-1:0]       now_threshold, best_full, best_threshold;
  logic [ThroughputBits-1:0] throughput, previous, maximum;
  logic [3:0]                repeats;
  logic                      throttled, ready, due, returned, relocated;
  logic [1:0]                settling;
  assign {now_threshold, best_full, best_threshold, throughput, previous, maximum, repeats,
          throttled, ready, due, settling, returned, relocated} = registers;

  // The clock before: its registers and its inputs.
  logic [FullBits-1:0]       o_threshold, o_best_full, o_best_threshold;
  logic [ThroughputBits-1:0] o_throughput, o_previous, o_maximum;
  logic [3:0]                o_repeats;
  logic                      o_throttled, o_ready, o_due, o_returned, o_relocated;
  logic [1:0]                o_settling;
  assign {o_threshold, o_best_full, o_best_threshold, o_throughput, o_previous, o_maximum,
          o_repeats, o_throttled, o_ready, o_due, o_settling, o_returned, o_relocated} = last_registers;
  logic                     started, was_started, i_enable, i_totals, i_last, i_throttle, was_rest;
  logic [FullBits-1:0]      i_full;
  logic [DeliveredBits-1:0] i_delivered;
  logic [CfgBits-1:0]       cfg, last_cfg;
  initial {started, was_started} = '0;
  assign cfg = {cfg_initial_i, cfg_increment_i, cfg_decrement_i, cfg_buffers_i, cfg_drop_shift_i,
                cfg_climb_i, cfg_avoid_i, cfg_low_shift_i, cfg_repeats_i, cfg_throttled_now_i};
  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    i_totals       <= totals_valid_i;
    i_last         <= period_last_i;
    i_delivered    <= total_delivered_i;
    last_registers <= registers;
    was_rest       <= started && rest && total_delivered_i == '0 && !throttle_i && enable_i;
  end

  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(!totals_valid_i), .quiescent_i(quiescent),
    .levels_i({enable_i, throttle_i, total_full_i, cfg}), .registers_i(registers),
    .event_i(returned_valid || relocated_valid), .busy_i(enable_i && (due || settling != '0)), .asleep_o(),
    .last_levels_o({i_enable, i_throttle, i_full, last_cfg})
  );

  // The page's rest.
  logic rest;
  assign rest = ready && throughput == '0 && previous == '0 && maximum == '0 && repeats == '0 &&
                !throttled && !due && settling == '0 && !returned && !relocated;

  // The page's decision; the levels are those of the clock before, which cfg_* have kept.
  logic [WideBits-1:0] x, before, most;
  logic                drops, higher, low, throttling, back, forgets;
  logic [7:0]          more;
  logic [FullBits+1:0] up, down, table_next, home, next;
  always_comb begin
    x          = WideBits'(o_throughput);
    before     = WideBits'(o_previous);
    most       = WideBits'(o_maximum);
    drops      = cfg_drop_shift_i == '0 ? x < before :
                 (x << cfg_drop_shift_i) < (before << cfg_drop_shift_i) - before;
    higher     = x > most;
    low        = cfg_low_shift_i == '0 ? x < most :
                 (x << cfg_low_shift_i) < (most << cfg_low_shift_i) - most;
    throttling = cfg_throttled_now_i ? i_throttle : i_throttle || o_throttled;
    up         = {2'b00, o_threshold} + {2'b00, cfg_increment_i};
    if (up > {2'b00, cfg_buffers_i}) up = {2'b00, cfg_buffers_i};
    down       = {2'b00, cfg_increment_i};
    if ({2'b00, o_threshold} > {2'b00, cfg_decrement_i} + {2'b00, cfg_increment_i})
      down = {2'b00, o_threshold} - {2'b00, cfg_decrement_i};
    table_next = {2'b00, o_threshold};
    if (cfg_climb_i) begin
      if (drops) table_next = down;
      else if (throttling) table_next = up;
    end
    home = {2'b00, o_best_full};
    if (o_best_threshold < o_best_full) home = {2'b00, o_best_threshold};
    if (home < {2'b00, cfg_increment_i}) home = {2'b00, cfg_increment_i};
    back    = cfg_avoid_i && !higher && low;
    more    = {4'd0, o_repeats} + 8'd1;
    if (more > 8'd15) more = 8'd15;
    forgets = back && more == {4'd0, cfg_repeats_i};
    next    = !o_ready ? {2'b00, cfg_initial_i} : !o_due ? {2'b00, o_threshold} :
              back ? home : table_next;
  end

  logic initial_ok, decided;
  assign initial_ok = cfg_initial_i >= cfg_increment_i && cfg_initial_i <= cfg_buffers_i;
  assign decided    = i_enable && o_due;
  always_comb begin
    assume (rst_ni == started);
    assume (initial_ok);
    assume (cfg_increment_i != '0);
    if (was_started && i_enable) assume (cfg == last_cfg);
    if (started) begin
      ThresholdInRange: assert (!ready || (threshold >= cfg_increment_i &&
          threshold <= cfg_buffers_i) || (was_started && !i_enable));
      BestWithinBuffers: assert (best_threshold <= cfg_buffers_i && (ready || !due));
      RestsExact: assert (rests == rest);
      // What throttles is an estimate above the threshold: one below the increment never is.
      LowEstimateResumes: assert (!ready || threshold >= cfg_increment_i);
    end
    if (was_started) begin
      DisabledIsReset: assert (i_enable || registers == '0);
      ThresholdExact: assert (!i_enable || threshold == next[FullBits-1:0]);
      MaximumExact: assert (!i_enable || maximum == (!o_due || !cfg_avoid_i ? o_maximum :
          forgets ? '0 : higher ? o_throughput : o_maximum));
      BestExact: assert (!i_enable || {best_full, best_threshold} ==
          (decided && cfg_avoid_i && higher ? {i_full, o_threshold} :
           {o_best_full, o_best_threshold}));
      RepeatsExact: assert (!i_enable || repeats == (!o_due || !cfg_avoid_i ? o_repeats :
          !back || forgets ? 4'd0 : more[3:0]));
      ThroughputExact: assert (!i_enable || throughput == (o_due ? '0 : o_throughput) +
          (i_totals ? {4'd0, i_delivered} : '0));
      PreviousExact: assert (!i_enable || previous == (o_due ? o_throughput : o_previous));
      ThrottledExact: assert (!i_enable || throttled == (!o_due && !o_settling[0] &&
          (i_throttle || o_throttled)));
      SettlesOnce: assert (!i_enable || settling == {o_settling[0], o_due});
      DecisionDue: assert (!i_enable || due == (i_totals && i_last && !was_rest_any));
      EventsExact: assert (!i_enable || {returned_valid, relocated_valid} ==
          {decided && back, decided && forgets});
      RestHoldsState: assert (!was_rest || registers == last_registers);
    end
    ReturnsHome: cover (was_started && returned_valid && threshold > cfg_increment_i);
    Forgets: cover (was_started && relocated_valid);
    Climbs: cover (was_started && decided && threshold > o_threshold && !returned_valid);
    RestsAgain: cover (was_started && rests && was_rest && i_totals && i_last);
  end

  // At rest with nothing delivered there is nothing to decide, whatever throttle_i is.
  logic was_rest_any;
  always @(posedge clk_i) was_rest_any <= started && rest && total_delivered_i == '0;

endmodule
