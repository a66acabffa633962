// SPDX-License-Identifier: Apache-2.0
// Cover points of pick_counts: situations that its tests must reach.

module pick_counts_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic counts_while_looking,  // both stages at work
  input logic holds_total,  // a total stays
  input logic finds_nothing,  // a lane without requests
  input logic disabled_in_between  // switched off with a total
);
  CountsWhileLooking: cover property (@(posedge clk_i) disable iff (!rst_ni) counts_while_looking);
  HoldsTotal: cover property (@(posedge clk_i) disable iff (!rst_ni) holds_total);
  FindsNothing: cover property (@(posedge clk_i) disable iff (!rst_ni) finds_nothing);
  DisabledInBetween: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_in_between);
endmodule

bind pick_counts pick_counts_cover u_cover (
  .clk_i,
  .rst_ni,
  .counts_while_looking(enable_i && active_i && found_o && counted_i),
  .holds_total(enable_i && active_i && !counted_i && |total_q),
  .finds_nothing(enable_i && active_i && !found_o),
  .disabled_in_between(!enable_i && |total_q)
);
