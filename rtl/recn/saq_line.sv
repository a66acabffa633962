// SPDX-License-Identifier: Apache-2.0
// The state of one SAQ: its children, what it waits for, Xon and Xoff, when it may be freed.
//
// Source: paper 001, Sections 4.1.1 (one notification for each port), 4.1.2 (blocking, Xon/Xoff,
// leaves), 4.2 (blocking behind the old SAQ).
// Contract: docs/reference/recn/saq_line.md.
// Timing: every event shows in the registers of the next clock.
// Cost: four bits for each child, three comparators and a counter of CountBits, two timers.
// Not handled: lost messages: a child that never answers is owed for ever.
// lint-params: Children=1 Queues=3 CountBits=3 TimerBits=1
// lint-params: Children=32 Queues=64 CountBits=11 TimerBits=16
// lint-illegal: Children=0
// lint-illegal: Children=33
// lint-illegal: Queues=2
// lint-illegal: Queues=65
// lint-illegal: CountBits=2
// lint-illegal: CountBits=12
// lint-illegal: TimerBits=0
// lint-illegal: TimerBits=17
// cost: ingress Children=1
// cost: egress, radix 8 Children=8
// cost: egress, radix 32 Children=32

module saq_line #(
    /// Ports that its notifications may give a SAQ, 1-32.
    parameter int unsigned Children = 1,
    /// Queues of the port, 3-64.
    parameter int unsigned Queues = 9,
    /// Width of a number of flits or packets, 3-11.
    parameter int unsigned CountBits = 9,
    /// Width of the waiting times, 1-16.
    parameter int unsigned TimerBits = 10,
    localparam int unsigned QueueBits = $clog2(Queues),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Valid, used, waits, own, halted, stop; what is waited for; children; timers.
    localparam int unsigned StateBits = 6 + QueueBits + CountBits + 4 * Children + 2 * TimerBits,
    /// The message to tell.
    localparam int unsigned PipelineBits = 2,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                 clk_i,
    /// Asynchronous assert, active low.
    input  logic                 rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                 enable_i,
    /// Flits from which on children are notified.
    input  logic [CountBits-1:0] cfg_propagate_i,
    /// Flits from which on senders stop.
    input  logic [CountBits-1:0] cfg_stop_i,
    /// Flits down to which they go on, less than cfg_stop.
    input  logic [CountBits-1:0] cfg_go_i,
    /// Clocks without a notification after a refusal.
    input  logic [TimerBits-1:0] cfg_retry_i,
    /// Clocks that an unused SAQ is kept.
    input  logic [TimerBits-1:0] cfg_linger_i,
    /// The SAQ is made, unless it is in use.
    input  logic                 make_valid_i,
    /// The queue that it waits for.
    input  logic [QueueBits-1:0] make_queue_i,
    /// Packets in that at the end of the clock.
    input  logic [CountBits-1:0] make_packets_i,
    /// Children to notify at once; with any the SAQ is the port's own.
    input  logic [Children-1:0]  make_notify_i,
    /// Flits in its queue.
    input  logic [CountBits-1:0] flits_i,
    /// Packets in its queue.
    input  logic [CountBits-1:0] packets_i,
    /// Queues that wait themselves.
    input  logic [Queues-1:0]    blocked_queues_i,
    /// A packet has left a queue of the port.
    input  logic                 left_valid_i,
    /// Which.
    input  logic [QueueBits-1:0] left_queue_i,
    /// Two queues are swapped.
    input  logic                 swap_valid_i,
    /// The one that may be waited for.
    input  logic [QueueBits-1:0] swap_from_i,
    /// What it is called from now on.
    input  logic [QueueBits-1:0] swap_to_i,
    /// A packet of the child has been stored.
    input  logic [Children-1:0]  arrived_valid_i,
    /// The child has answered.
    input  logic [Children-1:0]  answer_valid_i,
    /// It has a SAQ now.
    input  logic [Children-1:0]  answer_accepted_i,
    /// The child has freed its SAQ.
    input  logic [Children-1:0]  returned_valid_i,
    /// Its path has been notified: it is the port's own no longer.
    input  logic                 adopt_valid_i,
    /// Xon or Xoff from downstream; an own SAQ does not hear it.
    input  logic                 halt_valid_i,
    /// Xoff.
    input  logic                 halt_stop_i,
    /// The child's notification is taken.
    input  logic [Children-1:0]  notify_ready_i,
    /// The message upstream is taken.
    input  logic                 tell_ready_i,
    /// The SAQ is freed, if it may be.
    input  logic                 free_valid_i,
    /// In use.
    output logic                 valid_o,
    /// Blocked behind another queue.
    output logic                 waits_o,
    /// In use, neither blocked nor halted.
    output logic                 may_send_o,
    /// In use, and nothing is left of it upstream.
    output logic                 leaf_o,
    /// It may be freed while it has no packet.
    output logic                 freeable_o,
    /// Senders are to stop.
    output logic                 stop_o,
    /// A packet of the child is not to be stored: they stop, and it has been notified already.
    output logic [Children-1:0]  stopped_o,
    /// Made by the port itself, and not adopted.
    output logic                 own_o,
    /// Notify that child.
    output logic [Children-1:0]  notify_valid_o,
    /// Children that have a SAQ.
    output logic [Children-1:0]  accepted_o,
    /// Tell the children that have a SAQ.
    output logic                 tell_valid_o,
    /// Xoff, or Xon.
    output logic                 tell_stop_o,
    /// A clock without events changes nothing.
    output logic                 quiescent_o
`ifdef FORMAL
    ,
    /// Every register.
    output logic [StorageBits-1:0] formal_state_o
`endif
);

  if (Children < 1 || Children > 32) $fatal(1, "%m: Children = %0d, legal 1-32", Children);
  if (Queues < 3 || Queues > 64) $fatal(1, "%m: Queues = %0d, legal 3-64", Queues);
  if (CountBits < 3 || CountBits > 11) $fatal(1, "%m: CountBits = %0d, legal 3-11", CountBits);
  if (TimerBits < 1 || TimerBits > 16) $fatal(1, "%m: TimerBits = %0d, legal 1-16", TimerBits);

  logic                 valid_q, used_q, waits_q, own_q, halted_q, stop_q, tell_q, tell_stop_q;
  logic [QueueBits-1:0] wait_queue_q;
  logic [CountBits-1:0] wait_packets_q;
  logic [Children-1:0]  wanted_q, asked_q, accepted_q, told_q;
  logic [TimerBits-1:0] retry_q, linger_q;

  // Children. told_q of one that has a SAQ: its last message is Xoff; of one that has none: it has
  // refused.
  logic [Children-1:0] none, want, taken, accepts, refuses;
  logic                over;
  assign none    = ~(wanted_q | asked_q | accepted_q);
  assign over    = (flits_i >= cfg_propagate_i || stop_q) && retry_q == '0;
  assign want    = none & arrived_valid_i & {Children{over}};
  assign taken   = wanted_q & notify_ready_i;
  assign accepts = asked_q & answer_valid_i & answer_accepted_i;
  assign refuses = asked_q & answer_valid_i & ~answer_accepted_i;

  // What it waits for.
  logic [Queues-1:0] blocking;
  logic              leaves, drained, moves;
  for (genvar q = 0; q < Queues; q++) begin : gen_blocking
    assign blocking[q] = blocked_queues_i[q] && wait_queue_q == QueueBits'(q);
  end
  assign leaves  = left_valid_i && left_queue_i == wait_queue_q && wait_packets_q != '0;
  assign moves   = swap_valid_i && swap_from_i == wait_queue_q;
  assign drained = wait_packets_q == '0 && blocking == '0;

  // Flow control. A message is for the children that have a SAQ as it is taken, and dropped if none
  // is left; a child that gets one later has heard nothing, and sends.
  logic                stop, differs;
  logic [Children-1:0] told, accepted;
  assign accepted = (accepted_q & ~returned_valid_i) | accepts;
  assign stop    = flits_i >= cfg_stop_i || (stop_q && flits_i > cfg_go_i);
  assign told    = tell_q && tell_ready_i ? {Children{tell_stop_q}} : told_q;
  assign differs = (accepted_q & (told_q ^ {Children{stop_q}})) != '0;

  logic leaf, freeable, makes, frees;
  assign leaf     = valid_q && none == '1;
  // Halted, it is kept: its successor would send until it is stopped, for ever, while others stand.
  assign freeable = leaf && !waits_q && !halted_q && (used_q || linger_q == '0);
  assign makes    = make_valid_i && !valid_q;
  assign frees    = free_valid_i && freeable && packets_i == '0;

  logic [TimerBits-1:0] one_less_retry, one_less_linger;
  assign one_less_retry  = retry_q - {{(TimerBits - 1){1'b0}}, retry_q != '0};
  assign one_less_linger = linger_q - {{(TimerBits - 1){1'b0}}, linger_q != '0};

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {valid_q, used_q, waits_q, own_q, halted_q, stop_q, tell_q, tell_stop_q} <= '0;
      {wait_queue_q, wait_packets_q, wanted_q, asked_q, accepted_q, told_q}    <= '0;
      {retry_q, linger_q}                                                      <= '0;
    end else if (!enable_i || frees || makes) begin
      {halted_q, tell_q, tell_stop_q}        <= '0;
      {asked_q, accepted_q, told_q, retry_q} <= '0;
      {used_q, stop_q} <= {packets_i != '0, stop} & {2{enable_i && makes}};
      {valid_q, waits_q, own_q, wait_queue_q, wait_packets_q, wanted_q, linger_q} <=
          {1'b1, 1'b1, make_notify_i != '0, make_queue_i, make_packets_i, make_notify_i,
           cfg_linger_i} &
          {(3 + QueueBits + CountBits + Children + TimerBits) {enable_i && makes}};
    end else if (valid_q) begin
      wanted_q   <= (wanted_q & ~taken) | want;
      asked_q    <= (asked_q & ~answer_valid_i) | taken;
      accepted_q <= accepted;
      retry_q    <= refuses != '0 ? cfg_retry_i : one_less_retry;
      if (leaves) wait_packets_q <= wait_packets_q - {{(CountBits - 1){1'b0}}, 1'b1};
      if (moves) wait_queue_q <= swap_to_i;
      waits_q <= waits_q && !drained;
      stop_q  <= stop;
      told_q  <= (told & accepted_q & ~returned_valid_i) | refuses |
                 (told_q & ~accepted_q & ~accepts);
      if (accepted == '0 || (tell_q && tell_ready_i)) {tell_q, tell_stop_q} <= '0;
      else if (!tell_q) {tell_q, tell_stop_q} <= {differs, differs && stop_q};
      // No port downstream counts a SAQ of the port's own as its child: what says Xoff is stale.
      if (halt_valid_i && !own_q) halted_q <= halt_stop_i;
      if (adopt_valid_i) own_q <= 1'b0;
      used_q   <= used_q || packets_i != '0;
      linger_q <= one_less_linger;
    end
  end

  assign valid_o        = valid_q;
  assign waits_o        = waits_q;
  assign may_send_o     = valid_q && !waits_q && !halted_q;
  assign leaf_o         = leaf;
  assign freeable_o     = freeable;
  assign stop_o         = stop_q;
  // One that does not know yet is let in with a packet: or nothing would be stored to notify it.
  assign stopped_o      = ~(none & ~told_q & {Children{retry_q == '0}}) & {Children{stop_q}};
  assign own_o          = own_q;
  assign notify_valid_o = wanted_q;
  assign accepted_o     = accepted_q;
  assign tell_valid_o   = tell_q;
  assign tell_stop_o    = tell_stop_q;
  assign quiescent_o    = !valid_q || (wanted_q == '0 && !tell_q && !differs && retry_q == '0 &&
                          linger_q == '0 && (!waits_q || wait_packets_q != '0));

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && enable_i) begin
      GoBelowStop: assert (cfg_go_i < cfg_stop_i);
    end
  end
`endif

`ifdef FORMAL
  assign formal_state_o = {valid_q, used_q, waits_q, own_q, halted_q, stop_q, tell_q, tell_stop_q,
                           wait_queue_q, wait_packets_q, wanted_q, asked_q, accepted_q, told_q,
                           retry_q, linger_q};
`endif

endmodule
