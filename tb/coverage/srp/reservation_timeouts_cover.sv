// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_timeouts: situations that its tests must reach.

module reservation_timeouts_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic asked_again,  // the request of a late entry may go
  input logic answers_late,  // the last answers of an entry are late
  input logic both_late,  // a grant and answers are late in one clock
  input logic grant_while_asked_again,  // a grant has come while its request waits once more
  input logic stray,  // an answer of no packet
  input logic never  // no timeouts, with entries
);
  AskedAgain: cover property (@(posedge clk_i) disable iff (!rst_ni) asked_again);
  AnswersLate: cover property (@(posedge clk_i) disable iff (!rst_ni) answers_late);
  BothLate: cover property (@(posedge clk_i) disable iff (!rst_ni) both_late);
  GrantWhileAskedAgain: cover property (
    @(posedge clk_i) disable iff (!rst_ni) grant_while_asked_again);
  Stray: cover property (@(posedge clk_i) disable iff (!rst_ni) stray);
  Never: cover property (@(posedge clk_i) disable iff (!rst_ni) never);
endmodule

bind reservation_timeouts reservation_timeouts_cover u_cover (
  .clk_i,
  .rst_ni,
  .asked_again(|late_o),
  .answers_late(|expired_o),
  .both_late(|late_o && |expired_o),
  .grant_while_asked_again(|(valid_i & granted_i & ~requested_i)),
  .stray(stray_i),
  .never(~|cfg_timeout_i && |requested_i)
);
