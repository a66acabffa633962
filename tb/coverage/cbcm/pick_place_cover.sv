// SPDX-License-Identifier: Apache-2.0
// Cover points of pick_place: situations that its tests must reach.

module pick_place_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_stages,  // all stages at work
  input logic last_output,  // the last output is picked
  input logic disabled_in_between  // switched off with counts
);
  AllStages: cover property (@(posedge clk_i) disable iff (!rst_ni) all_stages);
  LastOutput: cover property (@(posedge clk_i) disable iff (!rst_ni) last_output);
  DisabledInBetween: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_in_between);
endmodule

bind pick_place pick_place_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_stages(enable_i && active_i && &valid_i),
  .last_output(pick_output_o == PortBits'(Radix - 1)),
  .disabled_in_between(!enable_i && |counts_q)
);
