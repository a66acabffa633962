// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of recn_port: a packet may begin only as it was compared, with a place, and in a SAQ with
// room for all of it, and a queue is swapped only if it fits, so the SAQs keep their share; queues are
// served in turn, each only if it may. Control and memory may do anything that their pages allow.
// properties: asserts=31 covers=5
// proof: depth=2 Egress=0 Words=8 Saqs=2 Reserved=3 PoolBits=3 Ports=2
// proof: depth=2 Egress=1 Words=8 Saqs=3 Reserved=2 PoolBits=2 Ports=2
// proof: depth=2 Egress=1 Words=256 Saqs=8 Reserved=64 PoolBits=31 Ports=8
// proof: depth=2 Egress=0 Words=256 Saqs=4 Reserved=64 PoolBits=31 Ports=4
// bounded: depth=5 Egress=0 Words=64 Saqs=4 Reserved=16 PoolBits=5 Ports=4
// cover: depth=10 Egress=0 Words=8 Saqs=2 Reserved=3 PoolBits=3 Ports=2
// abstract: recn_ingress recn_egress queue_memory
// larger: an egress port is proved as large as in use, an ingress port with 4 of 8 SAQs and 4 of 8 detection queues (with 8 and 8 four clocks take more than 200 seconds); queues are alike; widths are those of counters and comparators; the pool's bits are only handed on
// assumed: control and memory keep their contracts (proved by their own wrappers); flits come only when they may, packets are at most cfg_packet flits long, which the share holds with cfg_keep_share; cfg_* change only while disabled
// mutant ReadyWasAsked: s/head_ready_o  = match_valid \&\& ready/head_ready_o = ready/
// mutant ReadyHasPlace: s/match_valid \&\& ready \&\& !write_open/match_valid \&\& !write_open/
// mutant ReadyHasPlace: s/match_valid \&\& ready \&\& !write_open/match_valid \&\& ready/
// mutant ReadyHasRoom: s/(to_normal || room_q)/1'b1/
// mutant ReadyHasRoom: s/grows ? with_packet < Limit/grows ? with_packet <= Limit/
// mutant ReadyHeedsStop: Egress=1 Words=8 Saqs=2 Reserved=2 PoolBits=2 Ports=2 s/(to_normal || room_q) \&\&$/(to_normal || room_q);/; s/^                         !match_stopped;//
// mutant ReadyIfItMay: s/(to_normal || room_q)/to_normal/
// mutant NormalNeedsNoRoom: s/(to_normal || room_q)/room_q/
// mutant RoomIsExact: s/with_packet <= Limit));/with_packet < Limit));/
// mutant RoomIsExact: s/room_q <= !cfg_keep_share_i || (!swap_valid_o \&\&/room_q <= !cfg_keep_share_i || (/
// mutant ShareHolds: s/grows ? with_packet < Limit/grows ? with_packet <= Limit/
// mutant ShareHolds: s/grows       = flit_valid_i \&\& store_queue/grows = begins \&\& match_queue/
// mutant TakesHasFlit: s/open_flits : wanted != '0)/open_flits : waiting_o != '0)/
// mutant ChosenMayBegin: s/waiting_o \& may_begin_i \&/waiting_o \&/
// mutant ChosenMayBegin: s/\& {saq_may_send_o, {Normals{1'b1}}}//
// mutant TakesWhatCan: s/takes = may_go_i \&\& (read_open/takes = may_go_i \&\& !flit_valid_i \&\& (read_open/
// mutant GoesOnlyIfMay: s/takes = may_go_i \&\&/takes =/
// mutant NextInTurn: s/pool   = later != '0 ? later : wanted/pool = wanted/
// mutant NextInTurn: s/QueueBits'(q) > served_q/QueueBits'(q) >= served_q/
// mutant ServedIsQueue: Egress=1 Words=8 Saqs=2 Reserved=2 PoolBits=2 Ports=2 s/served_q <= next_queue/served_q <= ~next_queue/
// mutant ServedIsLast: s/else if (takes \&\& !read_open) served_q/else if (takes) served_q/
// mutant ShareHolds: s/flit_valid_i ? with_queue < Limit/flit_valid_i ? with_queue <= Limit/
// mutant ShareHolds: s/swap_may   = !cfg_swap_fits_i || fits/swap_may = 1'b1/
// mutant SwapsIfFits: s/with_packet + {1'b0, notice_flits}/with_packet/
// mutant SwapsIfFits: s/flit_valid_i ? with_queue < Limit/flit_valid_i ? with_queue <= Limit/
// mutant SwapsIfFits: s/fits       = !with_packet\[CountBits\] \&\&/fits =/
// mutant SwapsIfFits: s/notice_queue == QueueBits'(q)/match_queue == QueueBits'(q)/
// mutant MemoryHears: s/.enqueue_queue_i(match_queue)/.enqueue_queue_i(store_queue)/
// mutant MemoryHears: s/.swap_from_i(swap_from)/.swap_from_i(match_queue)/
// mutant MemoryHears: s/.swap_valid_i(swap_valid_o)/.swap_valid_i(swap_valid_o \&\& !flit_valid_i)/
// mutant MemoryHears: s/.swap_from_o(swap_from), .swap_to_o(swap_to)/.swap_from_o(swap_to), .swap_to_o(swap_from)/
// mutant SwapIsLegal: s/.swap_from_o(swap_from), .swap_to_o(swap_to)/.swap_from_o(swap_to), .swap_to_o(swap_from)/
// mutant PacketIsShort: @recn_port_fv s/if (started \&\& flit_valid_i) assume (to_come.*//
// mutant SwapsIfFits: s/!cfg_swap_fits_i || fits/fits/
// mutant OutIsTheMemorys: s/read_queue \& {QueueBits{mem_valid}}/read_queue/
// mutant EnqueueHasPlace: @recn_port_fv s/assume (flit_may);//
// mutant StoreIsMatched: @recn_port_fv s/assume (flit_may);//
// mutant DequeueHasFlit: s/read_open ? open_flits : wanted != '0/read_open || wanted != '0/
// mutant FlitMayCome: @recn_port_fv s/assume (flit_may);//
// mutant PacketFits: @recn_port_fv s/assume (packet_fits);//
// mutant DisabledIsReset: s/else if (!enable_i) room_q <= 1'b0;//
// mutant DisabledIsReset: s/else if (!enable_i) served_q <= '0;//
// mutant StableUntilTaken: @recn_port_fv s/if (answers != '0) assume.*//
// mutant StableUntilTaken: @recn_port_fv s/if (notifies != '0) assume.*//
// mutant RoomWhenIdle: s/quiescent_memory \&\& total_flits_o == '0/quiescent_memory/
// mutant QuiescentHoldsState: s/quiescent_memory \&\& total_flits_o == '0/quiescent_memory/
// mutant QuiescentIsSilent: s/quiescent_o = quiescent_control \&\&/quiescent_o =/

// The message for one child, and that for one parent, wait as they are.
module port_held #(
  parameter int unsigned Payload = 8
) (
  input logic clk_i, started_i, enable_i, notify_valid_i, notify_ready_i, answer_valid_i,
  input logic answer_ready_i,
  input logic [Payload-1:0] notify_i, answer_i
);
  stable_until_taken #(.PayloadBits(Payload)) notify_held (
    .clk_i, .started_i, .enable_i, .valid_i(notify_valid_i), .ready_i(notify_ready_i),
    .payload_i(notify_i)
  );
  stable_until_taken #(.PayloadBits(Payload)) answer_held (
    .clk_i, .started_i, .enable_i, .valid_i(answer_valid_i), .ready_i(answer_ready_i),
    .payload_i(answer_i)
  );
endmodule

// A control that may answer anything that its page allows.
module any_control #(
  parameter int unsigned Parents = 2,
  parameter int unsigned Children = 1,
  parameter int unsigned Normals = 2,
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 3,
  parameter int unsigned Swaps = 1,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned MessageBits = 2 + 2 * PoolBits
) (
  input  logic                   clk_i, rst_ni, enable_i, packet_valid_i, store_valid_i, left_valid_i,
  input  logic                   swap_may_i,
  input  logic [Children-1:0]    notify_ready_i,
  input  logic [Parents-1:0]     answer_ready_i,
  output logic                   match_valid_o, match_stopped_o, swap_valid_o, full_valid_o, quiescent_o,
  output logic [QueueBits-1:0]   match_queue_o, swap_from_o, swap_to_o, notice_queue_o,
  output logic [1+4*QueueBits:0] shows_o,
  output logic [Parents-1:0]     notice_ready_o, answer_valid_o,
  output logic [Children-1:0]    reply_ready_o, notify_valid_o,
  output logic [MessageBits-1:0] notify_o, answer_o,
  output logic [Saqs-1:0]        saq_may_send_o,
  output logic [4*Saqs-1:0]      saqs_o
);
  localparam int unsigned Bits = 5 + 4 * QueueBits + 2 * Parents + 2 * Children + 2 * MessageBits +
      5 * Saqs;
  (* anyseq *) logic [Bits-1:0] any;
  assign shows_o = {swap_may_i, swap_valid_o, notice_queue_o, match_queue_o, swap_from_o, swap_to_o};
  assign {match_stopped_o, match_valid_o, swap_valid_o, full_valid_o, quiescent_o, match_queue_o, swap_from_o, swap_to_o,
          notice_queue_o, notice_ready_o, answer_valid_o, reply_ready_o, notify_valid_o, notify_o, answer_o,
          saq_may_send_o, saqs_o} = any;
  logic                   was_asked, was_swapped, was_let;
  logic [QueueBits-1:0]   looked;
  logic [Parents-1:0]     answers;
  logic [Children-1:0]    notifies;
  logic [MessageBits-1:0] answer, notify;
  initial {was_asked, was_swapped, was_let, answers, notifies} = '0;
  always @(posedge clk_i) begin
    was_asked   <= rst_ni && enable_i && packet_valid_i;
    was_swapped <= rst_ni && enable_i && swap_valid_o;
    was_let     <= rst_ni && enable_i && swap_may_i;
    looked      <= notice_queue_o;
    answers     <= {Parents{rst_ni && enable_i}} & answer_valid_o & ~answer_ready_i;
    notifies    <= {Children{rst_ni && enable_i}} & notify_valid_o & ~notify_ready_i;
    {answer, notify} <= {answer_o, notify_o};
  end
  always_comb begin
    assume (match_valid_o == was_asked);
    assume ({1'b0, match_queue_o} < Queues[QueueBits:0] && (match_valid_o || match_queue_o == '0));
    assume (!match_stopped_o || (match_valid_o && match_queue_o >= Normals[QueueBits-1:0]));
    assume ({1'b0, notice_queue_o} < Normals[QueueBits:0]);
    // Only what was looked for in the last clock, and might be made then, is swapped; nothing is looked
    // for in the clock in which it is dealt with.
    assume (!swap_valid_o || (Swaps == 1 && was_let && !was_swapped && swap_from_o == looked &&
            {1'b0, swap_to_o} >= Normals[QueueBits:0] && {1'b0, swap_to_o} < Queues[QueueBits:0]));
    if (answers != '0) assume ((answers & ~answer_valid_o) == '0 && answer_o == answer);
    if (notifies != '0) assume ((notifies & ~notify_valid_o) == '0 && notify_o == notify);
    // A SAQ that was made of a queue has somebody to notify.
    assume (!quiescent_o || ({match_valid_o, swap_valid_o, full_valid_o, answer_valid_o,
                              notify_valid_o} == '0 && !was_swapped));
    StoreIsMatched: assert (!rst_ni || !enable_i || !store_valid_i || match_valid_o);
  end
endmodule

module recn_ingress #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 3,
  parameter int unsigned Ports = 2,
  parameter int unsigned Detection = 1,
  parameter int unsigned CountBits = 4,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned Normals = Detection == 1 ? Ports : 1,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues)
) (
  input  logic                        clk_i, rst_ni, enable_i, cfg_more_specific_i, cfg_detection_i,
  input  logic [CountBits-1:0]        cfg_detect_i, cfg_propagate_i, cfg_stop_i, cfg_go_i,
  input  logic [TimerBits-1:0]        cfg_retry_i, cfg_linger_i,
  input  logic                        packet_valid_i, store_valid_i, left_valid_i, reply_valid_i,
  input  logic                        swap_may_i,
  input  logic [PoolBits-1:0]         packet_turns_i, reply_turns_i, reply_mask_i,
  input  logic [Queues*CountBits-1:0] queue_flits_i, queue_packets_i,
  input  logic [QueueBits-1:0]        left_queue_i,
  input  logic [Ports-1:0]            notice_valid_i, answer_ready_i,
  input  logic [Ports*2-1:0]          notice_kind_i,
  input  logic [Ports*PoolBits-1:0]   notice_turns_i, notice_mask_i,
  input  logic [1:0]                  reply_kind_i,
  input  logic                        notify_ready_i,
  output logic                        match_valid_o, swap_valid_o, reply_ready_o, notify_valid_o,
  output logic                        full_valid_o, quiescent_o,
  output logic [1+4*QueueBits:0]      formal_given_o,
  output logic [QueueBits-1:0]        match_queue_o, swap_from_o, swap_to_o, notice_queue_o,
  output logic [Ports-1:0]            notice_ready_o, answer_valid_o,
  output logic [1:0]                  notify_kind_o, answer_kind_o,
  output logic [PoolBits-1:0]         notify_turns_o, notify_mask_o, answer_turns_o, answer_mask_o,
  output logic [Saqs-1:0]             saq_valid_o, saq_waits_o, saq_may_send_o, saq_leaf_o, saq_stop_o
);
  any_control #(
    .Parents(Ports), .Children(1), .Normals(Normals), .Saqs(Saqs), .PoolBits(PoolBits)
  ) control (
    .clk_i, .rst_ni, .enable_i, .packet_valid_i, .store_valid_i, .left_valid_i, .swap_may_i,
    .notify_ready_i, .answer_ready_i, .match_valid_o, .match_stopped_o(), .swap_valid_o, .full_valid_o, .quiescent_o,
    .match_queue_o, .swap_from_o, .swap_to_o, .notice_queue_o, .shows_o(formal_given_o), .notice_ready_o,
    .answer_valid_o, .reply_ready_o, .notify_valid_o,
    .notify_o({notify_kind_o, notify_turns_o, notify_mask_o}),
    .answer_o({answer_kind_o, answer_turns_o, answer_mask_o}), .saq_may_send_o,
    .saqs_o({saq_valid_o, saq_waits_o, saq_leaf_o, saq_stop_o})
  );
endmodule

module recn_egress #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 3,
  parameter int unsigned Ports = 2,
  parameter int unsigned CountBits = 4,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned Queues = 1 + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned PortBits = $clog2(Ports)
) (
  input  logic                        clk_i, rst_ni, enable_i, cfg_more_specific_i,
  input  logic [CountBits-1:0]        cfg_detect_i, cfg_propagate_i, cfg_stop_i, cfg_go_i,
  input  logic [TimerBits-1:0]        cfg_retry_i, cfg_linger_i,
  input  logic                        packet_valid_i, store_valid_i, left_valid_i, notice_valid_i,
  input  logic [PortBits-1:0]         packet_port_i,
  input  logic [PoolBits-1:0]         packet_turns_i, notice_turns_i, notice_mask_i,
  input  logic [Queues*CountBits-1:0] queue_flits_i, queue_packets_i,
  input  logic [QueueBits-1:0]        left_queue_i,
  input  logic [Ports-1:0]            reply_valid_i, notify_ready_i,
  input  logic [Ports*2-1:0]          reply_kind_i,
  input  logic [Ports*PoolBits-1:0]   reply_turns_i, reply_mask_i,
  input  logic [1:0]                  notice_kind_i,
  input  logic                        answer_ready_i,
  output logic                        match_valid_o, match_stopped_o, notice_ready_o, answer_valid_o,
  output logic                        full_valid_o, quiescent_o,
  output logic [1+4*QueueBits:0]      formal_given_o,
  output logic [QueueBits-1:0]        match_queue_o,
  output logic [Ports-1:0]            reply_ready_o, notify_valid_o,
  output logic [1:0]                  notify_kind_o, answer_kind_o,
  output logic [PoolBits-1:0]         notify_turns_o, notify_mask_o, answer_turns_o, answer_mask_o,
  output logic [Saqs-1:0]             saq_valid_o, saq_waits_o, saq_may_send_o, saq_leaf_o, saq_stop_o
);
  any_control #(
    .Parents(1), .Children(Ports), .Normals(1), .Saqs(Saqs), .PoolBits(PoolBits), .Swaps(0)
  ) control (
    .clk_i, .rst_ni, .enable_i, .packet_valid_i, .store_valid_i, .left_valid_i, .swap_may_i(1'b0),
    .notify_ready_i, .answer_ready_i, .match_valid_o, .match_stopped_o, .swap_valid_o(), .full_valid_o, .quiescent_o,
    .match_queue_o, .swap_from_o(), .swap_to_o(), .notice_queue_o(), .shows_o(formal_given_o),
    .notice_ready_o, .answer_valid_o, .reply_ready_o, .notify_valid_o,
    .notify_o({notify_kind_o, notify_turns_o, notify_mask_o}),
    .answer_o({answer_kind_o, answer_turns_o, answer_mask_o}), .saq_may_send_o,
    .saqs_o({saq_valid_o, saq_waits_o, saq_leaf_o, saq_stop_o})
  );
endmodule

// A memory whose queues may have any number of flits, but for what is asked of it here.
module queue_memory #(
  parameter int unsigned Words = 8,
  parameter int unsigned FlitBits = 1,
  parameter int unsigned Normals = 2,
  parameter int unsigned Saqs = 2,
  parameter int unsigned Reserved = 3,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned CountBits = $clog2(Words) + 1
) (
  input  logic                        clk_i, rst_ni, enable_i, enqueue_valid_i, enqueue_last_i,
  input  logic                        dequeue_valid_i, swap_valid_i,
  input  logic [QueueBits-1:0]        enqueue_queue_i, dequeue_queue_i, swap_from_i, swap_to_i,
  input  logic [FlitBits-1:0]         enqueue_flit_i,
  output logic                        ready_o, saq_ready_o, flit_valid_o, flit_last_o, write_open_o,
  output logic                        read_open_o, quiescent_o,
  output logic [FlitBits-1:0]         flit_o,
  output logic [Queues*CountBits-1:0] queue_flits_o, queue_packets_o,
  output logic [CountBits-1:0]        total_flits_o, saq_flits_o,
  output logic [QueueBits-1:0]        write_queue_o, read_queue_o,
  output logic [3*QueueBits:0]        formal_taken_o,
  output logic                        formal_places_o,
  output logic [Queues*CountBits-1:0] formal_words_o
);
  localparam int unsigned Bits = 6 + FlitBits + 2 * Queues * CountBits + 2 * CountBits + QueueBits;
  (* anyseq *) logic [Bits-1:0] any;
  assign {ready_o, saq_ready_o, flit_valid_o, flit_last_o, read_open_o, quiescent_o, flit_o,
          queue_flits_o, queue_packets_o, total_flits_o, saq_flits_o, read_queue_o} = any;
  assign formal_taken_o  = {swap_valid_i, enqueue_queue_i, swap_from_i, swap_to_i};
  assign formal_words_o  = queue_flits_o;
  assign formal_places_o = 1'b0;

  logic                 open_q, stored_q, on_q;
  logic [QueueBits-1:0] queue_q, into;
  logic [CountBits+1:0] saq_q;
  logic [CountBits-1:0] moved;
  logic [Queues*(CountBits+1)-1:0] most_q;
  initial {open_q, stored_q, on_q, queue_q, saq_q, most_q} = '0;
  assign into = open_q ? queue_q : enqueue_queue_i;
  always @(posedge clk_i) begin
    on_q      <= rst_ni && enable_i;
    stored_q  <= rst_ni && enable_i && enqueue_valid_i;
    open_q    <= rst_ni && enable_i && (enqueue_valid_i ? !enqueue_last_i : open_q);
    queue_q   <= !rst_ni || !enable_i ? '0 : swap_valid_i && into == swap_from_i && enqueue_valid_i ?
                 swap_to_i : swap_valid_i && !enqueue_valid_i && queue_q == swap_from_i ? swap_to_i :
                 enqueue_valid_i ? into : queue_q;
    saq_q     <= !rst_ni || !enable_i ? '0 :
                 (CountBits + 2)'(saq_flits_o) + (CountBits + 2)'(moved) +
                 (CountBits + 2)'(enqueue_valid_i && (into >= Normals[QueueBits-1:0] ||
                                                      (swap_valid_i && into == swap_from_i)));
    for (int q = 0; q < Queues; q++)
      most_q[q*(CountBits+1)+:CountBits+1] <= (CountBits + 1)'(queue_flits_o[q*CountBits+:CountBits]) +
          (CountBits + 1)'(enqueue_valid_i && into == q[QueueBits-1:0]);
  end
  assign write_open_o  = open_q;
  assign write_queue_o = queue_q;
  logic has_flit, none, grown;
  always_comb begin
    has_flit = 1'b0;
    moved    = '0;
    grown    = 1'b0;
    none     = 1'b1;
    for (int q = 0; q < Queues; q++) begin
      if ((read_open_o ? read_queue_o : dequeue_queue_i) == q[QueueBits-1:0] &&
          queue_flits_o[q*CountBits+:CountBits] != '0) has_flit = 1'b1;
      if (queue_flits_o[q*CountBits+:CountBits] != '0) none = 1'b0;
      if (swap_valid_i && swap_from_i == q[QueueBits-1:0]) moved = queue_flits_o[q*CountBits+:CountBits];
      if (q < Normals &&
          {1'b0, queue_flits_o[q*CountBits+:CountBits]} > most_q[q*(CountBits+1)+:CountBits+1])
        grown = 1'b1;
    end
    assume (!flit_last_o || flit_valid_o);
    assume (!read_open_o || !flit_last_o);
    assume (saq_flits_o <= Words[CountBits-1:0] && total_flits_o <= Words[CountBits-1:0]);
    assume ({1'b0, read_queue_o} < Queues[QueueBits:0]);
    // A flit more at most, and those of a queue that became a SAQ.
    assume ({2'b00, saq_flits_o} <= saq_q);
    assume (!grown || !on_q);
    assume (on_q || (saq_flits_o == '0 && !flit_valid_o && !quiescent_o));
    assume (total_flits_o != '0 || (none && saq_flits_o == '0));
    // Whose flit has just gone out is not asleep, so of an idle memory nothing has changed.
    assume (!quiescent_o || (!flit_valid_o && (total_flits_o != '0 || (!stored_q && saq_q == '0))));
    EnqueueHasPlace: assert (!rst_ni || !enable_i || !enqueue_valid_i || ready_o);
    if (on_q) SwapIsLegal: assert (!rst_ni || !enable_i || !swap_valid_i ||
        (swap_from_i < Normals[QueueBits-1:0] && swap_to_i >= Normals[QueueBits-1:0] &&
         {1'b0, swap_to_i} < Queues[QueueBits:0]));
    DequeueHasFlit: assert (!rst_ni || !dequeue_valid_i || has_flit);
  end
endmodule

module recn_port_fv #(
  parameter int unsigned Egress = 0,
  parameter int unsigned Words = 8,
  parameter int unsigned Saqs = 2,
  parameter int unsigned Reserved = 3,
  parameter int unsigned PoolBits = 3,
  parameter int unsigned Ports = 2,
  localparam int unsigned Parents = Egress == 1 ? 1 : Ports,
  localparam int unsigned Children = Egress == 1 ? Ports : 1,
  localparam int unsigned Normals = Egress == 1 ? 1 : Ports,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned PortBits = $clog2(Ports),
  localparam int unsigned CountBits = $clog2(Words) + 1,
  localparam int unsigned CfgBits = 4 + 5 * CountBits + 2,
  localparam int unsigned Messages = 2 + 2 * PoolBits
) (
  input logic                       clk_i, rst_ni, enable_i, head_valid_i, flit_valid_i, flit_last_i,
  input logic                       flit_i, may_go_i,
  input logic [CfgBits-1:0]         cfg_i,
  input logic [PoolBits-1:0]        head_turns_i,
  input logic [PortBits-1:0]        head_port_i,
  input logic [Queues-1:0]          may_begin_i,
  input logic [Parents-1:0]         notice_valid_i, answer_ready_i, one_parent_i,
  input logic [Children-1:0]        reply_valid_i, notify_ready_i, one_child_i,
  input logic [Parents*Messages-1:0]  notice_i,
  input logic [Children*Messages-1:0] reply_i
);
  localparam logic [CountBits:0] Share = (CountBits + 1)'(Words - Reserved);

  logic                 keep, swap_fits, head_ready, place_ready, out_valid, out_last, out_flit;
  logic                 swap_valid, full_valid, quiescent;
  logic [CountBits-1:0] packet, cfg_detect, total, saq, notice_flits;
  logic                 may, control_swaps, memory_swaps;
  logic [QueueBits-1:0] notice_queue, answered, from, to, stored, memory_from, memory_to;
  logic [Queues*CountBits-1:0] flits;
  logic [QueueBits-1:0] out_queue, match_queue, write_queue, served, next;
  logic [Queues-1:0]    waiting;
  logic [Parents-1:0]   notice_ready, answer_valid;
  logic [Children-1:0]  reply_ready, notify_valid;
  logic [Messages-1:0]  notify, answer;
  logic [Saqs-1:0]      may_send;
  logic [4*Saqs-1:0]    saqs;
  logic match_stopped, room, match_valid, ready, write_open, takes, read_open, begins, grows;
  assign {keep, swap_fits, packet, cfg_detect} = cfg_i[2*CountBits+1:0];
  recn_port #(
    .Egress(Egress), .Words(Words), .FlitBits(1), .Saqs(Saqs), .Reserved(Reserved),
    .PoolBits(PoolBits), .Ports(Ports), .Detection(1), .TimerBits(1)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i(cfg_i[CfgBits-1]),
    .cfg_detection_i(cfg_i[CfgBits-2]), .cfg_keep_share_i(keep), .cfg_swap_fits_i(swap_fits),
    .cfg_packet_i(packet), .cfg_detect_i(cfg_detect),
    .cfg_propagate_i(cfg_i[4+2*CountBits+:CountBits]), .cfg_stop_i(cfg_i[4+3*CountBits+:CountBits]),
    .cfg_go_i(cfg_i[4+4*CountBits+:CountBits]), .cfg_retry_i(cfg_i[2*CountBits+2]),
    .cfg_linger_i(cfg_i[2*CountBits+3]), .head_valid_i, .head_turns_i, .head_port_i, .flit_valid_i,
    .flit_last_i, .flit_i, .may_begin_i, .may_go_i, .notice_valid_i,
    .notice_kind_i(notice_i[2*Parents-1:0]), .notice_turns_i(notice_i[2*Parents+:Parents*PoolBits]),
    .notice_mask_i(notice_i[(2+PoolBits)*Parents+:Parents*PoolBits]), .reply_valid_i,
    .reply_kind_i(reply_i[2*Children-1:0]), .reply_turns_i(reply_i[2*Children+:Children*PoolBits]),
    .reply_mask_i(reply_i[(2+PoolBits)*Children+:Children*PoolBits]), .notify_ready_i,
    .answer_ready_i, .head_ready_o(head_ready), .place_ready_o(place_ready), .out_valid_o(out_valid),
    .out_last_o(out_last), .out_flit_o(out_flit), .out_queue_o(out_queue), .waiting_o(waiting),
    .total_flits_o(total), .saq_flits_o(saq), .notice_ready_o(notice_ready),
    .reply_ready_o(reply_ready), .notify_valid_o(notify_valid),
    .notify_kind_o(notify[2*PoolBits+:2]), .notify_turns_o(notify[PoolBits+:PoolBits]),
    .notify_mask_o(notify[PoolBits-1:0]), .answer_valid_o(answer_valid),
    .answer_kind_o(answer[2*PoolBits+:2]), .answer_turns_o(answer[PoolBits+:PoolBits]),
    .answer_mask_o(answer[PoolBits-1:0]), .saq_valid_o(saqs[0+:Saqs]),
    .saq_waits_o(saqs[Saqs+:Saqs]), .saq_may_send_o(may_send), .saq_leaf_o(saqs[2*Saqs+:Saqs]),
    .saq_stop_o(saqs[3*Saqs+:Saqs]), .swap_valid_o(swap_valid), .full_valid_o(full_valid),
    .quiescent_o(quiescent),
    .formal_state_o({match_stopped, room, match_valid, ready, write_open, takes, read_open, begins, grows,
                     match_queue, write_queue, served, next, may, control_swaps, notice_queue, answered,
                     from, to, memory_swaps, stored, memory_from, memory_to, flits, written})
  );

  // The queue that is to be next: the first after the last one, of those that may begin.
  logic [Queues-1:0]    wanted;
  logic [QueueBits-1:0] turn;
  logic                 to_saq, flit_may, packet_fits;
  assign wanted = waiting & may_begin_i & {may_send, {Normals{1'b1}}};
  assign to_saq = match_queue >= Normals[QueueBits-1:0];
  always_comb begin
    turn         = served;
    notice_flits = '0;
    for (int q = 0; q < Queues; q++)
      if (notice_queue == q[QueueBits-1:0]) notice_flits = flits[q*CountBits+:CountBits];
    for (int from = 0; from < Queues; from++) if (served == from[QueueBits-1:0])
      for (int k = Queues; k > 0; k--)
        if (wanted[(from+k)%Queues]) turn = QueueBits'((from+k)%Queues);
  end
  assign flit_may    = !flit_valid_i || (write_open ? place_ready : head_ready);
  assign packet_fits = packet != '0 && (!keep || {1'b0, packet} <= Share);

  // How much of a packet that is half here may be to come.
  logic [CountBits-1:0] written, to_come, rest;
  logic                 started, was_started, kept_q, i_enable, i_head, i_room, i_begins, in_saq;
  logic [CfgBits-1:0]   i_cfg;
  logic [QueueBits-1:0] i_next, o_served;
  logic [Parents-1:0]   last_parent;
  logic [Children-1:0]  last_child;
  initial {started, was_started, kept_q} = '0;
  assign in_saq  = write_open && write_queue >= Normals[QueueBits-1:0];
  assign to_come = packet - written;
  assign rest    = to_come & {CountBits{in_saq}};
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    i_enable    <= started && enable_i;
    i_cfg       <= cfg_i;
    i_head      <= head_valid_i;
    i_room      <= !keep || (!swap_valid &&
                   {1'b0, saq} + {1'b0, packet} + (CountBits + 1)'(grows) <= Share);
    i_begins    <= takes && !read_open;
    i_next      <= next;
    o_served    <= served;
    last_parent <= one_parent_i;
    last_child  <= one_child_i;
    // Since the last reset nothing has been swapped that need not fit, and the share was to be kept.
    kept_q      <= !started || !enable_i || (kept_q && (!swap_valid || swap_fits) && keep);
  end
  quiescence_properties #(
    .RegisterBits(1 + QueueBits), .LevelBits(2 + CfgBits + Queues + Children + Parents)
  ) quiescence (
    .clk_i, .started_i(started),
    .idle_i({head_valid_i, flit_valid_i, notice_valid_i, reply_valid_i} == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, cfg_i, may_begin_i, may_go_i, notify_ready_i, answer_ready_i}),
    .registers_i({room, served}),
    .event_i({out_valid, swap_valid, full_valid, head_ready, notify_valid, answer_valid} != '0),
    .busy_i(enable_i && out_valid), .asleep_o(), .last_levels_o()
  );
  port_held #(.Payload(Messages)) held (
    .clk_i, .started_i(started), .enable_i, .notify_valid_i((notify_valid & one_child_i) != '0),
    .notify_ready_i((notify_ready_i & one_child_i) != '0),
    .answer_valid_i((answer_valid & one_parent_i) != '0),
    .answer_ready_i((answer_ready_i & one_parent_i) != '0), .notify_i(notify), .answer_i(answer)
  );

  always_comb begin
    assume (rst_ni == started);
    assume (one_parent_i != '0 && (one_parent_i & (one_parent_i - 1'b1)) == '0);
    assume (one_child_i != '0 && (one_child_i & (one_child_i - 1'b1)) == '0);
    if (started) assume (one_parent_i == last_parent && one_child_i == last_child);
    if (was_started && i_enable) assume (cfg_i == i_cfg);
    if (started && enable_i) assume (flit_may);
    assume (packet_fits);
    if (started && flit_valid_i) assume (to_come != CountBits'(1) || flit_last_i);
    if (started) begin
      ReadyHasPlace: assert (!head_ready || (place_ready && !write_open));
      ReadyHasRoom: assert (!head_ready || !to_saq || !keep || !enable_i || !i_enable ||
                            {1'b0, saq} + {1'b0, packet} <= Share);
      NormalNeedsNoRoom: assert (!match_valid || !place_ready || write_open || to_saq || head_ready);
      ReadyHeedsStop: assert (!head_ready || !match_stopped);
      ReadyIfItMay: assert (!match_valid || !ready || write_open || !room || match_stopped || head_ready);
      TakesHasFlit: assert (!takes || read_open || wanted[next]);
      ChosenMayBegin: assert (!takes || read_open || (may_begin_i[next] && waiting[next] &&
          (next < Normals[QueueBits-1:0] || may_send[next-Normals[QueueBits-1:0]])));
      TakesWhatCan: assert (!may_go_i || read_open || wanted == '0 || takes);
      GoesOnlyIfMay: assert (!takes || may_go_i);
      NextInTurn: assert (!takes || read_open || next == turn);
      ServedIsQueue: assert ({1'b0, served} < Queues[QueueBits:0]);
      RoomWhenIdle: assert (!quiescent || room);
      OutIsTheMemorys: assert (out_valid || out_queue == '0);
      ShareHolds: assert ((write_open ? written != '0 && (written < packet || !enable_i) : written == '0) &&
                          (!kept_q || !keep || !enable_i || {1'b0, saq} + {1'b0, rest} <= Share));
    end
    SwapsIfFits: assert (Egress == 1 || may == (!swap_fits || {2'b0, saq} + {2'b0, notice_flits} +
        {2'b0, packet} + (CountBits + 2)'(flit_valid_i) <= {1'b0, Share}));
    if (was_started) begin
      MemoryHears: assert (stored == answered && {memory_swaps, swap_valid} == {2{control_swaps}} &&
                           (!control_swaps || {memory_from, memory_to} == {from, to}));
      ReadyWasAsked: assert (!head_ready || (i_head && i_enable));
      RoomIsExact: assert (!i_enable || room == i_room);
      ServedIsLast: assert (!i_enable || served == (i_begins ? i_next : o_served));
      DisabledIsReset: assert (i_enable || {room, served} == '0);
    end
    BeginsInSaq: cover (was_started && keep && begins && to_saq);
    NoRoom: cover (was_started && i_enable && match_valid && ready && !write_open && !head_ready &&
                   !match_stopped);
    Wraps: cover (was_started && takes && !read_open && next < served);
    Full: cover (was_started && i_enable && keep && {1'b0, saq} == Share);
  end

endmodule
