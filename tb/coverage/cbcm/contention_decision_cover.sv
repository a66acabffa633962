// SPDX-License-Identifier: Apache-2.0
// Cover points of contention_decision: situations that its tests must reach.

module contention_decision_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic most_congested,  // two outputs are congested
  input logic none_with_sum,  // contention that is not congestion
  input logic clears_by_disable  // switched off while congested
);
  MostCongested: cover property (@(posedge clk_i) disable iff (!rst_ni) most_congested);
  NoneWithSum: cover property (@(posedge clk_i) disable iff (!rst_ni) none_with_sum);
  ClearsByDisable: cover property (@(posedge clk_i) disable iff (!rst_ni) clears_by_disable);
endmodule

bind contention_decision contention_decision_cover u_cover (
  .clk_i,
  .rst_ni,
  .most_congested(|(congested_q & (congested_q - 1'b1))),
  .none_with_sum(~|congested_q && |sum_i),
  .clears_by_disable(!enable_i && |congested_q)
);
