// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of contention_counter: the degree of an output is the number of inputs that pick
// it.
// properties: asserts=2 covers=1
// proof: depth=1 Radix=4 Output=0
// proof: depth=1 Radix=5 Output=4
// proof: depth=1 Radix=8 Output=5
// proof: depth=1 Radix=10 Output=9
// bounded: depth=1 Radix=22 Output=21
// cover: depth=1 Radix=8
// larger: there is no state, so the proof at a radix is complete for it; outputs are counted alike,
// larger: and Radix only says how many groups of eight inputs are added: one, a partial one and two
// larger: are proved
// assumed: no input picks its own output (proved of the sampler in contention_degree_unit, given
// assumed: that nobody requests it)
// mutant DegreeExact: s/c0 = (x0 & x1) | (x2 & (x0 | x1))/c0 = x0 \& x1/
// mutant DegreeExact: s/x1 = Radix'(valid.8.g+1.) <</x1 = Radix'(1) <</
// mutant DegreeExact: Radix=10 Output=9 s/carry.b+1. = (plane.Left+b. & /carry[b+1] = (plane[Left+b] | /
// mutant NoPickOfOwnOutput: @contention_counter_fv s/assume (!own);//

module contention_counter_fv #(
  parameter int unsigned Radix = 4,
  /// The one that the property is about.
  parameter int unsigned Output = 0,
  localparam int unsigned PortBits = $clog2(Radix)
) (
  input logic [Radix-1:0]          pick_valid_i,
  input logic [Radix*PortBits-1:0] pick_output_i
);

  logic [PortBits*Radix-1:0] planes;
  contention_counter #(.Radix(Radix)) dut (
    .pick_valid_i, .pick_output_i, .degree_o(planes)
  );

  logic [31:0] degree, expected;
  logic        own;
  always_comb begin
    degree   = '0;
    expected = '0;
    own      = 1'b0;
    for (int b = 0; b < PortBits; b++) degree[b] = planes[b*Radix + Output];
    for (int i = 0; i < Radix; i++) begin
      if (pick_valid_i[i] && 32'(pick_output_i[i*PortBits +: PortBits]) == Output) expected += 1;
      if (pick_valid_i[i] && 32'(pick_output_i[i*PortBits +: PortBits]) == i) own = 1'b1;
    end
    assume (!own);
    DegreeExact: assert (degree == expected);
    AllPickOne: cover (expected == Radix - 1);
  end

endmodule
