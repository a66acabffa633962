// SPDX-License-Identifier: Apache-2.0
// Cover points of lane_sampler: situations that its tests must reach.

module lane_sampler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic last_output,  // the last output is picked
  input logic none_takes_part,  // requests, but not of sampled VCs
  input logic largest_draw  // a draw near the end of the range
);
  LastOutput: cover property (@(posedge clk_i) disable iff (!rst_ni) last_output);
  NoneTakesPart: cover property (@(posedge clk_i) disable iff (!rst_ni) none_takes_part);
  LargestDraw: cover property (@(posedge clk_i) disable iff (!rst_ni) largest_draw);
endmodule

bind lane_sampler lane_sampler_cover u_cover (
  .clk_i,
  .rst_ni,
  .last_output(pick_valid_o && pick_output_o == PortBits'(Radix - 1)),
  .none_takes_part(enable_i && |request_i && ~|(request_i & {Radix{cfg_sampled_vcs_i}})),
  .largest_draw(|request_i && &draw_i[15:8])
);
