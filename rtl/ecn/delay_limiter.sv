// SPDX-License-Identifier: Apache-2.0
// Source side of ECN, additive mode: a table of destinations with an inter-packet delay that
// notifications lengthen and time shortens.
//
// Source: SRP paper, Section 2 and Table 1; CBCM paper, Section V.
// Contract: docs/reference/ecn/delay_limiter.md.
// Timing: all outputs are registers or functions of registers. Latency 1: a packet blocks its
// destination in the next cycle. A notification and a packet are taken in each clock.
// Cost: DelayEntries rows (delay_entry); for four rows an adder and a comparator of DelayBits; two
// adders of a deadline's width for all; the wake time, which looks at one deadline a clock
// (wake_walker).
// Not handled: a notification that finds the table full is lost; overflow_o tells. A packet to a
// blocked destination, or that names an entry not in use, changes nothing.
// lint-params: Nodes=100 DelayEntries=5 DelayBits=4 CycleBits=40
// lint-params: Nodes=8192 DelayEntries=1 DelayBits=16 CycleBits=8
// lint-large: Nodes=1024 DelayEntries=64
// lint-illegal: Nodes=15
// lint-illegal: DelayEntries=65
// lint-illegal: DelayBits=3
// lint-illegal: DelayBits=17
// lint-illegal: CycleBits=7

module delay_limiter #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations with a delay at a time, 1-64.
    parameter int unsigned DelayEntries = 16,
    /// Width of a delay, 4-16.
    parameter int unsigned DelayBits = 12,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned FlitBits = ecn_nic_pkg::FlitBits,
    localparam int unsigned DeadlineBits = ecn_nic_pkg::deadline_bits(DelayBits, CycleBits),
    localparam int unsigned ReleaseBits = ecn_nic_pkg::release_bits(DelayBits, CycleBits),
    // Rows that share the sum for a notification.
    localparam int unsigned GroupRows = 4,
    localparam int unsigned Groups = (DelayEntries + GroupRows - 1) / GroupRows,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Per entry: valid, blocked, destination, delay, timer, release.
    localparam int unsigned StateBits =
        DelayEntries * (2 + NodeBits + DelayBits + 2 * DeadlineBits),
    /// The overflow bit; the walk: a bit and more for each deadline, the one looked at, the wake
    /// time.
    localparam int unsigned PipelineBits =
        1 + 3 + 2 * DelayEntries + DeadlineBits + 1 + CycleBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                              clk_i,
    /// Asynchronous assert, active low.
    input  logic                              rst_ni,
    /// Low: every entry is free after the clock, all else takes its reset value.
    input  logic                              enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]              now_i,
    /// A congestion notification arrived.
    input  logic                              notification_valid_i,
    /// The destination that is congested.
    input  logic [NodeBits-1:0]               notification_source_i,
    /// A data packet starts to enter the network in this cycle: the entry with its destination, one
    /// bit; 0 if there is none.
    input  logic [DelayEntries-1:0]           sent_entry_i,
    /// Its size in flits, at least 1.
    input  logic [FlitBits-1:0]               sent_flits_i,
    /// Cycles that a notification adds, at least 1.
    input  logic [DelayBits-1:0]              cfg_increment_i,
    /// Cycles that a decrement takes away, at least 1.
    input  logic [DelayBits-1:0]              cfg_decrement_i,
    /// Longest delay, at least 1.
    input  logic [DelayBits-1:0]              cfg_maximum_i,
    /// Cycles between two decrements, at least 1.
    input  logic [15:0]                       cfg_timer_i,
    /// 1: a notification does not restart the timer.
    input  logic                              cfg_free_running_i,
    /// The entry is in use.
    output logic [DelayEntries-1:0]           entry_valid_o,
    /// Its destination; any value when not valid.
    output logic [DelayEntries*NodeBits-1:0]  entry_destination_o,
    /// Cycles between the end of a packet and the start of the next; any value when not valid.
    output logic [DelayEntries*DelayBits-1:0] entry_delay_o,
    /// No packet to it may start.
    output logic [DelayEntries-1:0]           entry_blocked_o,
    /// A notification of the last clock found the table full and was lost.
    output logic                              overflow_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                              quiescent_o,
    /// There is a wake time.
    output logic                              wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]              wake_at_o
`ifdef FORMAL
    ,
    /// Every register as it counts, for the proofs.
    output logic [StorageBits-1:0]            formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (DelayEntries < 1 || DelayEntries > 64)
    $fatal(1, "%m: DelayEntries = %0d, legal 1-64", DelayEntries);
  if (DelayBits < 4 || DelayBits > 16) $fatal(1, "%m: DelayBits = %0d, legal 4-16", DelayBits);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic [DelayEntries-1:0]              matched, offered, allocate, settles;
  logic [DelayEntries*DeadlineBits-1:0] timer, free_at;
  logic [DelayBits-1:0]                 sent_delay, headroom;
  logic [Groups*DelayBits-1:0]          raised;
  logic [DeadlineBits-1:0]              now, fresh_timer, fresh_release;
  logic                                 overflow_q, overflow_d, walks;
`ifdef FORMAL
  logic [2*DelayEntries+DeadlineBits+2:0] walk;
`endif

  // A destination without entry takes the lowest that was free before this clock.
  assign offered    = ~entry_valid_o & (entry_valid_o + DelayEntries'(1)) &
                      {DelayEntries{notification_valid_i}};
  assign allocate   = matched == '0 ? offered : '0;
  assign overflow_d = notification_valid_i && matched == '0 && &entry_valid_o;

  // The delay that a notification brings an entry to, 0 being that of a new one: a sum for each few
  // rows, so that the way to it from the comparison of destinations is short. The maximum is
  // compared beside the sum, not behind it.
  assign headroom = cfg_maximum_i > cfg_increment_i ? cfg_maximum_i - cfg_increment_i : '0;
  for (genvar g = 0; g < Groups; g++) begin : gen_raised
    logic [DelayBits-1:0] notified_delay;
    always_comb begin : p_notified
      notified_delay = '0;
      for (int e = g * GroupRows; e < (g + 1) * GroupRows && e < DelayEntries; e++)
        notified_delay = notified_delay |
                         (entry_delay_o[e*DelayBits+:DelayBits] & {DelayBits{matched[e]}});
    end
    assign raised[g*DelayBits+:DelayBits] = notified_delay >= headroom ? cfg_maximum_i
                                            : notified_delay + cfg_increment_i;
  end

  // The delay of the entry that sends; any value if it may not, as nobody takes it then.
  always_comb begin : p_sent
    sent_delay = '0;
    for (int e = 0; e < DelayEntries; e++)
      sent_delay = sent_delay |
                   (entry_delay_o[e*DelayBits+:DelayBits] & {DelayBits{sent_entry_i[e]}});
  end
  assign now           = now_i[DeadlineBits-1:0];
  assign fresh_timer   = now + DeadlineBits'(cfg_timer_i);
  assign fresh_release = DeadlineBits'(32'(now) + (32'(sent_flits_i) - 1) + 32'(sent_delay));

  for (genvar e = 0; e < DelayEntries; e++) begin : gen_entry
    delay_entry #(
        .NodeBits(NodeBits),
        .DelayBits(DelayBits),
        .DeadlineBits(DeadlineBits),
        .ReleaseBits(ReleaseBits)
    ) u_entry (
        .clk_i, .rst_ni, .enable_i,
        .now_i(now),
        .notification_valid_i, .notification_source_i,
        .offered_i(offered[e]),
        .allocate_i(allocate[e]),
        .raised_i(raised[(e/GroupRows)*DelayBits+:DelayBits]),
        .fresh_timer_i(fresh_timer),
        .sent_i(sent_entry_i[e]),
        .fresh_release_i(fresh_release),
        .cfg_decrement_i, .cfg_free_running_i,
        .valid_o(entry_valid_o[e]),
        .blocked_o(entry_blocked_o[e]),
        .destination_o(entry_destination_o[e*NodeBits+:NodeBits]),
        .delay_o(entry_delay_o[e*DelayBits+:DelayBits]),
        .timer_o(timer[e*DeadlineBits+:DeadlineBits]),
        .release_o(free_at[e*DeadlineBits+:DeadlineBits]),
        .matches_o(matched[e]),
        .settles_o(settles[e])
    );
  end

  wake_walker #(
      .Alarms(2 * DelayEntries),
      .AlarmBits(DeadlineBits),
      .CycleBits(CycleBits)
  ) u_walker (
      .clk_i, .rst_ni, .enable_i, .now_i,
      .restart_i(|settles),
      .armed_i({entry_blocked_o, entry_valid_o}),
      .alarm_i({free_at, timer}),
`ifdef FORMAL
      .formal_state_o(walk),
`endif
      .busy_o(walks),
      .wake_valid_o, .wake_at_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_overflow
    if (!rst_ni) overflow_q <= 1'b0;
    else overflow_q <= enable_i && overflow_d;
  end

  assign overflow_o  = overflow_q;
  assign quiescent_o = !overflow_q && !walks;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && notification_valid_i)
      NotificationInNetwork: assert (32'(notification_source_i) < Nodes);
    if (enable_i)
      SentToOneEntry: assert ((sent_entry_i & (sent_entry_i - DelayEntries'(1))) == '0);
    if (enable_i) StepsAtLeastOne: assert (|cfg_increment_i && |cfg_decrement_i &&
                                           |cfg_maximum_i && |cfg_timer_i);
  end
`endif

`ifdef FORMAL
  logic [DelayEntries*NodeBits-1:0]     counted_destination;
  logic [DelayEntries*DelayBits-1:0]    counted_delay;
  logic [DelayEntries*DeadlineBits-1:0] counted_timer, counted_release;
  for (genvar e = 0; e < DelayEntries; e++) begin : gen_counted
    assign counted_destination[e*NodeBits+:NodeBits] =
        entry_destination_o[e*NodeBits+:NodeBits] & {NodeBits{entry_valid_o[e]}};
    assign counted_delay[e*DelayBits+:DelayBits] =
        entry_delay_o[e*DelayBits+:DelayBits] & {DelayBits{entry_valid_o[e]}};
    assign counted_timer[e*DeadlineBits+:DeadlineBits] =
        timer[e*DeadlineBits+:DeadlineBits] & {DeadlineBits{entry_valid_o[e]}};
    assign counted_release[e*DeadlineBits+:DeadlineBits] =
        free_at[e*DeadlineBits+:DeadlineBits] & {DeadlineBits{entry_blocked_o[e]}};
  end
  assign formal_state_o = {entry_valid_o, entry_blocked_o, counted_destination, counted_delay,
                           counted_timer, counted_release, overflow_q, walk, wake_valid_o,
                           wake_at_o};
`endif

endmodule
