// SPDX-License-Identifier: Apache-2.0
// Per lane the longest wait with which the packet at the front can still leave its output in time,
// by what lies ahead of it there.
//
// Source: not in the SRP paper; its authors' simulator drops by it (docs/reference/fidelity.md).
// Contract: docs/reference/srp/speculative_dropper.md, What lies ahead.
// Timing: combinational; its output goes to comparators before registers.
// Cost: a subtractor of WaitBits per output VC; per lane and VC a multiplexer over the outputs, per
// further VC a comparator.
// Not handled: flits of other VCs, which take turns on the channel.
// lint-params: Radix=4 SpeculativeVcs=1 WaitBits=8
// lint-params: Radix=7 SpeculativeVcs=3 WaitBits=11

module wait_limit #(
    /// Router outputs, 4-64.
    parameter int unsigned Radix = 8,
    /// Speculative VCs per port, 1-4.
    parameter int unsigned SpeculativeVcs = 1,
    /// Width of waits, 8-32.
    parameter int unsigned WaitBits = 16,
    localparam int unsigned Lanes = Radix * SpeculativeVcs,
    localparam int unsigned PortBits = $clog2(Radix)
) (
    /// Output * SpeculativeVcs + VC: flits that have crossed to it and for which no credit is back.
    input  logic [Lanes*WaitBits-1:0]       output_used_i,
    /// Per output: TTW and the round trip of its channel.
    input  logic [Radix*WaitBits-1:0]       output_reach_i,
    /// Per lane: the output of the packet at the front.
    input  logic [Lanes*PortBits-1:0]       front_output_i,
    /// The VCs there that it may take.
    input  logic [Lanes*SpeculativeVcs-1:0] front_vcs_i,
    /// The longest wait, of the VC with the least ahead; all ones without a VC.
    output logic [Lanes*WaitBits-1:0]       limit_o,
    /// No wait is short enough: of every VC that it may take what lies ahead takes too long.
    output logic [Lanes-1:0]                spent_o
);

  // Of every output VC what is left for waiting, below 0 if nothing is.
  localparam int unsigned LeftBits = WaitBits + 1;
  logic [Lanes*LeftBits-1:0] left;
  for (genvar p = 0; p < Lanes; p++) begin : gen_output_vc
    assign left[p*LeftBits+:LeftBits] =
        {1'b0, output_reach_i[p/SpeculativeVcs*WaitBits+:WaitBits]} -
        {1'b0, output_used_i[p*WaitBits+:WaitBits]};
  end

  always_comb begin : p_front
    for (int l = 0; l < Lanes; l++) begin
      logic [WaitBits-1:0] most;
      logic [LeftBits-1:0] seen;
      logic                some;
      most = '0;
      some = 1'b0;
      for (int v = 0; v < SpeculativeVcs; v++) begin
        seen = '0;
        for (int o = 0; o < Radix; o++)
          if (front_output_i[l*PortBits+:PortBits] == PortBits'(o))
            seen = seen | left[(o*SpeculativeVcs+v)*LeftBits+:LeftBits];
        if (front_vcs_i[l*SpeculativeVcs+v] && !seen[WaitBits]) begin
          some = 1'b1;
          if (seen[WaitBits-1:0] > most) most = seen[WaitBits-1:0];
        end
      end
      spent_o[l] = |front_vcs_i[l*SpeculativeVcs+:SpeculativeVcs] && !some;
      limit_o[l*WaitBits+:WaitBits] =
          |front_vcs_i[l*SpeculativeVcs+:SpeculativeVcs] ? most : '1;
    end
  end

endmodule
