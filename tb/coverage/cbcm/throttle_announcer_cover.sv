// SPDX-License-Identifier: Apache-2.0
// Cover points of throttle_announcer: situations that its tests must reach.

module throttle_announcer_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic message_waits,  // a throttle message waits
  input logic more_told_than_announced,  // sources added ahead of the scan are told in the same round
  input logic tells_nobody,  // a round without a message
  input logic moves_on,  // a group without a source
  input logic later_period,  // a pacing period after the silence
  input logic look_waits,  // a look that counts is kept by a change of the list
  input logic stops_while_scanning  // the hotspot is over during a scan
);
  MessageWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) message_waits);
  MoreToldThanAnnounced: cover property (
    @(posedge clk_i) disable iff (!rst_ni) more_told_than_announced);
  TellsNobody: cover property (@(posedge clk_i) disable iff (!rst_ni) tells_nobody);
  MovesOn: cover property (@(posedge clk_i) disable iff (!rst_ni) moves_on);
  LaterPeriod: cover property (@(posedge clk_i) disable iff (!rst_ni) later_period);
  LookWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) look_waits);
  StopsWhileScanning: cover property (@(posedge clk_i) disable iff (!rst_ni) stops_while_scanning);
endmodule

bind throttle_announcer throttle_announcer_cover u_cover (
  .clk_i,
  .rst_ni,
  .message_waits(valid_q && !throttle_ready_i),
  .more_told_than_announced(tell && cfg_inverse_epsilon_i != '0 && !stop_i &&
      pacing_q == PacingBits'(announced_q) * PacingBits'(cfg_inverse_epsilon_i)),
  .tells_nobody(done && pacing_q == '0 && cfg_inverse_epsilon_i != '0),
  .moves_on(move),
  .later_period(period && rested_q && !stop_i),
  .look_waits(looking_q && !look),
  .stops_while_scanning(enable_i && stop_i && scanning_q)
);
