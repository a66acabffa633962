// SPDX-License-Identifier: Apache-2.0
// Cover points of threshold_tuner: situations that its tests must reach.

module threshold_tuner_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic drop_while_throttling,  // throughput drops while throttling
  input logic drop_unthrottled,  // it drops while nothing is held back
  input logic climbs,  // no drop while throttling: the threshold rises
  input logic at_buffers,  // it would rise above all buffers
  input logic at_increment,  // it would fall below the increment
  input logic returns_to_threshold,  // back to Tmax
  input logic returns_to_full,  // back to Nmax
  input logic relocates,  // the maximum is forgotten
  input logic nothing_to_decide  // a period ends at rest
);
  DropWhileThrottling: cover property (
      @(posedge clk_i) disable iff (!rst_ni) drop_while_throttling);
  DropUnthrottled: cover property (@(posedge clk_i) disable iff (!rst_ni) drop_unthrottled);
  Climbs: cover property (@(posedge clk_i) disable iff (!rst_ni) climbs);
  AtBuffers: cover property (@(posedge clk_i) disable iff (!rst_ni) at_buffers);
  AtIncrement: cover property (@(posedge clk_i) disable iff (!rst_ni) at_increment);
  ReturnsToThreshold: cover property (@(posedge clk_i) disable iff (!rst_ni) returns_to_threshold);
  ReturnsToFull: cover property (@(posedge clk_i) disable iff (!rst_ni) returns_to_full);
  Relocates: cover property (@(posedge clk_i) disable iff (!rst_ni) relocates);
  NothingToDecide: cover property (@(posedge clk_i) disable iff (!rst_ni) nothing_to_decide);
endmodule

bind threshold_tuner threshold_tuner_cover u_cover (
  .clk_i,
  .rst_ni,
  .drop_while_throttling(enable_i && due_q && cfg_climb_i && drops && throttling && !returns),
  .drop_unthrottled(enable_i && due_q && cfg_climb_i && drops && !throttling && !returns),
  .climbs(enable_i && due_q && cfg_climb_i && !drops && throttling && !returns),
  .at_buffers(enable_i && due_q && cfg_climb_i && !drops && throttling &&
      sum > {1'b0, cfg_buffers_i}),
  .at_increment(enable_i && due_q && cfg_climb_i && drops && lowered == cfg_increment_i),
  .returns_to_threshold(enable_i && due_q && returns && home == best_threshold_q &&
      best_threshold_q < best_full_q),
  .returns_to_full(enable_i && due_q && returns && home == best_full_q &&
      best_full_q < best_threshold_q),
  .relocates(enable_i && due_q && relocates),
  .nothing_to_decide(enable_i && at_rest && totals_valid_i && period_last_i &&
      total_delivered_i == '0)
);
