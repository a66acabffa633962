// SPDX-License-Identifier: Apache-2.0
// Cover points of round_robin_arbiter: situations that its tests must reach.

module round_robin_arbiter_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all,  // everybody requests
  input logic wraps_around,  // only requesters before the pointer
  input logic not_taken  // a grant that is not taken
);
  All: cover property (@(posedge clk_i) disable iff (!rst_ni) all);
  WrapsAround: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps_around);
  NotTaken: cover property (@(posedge clk_i) disable iff (!rst_ni) not_taken);
endmodule

bind round_robin_arbiter round_robin_arbiter_cover u_cover (
  .clk_i,
  .rst_ni,
  .all(&request_i),
  .wraps_around(|request_i && ~|masked),
  .not_taken(|grant_o && !update_i)
);
