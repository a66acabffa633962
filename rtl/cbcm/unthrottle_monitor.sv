// SPDX-License-Identifier: Apache-2.0
// Source side of CBCM: measures per throttled destination how much this source generates and
// decides when it no longer contributes to the hotspot.
//
// Source: CBCM paper, Section IV-B4. Contract: docs/reference/cbcm/unthrottle_monitor.md.
// Timing: all outputs are registers or functions of registers. An entry decides at the end of its
// epoch; the message is visible 2 clocks later and held until unthrottle_ready_i.
// Cost: ThrottleEntries rows (monitor_entry), a subtraction for all.
// Not handled: a refresh does not call back an entry that has decided to leave.
// lint-params: Nodes=100 ThrottleEntries=5
// lint-params: Nodes=8192 ThrottleEntries=1
// lint-illegal: Nodes=15
// lint-illegal: ThrottleEntries=0

module unthrottle_monitor #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations throttled at a time, 1-64.
    parameter int unsigned ThrottleEntries = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned EntryBits = ThrottleEntries > 1 ? $clog2(ThrottleEntries) : 1,
    localparam int unsigned EpochBits = 4,
    /// The paper counts no samples here.
    localparam int unsigned SampleBits = 0,
    /// Per entry: active, leaving, wanted, full seen, refreshed seen, idle epochs.
    localparam int unsigned StateBits =
        ThrottleEntries * (1 + 1 + 16 + 1 + 1 + EpochBits),
    /// The message register: valid, entry (none with one entry), destination.
    localparam int unsigned PipelineBits = 1 + $clog2(ThrottleEntries) + NodeBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                                  rst_ni,
    /// Low: all that counts takes its reset value at the clock.
    input  logic                                  enable_i,
    /// The token throttler's table.
    input  logic [ThrottleEntries-1:0]            entry_valid_i,
    /// The throttled destination of the entry.
    input  logic [ThrottleEntries*NodeBits-1:0]   entry_destination_i,
    /// A throttle message reached the entry in the last cycle.
    input  logic [ThrottleEntries-1:0]            entry_refreshed_i,
    /// The last token of the entry's epoch arrived in the last cycle.
    input  logic [ThrottleEntries-1:0]            entry_epoch_over_i,
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
    /// Flits that a contributing source generates in an epoch; the throttler's token arrivals.
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
    /// An idle clock changes nothing, if entry_valid_i equals active_o.
    output logic                                  quiescent_o
`ifdef FORMAL
    ,
    /// Every register as it counts, for the proof of quiescence.
    output logic [StorageBits-1:0]                formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ThrottleEntries < 1 || ThrottleEntries > 64)
    $fatal(1, "%m: ThrottleEntries = %0d, legal 1-64", ThrottleEntries);

  logic [ThrottleEntries-1:0] leaving, taken, candidates, first;
  logic                       message_valid_q;
  logic [EntryBits-1:0]       message_entry_q, message_entry, first_entry;
  logic [NodeBits-1:0]        message_destination_q, first_destination;

  // With one entry its number is no register.
  assign message_entry = ThrottleEntries > 1 ? message_entry_q : '0;
  assign taken = message_valid_q && unthrottle_ready_i ? ThrottleEntries'(1) << message_entry : '0;

  logic [ThrottleEntries*16-1:0] row_wanted;
  logic [15:0]                   wanted, wanted_left;
  logic [16:0]                   rest;

  for (genvar e = 0; e < ThrottleEntries; e++) begin : gen_entry
    monitor_entry #(
        .NodeBits(NodeBits)
    ) u_entry (
        .clk_i, .rst_ni, .enable_i,
        .entry_valid_i(entry_valid_i[e]),
        .entry_destination_i(entry_destination_i[e*NodeBits+:NodeBits]),
        .entry_refreshed_i(entry_refreshed_i[e]),
        .entry_epoch_over_i(entry_epoch_over_i[e]),
        .generated_valid_i, .generated_destination_i, .generated_flits_i,
        .wanted_left_i(wanted_left),
        .queue_full_i(queue_full_i[e]),
        .queue_empty_i(queue_empty_i[e]),
        .taken_i(taken[e]),
        .cfg_epoch_flits_i, .cfg_drain_first_i, .cfg_lease_epochs_i,
`ifdef FORMAL
        .formal_state_o(row_state[e*(18+EpochBits)+:18+EpochBits]),
`endif
        .wanted_o(row_wanted[e*16+:16]),
        .active_o(active_o[e]),
        .leaving_o(leaving[e])
    );
  end

  // The message is that of one row at most: one subtraction for all.
  always_comb begin : p_wanted
    wanted = '0;
    for (int e = 0; e < ThrottleEntries; e++) wanted = wanted | row_wanted[e*16+:16];
    rest        = 17'(wanted) - 17'(generated_flits_i);
    wanted_left = rest[16] ? '0 : rest[15:0];
  end

  // The lowest leaving entry sends its message.
  assign candidates = leaving & entry_valid_i & ~taken;
  assign first      = candidates & (~candidates + ThrottleEntries'(1));
  always_comb begin : p_first
    first_entry       = '0;
    first_destination = '0;
    for (int e = 0; e < ThrottleEntries; e++)
      if (first[e]) begin
        first_entry       = first_entry | EntryBits'(e);
        first_destination = first_destination | entry_destination_i[e*NodeBits+:NodeBits];
      end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_message
    if (!rst_ni) begin
      message_valid_q       <= 1'b0;
      if (ThrottleEntries > 1) message_entry_q <= '0;
      message_destination_q <= '0;
    end else if (!enable_i || !message_valid_q || unthrottle_ready_i) begin
      message_valid_q       <= enable_i && candidates != '0;
      if (ThrottleEntries > 1) message_entry_q <= enable_i ? first_entry : '0;
      message_destination_q <= enable_i ? first_destination : '0;
    end
  end

  assign unthrottle_valid_o       = message_valid_q;
  assign unthrottle_entry_o       = message_entry;
  assign unthrottle_destination_o = message_destination_q;
  assign quiescent_o              = !message_valid_q && leaving == '0;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && generated_valid_i)
      GeneratedInNetwork: assert (32'(generated_destination_i) < Nodes);
  end
`endif

`ifdef FORMAL
  logic [ThrottleEntries*(18+EpochBits)-1:0] row_state;
  if (ThrottleEntries > 1) begin : gen_formal_entries
    assign formal_state_o = {active_o, leaving, row_state, message_valid_q, message_entry_q,
                             message_destination_q};
  end else begin : gen_formal_entry
    assign formal_state_o = {active_o, leaving, row_state, message_valid_q, message_destination_q};
  end
`endif

endmodule
