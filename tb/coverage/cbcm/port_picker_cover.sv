// SPDX-License-Identifier: Apache-2.0
// Cover points of port_picker: situations that its tests must reach.

module port_picker_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic wanted_found,  // the wanted requester is found after another
  input logic first_held,  // a look ends without the wanted one: the first stays
  input logic wanted_wraps,  // the next number is reduced by the last look's requesters
  input logic all_requests,  // everything is requested
  input logic look_without_pick,  // a look ends without a requester
  input logic disabled_while_holding,  // switched off with a requester held
  input logic sleeps_again  // asleep again
);
  logic was_sleeps_again_q;
  always_ff @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) was_sleeps_again_q <= 1'b1;
    else was_sleeps_again_q <= sleeps_again;
  WantedFound: cover property (@(posedge clk_i) disable iff (!rst_ni) wanted_found);
  FirstHeld: cover property (@(posedge clk_i) disable iff (!rst_ni) first_held);
  WantedWraps: cover property (@(posedge clk_i) disable iff (!rst_ni) wanted_wraps);
  AllRequests: cover property (@(posedge clk_i) disable iff (!rst_ni) all_requests);
  LookWithoutPick: cover property (@(posedge clk_i) disable iff (!rst_ni) look_without_pick);
  DisabledWhileHolding: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_holding);
  SleepsAgain: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_again && !was_sleeps_again_q);
endmodule

bind port_picker port_picker_cover u_cover (
  .clk_i,
  .rst_ni,
  // In the last turn of a look; past_q is not negative once the wanted one has come.
  .wanted_found(started_q && enable_i && (&turn_q) && held_q && !past_q[PastBits-1] && |wanted_q),
  .first_held(started_q && enable_i && (&turn_q) && held_q && past_q[PastBits-1]
              && !(|request_i)),
  .wanted_wraps(started_q && enable_i && turn_q > TurnBits'(2) && !(&turn_q) && pick_valid_q
                && next_q >= NextBits'(NumberBits'(~last_q))),
  .all_requests(enable_i && &request_i),
  .look_without_pick(started_q && enable_i && (&turn_q) && !held_q && pick_valid_q
                     && !(|request_i)),
  .disabled_while_holding(!enable_i && started_q && held_q),
  .sleeps_again(quiescent_o || !started_q)
);
