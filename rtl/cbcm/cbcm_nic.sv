// SPDX-License-Identifier: Apache-2.0
// What a network interface instantiates for CBCM: hotspot detector, token throttler, unthrottle
// monitor and the merge of their control messages.
//
// Source: CBCM paper, Section IV-B2 to IV-B4. Contract: docs/reference/cbcm/cbcm_nic.md.
// Timing: outputs are functions of registers and cfg levels; message_* shows the throttler's
// refusal, else the monitor's unthrottle, else the detector's throttle, and message_ready_i goes
// to the one shown. The monitor's handshake frees the throttler's entry at the same clock.
// Not handled: a throttle message while control_ready_o is 0 is lost; error_o tells.
// lint-params: Nodes=100 ListGranularity=8 ThrottleEntries=5 TokenBits=9 CountBits=24 CycleBits=8
// lint-large: Nodes=4096
// lint-illegal: Nodes=8193

module cbcm_nic #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Sources per bit of the hotspot detector's list: 1, 2, 4, 8 or 16.
    parameter int unsigned ListGranularity = 1,
    /// Destinations throttled at a time, 1-64.
    parameter int unsigned ThrottleEntries = 8,
    /// Width of a token counter, 6-16.
    parameter int unsigned TokenBits = 16,
    /// Width of the generation counter, 12-24.
    parameter int unsigned CountBits = 17,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned FlitBits = 10,
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    /// The detector's list.
    localparam int unsigned SampleBits = ListSize,
    // Told counters of the detector; the last one may count fewer nodes.
    localparam int unsigned ToldStateBits = ListGranularity == 1 ? 0 :
        (Nodes / ListGranularity) * $clog2(ListGranularity + 1) +
        $clog2(Nodes % ListGranularity + 1),
    // Pacing of the detector.
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    /// The sum of the three, and the error bit.
    localparam int unsigned StateBits =
        $clog2(ListSize + 1) + ToldStateBits + 2 + CycleBits + 2 + 2 + 8 + PacingBits +
        2 * NodeBits +
        ThrottleEntries * (1 + NodeBits + DegreeBits + TokenBits + CycleBits + 16) +
        ThrottleEntries * (1 + 1 + CountBits + CycleBits + 1 + 1 + 4) + 1,
    /// The sum of the three.
    localparam int unsigned PipelineBits = 1 + (ThrottleEntries + 1 + NodeBits) +
        (1 + $clog2(ThrottleEntries) + NodeBits),
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
    /// Highest node number of the network, static.
    input  logic [NodeBits-1:0]                   cfg_last_node_i,
    /// This node's number.
    input  logic [NodeBits-1:0]                   node_i,
    /// A data packet's tail arrived.
    input  logic                                  packet_valid_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0]                   packet_source_i,
    /// It crossed a congested output.
    input  logic                                  packet_marked_i,
    /// It was sent under throttling.
    input  logic                                  packet_throttled_i,
    /// A control message arrived; presented only while control_ready_o is 1.
    input  logic                                  control_valid_i,
    /// 0 throttle, 1 unthrottle.
    input  logic                                  control_unthrottle_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0]                   control_source_i,
    /// D_t of a throttle message.
    input  logic [DegreeBits-1:0]                 control_degree_i,
    /// A packet to a throttled destination starts to enter the network.
    input  logic                                  inject_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]                   inject_destination_i,
    /// Its length in flits.
    input  logic [FlitBits-1:0]                   inject_flits_i,
    /// A message was generated and queued.
    input  logic                                  generated_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]                   generated_destination_i,
    /// Its length in flits.
    input  logic [15:0]                           generated_flits_i,
    /// Send queue towards the entry's destination, lane = entry.
    input  logic [ThrottleEntries-1:0]            queue_full_i,
    /// The send queue towards the entry's destination is empty.
    input  logic [ThrottleEntries-1:0]            queue_empty_i,
    /// The control queue takes a message.
    input  logic                                  message_ready_i,
    /// Length of the observation epoch in cycles, at least 1.
    input  logic [23:0]                           cfg_epoch_cycles_i,
    /// 1/epsilon: a round of m messages is followed by m/epsilon cycles of silence.
    input  logic [15:0]                           cfg_inverse_epsilon_i,
    /// 1: a new round only when the count changed.
    input  logic                                  cfg_announce_on_count_i,
    /// Repeat an announcement after this many pacing periods; 0: never.
    input  logic [7:0]                            cfg_refresh_rounds_i,
    /// 1: each throttle message resets the tokens; 0: only one that allocates.
    input  logic                                  cfg_token_reset_always_i,
    /// 2.16 fixed point, at least 1.0: cycles per token and degree.
    input  logic [17:0]                           cfg_inverse_rate_scale_i,
    /// Most tokens an entry holds.
    input  logic [TokenBits-1:0]                  cfg_token_cap_i,
    /// Flits that define the measuring epoch: it lasts this times D_t cycles.
    input  logic [15:0]                           cfg_epoch_flits_i,
    /// 1: unthrottle only with an empty queue.
    input  logic                                  cfg_drain_first_i,
    /// Free an entry without throttle message for this many epochs; 0: never.
    input  logic [3:0]                            cfg_lease_epochs_i,
    /// Send a control message.
    output logic                                  message_valid_o,
    /// 0 throttle, 1 unthrottle.
    output logic                                  message_unthrottle_o,
    /// The node it goes to.
    output logic [NodeBits-1:0]                   message_destination_o,
    /// 0 for unthrottle.
    output logic [DegreeBits-1:0]                 message_degree_o,
    /// A throttle message can be taken.
    output logic                                  control_ready_o,
    /// token_throttler's table.
    output logic [ThrottleEntries-1:0]            entry_valid_o,
    /// The throttled destination of the entry.
    output logic [ThrottleEntries*NodeBits-1:0]   entry_destination_o,
    /// Its D_t.
    output logic [ThrottleEntries*DegreeBits-1:0] entry_degree_o,
    /// Flits that may enter now.
    output logic [ThrottleEntries*TokenBits-1:0]  entry_tokens_o,
    /// hotspot_detector's state and current degree.
    output logic [1:0]                            state_o,
    /// Current degree D_t.
    output logic [DegreeBits-1:0]                 degree_o,
    /// Sticky: a throttle message while not ready, more flits injected than tokens, or a packet or
    /// unthrottle message from a node that is not in the network.
    output logic                                  error_o,
    /// An idle clock changes nothing before wake_at_o.
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

  localparam int unsigned EntryBits = ThrottleEntries > 1 ? $clog2(ThrottleEntries) : 1;

  logic                       detector_valid, detector_quiescent, detector_wake, detector_error;
  logic [NodeBits-1:0]        detector_destination;
  logic [DegreeBits-1:0]      detector_degree;
  logic                       refused_valid, throttler_quiescent, throttler_wake;
  logic [NodeBits-1:0]        refused_destination;
  logic [ThrottleEntries-1:0] entry_refreshed, active;
  logic                       monitor_valid, monitor_ready, monitor_quiescent, monitor_wake;
  logic [NodeBits-1:0]        monitor_destination;
  logic [CycleBits-1:0]       detector_wake_at, throttler_wake_at, monitor_wake_at;
  logic                       error_q;
  /* verilator lint_off UNUSEDSIGNAL */  // destinations are unique: no need of its number
  logic [EntryBits-1:0]       monitor_entry;
  /* verilator lint_on UNUSEDSIGNAL */
`ifdef FORMAL
  localparam int unsigned ThrottlerBits = ThrottleEntries * (2 + NodeBits + DegreeBits + TokenBits +
      CycleBits + 16) + 1 + NodeBits;
  localparam int unsigned MonitorBits = ThrottleEntries * (8 + CountBits + CycleBits) + 1 +
      $clog2(ThrottleEntries) + NodeBits;
  logic [StorageBits-ThrottlerBits-MonitorBits-2:0] detector_state;
  logic [ThrottlerBits-1:0]                         throttler_state;
  logic [MonitorBits-1:0]                           monitor_state;
  assign formal_state_o = {detector_state, throttler_state, monitor_state, error_q};
`endif

  hotspot_detector #(
      .Nodes(Nodes),
      .ListGranularity(ListGranularity),
      .CycleBits(CycleBits)
  ) u_detector (
      .clk_i, .rst_ni, .enable_i, .now_i, .cfg_last_node_i, .node_i,
      .packet_valid_i, .packet_source_i, .packet_marked_i, .packet_throttled_i,
      .unthrottle_valid_i(control_valid_i && control_unthrottle_i),
      .unthrottle_source_i(control_source_i),
      .throttle_ready_i(message_ready_i && !refused_valid && !monitor_valid),
      .cfg_epoch_cycles_i, .cfg_inverse_epsilon_i, .cfg_announce_on_count_i, .cfg_refresh_rounds_i,
      .throttle_valid_o(detector_valid),
      .throttle_destination_o(detector_destination),
      .throttle_degree_o(detector_degree),
      .state_o, .degree_o,
      .error_o(detector_error),
`ifdef FORMAL
      .formal_state_o(detector_state),
`endif
      .quiescent_o(detector_quiescent),
      .wake_valid_o(detector_wake),
      .wake_at_o(detector_wake_at)
  );

  token_throttler #(
      .Nodes(Nodes),
      .ThrottleEntries(ThrottleEntries),
      .TokenBits(TokenBits),
      .CycleBits(CycleBits)
  ) u_throttler (
      .clk_i, .rst_ni, .enable_i, .now_i,
      .throttle_valid_i(control_valid_i && !control_unthrottle_i),
      .throttle_source_i(control_source_i),
      .throttle_degree_i(control_degree_i),
      .inject_valid_i, .inject_destination_i, .inject_flits_i,
      .release_valid_i(monitor_valid && monitor_ready),
      .release_destination_i(monitor_destination),
      .refused_ready_i(message_ready_i),
      .cfg_token_reset_always_i, .cfg_inverse_rate_scale_i, .cfg_token_cap_i,
      .entry_valid_o, .entry_destination_o, .entry_degree_o, .entry_tokens_o,
      .entry_refreshed_o(entry_refreshed),
      .throttle_ready_o(control_ready_o),
      .refused_valid_o(refused_valid),
      .refused_destination_o(refused_destination),
`ifdef FORMAL
      .formal_state_o(throttler_state),
`endif
      .quiescent_o(throttler_quiescent),
      .wake_valid_o(throttler_wake),
      .wake_at_o(throttler_wake_at)
  );

  unthrottle_monitor #(
      .Nodes(Nodes),
      .ThrottleEntries(ThrottleEntries),
      .CountBits(CountBits),
      .CycleBits(CycleBits)
  ) u_monitor (
      .clk_i, .rst_ni, .enable_i, .now_i,
      .entry_valid_i(entry_valid_o),
      .entry_destination_i(entry_destination_o),
      .entry_degree_i(entry_degree_o),
      .entry_refreshed_i(entry_refreshed),
      .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .queue_full_i, .queue_empty_i,
      .unthrottle_ready_i(monitor_ready),
      .cfg_epoch_flits_i, .cfg_drain_first_i, .cfg_lease_epochs_i,
      .unthrottle_valid_o(monitor_valid),
      .unthrottle_entry_o(monitor_entry),
      .unthrottle_destination_o(monitor_destination),
      .active_o(active),
`ifdef FORMAL
      .formal_state_o(monitor_state),
`endif
      .quiescent_o(monitor_quiescent),
      .wake_valid_o(monitor_wake),
      .wake_at_o(monitor_wake_at)
  );

  assign monitor_ready = message_ready_i && !refused_valid;

  always_comb begin : p_message
    message_valid_o       = refused_valid || monitor_valid || detector_valid;
    message_unthrottle_o  = refused_valid || monitor_valid;
    message_destination_o = detector_destination;
    message_degree_o      = detector_degree;
    if (message_unthrottle_o) begin
      message_destination_o = refused_valid ? refused_destination : monitor_destination;
      message_degree_o      = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_error
    if (!rst_ni) error_q <= 1'b0;
    else if (!enable_i) error_q <= 1'b0;
    else if (control_valid_i || inject_valid_i) begin
      if (control_valid_i && !control_unthrottle_i && !control_ready_o) error_q <= 1'b1;
      if (inject_valid_i)
        for (int e = 0; e < ThrottleEntries; e++)
          if (entry_valid_o[e] &&
              entry_destination_o[e*NodeBits+:NodeBits] == inject_destination_i &&
              16'(entry_tokens_o[e*TokenBits+:TokenBits]) < 16'(inject_flits_i))
            error_q <= 1'b1;
    end
  end
  assign error_o = error_q || detector_error;

  assign quiescent_o = detector_quiescent && throttler_quiescent && monitor_quiescent &&
      entry_valid_o == active;

  // The earliest of the three, in modular order.
  always_comb begin : p_wake
    /* verilator tracing_off */
    logic [CycleBits-1:0] lead;
    /* verilator tracing_on */
    wake_valid_o = detector_wake;
    wake_at_o    = detector_wake_at;
    lead         = throttler_wake_at - wake_at_o;
    if (throttler_wake && (!wake_valid_o || lead[CycleBits-1])) begin
      wake_valid_o = 1'b1;
      wake_at_o    = throttler_wake_at;
    end
    lead = monitor_wake_at - wake_at_o;
    if (monitor_wake && (!wake_valid_o || lead[CycleBits-1])) begin
      wake_valid_o = 1'b1;
      wake_at_o    = monitor_wake_at;
    end
  end

endmodule
