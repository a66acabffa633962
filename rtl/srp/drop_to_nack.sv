// SPDX-License-Identifier: Apache-2.0
// Turns the head flit of a dropped speculative packet into the NACK to its source.
//
// Source: SRP paper, Section 6.6. Contract: docs/reference/srp/drop_to_nack.md.
// Timing: combinational, wires only.
// Not handled: VC class and length of the NACK; it is one flit on the control VC.
// lint-params: Nodes=100
// lint-params: Nodes=8192
// lint-illegal: Nodes=15
// lint-illegal: Nodes=8193

module drop_to_nack #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    localparam int unsigned NodeBits = $clog2(Nodes),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// No state.
    localparam int unsigned StateBits = 0,
    /// No registers.
    localparam int unsigned PipelineBits = 0,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Source of the dropped packet.
    input  logic [NodeBits-1:0] source_i,
    /// Its destination.
    input  logic [NodeBits-1:0] destination_i,
    /// Its message.
    input  logic [15:0]         message_i,
    /// Its number within the message.
    input  logic [15:0]         sequence_i,
    /// NACK.
    output logic [3:0]          nack_kind_o,
    /// The dropped packet's destination: the source finds its entry by it.
    output logic [NodeBits-1:0] nack_source_o,
    /// The dropped packet's source.
    output logic [NodeBits-1:0] nack_destination_o,
    /// As it was.
    output logic [15:0]         nack_message_o,
    /// As it was.
    output logic [15:0]         nack_sequence_o
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);

  assign nack_kind_o        = chokepoint_pkg::NACK;
  assign nack_source_o      = destination_i;
  assign nack_destination_o = source_i;
  assign nack_message_o     = message_i;
  assign nack_sequence_o    = sequence_i;

endmodule
