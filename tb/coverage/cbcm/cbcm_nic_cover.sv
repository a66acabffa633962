// SPDX-License-Identifier: Apache-2.0
// Cover points of cbcm_nic: situations that its tests must reach.

module cbcm_nic_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic refusal,  // a refusal waits
  input logic unthrottle_of_entry,  // the unthrottle shown is the monitor's: it names entry 0
  input logic throttle,  // a throttle message is shown
  input logic control_not_ready,  // a throttle message comes although the unit is not ready
  input logic error,  // a rule was broken
  input logic sleeps_with_a_wake_time,  // asleep until a deadline
  input logic detector_wakes_first,  // the detector wakes before the throttler
  input logic hotspot_and_throttled  // a hotspot that is throttled itself
);
  AllThreeWait: cover property (
    @(posedge clk_i) disable iff (!rst_ni) refusal && unthrottle_of_entry && throttle);
  RefusalBehindUnthrottle: cover property (
    @(posedge clk_i) disable iff (!rst_ni) refusal && unthrottle_of_entry);
  ControlNotReady: cover property (@(posedge clk_i) disable iff (!rst_ni) control_not_ready);
  Error: cover property (@(posedge clk_i) disable iff (!rst_ni) error);
  SleepsWithAWakeTime: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_with_a_wake_time);
  DetectorWakesFirst: cover property (@(posedge clk_i) disable iff (!rst_ni) detector_wakes_first);
  HotspotAndThrottled: cover property (
    @(posedge clk_i) disable iff (!rst_ni) hotspot_and_throttled);
endmodule

// A refused node has no entry, so an unthrottle that names one is the monitor's.
bind cbcm_nic cbcm_nic_cover u_cover (
  .clk_i,
  .rst_ni,
  .refusal(!control_ready_o),
  .unthrottle_of_entry(unthrottle_valid_o && entry_valid_o[0] && unthrottle_destination_o ==
      entry_destination[0+:$clog2(Nodes)]),
  .throttle(throttle_valid_o),
  .control_not_ready(control_valid_i && !control_unthrottle_i && !control_ready_o),
  .error(error_o),
  .sleeps_with_a_wake_time(quiescent_o && wake_valid_o),
  .detector_wakes_first(wake_valid_o && detector_wake && throttler_wake && wake_at_o ==
      detector_wake_at && wake_at_o != throttler_wake_at),
  .hotspot_and_throttled(state_o == cbcm_nic_pkg::HOTSPOT && |entry_valid_o)
);
