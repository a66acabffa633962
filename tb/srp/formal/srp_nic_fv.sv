// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of srp_nic: it is requester, scheduler and acknowledgement generator, wired as the
// page says; grants go before acknowledgements that have not been shown, what is taken is what is shown.
// properties: asserts=14 covers=2
// proof: depth=1 ReservationEntries=1 MaxPackets=2 CycleBits=8
// proof: depth=1 ReservationEntries=1 MaxPackets=2 CycleBits=8 Timeouts=1
// bounded: depth=3 Nodes=64 ReservationEntries=2 MaxPackets=3 CycleBits=12
// cover: depth=8 ReservationEntries=1 MaxPackets=2 CycleBits=8
// larger: the glue passes vectors through; the parts are proved by their own wrappers, their
// larger: quiescence too
// assumed: the memories of unit and part hold the same at first; the inflation is constant; offers name nodes
// assumed: of the network, cfg_n_max is legal, and a packet is of one entry
// mutant RequesterIsPart: s/response_valid_i(control_valid_i && !reservation)/response_valid_i(control_valid_i \&\& reservation)/
// mutant RequesterIsPart: Timeouts=1 s/\.cfg_timeout_i,/.cfg_timeout_i('0),/
// mutant StrayIsRequesters: Timeouts=1 s/\.stray_o,/.stray_o(),/; s/^  assign reservation =/  assign stray_o = '0; assign reservation =/
// mutant SchedulerIsPart: s/packet_bypass_i && !packet_speculative_i/packet_bypass_i/
// mutant AcknowledgerIsPart: s/ack_ready_i(reply_ready_i && ack_shown)/ack_ready_i(reply_ready_i)/
// mutant GrantFirst: s/(!grant_valid || ack_held_q)/1'b1/
// mutant GrantFirst: s/enable_i \&\& ack_shown \&\& !reply_ready_i;/1'b0;/
// mutant ReplyShown: s/reply_start_o       = ack_shown ?/reply_start_o = ack_valid ?/
// mutant StableUntilTaken: s/(!grant_valid || ack_held_q)/!grant_valid/
// mutant StableUntilTaken: s/\.request_ready_i, \.cfg_n/.request_ready_i(1'b1), .cfg_n/
// mutant SleepsWithAll: s/scheduler_quiescent && acknowledger_quiescent/scheduler_quiescent/
// mutant WakesAtEarlier: s/(!requester_wake || lead\[CycleBits-1\])/1'b1/
// mutant InflationAtLeastOne: @srp_nic_fv s/assign cfg_inflation_i = 18'd81920/assign cfg_inflation_i = 18'd65535/
// mutant SentOfOneEntry: Nodes=64 ReservationEntries=2 MaxPackets=3 CycleBits=12 @srp_nic_fv s/assume ((sent_entry_i .*$//
// mutant OfferInNetwork: @srp_nic_fv s/assume (32'(offer_destination_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant BlockWithinTable: @srp_nic_fv s/assume (cfg_n_max_i != '0 .*$//

module srp_nic_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned ReservationEntries = 1,
  parameter int unsigned MaxPackets = 2,
  parameter int unsigned CycleBits = 8,
  parameter int unsigned Timeouts = 0,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned BlockBits = $clog2(MaxPackets + 1),
  localparam int unsigned FlitBits = 10,
  localparam int unsigned AckBits = 1 + NodeBits + 32,
  localparam int unsigned StartBits = CycleBits < 26 ? CycleBits : 26,
  localparam int unsigned SchedulerBits = 2 + NodeBits + 8 + CycleBits + StartBits + 12 + 34,
  localparam int unsigned SlotBits = $clog2(MaxPackets),
  localparam int unsigned Banks = (ReservationEntries + 3) / 4,
  localparam int unsigned RequesterBits = ReservationEntries *
      (40 + NodeBits + SlotBits + BlockBits + 2 * 2 ** SlotBits + 20 * Timeouts) +
      4 * Banks * (StartBits - 2) + (16 + CycleBits) * Timeouts +
      $clog2(ReservationEntries * MaxPackets + 1) + 66 +
      $clog2(4 * Banks + 1) + StartBits + CycleBits + 3 + 27 + NodeBits,
  localparam int unsigned StorageBits = RequesterBits + 1 + SchedulerBits + AckBits
) (
  input logic                       clk_i, rst_ni,
  input logic                       enable_i,
  input logic [CycleBits-1:0]       now_i,
  input logic                       offer_valid_i,
  input logic [NodeBits-1:0]        offer_destination_i,
  input logic [15:0]                offer_message_i,
  input logic [15:0]                offer_sequence_i,
  input logic [15:0]                offer_packets_i,
  input logic [15:0]                offer_flits_i,
  input logic [FlitBits-1:0]        offer_packet_flits_i,
  input logic [ReservationEntries-1:0] sent_entry_i,
  input logic                       sent_speculative_i,
  input logic                       request_ready_i,
  input logic [BlockBits-1:0]       cfg_n_max_i,
  input logic [15:0]                cfg_slots_i,
  input logic [CycleBits-1:0]       cfg_timeout_i,
  input logic [CycleBits-1:0]       cfg_lead_i,
  input logic                       cfg_charge_bypass_i,
  input logic                       control_valid_i,
  input logic [3:0]                 control_kind_i,
  input logic [NodeBits-1:0]        control_source_i,
  input logic [15:0]                control_message_i,
  input logic [15:0]                control_sequence_i,
  input logic [7:0]                 control_tag_i,
  input logic [15:0]                control_flits_i,
  input logic [StartBits-1:0]       control_start_i,
  input logic                       packet_valid_i,
  input logic                       packet_speculative_i,
  input logic                       packet_bypass_i,
  input logic [NodeBits-1:0]        packet_source_i,
  input logic [15:0]                packet_message_i,
  input logic [15:0]                packet_sequence_i,
  input logic [FlitBits-1:0]        packet_flits_i,
  input logic                       reply_ready_i
);

  logic                                          offer_ready;
  logic [ReservationEntries-1:0]                 entry_valid;
  logic [ReservationEntries-1:0]                 entry_speculate;
  logic [ReservationEntries-1:0]                 entry_send;
  logic [ReservationEntries-1:0]                 entry_resend;
  logic [SlotBits-1:0]                           resend_slot;
  logic                                          request_valid;
  logic [NodeBits-1:0]                           request_destination;
  logic [7:0]                                    request_tag;
  logic [15:0]                                   request_flits;
  logic [15:0]                                   held;
  logic                                          error;
  logic [15:0]                                   stray, p_stray;
  logic                                          reply_valid;
  logic [3:0]                                    reply_kind;
  logic [NodeBits-1:0]                           reply_destination;
  logic [15:0]                                   reply_message;
  logic [15:0]                                   reply_sequence;
  logic [7:0]                                    reply_tag;
  logic [StartBits-1:0]                          reply_start;
  logic                                          control_ready;
  logic [SlotBits-1:0]                           p_resend;
  logic                                          packet_ready;
  logic                                          quiescent;
  logic                                          wake_valid;
  logic [CycleBits-1:0]                          wake_at;
  logic [StorageBits-1:0] registers;
  logic [17:0] cfg_inflation_i;
  assign cfg_inflation_i = 18'd81920;
  srp_nic #(
    .Nodes(Nodes), .ReservationEntries(ReservationEntries), .MaxPackets(MaxPackets),
    .CycleBits(CycleBits), .Timeouts(Timeouts)
  ) dut (
    .clk_i, .rst_ni,
    .enable_i, .now_i, .offer_valid_i, .offer_destination_i, .offer_message_i, .offer_sequence_i,
    .offer_packets_i, .offer_flits_i, .offer_packet_flits_i, .sent_entry_i,
    .sent_speculative_i, .request_ready_i, .cfg_n_max_i, .cfg_slots_i, .cfg_timeout_i, .cfg_inflation_i,
    .cfg_lead_i, .cfg_charge_bypass_i, .control_valid_i, .control_kind_i, .control_source_i,
    .control_message_i, .control_sequence_i, .control_tag_i, .control_flits_i, .control_start_i,
    .packet_valid_i,
    .packet_speculative_i, .packet_bypass_i, .packet_source_i, .packet_message_i,
    .packet_sequence_i, .packet_flits_i, .reply_ready_i, .offer_ready_o(offer_ready),
    .entry_valid_o(entry_valid),
    .entry_speculate_o(entry_speculate), .entry_send_o(entry_send),
    .entry_resend_o(entry_resend), .resend_slot_o(resend_slot),
    .request_valid_o(request_valid), .request_destination_o(request_destination),
    .request_tag_o(request_tag),
    .request_flits_o(request_flits), .held_o(held), .error_o(error), .stray_o(stray), .reply_valid_o(reply_valid),
    .reply_kind_o(reply_kind), .reply_destination_o(reply_destination),
    .reply_message_o(reply_message), .reply_sequence_o(reply_sequence),
    .reply_tag_o(reply_tag), .reply_start_o(reply_start), .control_ready_o(control_ready),
    .packet_ready_o(packet_ready), .quiescent_o(quiescent), .wake_valid_o(wake_valid),
    .wake_at_o(wake_at),
    .state_o(registers)
  );

  // The parts, wired as the page reads.
  logic [RequesterBits-1:0] p_requester;
  logic [SchedulerBits-1:0] p_scheduler;
  logic                     p_grant, p_ack, p_quiet_r, p_quiet_s, p_quiet_a, p_wake_r, p_wake_s;
  logic [NodeBits-1:0]      p_grant_to, p_ack_to;
  logic [15:0]              p_ack_message, p_ack_sequence;
  logic [7:0]               p_tag;
  logic [StartBits-1:0]     p_start;
  logic [CycleBits-1:0]     p_at_r, p_at_s, apart;
  logic                     p_control_ready, p_packet_ready;
  reservation_requester #(
    .Nodes(Nodes), .ReservationEntries(ReservationEntries), .MaxPackets(MaxPackets),
    .CycleBits(CycleBits), .Timeouts(Timeouts)
  ) requester (
    .clk_i, .rst_ni, .enable_i, .now_i, .offer_valid_i, .offer_destination_i, .offer_message_i,
    .offer_sequence_i, .offer_packets_i, .offer_flits_i, .offer_packet_flits_i, .sent_entry_i,
    .sent_speculative_i,
    .response_valid_i(control_valid_i && control_kind_i != 4'd2),
    .response_kind_i(control_kind_i), .response_source_i(control_source_i),
    .response_message_i(control_message_i), .response_sequence_i(control_sequence_i),
    .response_tag_i(control_tag_i), .response_start_i(control_start_i), .request_ready_i, .cfg_n_max_i, .cfg_slots_i,
    .cfg_timeout_i,
    .offer_ready_o(), .entry_valid_o(), .entry_destination_o(), .entry_speculate_o(),
    .entry_send_o(), .entry_resend_o(), .resend_slot_o(p_resend), .request_valid_o(),
    .request_destination_o(), .request_tag_o(), .request_flits_o(),
    .held_o(), .error_o(), .stray_o(p_stray), .quiescent_o(p_quiet_r), .wake_valid_o(p_wake_r), .wake_at_o(p_at_r),
    .state_o(p_requester)
  );
  reservation_scheduler #(.Nodes(Nodes), .CycleBits(CycleBits)) scheduler (
    .clk_i, .rst_ni, .enable_i, .now_i,
    .reservation_valid_i(control_valid_i && control_kind_i == 4'd2),
    .reservation_source_i(control_source_i), .reservation_tag_i(control_tag_i),
    .reservation_flits_i(control_flits_i),
    .bypass_valid_i(packet_valid_i && packet_bypass_i && !packet_speculative_i),
    .bypass_flits_i(packet_flits_i), .grant_ready_i(reply_ready_i && reply_kind == 4'd3),
    .cfg_inflation_i, .cfg_lead_i, .cfg_charge_bypass_i, .reservation_ready_o(p_control_ready),
    .grant_valid_o(p_grant), .grant_destination_o(p_grant_to), .grant_tag_o(p_tag),
    .grant_start_o(p_start), .quiescent_o(p_quiet_s),
    .wake_valid_o(p_wake_s), .wake_at_o(p_at_s), .state_o(p_scheduler)
  );
  acknowledgement_generator #(.Nodes(Nodes)) acknowledger (
    .clk_i, .rst_ni, .enable_i, .packet_valid_i, .packet_speculative_i, .packet_source_i,
    .packet_message_i, .packet_sequence_i, .ack_ready_i(reply_ready_i && reply_kind == 4'd4),
    .packet_ready_o(p_packet_ready), .ack_valid_o(p_ack), .ack_destination_o(p_ack_to),
    .ack_message_o(p_ack_message), .ack_sequence_o(p_ack_sequence), .quiescent_o(p_quiet_a)
  );
  assign apart = p_at_s - p_at_r;
  // The page's: shown in the clock before, and not taken.
  logic ack_held;
  initial ack_held = 1'b0;
  always @(posedge clk_i)
    ack_held <= started && enable_i && reply_kind == 4'd4 && !reply_ready_i;

  logic started;
  initial started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;

  stable_until_taken #(.PayloadBits(NodeBits + 24)) request_stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(request_valid), .ready_i(request_ready_i),
    .payload_i({request_destination, request_tag, request_flits})
  );
  stable_until_taken #(.PayloadBits(4 + NodeBits + 40 + StartBits)) reply_stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(reply_valid), .ready_i(reply_ready_i),
    .payload_i({reply_kind, reply_destination, reply_message, reply_sequence, reply_tag,
                reply_start})
  );

  always_comb begin
    assume (rst_ni == started);
    if (!started) assume (registers[StorageBits-1-:RequesterBits] == p_requester);
    assume (32'(offer_destination_i) < Nodes);
    assume ((sent_entry_i & (sent_entry_i - ReservationEntries'(1))) == '0);
    assume (cfg_n_max_i != '0 && 32'(cfg_n_max_i) <= MaxPackets);
    if (started) begin
      RequesterIsPart: assert (registers[StorageBits-1-:RequesterBits] == p_requester &&
                               resend_slot == p_resend);
      StrayIsRequesters: assert (stray == p_stray);
      SchedulerIsPart: assert (registers[AckBits+:SchedulerBits] == p_scheduler &&
                               control_ready == p_control_ready);
      AcknowledgerIsPart: assert (packet_ready == p_packet_ready && registers[AckBits-1:0] ==
                                  {p_ack, p_ack_to, p_ack_message, p_ack_sequence});
      GrantFirst: assert (reply_valid == (p_grant || p_ack) && (!ack_held || p_ack) &&
                          reply_kind == (p_grant && !ack_held ? 4'd3 : p_ack ? 4'd4 : 4'd0));
      ReplyShown: assert (p_grant && !ack_held ?
          {reply_destination, reply_message, reply_sequence, reply_tag, reply_start} ==
              {p_grant_to, 32'd0, p_tag, p_start} :
          !p_ack || {reply_destination, reply_message, reply_sequence, reply_tag, reply_start} ==
              {p_ack_to, p_ack_message, p_ack_sequence, 8'd0, StartBits'(0)});
      SleepsWithAll: assert (quiescent == (p_quiet_r && p_quiet_s && p_quiet_a));
      WakesAtEarlier: assert (wake_valid == (p_wake_r || p_wake_s) && (!p_wake_s || !p_wake_r ||
                              wake_at == (apart[CycleBits-1] ? p_at_s : p_at_r)));
    end
    GrantBeforeAck: cover (started && p_grant && p_ack);
    BothWake: cover (started && p_wake_r && p_wake_s);
  end

endmodule
