// SPDX-License-Identifier: Apache-2.0
// Source side of CBCM: measures per throttled destination how much this source generates and
// decides when it no longer contributes to the hotspot.
//
// Source: CBCM paper, Section IV-B4. Contract: docs/reference/cbcm/unthrottle_monitor.md.
// Timing: all outputs are registers or functions of registers. An entry decides at the end of its
// epoch; the message is visible 2 clocks later and held until unthrottle_ready_i.
// Cost: ThrottleEntries comparators and 16 x DegreeBits multipliers (length of the epoch).
// Not handled: a refresh does not call back an entry that has decided to leave.
// lint-params: Nodes=100 ThrottleEntries=5 CountBits=24 CycleBits=8
// lint-params: Nodes=8192 ThrottleEntries=1 CountBits=12
// lint-illegal: CountBits=11
// lint-illegal: ThrottleEntries=0

module unthrottle_monitor #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations throttled at a time, 1-64.
    parameter int unsigned ThrottleEntries = 8,
    /// Width of the generation counter, 12-24; it saturates.
    parameter int unsigned CountBits = 17,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned EntryBits = ThrottleEntries > 1 ? $clog2(ThrottleEntries) : 1,
    localparam int unsigned EpochBits = 4,
    /// The paper counts no samples here.
    localparam int unsigned SampleBits = 0,
    /// Per entry: active, leaving, generated, deadline, full seen, refreshed seen, idle epochs.
    localparam int unsigned StateBits =
        ThrottleEntries * (1 + 1 + CountBits + CycleBits + 1 + 1 + EpochBits),
    /// The message register: valid, entry (none with one entry), destination.
    localparam int unsigned PipelineBits = 1 + $clog2(ThrottleEntries) + NodeBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                                  rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                                  enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]                  now_i,
    /// The token throttler's table.
    input  logic [ThrottleEntries-1:0]            entry_valid_i,
    /// The throttled destination of the entry.
    input  logic [ThrottleEntries*NodeBits-1:0]   entry_destination_i,
    /// Its D_t.
    input  logic [ThrottleEntries*DegreeBits-1:0] entry_degree_i,
    /// A throttle message reached the entry in the last cycle.
    input  logic [ThrottleEntries-1:0]            entry_refreshed_i,
    /// A message was generated and queued.
    input  logic                                  generated_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]                   generated_destination_i,
    /// Its length in flits.
    input  logic [15:0]                           generated_flits_i,
    /// The send queue towards the entry's destination is full.
    input  logic [ThrottleEntries-1:0]            queue_full_i,
    /// ... is empty.
    input  logic [ThrottleEntries-1:0]            queue_empty_i,
    /// The message is taken, and the entry freed.
    input  logic                                  unthrottle_ready_i,
    /// Flits that define the epoch: it lasts this times D_t cycles.
    input  logic [15:0]                           cfg_epoch_flits_i,
    /// 1: unthrottle only with an empty queue.
    input  logic                                  cfg_drain_first_i,
    /// Free an entry without throttle message for this many epochs; 0: never.
    input  logic [EpochBits-1:0]                  cfg_lease_epochs_i,
    /// Send unthrottle and free the entry.
    output logic                                  unthrottle_valid_o,
    /// Number of the entry.
    output logic [EntryBits-1:0]                  unthrottle_entry_o,
    /// The hotspot it goes to; 0 without a message.
    output logic [NodeBits-1:0]                   unthrottle_destination_o,
    /// The entry is being measured.
    output logic [ThrottleEntries-1:0]            active_o,
    /// An idle clock changes nothing before wake_at_o, if entry_valid_i equals active_o.
    output logic                                  quiescent_o,
    /// There is a wake time.
    output logic                                  wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]                  wake_at_o
`ifdef FORMAL
    ,
    /// Every register, for the proof of quiescence.
    output logic [StorageBits-1:0]                formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ThrottleEntries < 1 || ThrottleEntries > 64)
    $fatal(1, "%m: ThrottleEntries = %0d, legal 1-64", ThrottleEntries);
  if (CountBits < 12 || CountBits > 24) $fatal(1, "%m: CountBits = %0d, legal 12-24", CountBits);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);

  logic [ThrottleEntries-1:0]           active_q, leaving_q, full_seen_q, refreshed_seen_q;
  logic [ThrottleEntries*CountBits-1:0] generated_q;
  logic [ThrottleEntries*CycleBits-1:0] deadline_q;
  logic [ThrottleEntries*EpochBits-1:0] epochs_q;
  logic                                 message_valid_q;
  logic [EntryBits-1:0]                 message_entry_q, message_entry;
  logic [NodeBits-1:0]                  message_destination_q;

  // With one entry its number is no register.
  assign message_entry = ThrottleEntries > 1 ? message_entry_q : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_monitor
    /* verilator tracing_off */
    logic [ThrottleEntries-1:0] measures, news;
    logic                 take, taken, found, due, begins, full, refreshed, low, lapsed;
    logic [CycleBits-1:0] elapsed;
    logic [24:0]          generated;
    logic [EpochBits-1:0] epochs;
    /* verilator tracing_on */
    if (!rst_ni) begin
      active_q              <= '0;
      leaving_q             <= '0;
      full_seen_q           <= '0;
      refreshed_seen_q      <= '0;
      generated_q           <= '0;
      deadline_q            <= '0;
      epochs_q              <= '0;
      message_valid_q       <= 1'b0;
      if (ThrottleEntries > 1) message_entry_q <= '0;
      message_destination_q <= '0;
    end else if (!enable_i) begin
      active_q              <= '0;
      leaving_q             <= '0;
      full_seen_q           <= '0;
      refreshed_seen_q      <= '0;
      generated_q           <= '0;
      deadline_q            <= '0;
      epochs_q              <= '0;
      message_valid_q       <= 1'b0;
      if (ThrottleEntries > 1) message_entry_q <= '0;
      message_destination_q <= '0;
    end else if (|entry_valid_i || |active_q || message_valid_q) begin
      take     = message_valid_q && unthrottle_ready_i;
      measures = entry_valid_i & ~leaving_q;
      // An entry without news waits for its deadline; a simulated clock costs it one comparison.
      news = ~active_q | (queue_full_i & ~full_seen_q) | entry_refreshed_i |
          {ThrottleEntries{generated_valid_i}};
      for (int e = 0; e < ThrottleEntries; e++) begin
        taken   = take && message_entry == EntryBits'(e);
        elapsed = now_i - deadline_q[e*CycleBits+:CycleBits];
        if (taken || (!entry_valid_i[e] && active_q[e])) begin
          // 1. and 2. The entry is freed.
          active_q[e]                          <= 1'b0;
          leaving_q[e]                         <= 1'b0;
          full_seen_q[e]                       <= 1'b0;
          refreshed_seen_q[e]                  <= 1'b0;
          generated_q[e*CountBits+:CountBits]  <= '0;
          deadline_q[e*CycleBits+:CycleBits]   <= '0;
          epochs_q[e*EpochBits+:EpochBits]     <= '0;
        end else if (measures[e] && (news[e] || !elapsed[CycleBits-1])) begin
          // 3. A new entry begins its first epoch; 4. an active one measures.
          due       = active_q[e] && !elapsed[CycleBits-1];
          begins    = !active_q[e] || due;
          full      = full_seen_q[e] || queue_full_i[e];
          refreshed = refreshed_seen_q[e] || entry_refreshed_i[e];
          generated = 25'(generated_q[e*CountBits+:CountBits]);
          if (generated_valid_i &&
              generated_destination_i == entry_destination_i[e*NodeBits+:NodeBits]) begin
            generated = generated + 25'(generated_flits_i);
            if (|(generated >> CountBits)) generated = 25'({CountBits{1'b1}});
          end
          if (due) begin
            epochs = epochs_q[e*EpochBits+:EpochBits];
            if (epochs != '1) epochs = epochs + EpochBits'(1);
            if (refreshed) epochs = '0;
            low    = !full && generated < 25'(cfg_epoch_flits_i);
            lapsed = cfg_lease_epochs_i != '0 && epochs >= cfg_lease_epochs_i;
            epochs_q[e*EpochBits+:EpochBits] <= epochs;
            leaving_q[e] <= (low && (!cfg_drain_first_i || queue_empty_i[e])) || lapsed;
          end
          if (begins) begin
            active_q[e] <= 1'b1;
            full        = queue_full_i[e];
            refreshed   = 1'b0;
            generated   = '0;
            deadline_q[e*CycleBits+:CycleBits] <= now_i +
                CycleBits'(cfg_epoch_flits_i) *
                CycleBits'(entry_degree_i[e*DegreeBits+:DegreeBits]);
          end
          full_seen_q[e]                      <= full;
          refreshed_seen_q[e]                 <= refreshed;
          generated_q[e*CountBits+:CountBits] <= CountBits'(generated);
        end
      end

      // 5. The lowest leaving entry sends its message.
      if (!message_valid_q || take) begin
        message_valid_q       <= 1'b0;
        if (ThrottleEntries > 1) message_entry_q <= '0;
        message_destination_q <= '0;
        if (|leaving_q) begin
          found = 1'b0;
          for (int e = 0; e < ThrottleEntries; e++)
            if (!found && leaving_q[e] && entry_valid_i[e] &&
                !(take && message_entry == EntryBits'(e))) begin
              found = 1'b1;
              message_valid_q       <= 1'b1;
              if (ThrottleEntries > 1) message_entry_q <= EntryBits'(e);
              message_destination_q <= entry_destination_i[e*NodeBits+:NodeBits];
            end
        end
      end
    end
  end

  assign unthrottle_valid_o       = message_valid_q;
  assign unthrottle_entry_o       = message_entry;
  assign unthrottle_destination_o = message_destination_q;
  assign active_o                 = active_q;

  // Earliest deadline, in modular order, of an entry that measures.
  always_comb begin : p_wake
    /* verilator tracing_off */
    logic [CycleBits-1:0] lead;
    /* verilator tracing_on */
    lead         = '0;
    quiescent_o  = !message_valid_q && ~|leaving_q;
    wake_valid_o = 1'b0;
    wake_at_o    = '0;
    if (|active_q) begin
      for (int e = 0; e < ThrottleEntries; e++)
        if (active_q[e] && !leaving_q[e]) begin
          lead = deadline_q[e*CycleBits+:CycleBits] - wake_at_o;
          if (!wake_valid_o || lead[CycleBits-1])
            wake_at_o = deadline_q[e*CycleBits+:CycleBits];
          wake_valid_o = 1'b1;
        end
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && generated_valid_i)
      GeneratedInNetwork: assert (32'(generated_destination_i) < Nodes);
  end
`endif

`ifdef FORMAL
  if (ThrottleEntries > 1) begin : gen_formal_entries
    assign formal_state_o = {active_q, leaving_q, full_seen_q, refreshed_seen_q, generated_q,
        deadline_q, epochs_q, message_valid_q, message_entry_q, message_destination_q};
  end else begin : gen_formal_entry
    assign formal_state_o = {active_q, leaving_q, full_seen_q, refreshed_seen_q, generated_q,
        deadline_q, epochs_q, message_valid_q, message_destination_q};
  end
`endif

endmodule
