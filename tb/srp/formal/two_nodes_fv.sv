// SPDX-License-Identifier: Apache-2.0
// Two srp_nic, a source and a destination, and a network between them that may drop speculative
// packets and delays everything by up to Delay clocks: what becomes of each packet and reservation.
// wraps: srp_nic
// properties: asserts=17 covers=3
// bounded: depth=14 MaxPackets=2 Delay=2
// cover: depth=14 MaxPackets=2 Delay=1
// mutants: MaxPackets=2 Delay=1
// larger: the bounds are for whole blocks of two packets; any number of packets, one by one, is in
// larger: reservation_requester's wrapper
// assumed: the network keeps order neither of packets nor of responses; the NACK of a dropped packet
// assumed: is its header sent back; each message is under way for 1 to Delay clocks, then as soon as the
// assumed: port is free; a reply is taken within Delay clocks
// assumed: message numbers are 0 or 1, sequence numbers below 4: they are compared only
// assumed: the cycle counter wraps in clock 4
// assumed: packets have one flit; a block is offered when those of the one before have arrived
// quick: no
// mutant OneAnswer: @two_nodes_fv s/flying_q\[i\] && speculative_q\[i\] && drop_i\[i\]/speculative_q[i] \&\& drop_i[i]/
// mutant AnsweredBeforeFreed: @reservation_entry s/ && outstanding_q == '0 && !repairs;/ \&\& !repairs;/
// mutant DroppedIsSentAgain: @reservation_entry s/ && outstanding_q == '0 && !repairs;/ \&\& outstanding_q == '0;/
// mutant SentOnceAsData: @reservation_entry s/& ~(mended & {Slots{mends}})//
// mutant NotSentAgainIfDelivered: @reservation_entry s/ \&\& answer_i \&\& nack_i}/ \&\& answer_i}/
// mutant ArrivesOnce: @reservation_entry s/& ~(mended & {Slots{mends}})//
// mutant OneReservation: @reservation_request s/keeps         = enable_i && valid_q && !request_ready_i/keeps = enable_i \&\& valid_q/
// mutant OneGrant: @reservation_scheduler s/keeps_grant   = enable_i && valid_q && !grant_ready_i/keeps_grant = enable_i \&\& valid_q/
// mutant GrantComes: @reservation_scheduler s/valid_d       = keeps_grant || accepted/valid_d = keeps_grant/
// mutant RepliesToSource: s/? '0 : grant_tag;/? '0 : ~grant_tag;/
// mutant NoError: @reservation_entry s/(speculated_i & {Slots{sent_i && stays}})/'0/
// mutant InflationAtLeastOne: @two_nodes_fv s/18'd65536/18'd65535/
// mutant BlockWithinTable: @two_nodes_fv s/n_max != '0 &&//
// mutant SentOfOneEntry: @two_nodes_fv s/srp_nic #(.ReservationEntries(1)/srp_nic #(.ReservationEntries(2)/; s/sent_entry_i(sent)/sent_entry_i({sent, sent})/
// mutant OfferInNetwork: @two_nodes_fv s/srp_nic #(/srp_nic #(.Nodes(20), /; s/logic \[3:0\] Source = 4'd3, Destination = 4'd5/logic [4:0] Source = 5'd3, Destination = 5'd21/

module two_nodes_fv #(
  parameter int unsigned MaxPackets = 2,
  parameter int unsigned Delay = 2,
  localparam int unsigned M = MaxPackets,
  localparam int unsigned BlockBits = $clog2(M + 1),
  localparam int unsigned SlotBits = $clog2(M)
) (
  input logic                 clk_i, rst_ni,
  input logic [7:0]           now_i,
  // What the source's queues and the network like to do in a clock.
  input logic                 offer_valid_i, sends_i, request_ready_i, reply_ready_i,
  input logic [15:0]          offer_message_i, offer_sequence_i, offer_packets_i,
  input logic [M-1:0]         drop_i,
  input logic [2*(2*M+2)-1:0] delays_i
);

  localparam logic [3:0] Source = 4'd3, Destination = 4'd5;
  localparam int unsigned Slots = 2 * M + 2;  // packets, answers, the grant, the reservation
  localparam int unsigned Patience = 3 * Delay + 1;  // there, taken and back
  (* anyconst *) logic [BlockBits-1:0] n_max;
  (* anyconst *) logic [7:0]           lead;
  (* anyconst *) logic [17:0]          inflation;

  // The source.
  logic        offer_ready, valid, speculate, send, resend, request_valid, error, sent;
  logic [15:0] sequence_number, next_q, request_flits;
  logic [SlotBits-1:0] resend_slot, resend_index;
  logic [7:0]  request_tag;
  logic [3:0]  request_destination;
  logic        response_valid;
  logic [3:0]  response_kind;
  logic [15:0] response_message, response_sequence;
  logic [7:0]  response_start, response_tag;
  srp_nic #(.ReservationEntries(1), .MaxPackets(M), .CycleBits(8)) source (
    .clk_i, .rst_ni, .enable_i(1'b1), .now_i, .offer_valid_i, .offer_destination_i(Destination),
    .offer_message_i, .offer_sequence_i, .offer_packets_i, .offer_flits_i(offer_packets_i),
    .offer_packet_flits_i(10'd1), .sent_entry_i(sent),
    .sent_speculative_i(speculate), .request_ready_i(request_taken), .cfg_n_max_i(n_max),
    .cfg_slots_i(16'(M)), .cfg_timeout_i('0), .cfg_inflation_i(inflation), .cfg_lead_i(8'd0),
    .cfg_charge_bypass_i(1'b0), .control_valid_i(response_valid), .control_kind_i(response_kind),
    .control_source_i(Destination), .control_message_i(response_message),
    .control_sequence_i(response_sequence), .control_tag_i(response_tag), .control_flits_i('0),
    .control_start_i(response_start),
    .packet_valid_i(1'b0), .packet_speculative_i(1'b0), .packet_bypass_i(1'b0),
    .packet_source_i('0), .packet_message_i('0), .packet_sequence_i('0), .packet_flits_i('0),
    .reply_ready_i(1'b0), .offer_ready_o(offer_ready), .entry_valid_o(valid),
    .entry_speculate_o(speculate), .entry_send_o(send),
    .entry_resend_o(resend), .resend_slot_o(resend_slot), .request_valid_o(request_valid),
    .request_destination_o(request_destination), .request_tag_o(request_tag),
    .request_flits_o(request_flits), .held_o(),
    .error_o(error), .stray_o(), .reply_valid_o(), .reply_kind_o(), .reply_destination_o(),
    .reply_message_o(), .reply_sequence_o(), .reply_tag_o(), .reply_start_o(), .control_ready_o(),
    .packet_ready_o(), .quiescent_o(), .wake_valid_o(), .wake_at_o(), .state_o()
  );

  // The destination.
  logic        arrives, arrives_speculative, reservation_arrives, room, packet_room, reply_valid;
  logic [15:0] arriving, reply_message, reply_sequence;
  logic [3:0]  reply_kind, reply_destination;
  logic [7:0]  reply_start, reply_tag;
  logic        reply_taken;
  srp_nic #(.ReservationEntries(1), .MaxPackets(M), .CycleBits(8)) destination (
    .clk_i, .rst_ni, .enable_i(1'b1), .now_i, .offer_valid_i(1'b0), .offer_destination_i('0),
    .offer_message_i('0), .offer_sequence_i('0), .offer_packets_i('0), .offer_flits_i('0),
    .offer_packet_flits_i('0), .sent_entry_i('0),
    .sent_speculative_i(1'b0), .request_ready_i(1'b0), .cfg_n_max_i(n_max),
    .cfg_slots_i(16'(M)), .cfg_timeout_i('0), .cfg_inflation_i(inflation), .cfg_lead_i(lead),
    .cfg_charge_bypass_i(1'b0), .control_valid_i(reservation_arrives), .control_kind_i(4'd2),
    .control_source_i(Source), .control_message_i('0),
    .control_sequence_i('0), .control_tag_i(reserved_tag_q), .control_flits_i(16'(reserved_flits_q)),
    .control_start_i('0),
    .packet_valid_i(arrives), .packet_speculative_i(arrives_speculative), .packet_bypass_i(1'b0),
    .packet_source_i(Source), .packet_message_i(message_q), .packet_sequence_i(arriving),
    .packet_flits_i(10'd1), .reply_ready_i(reply_taken), .offer_ready_o(), .entry_valid_o(),
    .entry_speculate_o(), .entry_send_o(), .entry_resend_o(),
    .resend_slot_o(), .request_valid_o(), .request_destination_o(), .request_tag_o(),
    .request_flits_o(), .held_o(), .error_o(), .stray_o(),
    .reply_valid_o(reply_valid), .reply_kind_o(reply_kind),
    .reply_destination_o(reply_destination), .reply_message_o(reply_message),
    .reply_sequence_o(reply_sequence), .reply_tag_o(reply_tag), .reply_start_o(reply_start),
    .control_ready_o(room),
    .packet_ready_o(packet_room), .quiescent_o(), .wake_valid_o(), .wake_at_o(),
    .state_o()
  );

  // The network: places for every packet of the block, for its answer, for the grant and for the
  // reservation; in each a number of clocks still to go.
  logic [M-1:0]       flying_q, speculative_q, answer_q, answer_nack_q, lands, dropped, answered;
  logic               grant_q, reserved_q, request_taken, grant_lands;
  logic [15:0]        message_q, base_q;
  logic [7:0]         grant_tag_q, grant_start_q, reserved_tag_q, reserved_flits_q;
  logic [2*Slots-1:0] left_q;
  logic [Slots-1:0]   there, enters;
  logic [15:0]        sent_index, reply_index;
  // What goes for the first time is the queue's next.
  assign resend_index    = resend_slot - SlotBits'(base_q);
  assign sequence_number = resend ? base_q + 16'(resend_index) : next_q;
  assign sent_index    = sequence_number - base_q;
  assign reply_index   = reply_sequence - base_q;
  assign sent          = sends_i && (speculate || send);
  assign request_taken = request_ready_i && request_valid && !reserved_q;
  assign reply_taken   = reply_ready_i && reply_valid;
  always_comb begin : p_network
    for (int s = 0; s < Slots; s++) there[s] = left_q[2*s+:2] == 2'd0;
    lands    = '0;
    dropped  = '0;
    answered = '0;
    arriving = '0;
    enters   = '0;
    {arrives, arrives_speculative, response_valid, response_kind} = '0;
    {response_message, response_sequence, response_tag, response_start} = '0;
    for (int i = 0; i < M; i++) begin
      dropped[i] = flying_q[i] && speculative_q[i] && drop_i[i] && !answer_q[i];
      if (flying_q[i] && !dropped[i] && there[i] && packet_room && !arrives) begin
        arrives             = 1'b1;
        arrives_speculative = speculative_q[i];
        lands[i]            = 1'b1;
        arriving            = base_q + 16'(i);
      end
    end
    grant_lands = grant_q && there[2*M];
    if (grant_lands) begin
      response_valid    = 1'b1;
      response_kind     = 4'd3;
      response_tag      = grant_tag_q;
      response_start    = grant_start_q;
    end
    for (int i = 0; i < M; i++)
      if (answer_q[i] && there[M+i] && !response_valid) begin
        response_valid    = 1'b1;
        response_kind     = answer_nack_q[i] ? 4'd5 : 4'd4;
        response_message  = message_q;
        response_sequence = base_q + 16'(i);
        answered[i]       = 1'b1;
      end
    reservation_arrives = reserved_q && there[2*M+1] && room;
    for (int i = 0; i < M; i++) begin
      enters[i]   = sent && sent_index == 16'(i);
      enters[M+i] = dropped[i] ||
                    (reply_taken && reply_kind == 4'd4 && reply_index == 16'(i));
    end
    enters[2*M]   = reply_taken && reply_kind == 4'd3;
    enters[2*M+1] = request_taken;
  end
  always @(posedge clk_i) begin : p_places
    if (!rst_ni) begin
      {flying_q, speculative_q, answer_q, answer_nack_q, grant_q, reserved_q} <= '0;
      {message_q, base_q, left_q, next_q} <= '0;
    end else begin
      for (int i = 0; i < M; i++) begin
        if (enters[i]) speculative_q[i] <= speculate;
        if (enters[M+i]) answer_nack_q[i] <= dropped[i];
      end
      flying_q   <= (flying_q & ~lands & ~dropped) | enters[M-1:0];
      answer_q   <= (answer_q & ~answered) | enters[2*M-1:M];
      grant_q    <= (grant_q && !grant_lands) || enters[2*M];
      reserved_q <= (reserved_q && !reservation_arrives) || enters[2*M+1];
      for (int s = 0; s < Slots; s++)
        if (enters[s]) left_q[2*s+:2] <= delays_i[2*s+:2];
        else if (!there[s]) left_q[2*s+:2] <= left_q[2*s+:2] - 2'd1;
      if (sent && !resend) next_q <= next_q + 16'd1;
      if (offer_valid_i)
        {message_q, base_q, next_q} <= {offer_message_i, offer_sequence_i, offer_sequence_i};
    end
    if (enters[2*M])
      {grant_tag_q, grant_start_q} <= {reply_tag, reply_start};
    if (enters[2*M+1])
      {reserved_tag_q, reserved_flits_q} <= {request_tag, 8'(request_flits)};
  end

  // What became of one packet of the block, and of the block's reservation.
  (* anyconst *) logic [BlockBits-1:0] watched;
  logic [1:0] speculations_q, data_q, acks_q, nacks_q, arrivals_q, requests_q, grants_q;
  logic [7:0] waited_q, reply_waits_q;
  logic [BlockBits-1:0] count_q;
  logic       was_valid, started, was_started, was_idle, w_sent;
  logic [7:0] was_now;
  initial {started, was_started} = '0;
  assign w_sent = sent && sent_index == 16'(watched);
  always @(posedge clk_i) begin : p_watched
    started     <= 1'b1;
    was_started <= started;
    was_now     <= now_i;
    was_valid   <= valid;
    if (!started) begin
      {speculations_q, data_q, acks_q, nacks_q, arrivals_q, requests_q, grants_q} <= '0;
      {waited_q, reply_waits_q, count_q} <= '0;
    end else begin
      reply_waits_q <= reply_valid && !reply_taken ? reply_waits_q + 8'd1 : 8'd0;
      if (offer_valid_i) begin
        {speculations_q, data_q, acks_q, nacks_q, arrivals_q, requests_q, grants_q} <= '0;
        waited_q <= '0;
        count_q  <= offer_packets_i < 16'(n_max) ? BlockBits'(offer_packets_i) : n_max;
      end else begin
        if (w_sent && speculate) speculations_q <= speculations_q + 2'd1;
        if (w_sent && !speculate) data_q <= data_q + 2'd1;
        if (answered[watched]) acks_q <= acks_q + 2'(!answer_nack_q[watched]);
        if (answered[watched]) nacks_q <= nacks_q + 2'(answer_nack_q[watched]);
        if (lands[watched]) arrivals_q <= arrivals_q + 2'd1;
        if (request_taken) requests_q <= requests_q + 2'd1;
        if (grant_lands) grants_q <= grants_q + 2'd1;
        if (requests_q != '0 && grants_q == '0) waited_q <= waited_q + 8'd1;
      end
    end
  end

  logic freed, in_block;
  assign freed    = was_started && was_valid && !valid;
  assign in_block = watched < count_q;
  always_comb begin
    assume (rst_ni == started);
    assume (started || now_i == 8'hFC);
    assume (!started || was_started || now_i == 8'hFD);
    assume (watched < BlockBits'(M) && n_max != '0 && n_max <= BlockBits'(M) && lead < 8'd4);
    assume (inflation == 18'd65536);
    for (int s = 0; s < Slots; s++) assume (32'(delays_i[2*s+:2]) < Delay);
    if (started) begin
      assume (!was_started || now_i == was_now + 8'd1);
      assume (!offer_valid_i || (offer_ready && offer_packets_i != '0 && flying_q == '0));
      assume (offer_message_i < 16'd2 && offer_sequence_i < 16'd3);
      assume (32'(reply_waits_q) < Delay || reply_ready_i);
      // Packets.
      OneAnswer: assert (3'(acks_q) + 3'(nacks_q) <= 3'(speculations_q) && speculations_q <= 2'd1);
      AnsweredBeforeFreed: assert (!freed || 3'(acks_q) + 3'(nacks_q) == 3'(speculations_q));
      DroppedIsSentAgain: assert (!freed || !in_block || acks_q + data_q == 2'd1);
      SentOnceAsData: assert (data_q <= 2'd1 && (speculations_q == '0 || data_q <= nacks_q));
      NotSentAgainIfDelivered: assert (acks_q == '0 || data_q == '0);
      ArrivesOnce: assert (3'(arrivals_q) + 3'(1'(flying_q >> watched)) <= 3'd1 &&
          (!freed || !in_block || arrivals_q == 2'd1 || 1'(flying_q >> watched)));
      // The reservation.
      OneReservation: assert (requests_q <= 2'd1 && grants_q <= requests_q);
      OneGrant: assert (3'(grants_q) + 3'(grant_q) <= 3'(requests_q) &&
                        (!freed || grants_q == 2'd1));
      GrantComes: assert (32'(waited_q) <= Patience);
      RepliesToSource: assert (!reply_valid || (reply_destination == Source &&
          (reply_kind == 4'd3 ? reply_tag == reserved_tag_q : reply_message == message_q)));
      NoError: assert (!error);
    end
    BlockWithoutDrop: cover (freed && count_q == BlockBits'(M) && acks_q == 2'd1 &&
                             waited_q != '0 && nacks_q == '0);
    BlockWithDrop: cover (freed && count_q == BlockBits'(M) && nacks_q == 2'd1);
    NextBlock: cover (was_started && was_idle && request_valid);
  end
  always @(posedge clk_i) was_idle <= started && (was_idle || freed);

endmodule
