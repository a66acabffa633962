// SPDX-License-Identifier: Apache-2.0
// Keeps a NIC silent for cfg_gap_i clocks after each packet.
//
// Contract: docs/reference/pacing/gap_timer.md. Latency: 1 clock. Not handled: destinations.
module gap_timer (
  /// Clock, rising edge.
  input  logic        clk_i,
  /// Asynchronous reset, active low.
  input  logic        rst_ni,
  /// Low: never blocked.
  input  logic        enable_i,
  /// A packet starts to enter the network.
  input  logic        sent_valid_i,
  /// Silent clocks after it.
  input  logic [15:0] cfg_gap_i,
  /// No packet may start.
  output logic        blocked_o,
  /// A clock without input changes nothing.
  output logic        quiescent_o
);
  localparam int unsigned SampleBits = 0, StateBits = 16, PipelineBits = 0;
  localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits;

  logic [15:0] left_q;
  assign blocked_o   = left_q != '0;
  assign quiescent_o = ~blocked_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (!enable_i) left_q <= '0;
    else if (sent_valid_i) left_q <= cfg_gap_i;
    else if (blocked_o) left_q <= left_q - 16'd1;
  end
endmodule
