// SPDX-License-Identifier: Apache-2.0
// Cover points of token_entry: events of one row that meet in a clock.

module token_entry_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic stale_throttle,  // a throttle message crosses the release of the row
  input logic reset_meets_token,  // a message resets the tokens as one is due
  input logic injection_meets_token,  // a packet leaves as a token arrives
  input logic new_degree_at_deadline  // a message without reset in the clock of a deadline
);
  StaleThrottle: cover property (@(posedge clk_i) disable iff (!rst_ni) stale_throttle);
  ResetMeetsToken: cover property (@(posedge clk_i) disable iff (!rst_ni) reset_meets_token);
  InjectionMeetsToken: cover property (
    @(posedge clk_i) disable iff (!rst_ni) injection_meets_token);
  NewDegreeAtDeadline: cover property (
    @(posedge clk_i) disable iff (!rst_ni) new_degree_at_deadline);
endmodule

bind token_entry token_entry_cover u_cover (
  .clk_i,
  .rst_ni,
  .stale_throttle(enable_i && releases && throttle_valid_i && matches_o),
  .reset_meets_token(enable_i && restarts && due),
  .injection_meets_token(enable_i && inject_i && arrives),
  .new_degree_at_deadline(enable_i && hit && !restarts && due)
);
