// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cct_limiter: bounds of the index, its steps, the table, releases; quiescence.
// properties: asserts=13 covers=3
// proof: depth=1 DelayEntries=2 TableEntries=8 CycleBits=27
// bounded: depth=3 Nodes=100 DelayEntries=3 TableEntries=16 CycleBits=32
// cover: depth=8 DelayEntries=2 TableEntries=8 CycleBits=27
// larger: entries meet only in the search for the lowest free one, the timer and the earliest
// larger: deadline; of two, each is once the watched one. The table's words are arbitrary.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: levels hold and are legal; timer and delays lie below half the counter's range
// assumed: packets have 1 or 64 flits: the product by the CCT's word is then a shift for the solver
// assumed: notifications name nodes of the network
// mutant DestinationsUnique: s/^              matched = 1'b1;//
// mutant EmptyIsZero: s/^              index     = '0;//
// mutant IndexWithinLimit: s/if (index > {1'b0, cfg_limit_i}) index = {1'b0, cfg_limit_i};//
// mutant IndexAboveMinimum: s/if (!notified && index <= {1'b0, cfg_minimum_i} && !blocked) begin/if (0) begin/
// mutant IndexStep: s/index = index - (IndexBits+1)'(1)/index = index - (IndexBits+1)'(2)/
// mutant TimerAhead: s/timer_q   <= now_i + cfg_timer_i/timer_q <= now_i/
// mutant BlockedIsReleased: s/until_free = now_i + CycleBits'(64'(gap)) - CycleBits'(1)/until_free = now_i/
// mutant OverflowExact: s/&& !matched && &valid_q/\&\& \&valid_q/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant QuiescentHoldsState: s/if (!running_q || lead\[CycleBits-1\]) wake_at_o/if (!running_q) wake_at_o/
// mutant QuiescentIsSilent: s/quiescent_o         = !overflow_q && !triggered_q/quiescent_o = 1'b1/
// mutant NotificationInNetwork: @cct_limiter_fv s/assume (32'(notification_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant LevelsInOrder: @cct_limiter_fv s/cfg_increase_i != '0 &&//

module cct_limiter_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned DelayEntries = 2,
  parameter int unsigned TableEntries = 8,
  parameter int unsigned CycleBits = 27,
  localparam int unsigned E = DelayEntries,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned IndexBits = $clog2(TableEntries),
  localparam int unsigned StorageBits = E * (2 + NodeBits + IndexBits + CycleBits) + CycleBits + 3,
  localparam int unsigned LevelBits = 1 + 4 * IndexBits + CycleBits
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i, cfg_timer_i,
  input logic                 notification_valid_i, sent_valid_i, table_valid_i,
  input logic [NodeBits-1:0]  notification_source_i, sent_destination_i,
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
    .sent_valid_i, .sent_destination_i, .sent_flits_i, .table_valid_i, .table_index_i,
    .table_word_i, .cfg_increase_i, .cfg_limit_i, .cfg_minimum_i, .cfg_trigger_i, .cfg_timer_i,
    .entry_valid_o(), .entry_destination_o(), .entry_blocked_o(), .entry_index_o(),
    .overflow_o(overflow), .triggered_o(triggered), .quiescent_o(quiescent),
    .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(registers)
  );
  logic [E-1:0]           valid, blocked, was_valid;
  logic [E*NodeBits-1:0]  destination;
  logic [E*IndexBits-1:0] index, was_index;
  logic [E*CycleBits-1:0] release_at;
  logic                   running, overflow_q, triggered_q;
  logic [CycleBits-1:0]   timer;
  assign {valid, blocked, destination, index, release_at, running, timer, overflow_q,
          triggered_q} = registers;

  logic                 started, was_started, matched, was_unmatched, was_notified;
  logic [LevelBits-1:0] levels, last_levels;
  initial {started, was_started} = '0;
  assign levels = {enable_i, cfg_increase_i, cfg_limit_i, cfg_minimum_i, cfg_trigger_i,
                   cfg_timer_i};
  assign past     = now_i - wake_at;
  assign to_timer = timer - was_now;
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started),
    .idle_i(!notification_valid_i && !sent_valid_i && !table_valid_i),
    .quiescent_i(quiescent && (!wake_valid || past[CycleBits-1])), .levels_i(levels),
    .registers_i(registers), .event_i(overflow || triggered), .busy_i(enable_i && wake_valid),
    .asleep_o(), .last_levels_o(last_levels)
  );
  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_started   <= started;
    was_now       <= now_i;
    was_valid     <= valid;
    was_index     <= index;
    was_notified  <= notification_valid_i;
    was_unmatched <= started && enable_i && notification_valid_i && !matched;
  end

  logic unique_destinations, empty_zero, within, above, steps, releases;
  always_comb begin : p_table
    logic [CycleBits-1:0] to_release;
    logic [IndexBits-1:0] now_index, then_index;
    {unique_destinations, empty_zero, within, above, steps, releases} = '1;
    matched = 1'b0;
    for (int e = 0; e < E; e++) begin
      to_release = release_at[e*CycleBits+:CycleBits] - was_now;
      now_index  = index[e*IndexBits+:IndexBits];
      then_index = was_index[e*IndexBits+:IndexBits];
      if (valid[e] && destination[e*NodeBits+:NodeBits] == notification_source_i) matched = 1'b1;
      for (int f = 0; f < e; f++)
        if (valid[e] && valid[f] && destination[e*NodeBits+:NodeBits] ==
            destination[f*NodeBits+:NodeBits]) unique_destinations = 1'b0;
      if (!valid[e] && {blocked[e], destination[e*NodeBits+:NodeBits], now_index} != '0)
        empty_zero = 1'b0;
      if (!blocked[e] && release_at[e*CycleBits+:CycleBits] != '0) empty_zero = 1'b0;
      if (now_index > cfg_limit_i) within = 1'b0;
      if (valid[e] && (now_index < cfg_minimum_i ||
          (!blocked[e] && now_index == cfg_minimum_i))) above = 1'b0;
      // Down by one at a time, and never up without a notification.
      if (valid[e] && was_valid[e] && (now_index + IndexBits'(1) < then_index ||
          (now_index > then_index && !was_notified)) && then_index != '0) steps = 1'b0;
      if (blocked[e] && (to_release == '0 || to_release[CycleBits-1])) releases = 1'b0;
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(notification_source_i) < Nodes);
    assume (cfg_increase_i != '0 && cfg_timer_i != '0 && !cfg_timer_i[CycleBits-1]);
    assume (cfg_minimum_i < cfg_limit_i && cfg_limit_i != '1);
    assume (sent_flits_i == 10'd1 || sent_flits_i == 10'd64);
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (levels[LevelBits-2:0] == last_levels[LevelBits-2:0]);
      DestinationsUnique: assert (unique_destinations);
      EmptyIsZero: assert (empty_zero && running == (valid != '0) && (running || timer == '0));
      IndexWithinLimit: assert (within);
      IndexAboveMinimum: assert (above);
      DisabledIsReset: assert ((was_started && last_levels[LevelBits-1]) || registers == '0);
    end
    if (was_started) begin
      IndexStep: assert (steps);
      TimerAhead: assert (!running || (to_timer != '0 && !to_timer[CycleBits-1]));
      BlockedIsReleased: assert (releases);
      OverflowExact: assert (!last_levels[LevelBits-1] ||
                             overflow == (was_unmatched && &was_valid));
    end
    Blocks: cover (was_started && blocked != '0 && quiescent);
    Overflows: cover (overflow);
  end

endmodule
