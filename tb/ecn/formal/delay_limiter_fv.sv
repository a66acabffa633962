// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of delay_limiter: one entry as the page reads, bounds and decay of a delay, no
// packet before its time. The walk to the wake time, and quiescence: delay_limiter_wake.
// properties: asserts=18 covers=3
// proof: depth=1 DelayEntries=2 DelayBits=4 CycleBits=8
// proof: depth=1 DelayEntries=5 DelayBits=4 CycleBits=8
// bounded: depth=3 Nodes=100 DelayEntries=3 DelayBits=6 CycleBits=12
// bounded: depth=4 DelayEntries=2 DelayBits=12 CycleBits=32
// cover: depth=12 DelayEntries=2 DelayBits=4 CycleBits=8
// larger: entries meet only in the search for the lowest free one, in the walk and, four by four, in
// larger: the sum for a notification; of two, and of five, each is once the watched one. Delays and
// larger: times are used by comparison and addition only, at any width.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: levels hold (another set of levels is another run); the timer, and a packet with the
// assumed: longest delay, take less than half the counter's range
// assumed: notifications name nodes of the network; a packet names one entry or none
// mutant EntryExact: s/: notified_delay + cfg_increment_i/: notified_delay + cfg_increment_i - DelayBits'(1)/
// mutant EntryExact: s/= sent_delay |$/= '1 |/
// mutant EntryExact: @delay_entry s/assign restarts  = hit \&\& !cfg_free_running_i/assign restarts = hit/
// mutant EntryExact: @delay_entry s/if (offered_i || hit) delay_q/if (offered_i) delay_q/
// mutant EntryExact: DelayEntries=5 s/raised\[(e\/GroupRows)\*DelayBits/raised[0*DelayBits/
// mutant DestinationsUnique: s/matched == '0 ? offered : '0/offered/
// mutant FreeIsNotBlocked: @delay_entry s/assign blocked_d = enable_i \&\& (sends/assign blocked_d = (sends/
// mutant DelayWithinMaximum: s/notified_delay >= headroom ? cfg_maximum_i/notified_delay > headroom + DelayBits'(1) ? cfg_maximum_i/
// mutant DelayOrBlocked: @delay_entry s/assign gone      = delay_q == '0 ||/assign gone =/
// mutant DecaysToZero: s/assign fresh_timer   = now +/assign fresh_timer = now + DeadlineBits'(1) +/
// mutant TimersAhead: @delay_entry s/|| restarts || due) timer_q/|| restarts) timer_q/
// mutant BlockedIsReleased: s/(32'(sent_flits_i) - 1)/(32'(sent_flits_i) - 100)/
// mutant NotBeforeDelay: @delay_entry s/if (sends) release_q/if (sends || hit) release_q/
// mutant NotLongerThanDelay: s/(32'(sent_flits_i) - 1)/32'(sent_flits_i)/
// mutant OverflowExact: s/\&\& matched == '0 \&\& \&entry_valid_o/\&\& \&entry_valid_o/
// mutant AllocatesLowestFree: s/(entry_valid_o + DelayEntries'(1))/~(entry_valid_o + DelayEntries'(1))/
// mutant RiseIsOfEvent: @delay_entry s/enable_i \&\& (allocate_i ||/enable_i \&\& (notification_valid_i ||/
// mutant EntryIsTold: @delay_entry s/(valid_q \&\& !frees)/(valid_q \&\& (!frees || notification_valid_i))/; s/if (offered_i) destination_q/if (offered_i || (frees \&\& notification_valid_i)) destination_q/
// mutant DisabledIsReset: @delay_entry s/assign blocked_d = enable_i \&\& (sends/assign blocked_d = (sends/
// mutant NotificationInNetwork: @delay_limiter_fv s/assume (32'(notification_source_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant StepsAtLeastOne: @delay_limiter_fv s/cfg_decrement_i != '0 \&\&//
// mutant SentToOneEntry: @delay_limiter_fv s/assume ((sent_entry_i \& .*//

module delay_limiter_fv #(
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
  logic [CycleBits-1:0] was_now;
  logic                 started, was_started;
  initial {started, was_started} = '0;
  assign levels = {enable_i, cfg_increment_i, cfg_decrement_i, cfg_maximum_i, cfg_timer_i,
                   cfg_free_running_i};
  always @(posedge clk_i) last_levels <= levels;

  // One entry as the contract page reads: step after step, in wide numbers.
  (* anyconst *) logic [7:0] watched;
  logic                 r_valid, n_valid, r_blocked, n_blocked, matched, hit, allocated, sends;
  logic                 timer_due, release_due, lower_free, restarts;
  logic [NodeBits-1:0]  r_destination, n_destination;
  logic [31:0]          r_delay, n_delay, gap;
  logic [DeadlineBits-1:0] r_timer, n_timer, r_release, n_release;
  always_comb begin
    matched    = 1'b0;
    lower_free = 1'b0;
    for (int e = 0; e < E; e++) begin
      if (valid[e] && destination[e*NodeBits+:NodeBits] == notification_source_i) matched = 1'b1;
      if (e < watched && !valid[e]) lower_free = 1'b1;
    end
    hit         = notification_valid_i && r_valid && notification_source_i == r_destination;
    allocated   = notification_valid_i && !matched && !r_valid && !lower_free;
    sends       = r_valid && !r_blocked && 1'(sent_entry_i >> watched);
    timer_due   = r_valid && r_timer == now;
    release_due = r_blocked && r_release == now;
    restarts    = hit && !cfg_free_running_i;
    n_valid       = r_valid || allocated;
    n_destination = allocated ? notification_source_i : r_destination;
    n_delay       = r_delay;
    if (hit || allocated) begin
      n_delay = n_delay + 32'(cfg_increment_i);
      if (n_delay > 32'(cfg_maximum_i)) n_delay = 32'(cfg_maximum_i);
    end else if (timer_due) begin
      n_delay = n_delay < 32'(cfg_decrement_i) ? 32'd0 : n_delay - 32'(cfg_decrement_i);
    end
    gap       = 32'(sent_flits_i) + r_delay;
    n_blocked = r_blocked && !release_due;
    n_release = n_blocked ? r_release : DeadlineBits'(0);
    if (sends) begin
      n_blocked = 1'b1;
      n_release = DeadlineBits'(32'(now) + gap - 32'd1);
    end
    n_timer = r_timer;
    if (timer_due || restarts || allocated) n_timer = now + DeadlineBits'(cfg_timer_i);
    if (!enable_i || !n_valid || (!allocated && !hit && n_delay == 32'd0 && !n_blocked)) begin
      {n_valid, n_blocked, n_destination} = '0;
      n_delay   = 32'd0;
      n_timer   = DeadlineBits'(0);
      n_release = DeadlineBits'(0);
    end
  end

  // Cycles until the next packet may start. Decrements until the delay is gone without another
  // notification, and clocks until the next: it is gone after steps_q times cfg_timer at most.
  logic [31:0] wait_q, steps_q;
  logic [DeadlineBits-1:0] tick_q;
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
      else if (tick_q == DeadlineBits'(1) && steps_q != 32'd0) steps_q <= steps_q - 32'd1;
      tick_q <= restarts || allocated || tick_q <= DeadlineBits'(1) ? DeadlineBits'(cfg_timer_i) :
                tick_q - DeadlineBits'(1);
    end
  end

  logic unique_destinations, free_idle, within, busy, ahead, releases;
  logic [31:0] w_delay, to_timer;
  always_comb begin : p_table
    logic [DeadlineBits-1:0] to_due, to_release;
    {unique_destinations, free_idle, within, busy, ahead, releases} = '1;
    for (int e = 0; e < E; e++) begin
      to_due     = timer[e*DeadlineBits+:DeadlineBits] - was_now[DeadlineBits-1:0];
      to_release = release_at[e*DeadlineBits+:DeadlineBits] - was_now[DeadlineBits-1:0];
      for (int f = 0; f < e; f++)
        if (valid[e] && valid[f] && destination[e*NodeBits+:NodeBits] ==
            destination[f*NodeBits+:NodeBits]) unique_destinations = 1'b0;
      if (!valid[e] && blocked[e]) free_idle = 1'b0;
      if (delay[e*DelayBits+:DelayBits] > cfg_maximum_i) within = 1'b0;
      if (valid[e] && delay[e*DelayBits+:DelayBits] == '0 && !blocked[e]) busy = 1'b0;
      if (valid[e] && (to_due == '0 || 32'(to_due) > 32'(cfg_timer_i))) ahead = 1'b0;
      if (blocked[e] && (to_release == '0 ||
          32'(to_release) > 32'd1023 + 32'(cfg_maximum_i) - 32'd1 ||
          32'(to_release) >= 32'd1 << (CycleBits - 1))) releases = 1'b0;
    end
    w_delay  = 32'(DelayBits'(delay >> (watched * DelayBits)));
    to_timer = 32'(DeadlineBits'(DeadlineBits'(timer >> (watched * DeadlineBits)) -
                                 was_now[DeadlineBits-1:0]));
  end

  logic        w_blocked;
  logic [31:0] to_release_at;
  assign w_blocked     = 1'(blocked >> watched);
  assign to_release_at = 32'(DeadlineBits'(DeadlineBits'(release_at >> (watched * DeadlineBits)) -
                                           was_now[DeadlineBits-1:0]));

  told_entries #(.Entries(E), .NodeBits(NodeBits)) told (
    .clk_i, .started_i(started), .enable_i, .event_i(notification_valid_i),
    .destination_i(notification_source_i), .valid_i(shown_valid), .table_i(shown_destination),
    .known_o()
  );

  logic [E-1:0] fresh;
  assign fresh = valid & ~was_valid;
  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < E);
    assume (32'(notification_source_i) < Nodes);
    assume ((sent_entry_i & (sent_entry_i - E'(1))) == '0);
    assume (cfg_increment_i != '0 && cfg_decrement_i != '0 && cfg_maximum_i != '0);
    assume (cfg_timer_i != '0 && 32'(cfg_timer_i) < 32'd1 << (CycleBits - 1));
    assume (sent_flits_i != '0 && 32'(sent_flits_i) + 32'(cfg_maximum_i) < 32'd1 << (CycleBits - 1));
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (levels[LevelBits-2:0] == last_levels[LevelBits-2:0]);
      EntryExact: assert (1'(valid >> watched) == r_valid && 1'(blocked >> watched) == r_blocked &&
          NodeBits'(destination >> (watched * NodeBits)) == r_destination && w_delay == r_delay &&
          DeadlineBits'(timer >> (watched * DeadlineBits)) == r_timer &&
          DeadlineBits'(release_at >> (watched * DeadlineBits)) == r_release);
      DestinationsUnique: assert (unique_destinations);
      FreeIsNotBlocked: assert (free_idle);
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
    SleepsBlocked: cover (was_started && quiescent && r_blocked &&
                         wake_at[DeadlineBits-1:0] == r_release && &valid);
    DecaysAndGoes: cover (was_started && was_valid == '1 && !r_valid && enable_i &&
                          last_levels[LevelBits-1]);
    Overflows: cover (overflow);
  end

endmodule
