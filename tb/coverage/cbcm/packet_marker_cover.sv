// SPDX-License-Identifier: Apache-2.0
// Cover points of packet_marker: situations that its tests must reach.

module packet_marker_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic marks,  // a data head gains a mark
  input logic control_unmarked,  // a control head does not
  input logic several_heads,  // heads of several outputs or passes
  input logic disabled_with_heads  // heads while switched off
);
  Marks: cover property (@(posedge clk_i) disable iff (!rst_ni) marks);
  ControlUnmarked: cover property (@(posedge clk_i) disable iff (!rst_ni) control_unmarked);
  SeveralHeads: cover property (@(posedge clk_i) disable iff (!rst_ni) several_heads);
  DisabledWithHeads: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_with_heads);
endmodule

bind packet_marker packet_marker_cover u_cover (
  .clk_i,
  .rst_ni,
  .marks(enable_i && |(head_valid_i & ~head_marked_i & head_data_i) && |congested_i),
  .control_unmarked(enable_i && |(head_valid_i & ~head_marked_i & ~head_data_i) && |congested_i),
  .several_heads(|(valid_q & (valid_q - 1'b1))),
  .disabled_with_heads(!enable_i && |head_valid_i && |congested_i)
);
