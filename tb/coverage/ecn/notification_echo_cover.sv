// SPDX-License-Identifier: Apache-2.0
// Cover points of notification_echo: situations that its tests must reach.

module notification_echo_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic waits,  // a notification waits
  input logic marked_while_busy,  // a marked packet comes meanwhile
  input logic unmarked,  // an unmarked one says nothing
  input logic disabled_while_waiting  // switched off with a notification
);
  Waits: cover property (@(posedge clk_i) disable iff (!rst_ni) waits);
  MarkedWhileBusy: cover property (@(posedge clk_i) disable iff (!rst_ni) marked_while_busy);
  Unmarked: cover property (@(posedge clk_i) disable iff (!rst_ni) unmarked);
  DisabledWhileWaiting: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_waiting);
endmodule

bind notification_echo notification_echo_cover u_cover (
  .clk_i,
  .rst_ni,
  .waits(valid_q && !notification_ready_i),
  .marked_while_busy(valid_q && packet_valid_i && packet_marked_i),
  .unmarked(packet_valid_i && !packet_marked_i && !valid_q && enable_i),
  .disabled_while_waiting(!enable_i && valid_q)
);
