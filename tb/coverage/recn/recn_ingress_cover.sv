// SPDX-License-Identifier: Apache-2.0
// Cover points of recn_ingress: situations that its tests must reach.

module recn_ingress_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_notice,  // all egress ports have messages at once
  input logic detect_meets_notice,  // a detection waits as an egress port has a message
  input logic detect_again,  // a packet begins above the threshold while a detection waits
  input logic swap_meets_begin,  // a packet begins in the queue that is swapped
  input logic swap_meets_left  // a packet leaves the queue that is swapped
);
  AllNotice: cover property (@(posedge clk_i) disable iff (!rst_ni) all_notice);
  DetectMeetsNotice: cover property (@(posedge clk_i) disable iff (!rst_ni) detect_meets_notice);
  DetectAgain: cover property (@(posedge clk_i) disable iff (!rst_ni) detect_again);
  SwapMeetsBegin: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_meets_begin);
  SwapMeetsLeft: cover property (@(posedge clk_i) disable iff (!rst_ni) swap_meets_left);
endmodule

bind recn_ingress recn_ingress_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_notice(enable_i && notice_valid_i == '1),
  .detect_meets_notice(enable_i && !quiescent_detect && notice_valid_i != '0),
  .detect_again(enable_i && !quiescent_detect && store_valid_i && match_valid && cfg_detection_i &&
      match_queue < QueueBits'(Normals) && queue_flits_i[match_queue*CountBits+:CountBits] >= cfg_detect_i),
  .swap_meets_begin(enable_i && swap_valid_o && store_valid_i && match_queue == swap_from_o),
  .swap_meets_left(enable_i && swap_valid_o && left_valid_i && left_queue_i == swap_from_o)
);
