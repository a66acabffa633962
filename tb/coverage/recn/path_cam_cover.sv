// SPDX-License-Identifier: Apache-2.0
// Cover points of path_cam: situations that its tests must reach.

module path_cam_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic two_match,  // two lines match a packet
  input logic match_meets_free,  // a line that matches a packet is freed in the clock of its search
  input logic match_meets_insert,  // a line that would match the packet is made in that clock
  input logic same_known,  // a path to insert has a line
  input logic covered_refused,  // a covered path is refused by basic RECN
  input logic covered_made,  // enhanced RECN makes a line of one
  input logic two_cover,  // two lines cover a path
  input logic full_refused,  // no line is free
  input logic freed_and_asked  // a path is asked for in the clock in which its line is freed
);
  TwoMatch: cover property (@(posedge clk_i) disable iff (!rst_ni) two_match);
  MatchMeetsFree: cover property (@(posedge clk_i) disable iff (!rst_ni) match_meets_free);
  MatchMeetsInsert: cover property (@(posedge clk_i) disable iff (!rst_ni) match_meets_insert);
  SameKnown: cover property (@(posedge clk_i) disable iff (!rst_ni) same_known);
  CoveredRefused: cover property (@(posedge clk_i) disable iff (!rst_ni) covered_refused);
  CoveredMade: cover property (@(posedge clk_i) disable iff (!rst_ni) covered_made);
  TwoCover: cover property (@(posedge clk_i) disable iff (!rst_ni) two_cover);
  FullRefused: cover property (@(posedge clk_i) disable iff (!rst_ni) full_refused);
  FreedAndAsked: cover property (@(posedge clk_i) disable iff (!rst_ni) freed_and_asked);
endmodule

bind path_cam path_cam_cover u_cover (
  .clk_i,
  .rst_ni,
  .two_match(enable_i && packet_valid_i && (match & (match - 1'b1)) != '0),
  .match_meets_free(enable_i && packet_valid_i && free_valid_i &&
      ((turns_q[free_line_i*PoolBits+:PoolBits] ^ packet_turns_i) &
       mask_q[free_line_i*PoolBits+:PoolBits]) == '0),
  .match_meets_insert(enable_i && packet_valid_i && made != '0 &&
      ((path_turns ^ packet_turns_i) & path_mask_i) == '0),
  .same_known(enable_i && path_valid_i && path_insert_i && exact != '0),
  .covered_refused(enable_i && path_valid_i && path_insert_i && exact == '0 && covers != '0 &&
      !cfg_more_specific_i),
  .covered_made(enable_i && made != '0 && covers != '0),
  .two_cover(enable_i && path_valid_i && (covers & (covers - 1'b1)) != '0),
  .full_refused(enable_i && wanted && lowest == '0),
  .freed_and_asked(enable_i && free_valid_i && path_valid_i &&
      turns_q[free_line_i*PoolBits+:PoolBits] == path_turns &&
      mask_q[free_line_i*PoolBits+:PoolBits] == path_mask_i)
);
