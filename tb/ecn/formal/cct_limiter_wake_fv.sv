// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cct_limiter: the walk names the next release, and asleep until that or the timer
// nothing changes. What the entries do: cct_limiter.
// wraps: cct_limiter
// properties: asserts=12 covers=3
// proof: depth=1 DelayEntries=2 TableEntries=8 CycleBits=8
// bounded: depth=3 Nodes=100 DelayEntries=3 TableEntries=16 CycleBits=32
// cover: depth=12 DelayEntries=2 TableEntries=8 CycleBits=8
// larger: entries meet only in the search for the lowest free one, the timer and the walk
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: levels hold and are legal; timer and delays lie below half the counter's range
// assumed: notifications name nodes of the network; packets have at least one flit and name one
// assumed: entry or none
// mutant RowsInOrder: @cct_entry s/(decays \&\& lowered == cfg_minimum_i)/1'b0/
// mutant CountingIsProduct: @cct_entry s/(counting_q \&\& !known_i)/counting_q/
// mutant TimerAhead: s/decays || !used ? {/!used ? {/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant WalkOfTheTable: s/armed_i(entry_blocked_o \& ~counting)/armed_i(entry_blocked_o)/
// mutant WakeIsADeadline: s/alarm_i(free_at)/alarm_i(~free_at)/
// mutant WakeIsNext: @wake_walker s/? alarm_q < wake : !wraps/? alarm_q > wake : !wraps/
// mutant QuiescentHoldsState: s/next_valid \&\& lead\[CycleBits-1\] ? next_at : timer_q/timer_q/
// mutant QuiescentHoldsState: s/restart_i(|settles)/restart_i(1'b0)/
// mutant QuiescentHoldsState: s/\&\& !product_busy \&\&/\&\&/
// mutant QuiescentIsSilent: s/quiescent_o  = !overflow_q \&\& !triggered_q \&\&/quiescent_o = /
// mutant NotificationInNetwork: @cct_limiter_wake_fv s/assume (32'(notification_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant LevelsInOrder: @cct_limiter_wake_fv s/cfg_increase_i != '0 \&\&//
// mutant SentToOneEntry: @cct_limiter_wake_fv s/assume ((sent_entry_i \& .*//

module cct_limiter_wake_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned DelayEntries = 2,
  parameter int unsigned TableEntries = 8,
  parameter int unsigned CycleBits = 8,
  localparam int unsigned E = DelayEntries,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned IndexBits = $clog2(TableEntries),
  localparam int unsigned ReleaseBits = CycleBits < 25 ? CycleBits : 25,
  localparam int unsigned StorageBits = E * (3 + NodeBits + IndexBits + ReleaseBits) + CycleBits +
      2 + 62 + ReleaseBits + 3 + E + ReleaseBits + 1 + CycleBits,
  localparam int unsigned LevelBits = 1 + 4 * IndexBits + CycleBits
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i, cfg_timer_i,
  input logic                 notification_valid_i, table_valid_i,
  input logic [NodeBits-1:0]  notification_source_i,
  input logic [E-1:0]         sent_entry_i,
  input logic [9:0]           sent_flits_i,
  input logic [IndexBits-1:0] table_index_i, cfg_increase_i, cfg_limit_i, cfg_minimum_i,
  input logic [IndexBits-1:0] cfg_trigger_i,
  input logic [15:0]          table_word_i
);

  logic                   overflow, triggered, quiescent, wake_valid;
  logic [CycleBits-1:0]   wake_at, past, was_now, to_timer;
  logic [StorageBits-1:0] registers;
  cct_limiter #(
    .Nodes(Nodes), .DelayEntries(E), .TableEntries(TableEntries), .CycleBits(CycleBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .notification_valid_i, .notification_source_i,
    .sent_entry_i, .sent_flits_i, .table_valid_i, .table_index_i,
    .table_word_i, .cfg_increase_i, .cfg_limit_i, .cfg_minimum_i, .cfg_trigger_i, .cfg_timer_i,
    .entry_valid_o(), .entry_destination_o(), .entry_blocked_o(), .entry_index_o(),
    .overflow_o(overflow), .triggered_o(triggered), .quiescent_o(quiescent),
    .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(registers)
  );
  logic [E-1:0]             valid, blocked, counting, pending;
  logic [E*NodeBits-1:0]    destination;
  logic [E*IndexBits-1:0]   index;
  logic [E*ReleaseBits-1:0] release_at;
  logic [CycleBits-1:0]     timer, next_at;
  logic [ReleaseBits-1:0]   last_flit, looked, now;
  logic [60:0]              product;
  logic                     overflow_q, triggered_q, product_busy, unsettled, first, found;
  logic                     next_valid;
  assign {valid, blocked, counting, destination, index, release_at, timer, overflow_q, triggered_q,
          product_busy, product, last_flit, unsettled, first, found, pending, looked, next_valid,
          next_at} = registers;
  assign now = now_i[ReleaseBits-1:0];

  logic                 started, was_started;
  logic [LevelBits-1:0] levels, last_levels;
  initial {started, was_started} = '0;
  assign levels = {enable_i, cfg_increase_i, cfg_limit_i, cfg_minimum_i, cfg_trigger_i,
                   cfg_timer_i};
  assign past     = now_i - wake_at;
  assign to_timer = timer - was_now;
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started),
    .idle_i(!notification_valid_i && sent_entry_i == '0 && !table_valid_i),
    .quiescent_i(quiescent && (!wake_valid || past[CycleBits-1])), .levels_i(levels),
    .registers_i(registers), .event_i(overflow || triggered), .busy_i(enable_i && wake_valid),
    .asleep_o(), .last_levels_o(last_levels)
  );

  // The walk, as wake_walker's wrapper has it, over this table.
  logic [E-1:0] armed;
  logic         next_first, next_is_one, looked_is_one, looked_fits, far;
  assign armed       = blocked & ~counting;
  assign looked_fits = (!first || found == |armed) && (!found || looked_is_one) &&
                       (pending & ~armed) == '0 && (found || {pending, looked} == '0);
  always_comb begin : p_walk
    logic [ReleaseBits-1:0] alarm, lead, next_lead, looked_lead;
    {next_first, next_is_one, looked_is_one, far} = 4'b1000;
    next_lead   = next_at[ReleaseBits-1:0] - now;
    looked_lead = looked - now;
    for (int a = 0; a < E; a++) begin
      alarm = release_at[a*ReleaseBits+:ReleaseBits];
      lead  = alarm - now;
      if (armed[a] && alarm == next_at[ReleaseBits-1:0]) next_is_one = 1'b1;
      if (armed[a] && alarm == looked) looked_is_one = 1'b1;
      if (armed[a] && 32'(lead) >= 32'd1 << (CycleBits - 1)) far = 1'b1;
      if (armed[a] && !pending[a] && !(found && looked_lead <= lead) &&
          !(!first && next_valid && next_lead <= lead)) next_first = 1'b0;
    end
  end

  logic rows;  // a free row is 0, nobody is in the table for nothing or twice
  always_comb begin : p_rows
    rows = 1'b1;
    for (int e = 0; e < E; e++) begin
      for (int f = 0; f < e; f++)
        if (valid[e] && valid[f] && destination[e*NodeBits+:NodeBits] ==
            destination[f*NodeBits+:NodeBits]) rows = 1'b0;
      if (!valid[e] && {blocked[e], counting[e], destination[e*NodeBits+:NodeBits],
                        index[e*IndexBits+:IndexBits]} != '0) rows = 1'b0;
      if ((!blocked[e] || counting[e]) && release_at[e*ReleaseBits+:ReleaseBits] != '0)
        rows = 1'b0;
      if (valid[e] && index[e*IndexBits+:IndexBits] < cfg_minimum_i + IndexBits'(!blocked[e]))
        rows = 1'b0;
    end
  end

  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_now     <= now_i;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(notification_source_i) < Nodes);
    assume ((sent_entry_i & (sent_entry_i - E'(1))) == '0);
    assume (cfg_increase_i != '0 && cfg_timer_i != '0 && !cfg_timer_i[CycleBits-1]);
    assume (cfg_minimum_i < cfg_limit_i && cfg_limit_i != '1);
    assume (sent_flits_i != '0);
    assume (!started || !far);
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (levels[LevelBits-2:0] == last_levels[LevelBits-2:0]);
      RowsInOrder: assert (rows);
      CountingIsProduct: assert (product_busy == |counting && (counting & ~blocked) == '0 &&
                                 (counting & (counting - E'(1))) == '0 &&
                                 (product_busy || product == '0));
      DisabledIsReset: assert ((was_started && last_levels[LevelBits-1]) || registers == '0);
    end
    if (started)
      TimerAhead: assert (valid == '0 || (to_timer != '0 && to_timer <= cfg_timer_i));
    if (started && !unsettled) begin
      WalkOfTheTable: assert (looked_fits && (first || next_valid == |armed));
      WakeIsADeadline: assert (first || (next_valid ?
          next_is_one && (next_at - now_i) >> ReleaseBits == '0 : next_at == '0));
      WakeIsNext: assert (next_first);
    end
    SleepsBlocked: cover (was_started && quiescent && &blocked && wake_at == next_at &&
                          now_i != wake_at);
    TimerIsNext: cover (was_started && quiescent && &blocked && wake_at == timer &&
                        timer != next_at);
  end

endmodule
