// SPDX-License-Identifier: Apache-2.0
// Cover points of recn_egress: situations that its tests must reach.

module recn_egress_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_reply,  // all ingress ports have messages at once
  input logic root_notifies,  // the root notifies an ingress port
  input logic saq_notifies,  // a SAQ notifies one
  input logic reply_meets_notice  // messages of the link and of an ingress port are there at once
);
  AllReply: cover property (@(posedge clk_i) disable iff (!rst_ni) all_reply);
  RootNotifies: cover property (@(posedge clk_i) disable iff (!rst_ni) root_notifies);
  SaqNotifies: cover property (@(posedge clk_i) disable iff (!rst_ni) saq_notifies);
  ReplyMeetsNotice: cover property (@(posedge clk_i) disable iff (!rst_ni) reply_meets_notice);
endmodule

bind recn_egress recn_egress_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_reply(enable_i && reply_valid_i == '1),
  .root_notifies(enable_i && notify_valid_o != '0 && notify_kind_o == 2'd0 && !notify_mask_o[0]),
  .saq_notifies(enable_i && notify_valid_o != '0 && notify_kind_o == 2'd0 && notify_mask_o[0]),
  .reply_meets_notice(enable_i && reply_valid && notice_valid_i)
);
