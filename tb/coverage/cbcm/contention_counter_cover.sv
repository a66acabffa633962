// SPDX-License-Identifier: Apache-2.0
// Cover points of contention_counter: situations that its tests must reach.

module contention_counter_cover (
  input logic all_pick,  // every input has a pick
  input logic no_pick,  // none has
  input logic largest_count  // a count with the top bit
);
  always_comb AllPick: cover (all_pick);
  always_comb NoPick: cover (no_pick);
  always_comb LargestCount: cover (largest_count);
endmodule

bind contention_counter contention_counter_cover u_cover (
  .all_pick(&pick_valid_i),
  .no_pick(~|pick_valid_i),
  .largest_count(|(degree_o >> (DegreeBits-1)*Radix))
);
