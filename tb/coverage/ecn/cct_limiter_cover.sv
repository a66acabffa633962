// SPDX-License-Identifier: Apache-2.0
// Cover points of cct_limiter: situations that its tests must reach.

module cct_limiter_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic table_full,  // every entry is taken
  input logic overflows,  // a notification finds no room
  input logic triggers,  // an index reaches the trigger
  input logic notified_and_sent,  // notified and sent in a clock
  input logic all_blocked,  // every entry waits
  input logic writes_in_use,  // the table is written while in use
  input logic wakes_in_time,  // clocked at its wake time
  input logic release_before_timer,  // the next release comes before the timer
  input logic disabled_with_entries  // switched off with entries
);
  TableFull: cover property (@(posedge clk_i) disable iff (!rst_ni) table_full);
  Overflows: cover property (@(posedge clk_i) disable iff (!rst_ni) overflows);
  Triggers: cover property (@(posedge clk_i) disable iff (!rst_ni) triggers);
  NotifiedAndSent: cover property (@(posedge clk_i) disable iff (!rst_ni) notified_and_sent);
  AllBlocked: cover property (@(posedge clk_i) disable iff (!rst_ni) all_blocked);
  WritesInUse: cover property (@(posedge clk_i) disable iff (!rst_ni) writes_in_use);
  WakesInTime: cover property (@(posedge clk_i) disable iff (!rst_ni) wakes_in_time);
  ReleaseBeforeTimer: cover property (@(posedge clk_i) disable iff (!rst_ni) release_before_timer);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind cct_limiter cct_limiter_cover u_cover (
  .clk_i,
  .rst_ni,
  .table_full(&entry_valid_o),
  .overflows(overflow_q),
  .triggers(triggered_q),
  .notified_and_sent(enable_i && notification_valid_i && |(matched & sent_entry_i)),
  .all_blocked(&entry_blocked_o),
  .writes_in_use(table_valid_i && |entry_valid_o),
  .wakes_in_time(enable_i && wake_valid_o && wake_at_o == now_i),
  .release_before_timer(enable_i && quiescent_o && wake_valid_o && wake_at_o != timer_q),
  .disabled_with_entries(!enable_i && |entry_valid_o)
);
