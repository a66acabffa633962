// SPDX-License-Identifier: Apache-2.0
// Cover points of token_throttler: situations that its tests must reach, seen at its ports, and in the match
// of a message.

module token_throttler_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic table_full,  // every entry is taken
  input logic refusal_waits,  // a refusal waits for the control queue
  input logic throttle_meets_release,  // a throttle message crosses the release of its entry
  input logic throttle_meets_injection,  // a reset of tokens meets an injection
  input logic tokens_at_cap,  // tokens have reached the cap: of entry 0
  input logic degree_zero,  // a degree of 0 counts as 1
  input logic epoch_ends,  // the last token of an epoch has arrived
  input logic two_epochs_at_once,  // of two entries in one clock
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
  EpochEnds: cover property (@(posedge clk_i) disable iff (!rst_ni) epoch_ends);
  TwoEpochsAtOnce: cover property (@(posedge clk_i) disable iff (!rst_ni) two_epochs_at_once);
  DisabledWithEntries: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_with_entries);
endmodule

bind token_throttler token_throttler_cover u_cover (
  .clk_i,
  .rst_ni,
  .table_full(&entry_valid_o),
  .refusal_waits(refused_valid_o && !refused_ready_i),
  .throttle_meets_release(enable_i && throttle_valid_i && |(release_entry_i & matched)),
  .throttle_meets_injection(enable_i && throttle_valid_i && |(inject_entry_i & matched)),
  .tokens_at_cap(entry_valid_o[0] && |cfg_token_cap_i && entry_tokens_o[0+:TokenBits] ==
      cfg_token_cap_i),
  .degree_zero(enable_i && throttle_valid_i && throttle_degree_i == '0),
  .epoch_ends(|entry_epoch_over_o),
  .two_epochs_at_once(|(entry_epoch_over_o & (entry_epoch_over_o - 1'b1))),
  .disabled_with_entries(!enable_i && |entry_valid_o)
);
