// SPDX-License-Identifier: Apache-2.0
// Cover points of cbcm_router: situations that its tests must reach.

module cbcm_router_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic reports,  // a request for its own output is reported
  input logic marks_by_decision,  // unmarked heads meet a congested output
  input logic error_cleared,  // disabling clears the error
  input logic wakes_marker_only  // heads without requests
);
  Reports: cover property (@(posedge clk_i) disable iff (!rst_ni) reports);
  MarksByDecision: cover property (@(posedge clk_i) disable iff (!rst_ni) marks_by_decision);
  ErrorCleared: cover property (@(posedge clk_i) disable iff (!rst_ni) error_cleared);
  WakesMarkerOnly: cover property (@(posedge clk_i) disable iff (!rst_ni) wakes_marker_only);
endmodule

bind cbcm_router cbcm_router_cover u_cover (
  .clk_i,
  .rst_ni,
  .reports(error_q && ~|congested_o),
  .marks_by_decision(enable_i && |(head_valid_i & head_data_i & ~head_marked_i) && |congested_o),
  .error_cleared(!enable_i && error_q),
  .wakes_marker_only(contention_quiescent && !marker_quiescent)
);
