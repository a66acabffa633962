// SPDX-License-Identifier: Apache-2.0
// Source side of SRP: a table of active reservations, at most one per destination; says per entry
// which packet may go next, speculatively or as reserved data.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md.
// Timing: outputs are registers or functions of registers and cfg levels. Latency 1, of an ACK or
// NACK 2; a row that is done is free a clock later, a dropped packet is shown two clocks after it
// may go, a start counts within four. A response, a packet sent and an offer are taken each clock.
// Cost: ReservationEntries rows (reservation_entry), each with 32 flip-flops without reset for its
// block, read by an AND-OR of all rows, and a start in arrays of four words that share a comparator
// (reservation_starts); for all rows one comparison of an answer (reservation_answer), one packet
// that goes again (reservation_repair), one request (reservation_request).
// Not handled: sent_entry_i of an entry that shows neither speculate nor send, or of two; an offer
// for a destination that has an entry.
// lint-params: Nodes=100 ReservationEntries=5 MaxPackets=5 CycleBits=40
// lint-params: Nodes=8192 ReservationEntries=1 MaxPackets=2 CycleBits=8
// lint-large: Nodes=1024 ReservationEntries=64 MaxPackets=64
// lint-params: Nodes=100 ReservationEntries=5 MaxPackets=5 CycleBits=40 Timeouts=1
// lint-params: Nodes=8192 ReservationEntries=1 MaxPackets=2 CycleBits=8 Timeouts=1
// lint-illegal: Nodes=15
// lint-illegal: ReservationEntries=65
// lint-illegal: MaxPackets=1
// lint-illegal: MaxPackets=65
// lint-illegal: CycleBits=65
// lint-illegal: Timeouts=2

module reservation_requester #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    /// Destinations with a reservation at a time, 1-64.
    parameter int unsigned ReservationEntries = 16,
    /// Packets of a reservation at most, 2-64.
    parameter int unsigned MaxPackets = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32,
    /// 1: an entry that waits for longer than cfg_timeout_i asks again, or sends again; 0 or 1.
    parameter int unsigned Timeouts = 0,
    localparam int unsigned NodeBits = $clog2(Nodes),
    localparam int unsigned Rows = ReservationEntries,
    localparam int unsigned BlockBits = $clog2(MaxPackets + 1),
    localparam int unsigned SlotBits = $clog2(MaxPackets),
    localparam int unsigned Slots = 2 ** SlotBits,
    localparam int unsigned FlitBits = chokepoint_pkg::FlitBits,
    localparam int unsigned TagBits = srp_messages_pkg::TagBits,
    localparam int unsigned SizeBits = srp_messages_pkg::FlitsBits,
    localparam int unsigned MessageBits = srp_messages_pkg::MessageBits,
    localparam int unsigned SequenceBits = srp_messages_pkg::SequenceNumberBits,
    // Of t_s a grant has the lowest bits.
    localparam int unsigned StartBits =
        CycleBits < srp_messages_pkg::StartBits ? CycleBits : srp_messages_pkg::StartBits,
    localparam int unsigned Banks = (Rows + 3) / 4,
    // The most packets that are held.
    localparam int unsigned HeldBits = $clog2(Rows * MaxPackets + 1),
    // Of the parts: a row; the answer; what goes again; the starts and the walk; the request.
    localparam int unsigned RowStateBits =
        5 + NodeBits + SlotBits + BlockBits + 2 * Slots + 4 * Timeouts,
    localparam int unsigned AnswerBits = 66 + Rows - SlotBits,
    localparam int unsigned RepairBits = 2 * Rows + 1 + SlotBits,
    localparam int unsigned WalkBits = $clog2(4 * Banks + 1) + StartBits + CycleBits + 3,
    localparam int unsigned TurnsBits = 4 * Banks * (StartBits - 2),
    localparam int unsigned RequestBits = 1 + NodeBits + TagBits + SizeBits,
    localparam int unsigned TimeoutBits = Timeouts * (CycleBits + 16 + 16 * Rows),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The rows, their blocks and starts, the packets held; whose packet goes again next.
    localparam int unsigned StateBits =
        Rows * (RowStateBits + 32) + TurnsBits + Rows + HeldBits + TimeoutBits,
    /// The answer, the reservation that waits, the packet that goes again, the walk, the error bit.
    localparam int unsigned PipelineBits =
        AnswerBits + RequestBits + RepairBits - Rows + WalkBits + 1,
    /// All flip-flops and memory bits.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                                   rst_ni,
    /// Low: everything but blocks, starts and sizes asked for takes its reset value at the clock.
    input  logic                                   enable_i,
    /// The network's cycle counter; does not wake.
    input  logic [CycleBits-1:0]                   now_i,
    /// The rest of a message to a destination without entry; only while offer_ready_o is 1.
    input  logic                                   offer_valid_i,
    /// Its destination.
    input  logic [NodeBits-1:0]                    offer_destination_i,
    /// The message.
    input  logic [15:0]                            offer_message_i,
    /// Its first packet not yet in a block.
    input  logic [15:0]                            offer_sequence_i,
    /// Packets left of the message, at least 1.
    input  logic [15:0]                            offer_packets_i,
    /// Flits left of the message.
    input  logic [15:0]                            offer_flits_i,
    /// Size of all its packets but the last.
    input  logic [FlitBits-1:0]                    offer_packet_flits_i,
    /// One-hot: the entry whose packet, as shown in this cycle, starts to enter the network; 0:
    /// none, or one without reservation.
    input  logic [ReservationEntries-1:0]          sent_entry_i,
    /// It went speculatively.
    input  logic                                   sent_speculative_i,
    /// A control packet from a destination.
    input  logic                                   response_valid_i,
    /// GRANT, ACK or NACK; others are ignored.
    input  logic [3:0]                             response_kind_i,
    /// The destination it comes from.
    input  logic [NodeBits-1:0]                    response_source_i,
    /// ACK, NACK: the message of the packet.
    input  logic [MessageBits-1:0]                 response_message_i,
    /// ACK, NACK: the packet.
    input  logic [SequenceBits-1:0]                response_sequence_i,
    /// Grant: the reservation's tag.
    input  logic [TagBits-1:0]                     response_tag_i,
    /// Grant: t_s, lowest bits; less than half their range from now_i.
    input  logic [StartBits-1:0]                   response_start_i,
    /// The reservation below has been taken.
    input  logic                                   request_ready_i,
    /// Packets per reservation at most, 1 to MaxPackets.
    input  logic [BlockBits-1:0]                   cfg_n_max_i,
    /// Packets that the retransmission buffer holds, at least 1.
    input  logic [15:0]                            cfg_slots_i,
    /// A grant or the last answers are late after at least so many cycles, and at most twice as
    /// many; below half the counter's range. 0: never. Constant while enabled; with Timeouts only.
    input  logic [CycleBits-1:0]                   cfg_timeout_i,
    /// An entry is free and no reservation waits to be taken.
    output logic                                   offer_ready_o,
    /// The entry is in use.
    output logic [ReservationEntries-1:0]          entry_valid_o,
    /// Its destination; 0 when not valid.
    output logic [ReservationEntries*NodeBits-1:0] entry_destination_o,
    /// Its next packet may go speculatively.
    output logic [ReservationEntries-1:0]          entry_speculate_o,
    /// Its next packet may go as reserved data.
    output logic [ReservationEntries-1:0]          entry_send_o,
    /// With entry_send_o: a packet that was dropped goes again. One entry at a time.
    output logic [ReservationEntries-1:0]          entry_resend_o,
    /// With entry_resend_o: the low bits of that packet's number; 0 without.
    output logic [SlotBits-1:0]                    resend_slot_o,
    /// Send a reservation.
    output logic                                   request_valid_o,
    /// The node it goes to.
    output logic [NodeBits-1:0]                    request_destination_o,
    /// What the grant is to call it by: the entry and, with Timeouts, which of its blocks.
    output logic [TagBits-1:0]                     request_tag_o,
    /// Size of the block in flits.
    output logic [SizeBits-1:0]                    request_flits_o,
    /// Packets in the retransmission buffer.
    output logic [15:0]                            held_o,
    /// An ACK or NACK of two clocks ago belonged to no outstanding packet; 0 with Timeouts.
    output logic                                   error_o,
    /// With Timeouts: ACKs and NACKs that belonged to no packet, up to 65535; else 0.
    output logic [15:0]                            stray_o,
    /// An idle clock changes nothing before wake_at_o.
    output logic                                   quiescent_o,
    /// There is a wake time.
    output logic                                   wake_valid_o,
    /// Cycle at which it must be clocked; 0 without a wake time.
    output logic [CycleBits-1:0]                   wake_at_o
`ifdef FORMAL
    ,
    /// Every register and word of memory, for the proofs.
    output logic [StorageBits-1:0]                 state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ReservationEntries < 1 || ReservationEntries > 64)
    $fatal(1, "%m: ReservationEntries = %0d, legal 1-64", ReservationEntries);
  if (MaxPackets < 2 || MaxPackets > 64) $fatal(1, "%m: MaxPackets = %0d, legal 2-64", MaxPackets);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);
  if (Timeouts > 1) $fatal(1, "%m: Timeouts = %0d, legal 0-1", Timeouts);

  logic [Rows-1:0]          allocate, taken, repeats, late, named, granted, reached, waits, matched;
  logic [Rows-1:0]          sends, spares, speculates, transmits, repairs, repair_row, done, answer;
  logic [Rows*Slots-1:0]    outstanding, failed;
  logic [Rows*SlotBits-1:0] slot;
  logic [Rows*2-1:0]        blocks;
  logic [BlockBits-1:0]     block;
  logic [Rows*32-1:0]       block_q;
  logic [15:0]              message, base;
  logic [Slots-1:0]         answered, speculated, repair_slot;
  logic [SlotBits-1:0]      sent_slot;
  logic                     nack, acknowledged, refused, spared, missed, answers, missed_q, same;
  logic                     grant, grant_due, repairing, speculating, repair_busy, walks, tick;
  logic                     walk_valid;
  logic [CycleBits-1:0]     walk_at;
  logic [StartBits-1:0]     since;
  logic [HeldBits-1:0]      held_q, held_d, one_more, one_less, two_less, held_still, held_less;
`ifdef FORMAL
  logic [AnswerBits-1:0]                                answer_state;
  logic [Rows*RowStateBits-1:0]                         row_state;
  logic [RepairBits-1:0]                                repair_state;
  logic [WalkBits+TurnsBits-1:0]                        starts_state;
  logic [RequestBits+Timeouts*16*Rows-1:0]              request_state;
`endif

  reservation_request #(
      .NodeBits(NodeBits),
      .Rows(Rows),
      .BlockBits(BlockBits),
      .Timeouts(Timeouts)
  ) u_request (
      .clk_i, .rst_ni, .enable_i,
      .offer_valid_i, .offer_destination_i, .offer_packets_i, .offer_flits_i,
      .offer_packet_flits_i, .cfg_n_max_i, .request_ready_i,
      .valid_i(entry_valid_o),
      .destination_i(entry_destination_o),
      .blocks_i(blocks),
      .late_i(late),
      .ready_o(offer_ready_o),
      .allocate_o(allocate),
      .block_o(block),
      .taken_o(taken),
      .repeat_o(repeats),
`ifdef FORMAL
      .state_o(request_state),
`endif
      .request_valid_o, .request_destination_o, .request_tag_o, .request_flits_o
  );

  // What a block keeps as it is: its message and its first packet.
  always_ff @(posedge clk_i) begin : p_block
    for (int r = 0; r < Rows; r++)
      if (allocate[r]) block_q[r*32+:32] <= {offer_message_i, offer_sequence_i};
  end

  // Of the row that a response is about, and of the one that sends.
  assign sends = sent_entry_i & entry_valid_o;
  always_comb begin : p_rows
    {message, base} = '0;
    sent_slot       = '0;
    for (int r = 0; r < Rows; r++) begin
      {message, base} = {message, base} | (block_q[r*32+:32] & {32{matched[r]}});
      sent_slot       = sent_slot | (slot[r*SlotBits+:SlotBits] & {SlotBits{sends[r]}});
    end
  end

  reservation_answer #(
      .Rows(Rows),
      .SlotBits(SlotBits),
      .Timeouts(Timeouts)
  ) u_answer (
      .clk_i, .rst_ni, .enable_i,
      .valid_i(response_valid_i),
      .kind_i(response_kind_i),
      .message_i(response_message_i),
      .sequence_i(response_sequence_i),
      .matches_i(matched),
      .row_message_i(message),
      .row_base_i(base),
      .outstanding_i(outstanding),
      .failed_i(failed),
      .row_o(answer),
      .slot_o(answered),
      .nack_o(nack),
      .refused_o(refused),
      .acknowledged_o(acknowledged),
      .spared_o(spared),
      .missed_o(missed),
`ifdef FORMAL
      .state_o(answer_state),
`endif
      .busy_o(answers)
  );

  // A start is ahead if it is by less than half the range of its bits.
  assign grant     = response_valid_i && response_kind_i == chokepoint_pkg::GRANT;
  assign since     = now_i[StartBits-1:0] - response_start_i;
  assign grant_due = !since[StartBits-1];

  // What is sent: again, or for the first time.
  assign repairing   = (sends & repair_row) != '0;
  assign speculating = sends != '0 && sent_speculative_i;
  assign spares      = answer & {Rows{spared}};
  always_comb begin : p_sent
    for (int s = 0; s < Slots; s++)
      speculated[s] = sent_speculative_i && sent_slot == SlotBits'(s);
  end

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    assign named[r] = grant && response_tag_i[TagBits-1:2] == 6'(r);
    reservation_entry #(
        .NodeBits(NodeBits),
        .SlotBits(SlotBits),
        .BlockBits(BlockBits),
        .Timeouts(Timeouts)
    ) u_row (
        .clk_i, .rst_ni, .enable_i,
        .allocate_i(allocate[r]),
        .offer_destination_i,
        .offer_slot_i(offer_sequence_i[SlotBits-1:0]),
        .offer_block_i(block),
        .taken_i(taken[r]),
        .repeat_i(repeats[r]),
        .response_source_i,
        .grant_i(named[r]),
        .grant_block_i(response_tag_i[1:0]),
        .grant_due_i(grant_due),
        .reached_i(reached[r]),
        .answer_i(answer[r]),
        .answered_i(answered),
        .nack_i(nack),
        .refused_i(refused),
        .spared_i(spared),
        .sent_i(sends[r]),
        .again_i(repair_row[r]),
        .speculated_i(speculated),
        .repaired_i(repair_slot),
        .tick_i(tick),
        .valid_o(entry_valid_o[r]),
        .destination_o(entry_destination_o[r*NodeBits+:NodeBits]),
        .slot_o(slot[r*SlotBits+:SlotBits]),
        .outstanding_o(outstanding[r*Slots+:Slots]),
        .failed_o(failed[r*Slots+:Slots]),
        .speculates_o(speculates[r]),
        .transmits_o(transmits[r]),
        .repairs_o(repairs[r]),
        .done_o(done[r]),
        .waits_o(waits[r]),
        .late_o(late[r]),
        .blocks_o(blocks[r*2+:2]),
`ifdef FORMAL
        .state_o(row_state[r*RowStateBits+:RowStateBits]),
`endif
        .matches_o(matched[r]),
        .grants_o(granted[r])
    );
  end

  reservation_repair #(
      .Rows(Rows),
      .SlotBits(SlotBits)
  ) u_repair (
      .clk_i, .rst_ni, .enable_i,
      .waits_i(repairs),
      .failed_i(failed),
      .sent_i(repairing),
      .spared_i(spares),
      .shown_o(repair_row),
      .low_o(resend_slot_o),
      .slot_o(repair_slot),
`ifdef FORMAL
      .state_o(repair_state),
`endif
      .busy_o(repair_busy)
  );

  reservation_starts #(
      .Rows(Rows),
      .CycleBits(CycleBits)
  ) u_starts (
      .clk_i, .rst_ni, .enable_i, .now_i,
      .granted_i(granted),
      .turn_i(response_tag_i[3:2]),
      .start_i(response_start_i),
      .waits_i(waits),
      .done_i(done),
      .reached_o(reached),
      .busy_o(walks),
`ifdef FORMAL
      .state_o(starts_state),
`endif
      .wake_valid_o(walk_valid),
      .wake_at_o(walk_at)
  );

  // Packets held: what is sent decides between sums that stand side by side, the answer comes last.
  // A packet that is acknowledged as it goes again is one.
  assign one_more   = held_q + HeldBits'(1);
  assign one_less   = held_q - HeldBits'(1);
  assign two_less   = held_q - HeldBits'(2);
  assign held_still = speculating ? one_more : repairing ? one_less : held_q;
  assign held_less  = speculating ? held_q : repairing ? two_less : one_less;
  assign same       = (spares & sends & repair_row) != '0 && (answered & repair_slot) != '0;
  assign held_d     = acknowledged && !same ? held_less : held_still;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {held_q, missed_q} <= '0;
    end else begin
      held_q   <= held_d & {HeldBits{enable_i}};
      missed_q <= enable_i && missed;
    end
  end

  if (Timeouts != 0) begin : gen_timeouts
`ifdef FORMAL
    logic [CycleBits+15:0] timer_state;
`endif
    reservation_timer #(
        .CycleBits(CycleBits)
    ) u_timer (
        .clk_i, .rst_ni, .enable_i, .now_i, .cfg_timeout_i,
        .used_i(|entry_valid_o),
        .begins_i(|allocate),
        .missed_i(missed_q),
        .walk_valid_i(walk_valid),
        .walk_at_i(walk_at),
`ifdef FORMAL
        .state_o(timer_state),
`endif
        .tick_o(tick),
        .wake_valid_o, .wake_at_o, .stray_o
    );
    assign error_o = 1'b0;
  end else begin : gen_no_timeouts
    logic unused;
    assign unused       = ^cfg_timeout_i;
    assign tick         = 1'b0;
    assign wake_valid_o = walk_valid;
    assign wake_at_o    = walk_at;
    assign stray_o      = '0;
    assign error_o      = missed_q;
  end

  assign entry_speculate_o = 16'(held_q) < cfg_slots_i ? speculates : '0;
  assign entry_send_o      = transmits | repair_row;
  assign entry_resend_o    = repair_row;
  assign held_o            = 16'(held_q);
  assign quiescent_o       = !request_valid_o && !answers && !missed_q && !walks && !repair_busy &&
                             done == '0 && late == '0;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && offer_valid_i) OfferInNetwork: assert (32'(offer_destination_i) < Nodes);
    if (enable_i) BlockWithinTable: assert (32'(cfg_n_max_i) <= MaxPackets && |cfg_n_max_i);
    if (enable_i) SentOfOneEntry: assert ((sent_entry_i & (sent_entry_i - Rows'(1))) == '0);
  end
`endif

`ifdef FORMAL
  if (Timeouts != 0)
    assign state_o[StorageBits-1-:CycleBits+16] = gen_timeouts.timer_state;
  assign state_o[StorageBits-Timeouts*(CycleBits+16)-1:0] =
      {row_state, repair_state, starts_state, request_state, block_q, answer_state, held_q,
       missed_q};
`endif

endmodule
