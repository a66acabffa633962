// SPDX-License-Identifier: Apache-2.0
// Cover points of saq_control: situations that its tests must reach.

module saq_control_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic both_wait,  // messages of a parent and a child are there at once
  input logic notif_waits_for_answer,  // a notification waits as an earlier answer has not been taken
  input logic free_meets_notif,  // a SAQ is freed as a notification is there
  input logic free_meets_match,  // a SAQ is offered to be freed as a packet joins it
  input logic made_as_packet_begins,  // a packet begins in the queue that is marked
  input logic swapped_as_packet_begins,  // a packet begins in a detection queue as that is swapped
  input logic refused_exact,  // a notification of a path whose SAQ a notification made
  input logic adopts,  // a notification of a path whose SAQ is the port's own
  input logic refused_full  // a notification without a free SAQ
);
  BothWait: cover property (@(posedge clk_i) disable iff (!rst_ni) both_wait);
  NotifWaitsForAnswer: cover property (@(posedge clk_i) disable iff (!rst_ni) notif_waits_for_answer);
  FreeMeetsNotif: cover property (@(posedge clk_i) disable iff (!rst_ni) free_meets_notif);
  FreeMeetsMatch: cover property (@(posedge clk_i) disable iff (!rst_ni) free_meets_match);
  MadeAsPacketBegins: cover property (@(posedge clk_i) disable iff (!rst_ni) made_as_packet_begins);
  SwappedAsPacketBegins: cover property (@(posedge clk_i) disable iff (!rst_ni) swapped_as_packet_begins);
  RefusedExact: cover property (@(posedge clk_i) disable iff (!rst_ni) refused_exact);
  Adopts: cover property (@(posedge clk_i) disable iff (!rst_ni) adopts);
  RefusedFull: cover property (@(posedge clk_i) disable iff (!rst_ni) refused_full);
endmodule

bind saq_control saq_control_cover u_cover (
  .clk_i,
  .rst_ni,
  .both_wait(enable_i && !looks_q && reply_valid_i && notice_may),
  .notif_waits_for_answer(enable_i && !looks_q && notice_valid_i && !notice_may && answer_valid_o),
  .free_meets_notif(enable_i && free_now && notice_valid_i && notice_kind_i == Notif),
  .free_meets_match(enable_i && free_offer && free_may && match_hit && match_line == free_saq),
  .made_as_packet_begins(enable_i && made && began && began_queue == path_normal && !found_covered),
  .swapped_as_packet_begins(enable_i && swap_valid_o && began && began_queue == swap_from_o),
  .refused_exact(enable_i && of_notif && found_exact && !adopted),
  .adopts(enable_i && adopted),
  .refused_full(enable_i && of_notif && found_full)
);
