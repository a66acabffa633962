// SPDX-License-Identifier: Apache-2.0
// The control of an ingress port under RECN: packets of congested paths go into set-aside queues
// (SAQs); detection queues find congestion where it begins; the port upstream is notified.
//
// Source: paper 001, Sections 4.1.2 (notification, SAQs, Xon/Xoff) and 4.2 (detection queues).
// Contract: docs/reference/recn/recn_ingress.md.
// Timing: registered; a packet in every clock, a message in three.
// Latency: 1 clock from a packet's head to its queue; 3 to 4 from a notification to its answer.
// Cost: saq_control; message_select of as many messages as there are egress ports.
// Not handled: lost messages; a path that leaves no room for a turn.
// lint-params: Saqs=2 PoolBits=4 Ports=2 CountBits=3 TimerBits=1
// lint-params: Saqs=5 PoolBits=9 Ports=6 Detection=0
// lint-large: Saqs=16 PoolBits=48 Ports=32
// lint-illegal: Ports=1
// lint-illegal: Ports=33
// lint-illegal: Ports=8 PoolBits=3
// lint-illegal: Detection=2
// cost: radix 8, 8 SAQs Saqs=8 Ports=8 Detection=0
// cost: radix 8, 4 SAQs, detection queues Saqs=4 Ports=8
// cost: radix 8, 8 SAQs, detection queues Saqs=8 Ports=8
// cost: radix 8, 16 SAQs, detection queues Saqs=16 Ports=8
// cost: radix 16, 4 SAQs, detection queues Saqs=4 Ports=16
// cost: radix 16, 8 SAQs, detection queues Saqs=8 Ports=16
// cost: radix 16, 16 SAQs, detection queues Saqs=16 Ports=16
// cost: radix 32, 4 SAQs, detection queues Saqs=4 Ports=32
// cost: radix 32, 8 SAQs, detection queues Saqs=8 Ports=32
// cost: radix 32, 16 SAQs, detection queues Saqs=16 Ports=32

module recn_ingress #(
    /// Set-aside queues, 2-32.
    parameter int unsigned Saqs = 8,
    /// Bits of a turn pool, 2-48, more than a turn has.
    parameter int unsigned PoolBits = 31,
    /// Egress ports of the switch, numbered by the turn that leads to them, 2-32.
    parameter int unsigned Ports = 8,
    /// 1: a detection queue for each egress port in place of the normal queue, 0-1.
    parameter int unsigned Detection = 1,
    /// Width of a number of flits or packets, 3-11.
    parameter int unsigned CountBits = 9,
    /// Width of the waiting times, 1-16.
    parameter int unsigned TimerBits = 10,
    localparam int unsigned TurnBits = $clog2(Ports),
    localparam int unsigned Normals = Detection == 1 ? Ports : 1,
    localparam int unsigned Queues = Normals + Saqs,
    localparam int unsigned QueueBits = $clog2(Queues),
    localparam int unsigned SaqBits = $clog2(Saqs),
    localparam int unsigned Notices = Ports + (Detection == 1 ? 1 : 0),
    localparam int unsigned NoticeBits = $clog2(Notices),
    localparam int unsigned LineState = 10 + QueueBits + CountBits + 2 * TimerBits,
    /// Turn pools and masks of the lines.
    localparam int unsigned SampleBits = 2 * Saqs * PoolBits,
    /// That of the control, whose turn it is, a detection.
    localparam int unsigned StateBits = Saqs + Saqs * (Saqs - 1) / 2 + Saqs * LineState + 10 +
        SaqBits + Notices + (Detection == 1 ? QueueBits + 1 + TurnBits : 0),
    /// That of the control, and the message of an egress port.
    localparam int unsigned PipelineBits = 8 + 3 * SaqBits + 6 * PoolBits + 2 * Saqs + 7 +
        (Detection == 1 ? QueueBits : 0) + 3 + 2 * PoolBits + NoticeBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Asynchronous assert, active low.
    input  logic                        rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                        enable_i,
    /// A path that a line covers gets a SAQ of its own.
    input  logic                        cfg_more_specific_i,
    /// Detection queues are used; else queue 0 is the normal queue.
    input  logic                        cfg_detection_i,
    /// Flits of a detection queue from which on it is congested.
    input  logic [CountBits-1:0]        cfg_detect_i,
    /// Flits of a SAQ from which on the port upstream is notified.
    input  logic [CountBits-1:0]        cfg_propagate_i,
    /// Flits from which on it stops.
    input  logic [CountBits-1:0]        cfg_stop_i,
    /// Flits down to which it goes on, less than cfg_stop.
    input  logic [CountBits-1:0]        cfg_go_i,
    /// Clocks without a notification after a refusal.
    input  logic [TimerBits-1:0]        cfg_retry_i,
    /// Clocks that an unused SAQ is kept.
    input  logic [TimerBits-1:0]        cfg_linger_i,
    /// A packet's head is here: which queue?
    input  logic                        packet_valid_i,
    /// Its turn pool at this port.
    input  logic [PoolBits-1:0]         packet_turns_i,
    /// The head that match_valid_o answers is stored in this clock.
    input  logic                        store_valid_i,
    /// The detection whose queue is notice_queue_o may be made, if it is looked for in this clock.
    input  logic                        swap_may_i,
    /// Flits in each queue.
    input  logic [Queues*CountBits-1:0] queue_flits_i,
    /// Packets in each queue.
    input  logic [Queues*CountBits-1:0] queue_packets_i,
    /// A packet has left a queue.
    input  logic                        left_valid_i,
    /// Which.
    input  logic [QueueBits-1:0]        left_queue_i,
    /// An egress port has a message.
    input  logic [Ports-1:0]            notice_valid_i,
    /// NOTIF 0, XOFF 1, XON 2.
    input  logic [Ports*2-1:0]          notice_kind_i,
    /// The turn pool of its path, without the turn to that port.
    input  logic [Ports*PoolBits-1:0]   notice_turns_i,
    /// The mask of its path; 0 for that port's normal queue.
    input  logic [Ports*PoolBits-1:0]   notice_mask_i,
    /// The port at the other end of the link has a message.
    input  logic                        reply_valid_i,
    /// ACC 0, REJ 1, DEALLOC 2.
    input  logic [1:0]                  reply_kind_i,
    /// The turn pool of its path.
    input  logic [PoolBits-1:0]         reply_turns_i,
    /// The mask of its path.
    input  logic [PoolBits-1:0]         reply_mask_i,
    /// The link takes the message.
    input  logic                        notify_ready_i,
    /// That egress port takes the message.
    input  logic [Ports-1:0]            answer_ready_i,
    /// The answer to the head of the last clock.
    output logic                        match_valid_o,
    /// The queue that it joins, if it is stored in this clock; 0 without one.
    output logic [QueueBits-1:0]        match_queue_o,
    /// A normal queue and a SAQ change places in this clock.
    output logic                        swap_valid_o,
    /// The normal queue.
    output logic [QueueBits-1:0]        swap_from_o,
    /// The SAQ's queue.
    output logic [QueueBits-1:0]        swap_to_o,
    /// The normal queue of the message that is held for the control; 0 without one.
    output logic [QueueBits-1:0]        notice_queue_o,
    /// The message of that egress port is taken.
    output logic [Ports-1:0]            notice_ready_o,
    /// The message from the link has been dealt with.
    output logic                        reply_ready_o,
    /// A message for the link.
    output logic                        notify_valid_o,
    /// NOTIF 0, XOFF 1, XON 2.
    output logic [1:0]                  notify_kind_o,
    /// The turn pool of its path.
    output logic [PoolBits-1:0]         notify_turns_o,
    /// The mask of its path.
    output logic [PoolBits-1:0]         notify_mask_o,
    /// A message for that egress port.
    output logic [Ports-1:0]            answer_valid_o,
    /// ACC 0, REJ 1, DEALLOC 2.
    output logic [1:0]                  answer_kind_o,
    /// The turn pool of its path, without the turn to that port.
    output logic [PoolBits-1:0]         answer_turns_o,
    /// The mask of its path; 0 for that port's normal queue.
    output logic [PoolBits-1:0]         answer_mask_o,
    /// SAQs in use.
    output logic [Saqs-1:0]             saq_valid_o,
    /// SAQs blocked behind another queue.
    output logic [Saqs-1:0]             saq_waits_o,
    /// SAQs in use, neither blocked nor halted.
    output logic [Saqs-1:0]             saq_may_send_o,
    /// SAQs in use of which nothing is left upstream.
    output logic [Saqs-1:0]             saq_leaf_o,
    /// SAQs whose senders are to stop.
    output logic [Saqs-1:0]             saq_stop_o,
    /// No SAQ was free for a notification or a detection.
    output logic                        full_valid_o,
    /// A clock without events changes nothing.
    output logic                        quiescent_o
`ifdef FORMAL
    ,
    /// Whose turn it is; what the control is given, notice_ready first; a detection; what it says.
    output logic [14+Notices+TurnBits+6*PoolBits+5*QueueBits:0] formal_given_o
`endif
);

  if (Ports < 2 || Ports > 32) $fatal(1, "%m: Ports = %0d, legal 2-32", Ports);
  if (PoolBits <= TurnBits) $fatal(1, "%m: PoolBits = %0d, legal above clog2(Ports)", PoolBits);
  if (Detection > 1) $fatal(1, "%m: Detection = %0d, legal 0-1", Detection);

  localparam int unsigned Rest = PoolBits - TurnBits;
  localparam logic [1:0] Detect = 2'd3;

  // Messages of the egress ports and detections, one at a time; paths grow by the turn to the port.
  logic                  notice_valid, notice_ready, quiescent_notices, quiescent_control;
  logic                  match_valid, answer_valid, answer_taken, is_detect, quiescent_detect;
  logic [NoticeBits-1:0] notice_port;
  logic [1:0]            notice_kind;
  logic [PoolBits-1:0]   held_turns, held_mask, notice_turns, notice_mask;
  logic [PoolBits-1:0]   answer_turns, answer_mask;
  logic [Notices-1:0]          valids, readies;
  logic [Notices*2-1:0]        kinds;
  logic [Notices*PoolBits-1:0] pools, masks;
  logic [TurnBits-1:0]   turn;
  logic [QueueBits-1:0]  packet_normal, notice_normal, match_queue;
`ifdef FORMAL
  logic               unused_held;
  logic [Notices-1:0] whose_turn;
  logic [9+4*PoolBits+3*QueueBits:0] said;  // ports of the control's stub
`endif
  message_select #(.Sources(Notices), .PoolBits(PoolBits)) i_notices (
      .clk_i, .rst_ni, .enable_i, .message_valid_i(valids), .message_kind_i(kinds),
      .message_turns_i(pools), .message_mask_i(masks), .held_ready_i(notice_ready),
      .message_ready_o(readies), .held_valid_o(notice_valid), .held_source_o(notice_port),
      .held_kind_o(notice_kind), .held_turns_o(held_turns), .held_mask_o(held_mask),
      .quiescent_o(quiescent_notices)
`ifdef FORMAL
      , .formal_state_o({unused_held, whose_turn})
`endif
  );
  assign notice_ready_o = readies[Ports-1:0];
  assign notice_turns   = {held_turns[Rest-1:0], turn};
  assign notice_mask    = {held_mask[Rest-1:0], {TurnBits{1'b1}}};

  if (Detection == 1) begin : gen_detection
    // A detection queue in which a packet begins above the threshold is to be swapped.
    logic                valid_q, over;
    logic [TurnBits-1:0] queue_q;
    always_comb begin : p_over
      over = 1'b0;
      for (int q = 0; q < Normals; q++)
        if (match_queue == QueueBits'(q) && queue_flits_i[q*CountBits+:CountBits] >= cfg_detect_i)
          over = 1'b1;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_detect
      if (!rst_ni) valid_q <= 1'b0;
      else if (!enable_i) valid_q <= 1'b0;
      else if (!valid_q)
        valid_q <= match_valid && store_valid_i && over && cfg_detection_i && !swap_valid_o;
      else if (readies[Ports]) valid_q <= 1'b0;
    end
    // It says nothing without valid_q.
    always_ff @(posedge clk_i) begin : p_detected
      if (!valid_q) queue_q <= match_queue[TurnBits-1:0];
    end
    localparam logic [Rest-1:0]     NoTurns = '0;
    localparam logic [PoolBits-1:0] NoMask = '0;
    assign valids           = {valid_q, notice_valid_i};
    assign kinds            = {Detect, notice_kind_i};
    assign pools            = {queue_q, NoTurns, notice_turns_i};
    assign masks            = {NoMask, notice_mask_i};
    assign quiescent_detect = !valid_q;
    // A detection brings its turn in the highest bits, which no path of an egress port has.
    assign is_detect     = notice_kind == Detect;
    assign turn          = is_detect ? held_turns[PoolBits-1-:TurnBits] : notice_port[TurnBits-1:0];
    assign packet_normal = QueueBits'(packet_turns_i[TurnBits-1:0]) & {QueueBits{cfg_detection_i}};
    assign notice_normal = QueueBits'(turn) & {QueueBits{cfg_detection_i}};
  end else begin : gen_no_detection
    assign valids           = notice_valid_i;
    assign kinds            = notice_kind_i;
    assign pools            = notice_turns_i;
    assign masks            = notice_mask_i;
    assign quiescent_detect = 1'b1;
    assign is_detect        = 1'b0;
    assign turn             = notice_port;
    assign packet_normal    = '0;
    assign notice_normal    = '0;
  end

  logic unused_stopped;  // who sends here is at the other end of the link
  saq_control #(
      .Saqs(Saqs), .PoolBits(PoolBits), .Normals(Normals), .Children(1), .Root(0),
      .CountBits(CountBits), .TimerBits(TimerBits)
  ) i_control (
      .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i, .cfg_detect_i, .cfg_propagate_i,
      .cfg_stop_i, .cfg_go_i, .cfg_retry_i, .cfg_linger_i, .packet_valid_i, .packet_turns_i,
      .packet_normal_i(packet_normal), .packet_child_i(1'b0), .store_valid_i, .queue_flits_i,
      .queue_packets_i, .left_valid_i, .left_queue_i, .notice_valid_i(notice_valid),
      .notice_kind_i(notice_kind), .notice_turns_i(notice_turns), .notice_mask_i(notice_mask),
      .notice_normal_i(notice_normal), .swap_may_i, .reply_valid_i, .reply_kind_i, .reply_turns_i,
      .reply_mask_i, .reply_child_i(1'b0), .notify_ready_i, .answer_ready_i(answer_taken),
      .match_valid_o(match_valid), .match_queue_o(match_queue), .match_stopped_o(unused_stopped),
      .swap_valid_o, .swap_from_o, .swap_to_o, .notice_ready_o(notice_ready), .reply_ready_o,
      .notify_valid_o, .notify_kind_o,
      .notify_turns_o, .notify_mask_o, .answer_valid_o(answer_valid), .answer_kind_o,
      .answer_turns_o(answer_turns), .answer_mask_o(answer_mask), .saq_valid_o, .saq_waits_o,
      .saq_may_send_o, .saq_leaf_o, .saq_stop_o, .full_valid_o, .quiescent_o(quiescent_control)
`ifdef FORMAL
      , .formal_state_o(said)
`endif
  );

  // An answer goes to the egress port that the path's first turn leads to, without that turn.
  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign answer_valid_o[p] = answer_valid && answer_turns[TurnBits-1:0] == TurnBits'(p);
  end
  assign answer_taken   = (answer_valid_o & answer_ready_i) != '0;
  assign answer_turns_o = answer_turns >> TurnBits;
  assign answer_mask_o  = answer_mask >> TurnBits;
  assign match_valid_o  = match_valid;
  assign match_queue_o  = match_queue;
  assign notice_queue_o = notice_normal;
  assign quiescent_o    = quiescent_notices && quiescent_control && quiescent_detect;

`ifndef SYNTHESIS
  localparam int unsigned AllBits = TurnBits + 1;
  logic [AllBits-1:0] first_turn;
  assign first_turn = {1'b0, packet_turns_i[TurnBits-1:0]};
  logic room;
  always_comb begin : p_room
    room = 1'b1;
    for (int p = 0; p < Ports; p++)
      if (notice_valid_i[p] && notice_mask_i[p*PoolBits+Rest+:TurnBits] != '0) room = 1'b0;
  end
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && enable_i) begin
      PathHasRoom: assert (room);
      TurnIsPort: assert (!packet_valid_i || first_turn < AllBits'(Ports));
    end
  end
`endif

`ifdef FORMAL
  logic [TurnBits:0] detection;
  if (Detection == 1) begin : gen_formal
    assign detection = {gen_detection.valid_q, gen_detection.queue_q};
  end else begin : gen_no_formal
    assign detection = '0;
  end
  assign formal_given_o = {whose_turn, notice_ready, notice_valid, notice_kind, notice_turns,
                           notice_mask, notice_normal, packet_normal, detection, said};
`endif

  logic unused;
  assign unused = ^{held_turns, held_mask, notice_port, is_detect, cfg_detection_i};

endmodule
