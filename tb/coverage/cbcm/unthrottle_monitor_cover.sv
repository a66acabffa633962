// SPDX-License-Identifier: Apache-2.0
// Cover points of unthrottle_monitor: situations that its tests must reach.

module unthrottle_monitor_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_active,  // every entry is measured
  input logic message_waits,  // an unthrottle message waits
  input logic leaves,  // an entry wants to leave
  input logic leaves_while_message_waits,  // an entry is leaving while the message register is taken
  input logic refreshed,  // a throttle message renews a measured entry
  input logic full_then_empty,  // a queue that was full has drained
  input logic disabled_while_active  // switched off while measuring
);
  AllActive: cover property (@(posedge clk_i) disable iff (!rst_ni) all_active);
  MessageWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) message_waits);
  Leaves: cover property (@(posedge clk_i) disable iff (!rst_ni) leaves);
  LeavesWhileMessageWaits: cover property (
    @(posedge clk_i) disable iff (!rst_ni) leaves_while_message_waits);
  Refreshed: cover property (@(posedge clk_i) disable iff (!rst_ni) refreshed);
  FullThenEmpty: cover property (@(posedge clk_i) disable iff (!rst_ni) full_then_empty);
  DisabledWhileActive: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_active);
endmodule

bind unthrottle_monitor unthrottle_monitor_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_active(&active_q),
  .message_waits(message_valid_q && !unthrottle_ready_i),
  .leaves(|leaving_q),
  .leaves_while_message_waits(|(leaving_q) && message_valid_q && !unthrottle_ready_i),
  .refreshed(|(entry_refreshed_i & active_q)),
  .full_then_empty(|(full_seen_q & queue_empty_i)),
  .disabled_while_active(!enable_i && |active_q)
);
