// SPDX-License-Identifier: Apache-2.0
// Source side of ECN, InfiniBand's mode: a congestion-control table (CCT) that turns an index per
// destination into a delay after each packet.
//
// Source: SRP paper, Section 2; InfiniBand's congestion control. Contract:
// docs/reference/ecn/cct_limiter.md.
// Timing: all outputs are registers or functions of registers. Latency 1.
// Cost: per entry two comparators of NodeBits, three adders of CycleBits; one 10 x 14 multiplier.
// Not handled: a notification that finds the table full is lost; overflow_o tells. The CCT is a
// memory with one write and one read port and has no reset.
// lint-params: Nodes=100 DelayEntries=5 TableEntries=16 CycleBits=40
// lint-params: Nodes=8192 DelayEntries=1 TableEntries=8 CycleBits=8
// lint-large: Nodes=1024 DelayEntries=64
// lint-illegal: Nodes=15
// lint-illegal: DelayEntries=65
// lint-illegal: TableEntries=4
// lint-illegal: TableEntries=24
// lint-illegal: TableEntries=256
// lint-illegal: CycleBits=65

module cct_limiter #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations with a delay at a time, 1-64.
    parameter int unsigned DelayEntries = 16,
    /// Words of the CCT, 8-128, a power of two.
    parameter int unsigned TableEntries = 128,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned IndexBits = $clog2(TableEntries),
    localparam int unsigned FlitBits = 10,
    localparam int unsigned WordBits = 16,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    // Per entry: valid, blocked, destination, index, release; and the timer with running.
    localparam int unsigned EntryStateBits =
        DelayEntries * (2 + NodeBits + IndexBits + CycleBits) + 1 + CycleBits,
    /// Entries, timer, CCT.
    localparam int unsigned StateBits = EntryStateBits + WordBits * TableEntries,
    /// The two event bits.
    localparam int unsigned PipelineBits = 2,
    /// All flip-flops and memory bits.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                              clk_i,
    /// Asynchronous assert, active low.
    input  logic                              rst_ni,
    /// Low: everything but the CCT takes its reset value at the clock.
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
    /// Writes a word of the CCT, whatever enable_i says.
    input  logic                              table_valid_i,
    /// Its index.
    input  logic [IndexBits-1:0]              table_index_i,
    /// {shift[1:0], multiplier[13:0]}: delay = (flits * multiplier) >> shift.
    input  logic [WordBits-1:0]               table_word_i,
    /// Index steps of a notification, at least 1.
    input  logic [IndexBits-1:0]              cfg_increase_i,
    /// Largest index.
    input  logic [IndexBits-1:0]              cfg_limit_i,
    /// Smallest index, less than the largest.
    input  logic [IndexBits-1:0]              cfg_minimum_i,
    /// An entry that reaches this index is reported.
    input  logic [IndexBits-1:0]              cfg_trigger_i,
    /// Cycles between two decrements of all entries, at least 1.
    input  logic [CycleBits-1:0]              cfg_timer_i,
    /// The entry is in use.
    output logic [DelayEntries-1:0]           entry_valid_o,
    /// Its destination; 0 when not valid.
    output logic [DelayEntries*NodeBits-1:0]  entry_destination_o,
    /// No packet to it may start.
    output logic [DelayEntries-1:0]           entry_blocked_o,
    /// Its index (CCTI); 0 when not valid.
    output logic [DelayEntries*IndexBits-1:0] entry_index_o,
    /// A notification of the last clock found the table full and was lost.
    output logic                              overflow_o,
    /// In the last clock a notification brought an entry to cfg_trigger_i.
    output logic                              triggered_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                              quiescent_o,
    /// There is a wake time.
    output logic                              wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]              wake_at_o
`ifdef FORMAL
    ,
    /// Every flip-flop, for the proofs.
    output logic [EntryStateBits+PipelineBits-1:0] formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (DelayEntries < 1 || DelayEntries > 64)
    $fatal(1, "%m: DelayEntries = %0d, legal 1-64", DelayEntries);
  if (TableEntries < 8 || TableEntries > 128 || (TableEntries & (TableEntries - 1)) != 0)
    $fatal(1, "%m: TableEntries = %0d, legal 8, 16, 32, 64, 128", TableEntries);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic [DelayEntries-1:0]           valid_q, blocked_q;
  logic [DelayEntries*NodeBits-1:0]  destination_q;
  logic [DelayEntries*IndexBits-1:0] index_q;
  logic [DelayEntries*CycleBits-1:0] release_q;
  logic                              running_q, overflow_q, triggered_q;
  logic [CycleBits-1:0]              timer_q;
  logic [WordBits-1:0]               cct_q [TableEntries];

  always_ff @(posedge clk_i) begin : p_cct
    if (table_valid_i) cct_q[table_index_i] <= table_word_i;
  end

  // The word of the entry that a packet is sent to: one read port for all.
  logic [IndexBits-1:0]  sent_index;
  logic [WordBits-1:0]   word;
  logic [24:0]           gap;  // flits and delay
  always_comb begin : p_sent_index
    sent_index = '0;
    if (sent_valid_i && |valid_q) begin
      for (int e = 0; e < DelayEntries; e++)
        if (valid_q[e] && destination_q[e*NodeBits+:NodeBits] == sent_destination_i)
          sent_index = sent_index | index_q[e*IndexBits+:IndexBits];
    end
  end
  assign word = cct_q[sent_index];
  assign gap  = ((25'(sent_flits_i) * 25'(word[13:0])) >> word[15:14]) + 25'(sent_flits_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_table
    /* verilator tracing_off */
    logic                    matched, notified, sent, decays, release_due, blocked, triggered;
    logic [DelayEntries-1:0] free, allocate, remain;
    logic [NodeBits-1:0]     destination;
    logic [IndexBits:0]      first, index;
    logic [CycleBits-1:0]    until_free, elapsed, since;
    /* verilator tracing_on */
    if (!rst_ni) begin
      valid_q       <= '0;
      blocked_q     <= '0;
      destination_q <= '0;
      index_q       <= '0;
      release_q     <= '0;
      running_q     <= 1'b0;
      timer_q       <= '0;
      overflow_q    <= 1'b0;
      triggered_q   <= 1'b0;
    end else if (!enable_i) begin
      valid_q       <= '0;
      blocked_q     <= '0;
      destination_q <= '0;
      index_q       <= '0;
      release_q     <= '0;
      running_q     <= 1'b0;
      timer_q       <= '0;
      overflow_q    <= 1'b0;
      triggered_q   <= 1'b0;
    end else if (|valid_q || notification_valid_i || overflow_q || triggered_q) begin
      matched   = 1'b0;
      triggered = 1'b0;
      remain    = valid_q;
      elapsed   = now_i - timer_q;
      decays    = running_q && !elapsed[CycleBits-1];

      // An entry that waits costs a simulated clock two comparisons.
      for (int e = 0; e < DelayEntries; e++)
        if (valid_q[e]) begin
          destination = destination_q[e*NodeBits+:NodeBits];
          since       = now_i - release_q[e*CycleBits+:CycleBits];
          notified    = notification_valid_i && notification_source_i == destination;
          sent        = sent_valid_i && sent_destination_i == destination;
          release_due = blocked_q[e] && !since[CycleBits-1];
          index       = {1'b0, index_q[e*IndexBits+:IndexBits]};
          if (notified || sent || decays || release_due ||
              (index <= {1'b0, cfg_minimum_i} && !blocked_q[e])) begin
            blocked    = blocked_q[e];
            until_free = release_q[e*CycleBits+:CycleBits];
            // 1. Notification, else 3. decay.
            if (notified) begin
              matched = 1'b1;
              index   = index + {1'b0, cfg_increase_i};
              if (index > {1'b0, cfg_limit_i}) index = {1'b0, cfg_limit_i};
              triggered = index == {1'b0, cfg_trigger_i} &&
                          index_q[e*IndexBits+:IndexBits] != cfg_trigger_i;
            end else if (decays && index > {1'b0, cfg_minimum_i}) begin
              index = index - (IndexBits+1)'(1);
            end
            // 2. Sent, and 4. release: a new packet wins.
            if (sent && gap > 25'd1) begin
              blocked    = 1'b1;
              until_free = now_i + CycleBits'(64'(gap)) - CycleBits'(1);
            end else if (release_due) begin
              blocked    = 1'b0;
              until_free = '0;
            end
            // 5. Free.
            if (!notified && index <= {1'b0, cfg_minimum_i} && !blocked) begin
              remain[e] = 1'b0;
              index     = '0;
              destination_q[e*NodeBits+:NodeBits] <= '0;
            end
            blocked_q[e]                      <= blocked;
            index_q[e*IndexBits+:IndexBits]   <= index[IndexBits-1:0];
            release_q[e*CycleBits+:CycleBits] <= until_free;
          end
        end

      // A destination without entry takes the lowest that was free before this clock.
      allocate = '0;
      if (notification_valid_i && !matched) begin
        first = {1'b0, cfg_minimum_i} + {1'b0, cfg_increase_i};
        if (first > {1'b0, cfg_limit_i}) first = {1'b0, cfg_limit_i};
        free      = ~valid_q;
        allocate  = free & (~free + DelayEntries'(1));
        triggered = |allocate && first == {1'b0, cfg_trigger_i};
        for (int e = 0; e < DelayEntries; e++)
          if (allocate[e]) begin
            destination_q[e*NodeBits+:NodeBits] <= notification_source_i;
            index_q[e*IndexBits+:IndexBits]     <= first[IndexBits-1:0];
          end
      end
      valid_q     <= remain | allocate;
      overflow_q  <= notification_valid_i && !matched && &valid_q;
      triggered_q <= triggered;

      // 6. Timer.
      if (~|(remain | allocate)) begin
        running_q <= 1'b0;
        timer_q   <= '0;
      end else if (decays || !running_q) begin
        running_q <= 1'b1;
        timer_q   <= now_i + cfg_timer_i;
      end
    end
  end

  assign entry_valid_o       = valid_q;
  assign entry_destination_o = destination_q;
  assign entry_blocked_o     = blocked_q;
  assign entry_index_o       = index_q;
  assign overflow_o          = overflow_q;
  assign triggered_o         = triggered_q;
  assign quiescent_o         = !overflow_q && !triggered_q;

  // Earliest deadline in modular order: releases by pairs, pairs of pairs and so on; the timer.
  always_comb begin : p_wake
    /* verilator tracing_off */
    logic [DelayEntries-1:0]           waits;
    logic [DelayEntries*CycleBits-1:0] at;
    logic [CycleBits-1:0]              lead;
    /* verilator tracing_on */
    waits     = blocked_q;
    at        = release_q;
    lead      = '0;
    wake_at_o = timer_q;
    if (|blocked_q) begin
      for (int s = 1; s < DelayEntries; s = 2 * s)
        for (int e = 0; e + s < DelayEntries; e = e + 2 * s)
          if (waits[e+s]) begin
            lead = at[(e+s)*CycleBits+:CycleBits] - at[e*CycleBits+:CycleBits];
            if (!waits[e] || lead[CycleBits-1])
              at[e*CycleBits+:CycleBits] = at[(e+s)*CycleBits+:CycleBits];
            waits[e] = 1'b1;
          end
      lead = at[CycleBits-1:0] - timer_q;
      if (!running_q || lead[CycleBits-1]) wake_at_o = at[CycleBits-1:0];
    end
    wake_valid_o = running_q || waits[0];
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && notification_valid_i)
      NotificationInNetwork: assert (32'(notification_source_i) < Nodes);
    if (enable_i) LevelsInOrder: assert (|cfg_increase_i && |cfg_timer_i &&
                                         cfg_minimum_i < cfg_limit_i);
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {valid_q, blocked_q, destination_q, index_q, release_q, running_q,
                           timer_q, overflow_q, triggered_q};
`endif

endmodule
