// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cbcm_nic: the choice between UNTHROTTLEs, the wiring, no deadlock, quiescence.
// properties: asserts=11 covers=4
// proof: depth=2 Nodes=16 ThrottleEntries=2 CycleBits=8
// bounded: depth=4 Nodes=512 ThrottleEntries=8 CycleBits=32
// cover: depth=6 Nodes=16 ThrottleEntries=2 CycleBits=8
// abstract: hotspot_detector token_throttler unthrottle_monitor
// larger: the glue passes vectors through; it looks at no entry.
// assumed: each unit keeps its contract of sleep (proved by its own wrapper) and looks at a ready
// assumed: level only with its valid, the monitor at a held entry only when that is refreshed
// assumed: each unit holds a message until it is taken, a refusal that is taken is gone (likewise)
// assumed: wake times lie within a quarter of the counter's range around now
// mutant QuiescentHoldsState: s/throttler_wake_at - detector_wake_at;/throttler_wake_at - now_i;/
// mutant QuiescentIsSilent: s/detector_quiescent \&\& throttler_quiescent/detector_quiescent/
// mutant ShownByPriority: s/(held_q || !refused_valid);/1'b1;/
// mutant StableUntilTaken: s/(held_q || !refused_valid);/!refused_valid;/
// mutant ControlRouted: s/^      .throttle_ready_i,/      .throttle_ready_i(throttle_ready_i \&\& !monitor_valid),/
// mutant RefusedReadyExactly: s/refused_ready_i(unthrottle_ready_i \&\& !monitor_shown)/refused_ready_i(unthrottle_ready_i \&\& !monitor_shown \&\& throttle_ready_i)/
// mutant RefusalWithinTwo: s/enable_i \&\& monitor_shown \&\& !unthrottle_ready_i;/enable_i \&\& monitor_shown;/
// mutant ReleaseIsHandshake: s/released = monitor_shown \&\& unthrottle_ready_i/released = monitor_valid/
// mutant ReleaseIsHandshake: s/ThrottleEntries'(1) << monitor_entry/ThrottleEntries'(2) >> monitor_entry/
// mutant ControlRouted: s/unthrottle_valid_i(control_valid_i \&\& control_unthrottle_i)/unthrottle_valid_i(control_valid_i)/
// mutant ControlReadyExactly: s/throttle_ready_o(control_ready_o)/throttle_ready_o()/; s/^  assign error_o     = throttler_error || detector_error;/assign error_o = throttler_error || detector_error; assign control_ready_o = throttle_ready_i;/
// mutant ErrorExactly: s/throttler_error || detector_error/throttler_error/
//
// Compositional: the glue is cbcm_nic's own, the units below are abstractions in the place of the
// RTL. Registers of a unit hold in a clock that its contract lets it sleep and take any value
// otherwise; the upper bits of formal_state_o show what the unit sees of the glue.

// What every unit promises about its registers.
module sleeper #(
    parameter int unsigned CycleBits = 8
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    input  logic                 idle_i,
    input  logic [CycleBits-1:0] now_i,
    output logic [CycleBits+33:0] state_o,
    output logic                 quiescent_o,
    output logic                 wake_valid_o,
    output logic [CycleBits-1:0] wake_at_o,
    output logic [31:0]          rest_o
);
  (* anyseq *) logic [CycleBits+33:0] any;
  logic [CycleBits+33:0] state_q;
  logic [CycleBits-1:0] lead, elapsed;
  assign state_o = state_q;
  assign {quiescent_o, wake_valid_o, wake_at_o, rest_o} = state_q;
  assign elapsed = now_i - wake_at_o;
  assign lead    = wake_at_o - now_i + (CycleBits'(1) << (CycleBits - 2));
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) state_q <= '0;
    else if (!(idle_i && quiescent_o && (!wake_valid_o || elapsed[CycleBits-1]))) state_q <= any;
  always_comb assume (!wake_valid_o || !lead[CycleBits-1]);
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
    output logic                  throttle_valid_o, error_o, quiescent_o, wake_valid_o,
    output logic [NodeBits-1:0]   throttle_destination_o,
    output logic [DegreeBits-1:0] throttle_degree_o, degree_o,
    output logic [1:0]            state_o,
    output logic [CycleBits-1:0]  wake_at_o,
    output logic [CycleBits+2*NodeBits+37:0] formal_state_o
);
  logic [31:0] rest;
  logic [CycleBits+33:0] state;
  logic [24:0] levels, last_levels;
  assign levels = 25'({enable_i, cfg_announce_on_count_i, cfg_refresh_rounds_i, node_i});
  always_ff @(posedge clk_i) last_levels <= levels;
  sleeper #(.CycleBits(CycleBits)) u_sleeper (
      .clk_i, .rst_ni, .now_i, .state_o(state), .quiescent_o, .wake_valid_o, .wake_at_o,
      .idle_i(!packet_valid_i && !unthrottle_valid_i && levels == last_levels), .rest_o(rest));
  assign formal_state_o = (CycleBits+2*NodeBits+38)'({unthrottle_source_i, packet_source_i, 1'b0,
                          throttle_ready_i, unthrottle_valid_i, packet_valid_i, state});
  assign throttle_valid_o       = rest[0];
  assign state_o                = rest[2:1];
  assign throttle_destination_o = NodeBits'(rest[31:3]);
  assign throttle_degree_o      = DegreeBits'(rest[31:16]);
  assign degree_o               = DegreeBits'(rest[31:3]);
  assign error_o                = rest[31];
  always_comb assume (!quiescent_o || !throttle_valid_o);
endmodule

module token_throttler #(
    parameter int unsigned Nodes = 16, ThrottleEntries = 2, TokenBits = 6, CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes), DegreeBits = $clog2(Nodes + 1)
) (
    input  logic                                  clk_i, rst_ni, enable_i,
    input  logic [CycleBits-1:0]                  now_i,
    input  logic                                  throttle_valid_i,
    input  logic [ThrottleEntries-1:0]            inject_entry_i, release_entry_i,
    input  logic [NodeBits-1:0]                   throttle_source_i,
    input  logic [DegreeBits-1:0]                 throttle_degree_i,
    input  logic [9:0]                            inject_flits_i,
    input  logic                                  refused_ready_i, cfg_token_reset_always_i,
    input  logic [TokenBits-1:0]                  cfg_token_cap_i,
    input  logic [15:0]                           cfg_epoch_flits_i,
    output logic [ThrottleEntries-1:0]            entry_valid_o, entry_refreshed_o,
    output logic [ThrottleEntries-1:0]            entry_epoch_over_o,
    output logic [ThrottleEntries*NodeBits-1:0]   entry_destination_o,
    output logic [ThrottleEntries*DegreeBits-1:0] entry_degree_o,
    output logic [ThrottleEntries*TokenBits-1:0]  entry_tokens_o,
    output logic                                  throttle_ready_o, refused_valid_o, error_o,
    output logic [NodeBits-1:0]                   refused_destination_o,
    output logic                                  quiescent_o, wake_valid_o,
    output logic [CycleBits-1:0]                  wake_at_o,
    output logic [CycleBits+2*NodeBits+37:0] formal_state_o
);
  logic [31:0] rest;
  logic [CycleBits+33:0] state;
  logic [1:0] levels, last_levels;
  assign levels = {enable_i, cfg_token_reset_always_i};
  always_ff @(posedge clk_i) last_levels <= levels;
  sleeper #(.CycleBits(CycleBits)) u_sleeper (
      .clk_i, .rst_ni, .now_i, .state_o(state), .quiescent_o, .wake_valid_o, .wake_at_o,
      .idle_i(!throttle_valid_i && inject_entry_i == '0 && release_entry_i == '0 && levels == last_levels),
      .rest_o(rest));
  assign formal_state_o = (CycleBits+2*NodeBits+38)'({throttle_source_i,
                          NodeBits'(release_entry_i), 1'b0, refused_ready_i, throttle_valid_i, 1'b0,
                          state});
  assign {refused_valid_o, entry_refreshed_o, entry_valid_o} = (2*ThrottleEntries+1)'(rest);
  assign entry_epoch_over_o    = ThrottleEntries'(rest[31:9]);
  assign error_o               = rest[31];
  assign throttle_ready_o      = !refused_valid_o;
  assign refused_destination_o = NodeBits'(rest[31:18]);
  assign entry_destination_o   = (ThrottleEntries*NodeBits)'(rest[31:8]);
  assign entry_degree_o        = (ThrottleEntries*DegreeBits)'(rest);
  assign entry_tokens_o        = (ThrottleEntries*TokenBits)'(rest[31:13]);
  always_comb assume (!quiescent_o || (!refused_valid_o && entry_refreshed_o == '0 &&
                                       entry_epoch_over_o == '0));
endmodule

module unthrottle_monitor #(
    parameter int unsigned Nodes = 16, ThrottleEntries = 2,
    localparam int unsigned NodeBits = $clog2(Nodes), CycleBits = 8
) (
    input  logic                                  clk_i, rst_ni, enable_i,
    input  logic [ThrottleEntries-1:0]            entry_valid_i, entry_refreshed_i,
                                                  entry_epoch_over_i,
    input  logic [ThrottleEntries*NodeBits-1:0]   entry_destination_i,
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
    output logic                                  quiescent_o,
    output logic [CycleBits+2*NodeBits+37:0] formal_state_o
);
  logic [31:0] rest;
  logic [CycleBits+33:0] state;
  logic                  wakes;
  logic [2*ThrottleEntries+5:0] levels, last_levels;
  assign levels = {enable_i, queue_full_i, queue_empty_i, cfg_drain_first_i, cfg_lease_epochs_i};
  always_ff @(posedge clk_i) last_levels <= levels;
  sleeper #(.CycleBits(CycleBits)) u_sleeper (
      .clk_i, .rst_ni, .now_i('0), .state_o(state), .quiescent_o, .wake_valid_o(wakes),
      .wake_at_o(),
      .idle_i(!generated_valid_i && entry_valid_i == active_o && entry_refreshed_i == '0 &&
              entry_epoch_over_i == '0 && levels == last_levels), .rest_o(rest));
  assign formal_state_o = (CycleBits+2*NodeBits+38)'({unthrottle_ready_i, 2'b00, state});
  assign {unthrottle_valid_o, active_o} = (ThrottleEntries+1)'(rest);
  assign unthrottle_entry_o       = $clog2(ThrottleEntries)'(rest[8+:4]);
  assign unthrottle_destination_o = NodeBits'(rest[31:12]);
  always_comb assume (!wakes && (!quiescent_o || !unthrottle_valid_o));
endmodule

module cbcm_nic_fv #(
    parameter int unsigned Nodes = 16,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned UnitBits = CycleBits + 34,
    localparam int unsigned SeenBits = 4 + 2 * NodeBits,
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    localparam int unsigned DetectorBits = Nodes + DegreeBits + 20 + CycleBits + PacingBits +
        4 * NodeBits,
    localparam int unsigned MonitorUnitBits = 8 + 34,
    localparam int unsigned EntryBits = $clog2(ThrottleEntries),
    localparam int unsigned ThrottlerBits =
        ThrottleEntries * (19 + NodeBits + 2 * DegreeBits + 6) + 1 + NodeBits + 2 + CycleBits + 1,
    localparam int unsigned MonitorBits =
        ThrottleEntries * 24 + 1 + $clog2(ThrottleEntries) + NodeBits,
    localparam int unsigned StorageBits = DetectorBits + ThrottlerBits + MonitorBits + 1
) (
    input logic                       clk_i, rst_ni, enable_i,
    input logic [CycleBits-1:0]       now_i,
    input logic [NodeBits-1:0]        node_i, packet_source_i, control_source_i,
    input logic [NodeBits-1:0]        generated_destination_i,
    input logic [ThrottleEntries-1:0] inject_entry_i,
    input logic                       packet_valid_i, packet_marked_i, packet_throttled_i,
    input logic                       control_valid_i, control_unthrottle_i,
    input logic [DegreeBits-1:0]      control_degree_i,
    input logic [9:0]                 inject_flits_i,
    input logic                       generated_valid_i, throttle_ready_i, unthrottle_ready_i,
    input logic [15:0]                generated_flits_i,
    input logic [ThrottleEntries-1:0] queue_full_i, queue_empty_i,
    input logic                       cfg_drain_first_i, cfg_token_reset_always_i,
    input logic [3:0]                 cfg_lease_epochs_i
);
  logic                  throttle_valid, unthrottle_valid, error, quiescent, wake_valid;
  logic                  control_ready;
  logic [NodeBits-1:0]   throttle_destination, unthrottle_destination;
  logic [DegreeBits-1:0] throttle_degree;
  logic [CycleBits-1:0] wake_at, elapsed;

  cbcm_nic #(
      .Nodes(Nodes), .ThrottleEntries(ThrottleEntries), .TokenBits(6),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .node_i, .packet_valid_i, .packet_source_i,
      .packet_marked_i, .packet_throttled_i, .control_valid_i, .control_unthrottle_i,
      .control_source_i, .control_degree_i, .inject_entry_i,
      .inject_flits_i, .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .queue_full_i, .queue_empty_i, .throttle_ready_i, .unthrottle_ready_i, .cfg_drain_first_i,
      .cfg_lease_epochs_i, .cfg_token_reset_always_i,
      .cfg_last_node_i(NodeBits'(Nodes - 1)), .cfg_epoch_cycles_i(24'd3),
      .cfg_inverse_epsilon_i(16'd2), .cfg_announce_on_count_i(1'b0), .cfg_refresh_rounds_i(8'd0),
      .cfg_token_cap_i(6'd40), .cfg_epoch_flits_i(16'd4),
      .throttle_valid_o(throttle_valid), .throttle_destination_o(throttle_destination),
      .throttle_degree_o(throttle_degree), .unthrottle_valid_o(unthrottle_valid),
      .unthrottle_destination_o(unthrottle_destination),
      .control_ready_o(control_ready), .error_o(error), .quiescent_o(quiescent),
      .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(formal_state)
  );

  logic [StorageBits-1:0] formal_state;
  logic [2*UnitBits+MonitorUnitBits:0] registers, last_registers;
  logic                                held;
  assign held = formal_state[0];
  // The abstract units drive the low bits of their part of formal_state_o: state and, above, what
  // they see.
  logic [SeenBits-1:0] detector_sees, throttler_sees, monitor_sees;
  logic [31:0]         detector_shows, throttler_shows, monitor_shows;
  assign monitor_sees    = formal_state[1+MonitorUnitBits+:SeenBits];
  assign throttler_sees  = formal_state[1+MonitorBits+UnitBits+:SeenBits];
  assign detector_sees   = formal_state[1+MonitorBits+ThrottlerBits+UnitBits+:SeenBits];
  assign monitor_shows   = formal_state[1+:32];
  assign throttler_shows = formal_state[1+MonitorBits+:32];
  assign detector_shows  = formal_state[1+MonitorBits+ThrottlerBits+:32];
  logic                detector_valid, refused_valid, monitor_valid;
  logic                detector_taken, refused_taken, monitor_taken;
  logic [NodeBits-1:0] detector_names, refused_names, monitor_names;
  assign detector_valid = detector_shows[0];
  assign refused_valid  = throttler_shows[2*ThrottleEntries];
  assign monitor_valid  = monitor_shows[ThrottleEntries];
  assign detector_names = NodeBits'(detector_shows[31:3]);
  assign refused_names  = NodeBits'(throttler_shows[31:18]);
  assign monitor_names  = NodeBits'(monitor_shows[31:12]);
  assign detector_taken = detector_valid && detector_sees[2];
  assign refused_taken  = refused_valid && throttler_sees[2];
  assign monitor_taken  = monitor_valid && monitor_sees[2];
  assign registers = {formal_state[1+MonitorBits+ThrottlerBits+:UnitBits],
                      formal_state[1+MonitorBits+:UnitBits], formal_state[1+:MonitorUnitBits],
                      held};

  logic [2*ThrottleEntries+NodeBits+8:0] levels, last_levels;
  logic                                  started, was_started, asleep, was_asleep, slept;
  initial {started, was_started, was_asleep, slept} = '0;
  assign levels  = {enable_i, node_i, queue_full_i, queue_empty_i, throttle_ready_i,
                    unthrottle_ready_i, cfg_drain_first_i, cfg_lease_epochs_i, cfg_token_reset_always_i};
  assign elapsed = now_i - wake_at;
  // While disabled everything is reset: the abstract units do not model that.
  assign asleep  = was_started && enable_i && !packet_valid_i && !control_valid_i &&
                   inject_entry_i == '0 && !generated_valid_i && levels == last_levels && quiescent &&
                   (!wake_valid || elapsed[CycleBits-1]);

  // What waited in the last clock and was not taken; how many handshakes a refusal has waited.
  logic refused_stays, monitor_stays, detector_stays, refused_was_taken;
  logic [NodeBits-1:0] last_refused_names, last_monitor_names, last_detector_names;
  logic [DegreeBits-1:0] last_degree;
  logic waited_q;

  stable_until_taken #(.PayloadBits(NodeBits)) unthrottle_stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(unthrottle_valid),
      .ready_i(unthrottle_ready_i), .payload_i(unthrottle_destination)
  );
  stable_until_taken #(.PayloadBits(NodeBits + DegreeBits)) throttle_stable (
      .clk_i, .started_i(started), .enable_i, .valid_i(throttle_valid),
      .ready_i(throttle_ready_i), .payload_i({throttle_destination, throttle_degree})
  );

  always @(posedge clk_i) begin : p_ghost
    started         <= 1'b1;
    was_started     <= started;
    last_levels     <= levels;
    was_asleep      <= asleep;
    slept           <= slept || asleep;
    last_registers  <= registers;
    refused_stays       <= started && enable_i && refused_valid && !refused_taken;
    monitor_stays       <= started && enable_i && monitor_valid && !monitor_taken;
    detector_stays      <= started && enable_i && detector_valid && !detector_taken;
    refused_was_taken   <= refused_taken;
    last_refused_names  <= refused_names;
    last_monitor_names  <= monitor_names;
    last_detector_names <= detector_names;
    last_degree         <= DegreeBits'(detector_shows[31:16]);
    waited_q            <= started && enable_i && refused_valid && !refused_taken &&
                           (waited_q || (unthrottle_valid && unthrottle_ready_i));
  end

  // Clocked: as wires these comparisons would be optimized away before they are checked.
  always @(posedge clk_i) begin : p_wires
    if (started) begin
      ControlRouted: assert (throttle_valid == detector_valid &&
          throttle_destination == detector_names &&
          throttle_degree == DegreeBits'(detector_shows[31:16]) &&
          detector_sees[2] == throttle_ready_i &&
          detector_sees[0] == packet_valid_i &&
          detector_sees[1] == (control_valid_i && control_unthrottle_i) &&
          throttler_sees[1] == (control_valid_i && !control_unthrottle_i) &&
          detector_sees[4+:NodeBits] == packet_source_i &&
          detector_sees[4+NodeBits+:NodeBits] == control_source_i &&
          throttler_sees[4+NodeBits+:NodeBits] == control_source_i);
    end
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    if (started) begin
      assume (!refused_stays || (refused_valid && refused_names == last_refused_names));
      assume (!monitor_stays || (monitor_valid && monitor_names == last_monitor_names));
      assume (!detector_stays || (detector_valid && detector_names == last_detector_names &&
                                  DegreeBits'(detector_shows[31:16]) == last_degree));
      assume (!refused_was_taken || !refused_valid);
    end
  end
  always_comb begin : p_assert
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || (!throttle_valid && !unthrottle_valid));
      ShownByPriority: assert (unthrottle_valid == (refused_valid || monitor_valid) &&
          (!unthrottle_valid || unthrottle_destination == (refused_valid &&
           !(held && monitor_valid) ? refused_names : monitor_names)) &&
          (!held || monitor_valid));
      RefusedReadyExactly: assert (!refused_valid || throttler_sees[2] == (unthrottle_ready_i &&
          !(held && monitor_valid)));
      // However long the request VC waits: the second handshake of the response VC at the latest.
      RefusalWithinTwo: assert (!waited_q || (!held && (!refused_valid || !unthrottle_ready_i ||
                                                        refused_taken)));
      ReleaseIsHandshake: assert (throttler_sees[4+:ThrottleEntries] ==
          (monitor_taken ? ThrottleEntries'(1) << monitor_shows[8+:EntryBits] : '0));
      ControlReadyExactly: assert (control_ready != refused_valid);
      ErrorExactly: assert (error == (throttler_shows[31] || detector_shows[31]));
    end
    SleepsWithAWakeTime: cover (started && was_asleep && asleep && wake_valid);
    SendsAfterSleep: cover (started && slept && throttle_valid && unthrottle_valid);
    RefusalWaitsBehind: cover (started && waited_q && refused_valid);
    AllThreeWait: cover (started && refused_valid && monitor_valid && detector_valid);
  end

endmodule
