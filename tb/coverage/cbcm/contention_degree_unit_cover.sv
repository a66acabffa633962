// SPDX-License-Identifier: Apache-2.0
// Cover points of contention_degree_unit: situations that its tests must reach.

module contention_degree_unit_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic contends_twice,  // more than one bit of the degrees is set
  input logic sleeps_without_sampler,  // samples on their way to an empty window
  input logic drains_after_sampler,  // the window drains without requests
  input logic disabled_while_busy  // switched off with samples under way
);
  ContendsTwice: cover property (@(posedge clk_i) disable iff (!rst_ni) contends_twice);
  SleepsWithoutSampler: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_without_sampler);
  DrainsAfterSampler: cover property (@(posedge clk_i) disable iff (!rst_ni) drains_after_sampler);
  DisabledWhileBusy: cover property (@(posedge clk_i) disable iff (!rst_ni) disabled_while_busy);
endmodule

bind contention_degree_unit contention_degree_unit_cover u_cover (
  .clk_i,
  .rst_ni,
  .contends_twice(|(degree & (degree - 1))),
  .sleeps_without_sampler(window_quiescent && !sampler_quiescent),
  .drains_after_sampler(sampler_quiescent && !window_quiescent),
  .disabled_while_busy(!enable_i && |degree)
);
