// SPDX-License-Identifier: Apache-2.0
// Cover points of reservation_request: situations that its tests must reach.

module reservation_request_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic request_waits,  // a reservation waits
  input logic block_cut,  // a message longer than a block
  input logic asked_again,  // the request of a late row may go
  input logic offer_before_late  // an offer goes before a late row
);
  RequestWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) request_waits);
  BlockCut: cover property (@(posedge clk_i) disable iff (!rst_ni) block_cut);
  AskedAgain: cover property (@(posedge clk_i) disable iff (!rst_ni) asked_again);
  OfferBeforeLate: cover property (@(posedge clk_i) disable iff (!rst_ni) offer_before_late);
endmodule

bind reservation_request reservation_request_cover u_cover (
  .clk_i,
  .rst_ni,
  .request_waits(valid_q && !request_ready_i),
  .block_cut(accepted && !whole),
  .asked_again(repeats),
  .offer_before_late(accepted && |late_i)
);
