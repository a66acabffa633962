// SPDX-License-Identifier: Apache-2.0
// Cover points of self_tuned_node: situations that its tests must reach.

module self_tuned_node_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic holds,  // new packets are held back
  input logic resumes,  // and may start again
  input logic threshold_moves,  // back to the best threshold while packets are held back
  input logic rests_through  // a gather ends at rest
);
  Holds: cover property (@(posedge clk_i) disable iff (!rst_ni) holds);
  Resumes: cover property (@(posedge clk_i) disable iff (!rst_ni) resumes);
  ThresholdMoves: cover property (@(posedge clk_i) disable iff (!rst_ni) threshold_moves);
  RestsThrough: cover property (@(posedge clk_i) disable iff (!rst_ni) rests_through);
endmodule

bind self_tuned_node self_tuned_node_cover u_cover (
  .clk_i,
  .rst_ni,
  .holds(enable_i && hold_o),
  .resumes(enable_i && hold_o && estimate_o <= threshold_o),
  .threshold_moves(enable_i && hold_o && returned_valid_o),
  .rests_through(enable_i && rests_o && totals_valid_i)
);
