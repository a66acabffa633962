// SPDX-License-Identifier: Apache-2.0
// Cover points of alo_test: situations that its tests must reach.

module alo_test_cover (
  input logic nothing_useful,  // no output is useful
  input logic by_every,  // every useful output has a free VC, none has all
  input logic by_one,  // an output has all VCs free, another has none
  input logic refused  // neither
);

  always_comb NothingUseful: cover (nothing_useful);
  always_comb ByEvery: cover (by_every);
  always_comb ByOne: cover (by_one);
  always_comb Refused: cover (refused);
endmodule

bind alo_test alo_test_cover u_cover (
  .nothing_useful(useful_i == '0),
  .by_every(every && !some && useful_i != '0),
  .by_one(some && !every),
  .refused(!inject_o)
);
