// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of delay_limiter: one entry as the page reads, bounds and decay of a delay, no
// packet before its time; quiescence.
// properties: asserts=17 covers=4
// proof: depth=1 DelayEntries=2 DelayBits=4 CycleBits=8
// bounded: depth=3 Nodes=100 DelayEntries=3 DelayBits=6 CycleBits=12
// cover: depth=12 DelayEntries=2 DelayBits=4 CycleBits=8
// larger: entries meet only in the search for the lowest free one and in the earliest deadline; of
// larger: two, each is once the watched one. Delays and times are used by comparison and addition
// larger: only, at any width.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: levels hold (another set of levels is another run); the timer, and a packet with the
// assumed: longest delay, take less than half the counter's range
// assumed: notifications name nodes of the network; no packet starts to a blocked destination
// mutant EntryExact: s/delay > {1'b0, cfg_decrement_i}/delay >= {1'b0, cfg_decrement_i}/; s/delay - {1'b0, cfg_decrement_i} : '0/delay - {1'b0, cfg_decrement_i} : delay/
// mutant EntryExact: s/restart = notified && !cfg_free_running_i/restart = notified/
// mutant DestinationsUnique: s/^              matched = 1.b1;//
// mutant EmptyIsZero: s/^              timer_q\[e.*<= '0;//
// mutant DelayWithinMaximum: s/if (delay > {1'b0, cfg_maximum_i}) delay = {1'b0, cfg_maximum_i};//
// mutant DelayOrBlocked: s/if (delay == '0 && !blocked) begin/if (0) begin/
// mutant DecaysToZero: s/timer   = now_i + CycleBits'(64'(cfg_timer_i));/timer = now_i + (CycleBits'(64'(cfg_timer_i)) << 2);/
// mutant TimersAhead: s/if (timer_due || restart) timer_q/if (restart) timer_q/
// mutant BlockedIsReleased: s/until_free = now_i + CycleBits'(64'(gap)) - CycleBits'(1)/until_free = now_i + (CycleBits'(64'(gap)) << 1)/
// mutant NotBeforeDelay: s/^            blocked_q\[e\]  *<= blocked;/blocked_q[e] <= blocked \&\& !notified;/
// mutant NotLongerThanDelay: s/until_free = now_i + CycleBits'(64'(gap)) - CycleBits'(1)/until_free = now_i + CycleBits'(64'(gap))/
// mutant OverflowExact: s/&& !matched && &valid_q/\&\& \&valid_q/
// mutant AllocatesLowestFree: s/allocate = free & (~free + Del/allocate = free \& ~(~free + Del/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant QuiescentHoldsState: s/          if (lead\[CycleBits-1\])$/          if (0)/
// mutant QuiescentHoldsState: s/if (!waits\[e\] || lead\[CycleBits-1\])/if (!waits[e])/
// mutant QuiescentIsSilent: s/quiescent_o         = !overflow_q/quiescent_o = 1'b1/
// mutant NotificationInNetwork: @delay_limiter_fv s/assume (32'(notification_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant StepsAtLeastOne: @delay_limiter_fv s/cfg_decrement_i != '0 &&//

module delay_limiter_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned DelayEntries = 2,
  parameter int unsigned DelayBits = 4,
  parameter int unsigned CycleBits = 8,
  localparam int unsigned E = DelayEntries,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned StorageBits = E * (2 + NodeBits + DelayBits + 2 * CycleBits) + 1,
  localparam int unsigned LevelBits = 1 + 3 * DelayBits + 16 + 1
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i,
  input logic                 notification_valid_i, sent_valid_i, cfg_free_running_i,
  input logic [NodeBits-1:0]  notification_source_i, sent_destination_i,
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
    .sent_valid_i, .sent_destination_i, .sent_flits_i, .cfg_increment_i, .cfg_decrement_i,
    .cfg_maximum_i, .cfg_timer_i, .cfg_free_running_i, .entry_valid_o(shown_valid),
    .entry_destination_o(shown_destination), .entry_delay_o(shown_delay),
    .entry_blocked_o(shown_blocked), .overflow_o(overflow), .quiescent_o(quiescent),
    .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(registers)
  );
  logic [E-1:0]           valid, blocked;
  logic [E*NodeBits-1:0]  destination;
  logic [E*DelayBits-1:0] delay;
  logic [E*CycleBits-1:0] timer, release_at;
  logic                   overflow_q;
  assign {valid, blocked, destination, delay, timer, release_at, overflow_q} = registers;

  logic [LevelBits-1:0] levels, last_levels;
  logic [CycleBits-1:0] past, was_now;
  logic                 started, was_started;
  initial {started, was_started} = '0;
  assign levels = {enable_i, cfg_increment_i, cfg_decrement_i, cfg_maximum_i, cfg_timer_i,
                   cfg_free_running_i};
  assign past = now_i - wake_at;
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(!notification_valid_i && !sent_valid_i),
    .quiescent_i(quiescent && (!wake_valid || past[CycleBits-1])), .levels_i(levels),
    .registers_i(registers), .event_i(overflow), .busy_i(enable_i && wake_valid), .asleep_o(),
    .last_levels_o(last_levels)
  );

  // One entry as the contract page reads: step after step, in wide numbers.
  (* anyconst *) logic [7:0] watched;
  logic                 r_valid, n_valid, r_blocked, n_blocked, matched, hit, allocated, sends;
  logic                 timer_due, release_due, lower_free, restarts, any_sent_blocked;
  logic [NodeBits-1:0]  r_destination, n_destination;
  logic [31:0]          r_delay, n_delay, gap;
  logic [CycleBits-1:0] r_timer, n_timer, r_release, n_release, timer_age, release_age;
  always_comb begin
    matched          = 1'b0;
    lower_free       = 1'b0;
    any_sent_blocked = 1'b0;
    for (int e = 0; e < E; e++) begin
      if (valid[e] && destination[e*NodeBits+:NodeBits] == notification_source_i) matched = 1'b1;
      if (e < watched && !valid[e]) lower_free = 1'b1;
      if (valid[e] && blocked[e] && destination[e*NodeBits+:NodeBits] == sent_destination_i)
        any_sent_blocked = 1'b1;
    end
    hit         = notification_valid_i && r_valid && notification_source_i == r_destination;
    allocated   = notification_valid_i && !matched && !r_valid && !lower_free;
    sends       = sent_valid_i && r_valid && sent_destination_i == r_destination;
    timer_age   = now_i - r_timer;
    release_age = now_i - r_release;
    timer_due   = r_valid && !timer_age[CycleBits-1];
    release_due = r_blocked && !release_age[CycleBits-1];
    restarts    = hit && !cfg_free_running_i;
    n_valid       = r_valid || allocated;
    n_destination = allocated ? notification_source_i : r_destination;
    n_delay       = r_delay;
    if (hit || allocated) n_delay = n_delay + 32'(cfg_increment_i);
    if ((hit || allocated) && n_delay > 32'(cfg_maximum_i)) n_delay = 32'(cfg_maximum_i);
    gap       = 32'(sent_flits_i) + n_delay;
    n_blocked = r_blocked && !release_due;
    n_release = n_blocked ? r_release : CycleBits'(0);
    if (sends && gap > 32'd1) begin
      n_blocked = 1'b1;
      n_release = now_i + CycleBits'(gap - 32'd1);
    end
    n_timer = r_timer;
    if (timer_due && !restarts)
      n_delay = n_delay < 32'(cfg_decrement_i) ? 32'd0 : n_delay - 32'(cfg_decrement_i);
    if (timer_due || restarts || allocated) n_timer = now_i + CycleBits'(cfg_timer_i);
    if (!enable_i || !n_valid || (!allocated && n_delay == 32'd0 && !n_blocked)) begin
      {n_valid, n_blocked, n_destination} = '0;
      n_delay   = 32'd0;
      n_timer   = CycleBits'(0);
      n_release = CycleBits'(0);
    end
  end

  // Cycles until the next packet may start. Decrements until the delay is gone without another
  // notification, and clocks until the next: it is gone after steps_q times cfg_timer at most.
  logic [31:0] wait_q, steps_q;
  logic [CycleBits-1:0] tick_q;
  logic        was_full, was_unmatched, was_allocates;
  logic [E-1:0] was_valid;
  always @(posedge clk_i) begin
    started       <= 1'b1;
    was_started   <= started;
    was_now       <= now_i;
    was_valid     <= valid;
    was_full      <= &valid;
    was_unmatched <= started && enable_i && notification_valid_i && !matched;
    if (!started) begin
      {r_valid, r_blocked, r_destination, r_delay, r_timer, r_release} <= '0;
      wait_q  <= '0;
      steps_q <= '0;
    end else begin
      {r_valid, r_blocked, r_destination} <= {n_valid, n_blocked, n_destination};
      r_delay   <= n_delay;
      r_timer   <= n_timer;
      r_release <= n_release;
      if (!enable_i || !n_valid) wait_q <= '0;
      else if (sends) wait_q <= gap - 32'd1;
      else if (wait_q != 32'd0) wait_q <= wait_q - 32'd1;
      if (!enable_i || !n_valid) steps_q <= '0;
      else if (hit || allocated) steps_q <= n_delay;
      else if (tick_q == CycleBits'(1) && steps_q != 32'd0) steps_q <= steps_q - 32'd1;
      tick_q <= restarts || allocated || tick_q <= CycleBits'(1) ? CycleBits'(cfg_timer_i) :
                tick_q - CycleBits'(1);
    end
  end

  logic unique_destinations, empty_zero, within, busy, ahead, releases;
  logic [31:0] w_delay, to_timer;
  always_comb begin : p_table
    logic [CycleBits-1:0] to_due, to_release;
    {unique_destinations, empty_zero, within, busy, ahead, releases} = '1;
    for (int e = 0; e < E; e++) begin
      to_due     = timer[e*CycleBits+:CycleBits] - was_now;
      to_release = release_at[e*CycleBits+:CycleBits] - was_now;
      for (int f = 0; f < e; f++)
        if (valid[e] && valid[f] && destination[e*NodeBits+:NodeBits] ==
            destination[f*NodeBits+:NodeBits]) unique_destinations = 1'b0;
      if (!valid[e] && {blocked[e], destination[e*NodeBits+:NodeBits],
          delay[e*DelayBits+:DelayBits], timer[e*CycleBits+:CycleBits]} != '0) empty_zero = 1'b0;
      if (!blocked[e] && release_at[e*CycleBits+:CycleBits] != '0) empty_zero = 1'b0;
      if (delay[e*DelayBits+:DelayBits] > cfg_maximum_i) within = 1'b0;
      if (valid[e] && delay[e*DelayBits+:DelayBits] == '0 && !blocked[e]) busy = 1'b0;
      if (valid[e] && (to_due == '0 || to_due > CycleBits'(cfg_timer_i))) ahead = 1'b0;
      if (blocked[e] && (to_release == '0 || to_release[CycleBits-1])) releases = 1'b0;
    end
    w_delay  = 32'(DelayBits'(delay >> (watched * DelayBits)));
    to_timer = 32'(CycleBits'(CycleBits'(timer >> (watched * CycleBits)) - was_now));
  end

  logic        w_blocked;
  logic [31:0] to_release_at;
  assign w_blocked     = 1'(blocked >> watched);
  assign to_release_at =
      32'(CycleBits'(CycleBits'(release_at >> (watched * CycleBits)) - was_now));

  logic [E-1:0] fresh;
  assign fresh = valid & ~was_valid;
  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < E);
    assume (32'(notification_source_i) < Nodes);
    assume (cfg_increment_i != '0 && cfg_decrement_i != '0 && cfg_maximum_i != '0);
    assume (cfg_timer_i != '0 && 32'(cfg_timer_i) < 32'd1 << (CycleBits - 1));
    assume (sent_flits_i != '0 && 32'(sent_flits_i) + 32'(cfg_maximum_i) < 32'd1 << (CycleBits - 1));
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (levels[LevelBits-2:0] == last_levels[LevelBits-2:0]);
      assume (!sent_valid_i || !any_sent_blocked);
      EntryExact: assert (1'(valid >> watched) == r_valid && 1'(blocked >> watched) == r_blocked &&
          NodeBits'(destination >> (watched * NodeBits)) == r_destination && w_delay == r_delay &&
          CycleBits'(timer >> (watched * CycleBits)) == r_timer &&
          CycleBits'(release_at >> (watched * CycleBits)) == r_release);
      DestinationsUnique: assert (unique_destinations);
      EmptyIsZero: assert (empty_zero);
      DelayWithinMaximum: assert (within);
      DelayOrBlocked: assert (busy);
      DisabledIsReset: assert ((was_started && last_levels[LevelBits-1]) ||
                               {registers, wait_q, steps_q} == '0);
    end
    if (was_started) begin
      TimersAhead: assert (ahead);
      BlockedIsReleased: assert (releases);
      NotBeforeDelay: assert (wait_q == 32'd0 || w_blocked);
      NotLongerThanDelay: assert (!w_blocked || to_release_at == wait_q);
      // Bounded liveness: a decrement takes at least 1.
      DecaysToZero: assert (!(1'(valid >> watched)) ||
                            (w_delay <= steps_q && to_timer == 32'(tick_q)));
      OverflowExact: assert (!last_levels[LevelBits-1] || overflow == (was_unmatched && was_full));
      AllocatesLowestFree: assert (!last_levels[LevelBits-1] || fresh ==
          (was_unmatched ? ~was_valid & (was_valid + E'(1)) : E'(0)));
    end
    SleepsBlocked: cover (was_started && quiescent && r_blocked && wake_at == r_release && &valid);
    DecaysAndGoes: cover (was_started && was_valid == '1 && !r_valid && enable_i &&
                          last_levels[LevelBits-1]);
    Overflows: cover (overflow);
  end

endmodule
