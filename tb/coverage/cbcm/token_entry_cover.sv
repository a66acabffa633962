// SPDX-License-Identifier: Apache-2.0
// Cover points of token_entry: events of one row that meet in a clock.

module token_entry_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic enabled,
  input logic due,  // at its deadline
  input logic released,
  input logic matched,  // a throttle message for the row
  input logic resets,  // which takes its tokens
  input logic injects,  // a packet leaves
  input logic at_cap  // the row has all the tokens it may have
);
  logic arrives;
  assign arrives = enabled && due && !released && !(matched && resets);

  StaleThrottle: cover property (
    @(posedge clk_i) disable iff (!rst_ni) enabled && released && matched);
  ResetMeetsToken: cover property (
    @(posedge clk_i) disable iff (!rst_ni) enabled && due && matched && resets);
  InjectionMeetsToken: cover property (@(posedge clk_i) disable iff (!rst_ni) arrives && injects);
  TokenArrives: cover property (@(posedge clk_i) disable iff (!rst_ni) arrives);
  ArrivesAtCap: cover property (
    @(posedge clk_i) disable iff (!rst_ni) arrives && at_cap && !injects);
  NewDegreeAtDeadline: cover property (@(posedge clk_i) disable iff (!rst_ni) arrives && matched);
endmodule

bind token_entry token_entry_cover u_cover (
  .clk_i,
  .rst_ni,
  .enabled(enable_i),
  .due(valid_o && deadline_o == pace_i),
  .released(valid_o && release_i),
  .matched(throttle_valid_i && matches_o),
  .resets(cfg_token_reset_always_i),
  .injects(inject_i),
  .at_cap(|cfg_token_cap_i && tokens_o >= cfg_token_cap_i)
);
