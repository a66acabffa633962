// SPDX-License-Identifier: Apache-2.0
// Separable input-first allocator of a crossbar: the yardstick for the depth of other units.
//
// Contract:   docs/reference/round_robin_allocator.md
// Source:     CBCM paper, Section IV-B1 ("no impact on the critical path"); the separable allocator
//             with round-robin arbiters that such routers use
// Interface:  requests and grants of the same clock; a grant is taken in its clock
// Latency:    0
// Parameters: Radix 4-64: 2 * Radix arbiters of Radix inputs, Radix * Radix flip-flops each side.
// Not handled: virtual channels (an input's VCs for one output are one request), priorities, more
//              than one iteration, speculation: all of these would make it deeper.
//
// lint-params: Radix=4
// lint-params: Radix=22
// lint-illegal: Radix=3
// lint-illegal: Radix=65

module round_robin_allocator #(
  /// Router ports.
  parameter int unsigned Radix = 8,
  localparam int unsigned SampleBits   = 0,
  /// The pointers of the arbiters.
  localparam int unsigned StateBits    = 2 * Radix * Radix,
  localparam int unsigned PipelineBits = 0,
  localparam int unsigned StorageBits  = SampleBits + StateBits + PipelineBits
) (
  /// Clock, rising edge.
  input  logic                    clk_i,
  /// Asynchronous reset, active low.
  input  logic                    rst_ni,
  /// Bit `i*Radix + o`: input `i` requests output `o`.
  input  logic [Radix*Radix-1:0]  request_i,
  /// Bit `i*Radix + o`: input `i` is connected to output `o`; at most one per input and per output.
  output logic [Radix*Radix-1:0]  grant_o
`ifdef FORMAL
  ,
  /// The pointers of the inputs and of the outputs: every flip-flop.
  output logic [Radix*Radix-1:0]  formal_input_masks_o,
  output logic [Radix*Radix-1:0]  formal_output_masks_o
`endif
);

  if (Radix < 4 || Radix > 64) $fatal(1, "%m: Radix = %0d is not in 4-64", Radix);

  logic [Radix*Radix-1:0] chosen;          // by input
  logic [Radix*Radix-1:0] offered, given;  // by output
  logic [Radix-1:0]       taken;

  for (genvar i = 0; i < Radix; i++) begin : gen_input
    round_robin_arbiter #(
      .Requesters (Radix)
    ) u_arbiter (
      .clk_i,
      .rst_ni,
      .request_i (request_i[i*Radix +: Radix]),
      .update_i  (taken[i]),
      .grant_o   (chosen[i*Radix +: Radix])
`ifdef FORMAL
      ,
      .formal_mask_o (formal_input_masks_o[i*Radix +: Radix])
`endif
    );
    assign taken[i] = |grant_o[i*Radix +: Radix];
    for (genvar o = 0; o < Radix; o++) begin : gen_transpose
      assign offered[o*Radix + i] = chosen[i*Radix + o];
      assign grant_o[i*Radix + o] = given[o*Radix + i];
    end
  end

  for (genvar o = 0; o < Radix; o++) begin : gen_output
    round_robin_arbiter #(
      .Requesters (Radix)
    ) u_arbiter (
      .clk_i,
      .rst_ni,
      .request_i (offered[o*Radix +: Radix]),
      .update_i  (1'b1),
      .grant_o   (given[o*Radix +: Radix])
`ifdef FORMAL
      ,
      .formal_mask_o (formal_output_masks_o[o*Radix +: Radix])
`endif
    );
  end

endmodule
