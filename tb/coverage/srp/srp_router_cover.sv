// SPDX-License-Identifier: Apache-2.0
// Cover points of srp_router: situations that its tests must reach.

module srp_router_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic arrival_and_head_drop,  // both ways of dropping in a clock
  input logic all_kept  // every head may stay
);
  ArrivalAndHeadDrop: cover property (@(posedge clk_i) disable iff (!rst_ni) arrival_and_head_drop);
  AllKept: cover property (@(posedge clk_i) disable iff (!rst_ni) all_kept);
endmodule

bind srp_router srp_router_cover u_cover (
  .clk_i,
  .rst_ni,
  .arrival_and_head_drop(|arrival_expired_o && |drop_o),
  .all_kept(&keep_o)
);
