// SPDX-License-Identifier: Apache-2.0
// Source side of ECN, additive mode: a table of destinations with an inter-packet delay that
// notifications lengthen and time shortens.
//
// Source: SRP paper, Section 2; CBCM paper, Section II.
// Contract: docs/reference/ecn/delay_limiter.md.
// Timing: all outputs are registers or functions of registers. Latency 1: a packet blocks its
// destination in the next cycle.
// Cost: per entry two comparators of NodeBits, four adders of CycleBits, two of DelayBits.
// Not handled: a notification that finds the table full is lost; overflow_o tells.
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
    localparam int unsigned FlitBits = 10,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Per entry: valid, blocked, destination, delay, timer, release.
    localparam int unsigned StateBits = DelayEntries * (2 + NodeBits + DelayBits + 2 * CycleBits),
    /// The overflow bit.
    localparam int unsigned PipelineBits = 1,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                              clk_i,
    /// Asynchronous assert, active low.
    input  logic                              rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                              enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]              now_i,
    /// A congestion notification arrived.
    input  logic                              notification_valid_i,
    /// The destination that is congested.
    input  logic [NodeBits-1:0]               notification_source_i,
    /// A data packet starts to enter the network in this cycle.
    input  logic                              sent_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]               sent_destination_i,
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
    /// Its destination; 0 when not valid.
    output logic [DelayEntries*NodeBits-1:0]  entry_destination_o,
    /// Cycles between the end of a packet and the start of the next.
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
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]            formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (DelayEntries < 1 || DelayEntries > 64)
    $fatal(1, "%m: DelayEntries = %0d, legal 1-64", DelayEntries);
  if (DelayBits < 4 || DelayBits > 16) $fatal(1, "%m: DelayBits = %0d, legal 4-16", DelayBits);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic [DelayEntries-1:0]           valid_q, blocked_q;
  logic [DelayEntries*NodeBits-1:0]  destination_q;
  logic [DelayEntries*DelayBits-1:0] delay_q;
  logic [DelayEntries*CycleBits-1:0] timer_q, release_q;
  logic                              overflow_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_table
    /* verilator tracing_off */
    logic                    matched, notified, sent, restart, timer_due, release_due, blocked;
    logic [DelayEntries-1:0] free, allocate;
    logic [NodeBits-1:0]     destination;
    logic [DelayBits:0]      delay;
    logic [16:0]             gap;
    logic [CycleBits-1:0]    timer, until_free, elapsed, since;
    /* verilator tracing_on */
    if (!rst_ni) begin
      valid_q       <= '0;
      blocked_q     <= '0;
      destination_q <= '0;
      delay_q       <= '0;
      timer_q       <= '0;
      release_q     <= '0;
      overflow_q    <= 1'b0;
    end else if (!enable_i) begin
      valid_q       <= '0;
      blocked_q     <= '0;
      destination_q <= '0;
      delay_q       <= '0;
      timer_q       <= '0;
      release_q     <= '0;
      overflow_q    <= 1'b0;
    end else if (|valid_q || notification_valid_i || overflow_q) begin
      timer   = now_i + CycleBits'(64'(cfg_timer_i));
      matched = 1'b0;

      // An entry that waits for its deadlines costs a simulated clock two comparisons.
      for (int e = 0; e < DelayEntries; e++)
        if (valid_q[e]) begin
          destination = destination_q[e*NodeBits+:NodeBits];
          elapsed     = now_i - timer_q[e*CycleBits+:CycleBits];
          since       = now_i - release_q[e*CycleBits+:CycleBits];
          notified    = notification_valid_i && notification_source_i == destination;
          sent        = sent_valid_i && sent_destination_i == destination;
          timer_due   = !elapsed[CycleBits-1];
          release_due = blocked_q[e] && !since[CycleBits-1];
          delay       = {1'b0, delay_q[e*DelayBits+:DelayBits]};
          if (notified || sent || timer_due || release_due || (delay == '0 && !blocked_q[e])) begin
            blocked    = blocked_q[e];
            until_free = release_q[e*CycleBits+:CycleBits];
            // 1. Notification.
            restart = notified && !cfg_free_running_i;
            if (notified) begin
              matched = 1'b1;
              delay   = delay + {1'b0, cfg_increment_i};
              if (delay > {1'b0, cfg_maximum_i}) delay = {1'b0, cfg_maximum_i};
            end
            // 2. Sent, and 4. release: a new packet wins.
            gap = 17'(sent_flits_i) + 17'(delay);
            if (sent && gap > 17'd1) begin
              blocked    = 1'b1;
              until_free = now_i + CycleBits'(64'(gap)) - CycleBits'(1);
            end else if (release_due) begin
              blocked    = 1'b0;
              until_free = '0;
            end
            // 3. Decay.
            if (timer_due && !restart)
              delay = delay > {1'b0, cfg_decrement_i} ? delay - {1'b0, cfg_decrement_i} : '0;
            if (timer_due || restart) timer_q[e*CycleBits+:CycleBits] <= timer;
            // 5. Free.
            if (delay == '0 && !blocked) begin
              valid_q[e]                            <= 1'b0;
              destination_q[e*NodeBits+:NodeBits]   <= '0;
              timer_q[e*CycleBits+:CycleBits]       <= '0;
            end
            blocked_q[e]                      <= blocked;
            delay_q[e*DelayBits+:DelayBits]   <= delay[DelayBits-1:0];
            release_q[e*CycleBits+:CycleBits] <= until_free;
          end
        end

      // A destination without entry takes the lowest that was free before this clock.
      if (notification_valid_i && !matched) begin
        free     = ~valid_q;
        allocate = free & (~free + DelayEntries'(1));
        for (int e = 0; e < DelayEntries; e++)
          if (allocate[e]) begin
            valid_q[e]                          <= 1'b1;
            destination_q[e*NodeBits+:NodeBits] <= notification_source_i;
            delay_q[e*DelayBits+:DelayBits]     <=
                cfg_increment_i < cfg_maximum_i ? cfg_increment_i : cfg_maximum_i;
            timer_q[e*CycleBits+:CycleBits]     <= timer;
          end
      end
      overflow_q <= notification_valid_i && !matched && &valid_q;
    end
  end

  assign entry_valid_o       = valid_q;
  assign entry_destination_o = destination_q;
  assign entry_delay_o       = delay_q;
  assign entry_blocked_o     = blocked_q;
  assign overflow_o          = overflow_q;
  assign quiescent_o         = !overflow_q;

  // Earliest deadline in modular order: of each entry, then by pairs, pairs of pairs and so on.
  always_comb begin : p_wake
    /* verilator tracing_off */
    logic [DelayEntries-1:0]           waits;
    logic [DelayEntries*CycleBits-1:0] at;
    logic [CycleBits-1:0]              lead;
    /* verilator tracing_on */
    waits     = valid_q;
    at        = '0;
    lead      = '0;
    wake_at_o = '0;
    if (|valid_q) begin
      at = timer_q;
      for (int e = 0; e < DelayEntries; e++)
        if (blocked_q[e]) begin
          lead = release_q[e*CycleBits+:CycleBits] - timer_q[e*CycleBits+:CycleBits];
          if (lead[CycleBits-1])
            at[e*CycleBits+:CycleBits] = release_q[e*CycleBits+:CycleBits];
        end
      for (int s = 1; s < DelayEntries; s = 2 * s)
        for (int e = 0; e + s < DelayEntries; e = e + 2 * s)
          if (waits[e+s]) begin
            lead = at[(e+s)*CycleBits+:CycleBits] - at[e*CycleBits+:CycleBits];
            if (!waits[e] || lead[CycleBits-1])
              at[e*CycleBits+:CycleBits] = at[(e+s)*CycleBits+:CycleBits];
            waits[e] = 1'b1;
          end
      wake_at_o = at[CycleBits-1:0];
    end
    wake_valid_o = waits[0];
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && notification_valid_i)
      NotificationInNetwork: assert (32'(notification_source_i) < Nodes);
    if (enable_i) StepsAtLeastOne: assert (|cfg_increment_i && |cfg_decrement_i &&
                                           |cfg_maximum_i && |cfg_timer_i);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {valid_q, blocked_q, destination_q, delay_q, timer_q, release_q,
                           overflow_q};
`endif

endmodule
