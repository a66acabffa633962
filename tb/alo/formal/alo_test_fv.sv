// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of alo_test: the answer is the rule's, output after output; more free VCs never take
// it back.
// properties: asserts=5 covers=4
// proof: depth=1 Outputs=4 Vcs=3
// proof: depth=1 Outputs=2 Vcs=1
// proof: depth=1 Outputs=8 Vcs=8
// bounded: depth=1 Outputs=16 Vcs=3
// cover: depth=1 Outputs=4 Vcs=3
// larger: there is no state, so the proof at a size is complete for it; outputs and VCs are alike
// assumed: some VC counts
// mutant RuleExact: s/every || some/every/
// mutant RuleExact: s/any_free | ~useful_i/any_free \& useful_i/
// mutant NothingUsefulInjects: s/any_free | ~useful_i/any_free/
// mutant MoreFreeStillInjects: s/every || some/(every || some) ^ free_i[0]/
// mutant OneVcIsAny: Outputs=2 Vcs=1 s/every || some/every/
// mutant SomeVcCounts: @alo_test_fv s/assume (cfg_counted_vcs_i != '0);//

module alo_test_fv #(
  parameter int unsigned Outputs = 4,
  parameter int unsigned Vcs = 3
) (
  input logic [Outputs-1:0]     useful_i,
  input logic [Outputs*Vcs-1:0] free_i, more_i,
  input logic [Vcs-1:0]         cfg_counted_vcs_i
);

  logic inject, inject_more;
  alo_test #(.Outputs(Outputs), .Vcs(Vcs)) dut (
    .useful_i, .free_i, .cfg_counted_vcs_i, .inject_o(inject)
  );
  alo_test #(.Outputs(Outputs), .Vcs(Vcs)) with_more (
    .useful_i, .free_i(free_i | more_i), .cfg_counted_vcs_i, .inject_o(inject_more)
  );

  logic every, some, any_useful_free, has_free, all_free;
  always_comb begin
    every           = 1'b1;
    some            = 1'b0;
    any_useful_free = 1'b0;
    for (int o = 0; o < Outputs; o++) begin
      has_free = 1'b0;
      all_free = 1'b1;
      for (int v = 0; v < Vcs; v++)
        if (cfg_counted_vcs_i[v]) begin
          if (free_i[o*Vcs + v]) has_free = 1'b1;
          else all_free = 1'b0;
        end
      if (useful_i[o]) begin
        if (!has_free) every = 1'b0;
        if (all_free) some = 1'b1;
        if (has_free) any_useful_free = 1'b1;
      end
    end
    assume (cfg_counted_vcs_i != '0);
    RuleExact: assert (inject == (every || some));
    NothingUsefulInjects: assert (useful_i != '0 || inject);
    MoreFreeStillInjects: assert (!inject || inject_more);
    OneVcIsAny: assert (Vcs != 1 || useful_i == '0 || inject == any_useful_free);
    ByEvery: cover (useful_i != '0 && every && !some);
    ByOne: cover (some && !every);
    Refused: cover (!inject && any_useful_free);
    Nothing: cover (useful_i == '0 && inject);
  end

endmodule
