// SPDX-License-Identifier: Apache-2.0
// Cover points of monitor_entry: how an epoch of one row ends.

module monitor_entry_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic leaves_low,  // too little was generated
  input logic waits_for_drain,  // ... but the queue is not empty
  input logic generated_at_end,  // a message is generated in the clock of the last token
  input logic leaving_measures_nothing  // a token arrives while the row is leaving
);
  LeavesLow: cover property (@(posedge clk_i) disable iff (!rst_ni) leaves_low);
  WaitsForDrain: cover property (@(posedge clk_i) disable iff (!rst_ni) waits_for_drain);
  GeneratedAtEnd: cover property (@(posedge clk_i) disable iff (!rst_ni) generated_at_end);
  LeavingMeasuresNothing: cover property (
    @(posedge clk_i) disable iff (!rst_ni) leaving_measures_nothing);
endmodule

bind monitor_entry monitor_entry_cover u_cover (
  .clk_i,
  .rst_ni,
  .leaves_low(active_d && leaves && low),
  .waits_for_drain(active_d && over && low && cfg_drain_first_i && !queue_empty_i),
  .generated_at_end(active_d && over && mine),
  .leaving_measures_nothing(leaving_q && entry_arrived_i)
);
