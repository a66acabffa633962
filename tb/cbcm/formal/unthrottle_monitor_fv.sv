// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of unthrottle_monitor: one entry's measurement, its messages, quiescence.
// properties: asserts=16 covers=3
// proof: depth=1 ThrottleEntries=2
// proof: depth=1 ThrottleEntries=3 MaxEpochFlits=1
// bounded: depth=3 Nodes=512 ThrottleEntries=8 CountBits=17 CycleBits=32 MaxEpochFlits=1
// cover: depth=16 ThrottleEntries=2
// larger: entries meet only in the choice of the lowest leaving one and in the earliest deadline;
// larger: two and three of them show first, middle and last. Counters and deadlines are used by
// larger: addition and comparison only, at any width at which an epoch is less than half its range.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: an epoch is of 1 to MaxEpochFlits flits, constant, and fits the generation counter
// assumed: valid entries have a degree, generated messages name nodes of the network
// mutant EntryIsReference: s/if (refreshed) epochs = '0;//
// mutant GeneratedSaturates: s/if (|(generated >> CountBits))/if (0)/
// mutant NeverLeavesBusy: s/low    = !full \&\& generated/low = generated/
// mutant FullIsSeen: s/^        full        = queue_full_i\[e\];//; s/full        = queue_full_i\[e\];/full = 1'b0;/
// mutant MessageOnlyForLeaver: s/if (!found \&\& leaving_q\[e\] \&\& entry_valid_i\[e\]/if (!found \&\& active_q[e] \&\& entry_valid_i[e]/
// mutant LowestFirst: s/^              found = 1'b1;//
// mutant MessageHeld: s/if (!message_valid_q || take) begin/if (1) begin/
// mutant LeaverIsTold: s/if (|leaving_q) begin/if (|leaving_q \&\& !leaving_q[0]) begin/
// mutant ToldWithinEntries: s/if (taken || (!entry_valid_i\[e\] \&\& active_q\[e\])) begin/if (!entry_valid_i[e] \&\& active_q[e]) begin/; s/!(take \&\& message_entry == EntryBits'(e))/1/
// mutant DeadlinesAhead: s/if (begins) begin/if (begins \&\& !active_q[e]) begin/
// mutant InactiveIsZero: s/^          epochs_q\[e\*EpochBits+:EpochBits\]     <= '0;//
// mutant EmptyMessageIsZero: s/^        message_destination_q <= '0;//
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant QuiescentHoldsState: s/quiescent_o  = !message_valid_q .*/quiescent_o  = !message_valid_q;/
// mutant QuiescentIsSilent: s/quiescent_o  = !message_valid_q .*/quiescent_o  = ~|leaving_q;/
// mutant GeneratedInNetwork: @unthrottle_monitor_fv s/assume (32'(generated_destination_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/

module unthrottle_monitor_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned CountBits = 12,
    parameter int unsigned CycleBits = 8,
    parameter int unsigned MaxEpochFlits = 4,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned EntryBits = $clog2(ThrottleEntries),
    localparam int unsigned StorageBits =
        ThrottleEntries * (8 + CountBits + CycleBits) + 1 + EntryBits + NodeBits
) (
    input logic                                  clk_i,
    input logic                                  rst_ni,
    input logic                                  enable_i,
    input logic [CycleBits-1:0]                  now_i,
    input logic [ThrottleEntries-1:0]            entry_valid_i,
    input logic [ThrottleEntries*NodeBits-1:0]   entry_destination_i,
    input logic [ThrottleEntries*DegreeBits-1:0] entry_degree_i,
    input logic [ThrottleEntries-1:0]            entry_refreshed_i,
    input logic                                  generated_valid_i,
    input logic [NodeBits-1:0]                   generated_destination_i,
    input logic [15:0]                           generated_flits_i,
    input logic [ThrottleEntries-1:0]            queue_full_i,
    input logic [ThrottleEntries-1:0]            queue_empty_i,
    input logic                                  unthrottle_ready_i,
    input logic [15:0]                           cfg_epoch_flits_i,
    input logic                                  cfg_drain_first_i,
    input logic [3:0]                            cfg_lease_epochs_i
);

  logic                       unthrottle_valid, quiescent, wake_valid;
  logic [EntryBits-1:0]       unthrottle_entry;
  logic [NodeBits-1:0]        unthrottle_destination;
  logic [ThrottleEntries-1:0] active;
  logic [CycleBits-1:0]       wake_at;
  logic [StorageBits-1:0]     registers;

  unthrottle_monitor #(
      .Nodes(Nodes),
      .ThrottleEntries(ThrottleEntries),
      .CountBits(CountBits),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .entry_valid_i, .entry_destination_i, .entry_degree_i,
      .entry_refreshed_i, .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .queue_full_i, .queue_empty_i, .unthrottle_ready_i, .cfg_epoch_flits_i,
      .cfg_drain_first_i, .cfg_lease_epochs_i,
      .unthrottle_valid_o(unthrottle_valid),
      .unthrottle_entry_o(unthrottle_entry),
      .unthrottle_destination_o(unthrottle_destination),
      .active_o(active),
      .quiescent_o(quiescent),
      .wake_valid_o(wake_valid),
      .wake_at_o(wake_at),
      .formal_state_o(registers)
  );

  // The order of formal_state_o.
  logic [ThrottleEntries-1:0]           active_again, leaving, full_seen, refreshed_seen;
  logic [ThrottleEntries*CountBits-1:0] generated;
  logic [ThrottleEntries*CycleBits-1:0] deadlines;
  logic [ThrottleEntries*4-1:0]         epochs;
  logic [EntryBits+NodeBits:0]          message;
  assign {active_again, leaving, full_seen, refreshed_seen, generated, deadlines, epochs, message} =
      registers;

  // One entry, the same for the whole run and otherwise arbitrary, as the contract page reads; its
  // count of generated flits is wide enough never to saturate before a real epoch ends.
  (* anyconst *) logic [7:0] watched;
  logic                  valid, taken, due, lapsed, busy, mine, next_leaving;
  logic [NodeBits-1:0]   destination;
  logic [DegreeBits-1:0] degree;
  logic [24:0]           flits_q, flits, next_flits, most;
  logic                  active_q, leaving_q, full_q, refreshed_q, full, refreshed;
  logic [CycleBits-1:0]  deadline_q, next_deadline, past;
  logic [3:0]            epochs_q, idle_epochs;
  assign valid       = entry_valid_i[EntryBits'(watched)];
  assign destination = NodeBits'(entry_destination_i >> (watched * NodeBits));
  assign degree      = DegreeBits'(entry_degree_i >> (watched * DegreeBits));
  assign taken       = unthrottle_valid && unthrottle_ready_i && 8'(unthrottle_entry) == watched;
  assign mine        = generated_valid_i && generated_destination_i == destination;
  assign flits       = flits_q[24] ? flits_q : flits_q + (mine ? 25'(generated_flits_i) : 25'd0);
  assign full        = full_q || queue_full_i[EntryBits'(watched)];
  assign refreshed   = refreshed_q || entry_refreshed_i[EntryBits'(watched)];
  assign past        = now_i - deadline_q;
  assign due         = active_q && !leaving_q && !past[CycleBits-1];
  assign busy        = full || flits >= 25'(cfg_epoch_flits_i);
  assign idle_epochs = refreshed ? 4'd0 : epochs_q == '1 ? 4'd15 : epochs_q + 4'd1;
  assign lapsed      = cfg_lease_epochs_i != '0 && idle_epochs >= cfg_lease_epochs_i;
  assign next_leaving = leaving_q || (due && (lapsed || (!busy &&
                        (!cfg_drain_first_i || queue_empty_i[EntryBits'(watched)]))));
  assign next_deadline = now_i + CycleBits'(cfg_epoch_flits_i) * CycleBits'(degree);
  assign most        = 25'({CountBits{1'b1}});

  logic [ThrottleEntries*(3+NodeBits+DegreeBits)+6:0] levels, last_levels;
  logic                        started, asleep, was_asleep, left, last_enable, last_free;
  logic                        last_taken, last_leaving, last_valid, last_busy, last_lapsed, fresh;
  logic [NodeBits-1:0]         last_destination;
  logic [ThrottleEntries-1:0]  last_leavers, last_full;
  logic [EntryBits+NodeBits:0] last_message;
  logic [StorageBits-1:0]      last_registers;
  logic [CycleBits-1:0]        last_now, to_wake;
  logic [15:0]                 last_epoch_flits;
  initial started = 1'b0;

  // Entries told since the watched one decided to leave, until one of them leaves again.
  logic [ThrottleEntries-1:0] told_q;
  logic [7:0]                 handshakes_q, told_count;
  logic                       waits_q, waits;
  assign waits = leaving_q && (waits_q || !last_leaving) && (leaving & told_now) == '0;
  logic [ThrottleEntries-1:0] told_now;
  assign told_now = leaving_q && !last_leaving ? '0 : told_q;

  assign levels  = {enable_i, entry_valid_i, entry_destination_i, entry_degree_i, queue_full_i,
                    queue_empty_i, unthrottle_ready_i, cfg_drain_first_i, cfg_lease_epochs_i};
  assign to_wake = now_i - wake_at;
  assign asleep  = started && entry_refreshed_i == '0 && !generated_valid_i &&
                   levels == last_levels && (!enable_i || entry_valid_i == active) && quiescent &&
                   (!wake_valid || to_wake[CycleBits-1]);
  assign last_enable = last_levels[$bits(levels)-1];
  assign last_full = last_levels[6+ThrottleEntries+:ThrottleEntries];
  assign fresh   = unthrottle_valid && last_free;

  always @(posedge clk_i) begin : p_ghost
    started          <= 1'b1;
    last_levels      <= levels;
    was_asleep       <= asleep;
    last_registers   <= registers;
    last_now         <= now_i;
    last_epoch_flits <= cfg_epoch_flits_i;
    last_free        <= !unthrottle_valid || unthrottle_ready_i;
    last_taken       <= taken;
    last_leaving     <= leaving_q;
    last_leavers     <= leaving & entry_valid_i & ~(ThrottleEntries'(unthrottle_valid &&
                        unthrottle_ready_i) << unthrottle_entry);
    last_valid       <= valid;
    last_busy        <= busy;
    last_lapsed      <= lapsed;
    last_destination <= destination;
    last_message     <= message;
    left             <= started && (left || (unthrottle_valid && unthrottle_ready_i && enable_i));
    waits_q          <= waits;
    told_q           <= told_now | (ThrottleEntries'(unthrottle_valid && unthrottle_ready_i) <<
                        unthrottle_entry);
    handshakes_q     <= (leaving_q && !last_leaving ? 8'd0 : handshakes_q) +
                        8'(unthrottle_valid && unthrottle_ready_i);
    if (!started || !enable_i || taken || !valid) begin
      {active_q, leaving_q, full_q, refreshed_q} <= '0;
      flits_q    <= '0;
      deadline_q <= '0;
      epochs_q   <= '0;
      waits_q    <= 1'b0;
    end else if (!active_q || due) begin
      active_q    <= 1'b1;
      leaving_q   <= next_leaving;
      full_q      <= queue_full_i[EntryBits'(watched)];
      refreshed_q <= 1'b0;
      flits_q     <= '0;
      deadline_q  <= next_deadline;
      if (due) epochs_q <= idle_epochs;
    end else if (!leaving_q) begin
      full_q      <= full;
      refreshed_q <= refreshed;
      flits_q     <= flits;
    end
  end

  logic deadlines_ahead, degrees_set, inactive_zero;
  always_comb begin : p_table
    logic [CycleBits-1:0] lead;
    lead            = '0;
    deadlines_ahead = 1'b1;
    degrees_set     = 1'b1;
    told_count      = '0;
    inactive_zero   = 1'b1;
    for (int e = 0; e < ThrottleEntries; e++) begin
      lead = deadlines[e*CycleBits+:CycleBits] - now_i;
      if (active[e] && !leaving[e] && lead[CycleBits-1]) deadlines_ahead = 1'b0;
      if (entry_valid_i[e] && entry_degree_i[e*DegreeBits+:DegreeBits] == '0) degrees_set = 1'b0;
      if (!active[e] && {leaving[e], full_seen[e], refreshed_seen[e], epochs[e*4+:4],
          generated[e*CountBits+:CountBits], deadlines[e*CycleBits+:CycleBits]} != '0)
        inactive_zero = 1'b0;
      told_count = told_count + 8'(told_q[e]);
    end
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (32'(watched) < ThrottleEntries);
    assume (degrees_set);
    assume (32'(generated_destination_i) < Nodes);
    assume (cfg_epoch_flits_i != '0 && 32'(cfg_epoch_flits_i) <= MaxEpochFlits);
    if (started)
      assume (now_i == last_now + CycleBits'(1) && cfg_epoch_flits_i == last_epoch_flits);
  end

  always_comb begin : p_assert
    if (started) begin
      EntryIsReference: assert (active[EntryBits'(watched)] == active_q &&
          leaving[EntryBits'(watched)] == leaving_q && full_seen[EntryBits'(watched)] == full_q &&
          refreshed_seen[EntryBits'(watched)] == refreshed_q &&
          CycleBits'(deadlines >> (watched * CycleBits)) == deadline_q &&
          4'(epochs >> (watched * 4)) == epochs_q);
      GeneratedSaturates: assert (CountBits'(generated >> (watched * CountBits)) ==
                                  CountBits'(flits_q > most ? most : flits_q));
      NeverLeavesBusy: assert (!leaving[EntryBits'(watched)] || last_leaving || !last_busy ||
                               last_lapsed);
      InactiveIsZero: assert (inactive_zero);
      FullIsSeen: assert (!last_enable || (active & ~leaving & ~full_seen & last_full) == '0);
      DeadlinesAhead: assert (deadlines_ahead);
      // Messages.
      MessageOnlyForLeaver: assert (!fresh || 8'(unthrottle_entry) != watched || (last_valid &&
          last_leaving && !last_taken && unthrottle_destination == last_destination));
      LowestFirst: assert (!fresh ||
          (last_leavers & ~({ThrottleEntries{1'b1}} << unthrottle_entry)) == '0);
      MessageHeld: assert (!last_enable || last_free || message == last_message);
      LeaverIsTold: assert (!last_enable || last_leavers == '0 || unthrottle_valid);
      ToldWithinEntries: assert (!waits_q || (handshakes_q == told_count &&
          !told_q[EntryBits'(watched)] && !(unthrottle_valid && told_q[unthrottle_entry])));
      EmptyMessageIsZero: assert ((unthrottle_valid || message == '0) &&
                                  32'(unthrottle_entry) < ThrottleEntries);
      DisabledIsReset: assert (last_enable || registers == '0);
      // Sleep.
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || !unthrottle_valid);
    end
    SleepsMeasuring: cover (started && enable_i && asleep && &active);
    LeavesAndSleepsAgain: cover (started && enable_i && left && asleep && was_asleep && |active);
    WaitsForAnother: cover (started && waits_q && handshakes_q == 8'd1);
  end

endmodule
