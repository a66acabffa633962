// SPDX-License-Identifier: Apache-2.0
// A small network interface with cbcm_nic in it; what to copy is marked CBCM.
//
// Packets are single flits without payload, so the send queue towards a node is a counter.
// Latency:     a packet generated at t enters the network at t+1 at the earliest
// Not handled: messages of several packets; the sink takes all data at once.

module example_nic #(
  /// Nodes that there are, 4-16.
  parameter int unsigned Nodes = 4,
  /// Packets that a send queue holds.
  parameter int unsigned QueueDepth = 15,
  /// 1: the unit's clock stops while nothing would change.
  parameter int unsigned ClockGating = 0,
  localparam int unsigned Vcs = 3,
  localparam int unsigned NodeBits = 4
) (
  /// Clock, rising edge.
  input  logic                    clk_i,
  /// Asynchronous reset, active low.
  input  logic                    rst_ni,
  /// Low: no hotspot is detected and nothing is throttled.
  input  logic                    enable_i,
  /// Cycle counter.
  input  logic [31:0]             now_i,
  /// This node's number.
  input  logic [NodeBits-1:0]     node_i,
  /// A packet is to be sent.
  input  logic                    generate_valid_i,
  /// To this node.
  input  logic [NodeBits-1:0]     generate_destination_i,
  /// The send queue towards it takes the packet.
  output logic                    generate_ready_o,
  /// A packet enters the network.
  output logic                    out_valid_o,
  /// The packet.
  output chokepoint_pkg::header_t out_packet_o,
  /// The router takes a packet of the VC in this clock.
  input  logic [Vcs-1:0]          out_ready_i,
  /// A packet arrives.
  input  logic                    in_valid_i,
  /* verilator lint_off UNUSEDSIGNAL */  // this NIC needs only some fields of the header
  /// The packet.
  input  chokepoint_pkg::header_t in_packet_i,
  /* verilator lint_on UNUSEDSIGNAL */
  /// There are two places for packets of the VC.
  output logic [Vcs-1:0]          in_room_o,
  /// cbcm_nic_pkg::detector_state_e.
  output logic [1:0]              state_o,
  /// Throttling degree of this node.
  output logic [4:0]              degree_o,
  /// Bit `d`: this node is throttled towards node `d`.
  output logic [Nodes-1:0]        throttled_o,
  /// Sticky: a rule of cbcm_nic was broken.
  output logic                    error_o,
  /// The unit needs this clock.
  output logic                    running_o
);

  // As many entries as there are other nodes: no throttle message is ever refused.
  localparam int unsigned Entries    = Nodes - 1;
  localparam int unsigned UnitNodes  = 16;  // the smallest that cbcm_nic is built for
  localparam int unsigned DegreeBits = 5;
  localparam int unsigned TokenBits  = 6;
  localparam int unsigned QueueBits  = $clog2(QueueDepth + 1);

  // CBCM: the table of throttled destinations. A bit that rises belongs to the sender of the
  // throttle message of the clock before.
  logic [Entries-1:0]            entry_valid, entry_valid_q, entry_rises, with_tokens;
  logic [Entries*DegreeBits-1:0] entry_degree;
  logic [Entries*TokenBits-1:0]  entry_tokens;
  logic [NodeBits-1:0]           control_source_q;
  logic                          told_q;  // a THROTTLE in the clock before
  assign entry_rises = entry_valid & ~entry_valid_q & {Entries{told_q}};
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_told
    if (!rst_ni) begin
      entry_valid_q    <= '0;
      control_source_q <= '0;
      told_q           <= 1'b0;
    end else begin
      entry_valid_q    <= entry_valid;
      control_source_q <= control.source[NodeBits-1:0];
      told_q           <= control_valid && !control_unthrottle;
    end
  end
  for (genvar e = 0; e < Entries; e++) begin : gen_tokens
    assign with_tokens[e] = entry_tokens[e*TokenBits +: TokenBits] != '0;  // a packet is one flit
  end

  // CBCM: beside each send queue stands the entry of its destination, one-hot; 0: there is none.
  logic [Nodes-1:0][Entries-1:0] entry, entry_q;
  logic [Nodes-1:0]              tokens_left;
  for (genvar d = 0; d < Nodes; d++) begin : gen_entry
    assign entry[d] = control_source_q == NodeBits'(d) && |entry_rises ? entry_rises
                                                                        : entry_q[d] & entry_valid;
    assign throttled_o[d] = |entry[d];
    assign tokens_left[d] = |(entry[d] & with_tokens);
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_entry
      if (!rst_ni) entry_q[d] <= '0;
      else entry_q[d] <= entry[d];
    end
  end

  // Send queues.
  logic [Nodes-1:0][QueueBits-1:0] count_q;
  logic [Nodes-1:0]                queued, filled, ready, sent, generated_to;
  for (genvar d = 0; d < Nodes; d++) begin : gen_queue
    assign queued[d]       = count_q[d] != '0;
    assign filled[d]       = count_q[d] == QueueBits'(QueueDepth);
    assign generated_to[d] =
        generate_valid_i && generate_destination_i == NodeBits'(d) && !filled[d];
    // CBCM: a packet to a throttled destination needs tokens and goes in a VC apart.
    assign ready[d] = queued[d] && !message_sent &&
        (throttled_o[d] ? tokens_left[d] && out_ready_i[2] : out_ready_i[1]);
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_count
      if (!rst_ni) count_q[d] <= '0;
      else count_q[d] <= count_q[d] + QueueBits'(generated_to[d]) - QueueBits'(sent[d]);
    end
  end
  assign generate_ready_o = |generated_to;

  round_robin_arbiter #(.Requesters(Nodes)) u_arbiter (
    .clk_i,
    .rst_ni,
    .request_i (ready),
    .update_i  (1'b1),
    .grant_o   (sent)
  );

  // CBCM: per entry, how full its send queue is, and whether its packet is sent.
  logic [Entries-1:0] queue_full, queue_empty, sent_entry;
  always_comb begin : p_levels
    queue_full  = '0;
    queue_empty = '0;
    sent_entry  = '0;
    for (int d = 0; d < Nodes; d++) begin
      queue_full  = queue_full | (filled[d] ? entry[d] : '0);
      queue_empty = queue_empty | (queued[d] ? '0 : entry[d]);
      sent_entry  = sent_entry | (sent[d] ? entry[d] : '0);
    end
  end

  // CBCM: control messages go before data. A message is sent when the control VC takes it. One VC
  // for both kinds is enough here, since no throttle message is ever refused.
  logic                  throttle_valid, throttle_ready, unthrottle_valid, message_sent;
  logic [NodeBits-1:0]   throttle_destination, unthrottle_destination, sent_to;
  logic [DegreeBits-1:0] throttle_degree;
  assign throttle_ready = out_ready_i[0] && !unthrottle_valid;
  assign message_sent   = (throttle_valid || unthrottle_valid) && out_ready_i[0];
  always_comb begin : p_send
    sent_to = '0;
    for (int d = 0; d < Nodes; d++) if (sent[d]) sent_to = NodeBits'(d);
    out_valid_o              = message_sent || |sent;
    out_packet_o             = '0;
    out_packet_o.source      = chokepoint_pkg::MaxNodeBits'(node_i);
    out_packet_o.flits       = chokepoint_pkg::FlitBits'(1);
    out_packet_o.kind        = chokepoint_pkg::DATA;
    out_packet_o.destination = chokepoint_pkg::MaxNodeBits'(sent_to);
    out_packet_o.throttled   = |(sent & throttled_o);
    out_packet_o.vc_class    = out_packet_o.throttled ? chokepoint_pkg::CLASS_HOTSPOT
                                                      : chokepoint_pkg::CLASS_DATA;
    if (message_sent) begin
      out_packet_o.kind = unthrottle_valid ? chokepoint_pkg::UNTHROTTLE
                                           : chokepoint_pkg::THROTTLE;
      out_packet_o.destination = unthrottle_valid
          ? chokepoint_pkg::MaxNodeBits'(unthrottle_destination)
          : chokepoint_pkg::MaxNodeBits'(throttle_destination);
      out_packet_o.vc_class    = chokepoint_pkg::CLASS_CONTROL;
      out_packet_o.degree      = unthrottle_valid ? '0 : 14'(throttle_degree);
    end
  end

  // CBCM: control messages wait here while the unit takes none; data is taken at once.
  logic                    control_head, control_valid, control_ready, control_full, control_room;
  logic                    packet_valid, control_unthrottle;
  /* verilator lint_off UNUSEDSIGNAL */
  chokepoint_pkg::header_t control;
  /* verilator lint_on UNUSEDSIGNAL */
  assign packet_valid       = in_valid_i && in_packet_i.kind == chokepoint_pkg::DATA;
  assign control_unthrottle = control.kind == chokepoint_pkg::UNTHROTTLE;
  assign control_valid      = control_head && (control_unthrottle || control_ready);
  assign in_room_o          = {2'b11, control_room};
  example_fifo #(.Depth(4)) u_control (
    .clk_i,
    .rst_ni,
    .push_i         (in_valid_i && in_packet_i.vc_class == chokepoint_pkg::CLASS_CONTROL),
    .push_packet_i  (in_packet_i),
    .pop_i          (control_valid),
    .head_valid_o   (control_head),
    .head_o         (control),
    .full_o         (control_full),
    .room_for_two_o (control_room)
  );

  logic        unit_clk, quiescent, wake_valid;
  logic [31:0] wake_at;
  cbcm_nic #(
    .Nodes           (UnitNodes),
    .ListGranularity (1),
    .ThrottleEntries (Entries),
    .TokenBits       (TokenBits),
    .CycleBits       (32)
  ) u_cbcm (
    .clk_i                    (unit_clk),
    .rst_ni                   (rst_ni),
    .enable_i                 (enable_i),
    .now_i                    (now_i),       // rate 1.0: together the sources fill the node's channel
    .cfg_last_node_i          (NodeBits'(Nodes - 1)),
    .node_i                   (node_i),
    .packet_valid_i           (packet_valid),
    .packet_source_i          (in_packet_i.source[NodeBits-1:0]),
    .packet_marked_i          (in_packet_i.mark),
    .packet_throttled_i       (in_packet_i.throttled),
    .control_valid_i          (control_valid),
    .control_unthrottle_i     (control_unthrottle),
    .control_source_i         (control.source[NodeBits-1:0]),
    .control_degree_i         (control.degree[DegreeBits-1:0]),
    .inject_entry_i           (sent_entry),
    .inject_flits_i           (10'd1),
    .generated_valid_i        (|generated_to),
    .generated_destination_i  (generate_destination_i),
    .generated_flits_i        (16'd1),
    .queue_full_i             (queue_full),
    .queue_empty_i            (queue_empty),
    .throttle_ready_i         (throttle_ready),
    .unthrottle_ready_i       (out_ready_i[0]),
    .cfg_epoch_cycles_i       (24'd32),
    .cfg_inverse_epsilon_i    (16'd20),      // epsilon 0.05
    .cfg_announce_on_count_i  (1'b0),
    .cfg_refresh_rounds_i     (8'd4),
    .cfg_token_reset_always_i (1'b0),
    .cfg_token_cap_i          (6'd32),
    .cfg_epoch_flits_i        (16'd8),
    .cfg_drain_first_i        (1'b1),
    .cfg_lease_epochs_i       (4'd0),
    .throttle_valid_o         (throttle_valid),
    .throttle_destination_o   (throttle_destination),
    .throttle_degree_o        (throttle_degree),
    .unthrottle_valid_o       (unthrottle_valid),
    .unthrottle_destination_o (unthrottle_destination),
    .control_ready_o          (control_ready),
    .entry_valid_o            (entry_valid),
    .entry_degree_o           (entry_degree),
    .entry_tokens_o           (entry_tokens),
    .state_o                  (state_o),
    .degree_o                 (degree_o),
    .error_o                  (error_o),
    .quiescent_o              (quiescent),
    .wake_valid_o             (wake_valid),
    .wake_at_o                (wake_at)
  );

  unit_clock_gate #(.Gate(ClockGating), .LevelBits(3 + 2*Entries), .CycleBits(32)) u_gate (
    .clk_i,
    .rst_ni,
    .event_i      (packet_valid || control_valid || |(sent & throttled_o) || |generated_to),
    .levels_i     ({enable_i, out_ready_i[0], throttle_ready, queue_full, queue_empty}),
    .quiescent_i  (quiescent),
    .wake_valid_i (wake_valid),
    .wake_at_i    (wake_at),
    .now_i        (now_i),
    .clk_o        (unit_clk),
    .running_o    (running_o)
  );

  // What nothing here reads.
  logic unused;
  assign unused = &{1'b0, entry_degree, control_full};

endmodule
