// SPDX-License-Identifier: Apache-2.0
// Cover points of hotspot_detector: situations that its tests must reach.

module hotspot_detector_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic sleeps_in_hotspot,  // asleep in HOTSPOT
  input logic ends_in_observe,  // an unmarked packet ends the observation
  input logic becomes_hotspot,  // the epoch ends with two sources
  input logic message_outlives_hotspot,  // the message of a hotspot that is over holds up the next one
  input logic next_round,  // another round
  input logic refreshes,  // a round with nothing to announce
  input logic changes_as_round_starts,  // a source joins or leaves as a round starts
  input logic hotspot_ends,  // the hotspot is over
  input logic disabled_in_hotspot,  // switched off in HOTSPOT
  input logic unknown_packet,  // a packet of a node that is not in the network
  input logic unknown_unthrottle  // an unthrottle message of such a node
);
  SleepsInHotspot: cover property (@(posedge clk_i) disable iff (!rst_ni) sleeps_in_hotspot);
  EndsInObserve: cover property (@(posedge clk_i) disable iff (!rst_ni) ends_in_observe);
  BecomesHotspot: cover property (@(posedge clk_i) disable iff (!rst_ni) becomes_hotspot);
  MessageOutlivesHotspot: cover property (
    @(posedge clk_i) disable iff (!rst_ni) message_outlives_hotspot);
  NextRound: cover property (@(posedge clk_i) disable iff (!rst_ni) next_round);
  Refreshes: cover property (@(posedge clk_i) disable iff (!rst_ni) refreshes);
  ChangesAsRoundStarts: cover property (
    @(posedge clk_i) disable iff (!rst_ni) changes_as_round_starts);
  HotspotEnds: cover property (@(posedge clk_i) disable iff (!rst_ni) hotspot_ends);
  DisabledInHotspot: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_in_hotspot);
  UnknownPacket: cover property (@(posedge clk_i) disable iff (!rst_ni) unknown_packet);
  UnknownUnthrottle: cover property (@(posedge clk_i) disable iff (!rst_ni) unknown_unthrottle);
endmodule

bind hotspot_detector hotspot_detector_cover u_cover (
  .clk_i,
  .rst_ni,
  .sleeps_in_hotspot(quiescent_o && hotspot),
  .ends_in_observe(enable_i && state_q == cbcm_nic_pkg::OBSERVE && packet_valid_i &&
      !packet_marked_i),
  .becomes_hotspot(start && state_q == cbcm_nic_pkg::OBSERVE && !wipe),
  .message_outlives_hotspot(enable_i && state_q == cbcm_nic_pkg::OBSERVE && reached && !free),
  .next_round(start && hotspot && !wipe),
  .refreshes(start && hotspot && !wipe && !pending),
  .changes_as_round_starts(start && !wipe && added != removed),
  .hotspot_ends(enable_i && wipe && hotspot),
  .disabled_in_hotspot(!enable_i && hotspot),
  .unknown_packet(enable_i && packet_valid_i && !packet_known),
  .unknown_unthrottle(enable_i && unthrottle_valid_i && !unthrottle_known)
);
