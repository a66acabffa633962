// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of unthrottle_monitor: one entry's measurement, its messages, quiescence.
// properties: asserts=15 covers=4
// proof: depth=1 ThrottleEntries=2
// proof: depth=1 ThrottleEntries=3
// bounded: depth=3 Nodes=512 ThrottleEntries=8
// cover: depth=10 ThrottleEntries=2
// larger: entries meet only in the choice of the lowest leaving one; two and three of them show
// larger: first, middle and last. Destinations are compared for equality only, at any width.
// assumed: generated messages name nodes of the network; no two valid entries have one destination
// assumed: (DestinationsUnique of token_throttler)
// mutant EntryIsReference: @monitor_entry s/refreshed ? '0 :/1'b0 ? '0 :/
// mutant WantedCountsDown: s/rest\[16\] ? '0 : rest/1'b0 ? '0 : rest/
// mutant NeverLeavesBusy: @monitor_entry s/low         = !full \&\& /low = /
// mutant FullIsSeen: @monitor_entry s/full_seen_q      <= queue_full_i;/full_seen_q <= 1'b0;/
// mutant MessageOnlyForLeaver: s/assign candidates = leaving/assign candidates = active_o/
// mutant LowestFirst: s/first      = candidates .*/first = candidates;/
// mutant StableUntilTaken: s/!message_valid_q || unthrottle_ready_i) begin/1'b1) begin/
// mutant LeaverIsTold: s/assign candidates = leaving \& entry_valid_i/assign candidates = leaving \& ThrottleEntries'(2) \& entry_valid_i/
// mutant ToldWithinEntries: s/\& ~taken;/;/
// mutant InactiveIsZero: @monitor_entry s/^        epochs_q                                             <= '0;$//
// mutant EmptyMessageIsZero: s/enable_i ? first_destination : '0/first_destination | NodeBits'(candidates == '0)/
// mutant DisabledIsReset: @monitor_entry s/if (!enable_i || !entry_valid_i/if (!entry_valid_i/
// mutant QuiescentHoldsState: s/!message_valid_q \&\& leaving == '0;/!message_valid_q;/
// mutant QuiescentIsSilent: s/!message_valid_q \&\& leaving == '0;/leaving == '0;/
// mutant GeneratedInNetwork: @unthrottle_monitor_fv s/assume (32'(generated_destination_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/

module unthrottle_monitor_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned EntryBits = $clog2(ThrottleEntries),
    localparam int unsigned StorageBits =
        ThrottleEntries * 24 + 1 + EntryBits + NodeBits
) (
    input logic                                  clk_i,
    input logic                                  rst_ni,
    input logic                                  enable_i,
    input logic [ThrottleEntries-1:0]            entry_valid_i,
    input logic [ThrottleEntries*NodeBits-1:0]   entry_destination_i,
    input logic [ThrottleEntries-1:0]            entry_refreshed_i,
    input logic [ThrottleEntries-1:0]            entry_epoch_over_i,
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

  logic                       unthrottle_valid, quiescent;
  logic [EntryBits-1:0]       unthrottle_entry;
  logic [NodeBits-1:0]        unthrottle_destination;
  logic [ThrottleEntries-1:0] active;
  logic [StorageBits-1:0]     registers;

  unthrottle_monitor #(
      .Nodes(Nodes),
      .ThrottleEntries(ThrottleEntries)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .entry_valid_i, .entry_destination_i, .entry_refreshed_i,
      .entry_epoch_over_i, .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .queue_full_i, .queue_empty_i, .unthrottle_ready_i, .cfg_epoch_flits_i,
      .cfg_drain_first_i, .cfg_lease_epochs_i,
      .unthrottle_valid_o(unthrottle_valid),
      .unthrottle_entry_o(unthrottle_entry),
      .unthrottle_destination_o(unthrottle_destination),
      .active_o(active),
      .quiescent_o(quiescent),
      .formal_state_o(registers)
  );

  // The order of formal_state_o; of a row: wanted, full seen, refreshed seen, epochs.
  localparam int unsigned RowBits = 22;
  logic [ThrottleEntries-1:0]         active_again, leaving;
  logic [ThrottleEntries*RowBits-1:0] rows;
  logic [EntryBits+NodeBits:0]        message;
  assign {active_again, leaving, rows, message} = registers;
  logic [RowBits-1:0] row;
  assign row = RowBits'(rows >> (watched * RowBits));

  // One entry, the same for the whole run and otherwise arbitrary, as the contract page reads; it
  // counts what has been generated in the epoch upwards.
  (* anyconst *) logic [7:0] watched;
  logic                  valid, taken, over, lapsed, busy, mine, next_leaving;
  logic [NodeBits-1:0]   destination;
  logic [16:0]           flits_q, flits;
  logic [15:0]           epoch_q;
  logic                  active_q, leaving_q, full_q, refreshed_q, full, refreshed;
  logic [3:0]            epochs_q, idle_epochs;
  assign valid       = entry_valid_i[EntryBits'(watched)];
  assign destination = NodeBits'(entry_destination_i >> (watched * NodeBits));
  assign taken       = unthrottle_valid && unthrottle_ready_i && 8'(unthrottle_entry) == watched;
  assign mine        = generated_valid_i && generated_destination_i == destination;
  assign flits       = flits_q[16] ? flits_q : flits_q + (mine ? 17'(generated_flits_i) : 17'd0);
  assign full        = full_q || queue_full_i[EntryBits'(watched)];
  assign refreshed   = refreshed_q || entry_refreshed_i[EntryBits'(watched)];
  assign over        = active_q && !leaving_q && entry_epoch_over_i[EntryBits'(watched)];
  assign busy        = full || flits >= 17'(epoch_q);
  assign idle_epochs = refreshed ? 4'd0 : epochs_q == '1 ? 4'd15 : epochs_q + 4'd1;
  assign lapsed      = cfg_lease_epochs_i != '0 && idle_epochs >= cfg_lease_epochs_i;
  assign next_leaving = leaving_q || (over && (lapsed || (!busy &&
                        (!cfg_drain_first_i || queue_empty_i[EntryBits'(watched)]))));

  logic [ThrottleEntries*(3+NodeBits)+6:0] levels, last_levels;
  logic                        started, asleep, was_asleep, left, last_enable, last_free;
  logic                        last_taken, last_leaving, last_valid, last_busy, last_lapsed, fresh;
  logic [NodeBits-1:0]         last_destination;
  logic [ThrottleEntries-1:0]  last_leavers, last_full;
  logic [StorageBits-1:0]      last_registers;
  initial started = 1'b0;

  // Entries told since the watched one decided to leave, until one of them leaves again.
  logic [ThrottleEntries-1:0] told_q;
  logic [7:0]                 handshakes_q, told_count;
  logic                       waits_q, waits;
  assign waits = leaving_q && (waits_q || !last_leaving) && (leaving & told_now) == '0;
  logic [ThrottleEntries-1:0] told_now;
  assign told_now = leaving_q && !last_leaving ? '0 : told_q;

  assign levels  = {enable_i, entry_valid_i, entry_destination_i, queue_full_i,
                    queue_empty_i, unthrottle_ready_i, cfg_drain_first_i, cfg_lease_epochs_i};
  assign asleep  = started && entry_refreshed_i == '0 && entry_epoch_over_i == '0 &&
                   !generated_valid_i && levels == last_levels &&
                   (!enable_i || entry_valid_i == active) && quiescent;
  assign last_enable = last_levels[$bits(levels)-1];
  assign last_full = last_levels[6+ThrottleEntries+:ThrottleEntries];
  assign fresh   = unthrottle_valid && last_free;

  stable_until_taken #(.PayloadBits(EntryBits + NodeBits)) unthrottle_stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(unthrottle_valid),
      .ready_i(unthrottle_ready_i), .payload_i({unthrottle_entry, unthrottle_destination})
  );

  always @(posedge clk_i) begin : p_ghost
    started          <= 1'b1;
    last_levels      <= levels;
    was_asleep       <= asleep;
    last_registers   <= registers;
    last_free        <= !unthrottle_valid || unthrottle_ready_i;
    last_taken       <= taken;
    last_leaving     <= leaving_q;
    last_leavers     <= leaving & entry_valid_i & ~(ThrottleEntries'(unthrottle_valid &&
                        unthrottle_ready_i) << unthrottle_entry);
    last_valid       <= valid;
    last_busy        <= busy;
    last_lapsed      <= lapsed;
    last_destination <= destination;
    left             <= started && (left || (unthrottle_valid && unthrottle_ready_i && enable_i));
    waits_q          <= waits;
    told_q           <= told_now | (ThrottleEntries'(unthrottle_valid && unthrottle_ready_i) <<
                        unthrottle_entry);
    handshakes_q     <= (leaving_q && !last_leaving ? 8'd0 : handshakes_q) +
                        8'(unthrottle_valid && unthrottle_ready_i);
    if (!started || !enable_i || taken || !valid) begin
      {active_q, leaving_q, full_q, refreshed_q} <= '0;
      flits_q    <= '0;
      epoch_q    <= '0;
      epochs_q   <= '0;
      waits_q    <= 1'b0;
    end else if (!active_q || over) begin
      active_q    <= 1'b1;
      leaving_q   <= next_leaving;
      full_q      <= queue_full_i[EntryBits'(watched)];
      refreshed_q <= 1'b0;
      flits_q     <= '0;
      epoch_q     <= cfg_epoch_flits_i;
      if (over) epochs_q <= idle_epochs;
    end else if (!leaving_q) begin
      full_q      <= full;
      refreshed_q <= refreshed;
      flits_q     <= flits;
    end
  end

  logic inactive_zero, full_missed;
  always_comb begin : p_table
    told_count    = '0;
    inactive_zero = 1'b1;
    full_missed   = 1'b0;
    for (int e = 0; e < ThrottleEntries; e++) begin
      if (!active[e] && {leaving[e], rows[e*RowBits+:RowBits]} != '0) inactive_zero = 1'b0;
      if (active[e] && !leaving[e] && last_full[e] && !rows[e*RowBits+5]) full_missed = 1'b1;
      told_count = told_count + 8'(told_q[e]);
    end
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (32'(watched) < ThrottleEntries);
    assume (32'(generated_destination_i) < Nodes);
    for (int a = 0; a < ThrottleEntries; a++)
      for (int b = 0; b < a; b++)
        assume (!entry_valid_i[a] || !entry_valid_i[b] || entry_destination_i[a*NodeBits+:NodeBits] !=
                                                          entry_destination_i[b*NodeBits+:NodeBits]);
  end

  always_comb begin : p_assert
    if (started) begin
      EntryIsReference: assert (active[EntryBits'(watched)] == active_q &&
          leaving[EntryBits'(watched)] == leaving_q && row[5] == full_q && row[4] == refreshed_q &&
          row[3:0] == epochs_q);
      WantedCountsDown: assert (17'(row[21:6]) ==
                                (flits_q >= 17'(epoch_q) ? '0 : 17'(epoch_q) - flits_q));
      NeverLeavesBusy: assert (!leaving[EntryBits'(watched)] || last_leaving || !last_busy ||
                               last_lapsed);
      InactiveIsZero: assert (inactive_zero);
      FullIsSeen: assert (!last_enable || !full_missed);
      // Messages.
      MessageOnlyForLeaver: assert (!fresh || 8'(unthrottle_entry) != watched || (last_valid &&
          last_leaving && !last_taken && unthrottle_destination == last_destination));
      LowestFirst: assert (!fresh ||
          (last_leavers & ~({ThrottleEntries{1'b1}} << unthrottle_entry)) == '0);
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
    OutlastsAnEpoch: cover (started && active_q && !leaving_q && epochs_q == 4'd1);
    WaitsForAnother: cover (started && waits_q && handshakes_q == 8'd1);
  end

endmodule
