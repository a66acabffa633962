// SPDX-License-Identifier: Apache-2.0
// Cover points of sample_ring: situations that its tests must reach.

module sample_ring_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic wraps,  // the ring has gone round
  input logic oldest_leaves,  // a sample other than 0 leaves
  input logic disabled_when_full  // switched off with a full ring
);
  Wraps: cover property (@(posedge clk_i) disable iff (!rst_ni) wraps);
  OldestLeaves: cover property (@(posedge clk_i) disable iff (!rst_ni) oldest_leaves);
  DisabledWhenFull: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_when_full);
endmodule

bind sample_ring sample_ring_cover u_cover (
  .clk_i,
  .rst_ni,
  .wraps(wrapped_q),
  .oldest_leaves(wrapped_q && active_i && |oldest_o),
  .disabled_when_full(!enable_i && wrapped_q)
);
