// SPDX-License-Identifier: Apache-2.0
// Cover points of wait_limit: situations that its tests must reach.

module wait_limit_cover (
  input logic no_vc,  // a lane without a VC
  input logic spent,  // what lies ahead of a lane leaves no time
  input logic not_a_cycle  // it leaves time for no cycle of waiting, but for a packet that has not waited
);
  always_comb NoVc: cover (no_vc);
  always_comb Spent: cover (spent);
  always_comb NotACycle: cover (not_a_cycle);
endmodule

bind wait_limit wait_limit_cover u_cover (
  .no_vc(front_vcs_i[SpeculativeVcs-1:0] == '0),
  .spent(spent_o[0]),
  .not_a_cycle(!spent_o[0] && limit_o[WaitBits-1:0] == '0)
);
