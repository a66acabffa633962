// SPDX-License-Identifier: Apache-2.0
// Cover points of shared_sampler: situations that its tests must reach.

module shared_sampler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_pick,  // every input has a pick
  input logic disabled_while_busy,  // switched off with picks under way
  input logic sleeps_again  // asleep again
);
  logic was_sleeps_again_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) was_sleeps_again_q <= 1'b1;
    else was_sleeps_again_q <= sleeps_again;
  AllPick: cover property (@(posedge clk_i) disable iff (!rst_ni) all_pick);
  DisabledWhileBusy: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_while_busy);
  SleepsAgain: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_again && !was_sleeps_again_q);
endmodule

bind shared_sampler shared_sampler_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_pick(&pick_valid_o),
  .disabled_while_busy(!enable_i && |busy),
  .sleeps_again(quiescent_o)
);
