// SPDX-License-Identifier: Apache-2.0
// Cover points of pick_number: situations that its tests must reach.

module pick_number_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic both_stages,  // both stages at work
  input logic holds,  // at rest with a number
  input logic disabled_in_between  // switched off with a number
);
  BothStages: cover property (@(posedge clk_i) disable iff (!rst_ni) both_stages);
  Holds: cover property (@(posedge clk_i) disable iff (!rst_ni) holds);
  DisabledInBetween: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_in_between);
endmodule

bind pick_number pick_number_cover u_cover (
  .clk_i,
  .rst_ni,
  .both_stages(enable_i && active_i && valid_i && multiplied_i),
  .holds(enable_i && !active_i && |rows_q),
  .disabled_in_between(!enable_i && |rows_q)
);
