// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of unthrottle_monitor: quiescence, deadlines ahead of time, active entries are valid.
// properties: asserts=4 covers=2 depth=3 cover_depth=16
// mutant: s/quiescent_o  = !message_valid_q .*/quiescent_o  = !message_valid_q;/
//
// Time advances by one a clock and the epoch is 4 flits. One assert is the module's own assumption.

module unthrottle_monitor_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned CountBits = 12,
    parameter int unsigned CycleBits = 8,
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
    input logic                                  cfg_drain_first_i,
    input logic [3:0]                            cfg_lease_epochs_i
);

  localparam logic [15:0] EpochFlits = 16'd4;

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
      .queue_full_i, .queue_empty_i, .unthrottle_ready_i, .cfg_epoch_flits_i(EpochFlits),
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

  // The order of formal_state_o: deadlines stand above epochs and the message.
  logic [ThrottleEntries*CycleBits-1:0] deadlines;
  logic [ThrottleEntries-1:0]           leaving;
  assign deadlines = registers[ThrottleEntries*4+1+EntryBits+NodeBits+:ThrottleEntries*CycleBits];
  assign leaving   = registers[StorageBits-ThrottleEntries-1-:ThrottleEntries];

  logic                 deadlines_ahead, degrees_set;
  logic [CycleBits-1:0] lead, elapsed;
  always_comb begin
    deadlines_ahead = 1'b1;
    degrees_set     = 1'b1;
    for (int e = 0; e < ThrottleEntries; e++) begin
      lead = deadlines[e*CycleBits+:CycleBits] - now_i;
      if (active[e] && !leaving[e] && lead[CycleBits-1]) deadlines_ahead = 1'b0;
      if (entry_valid_i[e] && entry_degree_i[e*DegreeBits+:DegreeBits] == '0) degrees_set = 1'b0;
    end
  end

  logic [ThrottleEntries*(3+NodeBits+DegreeBits)+6:0] levels, last_levels;
  logic                   started, asleep, was_asleep, left;
  logic [StorageBits-1:0] last_registers;
  logic [CycleBits-1:0]   last_now;
  initial started = 1'b0;

  assign levels  = {enable_i, entry_valid_i, entry_destination_i, entry_degree_i, queue_full_i,
                    queue_empty_i, unthrottle_ready_i, cfg_drain_first_i, cfg_lease_epochs_i};
  assign elapsed = now_i - wake_at;
  assign asleep  = started && entry_refreshed_i == '0 && !generated_valid_i &&
                   levels == last_levels && (!enable_i || entry_valid_i == active) && quiescent &&
                   (!wake_valid || elapsed[CycleBits-1]);

  always @(posedge clk_i) begin
    started        <= 1'b1;
    last_levels    <= levels;
    was_asleep     <= asleep;
    last_registers <= registers;
    last_now       <= now_i;
    left           <= started && (left || (unthrottle_valid && unthrottle_ready_i && enable_i));
  end

  always_comb assume (rst_ni == started);
  always @(posedge clk_i) begin
    assume (degrees_set);
    if (started) begin
      assume (now_i == last_now + CycleBits'(1));
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || !unthrottle_valid);
      DeadlinesAhead: assert (deadlines_ahead);
    end
    SleepsMeasuring: cover (started && enable_i && asleep && &active);
    LeavesAndSleepsAgain: cover (started && enable_i && left && asleep && was_asleep && |active);
  end

endmodule
