// SPDX-License-Identifier: Apache-2.0
// Cover points of weighted_sampler: situations that its tests must reach.

module weighted_sampler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic whole_weight,  // an output has a whole input for itself
  input logic none_takes_part,  // requests, but not of sampled VCs
  input logic disabled_with_requests  // switched off with requests
);
  WholeWeight: cover property (@(posedge clk_i) disable iff (!rst_ni) whole_weight);
  NoneTakesPart: cover property (@(posedge clk_i) disable iff (!rst_ni) none_takes_part);
  DisabledWithRequests: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_requests);
endmodule

bind weighted_sampler weighted_sampler_cover u_cover (
  .clk_i,
  .rst_ni,
  .whole_weight(|(degree_o >> WeightFraction * Radix)),
  .none_takes_part(enable_i && |request_i && cfg_sampled_vcs_i[Vcs-1:0] == '0 || enable_i &&
      |request_i && ~|(request_i & {Radix*Radix{cfg_sampled_vcs_i[Vcs-1:0]}})),
  .disabled_with_requests(!enable_i && |request_i)
);
