// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cbcm_nic: given that its three units keep their contract of sleep, so does the whole.
// properties: asserts=2 covers=2 depth=3 cover_depth=6
// abstract: hotspot_detector token_throttler unthrottle_monitor
// mutant: s/monitor_quiescent &&$/monitor_quiescent;/; s/^      entry_valid_o == active;//
// mutant: s/throttler_wake_at - wake_at_o;/throttler_wake_at - now_i;/
// mutant: s/detector_quiescent && throttler_quiescent/detector_quiescent/
//
// Compositional: the glue is cbcm_nic's own, the units below are abstractions in the place of the RTL.
// Registers of a unit hold in a clock that its contract lets it sleep and take any value otherwise.
// Assumed, not proved here: the quiescence of each unit (proved by its own wrapper); that the units look
// at a ready level only with the matching valid, and the monitor at a held entry only when it is
// refreshed; and that wake times lie within a quarter of the counter's range around now.

// What every unit promises about its registers.
module sleeper #(
    parameter int unsigned CycleBits = 8
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 idle_i,
    input  logic [CycleBits-1:0] now_i,
    output logic [CycleBits+7:0] state_o,
    output logic                 quiescent_o,
    output logic                 wake_valid_o,
    output logic [CycleBits-1:0] wake_at_o,
    output logic [5:0]           rest_o
);
  (* anyseq *) logic [CycleBits+7:0] any;
  logic [CycleBits+7:0] state_q;
  logic [CycleBits-1:0] lead, elapsed;
  assign state_o = state_q;
  assign {quiescent_o, wake_valid_o, wake_at_o, rest_o} = state_q;
  assign elapsed = now_i - wake_at_o;
  assign lead    = wake_at_o - now_i + (CycleBits'(1) << (CycleBits - 2));
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) state_q <= '0;
    else if (!(idle_i && quiescent_o && (!wake_valid_o || elapsed[CycleBits-1]))) state_q <= any;
  always_comb assume (wake_valid_o ? !lead[CycleBits-1] : wake_at_o == '0);
endmodule

module hotspot_detector #(
    parameter int unsigned Nodes = 16, ListGranularity = 1, CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes), DegreeBits = $clog2(Nodes + 1)
) (
    input  logic                  clk_i, rst_ni, enable_i,
    input  logic [CycleBits-1:0]  now_i,
    input  logic [NodeBits-1:0]   cfg_last_node_i, node_i, packet_source_i, unthrottle_source_i,
    input  logic                  packet_valid_i, packet_marked_i, packet_throttled_i,
    input  logic                  unthrottle_valid_i, throttle_ready_i, cfg_announce_on_count_i,
    input  logic [23:0]           cfg_epoch_cycles_i,
    input  logic [15:0]           cfg_inverse_epsilon_i,
    input  logic [7:0]            cfg_refresh_rounds_i,
    output logic                  throttle_valid_o, quiescent_o, wake_valid_o,
    output logic [NodeBits-1:0]   throttle_destination_o,
    output logic [DegreeBits-1:0] throttle_degree_o, degree_o,
    output logic [1:0]            state_o,
    output logic [CycleBits-1:0]  wake_at_o,
    output logic [CycleBits+7:0]  formal_state_o
);
  logic [5:0] rest;
  logic [24:0] levels, last_levels;
  assign levels = 25'({enable_i, cfg_announce_on_count_i, cfg_refresh_rounds_i, node_i});
  always_ff @(posedge clk_i) last_levels <= levels;
  sleeper #(.CycleBits(CycleBits)) u_sleeper (
      .clk_i, .rst_ni, .now_i, .state_o(formal_state_o), .quiescent_o, .wake_valid_o, .wake_at_o,
      .idle_i(!packet_valid_i && !unthrottle_valid_i && levels == last_levels), .rest_o(rest));
  assign throttle_valid_o       = rest[0];
  assign state_o                = rest[2:1];
  assign throttle_destination_o = NodeBits'(rest);
  assign throttle_degree_o      = DegreeBits'(rest);
  assign degree_o               = DegreeBits'(rest);
  always_comb assume (!quiescent_o || !throttle_valid_o);
endmodule

module token_throttler #(
    parameter int unsigned Nodes = 16, ThrottleEntries = 2, TokenBits = 6, CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes), DegreeBits = $clog2(Nodes + 1)
) (
    input  logic                                  clk_i, rst_ni, enable_i,
    input  logic [CycleBits-1:0]                  now_i,
    input  logic                                  throttle_valid_i, inject_valid_i, release_valid_i,
    input  logic [NodeBits-1:0]                   throttle_source_i, inject_destination_i,
    input  logic [NodeBits-1:0]                   release_destination_i,
    input  logic [DegreeBits-1:0]                 throttle_degree_i,
    input  logic [9:0]                            inject_flits_i,
    input  logic                                  refused_ready_i, cfg_token_reset_always_i,
    input  logic [17:0]                           cfg_inverse_rate_scale_i,
    input  logic [TokenBits-1:0]                  cfg_token_cap_i,
    output logic [ThrottleEntries-1:0]            entry_valid_o, entry_refreshed_o,
    output logic [ThrottleEntries*NodeBits-1:0]   entry_destination_o,
    output logic [ThrottleEntries*DegreeBits-1:0] entry_degree_o,
    output logic [ThrottleEntries*TokenBits-1:0]  entry_tokens_o,
    output logic                                  throttle_ready_o, refused_valid_o,
    output logic [NodeBits-1:0]                   refused_destination_o,
    output logic                                  quiescent_o, wake_valid_o,
    output logic [CycleBits-1:0]                  wake_at_o,
    output logic [CycleBits+7:0]                  formal_state_o
);
  logic [5:0] rest;
  logic [1:0] levels, last_levels;
  assign levels = {enable_i, cfg_token_reset_always_i};
  always_ff @(posedge clk_i) last_levels <= levels;
  sleeper #(.CycleBits(CycleBits)) u_sleeper (
      .clk_i, .rst_ni, .now_i, .state_o(formal_state_o), .quiescent_o, .wake_valid_o, .wake_at_o,
      .idle_i(!throttle_valid_i && !inject_valid_i && !release_valid_i && levels == last_levels),
      .rest_o(rest));
  assign {refused_valid_o, entry_refreshed_o, entry_valid_o} = 5'(rest);
  assign throttle_ready_o      = !refused_valid_o;
  assign refused_destination_o = NodeBits'(rest);
  assign entry_destination_o   = (ThrottleEntries*NodeBits)'(rest);
  assign entry_degree_o        = (ThrottleEntries*DegreeBits)'(rest);
  assign entry_tokens_o        = (ThrottleEntries*TokenBits)'(rest);
  always_comb assume (!quiescent_o || (!refused_valid_o && entry_refreshed_o == '0));
endmodule

module unthrottle_monitor #(
    parameter int unsigned Nodes = 16, ThrottleEntries = 2, CountBits = 12, CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes), DegreeBits = $clog2(Nodes + 1)
) (
    input  logic                                  clk_i, rst_ni, enable_i,
    input  logic [CycleBits-1:0]                  now_i,
    input  logic [ThrottleEntries-1:0]            entry_valid_i, entry_refreshed_i,
    input  logic [ThrottleEntries*NodeBits-1:0]   entry_destination_i,
    input  logic [ThrottleEntries*DegreeBits-1:0] entry_degree_i,
    input  logic                                  generated_valid_i, unthrottle_ready_i,
    input  logic [NodeBits-1:0]                   generated_destination_i,
    input  logic [15:0]                           generated_flits_i, cfg_epoch_flits_i,
    input  logic [ThrottleEntries-1:0]            queue_full_i, queue_empty_i,
    input  logic                                  cfg_drain_first_i,
    input  logic [3:0]                            cfg_lease_epochs_i,
    output logic                                  unthrottle_valid_o,
    output logic [$clog2(ThrottleEntries)-1:0]    unthrottle_entry_o,
    output logic [NodeBits-1:0]                   unthrottle_destination_o,
    output logic [ThrottleEntries-1:0]            active_o,
    output logic                                  quiescent_o, wake_valid_o,
    output logic [CycleBits-1:0]                  wake_at_o,
    output logic [CycleBits+7:0]                  formal_state_o
);
  logic [5:0] rest;
  logic [2*ThrottleEntries+5:0] levels, last_levels;
  assign levels = {enable_i, queue_full_i, queue_empty_i, cfg_drain_first_i, cfg_lease_epochs_i};
  always_ff @(posedge clk_i) last_levels <= levels;
  sleeper #(.CycleBits(CycleBits)) u_sleeper (
      .clk_i, .rst_ni, .now_i, .state_o(formal_state_o), .quiescent_o, .wake_valid_o, .wake_at_o,
      .idle_i(!generated_valid_i && entry_valid_i == active_o && entry_refreshed_i == '0 &&
              levels == last_levels), .rest_o(rest));
  assign {unthrottle_valid_o, active_o} = 3'(rest);
  assign unthrottle_entry_o       = '0;
  assign unthrottle_destination_o = NodeBits'(rest);
  always_comb assume (!quiescent_o || !unthrottle_valid_o);
endmodule

module cbcm_nic_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned UnitBits = CycleBits + 8,
    localparam int unsigned DetectorBits = Nodes + DegreeBits + 5 + 2 * CycleBits + 4 * NodeBits,
    localparam int unsigned ThrottlerBits =
        ThrottleEntries * (2 + NodeBits + DegreeBits + 6 + CycleBits + 16) + 1 + NodeBits,
    localparam int unsigned MonitorBits =
        ThrottleEntries * (8 + 12 + CycleBits) + 1 + $clog2(ThrottleEntries) + NodeBits,
    localparam int unsigned StorageBits = DetectorBits + ThrottlerBits + MonitorBits + 1
) (
    input logic                       clk_i, rst_ni, enable_i,
    input logic [CycleBits-1:0]       now_i,
    input logic [NodeBits-1:0]        node_i, packet_source_i, control_source_i,
    input logic [NodeBits-1:0]        inject_destination_i, generated_destination_i,
    input logic                       packet_valid_i, packet_marked_i, packet_throttled_i,
    input logic                       control_valid_i, control_unthrottle_i, inject_valid_i,
    input logic [DegreeBits-1:0]      control_degree_i,
    input logic [9:0]                 inject_flits_i,
    input logic                       generated_valid_i, message_ready_i,
    input logic [15:0]                generated_flits_i,
    input logic [ThrottleEntries-1:0] queue_full_i, queue_empty_i,
    input logic                       cfg_drain_first_i, cfg_token_reset_always_i,
    input logic [3:0]                 cfg_lease_epochs_i
);
  logic                 message_valid, error, quiescent, wake_valid;
  logic [CycleBits-1:0] wake_at, elapsed;

  cbcm_nic #(
      .Nodes(Nodes), .ThrottleEntries(ThrottleEntries), .TokenBits(6), .CountBits(12),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .node_i, .packet_valid_i, .packet_source_i,
      .packet_marked_i, .packet_throttled_i, .control_valid_i, .control_unthrottle_i,
      .control_source_i, .control_degree_i, .inject_valid_i, .inject_destination_i,
      .inject_flits_i, .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .queue_full_i, .queue_empty_i, .message_ready_i, .cfg_drain_first_i,
      .cfg_lease_epochs_i, .cfg_token_reset_always_i,
      .cfg_last_node_i(NodeBits'(Nodes - 1)), .cfg_epoch_cycles_i(24'd3),
      .cfg_inverse_epsilon_i(16'd2), .cfg_announce_on_count_i(1'b0), .cfg_refresh_rounds_i(8'd0),
      .cfg_inverse_rate_scale_i(18'h18000), .cfg_token_cap_i(6'd40), .cfg_epoch_flits_i(16'd4),
      .message_valid_o(message_valid), .error_o(error), .quiescent_o(quiescent),
      .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(formal_state)
  );

  logic [StorageBits-1:0] formal_state;
  logic [3*UnitBits:0] registers, last_registers;
  // The abstract units drive the low bits of their part of formal_state_o.
  assign registers = {formal_state[1+MonitorBits+ThrottlerBits+:UnitBits],
                      formal_state[1+MonitorBits+:UnitBits], formal_state[1+:UnitBits], error};

  logic [2*ThrottleEntries+NodeBits+7:0] levels, last_levels;
  logic                                  started, was_started, asleep, was_asleep, slept;
  initial {started, was_started, was_asleep, slept} = '0;
  assign levels  = {enable_i, node_i, queue_full_i, queue_empty_i, message_ready_i,
                    cfg_drain_first_i, cfg_lease_epochs_i, cfg_token_reset_always_i};
  assign elapsed = now_i - wake_at;
  // While disabled everything is reset: the abstract units do not model that.
  assign asleep  = was_started && enable_i && !packet_valid_i && !control_valid_i && !inject_valid_i &&
                   !generated_valid_i && levels == last_levels && quiescent &&
                   (!wake_valid || elapsed[CycleBits-1]);

  always @(posedge clk_i) begin
    started        <= 1'b1;
    was_started    <= started;
    last_levels    <= levels;
    was_asleep     <= asleep;
    slept          <= slept || asleep;
    last_registers <= registers;
  end

  always_comb assume (rst_ni == started);
  always @(posedge clk_i) begin
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || !message_valid);
    end
    SleepsWithAWakeTime: cover (started && was_asleep && asleep && wake_valid);
    SendsAfterSleep: cover (started && slept && message_valid);
  end

endmodule
