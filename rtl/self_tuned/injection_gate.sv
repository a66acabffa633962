// SPDX-License-Identifier: Apache-2.0
// Holds new packets back while the estimate of full buffers is above the threshold.
//
// Source: paper 004, Section 3. Contract: docs/reference/self_tuned/injection_gate.md.
// Timing: latency 1.
// Cost: a comparator of FullBits.
// Not handled: nothing; packets that have begun are the network interface's to let go on.
// lint-params: FullBits=4
// lint-params: FullBits=20
// lint-illegal: FullBits=3
// lint-illegal: FullBits=21
// cost: 256 nodes FullBits=12
// cost: 8192 nodes FullBits=18

module injection_gate #(
    /// Width of a number of buffers, 4-20.
    parameter int unsigned FullBits = 12,
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// None.
    localparam int unsigned StateBits = 0,
    /// The answer.
    localparam int unsigned PipelineBits = 1,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                clk_i,
    /// Asynchronous assert, active low.
    input  logic                rst_ni,
    /// Low: nothing is held back.
    input  logic                enable_i,
    /// Full buffers of the network, estimated.
    input  logic [FullBits-1:0] estimate_i,
    /// More of them hold new packets back.
    input  logic [FullBits-1:0] threshold_i,
    /// No new packet may start.
    output logic                hold_o,
    /// Always 1: with unchanged levels nothing changes.
    output logic                quiescent_o
);

  if (FullBits < 4 || FullBits > 20) $fatal(1, "%m: FullBits = %0d, legal 4-20", FullBits);

  logic hold_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_hold
    if (!rst_ni) hold_q <= 1'b0;
    else hold_q <= enable_i && estimate_i > threshold_i;
  end

  assign hold_o      = hold_q;
  assign quiescent_o = 1'b1;

endmodule
