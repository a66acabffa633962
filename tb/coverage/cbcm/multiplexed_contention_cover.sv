// SPDX-License-Identifier: Apache-2.0
// Cover points of multiplexed_contention: situations that its tests must reach.

module multiplexed_contention_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic congests,  // an output becomes congested
  input logic calms_down,  // an output is congested no more
  input logic memory_wraps,  // a sample other than 0 leaves a window
  input logic calm_interrupted,  // a pick comes just before it would sleep
  input logic disabled_while_congested,  // switched off while congested
  input logic sleeps_again,  // asleep again
  input logic sum_formed_anew,  // a sum other than 0 is formed anew
  input logic last_sum_formed_anew  // that of the last row
);
  logic was_sleeps_again_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) was_sleeps_again_q <= 1'b1;
    else was_sleeps_again_q <= sleeps_again;
  Congests: cover property (@(posedge clk_i) disable iff (!rst_ni) congests);
  CalmsDown: cover property (@(posedge clk_i) disable iff (!rst_ni) calms_down);
  MemoryWraps: cover property (@(posedge clk_i) disable iff (!rst_ni) memory_wraps);
  CalmInterrupted: cover property (@(posedge clk_i) disable iff (!rst_ni) calm_interrupted);
  DisabledWhileCongested: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_congested);
  SleepsAgain: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_again && !was_sleeps_again_q);
  SumFormedAnew: cover property (@(posedge clk_i) disable iff (!rst_ni) sum_formed_anew);
  LastSumFormedAnew: cover property (@(posedge clk_i) disable iff (!rst_ni) last_sum_formed_anew);
endmodule

bind multiplexed_contention multiplexed_contention_cover u_cover (
  .clk_i,
  .rst_ni,
  .congests(enable_i && samples && |(congested_d & ~congested_q)),
  .calms_down(enable_i && samples && |(congested_q & ~congested_d)),
  .memory_wraps(enable_i && samples && wrapped_q && |oldest_q),
  .calm_interrupted(enable_i && !quiescent_o && &calm_q[TurnBits-1:0] && |pick_valid_i),
  .disabled_while_congested(!enable_i && |congested_q),
  .sleeps_again(quiescent_o),
  .sum_formed_anew(enable_i && samples && |scrubs && |scrub_sum_d),
  .last_sum_formed_anew(enable_i && samples && |scrubs && 32'(scrub_output_q) == Rows - 1)
);
