// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of reservation_requester: the table, the life of a packet, no deadlock, requests that
// wait, quiescence; with what makes the proof inductive: an answer waits with its row and that row's
// block, packets not sent have no answers, what goes again is to go again, times lie ahead, the walk has
// seen what it looked at.
// properties: asserts=36 covers=3
// proof: depth=1 ReservationEntries=2 MaxPackets=2 CycleBits=8
// proof: depth=1 ReservationEntries=2 MaxPackets=2 CycleBits=8 Timeouts=1
// cover: depth=14 ReservationEntries=2 MaxPackets=2 CycleBits=8 Timeouts=1
// mutants: ReservationEntries=1 MaxPackets=2 CycleBits=8
// larger: rows meet only in the search for the lowest free one, in the sum of the packets held and
// larger: in the parts. Of two rows and of two packets each is once the watched one. Times are
// larger: compared and stored only.
// assumed: now_i advances by one a clock (clocks left out while quiescent are proved the same)
// assumed: of an entry in use the NIC sends what is shown, as it is shown, and it offers what the page allows: packets to
// assumed: nodes of the network without entry, at least one, while offer_ready_o is 1
// assumed: cfg_n_max is legal; cfg_timeout is constant; a grant's start has been reached or lies less
// assumed: than half the range of its bits less four cycles ahead
// mutant DestinationsUnique: @reservation_entry s/(offer_destination_i & {NodeBits{takes}})/((offer_destination_i ^ NodeBits'(1)) \& {NodeBits{takes}})/
// mutant Disjoint: @reservation_entry s/outstanding_q & ~(resolved & {Slots{resolves}})/outstanding_q/
// mutant HeldIsPopulation: s/repairing ? one_less : held_q/held_q/
// mutant HeldIsPopulation: Timeouts=1 s/acknowledged && !same ?/acknowledged ?/
// mutant EmptyIsZero: @reservation_entry s/(destination_q & {NodeBits{stays}})/destination_q/
// mutant DueIsGranted: @reservation_entry s/granted_d     = stays && (grants || granted_q)/granted_d = stays \&\& granted_q/
// mutant FailedIsRefused: @reservation_entry s/stays && (refuses || expires || refused_q)/stays \&\& refused_q/
// mutant DoneIsFreed: @reservation_entry s/enable_i && valid_q && !done_o/enable_i \&\& valid_q/
// mutant NoDeadlock: @reservation_entry s/transmits_o   = due_q && more && !repairs/transmits_o = 1'b0/
// mutant NoSpeculationAfterAnswer: @reservation_entry s/ && !granted_q && !refused_q && more/ \&\& more/
// mutant FirstTimeOnce,LifeIsBits,UnsentIsFree: @reservation_entry s/left_q - BlockBits'(advances)/left_q/
// mutant ResentOnlyIfDropped,RepairWaits: @reservation_repair s/lowest & {Rows{idle}}/Rows'(1) \& {Rows{idle}}/; s/ &&$/;/; s/^ *(valid_q || failed != '0);$//
// mutant FreedOnlyWhenDone: @reservation_entry s/ && outstanding_q == '0 && !repairs;/ \&\& !repairs;/
// mutant GrantOfItsBlockOnly: s/response_tag_i\[TagBits-1:2\] == 6'(r)/1'b1/
// mutant AllocatesLowestFree: ReservationEntries=2 @reservation_request s/~valid_i & (valid_i + Rows'(1)) & {Rows{accepted}}/~valid_i \& {Rows{accepted}}/
// mutant RiseIsOfEvent: ReservationEntries=2 @reservation_request s/~valid_i & (valid_i + Rows'(1)) & {Rows{accepted}}/~valid_i \& {Rows{accepted}}/
// mutant EntryIsTold: s/\.valid_i(entry_valid_o),/.valid_i(entry_valid_o \& ~done),/
// mutant OfferReadyExactly: @reservation_request s/ready_o     = !valid_q && !(&valid_i)/ready_o = !(\&valid_i)/
// mutant OfferMakesRequest: @reservation_request s/whole ? offer_flits_i/1'b1 ? offer_flits_i/
// mutant TimesAhead: @reservation_starts s/waits_i\[r\] \&\& equal/1'b0 \&\& equal/
// mutant WaitsInRegister: @reservation_request s/fresh_tag = {row, /fresh_tag = {~row, /
// mutant RequestTakenOnce: @reservation_request s/keeps         = enable_i && valid_q && !request_ready_i/keeps = enable_i \&\& valid_q/
// mutant StableUntilTaken: @reservation_request s/keeps         = enable_i && valid_q && !request_ready_i/keeps = 1'b0/
// mutant ErrorExact: @reservation_answer s/differs_q == '0 &&/1'b1 \&\&/
// mutant AnswerWaits: @reservation_answer s/row_d  = matches_i/row_d = {Rows{1'b1}}/
// mutant AnswerOfItsRow: @reservation_answer s/base_q          <= row_base_i/base_q <= ~row_base_i/
// mutant StrayExact: Timeouts=1 s/missed_i(missed_q)/missed_i(1'b0)/
// mutant DisabledIsReset: s/held_d & {HeldBits{enable_i}}/held_d/
// mutant QuiescentHoldsState: s/ && !walks && !repair_busy &&/ \&\& !walks \&\&/
// mutant QuiescentHoldsState,WalkLooks: @reservation_starts s/{StartBits{found\[b\]}}/{StartBits{looked[b]}}/
// mutant QuiescentHoldsState: Timeouts=1 @reservation_timer s/!tick_o \&\& (used_i || !begins_i)/used_i \&\& !tick_o/
// mutant QuiescentHoldsState: s/ !answers \&\& !missed_q/ !missed_q/
// mutant QuiescentIsSilent: s/quiescent_o       = !request_valid_o \&\& /quiescent_o = /
// mutant SentOfOneEntry: ReservationEntries=2 @reservation_requester_fv s/E'(1) << sent_entry_i/E'(3) << sent_entry_i/
// mutant OfferInNetwork: @reservation_requester_fv s/assume (32'(offer_destination_i) < Nodes);//; s/Nodes = 16,/Nodes = 20,/
// mutant BlockWithinTable: @reservation_requester_fv s/assume (cfg_n_max_i != '0 .*$//

module reservation_requester_fv #(
  parameter int unsigned Nodes = 16,
  parameter int unsigned ReservationEntries = 2,
  parameter int unsigned MaxPackets = 2,
  parameter int unsigned CycleBits = 8,
  parameter int unsigned Timeouts = 0,
  localparam int unsigned E = ReservationEntries,
  localparam int unsigned M = MaxPackets,
  localparam int unsigned NodeBits = $clog2(Nodes),
  localparam int unsigned BlockBits = $clog2(M + 1),
  localparam int unsigned SlotBits = $clog2(M),
  localparam int unsigned Slots = 2 ** SlotBits,
  localparam int unsigned StartBits = CycleBits < 26 ? CycleBits : 26,
  localparam int unsigned Banks = (E + 3) / 4,
  localparam int unsigned RequestBits = NodeBits + 24,
  localparam int unsigned RowBits = 5 + NodeBits + SlotBits + BlockBits + 2 * Slots + 4 * Timeouts,
  localparam int unsigned HeldBits = $clog2(E * M + 1),
  localparam int unsigned HighBits = 16 - SlotBits,
  localparam int unsigned AnswerAt = 1 + HeldBits,
  localparam int unsigned BlocksAt = AnswerAt + 2 + E + 48 + HighBits,
  localparam int unsigned RequestAt = BlocksAt + 32 * E,
  localparam int unsigned StartsAt = RequestAt + 1 + RequestBits + 16 * E * Timeouts,
  localparam int unsigned StepBits = $clog2(4 * Banks + 1),
  localparam int unsigned WalkBits = StepBits + StartBits + CycleBits + 3,
  localparam int unsigned RepairAt = StartsAt + WalkBits + 4 * Banks * (StartBits - 2),
  localparam int unsigned RowsAt = RepairAt + 2 * E + 1 + SlotBits,
  localparam int unsigned StorageBits = RowsAt + E * RowBits + Timeouts * (CycleBits + 16),
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
  logic [SlotBits-1:0]    resend_slot;
  logic [NodeBits-1:0]    request_destination;
  logic [E-1:0]           sent_entry;
  logic [7:0]             request_tag;
  logic [15:0]            request_flits, shown_held, stray;
  logic [CycleBits-1:0]   wake_at;
  logic [StorageBits-1:0] registers;
  logic                   sent_speculative;
  (* anyconst *) logic [CycleBits-1:0] cfg_timeout;
  assign sent_entry       = sent_valid_i ? E'(1) << sent_entry_i : '0;
  assign sent_speculative = 1'(speculate >> sent_entry_i);

  reservation_requester #(
    .Nodes(Nodes), .ReservationEntries(E), .MaxPackets(M), .CycleBits(CycleBits),
    .Timeouts(Timeouts)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .now_i, .offer_valid_i, .offer_destination_i, .offer_message_i,
    .offer_sequence_i, .offer_packets_i, .offer_flits_i, .offer_packet_flits_i,
    .sent_entry_i(sent_entry), .sent_speculative_i(sent_speculative),
    .response_valid_i, .response_kind_i, .response_source_i, .response_message_i,
    .response_sequence_i, .response_tag_i, .response_start_i, .request_ready_i, .cfg_n_max_i,
    .cfg_slots_i, .cfg_timeout_i(cfg_timeout), .offer_ready_o(offer_ready),
    .entry_valid_o(shown_valid), .entry_destination_o(shown_destination),
    .entry_speculate_o(speculate), .entry_send_o(send), .entry_resend_o(resend),
    .resend_slot_o(resend_slot), .request_valid_o(request_valid),
    .request_destination_o(request_destination), .request_tag_o(request_tag),
    .request_flits_o(request_flits), .held_o(shown_held), .error_o(error), .stray_o(stray),
    .quiescent_o(quiescent), .wake_valid_o(wake_valid), .wake_at_o(wake_at), .state_o(registers)
  );

  // The rows.
  logic [E-1:0]           valid, requested, granted, refused, due, late, aged;
  logic [E*NodeBits-1:0]  destination;
  logic [E*BlockBits-1:0] left;
  logic [E*SlotBits-1:0]  slot;
  logic [E*Slots-1:0]     outstanding, failed;
  logic [E*2-1:0]         blocks;
  logic [E*16-1:0]        message, base;
  logic                   request_valid_q, missed, ack, nack;
  logic [E-1:0]           answer_row;
  logic [15:0]            differs, answer_base, answer_sequence;
  logic [HighBits-1:0]    high_before;
  logic [RequestBits-1:0] request;
  for (genvar r = 0; r < E; r++) begin : gen_row
    assign {valid[r], requested[r], granted[r], refused[r], due[r],
            destination[r*NodeBits+:NodeBits], slot[r*SlotBits+:SlotBits], left[r*BlockBits+:BlockBits],
            outstanding[r*Slots+:Slots], failed[r*Slots+:Slots]} =
        registers[RowsAt+r*RowBits+:RowBits-4*Timeouts];
    assign {message[r*16+:16], base[r*16+:16]} = registers[BlocksAt+r*32+:32];
    if (Timeouts != 0)
      assign {late[r], aged[r], blocks[r*2+:2]} = registers[RowsAt+(r+1)*RowBits-4+:4];
    else assign {late[r], aged[r], blocks[r*2+:2]} = '0;
  end
  assign missed                     = registers[0];
  assign {ack, nack, answer_row, differs, answer_base, answer_sequence, high_before} =
      registers[AnswerAt+:BlocksAt-AnswerAt];
  assign {request_valid_q, request} = registers[RequestAt+:RequestBits+1];

  // The answer of the last clock, and the rows that it belonged to.
  logic                answers_q;
  logic [3:0]          kind_q;
  logic [NodeBits-1:0] source_q;
  logic [15:0]         message_q, sequence_q;
  logic [E-1:0]        matched_q;
  always @(posedge clk_i) begin : p_answer
    answers_q  <= started && enable_i && response_valid_i &&
                  (response_kind_i == 4'd4 || response_kind_i == 4'd5);
    kind_q     <= response_kind_i;
    source_q   <= response_source_i;
    message_q  <= response_message_i;
    sequence_q <= response_sequence_i;
    for (int r = 0; r < E; r++)
      matched_q[r] <= valid[r] && destination[r*NodeBits+:NodeBits] == response_source_i;
  end
  // It waits as it came; a row that it belongs to has the block that it had then.
  logic answer_waits, answer_of_row;
  always_comb begin : p_answer_waits
    answer_waits  = ack == (answers_q && kind_q == 4'd4) && nack == (answers_q && kind_q == 4'd5) &&
                    answer_row == (answers_q ? matched_q : '0) && (!answers_q ||
                    (answer_sequence == sequence_q &&
                     high_before == sequence_q[15:SlotBits] - HighBits'(1)));
    answer_of_row = 1'b1;
    for (int r = 0; r < E; r++)
      if (answers_q && valid[r]) begin
        if (matched_q[r] && !(destination[r*NodeBits+:NodeBits] == source_q &&
                              differs == (message_q ^ message[r*16+:16]) &&
                              answer_base == base[r*16+:16])) answer_of_row = 1'b0;
        if (!matched_q[r] && destination[r*NodeBits+:NodeBits] == source_q &&
            (outstanding[r*Slots+:Slots] | failed[r*Slots+:Slots]) != '0) answer_of_row = 1'b0;
      end
  end

  // One packet of one entry, the same for the whole run and otherwise arbitrary, and its life.
  (* anyconst *) logic [7:0] watched, packet;
  typedef enum logic [2:0] {UNSENT, FLYING, DROPPED, DONE, NONE} life_e;
  life_e                life_q, life;
  logic                 w_valid, w_speculate, w_resend, w_from, w_grant, w_answers, w_sent, w_in_block;
  logic                 w_expired, answered_q;
  logic [15:0]          w_packet, w_base;
  logic [BlockBits-1:0] count_q, w_left;
  logic [Slots-1:0]     w_outstanding, w_failed;
  assign w_valid       = 1'(valid >> watched);
  assign w_speculate   = 1'(speculate >> watched);
  assign w_resend      = 1'(resend >> watched);
  assign w_base        = 16'(base >> (watched * 16));
  assign w_packet      = w_base + 16'(packet);
  assign w_left        = BlockBits'(left >> (watched * BlockBits));
  assign w_outstanding = Slots'(outstanding >> (watched * Slots));
  assign w_failed      = Slots'(failed >> (watched * Slots));
  assign w_in_block    = w_valid && packet < 8'(count_q);
  assign w_from        = response_valid_i && w_valid &&
                         response_source_i == NodeBits'(destination >> (watched * NodeBits));
  assign w_answers     = answers_q && w_valid && sequence_q == w_packet &&
                         source_q == NodeBits'(destination >> (watched * NodeBits)) &&
                         message_q == 16'(message >> (watched * 16));
  assign w_grant       = w_from && response_kind_i == 4'd3 &&
                         response_tag_i == {watched[5:0], 2'(blocks >> (watched * 2))};
  assign w_sent        = sent_valid_i && sent_entry_i == watched;
  // Late answers end the packet's flight by themselves.
  assign w_expired     = Timeouts != 0 && w_in_block && life_q == FLYING &&
                         w_failed[SlotBits'(w_packet)];
  always_comb begin : p_life
    life = life_q == FLYING && w_expired ? DROPPED : life_q;
    if (w_answers && life == FLYING && kind_q == 4'd4) life = DONE;
    if (w_answers && life == FLYING && kind_q == 4'd5) life = DROPPED;
    if (Timeouts != 0 && w_answers && life == DROPPED && kind_q == 4'd4) life = DONE;
    if (w_sent && w_resend && resend_slot == SlotBits'(w_packet)) life = DONE;
    if (w_sent && !w_resend && 8'(count_q) == 8'(w_left) + packet)
      life = w_speculate ? FLYING : DONE;
  end

  // The life is what the row's bits say.
  logic life_exact, w_out, w_fail;
  assign w_out  = w_outstanding[SlotBits'(w_packet)];
  assign w_fail = w_failed[SlotBits'(w_packet)];
  always_comb begin : p_bits
    life_exact = count_q != '0 && 32'(count_q) <= M && w_left <= count_q &&
                 SlotBits'(slot >> (watched * SlotBits)) ==
                 SlotBits'(w_base + 16'(count_q) - 16'(w_left));
    if (w_in_block) begin
      if (life_q > DONE) life_exact = 1'b0;
      if (w_out != (life_q == FLYING && !w_expired)) life_exact = 1'b0;
      if (w_fail != (life_q == DROPPED || w_expired)) life_exact = 1'b0;
      if ((8'(count_q) - 8'(w_left) <= packet) != (life_q == UNSENT)) life_exact = 1'b0;
    end else begin
      if (life_q != UNSENT || (32'(packet) < Slots && (w_out || w_fail))) life_exact = 1'b0;
    end
    if (answered_q && !(1'((granted | refused) >> watched))) life_exact = 1'b0;
  end

  logic started, was_started, was_offer, was_owed, was_taken, was_request, was_grantable, was_done;
  logic was_missed, was_over;
  logic [E-1:0]         was_valid, was_granted, fresh;
  logic [NodeBits+15:0] was_offered;
  logic [15:0]          was_stray, block_flits, population;
  logic [CycleBits-1:0] was_now, past;
  logic [LevelBits-1:0] levels, last_levels;
  logic                 any_error;
  logic [7:0]           alloc_entry;
  initial {started, was_started} = '0;
  assign levels = {enable_i, request_ready_i, cfg_n_max_i, cfg_slots_i};
  assign past   = now_i - wake_at;
  assign fresh  = valid & ~was_valid;
  assign block_flits = offer_packets_i <= 16'(cfg_n_max_i) ? offer_flits_i :
                       16'(cfg_n_max_i) * 16'(offer_packet_flits_i);

  // Blocks, starts and sizes asked for are not reset and keep what they have; all else is held.
  logic [StorageBits-1:0] held_registers;
  always_comb begin : p_held
    held_registers                        = registers;
    held_registers[BlocksAt+:32*E]        = '0;
    for (int i = RequestAt + 1 + RequestBits; i < StartsAt; i++) held_registers[i] = 1'b0;
    held_registers[RepairAt-1-:4*Banks*(StartBits-2)] = '0;
  end
  // What has aged of a row that asks nothing and waits for no answer says nothing, and is cleared in the
  // next clock.
  logic [StorageBits-1:0] settled_registers;
  always_comb begin : p_settled
    settled_registers = held_registers;
    for (int r = 0; r < E; r++)
      if (Timeouts != 0 && !(requested[r] && !granted[r]) &&
          !(due[r] && {left[r*BlockBits+:BlockBits], failed[r*Slots+:Slots]} == '0 &&
            outstanding[r*Slots+:Slots] != '0)) settled_registers[RowsAt+(r+1)*RowBits-2] = 1'b0;
  end
  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started), .idle_i(!offer_valid_i && !sent_valid_i && !response_valid_i),
    .quiescent_i(quiescent && (!wake_valid || past[CycleBits-1])), .levels_i(levels),
    .registers_i(settled_registers), .event_i(request_valid || error), .busy_i(enable_i && wake_valid),
    .asleep_o(), .last_levels_o(last_levels)
  );
  stable_until_taken #(.PayloadBits(RequestBits)) stable (
    .clk_i, .started_i(started), .enable_i, .valid_i(request_valid), .ready_i(request_ready_i),
    .payload_i({request_destination, request_tag, request_flits})
  );

  told_entries #(.Entries(E), .NodeBits(NodeBits)) told (
    .clk_i, .started_i(started), .enable_i, .event_i(offer_valid_i && offer_ready),
    .destination_i(offer_destination_i), .valid_i(shown_valid), .table_i(shown_destination),
    .known_o()
  );

  // An answer that finds no packet, row by row and packet by packet.
  always_comb begin : p_error
    any_error = answers_q;
    for (int r = 0; r < E; r++)
      for (int i = 0; i < Slots; i++)
        if (valid[r] && destination[r*NodeBits+:NodeBits] == source_q &&
            message[r*16+:16] == message_q &&
            16'(base[r*16+:16] + 16'(i)) == sequence_q &&
            (outstanding[r*Slots+(32'(base[r*16+:16]) + i) % Slots] || (Timeouts != 0 &&
             kind_q == 4'd4 && failed[r*Slots+(32'(base[r*16+:16]) + i) % Slots])))
          any_error = 1'b0;
  end

  // What makes the proof inductive.
  logic                 unsent_free, repair_waits, times_ahead, walk_exact;
  logic [StartBits-1:0] ahead_start;
  assign ahead_start = response_start_i - now_i[StartBits-1:0];
  requester_invariants #(
    .Rows(E), .MaxPackets(M), .CycleBits(CycleBits), .StartBits(StartBits)
  ) invariants (
    .now_i, .valid_i(valid), .asks_i(requested & ~granted), .due_i(due), .late_i(late),
    .aged_i(aged), .left_i(left), .slot_i(slot), .outstanding_i(outstanding), .failed_i(failed),
    .waits_i(granted & ~due), .ticks_i(Timeouts != 0 && cfg_timeout != '0),
    .timer_i(registers[StorageBits-1-:CycleBits]), .repair_i(registers[RepairAt+:E+1+SlotBits]),
    .starts_i(registers[StartsAt+:RepairAt-StartsAt]), .unsent_free_o(unsent_free),
    .repair_waits_o(repair_waits), .times_ahead_o(times_ahead), .walk_exact_o(walk_exact)
  );

  logic unique_destinations, disjoint, empty_zero, due_granted, refused_ok, no_deadlock, in_register;
  logic [E-1:0] done;
  always_comb begin : p_table
    {unique_destinations, disjoint, empty_zero, due_granted, refused_ok, no_deadlock} = '1;
    in_register = 1'b1;
    population  = '0;
    alloc_entry = '0;
    for (int r = 0; r < E; r++) begin
      for (int q = 0; q < r; q++)
        if (valid[r] && valid[q] && destination[r*NodeBits+:NodeBits] ==
            destination[q*NodeBits+:NodeBits]) unique_destinations = 1'b0;
      if ((outstanding[r*Slots+:Slots] & failed[r*Slots+:Slots]) != '0) disjoint = 1'b0;
      for (int i = 0; i < Slots; i++)
        population = population + 16'(outstanding[r*Slots+i] || failed[r*Slots+i]);
      if (!valid[r] && registers[RowsAt+r*RowBits+:RowBits-4*Timeouts] != '0) empty_zero = 1'b0;
      if (due[r] && !granted[r]) due_granted = 1'b0;
      if (failed[r*Slots+:Slots] != '0 && !refused[r]) refused_ok = 1'b0;
      done[r] = granted[r] && {left[r*BlockBits+:BlockBits], outstanding[r*Slots+:Slots],
                               failed[r*Slots+:Slots]} == '0;
      // It sends, waits for answers, is done, or what it has to repair is searched for or shown.
      if (valid[r] && due[r] && outstanding[r*Slots+:Slots] == '0 && !send[r] && !done[r] &&
          quiescent && resend == '0) no_deadlock = 1'b0;
      if (valid[r] && !requested[r] && !(request_valid_q && request[RequestBits-1:16] ==
          {destination[r*NodeBits+:NodeBits], 6'(r), blocks[r*2+:2]})) in_register = 1'b0;
    end
    for (int r = E - 1; r >= 0; r--) if (fresh[r]) alloc_entry = 8'(r);
  end

  always @(posedge clk_i) begin : p_ghost
    started       <= 1'b1;
    was_started   <= started;
    was_valid     <= valid;
    was_granted   <= granted;
    was_now       <= now_i;
    was_offer     <= started && enable_i && offer_valid_i;
    was_offered   <= {offer_destination_i, block_flits};
    was_request   <= request_valid;
    was_taken     <= request_ready_i;
    was_owed      <= started && enable_i && any_error;
    was_grantable <= w_grant;
    was_done      <= 1'(done >> watched);
    was_over      <= !w_in_block || life == DONE;
    was_stray     <= stray;
    was_missed    <= missed;
    if (offer_valid_i && !w_valid)
      count_q <= offer_packets_i < 16'(cfg_n_max_i) ? BlockBits'(offer_packets_i) : cfg_n_max_i;
    if (!started || !enable_i || !w_valid) begin
      life_q     <= UNSENT;
      answered_q <= 1'b0;
    end else begin
      life_q     <= life;
      answered_q <= answered_q || w_grant || (w_answers && life_q == FLYING &&
                                              kind_q == 4'd5);
    end
  end

  always_comb begin : p_properties
    assume (rst_ni == started);
    assume (32'(watched) < E && 32'(packet) < M);
    assume (cfg_n_max_i != '0 && 32'(cfg_n_max_i) <= M);
    assume (32'(offer_destination_i) < Nodes);
    assume (!cfg_timeout[CycleBits-1]);
    if (started) begin
      assume (!was_started || now_i == was_now + CycleBits'(1));
      assume (!sent_valid_i || (32'(sent_entry_i) < E &&
                                1'((~shown_valid | speculate | send) >> sent_entry_i)));
      assume (ahead_start[StartBits-1] ? ahead_start != 1 << (StartBits - 1) :
              ahead_start < {1'b0, {(StartBits - 3) {1'b1}}, 2'b00});
      assume (!offer_valid_i || (offer_ready && offer_packets_i != '0));
      for (int r = 0; r < E; r++)
        assume (!offer_valid_i || !valid[r] ||
                destination[r*NodeBits+:NodeBits] != offer_destination_i);
      DestinationsUnique: assert (unique_destinations && (!was_offer || NodeBits'(destination >>
          (alloc_entry * NodeBits)) == was_offered[16+:NodeBits]));
      Disjoint: assert (disjoint);
      HeldIsPopulation: assert (shown_held == population);
      EmptyIsZero: assert (empty_zero && (request_valid_q || request == '0));
      DueIsGranted: assert (due_granted);
      FailedIsRefused: assert (refused_ok);
      NoDeadlock: assert (no_deadlock);
      NoSpeculationAfterAnswer: assert (!answered_q || !w_valid || !w_speculate);
      FirstTimeOnce: assert (!w_in_block || w_left > count_q || (8'(count_q) - 8'(w_left) <= packet) ==
                             (life_q == UNSENT));
      ResentOnlyIfDropped: assert (!w_in_block || !w_resend || resend_slot != SlotBits'(w_packet) ||
                                   life_q == DROPPED || w_expired);
      AnswerWaits: assert (answer_waits);
      AnswerOfItsRow: assert (answer_of_row);
      OfferReadyExactly: assert (offer_ready == (!request_valid && !(&valid)));
      UnsentIsFree: assert (unsent_free);
      RepairWaits: assert (repair_waits);
      TimesAhead: assert (times_ahead);
      WalkLooks: assert (walk_exact);
      LifeIsBits: assert (!w_valid || life_exact);
      WaitsInRegister: assert (in_register);
      DisabledIsReset: assert ((was_started && last_levels[LevelBits-1]) || held_registers == '0);
    end
    if (was_started && last_levels[LevelBits-1]) begin
      DoneIsFreed: assert (!was_done || !w_valid || 1'(fresh >> watched));
      FreedOnlyWhenDone: assert (!(1'(was_valid >> watched)) || w_valid || was_over);
      GrantOfItsBlockOnly: assert (!(1'((granted & ~was_granted) >> watched)) || was_grantable);
      AllocatesLowestFree: assert (fresh == (was_offer ? ~was_valid & (was_valid + E'(1)) : '0));
      OfferMakesRequest: assert (!was_offer || (request_valid &&
          {request[RequestBits-1:24], request[15:0]} == was_offered));
      RequestTakenOnce: assert (!was_request || !was_taken || !request_valid);
      ErrorExact: assert (missed == was_owed && (Timeouts == 0 ? error == missed : !error));
      StrayExact: assert (stray == (Timeouts != 0 && was_missed && was_stray != 16'hFFFF ?
                                    was_stray + 16'd1 : was_stray));
    end
    Resends: cover (was_started && w_resend && w_sent && count_q == 2);
    Frees: cover (was_started && was_valid == '1 && !w_valid && enable_i &&
                  last_levels[LevelBits-1]);
  end

endmodule
