// SPDX-License-Identifier: Apache-2.0
// Cover points of congestion_estimator: situations that its tests must reach.

module congestion_estimator_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic rises,  // a tick raises the estimate
  input logic falls,  // a tick lowers it
  input logic clamped_at_zero,  // it would fall below 0
  input logic clamped_at_buffers,  // it would rise above all buffers
  input logic tick_with_totals,  // a tick in the clock of new totals
  input logic last_snapshot  // totals without extrapolation
);
  Rises: cover property (@(posedge clk_i) disable iff (!rst_ni) rises);
  Falls: cover property (@(posedge clk_i) disable iff (!rst_ni) falls);
  ClampedAtZero: cover property (@(posedge clk_i) disable iff (!rst_ni) clamped_at_zero);
  ClampedAtBuffers: cover property (@(posedge clk_i) disable iff (!rst_ni) clamped_at_buffers);
  TickWithTotals: cover property (@(posedge clk_i) disable iff (!rst_ni) tick_with_totals);
  LastSnapshot: cover property (@(posedge clk_i) disable iff (!rst_ni) last_snapshot);
endmodule

bind congestion_estimator congestion_estimator_cover u_cover (
  .clk_i,
  .rst_ni,
  .rises(enable_i && tick_valid_i && !totals_valid_i && value_d > value_q),
  .falls(enable_i && tick_valid_i && !totals_valid_i && value_d < value_q),
  .clamped_at_zero(enable_i && (tick_valid_i || totals_valid_i) && sum[SumBits-1]),
  .clamped_at_buffers(enable_i && (tick_valid_i || totals_valid_i) && room[SumBits-1]),
  .tick_with_totals(enable_i && tick_valid_i && totals_valid_i),
  .last_snapshot(enable_i && totals_valid_i && cfg_last_i)
);
