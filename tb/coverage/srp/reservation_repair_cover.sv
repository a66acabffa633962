// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_repair: situations that its tests must reach.

module reservation_repair_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic rows_in_turn,  // the row served last is passed over
  input logic wraps_around,  // none is left above the row served last
  input logic given_up  // the packet that was picked need not go
);
  RowsInTurn: cover property (@(posedge clk_i) disable iff (!rst_ni) rows_in_turn);
  WrapsAround: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps_around);
  GivenUp: cover property (@(posedge clk_i) disable iff (!rst_ni) given_up);
endmodule

bind reservation_repair reservation_repair_cover u_cover (
  .clk_i,
  .rst_ni,
  .rows_in_turn(idle && |(waits_i & above_q) && |(waits_i & ~above_q)),
  .wraps_around(idle && |above_q && |waits_i && !(|(waits_i & above_q))),
  .given_up(enable_i && |picked_q && !keeps && !sent_i)
);
