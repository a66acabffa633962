// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of cbcm_nic with its real units: what a message means, from port to port, bounded.
// wraps: cbcm_nic
// properties: asserts=17 covers=3
// bounded: depth=10 Nodes=20 ThrottleEntries=2 CycleBits=8
// cover: depth=11 Nodes=20 ThrottleEntries=2 CycleBits=8
// larger: the units and the glue are proved on their own; this check sees that they fit together.
// assumed: now_i advances by one a clock, cfg_* and node_i are constant, nodes are below Nodes but for
// assumed: the sources of packets and unthrottle messages, which are any; a packet is of one entry
// mutant ReadsItsWord: @source_list s/.read_i({look_i, enter_i})/.read_i({look_i, enter_i \&\& !look_i})/
// mutant ValidIsWritten: @source_list s/else if (write) valid_q/else if (enter_i) valid_q/
// mutant ReadAsItStands: @table_memory s/Words >= BlockRamWords/1/; s/assign meets .*/assign meets = 1'b0;/
// mutant QuiescentHoldsState: @cbcm_nic s/detector_quiescent \&\& throttler_quiescent/detector_quiescent/
// mutant QuiescentIsSilent: @cbcm_nic s/detector_quiescent \&\& throttler_quiescent/throttler_quiescent/
// mutant ErrorExactly: @cbcm_nic s/throttler_error || detector_error/detector_error/
// mutant ThrottleReachesTable: @cbcm_nic s/throttle_valid_i(control_valid_i \&\& !control_unthrottle_i)/throttle_valid_i(1'b0)/
// mutant RiseIsOfEvent: @cbcm_nic s/throttle_valid_i(control_valid_i \&\& !control_unthrottle_i)/throttle_valid_i(control_valid_i)/
// mutant EntryIsTold: @cbcm_nic s/throttle_source_i(control_source_i)/throttle_source_i(~control_source_i)/
// mutant ThrottledUntilTold: @cbcm_nic s/released = monitor_shown \&\& unthrottle_ready_i/released = monitor_valid/
// mutant UnthrottleAnswersThrottle: @cbcm_nic s/monitor_shown ? monitor_destination : refused_destination/monitor_shown ? monitor_destination : 1'b1/
// mutant ThrottleToContributor: @cbcm_nic s/packet_valid_i, .packet_source_i,/packet_valid_i, .packet_source_i(node_i ^ packet_source_i),/
// mutant ThrottleInNetwork: @cbcm_nic_whole_fv s/assume (control_unthrottle_i || control_source_i <= LastNode);//
// mutant EpochWithinRange: @cbcm_nic_whole_fv s/cfg_epoch_cycles_i(24'd3)/cfg_epoch_cycles_i(24'd200)/
// mutant PacingWithinRange: @cbcm_nic_whole_fv s/cfg_inverse_epsilon_i(16'd1)/cfg_inverse_epsilon_i(16'd100)/
// mutant InjectsOfOneEntry: @cbcm_nic_whole_fv s/assume ((inject_entry_i .*//
// mutant GeneratedInNetwork: @cbcm_nic_whole_fv s/assume (generated_destination_i <= LastNode);//

module cbcm_nic_whole_fv #(
    parameter int unsigned Nodes = 20,
    parameter int unsigned ThrottleEntries = 2,
    parameter int unsigned CycleBits = 8,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned DegreeBits = $clog2(Nodes + 1),
    localparam int unsigned FullPacingBits = $clog2((Nodes - 1) * 65535 + 1),
    localparam int unsigned PacingBits = FullPacingBits < CycleBits ? FullPacingBits : CycleBits,
    localparam int unsigned StorageBits = Nodes + DegreeBits + 20 + CycleBits + PacingBits +
        4 * NodeBits +
        ThrottleEntries * (19 + NodeBits + 2 * DegreeBits + 6) + 1 + NodeBits + 2 + CycleBits + 1 +
        ThrottleEntries * 24 + 1 + $clog2(ThrottleEntries) + NodeBits + 1
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
    input logic                       cfg_announce_on_count_i,
    input logic [3:0]                 cfg_lease_epochs_i
);
  localparam logic [NodeBits-1:0] LastNode = NodeBits'(Nodes - 1);

  logic                                throttle_valid, unthrottle_valid, control_ready, error;
  logic                                quiescent, wake_valid;
  logic [NodeBits-1:0]                 throttle_destination, unthrottle_destination;
  logic [ThrottleEntries-1:0]          entry_valid;
  logic [ThrottleEntries*NodeBits-1:0] known_destination;
  logic [ThrottleEntries*6-1:0]        entry_tokens;
  logic [CycleBits-1:0]                wake_at, to_wake;
  logic [StorageBits-1:0]              registers, last_registers;

  cbcm_nic #(
      .Nodes(Nodes), .ThrottleEntries(ThrottleEntries), .TokenBits(6),
      .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .node_i, .packet_valid_i, .packet_source_i,
      .packet_marked_i, .packet_throttled_i, .control_valid_i, .control_unthrottle_i,
      .control_source_i, .control_degree_i, .inject_entry_i,
      .inject_flits_i, .generated_valid_i, .generated_destination_i, .generated_flits_i,
      .queue_full_i, .queue_empty_i, .throttle_ready_i, .unthrottle_ready_i, .cfg_drain_first_i,
      .cfg_lease_epochs_i, .cfg_token_reset_always_i, .cfg_announce_on_count_i,
      .cfg_last_node_i(LastNode), .cfg_epoch_cycles_i(24'd3), .cfg_inverse_epsilon_i(16'd1),
      .cfg_refresh_rounds_i(8'd1), .cfg_token_cap_i(6'd40),
      .cfg_epoch_flits_i(16'd1),
      .throttle_valid_o(throttle_valid), .throttle_destination_o(throttle_destination),
      .unthrottle_valid_o(unthrottle_valid), .unthrottle_destination_o(unthrottle_destination),
      .control_ready_o(control_ready),
      .entry_valid_o(entry_valid), .entry_tokens_o(entry_tokens), .error_o(error),
      .quiescent_o(quiescent),
      .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(registers)
  );

  logic [2*ThrottleEntries+NodeBits+9:0] levels, last_levels;
  logic started, was_started, asleep, was_asleep, error_now, reference_error, known, last_throttle;
  logic freed, last_refused, heard_q, sent_q, had_entry_q;
  logic [NodeBits-1:0]        last_source;
  logic [CycleBits-1:0]       last_now;
  logic [ThrottleEntries-1:0] last_valid;
  initial {started, was_started} = '0;

  // One node, the same for the whole run and otherwise arbitrary: has it throttled us, has it sent?
  (* anyconst *) logic [NodeBits-1:0] watched;
  logic has_entry, told;
  always_comb begin : p_table
    error_now = (control_valid_i && !control_unthrottle_i && !control_ready) ||
                (packet_valid_i && packet_source_i > LastNode) ||
                (control_valid_i && control_source_i > LastNode);
    known     = 1'b0;
    has_entry = 1'b0;
    for (int e = 0; e < ThrottleEntries; e++) begin
      if (entry_valid[e] && known_destination[e*NodeBits+:NodeBits] == last_source) known = 1'b1;
      if (entry_valid[e] && known_destination[e*NodeBits+:NodeBits] == watched) has_entry = 1'b1;
      if (inject_entry_i[e] && 10'(entry_tokens[e*6+:6]) < inject_flits_i)
        error_now = 1'b1;
    end
  end
  // Above held, the monitor's registers, and the throttler's error, wake time and message.
  localparam int unsigned RefusedAt = 4 + CycleBits + ThrottleEntries * 24 + 1 + $clog2(ThrottleEntries) + NodeBits;
  // Above the refusal the table: deadlines and arrivals, tokens, degrees, destinations.
  localparam int unsigned TableAt = RefusedAt + NodeBits + 1 + ThrottleEntries *
      (16 + 2 * DegreeBits + 6);
  logic refused_for_last;
  assign refused_for_last = !control_ready && registers[RefusedAt+:NodeBits] == last_source;
  assign told = unthrottle_valid && unthrottle_ready_i && unthrottle_destination == watched;

  // The destinations as the network interface keeps them: all below is said of these.
  told_entries #(.Entries(ThrottleEntries), .NodeBits(NodeBits)) told_table (
      .clk_i, .started_i(started), .enable_i,
      .event_i(control_valid_i && !control_unthrottle_i && control_ready),
      .destination_i(control_source_i), .valid_i(entry_valid),
      .table_i(registers[TableAt+:ThrottleEntries*NodeBits]), .known_o(known_destination)
  );

  assign levels  = {enable_i, node_i, queue_full_i, queue_empty_i, throttle_ready_i,
                    unthrottle_ready_i, cfg_drain_first_i, cfg_lease_epochs_i, cfg_token_reset_always_i,
                    cfg_announce_on_count_i};
  assign to_wake = now_i - wake_at;
  assign asleep  = was_started && enable_i && !packet_valid_i && !control_valid_i &&
                   inject_entry_i == '0 && !generated_valid_i && levels == last_levels && quiescent &&
                   (!wake_valid || to_wake[CycleBits-1]);

  always @(posedge clk_i) begin : p_ghost
    started         <= 1'b1;
    was_started     <= started;
    last_levels     <= levels;
    was_asleep      <= asleep;
    last_registers  <= registers;
    last_now        <= now_i;
    last_source     <= control_source_i;
    // A message that crosses the unthrottle to its sender is stale.
    last_throttle   <= started && enable_i && control_valid_i && !control_unthrottle_i &&
                       control_ready && !(unthrottle_valid &&
                                          unthrottle_destination == control_source_i);
    freed           <= started && (told || !enable_i);
    had_entry_q     <= started && has_entry;
    reference_error <= started && enable_i && (reference_error || error_now);
    heard_q <= started && enable_i && (heard_q || (control_valid_i && !control_unthrottle_i &&
                                                   control_source_i == watched));
    sent_q  <= started && (sent_q || (packet_valid_i && packet_source_i == watched));
  end

  always_comb begin : p_assume
    assume (rst_ni == started);
    assume (control_unthrottle_i || control_source_i <= LastNode);
    assume (generated_destination_i <= LastNode);
    assume ((inject_entry_i & (inject_entry_i - 1'b1)) == '0);
    if (started) begin
      assume (now_i == last_now + CycleBits'(1));
      assume (levels[NodeBits+2*ThrottleEntries+8-:NodeBits] ==
              last_levels[NodeBits+2*ThrottleEntries+8-:NodeBits]);
      assume (levels[6:0] == last_levels[6:0]);
    end
  end

  always_comb begin : p_assert
    if (started) begin
      QuiescentHoldsState: assert (!was_asleep || registers == last_registers);
      QuiescentIsSilent: assert (!asleep || (!throttle_valid && !unthrottle_valid));
      ErrorExactly: assert (error == reference_error);
      ThrottleReachesTable: assert (!last_throttle || known || refused_for_last);
      ThrottledUntilTold: assert (!had_entry_q || has_entry || freed);
      UnthrottleAnswersThrottle: assert (!unthrottle_valid || unthrottle_destination != watched ||
                                         heard_q);
      ThrottleToContributor: assert (!throttle_valid || throttle_destination != watched || sent_q);
    end
    ThrottlesASource: cover (started && throttle_valid && throttle_ready_i);
    LeavesAHotspot: cover (started && had_entry_q && !has_entry && last_levels[$bits(levels)-1]);
    HotspotAndThrottled: cover (started && throttle_valid && |entry_valid);
  end

endmodule
