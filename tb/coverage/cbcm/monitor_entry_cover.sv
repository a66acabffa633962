// SPDX-License-Identifier: Apache-2.0
// Cover points of monitor_entry: how an epoch of one row ends.

module monitor_entry_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic in_use,
  input logic epoch_ends,
  input logic measures,  // it is active and not leaving
  input logic leaving,
  input logic mine,  // a message of the row is generated
  input logic low,  // too little was generated
  input logic waits  // it may not leave before the queue is empty
);
  logic ends;
  assign ends = in_use && measures && epoch_ends;

  LeavesLow: cover property (@(posedge clk_i) disable iff (!rst_ni) ends && low && !waits);
  WaitsForDrain: cover property (@(posedge clk_i) disable iff (!rst_ni) ends && low && waits);
  GeneratedAtEnd: cover property (@(posedge clk_i) disable iff (!rst_ni) ends && mine);
  LeavingMeasuresNothing: cover property (
    @(posedge clk_i) disable iff (!rst_ni) leaving && epoch_ends);
endmodule

bind monitor_entry monitor_entry_cover u_cover (
  .clk_i,
  .rst_ni,
  .in_use(enable_i && entry_valid_i && !taken_i),
  .epoch_ends(entry_epoch_over_i),
  .measures(active_o && !leaving_o),
  .leaving(leaving_o),
  .mine,
  .low(!full_seen_q && !queue_full_i && (mine ? wanted_q > generated_flits_i : wanted_q != '0)),
  .waits(cfg_drain_first_i && !queue_empty_i)
);
