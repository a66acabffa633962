// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of delay_limiter: the walk to its wake time names the next deadline of the table, and
// asleep until then nothing changes. What the entries do: delay_limiter.
// wraps: delay_limiter
// properties: asserts=11 covers=3
// proof: depth=1 DelayEntries=2 DelayBits=4 CycleBits=8
// bounded: depth=4 Nodes=100 DelayEntries=3 DelayBits=6 CycleBits=12
// bounded: depth=4 DelayEntries=2 DelayBits=12 CycleBits=32
// cover: depth=12 DelayEntries=2 DelayBits=4 CycleBits=8
// larger: entries meet only in the search for the lowest free one and in the walk
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: levels hold (another set of levels is another run)
// assumed: notifications name nodes of the network; a packet names one entry or none
// mutant WalkOfTheTable: s/armed_i({entry_blocked_o, entry_valid_o})/armed_i('0)/
// mutant WakeIsNext: s/armed_i({entry_blocked_o, entry_valid_o})/armed_i({entry_blocked_o, entry_valid_o \& ~entry_blocked_o})/
// mutant WakeIsNext: s/alarm_i({free_at, timer})/alarm_i({timer, timer})/
// mutant WakeIsNext: @wake_walker s/? alarm_q < wake : !wraps/? alarm_q > wake : !wraps/
// mutant WakeIsADeadline: @wake_walker s/assign now_above    = (now_i >> AlarmBits) + CycleBits'(wraps)/assign now_above = '0/; s/(now_above << AlarmBits | CycleBits'(alarm_q))/(CycleBits'(alarm_q) ^ CycleBits'(1))/
// mutant QuiescentHoldsState: s/restart_i(|settles)/restart_i(1'b0)/
// mutant QuiescentIsSilent: s/quiescent_o = !overflow_q \&\& /quiescent_o = /
// mutant FreeIsNotBlocked: @delay_entry s/assign blocked_d = enable_i \&\& (sends/assign blocked_d = (sends/
// mutant DelayOrBlocked: @delay_entry s/assign gone      = delay_q == '0 ||/assign gone =/
// mutant DisabledIsReset: @delay_entry s/assign blocked_d = enable_i \&\& (sends/assign blocked_d = (sends/
// mutant NotificationInNetwork: @delay_limiter_wake_fv s/assume (32'(notification_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant StepsAtLeastOne: @delay_limiter_wake_fv s/cfg_decrement_i != '0 \&\&//
// mutant SentToOneEntry: @delay_limiter_wake_fv s/assume ((sent_entry_i \& .*//

module delay_limiter_wake_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned DelayEntries = 2,
  parameter int unsigned DelayBits = 4,
  parameter int unsigned CycleBits = 8,
  localparam int unsigned E = DelayEntries,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned DeadlineBits =
      CycleBits < 16 ? CycleBits : DelayBits < 16 ? 16 : CycleBits < 17 ? CycleBits : 17,
  localparam int unsigned StorageBits = E * (2 + NodeBits + DelayBits + 2 * DeadlineBits) + 1 +
                                        3 + 2 * E + DeadlineBits + 1 + CycleBits,
  localparam int unsigned LevelBits = 1 + 3 * DelayBits + 16 + 1
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i,
  input logic                 notification_valid_i, cfg_free_running_i,
  input logic [NodeBits-1:0]  notification_source_i,
  input logic [E-1:0]         sent_entry_i,
  input logic [9:0]           sent_flits_i,
  input logic [15:0]          cfg_timer_i,
  input logic [DelayBits-1:0] cfg_increment_i, cfg_decrement_i, cfg_maximum_i
);

  logic [E-1:0]           shown_valid, shown_blocked;
  logic [E*NodeBits-1:0]  shown_destination;
  logic [E*DelayBits-1:0] shown_delay;
  logic                   overflow, quiescent, wake_valid;
  logic [CycleBits-1:0]   wake_at;
  logic [StorageBits-1:0] registers;
  delay_limiter #(
    .Nodes(Nodes), .DelayEntries(E), .DelayBits(DelayBits), .CycleBits(CycleBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .notification_valid_i, .notification_source_i,
    .sent_entry_i, .sent_flits_i, .cfg_increment_i, .cfg_decrement_i,
    .cfg_maximum_i, .cfg_timer_i, .cfg_free_running_i, .entry_valid_o(shown_valid),
    .entry_destination_o(shown_destination), .entry_delay_o(shown_delay),
    .entry_blocked_o(shown_blocked), .overflow_o(overflow), .quiescent_o(quiescent),
    .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(registers)
  );
  logic [E-1:0]           valid, blocked;
  logic [E*NodeBits-1:0]  destination;
  logic [E*DelayBits-1:0] delay;
  logic [E*DeadlineBits-1:0] timer, release_at;
  logic                   overflow_q, unsettled, first, found, r_wake_valid;
  logic [2*E-1:0]         pending;
  logic [DeadlineBits-1:0] looked, now;
  logic [CycleBits-1:0]   r_wake_at;
  assign {valid, blocked, destination, delay, timer, release_at, overflow_q, unsettled, first,
          found, pending, looked, r_wake_valid, r_wake_at} = registers;
  assign now = now_i[DeadlineBits-1:0];

  logic [LevelBits-1:0] levels, last_levels;
  logic [CycleBits-1:0] past, was_now;
  logic                 started, was_started;
  initial {started, was_started} = '0;
  assign levels = {enable_i, cfg_increment_i, cfg_decrement_i, cfg_maximum_i, cfg_timer_i,
                   cfg_free_running_i};
  assign past = now_i - wake_at;
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(!notification_valid_i && sent_entry_i == '0),
    .quiescent_i(quiescent && (!wake_valid || past[CycleBits-1])), .levels_i(levels),
    .registers_i(registers), .event_i(overflow), .busy_i(enable_i && wake_valid), .asleep_o(),
    .last_levels_o(last_levels)
  );

  // The walk, as wake_walker's wrapper has it, over this table.
  logic [2*E-1:0] armed;
  logic           next_first, wake_is_one, looked_is_one, looked_fits;
  assign armed       = {blocked, valid};
  assign looked_fits = (!first || found == |armed) && (!found || looked_is_one) &&
                       (pending & ~armed) == '0 && (found || {pending, looked} == '0);
  always_comb begin : p_walk
    logic [DeadlineBits-1:0] alarm, lead, wake_lead, looked_lead;
    {next_first, wake_is_one, looked_is_one} = 3'b100;
    wake_lead   = wake_at[DeadlineBits-1:0] - now;
    looked_lead = looked - now;
    for (int a = 0; a < 2 * E; a++) begin
      alarm = a < E ? timer[(a%E)*DeadlineBits+:DeadlineBits]
                    : release_at[(a%E)*DeadlineBits+:DeadlineBits];
      lead  = alarm - now;
      if (armed[a] && alarm == wake_at[DeadlineBits-1:0]) wake_is_one = 1'b1;
      if (armed[a] && alarm == looked) looked_is_one = 1'b1;
      if (armed[a] && !pending[a] && !(found && looked_lead <= lead) &&
          !(!first && wake_valid && wake_lead <= lead)) next_first = 1'b0;
    end
  end

  logic busy, free_idle;  // nobody is in the table for nothing
  always_comb begin : p_rows
    {busy, free_idle} = '1;
    for (int e = 0; e < E; e++) begin
      if (valid[e] && delay[e*DelayBits+:DelayBits] == '0 && !blocked[e]) busy = 1'b0;
      if (!valid[e] && blocked[e]) free_idle = 1'b0;
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
    assume (cfg_increment_i != '0 && cfg_decrement_i != '0 && cfg_maximum_i != '0 &&
            cfg_timer_i != '0);
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (levels[LevelBits-2:0] == last_levels[LevelBits-2:0]);
      DelayOrBlocked: assert (busy);
      FreeIsNotBlocked: assert (free_idle);
      DisabledIsReset: assert ((was_started && last_levels[LevelBits-1]) || registers == '0);
    end
    if (started && !unsettled) begin
      WalkOfTheTable: assert (looked_fits && (first || wake_valid == |armed));
      WakeIsADeadline: assert (first || (wake_valid ?
          wake_is_one && (wake_at - now_i) >> DeadlineBits == '0 : wake_at == '0));
      WakeIsNext: assert (next_first);
    end
    SleepsBlocked: cover (was_started && quiescent && &blocked &&
                          wake_at[DeadlineBits-1:0] == release_at[0+:DeadlineBits] &&
                          now_i != wake_at);
    TimerIsNext: cover (was_started && quiescent && &blocked &&
                        wake_at[DeadlineBits-1:0] == timer[0+:DeadlineBits] &&
                        timer[0+:DeadlineBits] != release_at[0+:DeadlineBits]);
  end

endmodule
