// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_requester: the table, the life of one packet, no deadlock;
// quiescence.
// properties: asserts=35 covers=6
// proof: depth=1 ReservationEntries=2 MaxPackets=3 CycleBits=8
// proof: depth=1 ReservationEntries=2 MaxPackets=2 CycleBits=8 Timeouts=1
// bounded: depth=3 Nodes=512 ReservationEntries=3 MaxPackets=4 CycleBits=16
// bounded: depth=3 Nodes=512 ReservationEntries=3 MaxPackets=4 CycleBits=16 Timeouts=1
// cover: depth=12 ReservationEntries=2 MaxPackets=2 CycleBits=8 Timeouts=1
// mutants: ReservationEntries=1 MaxPackets=2 CycleBits=8
// larger: entries meet only in the search for the lowest free one, in the sum of the packets held
// larger: and in the earliest start (reservation_choice's wrapper); packets of a block only in the
// larger: search for the lowest. Of two entries and of three packets each is once the watched one.
// larger: Times are compared and stored only.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: the NIC sends what is shown, as it is shown, and offers what the page allows: packets to
// assumed: nodes of the network without entry, at least one, while offer_ready_o is 1
// assumed: cfg_n_max is legal; cfg_timeout is constant. With Timeouts it, starts and the time that a
// assumed: late entry waits for the register are below a quarter of the counter's range
// mutant DestinationsUnique: s/destination_q\[e\*NodeBits+:NodeBits\] <= offer_destination_i/destination_q[e*NodeBits+:NodeBits] <= offer_destination_i ^ 1/
// mutant BlocksDisjointBelowNext: s/outstanding = outstanding & ~packet;//
// mutant BlocksDisjointBelowNext: s/MaxPackets'(64'd1 << next)/MaxPackets'(64'd1 << 1)/
// mutant CountsInRange: s/block    = offer_packets_i < 16'(cfg_n_max_i) ?/block = 1 ?/
// mutant HeldIsPopulation: s/- 16'(resent)//
// mutant HeldIsPopulation: s/answered && |(outstanding & packet)/answered/
// mutant EmptyIsZero: s/^            count_q\[e.*<= '0;//
// mutant DueIsGranted: s/if (granted && !elapsed\[CycleBits-1\]) due_q/if (!elapsed[CycleBits-1]) due_q/
// mutant FailedIsRefused: s/refused_q\[e\] <= 1'b1;//
// mutant WaitingStartsAhead: s/elapsed = now_i - start;/elapsed = '1;/
// mutant CompleteIsFreed: s/^          if (granted && next == count_q/if (granted_q[e] \&\& next == count_q/
// mutant NoDeadlock: s/if (granted && next == count_q\[e\*BlockBits+:BlockBits\] && ~|outstanding && ~|failed)/if (0)/
// mutant NoSpeculationAfterAnswer: s/^              granted_q\[e\] <= 1'b1;//
// mutant NoSpeculationAfterAnswer: s/refused_q\[e\] <= 1'b1;//
// mutant GrantOfItsBlockOnly: s/response_tag_i == {6'(e), blocks\[e\*2+:2\]} && !granted/!granted/
// mutant FirstTimeOnce: s/speculated  = 1'b1;/speculated = 1'b1; next = next_q[e*BlockBits+:BlockBits];/
// mutant PacketFollowed: s/failed & ~(packet/failed \& (packet/
// mutant FreedOnlyWhenDone: s/&& ~|outstanding && ~|failed)/\&\& ~|failed)/
// mutant ResentOnlyIfDropped: s/end else begin$/end else begin failed = '1;/
// mutant StaysUntilFreed: ReservationEntries=2 s/valid_q\[e\]     <= 1'b0;/valid_q <= '0;/
// mutant AllocatesLowestFree: ReservationEntries=2 s/free & (~free + Res/free \& ~(~free + Res/
// mutant ErrorExact: s/error_q <= answered && !found/error_q <= answered/
// mutant StrayExact: Timeouts=1 s/assign error_o = 1'b0/assign error_o = error_q/
// mutant ErrorExact: Timeouts=1 s/^              found        = 1'b1;//
// mutant ErrorExact: s/packet = |offset\[15:6\] ? '0 :/packet =/
// mutant OfferReadyExactly: s/offer_ready_o         = !request_valid_q && /offer_ready_o = /
// mutant OfferMakesRequest: s/request_tag_q <= {6'(e), blocks/request_tag_q <= {6'(~e), blocks/
// mutant RequestOfOffer: s/accepted = offer_valid_i && /accepted = /
// mutant WaitsInRegister: Timeouts=1 s/blocks_o(blocks)/blocks_o()/; s/^  logic \[ReservationEntries\*2-1:0\]          blocks;/  logic [ReservationEntries*2-1:0] blocks; assign blocks = '0;/
// mutant StartCompleted: CycleBits=28 s/{(CycleBits - StartBits) {ahead\[StartBits-1\]}}/{(CycleBits - StartBits) {1'b0}}/
// mutant StableUntilTaken: s/taken    = request_valid_q && request_ready_i/taken = request_valid_q/
// mutant RequestTakenOnce: s/^        request_valid_q       <= 1'b0;//
// mutant StrayExact: Timeouts=1 s/stray_i(error_q)/stray_i(1'b0)/
// mutant WaitsInRegister: Timeouts=1 ReservationEntries=2 s/requested_q\[e\]        <= 1'b0;/requested_q <= '0;/
// mutant FlitsKept: @reservation_timeouts Timeouts=1 s/<= taken_flits_i/<= ~taken_flits_i/
// mutant AsksAgain: Timeouts=1 s/request_flits_q <= late_flits;/request_flits_q <= '0;/
// mutant AsksAgain: Timeouts=1 s/repeats  = |late && !request_valid_q && !accepted/repeats = 1'b0/
// mutant DeadlineExact: Timeouts=1 s/if (Timeouts != 0 && !granted) start = now_i + cfg_timeout_i;//
// mutant DeadlineExact: Timeouts=1 s/if (Timeouts != 0 && !sent_speculative_i) start = now_i + cfg_timeout_i;//
// mutant DeadlineExact: Timeouts=1 s/granted && !due_q\[e\] && !elapsed/granted \&\& !elapsed/
// mutant PacketFollowed: Timeouts=1 s/outstanding  = '0;//
// mutant PacketFollowed: Timeouts=1 s/failed       = failed & ~packet;//
// mutant HeldIsPopulation: Timeouts=1 s/resent = Timeouts == 0 || .*$/resent = 1'b1;/
// mutant FailedIsRefused: Timeouts=1 s/^            refused_q\[e\] <= 1'b1;//
// mutant QuiescentHoldsState: Timeouts=1 s/deadline_i(deadline)/deadline_i('0)/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (0) begin/
// mutant QuiescentHoldsState: s/quiescent_o           = !request_valid_q && !error_q/quiescent_o = 1'b1/
// mutant QuiescentIsSilent: s/quiescent_o           = !request_valid_q && !error_q/quiescent_o = 1'b1/
// mutant OfferInNetwork: @reservation_requester_fv s/assume (32'(offer_destination_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant BlockWithinTable: @reservation_requester_fv s/assume (cfg_n_max_i != '0 .*$//

module reservation_requester_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned ReservationEntries = 2,
  parameter int unsigned MaxPackets = 3,
  parameter int unsigned CycleBits = 8,
  parameter int unsigned Timeouts = 0,
  localparam int unsigned E = ReservationEntries,
  localparam int unsigned M = MaxPackets,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned BlockBits = $clog2(M + 1),
  localparam int unsigned StartBits = CycleBits < 26 ? CycleBits : 26,
  localparam int unsigned RequestBits = NodeBits + 24,
  localparam int unsigned TableBits =
      E * (37 + NodeBits + 2 * BlockBits + 2 * M + CycleBits) + 16 + 2 + RequestBits,
  localparam int unsigned StorageBits = TableBits + Timeouts * (18 * E + 16),
  localparam int unsigned LevelBits = 2 + BlockBits + 16
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CycleBits-1:0] now_i,
  input logic                 offer_valid_i,
  input logic [NodeBits-1:0]  offer_destination_i,
  input logic [15:0]          offer_message_i, offer_sequence_i, offer_packets_i, offer_flits_i,
  input logic [9:0]           offer_packet_flits_i,
  input logic                 sent_valid_i,
  input logic [7:0]           sent_entry_i,
  input logic                 response_valid_i,
  input logic [3:0]           response_kind_i,
  input logic [NodeBits-1:0]  response_source_i,
  input logic [15:0]          response_message_i, response_sequence_i,
  input logic [7:0]           response_tag_i,
  input logic [StartBits-1:0] response_start_i,
  input logic                 request_ready_i,
  input logic [BlockBits-1:0] cfg_n_max_i,
  input logic [15:0]          cfg_slots_i
);

  logic                   offer_ready, request_valid, error, quiescent, wake_valid;
  logic [E-1:0]           shown_valid, speculate, send, resend;
  logic [E*NodeBits-1:0]  shown_destination;
  logic [E*16-1:0]        shown_sequence;
  logic [NodeBits-1:0]    request_destination, sent_destination;
  logic [7:0]             request_tag;
  logic [15:0]            request_flits, shown_held, stray;
  logic [CycleBits-1:0]   wake_at;
  logic [StorageBits-1:0] registers;
  logic                   sent_speculative;
  (* anyconst *) logic [CycleBits-1:0] cfg_timeout;
  assign sent_destination = NodeBits'(shown_destination >> (sent_entry_i * NodeBits));
  assign sent_speculative = 1'(speculate >> sent_entry_i);

  reservation_requester #(
    .Nodes(Nodes), .ReservationEntries(E), .MaxPackets(M), .CycleBits(CycleBits),
    .Timeouts(Timeouts)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .offer_valid_i, .offer_destination_i, .offer_message_i,
    .offer_sequence_i, .offer_packets_i, .offer_flits_i, .offer_packet_flits_i, .sent_valid_i,
    .sent_destination_i(sent_destination), .sent_speculative_i(sent_speculative),
    .response_valid_i, .response_kind_i, .response_source_i, .response_message_i,
    .response_sequence_i, .response_tag_i, .response_start_i, .request_ready_i, .cfg_n_max_i, .cfg_slots_i,
    .cfg_timeout_i(cfg_timeout), .offer_ready_o(offer_ready), .entry_valid_o(shown_valid),
    .entry_destination_o(shown_destination), .entry_speculate_o(speculate), .entry_send_o(send),
    .entry_resend_o(resend), .entry_sequence_o(shown_sequence), .request_valid_o(request_valid),
    .request_destination_o(request_destination), .request_tag_o(request_tag),
    .request_flits_o(request_flits), .held_o(shown_held),
    .error_o(error), .stray_o(stray), .quiescent_o(quiescent), .wake_valid_o(wake_valid), .wake_at_o(wake_at),
    .formal_state_o(registers)
  );

  logic [E-1:0]           valid, requested, granted, refused, due;
  logic [E*NodeBits-1:0]  destination;
  logic [E*16-1:0]        message, base;
  logic [E*BlockBits-1:0] count, next;
  logic [E*M-1:0]         outstanding, failed;
  logic [E*CycleBits-1:0] start;
  logic [15:0]            held;
  logic [2*E-1:0]         blocks;
  logic                   error_q, request_valid_q;
  logic [RequestBits-1:0] request;
  assign {valid, requested, granted, refused, due, destination, message, base, count, next,
          outstanding, failed, start, held, error_q, request_valid_q, request} =
      registers[TableBits-1:0];

  // One packet of one entry, the same for the whole run and otherwise arbitrary, and its life.
  (* anyconst *) logic [7:0] watched, packet;
  typedef enum logic [2:0] {UNSENT, FLYING, DROPPED, DONE, NONE} life_e;
  life_e                life_q, life;
  logic                 w_from, w_grant, w_valid, w_speculate, w_send, w_resend, w_in_block, w_answers, w_sent;
  logic                 answered_q, answered, stopped_q, w_expired;
  logic [7:0]           w_tag;
  logic [1:0]           w_blocks;
  logic [15:0]          w_sequence, w_packet, w_base;
  logic [BlockBits-1:0] w_count, w_next;
  logic [M-1:0]         w_outstanding, w_failed;
  assign w_valid       = 1'(valid >> watched);
  assign w_speculate   = 1'(speculate >> watched);
  assign w_send        = 1'(send >> watched);
  assign w_resend      = 1'(resend >> watched);
  assign w_sequence    = 16'(shown_sequence >> (watched * 16));
  assign w_base        = 16'(base >> (watched * 16));
  assign w_packet      = w_base + 16'(packet);
  assign w_count       = BlockBits'(count >> (watched * BlockBits));
  assign w_next        = BlockBits'(next >> (watched * BlockBits));
  assign w_outstanding = M'(outstanding >> (watched * M));
  assign w_failed      = M'(failed >> (watched * M));
  assign w_in_block    = w_valid && packet < 8'(w_count);
  assign w_from        = response_valid_i && w_valid &&
                         response_source_i == NodeBits'(destination >> (watched * NodeBits));
  assign w_answers     = w_from && response_message_i == 16'(message >> (watched * 16));
  assign w_blocks      = 2'(blocks >> (watched * 2));
  assign w_tag         = {watched[5:0], w_blocks};
  assign w_grant       = w_from && response_kind_i == 4'd3 && response_tag_i == w_tag;
  assign w_sent        = sent_valid_i && sent_entry_i == watched;
  always_comb begin
    life = life_q;
    if (w_answers && response_sequence_i == w_packet && life_q == FLYING) begin
      if (response_kind_i == 4'd4) life = DONE;
      if (response_kind_i == 4'd5) life = DROPPED;
    end
    // With timeouts: acknowledged although it was to go again; and answers that are late.
    if (Timeouts != 0 && w_answers && response_sequence_i == w_packet && life_q == DROPPED &&
        response_kind_i == 4'd4) life = DONE;
    if (w_expired && life == FLYING) life = DROPPED;
    if (w_sent && w_sequence == w_packet && w_in_block) life = w_speculate ? FLYING : DONE;
    answered = answered_q || w_grant || (w_answers && response_kind_i == 4'd5 &&
               M'(w_outstanding >> (response_sequence_i - w_base)) % 2 == 1);
  end

  logic started, was_started, was_offer, was_owed, was_freed_done, was_request, was_taken, was_full;
  logic [E-1:0]           was_valid, fresh;
  logic [NodeBits+15:0]   was_offered;
  logic [31:0]            was_offer_fields;
  logic [CycleBits-1:0]   was_now, past;
  logic [LevelBits-1:0]   levels, last_levels;
  logic                   any_error, any_answer, was_grantable;
  logic [E-1:0]           was_granted;
  life_e                  was_life;
  initial {started, was_started} = '0;
  assign levels = {enable_i, request_ready_i, cfg_n_max_i, cfg_slots_i};
  assign past   = now_i - wake_at;
  assign fresh  = valid & ~was_valid;

  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(!offer_valid_i && !sent_valid_i && !response_valid_i),
    .quiescent_i(quiescent && (!wake_valid || past[CycleBits-1])), .levels_i(levels),
    .registers_i(registers), .event_i(request_valid || error), .busy_i(enable_i && wake_valid),
    .asleep_o(), .last_levels_o(last_levels)
  );

  stable_until_taken #(.PayloadBits(RequestBits)) stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(request_valid), .ready_i(request_ready_i),
    .payload_i({request_destination, request_tag, request_flits})
  );

  // An answer that finds no outstanding packet, entry by entry and packet by packet.
  assign any_answer = response_valid_i && (response_kind_i == 4'd4 || response_kind_i == 4'd5);
  always_comb begin
    any_error = any_answer;
    for (int e = 0; e < E; e++)
      for (int i = 0; i < M; i++)
        if (valid[e] && destination[e*NodeBits+:NodeBits] == response_source_i &&
            message[e*16+:16] == response_message_i && (outstanding[e*M+i] ||
            (Timeouts != 0 && response_kind_i == 4'd4 && failed[e*M+i])) &&
            16'(base[e*16+:16] + 16'(i)) == response_sequence_i) any_error = 1'b0;
  end

  // Deadlines, as the page has them: of every entry who is late, of the watched one since when.
  logic [E-1:0]           asks, late, was_late;
  logic [CycleBits-1:0]   deadline_q, deadline, w_start, w_lag;
  logic [RequestBits-1:0] was_late_fields;
  logic [15:0]            flits_q, flits, w_flits, was_w_flits, was_stray;
  logic [E*CycleBits-1:0] lags;
  logic [CycleBits-1:0]   start_ahead, whole_start, was_whole_start;
  logic [StartBits-1:0]   response_ahead;
  // Completed by the sign of its distance: the same time in the lowest bits, less than half their
  // range away.
  assign response_ahead = response_start_i - now_i[StartBits-1:0];
  assign start_ahead    = response_ahead[StartBits-1] ?
                          CycleBits'(response_ahead) - (CycleBits'(1) << (StartBits - 1)) -
                          (CycleBits'(1) << (StartBits - 1)) : CycleBits'(response_ahead);
  assign whole_start    = now_i + start_ahead;
  logic                   w_requested, w_due, was_w_due, w_asks, was_missed, in_register;
  assign w_requested = 1'(requested >> watched);
  assign w_due       = 1'(due >> watched);
  assign w_asks      = 1'(asks >> watched);
  assign w_start     = CycleBits'(start >> (watched * CycleBits));
  assign w_lag       = now_i - w_start;
  assign w_expired   = Timeouts != 0 && cfg_timeout != '0 && w_due && w_next == w_count &&
                       w_failed == '0 && w_outstanding != '0 && !w_lag[CycleBits-1];
  assign deadline    = w_due && !was_w_due ? was_now + cfg_timeout : deadline_q;
  assign flits       = was_offer && 1'(fresh >> watched) ? request[15:0] : flits_q;
  if (Timeouts != 0) begin : gen_blocks
    assign blocks  = registers[StorageBits-1-:2*E];
    assign w_flits = 16'(registers[TableBits+16+:16*E] >> (watched * 16));
  end else begin : gen_no_blocks
    assign blocks  = '0;
    assign w_flits = '0;
  end
  always_comb begin : p_deadlines
    logic [CycleBits-1:0] lag;
    in_register = 1'b1;
    for (int e = 0; e < E; e++) begin
      lag     = now_i - start[e*CycleBits+:CycleBits];
      lags[e*CycleBits+:CycleBits] = lag;
      asks[e] = Timeouts != 0 && cfg_timeout != '0 && requested[e] && !granted[e];
      late[e] = asks[e] && !lag[CycleBits-1];
      if (valid[e] && !requested[e] && !(request_valid_q && request[RequestBits-1:16] ==
          {destination[e*NodeBits+:NodeBits], 6'(e), blocks[e*2+:2]})) in_register = 1'b0;
      if (request_valid_q && valid[e] && requested[e] &&
          request[24+:NodeBits] == destination[e*NodeBits+:NodeBits]) in_register = 1'b0;
    end
  end
  always @(posedge clk_i) begin
    was_w_due <= started && enable_i && w_due;
    if (w_due && !was_w_due) deadline_q <= was_now + cfg_timeout;
    if (request_valid_q && request_ready_i && w_valid && !w_requested && !(1'(granted >> watched)))
      deadline_q <= now_i + cfg_timeout;
    if ((w_sent && !w_speculate) || (w_due && w_answers && response_kind_i == 4'd4 &&
        M'(w_failed >> (response_sequence_i - w_base)) % 2 == 1))
      deadline_q <= now_i + cfg_timeout;
    flits_q     <= flits;
    was_w_flits <= flits;
    was_late   <= started && enable_i && !request_valid_q && !offer_valid_i ? late : '0;
    was_stray  <= stray;
    was_missed <= error_q;
    for (int e = E - 1; e >= 0; e--)
      if (late[e] && (late & E'((1 << e) - 1)) == '0)
        was_late_fields <= {destination[e*NodeBits+:NodeBits], 6'(e), blocks[e*2+:2], 16'd0};
  end

  logic [15:0] block_packets, block_flits;
  assign block_packets = offer_packets_i < 16'(cfg_n_max_i) ? offer_packets_i : 16'(cfg_n_max_i);
  assign block_flits   = offer_packets_i <= 16'(cfg_n_max_i) ? offer_flits_i :
                         block_packets * 16'(offer_packet_flits_i);
  always @(posedge clk_i) begin
    started            <= 1'b1;
    was_started        <= started;
    was_valid          <= valid;
    was_granted        <= granted;
    was_now            <= now_i;
    was_offer          <= started && enable_i && offer_valid_i;
    was_offered        <= {offer_destination_i, block_flits};
    was_offer_fields   <= {offer_message_i, offer_sequence_i};
    was_whole_start    <= whole_start;
    was_request        <= request_valid;
    was_taken          <= request_ready_i;
    was_owed           <= started && enable_i && any_error;
    was_grantable      <= w_grant;
    was_life           <= life;
    was_freed_done     <= !w_in_block || life == DONE;
    if (!started || !enable_i || !w_valid) begin
      life_q     <= UNSENT;
      answered_q <= 1'b0;
    end else begin
      life_q     <= life;
      answered_q <= answered;
    end
  end

  logic unique_destinations, disjoint, in_range, empty_zero, due_granted, refused_ok, ahead;
  logic complete_freed, no_deadlock;
  logic [15:0] population;
  always_comb begin : p_table
    logic [BlockBits-1:0] n, c;
    logic [M-1:0]         o, f;
    logic [CycleBits-1:0] since;
    {unique_destinations, disjoint, in_range, empty_zero} = 4'hF;
    {due_granted, refused_ok, ahead, complete_freed, no_deadlock} = 5'h1F;
    population = '0;
    for (int e = 0; e < E; e++) begin
      n = next[e*BlockBits+:BlockBits];
      c = count[e*BlockBits+:BlockBits];
      o = outstanding[e*M+:M];
      f = failed[e*M+:M];
      since = was_now - start[e*CycleBits+:CycleBits];
      for (int g = 0; g < e; g++)
        if (valid[e] && valid[g] && destination[e*NodeBits+:NodeBits] ==
            destination[g*NodeBits+:NodeBits]) unique_destinations = 1'b0;
      if ((o & f) != '0) disjoint = 1'b0;
      for (int i = 0; i < M; i++) begin
        if ((o[i] || f[i]) && 8'(i) >= 8'(n)) disjoint = 1'b0;
        population = population + 16'(o[i] || f[i]);
      end
      if (n > c || 8'(c) > 8'(M) || (valid[e] && c == '0)) in_range = 1'b0;
      if (!valid[e] && {requested[e], granted[e], refused[e], due[e],
          destination[e*NodeBits+:NodeBits], message[e*16+:16], base[e*16+:16], n, c, o, f,
          start[e*CycleBits+:CycleBits]} != '0) empty_zero = 1'b0;
      if (due[e] && !granted[e]) due_granted = 1'b0;
      if (f != '0 && !refused[e]) refused_ok = 1'b0;
      if (granted[e] && !due[e] && !since[CycleBits-1]) ahead = 1'b0;
      if (Timeouts != 0 && cfg_timeout != '0 && since[CycleBits-1] != since[CycleBits-2] &&
          (asks[e] || (granted[e] && !due[e]) || (due[e] && n == c && f == '0 && o != '0)))
        ahead = 1'b0;
      if (granted[e] && n == c && {o, f} == '0) complete_freed = 1'b0;
      if (valid[e] && due[e] && o == '0 && !send[e]) no_deadlock = 1'b0;
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (32'(watched) < E && 32'(packet) < M);
    assume (cfg_n_max_i != '0 && 32'(cfg_n_max_i) <= M);
    assume (32'(offer_destination_i) < Nodes);
    assume (cfg_timeout[CycleBits-1:CycleBits-2] == '0);
    assume (Timeouts == 0 || (start_ahead[CycleBits-1:CycleBits-2] != 2'b01 &&
                              start_ahead != CycleBits'(1) << (CycleBits - 1)));
    for (int e = 0; e < E; e++)
      assume (!asks[e] || lags[e*CycleBits+CycleBits-2+:2] != 2'b01);
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (!sent_valid_i || (32'(sent_entry_i) < E && 1'((speculate | send) >> sent_entry_i)));
      assume (!offer_valid_i || (offer_ready && offer_packets_i != '0));
      for (int e = 0; e < E; e++)
        assume (!offer_valid_i || !valid[e] ||
                destination[e*NodeBits+:NodeBits] != offer_destination_i);
    end
    if (started) begin
      // The table.
      DestinationsUnique: assert (unique_destinations && (!request_valid_q || !was_offer ||
          request[24+:NodeBits] == NodeBits'(destination >> (alloc_entry * NodeBits))));
      BlocksDisjointBelowNext: assert (disjoint);
      CountsInRange: assert (in_range);
      HeldIsPopulation: assert (held == population);
      EmptyIsZero: assert (empty_zero && (request_valid_q || request == '0));
      DueIsGranted: assert (due_granted);
      FailedIsRefused: assert (refused_ok);
      WaitingStartsAhead: assert (!was_started || ahead);
      CompleteIsFreed: assert (complete_freed);
      NoDeadlock: assert (no_deadlock);
      // One entry, one packet.
      NoSpeculationAfterAnswer: assert (!answered_q || !w_valid || (!w_speculate &&
          1'((granted | refused) >> watched)));
      FirstTimeOnce: assert (!w_in_block || !(w_speculate || (w_send && !w_resend)) ||
                             w_sequence != w_packet || life_q == UNSENT);
      ResentOnlyIfDropped: assert (!w_in_block || !w_resend || w_sequence != w_packet ||
                                   life_q == DROPPED);
      PacketFollowed: assert (!w_in_block || life_q == (8'(w_next) <= packet ? UNSENT :
          1'(w_outstanding >> packet) ? FLYING : 1'(w_failed >> packet) ? DROPPED : DONE));
      OfferReadyExactly: assert (offer_ready == (!request_valid && !(&valid)));
      WaitsInRegister: assert (in_register);
      FlitsKept: assert (!w_valid || (w_requested ? Timeouts == 0 || w_flits == flits :
                                                    request[15:0] == flits));
      DeadlineExact: assert (Timeouts == 0 ? 1'(granted >> watched) || w_start == '0 :
                             !(w_asks || w_due) || w_start == deadline);
      DisabledIsReset: assert ((was_started && last_levels[LevelBits-1]) || registers == '0);
    end
    if (was_started && last_levels[LevelBits-1]) begin
      GrantOfItsBlockOnly: assert (!(1'((granted & ~was_granted) >> watched)) || was_grantable);
      FreedOnlyWhenDone: assert (!(1'(was_valid >> watched)) || w_valid || was_freed_done);
      StaysUntilFreed: assert (!(1'(was_valid >> watched)) || w_valid || !stopped_q);
      AllocatesLowestFree: assert (fresh == (was_offer ? ~was_valid & (was_valid + E'(1)) : '0));
      ErrorExact: assert (error_q == was_owed);
      StrayExact: assert (Timeouts == 0 ? (!error || was_owed) && stray == '0 : !error && stray ==
                          (was_missed && was_stray != 16'hFFFF ? was_stray + 16'd1 : was_stray));
      AsksAgain: assert (was_late == '0 || (request_valid && request[RequestBits-1:16] ==
          was_late_fields[RequestBits-1:16] && (requested & was_late & (~was_late + E'(1))) == '0 &&
          (!(1'((was_late & (~was_late + E'(1))) >> watched)) || request[15:0] == was_w_flits)));
      OfferMakesRequest: assert (!was_offer || (request_valid && request[23:18] == 6'(alloc_entry) &&
          {request[RequestBits-1:24], request[15:0]} == was_offered &&
          (!(1'(fresh >> watched)) ||
           {16'(message >> (watched * 16)), w_base} == was_offer_fields)));
      StartCompleted: assert (!(1'((granted & ~was_granted) >> watched)) || 1'(due >> watched) ||
          w_start == was_whole_start);
      RequestOfOffer: assert (!request_valid || was_request || was_offer || was_late != '0);
      RequestTakenOnce: assert (!was_request || !was_taken || !request_valid);
    end
    Resends: cover (was_started && w_resend && w_sent && w_count == 2);
    AcknowledgedAndFreed: cover (was_started && was_valid == '1 && !w_valid &&
                                 was_life == DONE && enable_i && last_levels[LevelBits-1]);
    AskedAgain: cover (was_started && was_late != '0 && request[15:0] == 16'd7);
    AnsweredLate: cover (was_started && w_sent && w_resend && w_answers && response_kind_i == 4'd4 &&
                         response_sequence_i == w_packet && w_sequence == w_packet);
    SleepsTowardsStart: cover (was_started && wake_valid && quiescent && due != '0);
  end

  // Not granted in the last clock and before: it may not go away.
  logic [7:0] alloc_entry;
  always_comb begin
    alloc_entry = '0;
    for (int e = E - 1; e >= 0; e--)
      if (fresh[e]) alloc_entry = 8'(e);
  end
  always @(posedge clk_i)
    stopped_q <= !(1'(granted >> watched)) && !(w_from && response_kind_i == 4'd3);

endmodule
