// SPDX-License-Identifier: Apache-2.0
// Source side of SRP: a table of active reservations, at most one per destination; says per entry
// which packet may go next, speculatively or as reserved data.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/reservation_requester.md.
// Timing: all outputs are registers or functions of registers and cfg levels. Latency 1.
// Cost: per entry three comparators of NodeBits, two of CycleBits, and MaxPackets bits twice with a
// search for the lowest. With Timeouts those of reservation_timeouts too.
// Not handled: sent_valid_i for an entry that shows neither speculate nor send; an offer for a
// destination that has an entry.
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
    localparam int unsigned BlockBits = $clog2(MaxPackets + 1),
    localparam int unsigned FlitBits = chokepoint_pkg::FlitBits,
    localparam int unsigned TagBits = srp_messages_pkg::TagBits,
    localparam int unsigned SizeBits = srp_messages_pkg::FlitsBits,
    localparam int unsigned MessageBits = srp_messages_pkg::MessageBits,
    localparam int unsigned SequenceBits = srp_messages_pkg::SequenceNumberBits,
    // Of t_s a grant has the lowest bits.
    localparam int unsigned StartBits =
        CycleBits < srp_messages_pkg::StartBits ? CycleBits : srp_messages_pkg::StartBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// The table, and the packets held.
    localparam int unsigned StateBits = ReservationEntries *
        (1 + NodeBits + 32 + 2 * BlockBits + 2 * MaxPackets + 4 + CycleBits + 18 * Timeouts) +
        16 + 16 * Timeouts,
    /// The reservation that waits, and the error bit.
    localparam int unsigned PipelineBits = 1 + NodeBits + TagBits + SizeBits + 1,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                                   clk_i,
    /// Asynchronous assert, active low.
    input  logic                                   rst_ni,
    /// Low: everything takes its reset value at the clock.
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
    /// The packet shown for a destination in this cycle starts to enter the network.
    input  logic                                   sent_valid_i,
    /// The destination.
    input  logic [NodeBits-1:0]                    sent_destination_i,
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
    /// Cycles until a grant or the last answers are late, below a quarter of the counter's range;
    /// 0: never. Constant while enabled; without Timeouts it does not count.
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
    /// With entry_send_o: that packet went speculatively before and was dropped.
    output logic [ReservationEntries-1:0]          entry_resend_o,
    /// That packet; 0 when neither may go.
    output logic [ReservationEntries*16-1:0]       entry_sequence_o,
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
    /// An ACK or NACK of the last clock belonged to no outstanding packet; 0 with Timeouts.
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
    /// Every register, for the proofs.
    output logic [StorageBits-1:0]                 formal_state_o
`endif
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);
  if (ReservationEntries < 1 || ReservationEntries > 64)
    $fatal(1, "%m: ReservationEntries = %0d, legal 1-64", ReservationEntries);
  if (MaxPackets < 2 || MaxPackets > 64) $fatal(1, "%m: MaxPackets = %0d, legal 2-64", MaxPackets);
  if (CycleBits < 8 || CycleBits > 64) $fatal(1, "%m: CycleBits = %0d, legal 8-64", CycleBits);
  if (Timeouts > 1) $fatal(1, "%m: Timeouts = %0d, legal 0-1", Timeouts);

  logic [ReservationEntries-1:0]            valid_q, requested_q, granted_q, refused_q, due_q;
  logic [ReservationEntries*NodeBits-1:0]   destination_q;
  logic [ReservationEntries*16-1:0]         message_q, base_q;
  logic [ReservationEntries*BlockBits-1:0]  count_q, next_q;
  logic [ReservationEntries*MaxPackets-1:0] outstanding_q, failed_q;
  logic [ReservationEntries*CycleBits-1:0]  start_q;
  logic [15:0]                              held_q;
  logic                                     request_valid_q, error_q;
  logic [NodeBits-1:0]                      request_destination_q;
  logic [TagBits-1:0]                       request_tag_q;
  logic [SizeBits-1:0]                      request_flits_q;
  // The offer is taken, and the entry that it gets, one-hot; 0 without one.
  logic                                     accepted;
  logic [ReservationEntries-1:0]            free, allocate;
  // t_s as the table has it.
  logic [CycleBits-1:0]                     response_start;
  // Of reservation_timeouts; 0 without.
  logic [ReservationEntries-1:0]            late, expired, deadline;
  logic [SizeBits-1:0]                      late_flits;
  logic [ReservationEntries*2-1:0]          blocks;

  assign accepted = offer_valid_i && !request_valid_q && ~&valid_q;
  assign free     = ~valid_q;
  assign allocate = {ReservationEntries{accepted}} & free & (~free + ReservationEntries'(1));

  if (CycleBits > StartBits) begin : gen_extend
    logic [StartBits-1:0] ahead;
    assign ahead          = response_start_i - now_i[StartBits-1:0];
    assign response_start = now_i + {{(CycleBits - StartBits) {ahead[StartBits-1]}}, ahead};
  end else begin : gen_whole
    assign response_start = response_start_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_table
    /* verilator tracing_off */
    logic                          taken, repeats, answered, any_event, granted, found;
    logic                          speculated, acknowledged, resent;
    logic [NodeBits-1:0]           destination;
    logic [BlockBits-1:0]          block, next;
    logic [15:0]                   offset;
    logic [MaxPackets-1:0]         packet, outstanding, failed;
    logic [CycleBits-1:0]          start, elapsed;
    /* verilator tracing_on */
    if (!rst_ni) begin
      {valid_q, requested_q, granted_q, refused_q, due_q} <= '0;
      {destination_q, message_q, base_q, count_q, next_q, start_q} <= '0;
      outstanding_q <= '0;
      failed_q      <= '0;
      {held_q, error_q} <= '0;
      {request_valid_q, request_destination_q, request_tag_q, request_flits_q} <= '0;
    end else if (!enable_i) begin
      {valid_q, requested_q, granted_q, refused_q, due_q} <= '0;
      {destination_q, message_q, base_q, count_q, next_q, start_q} <= '0;
      outstanding_q <= '0;
      failed_q      <= '0;
      {held_q, error_q} <= '0;
      {request_valid_q, request_destination_q, request_tag_q, request_flits_q} <= '0;
    end else if (|valid_q || offer_valid_i || response_valid_i || request_valid_q || error_q) begin
      taken    = request_valid_q && request_ready_i;
      repeats  = |late && !request_valid_q && !accepted;
      answered = response_valid_i && (response_kind_i == chokepoint_pkg::ACK ||
                                      response_kind_i == chokepoint_pkg::NACK);
      any_event    = taken || response_valid_i || sent_valid_i;
      found        = 1'b0;
      speculated   = 1'b0;
      acknowledged = 1'b0;
      resent       = 1'b0;
      if (taken) begin
        request_valid_q       <= 1'b0;
        request_destination_q <= '0;
        request_tag_q         <= '0;
        request_flits_q       <= '0;
      end

      // An entry that waits costs a simulated clock one comparison.
      for (int e = 0; e < ReservationEntries; e++) begin
        elapsed = now_i - start_q[e*CycleBits+:CycleBits];
        if (valid_q[e] && (any_event || expired[e] ||
                           (granted_q[e] && !due_q[e] && !elapsed[CycleBits-1]))) begin
          destination = destination_q[e*NodeBits+:NodeBits];
          next        = next_q[e*BlockBits+:BlockBits];
          outstanding = outstanding_q[e*MaxPackets+:MaxPackets];
          failed      = failed_q[e*MaxPackets+:MaxPackets];
          granted     = granted_q[e];
          start       = start_q[e*CycleBits+:CycleBits];
          // 1. Reservation taken.
          if (taken && request_destination_q == destination) begin
            requested_q[e] <= 1'b1;
            if (Timeouts != 0 && !granted) start = now_i + cfg_timeout_i;
          end
          // 2. Response.
          if (response_valid_i && response_source_i == destination &&
              response_kind_i == chokepoint_pkg::GRANT &&
              response_tag_i == {6'(e), blocks[e*2+:2]} && !granted) begin
            granted      = 1'b1;
            start        = response_start;
            granted_q[e] <= 1'b1;
          end
          if (response_valid_i && response_source_i == destination &&
              response_message_i == message_q[e*16+:16]) begin
            offset = response_sequence_i - base_q[e*16+:16];
            packet = |offset[15:6] ? '0 : MaxPackets'(64'd1 << offset[5:0]);
            if (answered && |(outstanding & packet)) begin
              found       = 1'b1;
              outstanding = outstanding & ~packet;
              if (response_kind_i == chokepoint_pkg::NACK) begin
                failed       = failed | packet;
                refused_q[e] <= 1'b1;
              end else begin
                acknowledged = 1'b1;
              end
            end
            // Its answer was late: it need not go again.
            if (Timeouts != 0 && response_kind_i == chokepoint_pkg::ACK && |(failed & packet))
            begin
              found        = 1'b1;
              failed       = failed & ~packet;
              acknowledged = 1'b1;
              if (due_q[e]) start = now_i + cfg_timeout_i;
            end
          end
          // 3. Sent: what was shown.
          if (sent_valid_i && sent_destination_i == destination) begin
            if (Timeouts != 0 && !sent_speculative_i) start = now_i + cfg_timeout_i;
            if (sent_speculative_i) begin
              outstanding = outstanding | MaxPackets'(64'd1 << next);
              next        = next + BlockBits'(1);
              speculated  = 1'b1;
            end else if (|failed_q[e*MaxPackets+:MaxPackets]) begin
              packet = failed_q[e*MaxPackets+:MaxPackets];
              resent = Timeouts == 0 || |(failed & packet & (~packet + MaxPackets'(1)));
              failed = failed & ~(packet & (~packet + MaxPackets'(1)));
            end else begin
              next = next + BlockBits'(1);
            end
          end
          // 4. Answers that are late.
          if (expired[e]) begin
            failed       = failed | outstanding;
            outstanding  = '0;
            refused_q[e] <= 1'b1;
          end
          // 5. Due.
          elapsed = now_i - start;
          if (granted && !elapsed[CycleBits-1]) due_q[e] <= 1'b1;
          if (Timeouts != 0 && granted && !due_q[e] && !elapsed[CycleBits-1])
            start = now_i + cfg_timeout_i;
          // 6. Complete.
          if (granted && next == count_q[e*BlockBits+:BlockBits] && ~|outstanding && ~|failed)
          begin
            valid_q[e]     <= 1'b0;
            requested_q[e] <= 1'b0;
            granted_q[e]   <= 1'b0;
            refused_q[e]   <= 1'b0;
            due_q[e]       <= 1'b0;
            next           = '0;
            start          = '0;
            destination_q[e*NodeBits+:NodeBits] <= '0;
            message_q[e*16+:16]                 <= '0;
            base_q[e*16+:16]                    <= '0;
            count_q[e*BlockBits+:BlockBits]     <= '0;
          end
          next_q[e*BlockBits+:BlockBits]          <= next;
          outstanding_q[e*MaxPackets+:MaxPackets] <= outstanding;
          failed_q[e*MaxPackets+:MaxPackets]      <= failed;
          start_q[e*CycleBits+:CycleBits]         <= start;
        end
      end
      error_q <= answered && !found;
      held_q  <= held_q + 16'(speculated) - 16'(acknowledged) - 16'(resent);

      // 7. Offer, to the lowest entry that was free before this clock.
      if (accepted) begin
        block = offer_packets_i < 16'(cfg_n_max_i) ? BlockBits'(offer_packets_i) : cfg_n_max_i;
        for (int e = 0; e < ReservationEntries; e++)
          if (allocate[e]) begin
            valid_q[e]                          <= 1'b1;
            destination_q[e*NodeBits+:NodeBits] <= offer_destination_i;
            message_q[e*16+:16]                 <= offer_message_i;
            base_q[e*16+:16]                    <= offer_sequence_i;
            count_q[e*BlockBits+:BlockBits]     <= block;
            request_tag_q <= {6'(e), blocks[e*2+:2] + 2'(Timeouts)};
          end
        request_valid_q       <= 1'b1;
        request_destination_q <= offer_destination_i;
        request_flits_q       <= 16'(block) == offer_packets_i ? offer_flits_i :
                                 16'(block) * 16'(offer_packet_flits_i);
      end

      // 8. Asked again.
      if (repeats) begin
        request_valid_q <= 1'b1;
        request_flits_q <= late_flits;
        for (int e = 0; e < ReservationEntries; e++)
          if (late[e]) begin
            requested_q[e]        <= 1'b0;
            request_destination_q <= destination_q[e*NodeBits+:NodeBits];
            request_tag_q         <= {6'(e), blocks[e*2+:2]};
          end
      end
    end
  end

  reservation_choice #(
      .ReservationEntries(ReservationEntries),
      .MaxPackets(MaxPackets),
      .CycleBits(CycleBits)
  ) u_choice (
      .valid_i(valid_q),
      .requested_i(requested_q),
      .granted_i(granted_q),
      .refused_i(refused_q),
      .due_i(due_q),
      .deadline_i(deadline),
      .base_i(base_q),
      .count_i(count_q),
      .next_i(next_q),
      .failed_i(failed_q),
      .start_i(start_q),
      .room_i(held_q < cfg_slots_i),
      .entry_speculate_o,
      .entry_send_o,
      .entry_resend_o,
      .entry_sequence_o,
      .wake_valid_o,
      .wake_at_o
  );

  if (Timeouts != 0) begin : gen_timeouts
`ifdef FORMAL
    logic [ReservationEntries*18+15:0] timeouts_state;
`endif
    reservation_timeouts #(
        .ReservationEntries(ReservationEntries),
        .MaxPackets(MaxPackets),
        .CycleBits(CycleBits)
    ) u_timeouts (
        .clk_i, .rst_ni, .enable_i, .now_i, .cfg_timeout_i,
        .valid_i(valid_q),
        .requested_i(requested_q),
        .granted_i(granted_q),
        .due_i(due_q),
        .count_i(count_q),
        .next_i(next_q),
        .outstanding_i(outstanding_q),
        .failed_i(failed_q),
        .start_i(start_q),
        .taken_i(request_valid_q && request_ready_i),
        .taken_flits_i(request_flits_q),
        .stray_i(error_q),
        .allocate_i(allocate),
`ifdef FORMAL
        .formal_state_o(timeouts_state),
`endif
        .late_o(late),
        .late_flits_o(late_flits),
        .expired_o(expired),
        .deadline_o(deadline),
        .blocks_o(blocks),
        .stray_o
    );
    assign error_o = 1'b0;
  end else begin : gen_none
    assign {late, late_flits, expired, deadline, blocks, stray_o} = '0;
    assign error_o = error_q;
  end

  assign offer_ready_o         = !request_valid_q && ~&valid_q;
  assign entry_valid_o         = valid_q;
  assign entry_destination_o   = destination_q;
  assign request_valid_o       = request_valid_q;
  assign request_destination_o = request_destination_q;
  assign request_tag_o         = request_tag_q;
  assign request_flits_o       = request_flits_q;
  assign held_o                = held_q;
  assign quiescent_o           = !request_valid_q && !error_q;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (enable_i && offer_valid_i) OfferInNetwork: assert (32'(offer_destination_i) < Nodes);
    if (enable_i) BlockWithinTable: assert (32'(cfg_n_max_i) <= MaxPackets && |cfg_n_max_i);
  end
`endif

`ifdef FORMAL
  logic [StorageBits-Timeouts*(18*ReservationEntries+16)-1:0] table_state;
  if (Timeouts != 0) assign formal_state_o = {gen_timeouts.timeouts_state, table_state};
  else assign formal_state_o = table_state;
  assign table_state    = {valid_q, requested_q, granted_q, refused_q, due_q, destination_q,
                           message_q, base_q, count_q, next_q, outstanding_q, failed_q, start_q,
                           held_q, error_q, request_valid_q, request_destination_q,
                           request_tag_q, request_flits_q};
`endif

endmodule
