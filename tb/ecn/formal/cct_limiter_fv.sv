// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cct_limiter: bounds of the index, its steps, its decay to the minimum, the table,
// what is reported. Delays in cycles: cct_limiter_delays. The walk to the wake time, and
// quiescence: cct_limiter_wake.
// properties: asserts=17 covers=4
// proof: depth=1 DelayEntries=2 TableEntries=8 CycleBits=8
// bounded: depth=3 Nodes=100 DelayEntries=3 TableEntries=16 CycleBits=32
// cover: depth=8 DelayEntries=2 TableEntries=8 CycleBits=8
// larger: entries meet only in the search for the lowest free one and the timer; of two, each is once
// larger: the watched one. The table's words are arbitrary.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: levels hold and are legal; the timer lies below half the counter's range
// assumed: notifications name nodes of the network; packets have at least one flit and name one
// assumed: entry or none
// mutant DestinationsUnique: s/notification_valid_i \&\& matched == '0 ?/notification_valid_i ?/
// mutant EmptyIsZero: @cct_entry s/assign keeps_index   = stays/assign keeps_index = enable_i/
// mutant IndexWithinLimit: s/old_index >= headroom ? cfg_limit_i/old_index > headroom + IndexBits'(1) ? cfg_limit_i/
// mutant IndexAboveMinimum: @cct_entry s/(decays \&\& lowered == cfg_minimum_i)/1'b0/
// mutant IndexStep: @cct_entry s/index_q - IndexBits'(above)/index_q - IndexBits'({above, 1'b0})/
// mutant TimerAhead: s/decays || !used ? {/!used ? {/
// mutant TimerAhead: s/timer_over = timer_high + HighBits'(1)/timer_over = timer_high/
// mutant IndexExact: s/matched == '0 ? cfg_minimum_i : notified_index/notified_index/
// mutant IndexExact: s/index_o\[e\*IndexBits+:IndexBits\] \& {IndexBits{matched/index_o[e*IndexBits+:IndexBits] \& {IndexBits{sends/
// mutant DecaysToMinimum: @cct_entry s/assign decays    = decays_i \&\& !hit/assign decays = decays_i \&\& !notification_valid_i/
// mutant DecaysToMinimum: s/decays || !used ? {/decays || !used || notification_valid_i ? {/
// mutant TriggeredExact: s/(matched == '0 || notified_index != cfg_trigger_i)/1'b1/
// mutant TriggeredExact: s/notification_valid_i \&\& !overflow_d \&\& raised/notification_valid_i \&\& raised/
// mutant OverflowExact: s/\&\& matched == '0 \&\& \&entry_valid_o/\&\& \&entry_valid_o/
// mutant CountingIsProduct: @cct_entry s/(counting_q \&\& !known_i)/counting_q/
// mutant RiseIsOfEvent: @cct_entry s/enable_i \&\& allocate_i;/enable_i \&\& notification_valid_i;/
// mutant EntryIsTold: @cct_entry s/enable_i \&\& allocate_i;/enable_i \&\& (allocate_i || (frees \&\& notification_valid_i));/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant NotificationInNetwork: @cct_limiter_fv s/assume (32'(notification_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant LevelsInOrder: @cct_limiter_fv s/cfg_increase_i != '0 \&\&//
// mutant SentToOneEntry: @cct_limiter_fv s/assume ((sent_entry_i \& .*//

module cct_limiter_fv #(
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
  logic [CycleBits-1:0]   wake_at, was_now, to_timer;
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
  logic [E-1:0]             valid, blocked, counting, pending, was_valid;
  logic [E*NodeBits-1:0]    destination;
  logic [E*IndexBits-1:0]   index, was_index;
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

  logic                 started, was_started, matched, was_unmatched, was_notified, was_triggers;
  logic [LevelBits-1:0] levels, last_levels;
  initial {started, was_started} = '0;
  assign levels = {enable_i, cfg_increase_i, cfg_limit_i, cfg_minimum_i, cfg_trigger_i,
                   cfg_timer_i};
  assign to_timer = timer - was_now;
  always @(posedge clk_i) last_levels <= levels;

  // One entry, as the page reads.
  (* anyconst *) logic [7:0] watched;
  logic                 w_valid, w_blocked, w_counting, hit, allocated, decays, release_due, sends;
  logic                 lower_free;
  logic                 n_valid, triggers, was_n_valid, running;
  logic [NodeBits-1:0]  w_destination;
  logic [IndexBits-1:0] w_index, was_n_index;
  logic [IndexBits:0]   n_index, raised;
  assign w_valid       = 1'(valid >> watched);
  assign w_blocked     = 1'(blocked >> watched);
  assign w_counting    = 1'(counting >> watched);
  assign w_destination = NodeBits'(destination >> (watched * NodeBits));
  assign w_index       = IndexBits'(index >> (watched * IndexBits));
  always_comb begin : p_watched
    logic [IndexBits:0] any_index;
    lower_free  = 1'b0;
    triggers    = 1'b0;
    any_index   = '0;
    for (int e = 0; e < E; e++) begin
      if (e < watched && !valid[e]) lower_free = 1'b1;
      if (valid[e] && destination[e*NodeBits+:NodeBits] == notification_source_i) begin
        any_index = {1'b0, index[e*IndexBits+:IndexBits]} + {1'b0, cfg_increase_i};
        if (any_index > {1'b0, cfg_limit_i}) any_index = {1'b0, cfg_limit_i};
        if (any_index == {1'b0, cfg_trigger_i} &&
            index[e*IndexBits+:IndexBits] != cfg_trigger_i) triggers = 1'b1;
      end
    end
    hit         = notification_valid_i && w_valid && notification_source_i == w_destination;
    allocated   = notification_valid_i && !matched && !w_valid && !lower_free;
    sends       = w_valid && !w_blocked && 1'(sent_entry_i >> watched);
    running     = valid != '0;
    decays      = running && timer == now_i;
    release_due = w_blocked && !w_counting &&
                  ReleaseBits'(release_at >> (watched * ReleaseBits)) == now;
    raised      = (w_valid ? {1'b0, w_index} : {1'b0, cfg_minimum_i}) + {1'b0, cfg_increase_i};
    if (raised > {1'b0, cfg_limit_i}) raised = {1'b0, cfg_limit_i};
    if (notification_valid_i && !matched && valid != '1) begin
      any_index = {1'b0, cfg_minimum_i} + {1'b0, cfg_increase_i};
      if (any_index > {1'b0, cfg_limit_i}) any_index = {1'b0, cfg_limit_i};
      if (any_index == {1'b0, cfg_trigger_i}) triggers = 1'b1;
    end
    n_valid = w_valid || allocated;
    n_index = hit || allocated ? raised : {1'b0, w_index};
    if (w_valid && !hit && decays && w_index > cfg_minimum_i)
      n_index = n_index - (IndexBits+1)'(1);
    if (w_valid && !hit && n_index <= {1'b0, cfg_minimum_i} && !sends &&
        (!w_blocked || release_due)) n_valid = 1'b0;
    if (!enable_i) n_valid = 1'b0;
    if (!n_valid) n_index = '0;
  end

  // Decrements until the index is down at the minimum without another notification, and clocks
  // until the next one: so it is there after at most steps_q times cfg_timer clocks.
  logic [IndexBits-1:0] steps_q;
  logic [CycleBits-1:0] tick_q;
  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_triggers  <= started && enable_i && triggers && notification_valid_i;
    was_n_valid   <= n_valid;
    was_n_index   <= n_index[IndexBits-1:0];
    tick_q        <= running && tick_q > CycleBits'(1) ? tick_q - CycleBits'(1) : cfg_timer_i;
    if (!started || !enable_i) steps_q <= '0;
    else if (hit || allocated) steps_q <= IndexBits'(n_index - {1'b0, cfg_minimum_i});
    else if (running && tick_q == CycleBits'(1) && steps_q != '0)
      steps_q <= steps_q - IndexBits'(1);
    was_started   <= started;
    was_now       <= now_i;
    was_valid     <= valid;
    was_index     <= index;
    was_notified  <= notification_valid_i;
    was_unmatched <= started && enable_i && notification_valid_i && !matched;
  end

  told_entries #(.Entries(E), .NodeBits(NodeBits)) told (
    .clk_i, .started_i(started), .enable_i, .event_i(notification_valid_i),
    .destination_i(notification_source_i), .valid_i(valid), .table_i(destination), .known_o()
  );

  logic unique_destinations, empty_zero, within, above, steps;
  always_comb begin : p_table
    logic [IndexBits-1:0] now_index, then_index;
    {unique_destinations, empty_zero, within, above, steps} = '1;
    matched = 1'b0;
    for (int e = 0; e < E; e++) begin
      now_index  = index[e*IndexBits+:IndexBits];
      then_index = was_index[e*IndexBits+:IndexBits];
      if (valid[e] && destination[e*NodeBits+:NodeBits] == notification_source_i) matched = 1'b1;
      for (int f = 0; f < e; f++)
        if (valid[e] && valid[f] && destination[e*NodeBits+:NodeBits] ==
            destination[f*NodeBits+:NodeBits]) unique_destinations = 1'b0;
      if (!valid[e] && {blocked[e], counting[e], destination[e*NodeBits+:NodeBits], now_index} != '0)
        empty_zero = 1'b0;
      if ((!blocked[e] || counting[e]) && release_at[e*ReleaseBits+:ReleaseBits] != '0)
        empty_zero = 1'b0;
      if (now_index > cfg_limit_i) within = 1'b0;
      if (valid[e] && (now_index < cfg_minimum_i ||
          (!blocked[e] && now_index == cfg_minimum_i))) above = 1'b0;
      // Down by one at a time, and never up without a notification.
      if (valid[e] && was_valid[e] && (now_index + IndexBits'(1) < then_index ||
          (now_index > then_index && !was_notified)) && then_index != '0) steps = 1'b0;
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < E);
    assume (32'(notification_source_i) < Nodes);
    assume ((sent_entry_i & (sent_entry_i - E'(1))) == '0);
    assume (cfg_increase_i != '0 && cfg_timer_i != '0 && !cfg_timer_i[CycleBits-1]);
    assume (cfg_minimum_i < cfg_limit_i && cfg_limit_i != '1);
    assume (sent_flits_i != '0);
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (levels[LevelBits-2:0] == last_levels[LevelBits-2:0]);
      DestinationsUnique: assert (unique_destinations);
      EmptyIsZero: assert (empty_zero);
      IndexWithinLimit: assert (within);
      IndexAboveMinimum: assert (above);
      // One packet at a time, and nobody waits for a delay that will not be known.
      CountingIsProduct: assert (product_busy == |counting && (counting & ~blocked) == '0 &&
                                 (counting & (counting - E'(1))) == '0);
      DisabledIsReset: assert ((was_started && last_levels[LevelBits-1]) || registers == '0);
    end
    if (was_started) begin
      IndexStep: assert (steps);
      TimerAhead: assert (!running || (to_timer != '0 && to_timer <= cfg_timer_i));
      IndexExact: assert (w_valid == was_n_valid && w_index == was_n_index);
      DecaysToMinimum: assert ((!running || to_timer == tick_q) &&
                               (!w_valid || w_index - cfg_minimum_i == steps_q));
      TriggeredExact: assert (triggered == was_triggers);
      OverflowExact: assert (!last_levels[LevelBits-1] ||
                             overflow == (was_unmatched && &was_valid));
    end
    Blocks: cover (was_started && blocked != '0 && quiescent);
    Overflows: cover (overflow);
    DecaysToTheEnd: cover (was_started && was_valid == '1 && valid != '1 && enable_i &&
                           last_levels[LevelBits-1] && was_n_index == '0 && cfg_minimum_i != '0);
    Reports: cover (triggered && !overflow && valid == '1);
  end

endmodule
