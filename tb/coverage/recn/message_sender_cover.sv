// SPDX-License-Identifier: Apache-2.0
// Cover points of message_sender: situations that its tests must reach.

module message_sender_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic one_takes_later,  // a child takes a message after another
  input logic nobody_left,  // a message's last hearer is gone before it is sent
  input logic free_withdrawn,  // a SAQ gets a packet before it is freed
  input logic free_waits,  // a SAQ is not freed, as an earlier answer waits
  input logic root_tells  // the root tells its children
);
  OneTakesLater: cover property (@(posedge clk_i) disable iff (!rst_ni) one_takes_later);
  NobodyLeft: cover property (@(posedge clk_i) disable iff (!rst_ni) nobody_left);
  FreeWithdrawn: cover property (@(posedge clk_i) disable iff (!rst_ni) free_withdrawn);
  FreeWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) free_waits);
  RootTells: cover property (@(posedge clk_i) disable iff (!rst_ni) root_tells);
endmodule

bind message_sender message_sender_cover u_cover (
  .clk_i,
  .rst_ni,
  .one_takes_later(enable_i && (notify_q & notify_ready_i) != '0 && (notify_q & ~notify_ready_i) != '0),
  .nobody_left(enable_i && says && hearers == '0),
  .free_withdrawn(enable_i && withdrawn),
  .free_waits(enable_i && send_q && free_q && removable && answer_q),
  .root_tells(enable_i && says && root && tell_q)
);
