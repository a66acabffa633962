// SPDX-License-Identifier: Apache-2.0
// Cover points of cbcm_nic: situations that its tests must reach.

module cbcm_nic_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic all_three_wait,  // three messages for one register
  input logic control_not_ready,  // a throttle message comes although the unit is not ready
  input logic error,  // a rule was broken
  input logic sleeps_with_a_wake_time,  // asleep until a deadline
  input logic earliest_is_monitors,  // the monitor wakes first
  input logic hotspot_and_throttled  // a hotspot that is throttled itself
);
  AllThreeWait: cover property (@(posedge clk_i) disable iff (!rst_ni) all_three_wait);
  ControlNotReady: cover property (@(posedge clk_i) disable iff (!rst_ni) control_not_ready);
  Error: cover property (@(posedge clk_i) disable iff (!rst_ni) error);
  SleepsWithAWakeTime: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_with_a_wake_time);
  EarliestIsMonitors: cover property (@(posedge clk_i) disable iff (!rst_ni) earliest_is_monitors);
  HotspotAndThrottled: cover property (
    @(posedge clk_i) disable iff (!rst_ni) hotspot_and_throttled);
endmodule

bind cbcm_nic cbcm_nic_cover u_cover (
  .clk_i,
  .rst_ni,
  .all_three_wait(refused_valid && monitor_valid && detector_valid),
  .control_not_ready(control_valid_i && !control_ready_o),
  .error(error_q),
  .sleeps_with_a_wake_time(quiescent_o && wake_valid_o),
  .earliest_is_monitors(wake_valid_o && detector_wake && throttler_wake && monitor_wake &&
      wake_at_o == monitor_wake_at && wake_at_o != detector_wake_at && wake_at_o !=
      throttler_wake_at),
  .hotspot_and_throttled(state_o == cbcm_nic_pkg::HOTSPOT && |entry_valid_o)
);
