// SPDX-License-Identifier: Apache-2.0
// May a packet enter the network? If every useful output has a free VC, or one has all free.
//
// Source: paper 004, evaluation (ALO). Contract: docs/reference/alo/alo_test.md.
// Timing: combinational; the one unit whose output answers the input of the same cycle.
// Latency: 0
// Cost: Outputs * Vcs gates.
// Not handled: several packets in a cycle: they would overshoot.
// lint-params: Outputs=2 Vcs=1
// lint-params: Outputs=64 Vcs=16
// lint-illegal: Outputs=1
// lint-illegal: Outputs=65
// lint-illegal: Vcs=0
// lint-illegal: Vcs=17
// cost: 256 nodes Outputs=4 Vcs=3
// cost: 8192 nodes Outputs=8 Vcs=8

module alo_test #(
    /// Outputs to other routers, 2-64.
    parameter int unsigned Outputs = 4,
    /// VCs of an output, 1-16.
    parameter int unsigned Vcs = 3
) (
    /// Outputs on a minimal path of the packet.
    input  logic [Outputs-1:0]     useful_i,
    /// Lane o: VCs of output o that no packet holds.
    input  logic [Outputs*Vcs-1:0] free_i,
    /// VCs that count.
    input  logic [Vcs-1:0]         cfg_counted_vcs_i,
    /// The packet may enter.
    output logic                   inject_o
);

  localparam int unsigned StorageBits = 0;

  if (Outputs < 2 || Outputs > 64) $fatal(1, "%m: Outputs = %0d, legal 2-64", Outputs);
  if (Vcs < 1 || Vcs > 16) $fatal(1, "%m: Vcs = %0d, legal 1-16", Vcs);

  logic [Outputs-1:0] any_free, all_free;
  for (genvar o = 0; o < Outputs; o++) begin : gen_output
    assign any_free[o] = |(free_i[o*Vcs+:Vcs] & cfg_counted_vcs_i);
    assign all_free[o] = &(free_i[o*Vcs+:Vcs] | ~cfg_counted_vcs_i);
  end

  logic every, some;
  assign every    = &(any_free | ~useful_i);
  assign some     = |(all_free & useful_i);
  assign inject_o = every || some;

`ifndef SYNTHESIS
  always_comb SomeVcCounts: assert (cfg_counted_vcs_i != '0 || useful_i == '0);
`endif

endmodule
