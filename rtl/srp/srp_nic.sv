// SPDX-License-Identifier: Apache-2.0
// What a network interface instantiates for SRP: reservation requester, reservation scheduler,
// acknowledgement generator and the order of their replies.
//
// Source: SRP paper, Sections 3 and 6.6. Contract: docs/reference/srp/srp_nic.md.
// Timing: outputs are functions of registers and cfg levels; reply_* shows the scheduler's grant,
// else the acknowledgement, until it is taken; reply_ready_i goes to the one shown.
// Cost: beside the parts one flip-flop.
// Not handled: a reservation while control_ready_o is 0 is ignored.
// lint-params: Nodes=100 ReservationEntries=5 MaxPackets=5 CycleBits=8
// lint-large: Nodes=1024 ReservationEntries=64 MaxPackets=64
// lint-params: Nodes=100 ReservationEntries=5 MaxPackets=5 CycleBits=8 Timeouts=1
// lint-illegal: Nodes=8193
// lint-illegal: MaxPackets=1
// lint-illegal: Timeouts=2

module srp_nic #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations with a reservation at a time, 1-64.
    parameter int unsigned ReservationEntries = 16,
    /// Packets of a reservation at most, 2-64.
    parameter int unsigned MaxPackets = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    /// 1: the requester asks again and sends again what is not answered in time; 0 or 1.
    parameter int unsigned Timeouts = 0,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned BlockBits = $clog2(MaxPackets + 1),
    localparam int unsigned FlitBits = chokepoint_pkg::FlitBits,
    localparam int unsigned TagBits = srp_messages_pkg::TagBits,
    localparam int unsigned SizeBits = srp_messages_pkg::FlitsBits,
    localparam int unsigned MessageBits = srp_messages_pkg::MessageBits,
    localparam int unsigned SequenceBits = srp_messages_pkg::SequenceNumberBits,
    // Of t_s a grant has the lowest bits.
    localparam int unsigned StartBits =
        CycleBits < srp_messages_pkg::StartBits ? CycleBits : srp_messages_pkg::StartBits,
    localparam int unsigned Rows = ReservationEntries,
    localparam int unsigned SlotBits = $clog2(MaxPackets),
    localparam int unsigned Banks = (Rows + 3) / 4,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    // Of the requester: a row, with the flits of its block.
    localparam int unsigned RowStateBits =
        5 + NodeBits + SlotBits + BlockBits + 2 * 2 ** SlotBits + 32 + 20 * Timeouts,
    localparam int unsigned RequesterStateBits = Rows * (RowStateBits + 1) +
        4 * Banks * (StartBits - 2) + $clog2(Rows * MaxPackets + 1) + Timeouts * (CycleBits + 16),
    localparam int unsigned RequesterPipelineBits = (66 + Rows - SlotBits) +
        (1 + NodeBits + TagBits + SizeBits) + (Rows + 1 + SlotBits) +
        ($clog2(4 * Banks + 1) + StartBits + CycleBits + 3) + 1,
    // Of the scheduler and of the acknowledgements.
    localparam int unsigned SchedulerPipelineBits =
        (1 + NodeBits + TagBits + StartBits) + (FlitBits + 2) + 34,
    localparam int unsigned AckBits = 1 + NodeBits + 32,
    /// The sum of the three.
    localparam int unsigned StateBits = RequesterStateBits + 1 + CycleBits,
    /// The sum of the three, and the acknowledgement that is shown until taken.
    localparam int unsigned PipelineBits =
        RequesterPipelineBits + SchedulerPipelineBits + AckBits + 1,
    /// All flip-flops and memory bits.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                         clk_i,
    /// Asynchronous assert, active low.
    input  logic                                         rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                                         enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]                         now_i,
    /// The rest of a message to a destination without entry; only while offer_ready_o is 1.
    input  logic                                         offer_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]                          offer_destination_i,
    /// The message.
    input  logic [15:0]                                  offer_message_i,
    /// Its first packet not yet in a block.
    input  logic [15:0]                                  offer_sequence_i,
    /// Packets left of the message, at least 1.
    input  logic [15:0]                                  offer_packets_i,
    /// Flits left of the message.
    input  logic [15:0]                                  offer_flits_i,
    /// Size of all its packets but the last.
    input  logic [FlitBits-1:0]                          offer_packet_flits_i,
    /// One-hot: the entry whose packet, as shown in this cycle, starts to enter the network; 0:
    /// none, or one without reservation.
    input  logic [ReservationEntries-1:0]                sent_entry_i,
    /// It went speculatively.
    input  logic                                         sent_speculative_i,
    /// The reservation below has been taken.
    input  logic                                         request_ready_i,
    /// Packets per reservation at most, 1 to MaxPackets.
    input  logic [BlockBits-1:0]                         cfg_n_max_i,
    /// Packets that the retransmission buffer holds, at least 1.
    input  logic [15:0]                                  cfg_slots_i,
    /// Cycles until a grant or the last answers are late; 0: never. Counts with Timeouts only.
    input  logic [CycleBits-1:0]                         cfg_timeout_i,
    /// 1 + epsilon, 2.16 fixed point, at least 1.0.
    input  logic [17:0]                                  cfg_inflation_i,
    /// Cycles between a reservation's arrival and the earliest start.
    input  logic [CycleBits-1:0]                         cfg_lead_i,
    /// 1: packets that were never reserved push the schedule back.
    input  logic                                         cfg_charge_bypass_i,
    /// A control packet arrived; a reservation only while control_ready_o is 1.
    input  logic                                         control_valid_i,
    /// RESERVATION, GRANT, ACK or NACK; others are ignored.
    input  logic [3:0]                                   control_kind_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0]                          control_source_i,
    /// ACK, NACK: the message of the packet.
    input  logic [MessageBits-1:0]                       control_message_i,
    /// ACK, NACK: the packet.
    input  logic [SequenceBits-1:0]                      control_sequence_i,
    /// Reservation, grant: its tag.
    input  logic [TagBits-1:0]                           control_tag_i,
    /// Reservation: size of the block in flits.
    input  logic [SizeBits-1:0]                          control_flits_i,
    /// Grant: t_s, lowest bits; less than half their range from now_i.
    input  logic [StartBits-1:0]                         control_start_i,
    /// A data packet's tail arrived; presented only while packet_ready_o is 1.
    input  logic                                         packet_valid_i,
    /// It was sent speculatively.
    input  logic                                         packet_speculative_i,
    /// It was sent without reservation.
    input  logic                                         packet_bypass_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0]                          packet_source_i,
    /// Its message.
    input  logic [15:0]                                  packet_message_i,
    /// Its number within the message.
    input  logic [15:0]                                  packet_sequence_i,
    /// Its size in flits.
    input  logic [FlitBits-1:0]                          packet_flits_i,
    /// The reply below has been taken.
    input  logic                                         reply_ready_i,
    /// An entry is free and no reservation waits to be taken.
    output logic                                         offer_ready_o,
    /// The entry is in use. A bit that rises belongs to the destination of the offer of the clock
    /// before.
    output logic [ReservationEntries-1:0]                entry_valid_o,
    /// Its next packet may go speculatively.
    output logic [ReservationEntries-1:0]                entry_speculate_o,
    /// Its next packet may go as reserved data.
    output logic [ReservationEntries-1:0]                entry_send_o,
    /// With entry_send_o: that packet went speculatively before and was dropped.
    output logic [ReservationEntries-1:0]                entry_resend_o,
    /// With entry_resend_o: the low bits of that packet's number; 0 without.
    output logic [SlotBits-1:0]                          resend_slot_o,
    /// Send a reservation.
    output logic                                         request_valid_o,
    /// The node it goes to.
    output logic [NodeBits-1:0]                          request_destination_o,
    /// What the grant is to call it by: the entry and, with Timeouts, which of its blocks.
    output logic [TagBits-1:0]                           request_tag_o,
    /// Size of the block in flits.
    output logic [SizeBits-1:0]                          request_flits_o,
    /// Packets in the retransmission buffer.
    output logic [15:0]                                  held_o,
    /// An ACK or NACK of two clocks ago belonged to no outstanding packet; 0 with Timeouts.
    output logic                                         error_o,
    /// With Timeouts: ACKs and NACKs that belonged to no packet, up to 65535; else 0.
    output logic [15:0]                                  stray_o,
    /// Send a grant or an acknowledgement.
    output logic                                         reply_valid_o,
    /// GRANT before ACK, but for one that has been shown; 0 when not valid.
    output logic [3:0]                                   reply_kind_o,
    /// The node it goes to.
    output logic [NodeBits-1:0]                          reply_destination_o,
    /// ACK: the message of the packet; else 0.
    output logic [MessageBits-1:0]                       reply_message_o,
    /// ACK: the packet; else 0.
    output logic [SequenceBits-1:0]                      reply_sequence_o,
    /// Grant: the reservation's tag; else 0.
    output logic [TagBits-1:0]                           reply_tag_o,
    /// Grant: t_s, lowest bits; else 0.
    output logic [StartBits-1:0]                         reply_start_o,
    /// A reservation may be presented; other kinds always.
    output logic                                         control_ready_o,
    /// A data packet may be presented.
    output logic                                         packet_ready_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                                         quiescent_o,
    /// There is a wake time.
    output logic                                         wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]                         wake_at_o
`ifdef FORMAL
    ,
    /// Every register and word of memory, for the proofs.
    output logic [StorageBits-1:0]                       state_o
`endif
);

  logic                 grant_valid, ack_valid, reservation, bypass;
  logic [NodeBits-1:0]  grant_destination, ack_destination;
  logic [15:0]          ack_message, ack_sequence;
  logic [TagBits-1:0]   grant_tag;
  logic [StartBits-1:0] grant_start;
  logic [CycleBits-1:0] requester_wake_at, scheduler_wake_at, lead;
  logic                 requester_quiescent, scheduler_quiescent, acknowledger_quiescent;
  logic                 requester_wake, scheduler_wake;
  // An acknowledgement is shown; it was before this clock, and was not taken.
  logic                 ack_shown, ack_held_q;
  /* verilator lint_off UNUSEDSIGNAL */  // the NIC knows what it has offered
  logic [ReservationEntries*NodeBits-1:0] entry_destination;
  /* verilator lint_on UNUSEDSIGNAL */
`ifdef FORMAL
  logic [RequesterStateBits+RequesterPipelineBits-1:0] requester_state;
  logic [1+CycleBits+SchedulerPipelineBits-1:0]        scheduler_state;
  assign state_o = {requester_state, ack_held_q, scheduler_state, ack_valid,
                           ack_destination, ack_message, ack_sequence};
`endif

  assign reservation = control_valid_i && control_kind_i == chokepoint_pkg::RESERVATION;
  assign bypass      = packet_valid_i && packet_bypass_i && !packet_speculative_i;

  reservation_requester #(
      .Nodes(Nodes),
      .ReservationEntries(ReservationEntries),
      .MaxPackets(MaxPackets),
      .CycleBits(CycleBits),
      .Timeouts(Timeouts)
  ) u_requester (
      .clk_i, .rst_ni, .enable_i, .now_i,
      .offer_valid_i, .offer_destination_i, .offer_message_i, .offer_sequence_i, .offer_packets_i,
      .offer_flits_i, .offer_packet_flits_i,
      .sent_entry_i, .sent_speculative_i,
      .response_valid_i(control_valid_i && !reservation),
      .response_kind_i(control_kind_i),
      .response_source_i(control_source_i),
      .response_message_i(control_message_i),
      .response_sequence_i(control_sequence_i),
      .response_tag_i(control_tag_i),
      .response_start_i(control_start_i),
      .request_ready_i, .cfg_n_max_i, .cfg_slots_i, .cfg_timeout_i,
      .offer_ready_o, .entry_valid_o,
      .entry_destination_o(entry_destination),
      .entry_speculate_o, .entry_send_o, .entry_resend_o, .resend_slot_o,
      .request_valid_o, .request_destination_o, .request_tag_o, .request_flits_o,
      .held_o, .error_o, .stray_o,
`ifdef FORMAL
      .state_o(requester_state),
`endif
      .quiescent_o(requester_quiescent),
      .wake_valid_o(requester_wake),
      .wake_at_o(requester_wake_at)
  );

  reservation_scheduler #(
      .Nodes(Nodes),
      .CycleBits(CycleBits)
  ) u_scheduler (
      .clk_i, .rst_ni, .enable_i, .now_i,
      .reservation_valid_i(reservation),
      .reservation_source_i(control_source_i),
      .reservation_tag_i(control_tag_i),
      .reservation_flits_i(control_flits_i),
      .bypass_valid_i(bypass),
      .bypass_flits_i(packet_flits_i),
      .grant_ready_i(reply_ready_i && !ack_shown),
      .cfg_inflation_i, .cfg_lead_i, .cfg_charge_bypass_i,
      .reservation_ready_o(control_ready_o),
      .grant_valid_o(grant_valid),
      .grant_destination_o(grant_destination),
      .grant_tag_o(grant_tag),
      .grant_start_o(grant_start),
`ifdef FORMAL
      .state_o(scheduler_state),
`endif
      .quiescent_o(scheduler_quiescent),
      .wake_valid_o(scheduler_wake),
      .wake_at_o(scheduler_wake_at)
  );

  acknowledgement_generator #(
      .Nodes(Nodes)
  ) u_acknowledger (
      .clk_i, .rst_ni, .enable_i,
      .packet_valid_i, .packet_speculative_i, .packet_source_i, .packet_message_i,
      .packet_sequence_i,
      .ack_ready_i(reply_ready_i && ack_shown),
      .packet_ready_o,
      .ack_valid_o(ack_valid),
      .ack_destination_o(ack_destination),
      .ack_message_o(ack_message),
      .ack_sequence_o(ack_sequence),
      .quiescent_o(acknowledger_quiescent)
  );

  // What waits stays: a grant that comes later waits behind the acknowledgement.
  assign ack_shown = ack_valid && (!grant_valid || ack_held_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_ack_held
    if (!rst_ni) ack_held_q <= 1'b0;
    else ack_held_q <= enable_i && ack_shown && !reply_ready_i;
  end

  // An empty register is 0: without grant everything is.
  assign reply_valid_o       = grant_valid || ack_valid;
  assign reply_kind_o        = ack_shown ? chokepoint_pkg::ACK
                                         : grant_valid ? chokepoint_pkg::GRANT : 4'd0;
  assign reply_destination_o = ack_shown ? ack_destination : grant_destination;
  assign reply_message_o     = ack_shown ? ack_message : '0;
  assign reply_sequence_o    = ack_shown ? ack_sequence : '0;
  assign reply_tag_o         = ack_shown ? '0 : grant_tag;
  assign reply_start_o       = ack_shown ? '0 : grant_start;

  assign quiescent_o = requester_quiescent && scheduler_quiescent && acknowledger_quiescent;

  // The earlier one, in modular order.
  assign lead         = scheduler_wake_at - requester_wake_at;
  assign wake_valid_o = requester_wake || scheduler_wake;
  assign wake_at_o    = scheduler_wake && (!requester_wake || lead[CycleBits-1])
                            ? scheduler_wake_at : requester_wake_at;

endmodule
