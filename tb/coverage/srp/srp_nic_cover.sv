// SPDX-License-Identifier: Apache-2.0
// Cover points of srp_nic: situations that its tests must reach.

module srp_nic_cover (
  input logic clk_i,
  input logic rst_ni,
  input logic grant_and_ack_wait,  // both replies wait
  input logic reservation_meets_bypass,  // a reservation and an unreserved packet in a clock
  input logic sleeps_with_a_wake_time,  // asleep until a deadline
  input logic scheduler_wakes_first  // the scheduler wakes before the requester
);
  GrantAndAckWait: cover property (@(posedge clk_i) disable iff (!rst_ni) grant_and_ack_wait);
  ReservationMeetsBypass: cover property (
    @(posedge clk_i) disable iff (!rst_ni) reservation_meets_bypass);
  SleepsWithAWakeTime: cover property (
    @(posedge clk_i) disable iff (!rst_ni) sleeps_with_a_wake_time);
  SchedulerWakesFirst: cover property (
    @(posedge clk_i) disable iff (!rst_ni) scheduler_wakes_first);
endmodule

bind srp_nic srp_nic_cover u_cover (
  .clk_i,
  .rst_ni,
  .grant_and_ack_wait(grant_valid && ack_valid),
  .reservation_meets_bypass(reservation && bypass),
  .sleeps_with_a_wake_time(quiescent_o && wake_valid_o),
  .scheduler_wakes_first(requester_wake && scheduler_wake && wake_at_o == scheduler_wake_at &&
      wake_at_o != requester_wake_at)
);
