// SPDX-License-Identifier: Apache-2.0
// Cover points of contention_decision: situations that its tests must reach.

module contention_decision_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_congested,  // every output is congested
  input logic none_with_sum,  // contention that is not congestion
  input logic held_while_idle  // the decision holds in a clock without activity
);
  AllCongested: cover property (@(posedge clk_i) disable iff (!rst_ni) all_congested);
  NoneWithSum: cover property (@(posedge clk_i) disable iff (!rst_ni) none_with_sum);
  HeldWhileIdle: cover property (@(posedge clk_i) disable iff (!rst_ni) held_while_idle);
endmodule

bind contention_decision contention_decision_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_congested(&congested_q),
  .none_with_sum(~|congested_q && |sum_i),
  .held_while_idle(|congested_q && !active_i)
);
