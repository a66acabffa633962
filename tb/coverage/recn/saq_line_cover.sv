// SPDX-License-Identifier: Apache-2.0
// Cover points of saq_line: situations that its tests must reach.

module saq_line_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic refused,  // a child has no SAQ to give
  input logic retry_holds,  // a packet would notify, but for a refusal a while ago
  input logic return_meets_arrival,  // a child frees its SAQ as its packet arrives
  input logic empty_but_owed,  // no packet, but an answer is owed: no leaf
  input logic waits_behind_blocked,  // drained, but the queue waited for is blocked
  input logic retargeted,  // the queue waited for is swapped
  input logic left_meets_swap,  // a packet leaves it in the clock of its swap
  input logic halt_unheard,  // an own SAQ does not hear Xoff
  input logic adopted,  // a notification of the path of an own SAQ comes
  input logic tell_dropped,  // the last child for which a message waits frees its SAQ
  input logic tell_meets_accept,  // a message is taken as a child accepts
  input logic late_child,  // a child accepts while another has been told to stop
  input logic let_in,  // a packet of a child that does not know comes, though the others stop
  input logic refused_again,  // a child that has refused is notified again, and has a SAQ now
  input logic kept_halted,  // empty, a leaf, but told to stop: kept
  input logic freed_unused  // a SAQ is freed that never had a packet
);
  Refused: cover property (@(posedge clk_i) disable iff (!rst_ni) refused);
  RetryHolds: cover property (@(posedge clk_i) disable iff (!rst_ni) retry_holds);
  ReturnMeetsArrival: cover property (
      @(posedge clk_i) disable iff (!rst_ni) return_meets_arrival);
  EmptyButOwed: cover property (@(posedge clk_i) disable iff (!rst_ni) empty_but_owed);
  WaitsBehindBlocked: cover property (
      @(posedge clk_i) disable iff (!rst_ni) waits_behind_blocked);
  Retargeted: cover property (@(posedge clk_i) disable iff (!rst_ni) retargeted);
  LeftMeetsSwap: cover property (@(posedge clk_i) disable iff (!rst_ni) left_meets_swap);
  HaltUnheard: cover property (@(posedge clk_i) disable iff (!rst_ni) halt_unheard);
  Adopted: cover property (@(posedge clk_i) disable iff (!rst_ni) adopted);
  TellDropped: cover property (@(posedge clk_i) disable iff (!rst_ni) tell_dropped);
  TellMeetsAccept: cover property (@(posedge clk_i) disable iff (!rst_ni) tell_meets_accept);
  LateChild: cover property (@(posedge clk_i) disable iff (!rst_ni) late_child);
  LetIn: cover property (@(posedge clk_i) disable iff (!rst_ni) let_in);
  RefusedAgain: cover property (@(posedge clk_i) disable iff (!rst_ni) refused_again);
  KeptHalted: cover property (@(posedge clk_i) disable iff (!rst_ni) kept_halted);
  FreedUnused: cover property (@(posedge clk_i) disable iff (!rst_ni) freed_unused);
endmodule

bind saq_line saq_line_cover u_cover (
  .clk_i,
  .rst_ni,
  .refused(enable_i && refuses != '0),
  .retry_holds(enable_i && valid_q && (none & arrived_valid_i) != '0 && retry_q != '0 &&
      flits_i >= cfg_propagate_i),
  .return_meets_arrival(enable_i && (accepted_q & returned_valid_i & arrived_valid_i) != '0),
  .empty_but_owed(enable_i && asked_q != '0 && packets_i == '0 && used_q),
  .waits_behind_blocked(enable_i && waits_q && wait_packets_q == '0 && blocking != '0),
  .retargeted(enable_i && waits_q && moves),
  .left_meets_swap(enable_i && waits_q && moves && leaves),
  .halt_unheard(enable_i && valid_q && own_q && halt_valid_i && halt_stop_i),
  .adopted(enable_i && valid_q && own_q && adopt_valid_i),
  .tell_dropped(enable_i && tell_q && !tell_ready_i && accepted == '0),
  .tell_meets_accept(enable_i && tell_q && tell_ready_i && accepts != '0),
  .late_child(enable_i && accepts != '0 && told_q != '0),
  .let_in(enable_i && (arrived_valid_i & ~stopped_o) != '0 && stop_q),
  .refused_again(enable_i && (accepts & told_q) != '0),
  .kept_halted(enable_i && leaf && !waits_q && halted_q && used_q && packets_i == '0),
  .freed_unused(enable_i && frees && !used_q)
);
