// SPDX-License-Identifier: Apache-2.0
// Cover points of speculative_dropper: situations that its tests must reach.

module speculative_dropper_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic keeps_and_drops,  // both in a clock
  input logic expired,  // a packet arrives too late
  input logic all_leave,  // a packet leaves every lane
  input logic stays_late,  // an expired head is shown again
  input logic too_much_ahead,  // a head is dropped for what lies ahead
  input logic late_wraps,  // its wait begins at 0 again
  input logic disabled_with_heads  // heads while switched off
);
  KeepsAndDrops: cover property (@(posedge clk_i) disable iff (!rst_ni) keeps_and_drops);
  Expired: cover property (@(posedge clk_i) disable iff (!rst_ni) expired);
  AllLeave: cover property (@(posedge clk_i) disable iff (!rst_ni) all_leave);
  StaysLate: cover property (@(posedge clk_i) disable iff (!rst_ni) stays_late);
  TooMuchAhead: cover property (@(posedge clk_i) disable iff (!rst_ni) too_much_ahead);
  LateWraps: cover property (@(posedge clk_i) disable iff (!rst_ni) late_wraps);
  DisabledWithHeads: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_with_heads);
endmodule

bind speculative_dropper speculative_dropper_cover u_cover (
  .clk_i,
  .rst_ni,
  .keeps_and_drops(|keep_q && |drop_q),
  .expired(|expired_q),
  .all_leave(&waited_q),
  .stays_late(enable_i && |(late & head_valid_i)),
  .too_much_ahead(enable_i && head_valid_i[0] && !late[0] &&
      now_i - head_stamp_i[WaitBits-1:0] <= cfg_ttw_i &&
      (spent[0] || |(({1'b0, limit[WaitBits-1:0]} - {1'b0, now_i - head_stamp_i[WaitBits-1:0]}) >>
                    WaitBits))),  // the limit is a constant without PredictiveDrop
  .late_wraps(enable_i && late[0] && head_valid_i[0] &&
      now_i - head_stamp_i[WaitBits-1:0] <= cfg_ttw_i),
  .disabled_with_heads(!enable_i && |head_valid_i)
);
