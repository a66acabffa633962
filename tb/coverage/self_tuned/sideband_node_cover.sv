// SPDX-License-Identifier: Apache-2.0
// Cover points of sideband_node: situations that its tests must reach.

module sideband_node_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic delivered_at_gather_end,  // a flit is delivered in the last cycle of a gather
  input logic full_saturates,  // the sum of full buffers does not fit
  input logic delivered_saturates,  // that of flits does not
  input logic one_direction,  // a hop in which one direction counts
  input logic rests  // a transfer at rest
);
  DeliveredAtGatherEnd: cover property (
      @(posedge clk_i) disable iff (!rst_ni) delivered_at_gather_end);
  FullSaturates: cover property (@(posedge clk_i) disable iff (!rst_ni) full_saturates);
  DeliveredSaturates: cover property (@(posedge clk_i) disable iff (!rst_ni) delivered_saturates);
  OneDirection: cover property (@(posedge clk_i) disable iff (!rst_ni) one_direction);
  Rests: cover property (@(posedge clk_i) disable iff (!rst_ni) rests);
endmodule

bind sideband_node sideband_node_cover u_cover (
  .clk_i,
  .rst_ni,
  .delivered_at_gather_end(enable_i && ends_gather && delivered_valid_i && delivered_flits_i != '0),
  .full_saturates(enable_i && ends_hop && |full_wide[FullBits+1:FullBits]),
  .delivered_saturates(enable_i && ends_hop && |delivered_wide[DeliveredBits+1:DeliveredBits]),
  .one_direction(enable_i && ends_hop && !minus_counts_i),
  .rests(enable_i && transfer_valid_i && rests_o)
);
