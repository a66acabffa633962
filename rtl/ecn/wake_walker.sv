// SPDX-License-Identifier: Apache-2.0
// Finds the next of several narrow deadlines, one a clock: the wake time of a table.
//
// Source: none; the mechanism's timers are compared for equality, and only sleep asks which is
// next.
// Contract: docs/reference/ecn/delay_limiter.md.
// Timing: outputs are registers. After restart_i a walk takes two clocks and one more for each
// armed deadline but the first; it is off the table's paths.
// Cost: a comparator each of AlarmBits with now_i and with the register, both shared; an
// AND-OR of all deadlines; an incrementer of CycleBits - AlarmBits.
// Not handled: a deadline that changes without restart_i.
// lint-params: Alarms=1 AlarmBits=8 CycleBits=8
// lint-params: Alarms=128 AlarmBits=17 CycleBits=64

module wake_walker #(
    /// Deadlines, 1-128.
    parameter int unsigned Alarms = 16,
    /// Width of a deadline: it lies less than 2^AlarmBits cycles ahead. At most CycleBits.
    parameter int unsigned AlarmBits = 16,
    /// Width of the cycle counter, 8-64.
    parameter int unsigned CycleBits = 32
) (
    /// Clock, rising edge.
    input  logic                        clk_i,
    /// Asynchronous assert, active low.
    input  logic                        rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                        enable_i,
    /// The network's cycle counter.
    input  logic [CycleBits-1:0]        now_i,
    /// Deadlines change with this clock: walk anew from the next on.
    input  logic                        restart_i,
    /// The deadline counts.
    input  logic [Alarms-1:0]           armed_i,
    /// Low bits of the cycle.
    input  logic [Alarms*AlarmBits-1:0] alarm_i,
    /// The walk has not ended.
    output logic                        busy_o,
    /// Some deadline is armed; settled when not busy, as wake_at_o.
    output logic                        wake_valid_o,
    /// Cycle of the next; 0 without one.
    output logic [CycleBits-1:0]        wake_at_o
`ifdef FORMAL
    ,
    /// Every register but those shown, for the proofs.
    output logic [Alarms+AlarmBits+2:0] formal_state_o
`endif
);

  logic                 unsettled_q, first_q, found_q, found, wake_valid_q, wake_valid_d;
  logic                 all, rest, wraps, sooner, takes, keeps;
  logic [Alarms-1:0]    pending_q, to_walk, walked;
  logic [AlarmBits-1:0] alarm_q, alarm_d, now, wake;
  logic [CycleBits-1:0] wake_at_q, wake_at_d, now_above;

  // The lowest that the walk has yet to look at.
  assign all     = enable_i && unsettled_q;
  assign rest    = enable_i && !unsettled_q;
  assign to_walk = (armed_i & {Alarms{all}}) | (pending_q & {Alarms{rest}});
  assign walked  = to_walk & (~to_walk + Alarms'(1));
  assign found   = to_walk != '0;
  always_comb begin : p_alarm
    alarm_d = '0;
    for (int a = 0; a < Alarms; a++)
      alarm_d = alarm_d | (alarm_i[a*AlarmBits+:AlarmBits] & {AlarmBits{walked[a]}});
  end

  // A clock later: which comes first, from here on round the low bits of the counter? What lies
  // below now wraps.
  assign now          = now_i[AlarmBits-1:0];
  assign wake         = wake_at_q[AlarmBits-1:0];
  assign wraps        = alarm_q < now;
  assign sooner       = wraps == (wake < now) ? alarm_q < wake : !wraps;
  assign takes        = enable_i && found_q && (first_q || sooner);
  assign keeps        = enable_i && !first_q && !takes;
  assign now_above    = (now_i >> AlarmBits) + CycleBits'(wraps);
  assign wake_valid_d = takes || (keeps && wake_valid_q);
  assign wake_at_d    = ((now_above << AlarmBits | CycleBits'(alarm_q)) & {CycleBits{takes}}) |
                        (wake_at_q & {CycleBits{keeps}});

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_registers
    if (!rst_ni) begin
      {unsettled_q, first_q, found_q, wake_valid_q} <= '0;
      pending_q                                     <= '0;
      alarm_q                                       <= '0;
      wake_at_q                                     <= '0;
    end else begin
      unsettled_q  <= enable_i && restart_i;
      first_q      <= all;
      found_q      <= found;
      pending_q    <= to_walk & ~walked;
      alarm_q      <= alarm_d;
      wake_valid_q <= wake_valid_d;
      wake_at_q    <= wake_at_d;
    end
  end

  assign busy_o       = unsettled_q || first_q || found_q;
  assign wake_valid_o = wake_valid_q;
  assign wake_at_o    = wake_at_q;

`ifdef FORMAL
  assign formal_state_o = {unsettled_q, first_q, found_q, pending_q, alarm_q};
`endif

endmodule
