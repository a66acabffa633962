// SPDX-License-Identifier: Apache-2.0
// Cover points of saq_set: situations that its tests must reach.

module saq_set_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic mark_meets_begin,  // a packet begins in the marked queue as the marker is placed
  input logic mark_meets_left,  // a packet leaves it
  input logic mark_in_saq,  // the marker is placed in an old SAQ
  input logic swapped_made,  // a SAQ is made of a detection queue
  input logic chain_of_two  // a SAQ waits for one that waits
);
  MarkMeetsBegin: cover property (@(posedge clk_i) disable iff (!rst_ni) mark_meets_begin);
  MarkMeetsLeft: cover property (@(posedge clk_i) disable iff (!rst_ni) mark_meets_left);
  MarkInSaq: cover property (@(posedge clk_i) disable iff (!rst_ni) mark_in_saq);
  SwappedMade: cover property (@(posedge clk_i) disable iff (!rst_ni) swapped_made);
  ChainOfTwo: cover property (@(posedge clk_i) disable iff (!rst_ni) chain_of_two);
endmodule

bind saq_set saq_set_cover u_cover (
  .clk_i,
  .rst_ni,
  .mark_meets_begin(enable_i && make_valid_i && !valid_o[make_saq_i] && comes),
  .mark_meets_left(enable_i && make_valid_i && !valid_o[make_saq_i] && goes),
  .mark_in_saq(enable_i && make_valid_i && !valid_o[make_saq_i] && make_covered_i),
  .swapped_made(enable_i && make_valid_i && !valid_o[make_saq_i] && swap_valid_i &&
      swap_from_i == marked),
  .chain_of_two(enable_i && make_valid_i && !valid_o[make_saq_i] && make_covered_i &&
      waits_o[make_cover_i])
);
