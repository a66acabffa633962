// SPDX-License-Identifier: Apache-2.0
// Cover points of ecn_nic: situations that its tests must reach.

module ecn_nic_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic notifies_and_limits,  // it notifies others while it is limited itself
  input logic sleeps_with_a_wake_time,  // asleep until a deadline
  input logic notification_waits,  // a notification waits
  input logic disabled_with_entries  // switched off with entries
);
  NotifiesAndLimits: cover property (@(posedge clk_i) disable iff (!rst_ni) notifies_and_limits);
  SleepsWithAWakeTime: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_with_a_wake_time);
  NotificationWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) notification_waits);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind ecn_nic ecn_nic_cover u_cover (
  .clk_i,
  .rst_ni,
  .notifies_and_limits(notification_valid_o && |entry_blocked_o),
  .sleeps_with_a_wake_time(quiescent_o && wake_valid_o),
  .notification_waits(notification_valid_o && !notification_ready_i),
  .disabled_with_entries(!enable_i && |entry_valid_o)
);
