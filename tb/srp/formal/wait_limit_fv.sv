// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of wait_limit: of every lane the longest wait that one of its VCs leaves time for.
// properties: asserts=4 covers=2
// proof: depth=1 Radix=4 SpeculativeVcs=1 WaitBits=8
// proof: depth=1 Radix=4 SpeculativeVcs=2 WaitBits=8
// proof: depth=1 Radix=5 SpeculativeVcs=1 WaitBits=8
// bounded: depth=1 Radix=8 SpeculativeVcs=1 WaitBits=10
// cover: depth=1 Radix=4 SpeculativeVcs=2 WaitBits=8
// larger: there are no registers; outputs and lanes are wired alike, and every lane is once the
// larger: watched one
// assumed: the output of a front is below Radix
// mutants: Radix=4 SpeculativeVcs=2 WaitBits=8
// mutant LongestInTime: s/if (seen.* > most) most/if (1'b1) most/
// mutant NoLonger,SpentMeansNone: s/ \&\& !seen\[WaitBits\]/ \&\& 1'b1/
// mutant SpentMeansNone: s/ \&\& !some;/ \&\& some;/
// mutant WithoutAVcNoLimit: s/ ? most : '1/ ? most : '0/

module wait_limit_fv #(
  parameter int unsigned Radix = 4,
  parameter int unsigned SpeculativeVcs = 1,
  parameter int unsigned WaitBits = 8,
  localparam int unsigned Lanes = Radix * SpeculativeVcs,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic [Lanes*WaitBits-1:0]       output_used_i,
  input logic [Radix*WaitBits-1:0]       output_reach_i,
  input logic [Lanes*PortBits-1:0]       front_output_i,
  input logic [Lanes*SpeculativeVcs-1:0] front_vcs_i
);

  logic [Lanes*WaitBits-1:0] limit;
  logic [Lanes-1:0]          spent;
  wait_limit #(
    .Radix(Radix), .SpeculativeVcs(SpeculativeVcs), .WaitBits(WaitBits)
  ) dut (
    .output_used_i, .output_reach_i, .front_output_i, .front_vcs_i, .limit_o(limit), .spent_o(spent)
  );

  // One lane and one of its VCs, arbitrary.
  (* anyconst *) logic [7:0] watched, vc;
  logic [WaitBits-1:0]                lane_limit, reach, used;
  logic                               lane_spent, takes;
  logic [PortBits-1:0]                front_output;
  logic [SpeculativeVcs-1:0]          front_vcs, in_time, exact;
  logic [WaitBits*SpeculativeVcs-1:0] all_used;
  assign lane_limit   = WaitBits'(limit >> (watched * WaitBits));
  assign lane_spent   = 1'(spent >> watched);
  assign front_output = PortBits'(front_output_i >> (watched * PortBits));
  assign front_vcs    = SpeculativeVcs'(front_vcs_i >> (watched * SpeculativeVcs));
  assign reach        = WaitBits'(output_reach_i >> (front_output * WaitBits));
  assign all_used     = (WaitBits*SpeculativeVcs)'(
      output_used_i >> (front_output * WaitBits * SpeculativeVcs));
  assign used         = WaitBits'(all_used >> (vc * WaitBits));
  assign takes        = 1'(front_vcs >> vc);
  for (genvar v = 0; v < SpeculativeVcs; v++) begin : gen_vc
    assign in_time[v] = front_vcs[v] && all_used[v*WaitBits+:WaitBits] <= reach;
    assign exact[v]   = in_time[v] && {1'b0, lane_limit} +
        {1'b0, all_used[v*WaitBits+:WaitBits]} == {1'b0, reach};
  end

  always_comb begin
    assume (32'(watched) < Lanes && 32'(vc) < SpeculativeVcs && 32'(front_output) < Radix);
    LongestInTime: assert (!takes || used > reach ||
                           {1'b0, lane_limit} + {1'b0, used} >= {1'b0, reach});
    NoLonger: assert (in_time == '0 || exact != '0);
    SpentMeansNone: assert (lane_spent == (front_vcs != '0 && in_time == '0));
    WithoutAVcNoLimit: assert (front_vcs != '0 || lane_limit == '1);
    Spent: cover (lane_spent && SpeculativeVcs'(front_vcs + 1'b1) == '0);
    SomeTime: cover (lane_limit != '0 && lane_limit != '1 && front_vcs != '0);
  end

endmodule
