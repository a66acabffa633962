// SPDX-License-Identifier: Apache-2.0
// Cover points of delay_entry: events of one row that meet in a clock.

module delay_entry_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic notified_at_timer,  // a notification in the clock of a free-running timer
  input logic sent_while_blocked,  // a packet that does not count
  input logic notified_and_sent,  // the row is notified and sends
  input logic decays_while_blocked,  // a decrement behind a packet
  input logic freed_with_its_release,  // without delay, it has waited for its release
  input logic decrement_above_delay  // a decrement larger than the delay
);
  NotifiedAtTimer: cover property (@(posedge clk_i) disable iff (!rst_ni) notified_at_timer);
  SentWhileBlocked: cover property (@(posedge clk_i) disable iff (!rst_ni) sent_while_blocked);
  NotifiedAndSent: cover property (@(posedge clk_i) disable iff (!rst_ni) notified_and_sent);
  DecaysWhileBlocked: cover property (@(posedge clk_i) disable iff (!rst_ni) decays_while_blocked);
  FreedWithItsRelease: cover property (
    @(posedge clk_i) disable iff (!rst_ni) freed_with_its_release);
  DecrementAboveDelay: cover property (
    @(posedge clk_i) disable iff (!rst_ni) decrement_above_delay);
endmodule

bind delay_entry delay_entry_cover u_cover (
  .clk_i,
  .rst_ni,
  .notified_at_timer(enable_i && due && hit && cfg_free_running_i),
  .sent_while_blocked(enable_i && blocked_q && sent_i),
  .notified_and_sent(enable_i && sends && hit),
  .decays_while_blocked(enable_i && due && !hit && blocked_q && |delay_q),
  .freed_with_its_release(enable_i && frees && ends && delay_q == '0),
  .decrement_above_delay(enable_i && due && !hit && borrow && |delay_q)
);
