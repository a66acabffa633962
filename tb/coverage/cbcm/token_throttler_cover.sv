// SPDX-License-Identifier: Apache-2.0
// Cover points of token_throttler: situations that its tests must reach.

module token_throttler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic table_full,  // every entry is taken
  input logic refusal_waits,  // a refusal waits for the control queue
  input logic throttle_meets_release,  // a throttle message crosses the release of its entry
  input logic throttle_meets_injection,  // a reset of tokens meets an injection
  input logic tokens_at_cap,  // tokens have reached the cap
  input logic degree_zero,  // a degree of 0 counts as 1
  input logic deadline_reached,  // a deadline is clocked in its cycle
  input logic disabled_with_entries  // switched off with entries
);
  TableFull: cover property (@(posedge clk_i) disable iff (!rst_ni) table_full);
  RefusalWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) refusal_waits);
  ThrottleMeetsRelease: cover property (
    @(posedge clk_i) disable iff (!rst_ni) throttle_meets_release);
  ThrottleMeetsInjection: cover property (
    @(posedge clk_i) disable iff (!rst_ni) throttle_meets_injection);
  TokensAtCap: cover property (@(posedge clk_i) disable iff (!rst_ni) tokens_at_cap);
  DegreeZero: cover property (@(posedge clk_i) disable iff (!rst_ni) degree_zero);
  DeadlineReached: cover property (@(posedge clk_i) disable iff (!rst_ni) deadline_reached);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind token_throttler token_throttler_cover u_cover (
  .clk_i,
  .rst_ni,
  .table_full(&valid_q),
  .refusal_waits(refused_valid_q && !refused_ready_i),
  .throttle_meets_release(enable_i && throttle_valid_i && release_valid_i && throttle_source_i ==
      release_destination_i),
  .throttle_meets_injection(enable_i && throttle_valid_i && inject_valid_i && throttle_source_i
      == inject_destination_i),
  .tokens_at_cap(valid_q[0] && |cfg_token_cap_i && tokens_q[0+:TokenBits] == cfg_token_cap_i),
  .degree_zero(enable_i && throttle_valid_i && throttle_degree_i == '0),
  .deadline_reached(enable_i && wake_valid_o && wake_at_o == now_i),
  .disabled_with_entries(!enable_i && |valid_q)
);
