// SPDX-License-Identifier: Apache-2.0
// Cover points of token_throttler: situations that its tests must reach, seen at its ports but for one.

module token_throttler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic table_full,  // every entry is taken
  input logic refusal_waits,  // a refusal waits for the control queue
  input logic throttle_meets_release,  // a throttle message crosses the release of its entry
  input logic throttle_meets_injection,  // a reset of tokens meets an injection
  input logic tokens_at_cap,  // tokens have reached the cap: of entry 0
  input logic degree_zero,  // a degree of 0 counts as 1
  input logic token_arrives,  // a deadline was clocked in its cycle
  input logic two_tokens_at_once,  // two entries were due in one clock
  input logic first_arrives,  // a token of entry 0 has arrived
  input logic disabled_with_entries  // switched off with entries
);
  logic at_cap_q;  // a clock ago
  always_ff @(posedge clk_i) at_cap_q <= tokens_at_cap;

  TableFull: cover property (@(posedge clk_i) disable iff (!rst_ni) table_full);
  RefusalWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) refusal_waits);
  ThrottleMeetsRelease: cover property (
    @(posedge clk_i) disable iff (!rst_ni) throttle_meets_release);
  ThrottleMeetsInjection: cover property (
    @(posedge clk_i) disable iff (!rst_ni) throttle_meets_injection);
  TokensAtCap: cover property (@(posedge clk_i) disable iff (!rst_ni) tokens_at_cap);
  DegreeZero: cover property (@(posedge clk_i) disable iff (!rst_ni) degree_zero);
  TokenArrives: cover property (@(posedge clk_i) disable iff (!rst_ni) token_arrives);
  TwoTokensAtOnce: cover property (@(posedge clk_i) disable iff (!rst_ni) two_tokens_at_once);
  ArrivesAtCap: cover property (
    @(posedge clk_i) disable iff (!rst_ni) first_arrives && tokens_at_cap && at_cap_q);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind token_throttler token_throttler_cover u_cover (
  .clk_i,
  .rst_ni,
  .table_full(&entry_valid_o),
  .refusal_waits(refused_valid_o && !refused_ready_i),
  .throttle_meets_release(enable_i && throttle_valid_i && release_valid_i && throttle_source_i ==
      release_destination_i),
  .throttle_meets_injection(enable_i && throttle_valid_i && |(inject_entry_i & matched)),
  .tokens_at_cap(entry_valid_o[0] && |cfg_token_cap_i && entry_tokens_o[0+:TokenBits] ==
      cfg_token_cap_i),
  .degree_zero(enable_i && throttle_valid_i && throttle_degree_i == '0),
  .token_arrives(|entry_arrived_o),
  .two_tokens_at_once(|(entry_arrived_o & (entry_arrived_o - 1'b1))),
  .first_arrives(entry_arrived_o[0]),
  .disabled_with_entries(!enable_i && |entry_valid_o)
);
