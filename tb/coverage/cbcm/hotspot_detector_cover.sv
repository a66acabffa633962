// SPDX-License-Identifier: Apache-2.0
// Cover points of hotspot_detector: situations that its tests must reach.

module hotspot_detector_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic sleeps_in_hotspot,  // asleep in HOTSPOT
  input logic more_told_than_announced,  // sources added ahead of the scan are told in the same round
  input logic message_waits,  // a throttle message waits
  input logic ends_in_observe,  // an unmarked packet ends the observation
  input logic becomes_hotspot,  // the epoch ends with two sources
  input logic next_round,  // another round
  input logic refreshes,  // a round with an unchanged count
  input logic hotspot_ends,  // the hotspot is over
  input logic disabled_in_hotspot,  // switched off in HOTSPOT
  input logic renews_deadline,  // a deadline that is over is moved up
  input logic unknown_packet,  // a packet of a node that is not in the network
  input logic unknown_unthrottle  // an unthrottle message of such a node
);
  SleepsInHotspot: cover property (@(posedge clk_i) disable iff (!rst_ni) sleeps_in_hotspot);
  MoreToldThanAnnounced: cover property (
    @(posedge clk_i) disable iff (!rst_ni) more_told_than_announced);
  MessageWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) message_waits);
  EndsInObserve: cover property (@(posedge clk_i) disable iff (!rst_ni) ends_in_observe);
  BecomesHotspot: cover property (@(posedge clk_i) disable iff (!rst_ni) becomes_hotspot);
  NextRound: cover property (@(posedge clk_i) disable iff (!rst_ni) next_round);
  Refreshes: cover property (@(posedge clk_i) disable iff (!rst_ni) refreshes);
  HotspotEnds: cover property (@(posedge clk_i) disable iff (!rst_ni) hotspot_ends);
  DisabledInHotspot: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_in_hotspot);
  RenewsDeadline: cover property (@(posedge clk_i) disable iff (!rst_ni) renews_deadline);
  UnknownPacket: cover property (@(posedge clk_i) disable iff (!rst_ni) unknown_packet);
  UnknownUnthrottle: cover property (@(posedge clk_i) disable iff (!rst_ni) unknown_unthrottle);
endmodule

bind hotspot_detector hotspot_detector_cover u_cover (
  .clk_i,
  .rst_ni,
  .sleeps_in_hotspot(quiescent_o && state_q == cbcm_nic_pkg::HOTSPOT),
  .more_told_than_announced(told_q > announced_q),
  .message_waits(throttle_valid_q && !throttle_ready_i),
  .ends_in_observe(enable_i && state_q == cbcm_nic_pkg::OBSERVE && packet_valid_i &&
      !packet_marked_i),
  .becomes_hotspot(start && state_q == cbcm_nic_pkg::OBSERVE),
  .next_round(start && state_q == cbcm_nic_pkg::HOTSPOT),
  .refreshes(start && state_q == cbcm_nic_pkg::HOTSPOT && new_degree == announced_q),
  .hotspot_ends(enable_i && wipe && state_q == cbcm_nic_pkg::HOTSPOT),
  .disabled_in_hotspot(!enable_i && state_q == cbcm_nic_pkg::HOTSPOT),
  .renews_deadline(enable_i && renew && !start && !wipe),
  .unknown_packet(enable_i && packet_valid_i && !packet_known),
  .unknown_unthrottle(enable_i && unthrottle_valid_i && !unthrottle_known)
);
