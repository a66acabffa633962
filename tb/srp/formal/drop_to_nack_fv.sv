// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of drop_to_nack: the NACK names the dropped packet and goes to its source.
// properties: asserts=3 covers=1
// proof: depth=1 Nodes=16
// proof: depth=1 Nodes=8192
// cover: depth=1 Nodes=16
// larger: there are no registers and no arithmetic; both widths of the node numbers are proved
// mutant KindIsNack: s/chokepoint_pkg::NACK/chokepoint_pkg::ACK/
// mutant GoesToSource: s/nack_destination_o = source_i/nack_destination_o = destination_i/
// mutant GoesToSource: s/nack_source_o      = destination_i/nack_source_o = source_i/
// mutant NamesThePacket: s/nack_sequence_o    = sequence_i/nack_sequence_o = message_i/

module drop_to_nack_fv #(
  parameter int unsigned Nodes = 16,
  localparam int unsigned NodeBits = $clog2(Nodes)
) (
  input logic [NodeBits-1:0] source_i, destination_i,
  input logic [15:0]         message_i, sequence_i
);

  logic [3:0]          kind;
  logic [NodeBits-1:0] nack_source, nack_destination;
  logic [15:0]         nack_message, nack_sequence;
  drop_to_nack #(.Nodes(Nodes)) dut (
    .source_i, .destination_i, .message_i, .sequence_i, .nack_kind_o(kind),
    .nack_source_o(nack_source), .nack_destination_o(nack_destination),
    .nack_message_o(nack_message), .nack_sequence_o(nack_sequence)
  );

  // Differences of wires: Yosys takes away a property of the form x == x.
  logic [NodeBits-1:0] source_apart, destination_apart;
  logic [15:0]         message_apart, sequence_apart, kind_sum;
  assign source_apart      = nack_source - destination_i;
  assign destination_apart = nack_destination - source_i;
  assign message_apart     = nack_message - message_i;
  assign sequence_apart    = nack_sequence - sequence_i;
  assign kind_sum          = message_i + 16'(kind);

  always_comb begin
    KindIsNack: assert (kind_sum - message_i == 16'd5);
    GoesToSource: assert (destination_apart == '0 && source_apart == '0);
    NamesThePacket: assert (message_apart == '0 && sequence_apart == '0);
    Differs: cover (source_i != destination_i && message_i != sequence_i);
  end

endmodule
