// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_starts: situations that its tests must reach.

module reservation_starts_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic not_its_turn,  // a row's start is reached in another row's cycle
  input logic two_at_once,  // two rows are due in one clock
  input logic walks_again,  // a start comes in the middle of a walk
  input logic later_one_first,  // a later start stands before an earlier one
  input logic wraps_around  // the next start lies beyond the end of the low bits
);
  NotItsTurn: cover property (@(posedge clk_i) disable iff (!rst_ni) not_its_turn);
  TwoAtOnce: cover property (@(posedge clk_i) disable iff (!rst_ni) two_at_once);
  WalksAgain: cover property (@(posedge clk_i) disable iff (!rst_ni) walks_again);
  LaterOneFirst: cover property (@(posedge clk_i) disable iff (!rst_ni) later_one_first);
  WrapsAround: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps_around);
endmodule

bind reservation_starts reservation_starts_cover u_cover (
  .clk_i,
  .rst_ni,
  .not_its_turn(|granted_i && start_i[1:0] != turn_i),
  .two_at_once($countones(reached_o) > 1),
  .walks_again(begins_q && (step_q != '0 || found_q)),
  .later_one_first(takes && wake_valid_q),
  .wraps_around(takes && wraps)
);
