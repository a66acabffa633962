// SPDX-License-Identifier: Apache-2.0
// Contention degree of every output: the number of inputs whose pick requests it.
//
// Contract:   docs/reference/cbcm/contention_counter.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  combinational; the picks are registered by request_sampler, the degrees by the window
// Latency:    0
// Parameters: Radix 4-64. The counts are bit planes: words with a bit per output. Eight inputs are
//             counted by saved carries, and the groups of eight added in a tree.
// Not handled: an input that picks its own output (asserted): then a count may wrap around.
//
// Nothing here is skipped or chosen, though in most clocks some inputs have no pick: which ones is
// what a simulating processor cannot guess, and guessing wrong costs more than all the counting.
//
// lint-params: Radix=4
// lint-params: Radix=10
// lint-params: Radix=22
// lint-params: Radix=64
// lint-illegal: Radix=3
// lint-illegal: Radix=65

module contention_counter #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  localparam int unsigned DegreeBits = $clog2(Radix)
) (
  /// Input `i` has a pick.
  input  logic [Radix-1:0]             pick_valid_i,
  /// The picked requester's output, clog2(Radix) bits per input.
  input  logic [Radix*DegreeBits-1:0]  pick_output_i,
  /// 0 to Radix - 1 per output, bit planes.
  output logic [DegreeBits*Radix-1:0]  degree_o
);

  localparam int unsigned StorageBits = 0;

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);

  localparam int unsigned Groups = (Radix + 7) / 8;
  localparam int unsigned Levels = $clog2(Groups);
  localparam int unsigned Slots  = 1 << Levels;  // groups, and empty ones that fill the tree
  localparam int unsigned Planes = 4 + Levels;   // of the whole sum; level 0 has four

  /* verilator tracing_off */  // intermediate values: tracing them costs time in every clock
  // By input.
  (* mem2reg *) logic                  valid [8*Slots] /*verilator split_var*/;
  (* mem2reg *) logic [DegreeBits-1:0] number [8*Slots] /*verilator split_var*/;
  // By level, sum and plane.
  (* mem2reg *) logic [Radix-1:0] plane [(Levels+1)*Slots*Planes] /*verilator split_var*/;

`ifndef SYNTHESIS
  logic [Slots-1:0] violation;  // some input of the group picks its own output
`endif

  for (genvar i = 0; i < 8 * Slots; i++) begin : gen_input
    if (i < Radix) begin : gen_pick
      assign valid[i]  = pick_valid_i[i];
      assign number[i] = pick_output_i[i*DegreeBits +: DegreeBits];
    end else begin : gen_none
      assign valid[i]  = 1'b0;
      assign number[i] = '0;
    end
  end

  for (genvar g = 0; g < Slots; g++) begin : gen_group
    localparam logic [Radix-1:0] Own = Radix'(64'd1 << 8 * g);  // output of the group's first input
    logic [Radix-1:0] ones, twos, fours, eights;
    assign plane[g*Planes+0] = ones;
    assign plane[g*Planes+1] = twos;
    assign plane[g*Planes+2] = fours;
    assign plane[g*Planes+3] = eights;
    always_comb begin : eight
      logic [Radix-1:0] x0, x1, x2, x3, x4, x5, x6, x7, s0, s1, c0, c1, c2, c3;
      x0 = Radix'(valid[8*g+0]) << number[8*g+0];
      x1 = Radix'(valid[8*g+1]) << number[8*g+1];
      x2 = Radix'(valid[8*g+2]) << number[8*g+2];
      x3 = Radix'(valid[8*g+3]) << number[8*g+3];
      x4 = Radix'(valid[8*g+4]) << number[8*g+4];
      x5 = Radix'(valid[8*g+5]) << number[8*g+5];
      x6 = Radix'(valid[8*g+6]) << number[8*g+6];
      x7 = Radix'(valid[8*g+7]) << number[8*g+7];
      s0 = x0 ^ x1 ^ x2;
      c0 = (x0 & x1) | (x2 & (x0 | x1));
      s1 = x3 ^ x4 ^ x5;
      c1 = (x3 & x4) | (x5 & (x3 | x4));
`ifndef SYNTHESIS
      violation[g] = |{x0 & Own, x1 & (Own << 1), x2 & (Own << 2), x3 & (Own << 3),
                       x4 & (Own << 4), x5 & (Own << 5), x6 & (Own << 6), x7 & (Own << 7)};
`endif
      x0 = s0 ^ s1 ^ x6;
      c2 = (s0 & s1) | (x6 & (s0 | s1));
      c3 = x0 & x7;
      s0 = c0 ^ c1 ^ c2;
      s1 = (c0 & c1) | (c2 & (c0 | c1));
      x1 = s0 & c3;
      ones   = x0 ^ x7;
      twos   = s0 ^ c3;
      fours  = s1 ^ x1;
      eights = s1 & x1;
    end
  end

  // Pairs of groups, then pairs of pairs: each sum has a plane more.
  for (genvar l = 0; l < Levels; l++) begin : gen_level
    for (genvar g = 0; g < (Slots >> (l + 1)); g++) begin : gen_sum
      localparam int unsigned Left  = (l * Slots + 2 * g) * Planes;
      localparam int unsigned Right = Left + Planes;
      localparam int unsigned Sum   = ((l + 1) * Slots + g) * Planes;
      (* mem2reg *) logic [Radix-1:0] carry [5+l] /*verilator split_var*/;
      assign carry[0] = '0;
      for (genvar b = 0; b < 4 + l; b++) begin : gen_plane
        assign plane[Sum+b] = plane[Left+b] ^ plane[Right+b] ^ carry[b];
        assign carry[b+1] = (plane[Left+b] & plane[Right+b])
                            | (carry[b] & (plane[Left+b] | plane[Right+b]));
      end
      assign plane[Sum+4+l] = carry[4+l];
    end
  end

  // verilator tracing_on

  for (genvar b = 0; b < DegreeBits; b++) begin : gen_degree
    assign degree_o[b*Radix +: Radix] = plane[Levels*Slots*Planes+b];
  end

`ifndef SYNTHESIS
  // A packet never leaves by the port it came in.
  always_comb NoPickOfOwnOutput: assert (violation == '0);
`endif

endmodule
