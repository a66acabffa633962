// SPDX-License-Identifier: Apache-2.0
// Cover points of congestion_marker: situations that its tests must reach.

module congestion_marker_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic marks,  // a head gains a mark
  input logic several_of_a_clock,  // several eligible heads in a clock
  input logic victim_only,  // without room, but a victim
  input logic too_small,  // data that is not eligible
  input logic disabled_with_heads  // heads while switched off
);
  Marks: cover property (@(posedge clk_i) disable iff (!rst_ni) marks);
  SeveralOfAClock: cover property (@(posedge clk_i) disable iff (!rst_ni) several_of_a_clock);
  VictimOnly: cover property (@(posedge clk_i) disable iff (!rst_ni) victim_only);
  TooSmall: cover property (@(posedge clk_i) disable iff (!rst_ni) too_small);
  DisabledWithHeads: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_with_heads);
endmodule

bind congestion_marker congestion_marker_cover u_cover (
  .clk_i,
  .rst_ni,
  .marks(|(eligible & ~head_marked_i)),
  .several_of_a_clock(|(eligible & (eligible - 1'b1))),
  .victim_only(|eligible && ~|head_room_i),
  .too_small(enable_i && |(head_valid_i & head_data_i & head_room_i) && |congested_i &&
      ~|eligible),
  .disabled_with_heads(!enable_i && |head_valid_i)
);
