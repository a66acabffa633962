// SPDX-License-Identifier: Apache-2.0
// Cover points of sideband_restart: situations that its tests must reach.

module sideband_restart_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic restarts,  // a restart
  input logic every_other_clock,  // the fewest cycles
  input logic switched_off  // just before a restart
);
  Restarts: cover property (@(posedge clk_i) disable iff (!rst_ni) restarts);
  EveryOtherClock: cover property (@(posedge clk_i) disable iff (!rst_ni) every_other_clock);
  SwitchedOff: cover property (@(posedge clk_i) disable iff (!rst_ni) switched_off);
endmodule

bind sideband_restart sideband_restart_cover u_cover (
  .clk_i,
  .rst_ni,
  .restarts(enable_i && restart_q),
  .every_other_clock(enable_i && restart_q && cfg_cycles_i == RestartBits'(2)),
  .switched_off(!enable_i && ends)
);
