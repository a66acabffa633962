// SPDX-License-Identifier: Apache-2.0
// Cover points of cct_entry: events of one row that meet in a clock.

module cct_entry_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic notified_at_timer,  // a notification in the clock of the timer
  input logic sent_while_blocked,  // a packet that does not count
  input logic decays_while_blocked,  // a decrement behind a packet
  input logic freed_with_its_release  // at the minimum, it has waited for its release
);
  NotifiedAtTimer: cover property (@(posedge clk_i) disable iff (!rst_ni) notified_at_timer);
  SentWhileBlocked: cover property (@(posedge clk_i) disable iff (!rst_ni) sent_while_blocked);
  DecaysWhileBlocked: cover property (@(posedge clk_i) disable iff (!rst_ni) decays_while_blocked);
  FreedWithItsRelease: cover property (
    @(posedge clk_i) disable iff (!rst_ni) freed_with_its_release);
endmodule

bind cct_entry cct_entry_cover u_cover (
  .clk_i,
  .rst_ni,
  .notified_at_timer(enable_i && decays_i && hit),
  .sent_while_blocked(enable_i && blocked_q && sent_i),
  .decays_while_blocked(enable_i && decays && blocked_q && above),
  .freed_with_its_release(enable_i && frees && ends && !above)
);
