// SPDX-License-Identifier: Apache-2.0
// Cover points of interval_ring: situations that its tests must reach.

module interval_ring_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic wraps,  // the ring has gone round
  input logic leaves,  // an interval leaves
  input logic remainder_leaves,  // a remainder is spread over the clocks
  input logic spread  // maxima and minima differ
);
  Wraps: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps);
  Leaves: cover property (@(posedge clk_i) disable iff (!rst_ni) leaves);
  RemainderLeaves: cover property (@(posedge clk_i) disable iff (!rst_ni) remainder_leaves);
  Spread: cover property (@(posedge clk_i) disable iff (!rst_ni) spread);
endmodule

bind interval_ring interval_ring_cover u_cover (
  .clk_i,
  .rst_ni,
  .wraps(wrapped_q),
  .leaves(enable_i && active_i && last_phase && wrapped_q),
  .remainder_leaves(|more_o),
  .spread(|spread_o && wrapped_q)
);
