// SPDX-License-Identifier: Apache-2.0
// Cover points of unthrottle_monitor: situations that its tests must reach, all seen at its ports; what
// an epoch has brought, of entry 0.

module unthrottle_monitor_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic enable_i,
  input logic all_active,  // every entry is measured
  input logic any_active,
  input logic shown,  // an unthrottle message is shown
  input logic ready,
  input logic quiet,  // no entry is leaving, no message is shown
  input logic refreshed,  // a throttle message renews a measured entry
  // Entry 0:
  input logic active,
  input logic renewed,
  input logic epoch_over,
  input logic generated,
  input logic full,
  input logic empty,
  input logic [15:0] flits,
  input logic [15:0] epoch_flits,
  input logic [3:0] lease
);
  logic        told_q, full_q, renewed_q, share;
  logic [15:0] asked_q;
  logic [31:0] made_q, made;
  logic [3:0]  idle_q, idle;
  logic        ends;
  assign made  = made_q + (generated ? 32'(flits) : '0);
  assign ends  = enable_i && active && epoch_over;
  assign share = made >= 32'(asked_q);
  assign idle  = renewed_q || renewed ? '0 : &idle_q ? idle_q : idle_q + 4'd1;

  always_ff @(posedge clk_i) begin
    told_q <= shown && ready;
    full_q <= active && (full_q || full);
    if (!active || !enable_i || ends) begin
      asked_q   <= epoch_flits;
      made_q    <= '0;
      renewed_q <= 1'b0;
      idle_q    <= active && enable_i ? idle : '0;
    end else begin
      made_q    <= made;
      renewed_q <= renewed_q || renewed;
    end
  end

  AllActive: cover property (@(posedge clk_i) disable iff (!rst_ni) all_active);
  MessageWaits: cover property (@(posedge clk_i) disable iff (!rst_ni) shown && !ready);
  Leaves: cover property (@(posedge clk_i) disable iff (!rst_ni) enable_i && !quiet && !shown);
  // The next message was not yet shown, so its entry was leaving beside it.
  LeavesWhileMessageWaits: cover property (
    @(posedge clk_i) disable iff (!rst_ni) told_q && shown);
  Refreshed: cover property (@(posedge clk_i) disable iff (!rst_ni) refreshed);
  FullThenEmpty: cover property (
    @(posedge clk_i) disable iff (!rst_ni) active && full_q && empty && !full);
  DisabledWhileActive: cover property (
    @(posedge clk_i) disable iff (!rst_ni) !enable_i && any_active);
  EpochEndsBusy: cover property (
    @(posedge clk_i) disable iff (!rst_ni) quiet && ends && share && lease == '0);
  LeaseLapses: cover property (
    @(posedge clk_i) disable iff (!rst_ni) quiet && ends && share && lease != '0 && idle >= lease);
endmodule

bind unthrottle_monitor unthrottle_monitor_cover u_cover (
  .clk_i,
  .rst_ni,
  .enable_i,
  .all_active(&active_o),
  .any_active(|active_o),
  .shown(unthrottle_valid_o),
  .ready(unthrottle_ready_i),
  .quiet(quiescent_o),
  .refreshed(|(entry_refreshed_i & active_o)),
  .active(active_o[0] && entry_valid_i[0]),
  .renewed(entry_refreshed_i[0]),
  .epoch_over(entry_epoch_over_i[0]),
  .generated(generated_valid_i && generated_destination_i ==
      entry_destination_i[0+:$clog2(Nodes)]),
  .full(queue_full_i[0]),
  .empty(queue_empty_i[0]),
  .flits(generated_flits_i),
  .epoch_flits(cfg_epoch_flits_i),
  .lease(cfg_lease_epochs_i)
);
