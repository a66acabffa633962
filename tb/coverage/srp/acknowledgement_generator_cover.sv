// SPDX-License-Identifier: Apache-2.0
// Cover points of acknowledgement_generator: situations that its tests must reach.

module acknowledgement_generator_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic waits,  // an acknowledgement waits
  input logic reserved,  // a reserved packet is not acknowledged
  input logic disabled_while_waiting  // switched off with an acknowledgement
);
  Waits: cover property (@(posedge clk_i) disable iff (!rst_ni) waits);
  Reserved: cover property (@(posedge clk_i) disable iff (!rst_ni) reserved);
  DisabledWhileWaiting: cover property (
    @(posedge clk_i) disable iff (!rst_ni) disabled_while_waiting);
endmodule

bind acknowledgement_generator acknowledgement_generator_cover u_cover (
  .clk_i,
  .rst_ni,
  .waits(valid_q && !ack_ready_i),
  .reserved(packet_valid_i && !packet_speculative_i && enable_i),
  .disabled_while_waiting(!enable_i && valid_q)
);
