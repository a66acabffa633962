// SPDX-License-Identifier: Apache-2.0
// Destination side of ECN: a congestion notification to the source of every marked packet.
//
// Source: SRP paper, Section 2. Contract: docs/reference/ecn/notification_echo.md.
// Timing: latency 1; at most every other clock brings a notification.
// Not handled: a marked packet while packet_ready_o is 0 causes no notification.
// lint-params: Nodes=100
// lint-params: Nodes=8192
// lint-illegal: Nodes=15
// lint-illegal: Nodes=8193

module notification_echo #(
    /// Nodes of the network, 16-8192.
    parameter int unsigned Nodes = 16,
    localparam int unsigned NodeBits = $clog2(Nodes),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// No state.
    localparam int unsigned StateBits = 0,
    /// The notification that waits.
    localparam int unsigned PipelineBits = 1 + NodeBits,
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
    /// The node that sent it.
    input  logic [NodeBits-1:0] packet_source_i,
    /// It crossed a congested output; others change nothing.
    input  logic                packet_marked_i,
    /// The notification below has been taken.
    input  logic                notification_ready_i,
    /// 0 while a notification waits.
    output logic                packet_ready_o,
    /// Send a congestion notification.
    output logic                notification_valid_o,
    /// The node it goes to.
    output logic [NodeBits-1:0] notification_destination_o,
    /// An idle clock changes nothing.
    output logic                quiescent_o
);

  if (Nodes < 16 || Nodes > 8192) $fatal(1, "%m: Nodes = %0d, legal 16-8192", Nodes);

  logic                valid_q;
  logic [NodeBits-1:0] destination_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_notification
    if (!rst_ni) begin
      valid_q       <= 1'b0;
      destination_q <= '0;
    end else if (!enable_i || (valid_q && notification_ready_i)) begin
      valid_q       <= 1'b0;
      destination_q <= '0;
    end else if (packet_valid_i && packet_marked_i && !valid_q) begin
      valid_q       <= 1'b1;
      destination_q <= packet_source_i;
    end
  end

  assign packet_ready_o             = !valid_q;
  assign notification_valid_o       = valid_q;
  assign notification_destination_o = destination_q;
  assign quiescent_o                = !valid_q;

endmodule
