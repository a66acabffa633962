// SPDX-License-Identifier: Apache-2.0
// Cover points of pace_counter: situations that its tests must reach.

module pace_counter_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic cycle_without_tick,  // a cycle in which the pace stands still
  input logic full_rate,  // a tick in every cycle
  input logic rate_above_one  // a configured rate above 65536
);
  CycleWithoutTick: cover property (@(posedge clk_i) disable iff (!rst_ni) cycle_without_tick);
  FullRate: cover property (@(posedge clk_i) disable iff (!rst_ni) full_rate);
  RateAboveOne: cover property (@(posedge clk_i) disable iff (!rst_ni) rate_above_one);
endmodule

bind pace_counter pace_counter_cover u_cover (
  .clk_i,
  .rst_ni,
  .cycle_without_tick(enable_i && !tick),
  .full_rate(enable_i && cfg_rate_i == 17'h10000),
  .rate_above_one(enable_i && cfg_rate_i > 17'h10000)
);
