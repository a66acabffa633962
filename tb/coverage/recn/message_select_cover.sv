// SPDX-License-Identifier: Apache-2.0
// Cover points of message_select: situations that its tests must reach.

module message_select_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic wraps_around,  // the turn goes from a high channel to a lower one
  input logic turn_meets_none,  // the turn leaves a channel that has no message
  input logic waits  // a message is offered while another is held
);
  WrapsAround: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps_around);
  TurnMeetsNone: cover property (@(posedge clk_i) disable iff (!rst_ni) turn_meets_none);
  Waits: cover property (@(posedge clk_i) disable iff (!rst_ni) waits);
endmodule

bind message_select message_select_cover u_cover (
  .clk_i,
  .rst_ni,
  // The lowest that waits is below the one whose turn ends, and none is above.
  .wraps_around(enable_i && takes && (message_valid_i & ~turn) != '0 &&
      (message_valid_i & ~turn & ~(turn - 1'b1)) == '0),
  .turn_meets_none(enable_i && !held_q && (turn & message_valid_i) == '0 && message_valid_i != '0),
  .waits(enable_i && held_q && message_valid_i != '0)
);
