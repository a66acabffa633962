// SPDX-License-Identifier: Apache-2.0
// Cover points of multiplexed_window: situations that its tests must reach.

module multiplexed_window_cover (
  input logic clk_i,
  input logic maximum_replaced,  // a sample is above the running maximum
  input logic minimum_replaced,  // a sample is below the running minimum
  input logic spread_enters,  // an interval ends with a maximum above its minimum
  input logic spread_leaves,  // a spread other than 0 is the oldest and is replaced
  input logic spread_decides,  // the average is above 1, less half of the spread it is not
  input logic largest_degree,  // the largest degree
  input logic unknown_row  // a row that was not written since reset
);
  MaximumReplaced: cover property (@(posedge clk_i) maximum_replaced);
  MinimumReplaced: cover property (@(posedge clk_i) minimum_replaced);
  SpreadEnters: cover property (@(posedge clk_i) spread_enters);
  SpreadLeaves: cover property (@(posedge clk_i) spread_leaves);
  SpreadDecides: cover property (@(posedge clk_i) spread_decides);
  LargestDegree: cover property (@(posedge clk_i) largest_degree);
  UnknownRow: cover property (@(posedge clk_i) unknown_row);
endmodule

bind multiplexed_window multiplexed_window_cover u_cover (
  .clk_i,
  .maximum_replaced(active_i && !opens_i && degree_i > largest),
  .minimum_replaced(active_i && !opens_i && degree_i < smallest),
  .spread_enters(active_i && closes_i && largest_d != smallest_d),
  .spread_leaves(active_i && closes_i && |spreads[(Bounds-1)*DegreeBits +: DegreeBits]),
  .spread_decides(active_i && !above_o && 32'(sum) > 32'(NumSamples)),
  .largest_degree(active_i && &degree_i),
  .unknown_row(active_i && !known_i && |rows_q[RowBits-1:0])
);
