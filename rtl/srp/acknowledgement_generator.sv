// SPDX-License-Identifier: Apache-2.0
// Destination side of SRP: acknowledges every speculative packet that arrives.
//
// Source: SRP paper, Section 3. Contract: docs/reference/srp/acknowledgement_generator.md.
// Timing: latency 1; at most every other clock brings an acknowledgement.
// Not handled: a speculative packet while packet_ready_o is 0 is not acknowledged.
// lint-params: Nodes=100
// lint-params: Nodes=8192
// lint-illegal: Nodes=15
// lint-illegal: Nodes=8193

module acknowledgement_generator #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    localparam int unsigned NodeBits = $clog2(Nodes),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// No state.
    localparam int unsigned StateBits = 0,
    /// The acknowledgement that waits.
    localparam int unsigned PipelineBits = 1 + NodeBits + 32,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                clk_i,
    /// Asynchronous assert, active low.
    input  logic                rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                enable_i,
    /// A data packet's tail arrived; presented only while packet_ready_o is 1.
    input  logic                packet_valid_i,
    /// It was sent speculatively; others are not acknowledged.
    input  logic                packet_speculative_i,
    /// The node that sent it.
    input  logic [NodeBits-1:0] packet_source_i,
    /// Its message.
    input  logic [15:0]         packet_message_i,
    /// Its number within the message.
    input  logic [15:0]         packet_sequence_i,
    /// The acknowledgement below has been taken.
    input  logic                ack_ready_i,
    /// 0 while an acknowledgement waits.
    output logic                packet_ready_o,
    /// Send an acknowledgement.
    output logic                ack_valid_o,
    /// The node it goes to.
    output logic [NodeBits-1:0] ack_destination_o,
    /// Message of the packet that arrived.
    output logic [15:0]         ack_message_o,
    /// Its number within the message.
    output logic [15:0]         ack_sequence_o,
    /// An idle clock changes nothing.
    output logic                quiescent_o
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);

  logic                valid_q;
  logic [NodeBits-1:0] destination_q;
  logic [15:0]         message_q, sequence_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_acknowledgement
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      destination_q <= '0;
      message_q     <= '0;
      sequence_q    <= '0;
    end else if (!enable_i || (valid_q && ack_ready_i)) begin
      valid_q       <= 1'b0;
      destination_q <= '0;
      message_q     <= '0;
      sequence_q    <= '0;
    end else if (packet_valid_i && packet_speculative_i && !valid_q) begin
      valid_q       <= 1'b1;
      destination_q <= packet_source_i;
      message_q     <= packet_message_i;
      sequence_q    <= packet_sequence_i;
    end
  end

  assign packet_ready_o    = !valid_q;
  assign ack_valid_o       = valid_q;
  assign ack_destination_o = destination_q;
  assign ack_message_o     = message_q;
  assign ack_sequence_o    = sequence_q;
  assign quiescent_o       = !valid_q;

endmodule
