// SPDX-License-Identifier: Apache-2.0
// Cover points of round_robin_allocator: situations that its tests must reach.

module round_robin_allocator_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_request,  // every input requests every output
  input logic chosen_and_refused,  // a choice that the output refuses
  input logic perfect_match  // every input is connected
);
  AllRequest: cover property (@(posedge clk_i) disable iff (!rst_ni) all_request);
  ChosenAndRefused: cover property (@(posedge clk_i) disable iff (!rst_ni) chosen_and_refused);
  PerfectMatch: cover property (@(posedge clk_i) disable iff (!rst_ni) perfect_match);
endmodule

bind round_robin_allocator round_robin_allocator_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_request(&request_i),
  .chosen_and_refused(|(chosen & ~grant_o)),
  .perfect_match(&taken)
);
