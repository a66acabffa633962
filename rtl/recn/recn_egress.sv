// SPDX-License-Identifier: Apache-2.0
// The control of an egress port under RECN: it detects congestion of its normal queue, notifies the
// ingress ports whose packets come, and keeps set-aside queues (SAQs) for congestion further on.
//
// Source: paper 001, Sections 4.1.1 (detection), 4.1.2 (notification, SAQs, Xon/Xoff), 4.2.
// Contract: docs/reference/recn/recn_egress.md.
// Timing: registered; a packet in every clock, a message in three.
// Latency: 1 clock from a packet's head to its queue; 5 from a packet above the threshold to the
// notification.
// Cost: saq_control with a root; message_select of as many messages as there are ingress ports.
// Not handled: lost messages.
// lint-params: Saqs=2 PoolBits=4 Ports=1 CountBits=3 TimerBits=1
// lint-params: Saqs=5 PoolBits=9 Ports=6
// lint-large: Saqs=16 PoolBits=48 Ports=32
// lint-illegal: Ports=0
// lint-illegal: Ports=33
// cost: radix 8, 4 SAQs Saqs=4 Ports=8
// cost: radix 8, 8 SAQs Saqs=8 Ports=8
// cost: radix 8, 16 SAQs Saqs=16 Ports=8
// cost: radix 16, 4 SAQs Saqs=4 Ports=16
// cost: radix 16, 8 SAQs Saqs=8 Ports=16
// cost: radix 16, 16 SAQs Saqs=16 Ports=16
// cost: radix 32, 4 SAQs Saqs=4 Ports=32
// cost: radix 32, 8 SAQs Saqs=8 Ports=32
// cost: radix 32, 16 SAQs Saqs=16 Ports=32

module recn_egress #(
    /// Set-aside queues, 2-32.
    parameter int unsigned Saqs = 8,
    /// Bits of a turn pool, 2-48.
    parameter int unsigned PoolBits = 31,
    /// Ingress ports of the switch that send here, 1-32.
    parameter int unsigned Ports = 8,
    /// Width of a number of flits or packets, 3-11.
    parameter int unsigned CountBits = 9,
    /// Width of the waiting times, 1-16.
    parameter int unsigned TimerBits = 10,
    localparam int unsigned Queues = 1 + Saqs,
    localparam int unsigned QueueBits = $clog2(Queues),
    localparam int unsigned SaqBits = $clog2(Saqs),
    localparam int unsigned PortBits = Ports > 1 ? $clog2(Ports) : 1,
    localparam int unsigned LineState = 6 + QueueBits + CountBits + 4 * Ports + 2 * TimerBits,
    /// Turn pools and masks of the lines.
    localparam int unsigned SampleBits = 2 * Saqs * PoolBits,
    /// That of the control, and which ingress port's turn it is.
    localparam int unsigned StateBits = Saqs + Saqs * (Saqs - 1) / 2 + (Saqs + 1) * LineState + 10 +
        $clog2(Saqs + 1) + (Ports > 1 ? Ports : 0),
    /// That of the control, and the message of an ingress port.
    localparam int unsigned PipelineBits = 8 + 3 * SaqBits + 6 * PoolBits + 2 * (Saqs + 1) + Ports +
        5 + PortBits + 3 + 2 * PoolBits + (Ports > 1 ? PortBits : 0),
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
    /// Flits of the normal queue from which on it is congested.
    input  logic [CountBits-1:0]        cfg_detect_i,
    /// Flits of a SAQ from which on ingress ports are notified.
    input  logic [CountBits-1:0]        cfg_propagate_i,
    /// Flits from which on they stop; of the normal queue so many above cfg_detect.
    input  logic [CountBits-1:0]        cfg_stop_i,
    /// Flits down to which they go on, less than cfg_stop.
    input  logic [CountBits-1:0]        cfg_go_i,
    /// Clocks without a notification after a refusal.
    input  logic [TimerBits-1:0]        cfg_retry_i,
    /// Clocks that an unused SAQ is kept.
    input  logic [TimerBits-1:0]        cfg_linger_i,
    /// A packet's head is here: which queue?
    input  logic                        packet_valid_i,
    /// Its turn pool behind this port.
    input  logic [PoolBits-1:0]         packet_turns_i,
    /// The ingress port that it comes from.
    input  logic [PortBits-1:0]         packet_port_i,
    /// The head that match_valid_o answers is stored in this clock.
    input  logic                        store_valid_i,
    /// Flits in each queue.
    input  logic [Queues*CountBits-1:0] queue_flits_i,
    /// Packets in each queue.
    input  logic [Queues*CountBits-1:0] queue_packets_i,
    /// A packet has left a queue.
    input  logic                        left_valid_i,
    /// Which.
    input  logic [QueueBits-1:0]        left_queue_i,
    /// The port at the other end of the link has a message.
    input  logic                        notice_valid_i,
    /// NOTIF 0, XOFF 1, XON 2.
    input  logic [1:0]                  notice_kind_i,
    /// The turn pool of its path.
    input  logic [PoolBits-1:0]         notice_turns_i,
    /// The mask of its path.
    input  logic [PoolBits-1:0]         notice_mask_i,
    /// An ingress port has a message.
    input  logic [Ports-1:0]            reply_valid_i,
    /// ACC 0, REJ 1, DEALLOC 2.
    input  logic [Ports*2-1:0]          reply_kind_i,
    /// The turn pool of its path.
    input  logic [Ports*PoolBits-1:0]   reply_turns_i,
    /// The mask of its path; 0 for the normal queue.
    input  logic [Ports*PoolBits-1:0]   reply_mask_i,
    /// That ingress port takes the message.
    input  logic [Ports-1:0]            notify_ready_i,
    /// The link takes the message.
    input  logic                        answer_ready_i,
    /// The answer to the head of the last clock.
    output logic                        match_valid_o,
    /// The queue that it joins, if it is stored in this clock; 0 without one.
    output logic [QueueBits-1:0]        match_queue_o,
    /// It is not to be stored yet: that SAQ is stopped, and its ingress port has been notified.
    output logic                        match_stopped_o,
    /// The message from the link has been dealt with.
    output logic                        notice_ready_o,
    /// The message of that ingress port is taken.
    output logic [Ports-1:0]            reply_ready_o,
    /// A message for that ingress port.
    output logic [Ports-1:0]            notify_valid_o,
    /// NOTIF 0, XOFF 1, XON 2.
    output logic [1:0]                  notify_kind_o,
    /// The turn pool of its path, without the turn to this port.
    output logic [PoolBits-1:0]         notify_turns_o,
    /// The mask of its path; 0 for the normal queue.
    output logic [PoolBits-1:0]         notify_mask_o,
    /// A message for the link.
    output logic                        answer_valid_o,
    /// ACC 0, REJ 1, DEALLOC 2.
    output logic [1:0]                  answer_kind_o,
    /// The turn pool of its path.
    output logic [PoolBits-1:0]         answer_turns_o,
    /// The mask of its path.
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
    /// No SAQ was free for a notification.
    output logic                        full_valid_o,
    /// A clock without events changes nothing.
    output logic                        quiescent_o
`ifdef FORMAL
    ,
    /// Whose turn it is; what the control is given, and whether it has dealt with it; what it says.
    output logic [12+2*Ports+PortBits+6*PoolBits+3*QueueBits:0] formal_given_o
`endif
);

  if (Ports < 1 || Ports > 32) $fatal(1, "%m: Ports = %0d, legal 1-32", Ports);

  // Messages of the ingress ports, one at a time.
  logic                reply_valid, reply_ready, quiescent_replies, quiescent_control;
  logic [PortBits-1:0] reply_port;
  logic [1:0]          reply_kind;
  logic [PoolBits-1:0] reply_turns, reply_mask;
`ifdef FORMAL
  logic             unused_held;
  logic [Ports-1:0] turn;
  logic [8+Ports+4*PoolBits+3*QueueBits:0] said;  // its stub's ports
`endif
  message_select #(.Sources(Ports), .PoolBits(PoolBits)) i_replies (
      .clk_i, .rst_ni, .enable_i, .message_valid_i(reply_valid_i), .message_kind_i(reply_kind_i),
      .message_turns_i(reply_turns_i), .message_mask_i(reply_mask_i), .held_ready_i(reply_ready),
      .message_ready_o(reply_ready_o), .held_valid_o(reply_valid), .held_source_o(reply_port),
      .held_kind_o(reply_kind), .held_turns_o(reply_turns), .held_mask_o(reply_mask),
      .quiescent_o(quiescent_replies)
`ifdef FORMAL
      , .formal_state_o({unused_held, turn})
`endif
  );

  localparam logic [QueueBits-1:0] Normal = '0;
  logic [2*QueueBits:0] unused_swap;  // detections are for ingress ports
  saq_control #(
      .Saqs(Saqs), .PoolBits(PoolBits), .Normals(1), .Children(Ports), .Root(1),
      .CountBits(CountBits), .TimerBits(TimerBits)
  ) i_control (
      .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i, .cfg_detect_i, .cfg_propagate_i,
      .cfg_stop_i, .cfg_go_i, .cfg_retry_i, .cfg_linger_i, .packet_valid_i, .packet_turns_i,
      .packet_normal_i(Normal), .packet_child_i(packet_port_i), .store_valid_i, .queue_flits_i,
      .queue_packets_i, .left_valid_i, .left_queue_i, .notice_valid_i, .notice_kind_i,
      .notice_turns_i, .notice_mask_i, .notice_normal_i(Normal), .swap_may_i(1'b0),
      .reply_valid_i(reply_valid),
      .reply_kind_i(reply_kind), .reply_turns_i(reply_turns), .reply_mask_i(reply_mask),
      .reply_child_i(reply_port), .notify_ready_i, .answer_ready_i, .match_valid_o,
      .match_queue_o, .match_stopped_o, .swap_valid_o(unused_swap[2*QueueBits]),
      .swap_from_o(unused_swap[2*QueueBits-1:QueueBits]),
      .swap_to_o(unused_swap[QueueBits-1:0]), .notice_ready_o, .reply_ready_o(reply_ready),
      .notify_valid_o, .notify_kind_o, .notify_turns_o, .notify_mask_o, .answer_valid_o,
      .answer_kind_o, .answer_turns_o, .answer_mask_o, .saq_valid_o, .saq_waits_o,
      .saq_may_send_o, .saq_leaf_o, .saq_stop_o, .full_valid_o, .quiescent_o(quiescent_control)
`ifdef FORMAL
      , .formal_state_o(said)
`endif
  );
  assign quiescent_o = quiescent_replies && quiescent_control;

`ifdef FORMAL
  assign formal_given_o = {turn, reply_ready, reply_valid, reply_kind, reply_port, reply_turns,
                           reply_mask, said};
`endif

endmodule
