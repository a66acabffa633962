// SPDX-License-Identifier: Apache-2.0
// The SAQs of a port: their states, and the marker behind which each new one waits.
//
// Source: paper 001, Sections 4.1.2 (marker in the normal queue) and 4.2 (in the old SAQ, Fig 6a).
// Contract: docs/reference/recn/saq_set.md.
// Timing: every event shows in the registers of the next clock.
// Cost: Saqs times saq_line, and a multiplexer of all queues' packets.
// Not handled: what saq_line does not; paths, which path_cam keeps; messages, which carry no numbers
// of SAQs but paths.
// lint-params: Saqs=2 Normals=1 Children=1 CountBits=3 TimerBits=1
// lint-params: Saqs=5 Normals=3 Children=6 CountBits=7 TimerBits=4
// lint-large: Saqs=32 Normals=32 Children=32 CountBits=11 TimerBits=16
// lint-illegal: Saqs=1
// lint-illegal: Saqs=33
// lint-illegal: Normals=0
// lint-illegal: Normals=33
// lint-illegal: Children=0
// lint-illegal: Children=33
// cost: ingress, 8 SAQs Saqs=8 Normals=1 Children=1
// cost: ingress, 8 detection queues, 8 SAQs Saqs=8 Normals=8 Children=1
// cost: egress, radix 8, 8 SAQs Saqs=8 Normals=1 Children=8

module saq_set #(
    /// Set-aside queues, 2-32.
    parameter int unsigned Saqs = 8,
    /// Normal queues, 1-32; the SAQs' queues follow them.
    parameter int unsigned Normals = 1,
    /// Children of a SAQ, 1-32: 1 at an ingress port, the radix at an egress port.
    parameter int unsigned Children = 1,
    /// Width of a number of flits or packets, 3-11.
    parameter int unsigned CountBits = 9,
    /// Width of the waiting times, 1-16.
    parameter int unsigned TimerBits = 10,
    localparam int unsigned Queues = Normals + Saqs,
    localparam int unsigned QueueBits = $clog2(Queues),
    localparam int unsigned SaqBits = $clog2(Saqs),
    localparam int unsigned ChildBits = Children > 1 ? $clog2(Children) : 1,
    localparam int unsigned LineState = 6 + QueueBits + CountBits + 4 * Children + 2 * TimerBits,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// That of the lines.
    localparam int unsigned StateBits = Saqs * LineState,
    /// That of the lines.
    localparam int unsigned PipelineBits = Saqs * 2,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Asynchronous assert, active low.
    input  logic                        rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                        enable_i,
    /// Flits from which on children are notified.
    input  logic [CountBits-1:0]        cfg_propagate_i,
    /// Flits from which on senders stop.
    input  logic [CountBits-1:0]        cfg_stop_i,
    /// Flits down to which they go on, less than cfg_stop.
    input  logic [CountBits-1:0]        cfg_go_i,
    /// Clocks without a notification after a refusal.
    input  logic [TimerBits-1:0]        cfg_retry_i,
    /// Clocks that an unused SAQ is kept.
    input  logic [TimerBits-1:0]        cfg_linger_i,
    /// A SAQ is made, unless it is in use.
    input  logic                        make_valid_i,
    /// Which.
    input  logic [SaqBits-1:0]          make_saq_i,
    /// Another SAQ's path covers its path.
    input  logic                        make_covered_i,
    /// Which: it waits for that.
    input  logic [SaqBits-1:0]          make_cover_i,
    /// Else it waits for this normal queue.
    input  logic [QueueBits-1:0]        make_normal_i,
    /// Children to notify at once.
    input  logic [Children-1:0]         make_notify_i,
    /// Flits in each SAQ's queue.
    input  logic [Saqs*CountBits-1:0]   saq_flits_i,
    /// Packets in each queue.
    input  logic [Queues*CountBits-1:0] queue_packets_i,
    /// A packet's first flit is stored.
    input  logic                        began_valid_i,
    /// In which queue.
    input  logic [QueueBits-1:0]        began_queue_i,
    /// Which child it comes from.
    input  logic [ChildBits-1:0]        began_child_i,
    /// A packet has left a queue.
    input  logic                        left_valid_i,
    /// Which.
    input  logic [QueueBits-1:0]        left_queue_i,
    /// A normal queue and the SAQ that is made are swapped.
    input  logic                        swap_valid_i,
    /// The normal queue.
    input  logic [QueueBits-1:0]        swap_from_i,
    /// The SAQ's queue.
    input  logic [QueueBits-1:0]        swap_to_i,
    /// A child has answered.
    input  logic                        answer_valid_i,
    /// Which SAQ's notification.
    input  logic [SaqBits-1:0]          answer_saq_i,
    /// Which child.
    input  logic [ChildBits-1:0]        answer_child_i,
    /// It has a SAQ now.
    input  logic                        answer_accepted_i,
    /// A child has freed its SAQ.
    input  logic                        returned_valid_i,
    /// Of which SAQ.
    input  logic [SaqBits-1:0]          returned_saq_i,
    /// Which child.
    input  logic [ChildBits-1:0]        returned_child_i,
    /// A SAQ of the port's own is adopted.
    input  logic                        adopt_valid_i,
    /// Which.
    input  logic [SaqBits-1:0]          adopt_saq_i,
    /// Xon or Xoff from downstream.
    input  logic                        halt_valid_i,
    /// For which SAQ.
    input  logic [SaqBits-1:0]          halt_saq_i,
    /// Xoff.
    input  logic                        halt_stop_i,
    /// Notifications that are taken.
    input  logic [Saqs*Children-1:0]    notify_ready_i,
    /// Messages upstream that are taken.
    input  logic [Saqs-1:0]             tell_ready_i,
    /// A SAQ is freed, if it may be.
    input  logic                        free_valid_i,
    /// Which.
    input  logic [SaqBits-1:0]          free_saq_i,
    /// SAQs in use.
    output logic [Saqs-1:0]             valid_o,
    /// SAQs blocked behind another queue.
    output logic [Saqs-1:0]             waits_o,
    /// SAQs in use, neither blocked nor halted.
    output logic [Saqs-1:0]             may_send_o,
    /// SAQs in use of which nothing is left upstream.
    output logic [Saqs-1:0]             leaf_o,
    /// SAQs that may be freed while they have no packet.
    output logic [Saqs-1:0]             freeable_o,
    /// SAQs whose senders are to stop.
    output logic [Saqs-1:0]             stop_o,
    /// A packet of that child is not to be stored in that SAQ.
    output logic [Saqs*Children-1:0]    stopped_o,
    /// SAQs of the port's own.
    output logic [Saqs-1:0]             own_o,
    /// Notify that child of that SAQ.
    output logic [Saqs*Children-1:0]    notify_valid_o,
    /// Children that have a SAQ.
    output logic [Saqs*Children-1:0]    accepted_o,
    /// Tell the children of that SAQ.
    output logic [Saqs-1:0]             tell_valid_o,
    /// Xoff, or Xon.
    output logic [Saqs-1:0]             tell_stop_o,
    /// A clock without events changes nothing.
    output logic                        quiescent_o
`ifdef FORMAL
    ,
    /// Every register, line by line.
    output logic [StorageBits-1:0]      formal_state_o
`endif
);

  if (Saqs < 2 || Saqs > 32) $fatal(1, "%m: Saqs = %0d, legal 2-32", Saqs);
  if (Normals < 1 || Normals > 32) $fatal(1, "%m: Normals = %0d, legal 1-32", Normals);
  if (Children < 1 || Children > 32) $fatal(1, "%m: Children = %0d, legal 1-32", Children);

  // The marker: behind the old SAQ or the normal queue, with what it holds at the end of the clock.
  logic [QueueBits-1:0] marked, covering;
  logic [CountBits-1:0] held, change, ahead;
  logic                 comes, goes;
  always_comb begin : p_covering
    covering = '0;
    for (int s = 0; s < Saqs; s++)
      if (make_cover_i == SaqBits'(s)) covering |= QueueBits'(Normals + s);
  end
  assign marked = make_covered_i ? covering : make_normal_i;
  assign comes  = began_valid_i && began_queue_i == marked;
  assign goes   = left_valid_i && left_queue_i == marked;
  assign change = {{(CountBits - 1) {goes && !comes}}, goes != comes};
  always_comb begin : p_held
    held = '0;
    for (int q = 0; q < Queues; q++)
      if (marked == QueueBits'(q)) held |= queue_packets_i[q*CountBits+:CountBits];
  end
  assign ahead = swap_valid_i && swap_from_i == marked ? '0 : held + change;

  logic [Queues-1:0] blocked_queues;
  logic [Saqs-1:0]   quiescent;
  assign blocked_queues = {waits_o, {Normals{1'b0}}};
  assign quiescent_o    = &quiescent;

  for (genvar s = 0; s < Saqs; s++) begin : gen_line
    localparam int unsigned Queue = Normals + s;
    logic [Children-1:0] arrived, answer, accepts, returned;
    logic                begins;
    assign begins = began_valid_i && began_queue_i == QueueBits'(Queue);
    for (genvar c = 0; c < Children; c++) begin : gen_child
      assign arrived[c]  = begins && began_child_i == ChildBits'(c);
      assign answer[c]   = answer_valid_i && answer_saq_i == SaqBits'(s) &&
                           answer_child_i == ChildBits'(c);
      assign accepts[c]  = answer_accepted_i;
      assign returned[c] = returned_valid_i && returned_saq_i == SaqBits'(s) &&
                           returned_child_i == ChildBits'(c);
    end
    saq_line #(
        .Children(Children), .Queues(Queues), .CountBits(CountBits), .TimerBits(TimerBits)
    ) i_line (
        .clk_i, .rst_ni, .enable_i, .cfg_propagate_i, .cfg_stop_i, .cfg_go_i, .cfg_retry_i,
        .cfg_linger_i,
        .make_valid_i(make_valid_i && make_saq_i == SaqBits'(s)), .make_queue_i(marked),
        .make_packets_i(ahead), .make_notify_i,
        .flits_i(saq_flits_i[s*CountBits+:CountBits]),
        .packets_i(queue_packets_i[Queue*CountBits+:CountBits]),
        .blocked_queues_i(blocked_queues), .left_valid_i, .left_queue_i, .swap_valid_i,
        .swap_from_i, .swap_to_i, .arrived_valid_i(arrived), .answer_valid_i(answer),
        .answer_accepted_i(accepts), .returned_valid_i(returned),
        .adopt_valid_i(adopt_valid_i && adopt_saq_i == SaqBits'(s)),
        .halt_valid_i(halt_valid_i && halt_saq_i == SaqBits'(s)), .halt_stop_i,
        .notify_ready_i(notify_ready_i[s*Children+:Children]), .tell_ready_i(tell_ready_i[s]),
        .free_valid_i(free_valid_i && free_saq_i == SaqBits'(s)),
        .valid_o(valid_o[s]), .waits_o(waits_o[s]), .may_send_o(may_send_o[s]),
        .leaf_o(leaf_o[s]), .freeable_o(freeable_o[s]), .stop_o(stop_o[s]),
        .stopped_o(stopped_o[s*Children+:Children]), .own_o(own_o[s]),
        .notify_valid_o(notify_valid_o[s*Children+:Children]),
        .accepted_o(accepted_o[s*Children+:Children]), .tell_valid_o(tell_valid_o[s]),
        .tell_stop_o(tell_stop_o[s]), .quiescent_o(quiescent[s])
`ifdef FORMAL
        , .formal_state_o(formal_state_o[s*(LineState+2)+:LineState+2])
`endif
    );
  end

`ifndef SYNTHESIS
  localparam int unsigned AllBits = QueueBits + 1;
  logic [AllBits-1:0] begun_in, swapped_in, made_in, freed_in;
  logic               in_use, cover_in_use, unused, made_empty, swap_normals, swap_makes;
  assign begun_in     = {1'b0, began_queue_i};
  assign swapped_in   = {1'b0, swap_to_i};
  assign made_in      = AllBits'(Normals) + AllBits'(make_saq_i);
  assign freed_in     = AllBits'(Normals) + AllBits'(free_saq_i);
  assign swap_normals = swap_from_i < QueueBits'(Normals) && swap_to_i < QueueBits'(Normals) &&
                        !unused;
  assign swap_makes   = unused && !make_covered_i && swap_from_i == make_normal_i &&
                        swapped_in == made_in;
  always_comb begin : p_in_use
    in_use       = began_queue_i < QueueBits'(Normals);
    cover_in_use = 1'b0;
    unused       = 1'b0;
    made_empty   = 1'b1;
    for (int s = 0; s < Saqs; s++) begin
      if (begun_in == AllBits'(Normals + s) && valid_o[s]) in_use = 1'b1;
      if (make_cover_i == SaqBits'(s) && valid_o[s]) cover_in_use = 1'b1;
      if (make_valid_i && make_saq_i == SaqBits'(s) && !valid_o[s]) begin
        unused     = 1'b1;
        made_empty = {saq_flits_i[s*CountBits+:CountBits],
                      queue_packets_i[(Normals+s)*CountBits+:CountBits]} == '0;
      end
    end
  end
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && enable_i) begin
      BeganInUse: assert (!began_valid_i || in_use);
      CoverInUse: assert (!make_valid_i || !make_covered_i ||
                          (cover_in_use && make_cover_i != make_saq_i));
      NormalIsNormal: assert (!make_valid_i || make_covered_i ||
                              make_normal_i < QueueBits'(Normals));
      SwapWithMake: assert (!swap_valid_i || swap_makes || swap_normals);
      MadeOnlyIfEmpty: assert (made_empty);
      FreeWithoutBegin: assert (!free_valid_i || !began_valid_i || begun_in != freed_in);
    end
  end
`endif

endmodule
