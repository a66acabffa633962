// SPDX-License-Identifier: Apache-2.0
// Contention degree of every output: the number of inputs whose pick requests it.
//
// Contract:   docs/reference/contention_counter.md
// Source:     CBCM paper, Section IV-B1 (randomised contention degree)
// Interface:  combinational; the picks are registered by request_sampler, the degrees by the window
// Latency:    0
// Parameters: Radix 4-64. The counts are held as bit planes; each input adds a one-hot word, so the
//             logic is Radix ripple increments of clog2(Radix) planes in a chain.
// Not handled: an input that picks its own output (asserted): then a count may wrap around.
//
// lint-params: Radix=4
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

  always_comb begin : count
    (* mem2reg *) logic [Radix-1:0] plane [DegreeBits];
    logic [Radix-1:0] carry, prior;
    degree_o = '0;
    carry    = '0;
    prior   = '0;
    for (int b = 0; b < DegreeBits; b++) plane[b] = '0;
    if (|pick_valid_i) begin
      for (int i = 0; i < Radix; i++) begin
        if (pick_valid_i[i]) begin
          carry = Radix'(1) << pick_output_i[i*DegreeBits +: DegreeBits];
          for (int b = 0; b < DegreeBits; b++) begin
            prior   = plane[b];
            plane[b] = prior ^ carry;
            carry    = prior & carry;
          end
        end
      end
      for (int b = 0; b < DegreeBits; b++) degree_o[b*Radix +: Radix] = plane[b];
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
