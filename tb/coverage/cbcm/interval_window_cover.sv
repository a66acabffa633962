// SPDX-License-Identifier: Apache-2.0
// Cover points of interval_window: situations that its tests must reach.

module interval_window_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic congests,  // an output is congested
  input logic some_congested,  // and another is not
  input logic sleeps_again,  // asleep again
  input logic disabled_while_congested,  // switched off while congested
  input logic remainder_leaves  // the remainder of an interval leaves
);
  logic was_sleeps_again_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) was_sleeps_again_q <= 1'b1;
    else was_sleeps_again_q <= sleeps_again;
  Congests: cover property (@(posedge clk_i) disable iff (!rst_ni) congests);
  SomeCongested: cover property (@(posedge clk_i) disable iff (!rst_ni) some_congested);
  SleepsAgain: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_again && !was_sleeps_again_q);
  DisabledWhileCongested: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_congested);
  RemainderLeaves: cover property (@(posedge clk_i) disable iff (!rst_ni) remainder_leaves);
endmodule

bind interval_window interval_window_cover u_cover (
  .clk_i,
  .rst_ni,
  .congests(|congested_o),
  .some_congested(|congested_o && !(&congested_o)),
  .sleeps_again(quiescent_o),
  .disabled_while_congested(!enable_i && |congested_o),
  .remainder_leaves(|more)
);
