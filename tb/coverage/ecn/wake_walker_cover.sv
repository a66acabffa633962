// SPDX-License-Identifier: Apache-2.0
// Cover points of wake_walker: situations that its tests must reach.

module wake_walker_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic walks_again,  // deadlines change in the middle of a walk
  input logic later_one_first,  // a later deadline stands before an earlier one
  input logic wraps_around,  // the next deadline lies beyond the end of the low bits
  input logic nothing_left  // a walk without a deadline
);
  WalksAgain: cover property (@(posedge clk_i) disable iff (!rst_ni) walks_again);
  LaterOneFirst: cover property (@(posedge clk_i) disable iff (!rst_ni) later_one_first);
  WrapsAround: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps_around);
  NothingLeft: cover property (@(posedge clk_i) disable iff (!rst_ni) nothing_left);
endmodule

bind wake_walker wake_walker_cover u_cover (
  .clk_i,
  .rst_ni,
  .walks_again(enable_i && restart_i && !unsettled_q && |pending_q),
  .later_one_first(enable_i && found_q && !first_q && sooner),
  .wraps_around(takes && wraps),
  .nothing_left(enable_i && first_q && !found_q)
);
