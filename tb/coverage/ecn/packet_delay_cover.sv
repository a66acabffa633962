// SPDX-License-Identifier: Apache-2.0
// Cover points of packet_delay: situations that its tests must reach.

module packet_delay_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic shortest,  // a delay of less than 2 cycles
  input logic cut_short,  // a packet starts before the last one's delay is known
  input logic all_bits,  // a length of ten bits
  input logic shifted  // a delay that is rounded down
);
  Shortest: cover property (@(posedge clk_i) disable iff (!rst_ni) shortest);
  CutShort: cover property (@(posedge clk_i) disable iff (!rst_ni) cut_short);
  AllBits: cover property (@(posedge clk_i) disable iff (!rst_ni) all_bits);
  Shifted: cover property (@(posedge clk_i) disable iff (!rst_ni) shifted);
endmodule

bind packet_delay packet_delay_cover u_cover (
  .clk_i,
  .rst_ni,
  .shortest(enable_i && done_o && !start_i && sum_q[SumBits-1:4] == '0),
  .cut_short(enable_i && more && start_i),
  .all_bits(enable_i && start_i && flits_i[FlitBits-1]),
  .shifted(enable_i && done_o && |sum_q[2:0])
);
