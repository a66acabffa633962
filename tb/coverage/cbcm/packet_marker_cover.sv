// SPDX-License-Identifier: Apache-2.0
// Cover points of packet_marker: situations that its tests must reach.

module packet_marker_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic marks,  // a data head gains a mark
  input logic control_unmarked,  // a control head does not
  input logic all_lanes,  // a head in every pass of every output
  input logic disabled_with_heads  // heads while switched off
);
  Marks: cover property (@(posedge clk_i) disable iff (!rst_ni) marks);
  ControlUnmarked: cover property (@(posedge clk_i) disable iff (!rst_ni) control_unmarked);
  AllLanes: cover property (@(posedge clk_i) disable iff (!rst_ni) all_lanes);
  DisabledWithHeads: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_with_heads);
endmodule

bind packet_marker packet_marker_cover u_cover (
  .clk_i,
  .rst_ni,
  .marks(enable_i && |(head_valid_i & ~head_marked_i & head_data_i) && &congested_i),
  .control_unmarked(enable_i && |(head_valid_i & ~head_marked_i & ~head_data_i) && &congested_i),
  .all_lanes(&valid_q),
  .disabled_with_heads(!enable_i && |head_valid_i && |congested_i)
);
