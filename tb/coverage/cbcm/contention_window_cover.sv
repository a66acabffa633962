// SPDX-License-Identifier: Apache-2.0
// Cover points of contention_window: situations that its tests must reach.

module contention_window_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic congests,  // an output is congested
  input logic some_congested,  // and another is not
  input logic calms_down,  // a congested output is congested no more
  input logic sleeps_again,  // asleep again
  input logic disabled_while_congested  // switched off while congested
);
  logic was_calms_down_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) was_calms_down_q <= 1'b1;
    else was_calms_down_q <= calms_down;
  logic was_sleeps_again_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) was_sleeps_again_q <= 1'b1;
    else was_sleeps_again_q <= sleeps_again;
  Congests: cover property (@(posedge clk_i) disable iff (!rst_ni) congests);
  SomeCongested: cover property (@(posedge clk_i) disable iff (!rst_ni) some_congested);
  CalmsDown: cover property (
    @(posedge clk_i) disable iff (!rst_ni) calms_down && !was_calms_down_q);
  SleepsAgain: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_again && !was_sleeps_again_q);
  DisabledWhileCongested: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_congested);
endmodule

bind contention_window contention_window_cover u_cover (
  .clk_i,
  .rst_ni,
  .congests(|congested_o),
  .some_congested(|congested_o && !(&congested_o)),
  .calms_down(~|congested_o),
  .sleeps_again(quiescent_o),
  .disabled_while_congested(!enable_i && |congested_o)
);
