// SPDX-License-Identifier: Apache-2.0
// Cover points of source_events: situations that its tests must reach.

module source_events_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic message_waits,  // a packet and an unthrottle message in a clock
  input logic waits_on,  // a message waits for a further clock
  input logic two_messages,  // a further message comes although one waits
  input logic passes_packet_over,  // ... and a packet
  input logic clears_what_waits  // the list is emptied while a message waits
);
  MessageWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) message_waits);
  WaitsOn: cover property (@(posedge clk_i) disable iff (!rst_ni) waits_on);
  TwoMessages: cover property (@(posedge clk_i) disable iff (!rst_ni) two_messages);
  PassesPacketOver: cover property (@(posedge clk_i) disable iff (!rst_ni) passes_packet_over);
  ClearsWhatWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) clears_what_waits);
endmodule

bind source_events source_events_cover u_cover (
  .clk_i,
  .rst_ni,
  .message_waits(packet_i && unthrottle_i && !waits_q && !clear_i),
  .waits_on(packet_i && !unthrottle_i && waits_q && !clear_i),
  .two_messages(!packet_i && unthrottle_i && waits_q && !clear_i),
  .passes_packet_over(packet_i && unthrottle_i && waits_q && !clear_i),
  .clears_what_waits(clear_i && waits_q)
);
