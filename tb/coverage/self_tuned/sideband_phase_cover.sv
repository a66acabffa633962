// SPDX-License-Identifier: Apache-2.0
// Cover points of sideband_phase: situations that its tests must reach.

module sideband_phase_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic transfer_of_a_cycle,  // a transfer takes one cycle
  input logic several_pieces,  // a word takes several transfers
  input logic antipode_once,  // the last hop of an even ring: one direction counts
  input logic period_ends,  // a tuning period ends
  input logic cycle_without_tick  // fewer ticks than cycles
);
  TransferOfACycle: cover property (@(posedge clk_i) disable iff (!rst_ni) transfer_of_a_cycle);
  SeveralPieces: cover property (@(posedge clk_i) disable iff (!rst_ni) several_pieces);
  AntipodeOnce: cover property (@(posedge clk_i) disable iff (!rst_ni) antipode_once);
  PeriodEnds: cover property (@(posedge clk_i) disable iff (!rst_ni) period_ends);
  CycleWithoutTick: cover property (@(posedge clk_i) disable iff (!rst_ni) cycle_without_tick);
endmodule

bind sideband_phase sideband_phase_cover u_cover (
  .clk_i,
  .rst_ni,
  .transfer_of_a_cycle(enable_i && transfer_valid_q && cfg_hop_cycles_i == 4'd1),
  .several_pieces(enable_i && hop_last_q && cfg_pieces_i > 4'd1),
  .antipode_once(enable_i && dimension_last_q && !minus_counts_q),
  .period_ends(enable_i && period_last_q),
  .cycle_without_tick(enable_i && !ticks)
);
