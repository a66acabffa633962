// SPDX-License-Identifier: Apache-2.0
// Queue of packet headers in flip-flops; the head is visible without a read clock.
//
// Latency:     a header pushed at t is the head at t+1 at the earliest
// Not handled: a push while full_o, a pop while head_valid_o is 0 (both asserted).

module example_fifo #(
  /// Places, at least 2.
  parameter int unsigned Depth = 4
) (
  /// Clock, rising edge.
  input  logic                     clk_i,
  /// Asynchronous reset, active low.
  input  logic                     rst_ni,
  /// Take push_packet_i.
  input  logic                     push_i,
  /// The header that enters.
  input  chokepoint_pkg::header_t  push_packet_i,
  /// Drop the head.
  input  logic                     pop_i,
  /// There is a head.
  output logic                     head_valid_o,
  /// The oldest header; all 0 without one.
  output chokepoint_pkg::header_t  head_o,
  /// No place is free.
  output logic                     full_o,
  /// At least two places are free: for a sender with one header on its way.
  output logic                     room_for_two_o
);

  localparam int unsigned CountBits = $clog2(Depth + 1);

  chokepoint_pkg::header_t [Depth-1:0] packet_q;
  logic [CountBits-1:0]                count_q, kept;
  assign kept           = count_q - CountBits'(pop_i);
  assign head_valid_o   = count_q != '0;
  assign head_o         = packet_q[0];
  assign full_o         = count_q == CountBits'(Depth);
  assign room_for_two_o = count_q + CountBits'(2) <= CountBits'(Depth);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_queue
    if (!rst_ni) begin
      packet_q <= '0;
      count_q  <= '0;
    end else begin
      for (int k = 0; k < Depth; k++) begin
        if (push_i && CountBits'(k) == kept) packet_q[k] <= push_packet_i;
        else if (pop_i) packet_q[k] <= k == Depth - 1 ? '0 : packet_q[(k + 1) % Depth];
      end
      count_q <= kept + CountBits'(push_i);
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin : p_assumptions
    if (rst_ni && push_i) NoOverflow: assert (!full_o);
    if (rst_ni && pop_i) NoUnderflow: assert (head_valid_o);
  end
`endif

endmodule
