// SPDX-License-Identifier: Apache-2.0
// Cover points of ecn_router: situations that its tests must reach.

module ecn_router_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic marks,  // a head is marked at a congested output
  input logic error,  // more crossed than was there
  input logic counts_while_disabled  // occupancy is counted while switched off
);
  Marks: cover property (@(posedge clk_i) disable iff (!rst_ni) marks);
  Error: cover property (@(posedge clk_i) disable iff (!rst_ni) error);
  CountsWhileDisabled: cover property (
    @(posedge clk_i) disable iff (!rst_ni) counts_while_disabled);
endmodule

bind ecn_router ecn_router_cover u_cover (
  .clk_i,
  .rst_ni,
  .marks(|(marked_valid_o & marked_o) && |congested_o),
  .error(error_o),
  .counts_while_disabled(!enable_i && |arrived_valid_i)
);
