// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_timer: situations that its tests must reach.

module reservation_timer_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic ticks,  // the timeout has passed with rows in use
  input logic never,  // no timeouts, with rows in use
  input logic tick_before_start  // the next tick comes before the next start
);
  Ticks: cover property (@(posedge clk_i) disable iff (!rst_ni) ticks);
  Never: cover property (@(posedge clk_i) disable iff (!rst_ni) never);
  TickBeforeStart: cover property (@(posedge clk_i) disable iff (!rst_ni) tick_before_start);
endmodule

bind reservation_timer reservation_timer_cover u_cover (
  .clk_i,
  .rst_ni,
  .ticks(enable_i && tick_o),
  .never(used_i && cfg_timeout_i == '0),
  .tick_before_start(walk_valid_i && wake_valid_o && wake_at_o == timer_q && timer_q != walk_at_i)
);
