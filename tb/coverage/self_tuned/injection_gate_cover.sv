// SPDX-License-Identifier: Apache-2.0
// Cover points of injection_gate: situations that its tests must reach.

module injection_gate_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic stops,  // the estimate rises above the threshold
  input logic resumes,  // it is no longer above
  input logic equal  // it is the threshold
);
  Stops: cover property (@(posedge clk_i) disable iff (!rst_ni) stops);
  Resumes: cover property (@(posedge clk_i) disable iff (!rst_ni) resumes);
  Equal: cover property (@(posedge clk_i) disable iff (!rst_ni) equal);
endmodule

bind injection_gate injection_gate_cover u_cover (
  .clk_i,
  .rst_ni,
  .stops(enable_i && !hold_q && estimate_i > threshold_i),
  .resumes(enable_i && hold_q && estimate_i <= threshold_i),
  .equal(enable_i && estimate_i == threshold_i)
);
