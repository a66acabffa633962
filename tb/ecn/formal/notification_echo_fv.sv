// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of notification_echo: every marked packet causes exactly one message, held until it is
// taken; quiescence.
// properties: asserts=8 covers=3
// proof: depth=1 Nodes=16
// bounded: depth=4 Nodes=512
// cover: depth=8 Nodes=16
// larger: node numbers are stored and passed on only
// assumed: packets come only while packet_ready_o is 1
// mutant CausedByPacket: s/&& packet_marked_i //
// mutant NonePassedOver: s/packet_valid_i && packet_marked_i && !valid_q/packet_valid_i \&\& packet_marked_i \&\& 0/
// mutant StableUntilTaken: s/(valid_q && notification_ready_i)/valid_q/
// mutant TakenOnce: s/(valid_q && notification_ready_i)/0/
// mutant EmptyIsZero: s/destination_q <= '0;//
// mutant ReadyUnlessWaiting: s/packet_ready_o  *= !valid_q/packet_ready_o = 1'b1/
// mutant QuiescentHoldsState: s/quiescent_o  *= !valid_q/quiescent_o = 1'b1/
// mutant QuiescentIsSilent: s/quiescent_o  *= !valid_q/quiescent_o = 1'b1/

module notification_echo_fv #(
  parameter int unsigned Nodes = 16,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned FieldBits = NodeBits
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                enable_i,
  input logic                packet_valid_i, packet_marked_i,
  input logic [NodeBits-1:0] packet_source_i,
  input logic                notification_ready_i
);

  logic                 packet_ready, valid, quiescent;
  logic [NodeBits-1:0]  destination;
  logic [FieldBits-1:0] fields, packet_fields;
  notification_echo #(.Nodes(Nodes)) dut (
    .clk_i, .rst_ni, .enable_i, .packet_valid_i, .packet_marked_i, .packet_source_i,
    .notification_ready_i, .packet_ready_o(packet_ready), .notification_valid_o(valid),
    .notification_destination_o(destination), .quiescent_o(quiescent)
  );
  assign fields        = {destination};
  assign packet_fields = {packet_source_i};

  logic                 started, was_started, was_enabled, was_valid, was_taken, was_owed;
  logic [FieldBits-1:0] was_fields, was_packet;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    was_valid   <= valid;
    was_taken   <= notification_ready_i;
    was_owed    <= packet_valid_i && packet_marked_i;
    was_fields  <= fields;
    was_packet  <= packet_fields;
  end

  quiescence_properties #(.RegisterBits(1 + FieldBits), .LevelBits(2)) quiescence (
    .clk_i, .started_i(started), .idle_i(!packet_valid_i), .quiescent_i(quiescent),
    .levels_i({enable_i, notification_ready_i}), .registers_i({valid, fields}), .event_i(valid),
    .busy_i(enable_i && valid), .asleep_o(), .last_levels_o()
  );

  stable_until_taken #(.PayloadBits(FieldBits)) stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(valid), .ready_i(notification_ready_i),
    .payload_i(fields)
  );

  logic fresh;
  assign fresh = valid && (!was_valid || was_taken);
  always_comb begin
    assume (rst_ni == started);
    if (started) assume (!packet_valid_i || packet_ready);
    if (was_started) begin
      CausedByPacket: assert (!fresh || (was_enabled && was_owed && fields == was_packet));
      NonePassedOver: assert (!was_owed || !was_enabled || (valid && fields == was_packet));
      TakenOnce: assert (!was_valid || !was_taken || !valid);
    end
    if (started) begin
      EmptyIsZero: assert (valid || fields == '0);
      ReadyUnlessWaiting: assert (packet_ready != valid);
    end
    Waits: cover (was_started && valid && was_valid && fields == was_fields && !(&fields));
    Follows: cover (was_started && !valid && was_valid && was_taken && was_enabled && enable_i);
  end

endmodule
