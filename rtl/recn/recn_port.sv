// SPDX-License-Identifier: Apache-2.0
// A port of a switch under RECN: its control, and the queues of its packets in one memory beside it.
// A packet's turns are compared before it begins; its flits join the queue that the control says, and go
// out by the other side, queue after queue.
//
// Source: paper 001, Sections 4.1 (basic) and 4.2 (enhanced). How packets wait, room and service are ours.
// Contract: docs/reference/recn/recn_port.md.
// Timing: registered; a flit in and a flit out in every clock.
// Latency: 1 clock from a packet's turns to its first flit; 2 from a flit's coming to its going out.
// Cost: recn_ingress or recn_egress, queue_memory; whose turn it is; sums for the SAQs' share.
// Not handled: what links and crossbar allow (credits, grants); the turns of packets that wait; lost messages.
// lint-params: Words=8 FlitBits=6 Saqs=2 Reserved=3 PoolBits=4 Ports=2 TimerBits=1
// lint-params: Words=16 FlitBits=8 Saqs=3 Reserved=6 PoolBits=6 Ports=3 Detection=0 TimerBits=3
// lint-params: Egress=1 Words=16 FlitBits=8 Saqs=3 Reserved=6 PoolBits=6 Ports=3 TimerBits=3
// lint-large: Words=256 PoolBits=48 Ports=16
// lint-large: Egress=1 Words=256 PoolBits=48 Ports=16
// lint-illegal: Egress=2
// lint-illegal: Words=48
// lint-illegal: Reserved=256
// lint-illegal: Ports=33
// cost: ingress, radix 4, 3 SAQs, 16 words Words=16 FlitBits=8 Saqs=3 Reserved=6 PoolBits=8 Ports=4 TimerBits=3
// cost: egress, radix 4, 3 SAQs, 16 words Egress=1 Words=16 FlitBits=8 Saqs=3 Reserved=6 PoolBits=8 Ports=4 TimerBits=3

module recn_port #(
    /// 1: an egress port, without detection queues; 0: an ingress port, 0-1.
    parameter int unsigned Egress = 0,
    /// Places of the memory, one for a flit: a power of two, 4-1024.
    parameter int unsigned Words = 256,
    /// Bits of a flit, 1-64.
    parameter int unsigned FlitBits = 64,
    /// Set-aside queues, 2-32.
    parameter int unsigned Saqs = 8,
    /// Places that SAQs are to leave to the normal queues.
    parameter int unsigned Reserved = 64,
    /// Bits of a turn pool, 2-48; of an ingress port more than a turn has.
    parameter int unsigned PoolBits = 31,
    /// Ports of the switch on the other side of the crossbar, 2-32.
    parameter int unsigned Ports = 8,
    /// Ingress, 1: a detection queue for each egress port in place of the normal queue, 0-1.
    parameter int unsigned Detection = 1,
    /// Width of the waiting times, 1-16.
    parameter int unsigned TimerBits = 10,
    localparam int unsigned Parents = Egress == 1 ? 1 : Ports,
    localparam int unsigned Children = Egress == 1 ? Ports : 1,
    localparam int unsigned Normals = Egress == 0 && Detection == 1 ? Ports : 1,
    localparam int unsigned Queues = Normals + Saqs,
    localparam int unsigned QueueBits = $clog2(Queues),
    localparam int unsigned PortBits = $clog2(Ports),
    localparam int unsigned PlaceBits = $clog2(Words),
    localparam int unsigned CountBits = PlaceBits + 1,
    localparam int unsigned Share = Words - Reserved,
    localparam int unsigned SaqBits = $clog2(Saqs),
    localparam int unsigned Channels = Egress == 1 ? Ports : Ports + (Normals > 1 ? 1 : 0),
    localparam int unsigned Lines = Saqs + Egress,
    localparam int unsigned LineState = 6 + QueueBits + CountBits + 4 * Children + 2 * TimerBits,
    localparam int unsigned ControlState = Saqs + Saqs * (Saqs - 1) / 2 + Lines * LineState + 10 +
        $clog2(Lines) + Channels + (Normals > 1 ? QueueBits + 1 + PortBits : 0),
    localparam int unsigned ControlPipeline = 8 + 3 * SaqBits + 6 * PoolBits + 2 * Lines + Children +
        5 + (Egress == 1 ? PortBits : 1) + (Normals > 1 ? QueueBits : 0) + 3 + 2 * PoolBits +
        $clog2(Channels),
    localparam int unsigned MemoryState = Words * (FlitBits + 1 + PlaceBits) + Words +
        Queues * (2 * PlaceBits + 2 * CountBits) + 2 * CountBits + 2 * (1 + QueueBits) + 1 + PlaceBits,
`ifdef FORMAL
    localparam int unsigned FormalBits = 12 + 11 * QueueBits + (1 + Queues) * CountBits,
`endif
    /// Turn pools and masks of the lines.
    localparam int unsigned SampleBits = 2 * Saqs * PoolBits,
    /// Those of control and memory; whose turn it is, room in the share.
    localparam int unsigned StateBits = ControlState + MemoryState + QueueBits + 1,
    /// Those of control and memory.
    localparam int unsigned PipelineBits = ControlPipeline + FlitBits + 1 + PlaceBits + 2,
    /// All bits; flits and links are memory.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                         clk_i,
    /// Asynchronous assert, active low.
    input  logic                         rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                         enable_i,
    /// A path that a line covers gets a SAQ of its own.
    input  logic                         cfg_more_specific_i,
    /// Ingress: detection queues are used; else queue 0 is the normal queue.
    input  logic                         cfg_detection_i,
    /// A packet begins in a SAQ only if the SAQs' share holds all of it.
    input  logic                         cfg_keep_share_i,
    /// A detection queue is to be swapped only if the SAQs' share holds it.
    input  logic                         cfg_swap_fits_i,
    /// Flits of the largest packet.
    input  logic [CountBits-1:0]         cfg_packet_i,
    /// Flits of a normal or detection queue from which on it is congested.
    input  logic [CountBits-1:0]         cfg_detect_i,
    /// Flits of a SAQ from which on its children are notified.
    input  logic [CountBits-1:0]         cfg_propagate_i,
    /// Flits from which on they stop; of an egress port's normal queue so many above cfg_detect.
    input  logic [CountBits-1:0]         cfg_stop_i,
    /// Flits down to which they go on, less than cfg_stop.
    input  logic [CountBits-1:0]         cfg_go_i,
    /// Clocks without a notification after a refusal.
    input  logic [TimerBits-1:0]         cfg_retry_i,
    /// Clocks that an unused SAQ is kept.
    input  logic [TimerBits-1:0]         cfg_linger_i,
    /// A packet wants to begin.
    input  logic                         head_valid_i,
    /// Its turn pool at this port.
    input  logic [PoolBits-1:0]          head_turns_i,
    /// Egress: the ingress port that it comes from.
    input  logic [PortBits-1:0]          head_port_i,
    /// A flit comes: a packet's first only with head_ready_o, others only with place_ready_o.
    input  logic                         flit_valid_i,
    /// It is its packet's last.
    input  logic                         flit_last_i,
    /// The flit.
    input  logic [FlitBits-1:0]          flit_i,
    /// A packet of that queue may begin.
    input  logic [Queues-1:0]            may_begin_i,
    /// A flit may be taken.
    input  logic                         may_go_i,
    /// A parent has a message.
    input  logic [Parents-1:0]           notice_valid_i,
    /// NOTIF 0, XOFF 1, XON 2.
    input  logic [Parents*2-1:0]         notice_kind_i,
    /// The turn pool of its path.
    input  logic [Parents*PoolBits-1:0]  notice_turns_i,
    /// The mask of its path.
    input  logic [Parents*PoolBits-1:0]  notice_mask_i,
    /// A child has a message.
    input  logic [Children-1:0]          reply_valid_i,
    /// ACC 0, REJ 1, DEALLOC 2.
    input  logic [Children*2-1:0]        reply_kind_i,
    /// The turn pool of its path.
    input  logic [Children*PoolBits-1:0] reply_turns_i,
    /// The mask of its path.
    input  logic [Children*PoolBits-1:0] reply_mask_i,
    /// That child takes the message.
    input  logic [Children-1:0]          notify_ready_i,
    /// That parent takes the message.
    input  logic [Parents-1:0]           answer_ready_i,
    /// The packet that wanted to begin in the last clock may begin in this one.
    output logic                         head_ready_o,
    /// There is a place for a flit.
    output logic                         place_ready_o,
    /// A flit goes out.
    output logic                         out_valid_o,
    /// It is its packet's last.
    output logic                         out_last_o,
    /// The flit; 0 without one.
    output logic [FlitBits-1:0]          out_flit_o,
    /// The queue that it leaves; 0 without one.
    output logic [QueueBits-1:0]         out_queue_o,
    /// Queues that have a flit.
    output logic [Queues-1:0]            waiting_o,
    /// Flits in all queues.
    output logic [CountBits-1:0]         total_flits_o,
    /// Flits in all SAQs.
    output logic [CountBits-1:0]         saq_flits_o,
    /// The message of that parent is taken.
    output logic [Parents-1:0]           notice_ready_o,
    /// The message of that child is taken.
    output logic [Children-1:0]          reply_ready_o,
    /// A message for that child.
    output logic [Children-1:0]          notify_valid_o,
    /// NOTIF 0, XOFF 1, XON 2.
    output logic [1:0]                   notify_kind_o,
    /// The turn pool of its path.
    output logic [PoolBits-1:0]          notify_turns_o,
    /// The mask of its path.
    output logic [PoolBits-1:0]          notify_mask_o,
    /// A message for that parent.
    output logic [Parents-1:0]           answer_valid_o,
    /// ACC 0, REJ 1, DEALLOC 2.
    output logic [1:0]                   answer_kind_o,
    /// The turn pool of its path.
    output logic [PoolBits-1:0]          answer_turns_o,
    /// The mask of its path.
    output logic [PoolBits-1:0]          answer_mask_o,
    /// SAQs in use.
    output logic [Saqs-1:0]              saq_valid_o,
    /// SAQs blocked behind another queue.
    output logic [Saqs-1:0]              saq_waits_o,
    /// SAQs in use, neither blocked nor halted.
    output logic [Saqs-1:0]              saq_may_send_o,
    /// SAQs in use of which nothing is left upstream.
    output logic [Saqs-1:0]              saq_leaf_o,
    /// SAQs whose senders are to stop.
    output logic [Saqs-1:0]              saq_stop_o,
    /// A detection queue and a SAQ change places.
    output logic                         swap_valid_o,
    /// No SAQ was free for a notification or a detection.
    output logic                         full_valid_o,
    /// A clock without events changes nothing.
    output logic                         quiescent_o
`ifdef FORMAL
    ,
    /// Room, matches, what is taken; the queues; what the stubs of control and memory show; how much
    /// is here of a packet that is half written.
    output logic [FormalBits-1:0]        formal_state_o
`endif
);

  if (Egress > 1) $fatal(1, "%m: Egress = %0d, legal 0-1", Egress);
  if (Ports < 2 || Ports > 32) $fatal(1, "%m: Ports = %0d, legal 2-32", Ports);

  localparam logic [QueueBits-1:0] LastNormal = QueueBits'(Normals - 1);
  localparam logic [CountBits:0]   Limit = (CountBits + 1)'(Share);

  // A packet begins in the queue of the search in the clock before; in a SAQ if the share has room
  // for it, and if who brings it is not to stop.
  logic                 match_valid, match_stopped, ready, begins, room_q, to_normal, saq_ready;
  logic                 write_open;
  logic [QueueBits-1:0] match_queue, write_queue, read_queue, store_queue, swap_from, swap_to;
  assign to_normal     = match_queue <= LastNormal;
  assign begins        = flit_valid_i && !write_open;
  assign store_queue   = write_open ? write_queue : match_queue;
  assign head_ready_o  = match_valid && ready && !write_open && (to_normal || room_q) &&
                         !match_stopped;
  assign place_ready_o = ready;

  // Is there room for a packet in the SAQs' share in the next clock, whatever is stored in this one?
  logic [Queues*CountBits-1:0] queue_flits, queue_packets;
  logic [CountBits:0]          with_packet;
  logic                        grows;
  assign grows       = flit_valid_i && store_queue > LastNormal;
  assign with_packet = {1'b0, saq_flits_o} + {1'b0, cfg_packet_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_room
    if (!rst_ni) room_q <= 1'b0;
    else if (!enable_i) room_q <= 1'b0;
    else room_q <= !cfg_keep_share_i || (!swap_valid_o && (grows ? with_packet < Limit :
                                                                   with_packet <= Limit));
  end

  // Which queue is read: the packet that has begun, else the next queue in turn that may begin one.
  logic                 read_open, takes;
  logic [QueueBits-1:0] served_q, next_queue;
  logic [Queues-1:0]    wanted, later, pool, lowest;
  logic                 open_flits, mem_valid, mem_last, quiescent_memory, quiescent_control;
  for (genvar q = 0; q < Queues; q++) begin : gen_queue
    assign waiting_o[q] = queue_flits[q*CountBits+:CountBits] != '0;
  end
  always_comb begin : p_own
    open_flits = 1'b0;
    later      = '0;
    for (int q = 0; q < Queues; q++) begin
      if (wanted[q] && QueueBits'(q) > served_q) later[q] = 1'b1;
      if (read_queue == QueueBits'(q) && waiting_o[q]) open_flits = 1'b1;
    end
  end
  assign wanted = waiting_o & may_begin_i & {saq_may_send_o, {Normals{1'b1}}};
  assign pool   = later != '0 ? later : wanted;
  assign lowest = pool & ~(pool - {{(Queues - 1){1'b0}}, 1'b1});
  always_comb begin : p_next_queue
    next_queue = '0;
    for (int q = 0; q < Queues; q++) next_queue |= QueueBits'(q) & {QueueBits{lowest[q]}};
  end
  assign takes = may_go_i && (read_open ? open_flits : wanted != '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_served
    if (!rst_ni) served_q <= '0;
    else if (!enable_i) served_q <= '0;
    else if (takes && !read_open) served_q <= next_queue;
  end

`ifdef FORMAL
  // Of stubs: who may swap which queue, the answer, the swap; queue and swap; flits.
  logic [1+4*QueueBits:0]      control_shows;
  logic [3*QueueBits:0]        memory_hears;
  logic [Queues*CountBits-1:0] memory_flits;
`endif
  queue_memory #(
      .Words(Words), .FlitBits(FlitBits), .Normals(Normals), .Saqs(Saqs), .Reserved(Reserved)
  ) i_memory (
      .clk_i, .rst_ni, .enable_i, .enqueue_valid_i(flit_valid_i), .enqueue_queue_i(match_queue),
      .enqueue_last_i(flit_last_i), .enqueue_flit_i(flit_i), .dequeue_valid_i(takes),
      .dequeue_queue_i(next_queue), .swap_valid_i(swap_valid_o), .swap_from_i(swap_from),
      .swap_to_i(swap_to), .ready_o(ready), .saq_ready_o(saq_ready), .flit_valid_o(mem_valid),
      .flit_last_o(mem_last), .flit_o(out_flit_o), .queue_flits_o(queue_flits),
      .queue_packets_o(queue_packets), .total_flits_o, .saq_flits_o, .write_open_o(write_open),
      .write_queue_o(write_queue), .read_open_o(read_open), .read_queue_o(read_queue),
      .quiescent_o(quiescent_memory)
`ifdef FORMAL
      , .formal_taken_o(memory_hears), .formal_places_o(), .formal_words_o(memory_flits)
`endif
  );

  if (Egress == 1) begin : gen_egress
    recn_egress #(
        .Saqs(Saqs), .PoolBits(PoolBits), .Ports(Ports), .CountBits(CountBits),
        .TimerBits(TimerBits)
    ) i_control (
        .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i, .cfg_detect_i, .cfg_propagate_i,
        .cfg_stop_i, .cfg_go_i, .cfg_retry_i, .cfg_linger_i, .packet_valid_i(head_valid_i),
        .packet_turns_i(head_turns_i), .packet_port_i(head_port_i), .store_valid_i(begins),
        .queue_flits_i(queue_flits), .queue_packets_i(queue_packets), .left_valid_i(mem_last),
        .left_queue_i(read_queue), .notice_valid_i, .notice_kind_i, .notice_turns_i,
        .notice_mask_i, .reply_valid_i, .reply_kind_i, .reply_turns_i, .reply_mask_i,
        .notify_ready_i, .answer_ready_i, .match_valid_o(match_valid), .match_queue_o(match_queue),
        .match_stopped_o(match_stopped),
        .notice_ready_o, .reply_ready_o, .notify_valid_o, .notify_kind_o, .notify_turns_o,
        .notify_mask_o, .answer_valid_o, .answer_kind_o, .answer_turns_o, .answer_mask_o,
        .saq_valid_o, .saq_waits_o, .saq_may_send_o, .saq_leaf_o, .saq_stop_o, .full_valid_o,
        .quiescent_o(quiescent_control)
`ifdef FORMAL
        , .formal_given_o(control_shows)
`endif
    );
    assign {swap_valid_o, swap_from, swap_to} = '0;
    logic unused_egress;
    assign unused_egress = ^{cfg_swap_fits_i, cfg_detection_i};
  end else begin : gen_ingress
    assign match_stopped = 1'b0;
    // A detection is made only if the share holds its queue, the flit of this clock and a packet.
    logic [QueueBits-1:0] notice_queue;
    logic [CountBits-1:0] notice_flits;
    logic [CountBits:0]   with_queue;
    logic                 swap_may, fits;
    always_comb begin : p_notice_flits
      notice_flits = '0;
      for (int q = 0; q < Normals; q++)
        if (notice_queue == QueueBits'(q)) notice_flits |= queue_flits[q*CountBits+:CountBits];
    end
    assign with_queue = with_packet + {1'b0, notice_flits};
    assign fits       = !with_packet[CountBits] && (flit_valid_i ? with_queue < Limit :
                                                                   with_queue <= Limit);
    assign swap_may   = !cfg_swap_fits_i || fits;
    recn_ingress #(
        .Saqs(Saqs), .PoolBits(PoolBits), .Ports(Ports), .Detection(Detection),
        .CountBits(CountBits), .TimerBits(TimerBits)
    ) i_control (
        .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i, .cfg_detection_i, .cfg_detect_i,
        .cfg_propagate_i, .cfg_stop_i, .cfg_go_i, .cfg_retry_i, .cfg_linger_i,
        .packet_valid_i(head_valid_i), .packet_turns_i(head_turns_i), .store_valid_i(begins),
        .swap_may_i(swap_may), .queue_flits_i(queue_flits), .queue_packets_i(queue_packets),
        .left_valid_i(mem_last), .left_queue_i(read_queue), .notice_valid_i, .notice_kind_i,
        .notice_turns_i, .notice_mask_i, .reply_valid_i, .reply_kind_i, .reply_turns_i,
        .reply_mask_i, .notify_ready_i, .answer_ready_i, .match_valid_o(match_valid),
        .match_queue_o(match_queue), .swap_valid_o, .swap_from_o(swap_from), .swap_to_o(swap_to),
        .notice_queue_o(notice_queue), .notice_ready_o, .reply_ready_o, .notify_valid_o,
        .notify_kind_o, .notify_turns_o, .notify_mask_o, .answer_valid_o, .answer_kind_o,
        .answer_turns_o, .answer_mask_o, .saq_valid_o, .saq_waits_o, .saq_may_send_o, .saq_leaf_o,
        .saq_stop_o, .full_valid_o, .quiescent_o(quiescent_control)
`ifdef FORMAL
        , .formal_given_o(control_shows)
`endif
    );
    logic unused_ingress;
    assign unused_ingress = ^head_port_i;
  end

  assign out_valid_o = mem_valid;
  assign out_last_o  = mem_last;
  assign out_queue_o = read_queue & {QueueBits{mem_valid}};
  assign quiescent_o = quiescent_control && quiescent_memory && total_flits_o == '0;

`ifndef SYNTHESIS
  // The flits that are here of a packet that is half written.
  logic [CountBits-1:0] written;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_written
    if (!rst_ni) written <= '0;
    else if (!enable_i) written <= '0;
    else if (flit_valid_i) written <= flit_last_i ? '0 : written + {{PlaceBits{1'b0}}, 1'b1};
  end
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && enable_i) begin
      FlitMayCome: assert (!flit_valid_i || (write_open ? place_ready_o : head_ready_o));
      PacketFits: assert (!cfg_keep_share_i || {1'b0, cfg_packet_i} <= Limit);
      PacketIsShort: assert (!flit_valid_i || !(cfg_keep_share_i || cfg_swap_fits_i) ||
                             written < cfg_packet_i);
    end
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {match_stopped, room_q, match_valid, ready, write_open, takes, read_open,
                           begins, grows, match_queue, write_queue, served_q, next_queue, control_shows,
                           memory_hears, memory_flits, written};
`endif

  logic unused;
  assign unused = saq_ready;

endmodule
