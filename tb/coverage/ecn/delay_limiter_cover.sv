// SPDX-License-Identifier: Apache-2.0
// Cover points of delay_limiter: situations that its tests must reach.

module delay_limiter_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic table_full,  // every entry is taken
  input logic overflows,  // a notification finds no room
  input logic notified_and_sent,  // notified and sent in a clock
  input logic all_blocked,  // every entry waits
  input logic free_running,  // timers that notifications do not restart
  input logic wakes_in_time,  // clocked at its wake time
  input logic two_due_at_once,  // deadlines of two entries in a clock
  input logic disabled_with_entries  // switched off with entries
);
  TableFull: cover property (@(posedge clk_i) disable iff (!rst_ni) table_full);
  Overflows: cover property (@(posedge clk_i) disable iff (!rst_ni) overflows);
  NotifiedAndSent: cover property (@(posedge clk_i) disable iff (!rst_ni) notified_and_sent);
  AllBlocked: cover property (@(posedge clk_i) disable iff (!rst_ni) all_blocked);
  FreeRunning: cover property (@(posedge clk_i) disable iff (!rst_ni) free_running);
  WakesInTime: cover property (@(posedge clk_i) disable iff (!rst_ni) wakes_in_time);
  TwoDueAtOnce: cover property (@(posedge clk_i) disable iff (!rst_ni) two_due_at_once);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind delay_limiter delay_limiter_cover u_cover (
  .clk_i,
  .rst_ni,
  .table_full(&entry_valid_o),
  .overflows(overflow_q),
  .notified_and_sent(enable_i && notification_valid_i && |(matched & sent_entry_i)),
  .all_blocked(&entry_blocked_o),
  .free_running(cfg_free_running_i && |entry_valid_o),
  .wakes_in_time(enable_i && wake_valid_o && wake_at_o == now_i),
  .two_due_at_once(enable_i && !notification_valid_i && sent_entry_i == '0 &&
      |(settles & (settles - 1'b1))),
  .disabled_with_entries(!enable_i && |entry_valid_o)
);
