// SPDX-License-Identifier: Apache-2.0
// The control of a port's set-aside queues (SAQs): which queue a packet joins, who is notified,
// which notifications are accepted, when a SAQ is freed. Ingress and egress ports have it alike.
//
// Source: paper 001, Sections 4.1 (basic) and 4.2 (enhanced). Answers, kinds of messages and the
// order within a clock are ours.
// Contract: docs/reference/recn/saq_control.md.
// Timing: registered; a packet in every clock, a message in two.
// Latency: 1 clock from a packet's head to its queue; 2 from a notification to its answer.
// Cost: path_cam, saq_set, message_sender, a saq_line for an egress port's root.
// Not handled: lost messages; which of several channels a message comes from or goes to.
// lint-params: Saqs=2 PoolBits=4 Normals=2 Children=1 Root=0 CountBits=3 TimerBits=1
// lint-params: Saqs=5 PoolBits=9 Children=1 Root=0
// lint-params: Saqs=4 PoolBits=12 Children=3 Root=1
// lint-large: Saqs=16 PoolBits=48 Normals=32 Children=1 Root=0
// lint-illegal: Saqs=1
// lint-illegal: Saqs=33
// lint-illegal: Normals=0
// lint-illegal: Normals=33 Root=0
// lint-illegal: Children=0
// lint-illegal: Children=33
// lint-illegal: Root=2
// lint-illegal: Normals=2 Root=1
// cost: egress, radix 8, 8 SAQs Saqs=8 Children=8 Root=1
// cost: ingress, 8 SAQs Saqs=8 Children=1 Root=0
// cost: ingress, 8 detection queues, 8 SAQs Saqs=8 Normals=8 Children=1 Root=0

module saq_control #(
    /// Set-aside queues, 2-32.
    parameter int unsigned Saqs = 8,
    /// Bits of a turn pool, 2-48.
    parameter int unsigned PoolBits = 31,
    /// Normal queues, 1-32: detection queues, if there are more; the SAQs' queues follow them.
    parameter int unsigned Normals = 1,
    /// Whom a SAQ notifies, 1-32: the ingress ports of an egress port, 1 of an ingress port.
    parameter int unsigned Children = 8,
    /// 1: the normal queue is the root of a tree (egress ports), 0-1.
    parameter int unsigned Root = 1,
    /// Width of a number of flits or packets, 3-11.
    parameter int unsigned CountBits = 9,
    /// Width of the waiting times, 1-16.
    parameter int unsigned TimerBits = 10,
    localparam int unsigned Lines = Saqs + Root,
    localparam int unsigned Queues = Normals + Saqs,
    localparam int unsigned QueueBits = $clog2(Queues),
    localparam int unsigned SaqBits = $clog2(Saqs),
    localparam int unsigned ChildBits = Children > 1 ? $clog2(Children) : 1,
    localparam int unsigned LineState = 6 + QueueBits + CountBits + 4 * Children + 2 * TimerBits,
`ifdef FORMAL
    localparam int unsigned SenderBits = 5 + $clog2(Lines) + Children + 1,
    localparam int unsigned RootBits = LineState + 2,
    localparam int unsigned FormalBits = Saqs * (2 * Children + 4) + 8 + 3 * SaqBits + QueueBits +
        SenderBits + RootBits,
`endif
    /// Turn pools and masks of the lines.
    localparam int unsigned SampleBits = 2 * Saqs * PoolBits,
    /// Lines and root; what is to be said; what is looked for.
    localparam int unsigned StateBits = Saqs + Saqs * (Saqs - 1) / 2 + Lines * LineState + 5 +
        $clog2(Lines) + 5 + (Normals > 1 ? QueueBits : 0),
    /// Answers, messages, the packet that was compared.
    localparam int unsigned PipelineBits = 8 + 3 * SaqBits + 6 * PoolBits + 2 * Lines + Children +
        5 + ChildBits + (Normals > 1 ? QueueBits : 0),
    /// All flip-flops.
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
    /// Flits of the root from which on its children are notified.
    input  logic [CountBits-1:0]         cfg_detect_i,
    /// Flits of a SAQ from which on its children are notified.
    input  logic [CountBits-1:0]         cfg_propagate_i,
    /// Flits from which on they stop; of the root so many above cfg_detect.
    input  logic [CountBits-1:0]         cfg_stop_i,
    /// Flits down to which they go on, less than cfg_stop.
    input  logic [CountBits-1:0]         cfg_go_i,
    /// Clocks without a notification after a refusal.
    input  logic [TimerBits-1:0]         cfg_retry_i,
    /// Clocks that an unused SAQ is kept.
    input  logic [TimerBits-1:0]         cfg_linger_i,
    /// A packet's head is here: which queue?
    input  logic                         packet_valid_i,
    /// Its turn pool at this port.
    input  logic [PoolBits-1:0]          packet_turns_i,
    /// The normal queue that it joins if no line matches.
    input  logic [QueueBits-1:0]         packet_normal_i,
    /// The child that it comes from.
    input  logic [ChildBits-1:0]         packet_child_i,
    /// The head that match_valid_o answers is stored in this clock.
    input  logic                         store_valid_i,
    /// Flits in each queue.
    input  logic [Queues*CountBits-1:0]  queue_flits_i,
    /// Packets in each queue.
    input  logic [Queues*CountBits-1:0]  queue_packets_i,
    /// A packet has left a queue.
    input  logic                         left_valid_i,
    /// Which.
    input  logic [QueueBits-1:0]         left_queue_i,
    /// A message of a parent, or a detection.
    input  logic                         notice_valid_i,
    /// NOTIF 0, XOFF 1, XON 2, detection 3.
    input  logic [1:0]                   notice_kind_i,
    /// The turn pool of its path at this port.
    input  logic [PoolBits-1:0]          notice_turns_i,
    /// The mask of its path.
    input  logic [PoolBits-1:0]          notice_mask_i,
    /// The normal queue in which that path's packets have been.
    input  logic [QueueBits-1:0]         notice_normal_i,
    /// A detection that is looked for in this clock may be made.
    input  logic                         swap_may_i,
    /// A message of a child.
    input  logic                         reply_valid_i,
    /// ACC 0, REJ 1, DEALLOC 2.
    input  logic [1:0]                   reply_kind_i,
    /// The turn pool of its path at this port.
    input  logic [PoolBits-1:0]          reply_turns_i,
    /// The mask of its path; 0 for the root.
    input  logic [PoolBits-1:0]          reply_mask_i,
    /// The child.
    input  logic [ChildBits-1:0]         reply_child_i,
    /// That child takes the message.
    input  logic [Children-1:0]          notify_ready_i,
    /// The parent takes the message.
    input  logic                         answer_ready_i,
    /// The answer to the head of the last clock.
    output logic                         match_valid_o,
    /// The queue that it joins, if it is stored in this clock; 0 without one.
    output logic [QueueBits-1:0]         match_queue_o,
    /// It is not to be stored yet: that SAQ is stopped, and its child has been notified.
    output logic                         match_stopped_o,
    /// A normal queue and a SAQ change places in this clock.
    output logic                         swap_valid_o,
    /// The normal queue.
    output logic [QueueBits-1:0]         swap_from_o,
    /// The SAQ's queue.
    output logic [QueueBits-1:0]         swap_to_o,
    /// The parent's message has been dealt with.
    output logic                         notice_ready_o,
    /// The child's message has been dealt with.
    output logic                         reply_ready_o,
    /// A message for that child.
    output logic [Children-1:0]          notify_valid_o,
    /// NOTIF 0, XOFF 1, XON 2.
    output logic [1:0]                   notify_kind_o,
    /// The turn pool of its path at this port.
    output logic [PoolBits-1:0]          notify_turns_o,
    /// The mask of its path; 0 for the root.
    output logic [PoolBits-1:0]          notify_mask_o,
    /// A message for the parent.
    output logic                         answer_valid_o,
    /// ACC 0, REJ 1, DEALLOC 2.
    output logic [1:0]                   answer_kind_o,
    /// The turn pool of its path at this port.
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
    /// No SAQ was free for a notification or a detection.
    output logic                         full_valid_o,
    /// A clock without events changes nothing.
    output logic                         quiescent_o
`ifdef FORMAL
    ,
    /// Whom SAQs hold back; lines of the CAM and their masks' bit 0; what was looked for and found;
    /// a line matched, and which; the sender; its work; SAQs of the port's own; the root.
    output logic [FormalBits-1:0]        formal_state_o
`endif
);

  if (Saqs < 2 || Saqs > 32) $fatal(1, "%m: Saqs = %0d, legal 2-32", Saqs);
  if (Normals < 1 || Normals > 32) $fatal(1, "%m: Normals = %0d, legal 1-32", Normals);
  if (Children < 1 || Children > 32) $fatal(1, "%m: Children = %0d, legal 1-32", Children);
  if (Root > 1 || (Root == 1 && Normals > 1))
    $fatal(1, "%m: Root = %0d, legal 0, or 1 with Normals = 1", Root);

  localparam logic [1:0] Notif = 2'd0, Xoff = 2'd1, Detect = 2'd3;
  localparam logic [1:0] Acc = 2'd0, Rej = 2'd1, Dealloc = 2'd2;

  // Which message is looked for: replies and notices in turn; an answer needs its place.
  logic                 looks_q, of_reply_q, after_reply_q;  // in the last clock; a reply
  logic [1:0]           kind_q;                              // what it was
  logic [QueueBits-1:0] path_normal;
  logic look_reply, look_notice, free_now, notice_may, of_notif, is_detect;
  assign is_detect   = notice_ready_o && kind_q == Detect;
  assign notice_may  = notice_valid_i && (notice_kind_i != Notif || (!answer_valid_o && !free_now));
  assign look_reply  = !looks_q && reply_valid_i && !(notice_may && after_reply_q);
  assign look_notice = !looks_q && notice_may && !look_reply;

  assign reply_ready_o  = looks_q && of_reply_q;
  assign notice_ready_o = looks_q && !of_reply_q;
  assign of_notif       = notice_ready_o && kind_q == Notif;

  logic                match_valid, match_hit, found_exact, found_covered, found_made, found_full;
  logic [SaqBits-1:0]  match_line, found_line, found_cover, free_saq, read_saq;
  logic                quiescent_cam, read_valid, found_valid;
  logic [Saqs-1:0]     line_valid;
  logic [PoolBits-1:0] read_turns, read_mask;
`ifdef FORMAL
  logic [SampleBits-1:0] cam_lines;
`endif
  path_cam #(.Lines(Saqs), .PoolBits(PoolBits)) i_cam (
      .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i, .packet_valid_i, .packet_turns_i,
      .path_valid_i(look_notice || (look_reply && reply_mask_i[0])),
      .path_insert_i(look_notice && (notice_kind_i == Notif ||
                                     (notice_kind_i == Detect && swap_may_i))),
      .path_turns_i(look_reply ? reply_turns_i : notice_turns_i),
      .path_mask_i(look_reply ? reply_mask_i : notice_mask_i), .free_valid_i(free_now),
      .free_line_i(free_saq), .read_valid_i(read_valid), .read_line_i(read_saq),
      .match_valid_o(match_valid), .match_hit_o(match_hit), .match_line_o(match_line),
      .found_valid_o(found_valid), .found_exact_o(found_exact), .found_covered_o(found_covered),
      .found_made_o(found_made), .found_full_o(found_full), .found_line_o(found_line),
      .found_cover_o(found_cover), .line_valid_o(line_valid), .read_turns_o(read_turns),
      .read_mask_o(read_mask), .quiescent_o(quiescent_cam)
`ifdef FORMAL
      , .formal_lines_o(cam_lines), .formal_order_o(), .formal_read_o()
`endif
  );

  // The packet that was compared, and where it is stored.
  logic [ChildBits-1:0] child_q;
  logic [QueueBits-1:0] normal, began_queue, saq_queue, found_queue;
  logic                 began;
  always_comb begin : p_queues
    saq_queue   = '0;
    found_queue = '0;
    for (int s = 0; s < Saqs; s++) begin
      if (match_line == SaqBits'(s)) saq_queue |= QueueBits'(Normals + s);
      if (found_line == SaqBits'(s)) found_queue |= QueueBits'(Normals + s);
    end
  end
  assign began       = store_valid_i && match_valid;
  assign began_queue = match_hit ? saq_queue : normal;

  // The SAQs: made and freed, their children's answers, Xon and Xoff.
  logic [Lines*Children-1:0] wanted, accepted;
  logic [Saqs*Children-1:0]  stopped;
  logic [Lines-1:0]          tell_wanted, tell_stop, wanted_ready, tell_ready;
  logic [Saqs*Children-1:0]  notify_ready;
  logic [Saqs-1:0]           freeable, removable, own;
  logic                      answers, returns, made, adopted, free_offer, free_may;
  logic                      quiescent_saqs, quiescent_root, quiescent_sender;
  assign made    = notice_ready_o && found_made;
  always_comb begin : p_adopted  // notified of a path for which the port has a SAQ of its own
    adopted = 1'b0;
    for (int s = 0; s < Saqs; s++)
      if (of_notif && found_exact && found_line == SaqBits'(s) && own[s]) adopted = 1'b1;
  end
  assign answers = reply_ready_o && kind_q != Dealloc;
  assign returns = reply_ready_o && kind_q == Dealloc;
  saq_set #(
      .Saqs(Saqs), .Normals(Normals), .Children(Children), .CountBits(CountBits),
      .TimerBits(TimerBits)
  ) i_saqs (
      .clk_i, .rst_ni, .enable_i, .cfg_propagate_i, .cfg_stop_i, .cfg_go_i, .cfg_retry_i,
      .cfg_linger_i, .make_valid_i(made), .make_saq_i(found_line),
      .make_covered_i(found_covered && !is_detect), .make_cover_i(found_cover),
      .make_normal_i(path_normal),
      .make_notify_i({Children{is_detect}}),
      .saq_flits_i(queue_flits_i[Queues*CountBits-1:Normals*CountBits]), .queue_packets_i,
      .began_valid_i(began), .began_queue_i(began_queue), .began_child_i(child_q), .left_valid_i,
      .left_queue_i, .swap_valid_i(swap_valid_o), .swap_from_i(swap_from_o),
      .swap_to_i(swap_to_o), .answer_valid_i(answers && found_exact), .answer_saq_i(found_line),
      .answer_child_i(reply_child_i), .answer_accepted_i(kind_q == Acc),
      .returned_valid_i(returns && found_exact), .returned_saq_i(found_line),
      .returned_child_i(reply_child_i), .adopt_valid_i(adopted), .adopt_saq_i(found_line),
      .halt_valid_i(notice_ready_o && found_exact && !of_notif && !is_detect),
      .halt_saq_i(found_line), .halt_stop_i(kind_q == Xoff), .notify_ready_i(notify_ready),
      .tell_ready_i(tell_ready[Saqs-1:0]), .free_valid_i(free_now), .free_saq_i(free_saq),
      .valid_o(saq_valid_o), .waits_o(saq_waits_o), .may_send_o(saq_may_send_o),
      .leaf_o(saq_leaf_o),
      .freeable_o(freeable), .stop_o(saq_stop_o), .stopped_o(stopped), .own_o(own),
      .notify_valid_o(wanted[Saqs*Children-1:0]),
      .accepted_o(accepted[Saqs*Children-1:0]), .tell_valid_o(tell_wanted[Saqs-1:0]),
      .tell_stop_o(tell_stop[Saqs-1:0]), .quiescent_o(quiescent_saqs)
`ifdef FORMAL
      , .formal_state_o()
`endif
  );
  for (genvar s = 0; s < Saqs; s++) begin : gen_saq
    assign notify_ready[s*Children+:Children] = {Children{wanted_ready[s]}};
    assign removable[s] =
        freeable[s] && queue_packets_i[(Normals+s)*CountBits+:CountBits] == '0;
  end
  // May the packet that was compared be stored?
  logic stops;
  always_comb begin : p_stops
    stops = 1'b0;
    for (int s = 0; s < Saqs; s++)
      for (int c = 0; c < Children; c++)
        if (match_line == SaqBits'(s) && child_q == ChildBits'(c) && stopped[s*Children+c])
          stops = 1'b1;
  end
  // Freed as it is offered, unless a packet joins it or an answer takes the place of its message.
  always_comb begin : p_free
    free_may = 1'b0;
    for (int s = 0; s < Saqs; s++) if (free_saq == SaqBits'(s) && removable[s]) free_may = 1'b1;
  end
  assign free_now = free_offer && free_may && !of_notif && !(match_hit && match_line == free_saq);

  // An egress port's normal queue is the root of a tree: a line that is never freed.
`ifdef FORMAL
  logic [RootBits-1:0] root_state;
`endif
  if (Root == 1) begin : gen_root
    logic [Children-1:0]  arrived, child, answered, unused_stopped;  // it holds nobody back itself
    logic                 valid, makes, of_root;
    logic [5:0]           unused_root;
    logic [CountBits-1:0] root_stop, root_go;
    localparam logic [QueueBits-1:0] NoQueue = '0;
    localparam logic [CountBits-1:0] NoCount = '0;
    // Above detection: or it would stop those that it has notified before another could be.
    assign root_stop = cfg_detect_i + cfg_stop_i;
    assign root_go   = cfg_detect_i + cfg_go_i;
    assign of_root = !reply_mask_i[0];
    assign makes   = !valid;
    for (genvar c = 0; c < Children; c++) begin : gen_child
      assign arrived[c]  = began && !match_hit && child_q == ChildBits'(c);
      assign child[c]    = reply_child_i == ChildBits'(c);
      assign answered[c] = kind_q == Acc;
    end
    saq_line #(
        .Children(Children), .Queues(Queues), .CountBits(CountBits), .TimerBits(TimerBits)
    ) i_root (
        .clk_i, .rst_ni, .enable_i, .cfg_propagate_i(cfg_detect_i),
        .cfg_stop_i(root_stop), .cfg_go_i(root_go), .cfg_retry_i, .cfg_linger_i,
        .make_valid_i(makes), .make_queue_i(NoQueue), .make_packets_i(NoCount),
        .make_notify_i({Children{1'b0}}), .flits_i(queue_flits_i[CountBits-1:0]),
        .packets_i(queue_packets_i[CountBits-1:0]), .blocked_queues_i({Queues{1'b0}}),
        .left_valid_i(1'b0),
        .left_queue_i(NoQueue), .swap_valid_i(1'b0), .swap_from_i(NoQueue), .swap_to_i(NoQueue),
        .arrived_valid_i(arrived), .answer_valid_i(child & {Children{answers && of_root}}),
        .answer_accepted_i(answered), .returned_valid_i(child & {Children{returns && of_root}}),
        .adopt_valid_i(1'b0), .halt_valid_i(1'b0), .halt_stop_i(1'b0),
        .notify_ready_i({Children{wanted_ready[Saqs]}}),
        .tell_ready_i(tell_ready[Saqs]), .free_valid_i(1'b0), .valid_o(valid),
        .waits_o(unused_root[4]), .may_send_o(unused_root[3]), .leaf_o(unused_root[2]),
        .freeable_o(unused_root[1]), .stop_o(unused_root[0]), .stopped_o(unused_stopped),
        .own_o(unused_root[5]),
        .notify_valid_o(wanted[Saqs*Children+:Children]),
        .accepted_o(accepted[Saqs*Children+:Children]), .tell_valid_o(tell_wanted[Saqs]),
        .tell_stop_o(tell_stop[Saqs]), .quiescent_o(quiescent_root)
`ifdef FORMAL
        , .formal_state_o(root_state)
`endif
    );
  end else begin : gen_no_root
    assign quiescent_root = 1'b1;
`ifdef FORMAL
    assign root_state = '0;
`endif
  end

  // The normal queue of the packet that was compared, and of the path that was looked for.
  if (Normals > 1) begin : gen_normals
    logic [QueueBits-1:0] normal_q, path_normal_q;
    always_ff @(posedge clk_i) begin : p_normal
      normal_q      <= packet_normal_i;
      path_normal_q <= notice_normal_i;
    end
    assign normal      = normal_q;
    assign path_normal = path_normal_q;
  end else begin : gen_normal
    assign normal      = '0;
    assign path_normal = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_control
    if (!rst_ni) {looks_q, of_reply_q, after_reply_q} <= '0;
    else if (!enable_i) {looks_q, of_reply_q, after_reply_q} <= '0;
    else begin
      looks_q    <= look_reply || look_notice;
      of_reply_q <= look_reply;
      if (look_reply || look_notice) after_reply_q <= look_reply;
    end
  end

  // What says nothing without an answer in its clock is not reset.
  always_ff @(posedge clk_i) begin : p_looked
    kind_q  <= look_reply ? reply_kind_i : notice_kind_i;
    child_q <= packet_child_i;
  end

`ifdef FORMAL
  logic [SenderBits-1:0] sender_state;
`endif
  message_sender #(
      .Saqs(Saqs), .Children(Children), .PoolBits(PoolBits), .Root(Root)
  ) i_sender (
      .clk_i, .rst_ni, .enable_i, .wanted_i(wanted), .accepted_i(accepted),
      .tell_wanted_i(tell_wanted), .tell_stop_i(tell_stop), .removable_i(removable),
      .read_turns_i(read_turns), .read_mask_i(read_mask), .freed_valid_i(free_now),
      .respond_valid_i(of_notif), .respond_kind_i(made || adopted ? Acc : Rej),
      .respond_turns_i(notice_turns_i), .respond_mask_i(notice_mask_i), .notify_ready_i,
      .answer_ready_i, .read_valid_o(read_valid), .read_saq_o(read_saq),
      .wanted_ready_o(wanted_ready), .tell_ready_o(tell_ready), .free_valid_o(free_offer),
      .free_saq_o(free_saq), .notify_valid_o, .notify_kind_o, .notify_turns_o, .notify_mask_o,
      .answer_valid_o, .answer_kind_o, .answer_turns_o, .answer_mask_o,
      .quiescent_o(quiescent_sender)
`ifdef FORMAL
      , .formal_state_o(sender_state)
`endif
  );

  assign match_valid_o = match_valid;
  assign match_queue_o = began_queue & {QueueBits{match_valid}};
  assign match_stopped_o = match_hit && stops;
  assign swap_valid_o  = made && is_detect;
  assign swap_from_o   = path_normal & {QueueBits{swap_valid_o}};
  assign swap_to_o     = found_queue & {QueueBits{swap_valid_o}};
  assign full_valid_o  = notice_ready_o && found_full;
  assign quiescent_o   = quiescent_cam && quiescent_saqs && quiescent_root && quiescent_sender &&
                         !looks_q && freeable == '0;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && enable_i) begin
      StoredWasMatched: assert (!store_valid_i || match_valid);
      NormalExists: assert (Normals == 1 || !packet_valid_i ||
                            packet_normal_i < QueueBits'(Normals));
      DetectionCanBe: assert (!is_detect || Normals > 1);
      DetectionUncovered: assert (!is_detect || !found_covered);
      HeldUntilReady: assert (!looks_q || (of_reply_q ? reply_valid_i : notice_valid_i));
`ifndef FORMAL  // there it is assumed
      RootStopFits: assert (Root == 0 || {1'b0, cfg_detect_i} + {1'b0, cfg_stop_i} <
                            {1'b1, {CountBits{1'b0}}});
`endif
    end
  end
`endif

`ifdef FORMAL
  logic [Saqs-1:0] line_masks;
  for (genvar s = 0; s < Saqs; s++) begin : gen_formal
    assign line_masks[s] = cam_lines[(Saqs+s)*PoolBits];
  end
  assign formal_state_o = {stopped, line_masks, line_valid, looks_q, of_reply_q, kind_q,
                           found_exact, found_covered, found_made, match_hit, match_line, found_line, found_cover,
                           path_normal, sender_state, wanted[Saqs*Children-1:0], tell_wanted[Saqs-1:0],
                           own, root_state};
`endif

  logic unused;
  assign unused = ^{found_valid, line_valid, packet_normal_i, notice_normal_i, cfg_detect_i,
                    queue_flits_i[Normals*CountBits-1:0]};

endmodule
