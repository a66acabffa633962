// SPDX-License-Identifier: Apache-2.0
// Contention degree of every output: the number of inputs whose pick requests it.
//
// Contract:   docs/reference/cbcm/contention_counter.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  combinational; the picks are registered by request_sampler, the degrees by the window
// Latency:    0
// Parameters: Radix 4-64; Shallow 0-1. The counts are bit planes: words with a bit per output.
//             Shallow, eight inputs are counted by saved carries, and the groups of eight added in
//             a tree; else each input's pick is added in a chain, of which a simulator leaves out
//             the inputs without a pick.
// Not handled: an input that picks its own output (asserted): then a count may wrap around.
//
// lint-params: Radix=4
// lint-params: Radix=22
// lint-params: Radix=64
// lint-params: Radix=22 Shallow=0
// lint-illegal: Radix=3
// lint-illegal: Radix=65
// lint-illegal: Shallow=2

module contention_counter #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  /// 0: a chain, many times as deep.
  parameter int unsigned Shallow = 1,
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
  if (Shallow > 1) $fatal(1, "%m: Shallow = %0d is not in 0-1", Shallow);

  localparam int unsigned Groups = (Radix + 7) / 8;
  localparam int unsigned Planes = DegreeBits > 4 ? DegreeBits : 4;

  // Bit planes of the number of ones per output among eight words: carries are saved, then added.
  function automatic logic [4*64-1:0] eight(input logic [7:0] valid,
                                            input logic [8*DegreeBits-1:0] number);
    logic [Radix-1:0] x0, x1, x2, x3, x4, x5, x6, x7, s0, s1, c0, c1, c2, c3;
    x0 = Radix'(valid[0]) << number[0*DegreeBits +: DegreeBits];
    x1 = Radix'(valid[1]) << number[1*DegreeBits +: DegreeBits];
    x2 = Radix'(valid[2]) << number[2*DegreeBits +: DegreeBits];
    x3 = Radix'(valid[3]) << number[3*DegreeBits +: DegreeBits];
    x4 = Radix'(valid[4]) << number[4*DegreeBits +: DegreeBits];
    x5 = Radix'(valid[5]) << number[5*DegreeBits +: DegreeBits];
    x6 = Radix'(valid[6]) << number[6*DegreeBits +: DegreeBits];
    x7 = Radix'(valid[7]) << number[7*DegreeBits +: DegreeBits];
    s0 = x0 ^ x1 ^ x2;
    c0 = (x0 & x1) | (x2 & (x0 | x1));
    s1 = x3 ^ x4 ^ x5;
    c1 = (x3 & x4) | (x5 & (x3 | x4));
    x0 = s0 ^ s1 ^ x6;
    c2 = (s0 & s1) | (x6 & (s0 | s1));
    c3 = x0 & x7;
    s0 = c0 ^ c1 ^ c2;
    s1 = (c0 & c1) | (c2 & (c0 | c1));
    x1 = s0 & c3;
    x2 = s1 & x1;
    x3 = s1 ^ x1;
    x4 = s0 ^ c3;
    x5 = x0 ^ x7;
    eight = {64'(x2), 64'(x3), 64'(x4), 64'(x5)};
  endfunction

  // Picks per output. Planes lie 64 bits apart here.
  function automatic logic [DegreeBits*Radix-1:0] counts(
      input logic [Radix-1:0] valid, input logic [Radix*DegreeBits-1:0] number);
    logic [8*Groups-1:0]            padded_valid;
    logic [8*Groups*DegreeBits-1:0] padded_number;
    logic [Groups*Planes*64-1:0]    plane;
    logic [Groups-1:0] busy;
    logic [Radix-1:0]  carry, term, prior;
    padded_valid  = (8*Groups)'(valid);
    padded_number = (8*Groups*DegreeBits)'(number);
    plane = '0;
    for (int g = 0; g < Groups; g++) begin
      busy[g] = |padded_valid[8*g +: 8];
      if (busy[g]) begin
        plane[g*Planes*64 +: 4*64] = eight(padded_valid[8*g +: 8],
                                           padded_number[8*g*DegreeBits +: 8*DegreeBits]);
      end
    end
    // Pairs of groups, then pairs of pairs: each sum has a plane more. Empty ones are skipped.
    for (int level = 0; (1 << level) < Groups; level++) begin
      for (int g = 0; g + (1 << level) < Groups; g += 2 << level) begin
        if (busy[g+(1<<level)]) begin
          busy[g] = 1'b1;
          carry   = '0;
          for (int b = 0; b < Planes && b < 4 + level; b++) begin
            prior = plane[(g*Planes+b)*64 +: Radix];
            term  = plane[((g+(1<<level))*Planes+b)*64 +: Radix];
            plane[(g*Planes+b)*64 +: Radix] = prior ^ term ^ carry;
            carry = (prior & term) | (carry & (prior | term));
          end
          if (4 + level < Planes) plane[(g*Planes+4+level)*64 +: Radix] = carry;
        end
      end
    end
    for (int b = 0; b < DegreeBits; b++) counts[b*Radix +: Radix] = plane[b*64 +: Radix];
  endfunction

  if (Shallow == 1) begin : gen_tree
    assign degree_o = |pick_valid_i ? counts(pick_valid_i, pick_output_i) : '0;
  end else begin : gen_chain
    always_comb begin : count
      (* mem2reg *) logic [Radix-1:0] plane [DegreeBits];
      logic [Radix-1:0] carry, prior;
      degree_o = '0;
      carry    = '0;
      prior    = '0;
      for (int b = 0; b < DegreeBits; b++) plane[b] = '0;
      if (|pick_valid_i) begin
        for (int i = 0; i < Radix; i++) begin
          if (pick_valid_i[i]) begin
            carry = Radix'(1) << pick_output_i[i*DegreeBits +: DegreeBits];
            for (int b = 0; b < DegreeBits; b++) begin
              prior    = plane[b];
              plane[b] = prior ^ carry;
              carry    = prior & carry;
            end
          end
        end
        for (int b = 0; b < DegreeBits; b++) degree_o[b*Radix +: Radix] = plane[b];
      end
    end
  end

`ifndef SYNTHESIS
  // A packet never leaves by the port it came in.
  always_comb begin : assumptions
    logic own;
    own = 1'b0;
    for (int i = 0; i < Radix; i++) begin
      if (pick_valid_i[i]) own |= pick_output_i[i*DegreeBits +: DegreeBits] == DegreeBits'(i);
    end
    NoPickOfOwnOutput: assert (!own);
  end
`endif

endmodule
