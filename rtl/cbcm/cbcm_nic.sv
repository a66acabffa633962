// SPDX-License-Identifier: Apache-2.0
// What a network interface instantiates for CBCM: hotspot detector, token throttler, unthrottle
// monitor and the choice between their UNTHROTTLE messages.
//
// Source: CBCM paper, Section IV-B2 to IV-B4. Contract: docs/reference/cbcm/cbcm_nic.md.
// Timing: outputs are functions of registers and cfg levels. THROTTLEs leave on throttle_*, for a
// request VC; UNTHROTTLEs on unthrottle_*, for a response VC: the throttler's refusal, else the
// monitor's unthrottle; what is shown stays until it is taken. The monitor's handshake frees the
// throttler's entry at the same clock.
// Not handled: a throttle message while control_ready_o is 0 is lost; error_o tells.
// lint-params: Nodes=100 ListGranularity=8 ThrottleEntries=5 TokenBits=9 CycleBits=8
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
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned FlitBits = 10,
    localparam int unsigned ListSize = (Nodes + ListGranularity - 1) / ListGranularity,
    // Pacing of the detector.
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    /// The detector's list.
    localparam int unsigned SampleBits = cbcm_nic_pkg::list_words(Nodes) *
        cbcm_nic_pkg::list_word_bits(Nodes, ListGranularity),
    /// The sum of the three.
    localparam int unsigned StateBits =
        cbcm_nic_pkg::list_state_bits(Nodes, ListGranularity) + $clog2(ListSize + 1) + 2 +
        CycleBits + 2 + 3 + 8 + PacingBits + 2 * NodeBits +
        ThrottleEntries * (1 + NodeBits + DegreeBits + TokenBits + DegreeBits + 16) + 1 +
        ThrottleEntries * (1 + 1 + 16 + 1 + 1 + 4),
    /// The sum of the three, and held.
    localparam int unsigned PipelineBits =
        cbcm_nic_pkg::list_pipeline_bits(Nodes, ListGranularity, 64) + 1 + NodeBits + 2 +
        (2 * ThrottleEntries + 2 + NodeBits + cbcm_nic_pkg::wake_window_bits(CycleBits)) +
        (1 + $clog2(ThrottleEntries) + NodeBits) + 1,
    /// All bits; the list and its told counters are memory from 64 words of 32 nodes on.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
`ifdef FORMAL
    , localparam int unsigned DetectorBits =
        cbcm_nic_pkg::detector_formal_bits(Nodes, ListGranularity, CycleBits, PacingBits),
    localparam int unsigned ThrottlerBits = ThrottleEntries *
        (19 + NodeBits + 2 * DegreeBits + TokenBits) + 1 + NodeBits + 2 + CycleBits + 1,
    localparam int unsigned MonitorBits = ThrottleEntries * 24 + 1 + $clog2(ThrottleEntries) +
        NodeBits,
    localparam int unsigned FormalBits = DetectorBits + ThrottlerBits + MonitorBits + 1
`endif
) (
    /// Clock, rising edge.
    input  logic                                  clk_i,
    /// Asynchronous assert, active low.
    input  logic                                  rst_ni,
    /// Low: all that counts takes its reset value at the clock.
    input  logic                                  enable_i,
    /// The pace: pace_counter's count, at full rate the cycle counter; does not wake.
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
    /// A packet to a throttled destination starts to enter the network: the destination's entry,
    /// one-hot; 0 without one.
    input  logic [ThrottleEntries-1:0]            inject_entry_i,
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
    /// The queue of the request VC takes the THROTTLE below.
    input  logic                                  throttle_ready_i,
    /// The queue of the response VC takes the UNTHROTTLE below.
    input  logic                                  unthrottle_ready_i,
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
    /// Most tokens an entry holds.
    input  logic [TokenBits-1:0]                  cfg_token_cap_i,
    /// Flits, and token arrivals, of a measuring epoch: it lasts about this times D_t cycles.
    input  logic [15:0]                           cfg_epoch_flits_i,
    /// 1: unthrottle only with an empty queue.
    input  logic                                  cfg_drain_first_i,
    /// Free an entry without throttle message for this many epochs; 0: never.
    input  logic [3:0]                            cfg_lease_epochs_i,
    /// Send a THROTTLE.
    output logic                                  throttle_valid_o,
    /// The source that is to be throttled.
    output logic [NodeBits-1:0]                   throttle_destination_o,
    /// Announced D_t.
    output logic [DegreeBits-1:0]                 throttle_degree_o,
    /// Send an UNTHROTTLE.
    output logic                                  unthrottle_valid_o,
    /// The hotspot that is left, or refused; 0 when not valid.
    output logic [NodeBits-1:0]                   unthrottle_destination_o,
    /// A throttle message can be taken.
    output logic                                  control_ready_o,
    /// token_throttler's table: the entry is in use. A bit that rises belongs to the source of the
    /// throttle message of the clock before.
    output logic [ThrottleEntries-1:0]            entry_valid_o,
    /// Its D_t; for statistics.
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
    /// Pace at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]                  wake_at_o
`ifdef FORMAL
    ,
    /// Every register as it counts, for the proof of quiescence.
    output logic [FormalBits-1:0]                 formal_state_o
`endif
);

  localparam int unsigned EntryBits = ThrottleEntries > 1 ? $clog2(ThrottleEntries) : 1;

  logic                       detector_quiescent, detector_wake, detector_error;
  logic                       refused_valid, throttler_quiescent, throttler_wake, throttler_error;
  logic [NodeBits-1:0]        refused_destination;
  logic [ThrottleEntries-1:0] entry_refreshed, entry_epoch_over, active;
  logic [ThrottleEntries-1:0] released;
  logic [ThrottleEntries*NodeBits-1:0] entry_destination;
  logic                       monitor_valid, monitor_shown, monitor_quiescent, held_q;
  logic [NodeBits-1:0]        monitor_destination;
  logic [CycleBits-1:0]       detector_wake_at, throttler_wake_at;
  logic [EntryBits-1:0]       monitor_entry;
`ifdef FORMAL
  logic [DetectorBits-1:0]  detector_state;
  logic [ThrottlerBits-1:0] throttler_state;
  logic [MonitorBits-1:0]   monitor_state;
  assign formal_state_o = {detector_state, throttler_state, monitor_state, held_q};
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
      .throttle_ready_i,
      .cfg_epoch_cycles_i, .cfg_inverse_epsilon_i, .cfg_announce_on_count_i, .cfg_refresh_rounds_i,
      .throttle_valid_o, .throttle_destination_o, .throttle_degree_o,
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
      .inject_entry_i, .inject_flits_i,
      .release_entry_i(released),
      .refused_ready_i(unthrottle_ready_i && !monitor_shown),
      .cfg_token_reset_always_i, .cfg_token_cap_i, .cfg_epoch_flits_i,
      .entry_valid_o,
      .entry_destination_o(entry_destination),
      .entry_degree_o, .entry_tokens_o,
      .entry_refreshed_o(entry_refreshed),
      .entry_epoch_over_o(entry_epoch_over),
      .throttle_ready_o(control_ready_o),
      .refused_valid_o(refused_valid),
      .refused_destination_o(refused_destination),
      .error_o(throttler_error),
`ifdef FORMAL
      .formal_state_o(throttler_state),
`endif
      .quiescent_o(throttler_quiescent),
      .wake_valid_o(throttler_wake),
      .wake_at_o(throttler_wake_at)
  );

  unthrottle_monitor #(
      .Nodes(Nodes),
      .ThrottleEntries(ThrottleEntries)
  ) u_monitor (
      .clk_i, .rst_ni, .enable_i,
      .entry_valid_i(entry_valid_o),
      .entry_destination_i(entry_destination),
      .entry_refreshed_i(entry_refreshed),
      .entry_epoch_over_i(entry_epoch_over),
      .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .queue_full_i, .queue_empty_i,
      .unthrottle_ready_i(monitor_shown && unthrottle_ready_i),
      .cfg_epoch_flits_i, .cfg_drain_first_i, .cfg_lease_epochs_i,
      .unthrottle_valid_o(monitor_valid),
      .unthrottle_entry_o(monitor_entry),
      .unthrottle_destination_o(monitor_destination),
      .active_o(active),
`ifdef FORMAL
      .formal_state_o(monitor_state),
`endif
      .quiescent_o(monitor_quiescent)
  );

  // A refusal first, but not in the place of an unthrottle that is shown and not taken.
  assign monitor_shown            = monitor_valid && (held_q || !refused_valid);
  assign released = monitor_shown && unthrottle_ready_i ? ThrottleEntries'(1) << monitor_entry : '0;
  assign unthrottle_valid_o       = monitor_valid || refused_valid;
  assign unthrottle_destination_o = monitor_shown ? monitor_destination : refused_destination;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_held
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= enable_i && monitor_shown && !unthrottle_ready_i;
  end

  assign error_o     = throttler_error || detector_error;
  assign quiescent_o = detector_quiescent && throttler_quiescent && monitor_quiescent &&
      entry_valid_o == active;

  // The earlier one, in modular order.
  logic [CycleBits-1:0] throttler_lead;
  assign throttler_lead = throttler_wake_at - detector_wake_at;
  assign wake_valid_o   = detector_wake || throttler_wake;
  assign wake_at_o      = throttler_wake && (!detector_wake || throttler_lead[CycleBits-1]) ?
      throttler_wake_at : detector_wake_at;

endmodule
