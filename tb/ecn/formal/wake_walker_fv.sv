// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of wake_walker: of the deadlines that the walk has compared, the register names the
// next; a walk that nothing restarts ends in time.
// properties: asserts=10 covers=3
// proof: depth=1 Alarms=3 AlarmBits=4 CycleBits=8
// proof: depth=1 Alarms=2 AlarmBits=8 CycleBits=8
// bounded: depth=5 Alarms=8 AlarmBits=16 CycleBits=32
// cover: depth=10 Alarms=3 AlarmBits=4 CycleBits=8
// larger: deadlines meet in the pick of the lowest and in a comparison of two; of three, each is
// larger: once the watched one, before and behind others. Values are compared at any width.
// assumed: now_i advances by one a clock
// assumed: a deadline changes, and is armed or not, only with restart_i; one that is reached is not
// assumed: armed with the same value afterwards
// mutant WakeIsADeadline: s/CycleBits'(alarm_q)) \&/CycleBits'(alarm_q ^ AlarmBits'(1))) \&/
// mutant NoneIsNearer: s/? alarm_q < wake : !wraps/? alarm_q > wake : !wraps/
// mutant NoneIsNearer: s/pending_q    <= to_walk \& ~walked/pending_q <= '0/
// mutant WakeIsValid: s/wake_valid_d = takes ||/wake_valid_d =/
// mutant EmptyIsZero: s/(wake_at_q \& {CycleBits{keeps}})/(wake_at_q \& {CycleBits{enable_i \&\& !takes}})/
// mutant LookedIsOne: s/assign walked  = .*/assign walked = to_walk;/
// mutant UnsettledByRestart: s/unsettled_q  <= enable_i \&\& restart_i/unsettled_q <= enable_i \&\& restart_i \&\& !found_q/
// mutant BusyWhilePending: s/busy_o       = unsettled_q || first_q || found_q/busy_o = unsettled_q || first_q/
// mutant EndsInTime: s/pending_q    <= to_walk \& ~walked/pending_q <= to_walk/
// mutant DisabledIsReset: s/assign rest    = enable_i \&\& /assign rest = /
// mutant HoldsWhenDone: s/(first_q || sooner)/(first_q || sooner || !pending_q[0])/; s/enable_i \&\& found_q/enable_i/

module wake_walker_fv #(
    parameter int unsigned Alarms = 3,
    parameter int unsigned AlarmBits = 4,
    parameter int unsigned CycleBits = 8
) (
    input logic                        clk_i, rst_ni, enable_i,
    input logic [CycleBits-1:0]        now_i,
    input logic                        restart_i,
    input logic [Alarms-1:0]           armed_i,
    input logic [Alarms*AlarmBits-1:0] alarm_i
);

  logic                      busy, wake_valid, unsettled, first, found;
  logic [CycleBits-1:0]      wake_at;
  logic [Alarms-1:0]         pending;
  logic [AlarmBits-1:0]      looked;
  logic [Alarms+AlarmBits+2:0] registers;
  wake_walker #(
      .Alarms(Alarms), .AlarmBits(AlarmBits), .CycleBits(CycleBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .restart_i, .armed_i, .alarm_i,
      .busy_o(busy), .wake_valid_o(wake_valid), .wake_at_o(wake_at), .formal_state_o(registers)
  );
  assign {unsettled, first, found, pending, looked} = registers;

  logic                        started, was_started, was_enabled, was_restart, was_busy, was_valid;
  logic [Alarms-1:0]           was_armed;
  logic [Alarms*AlarmBits-1:0] was_alarm;
  logic [CycleBits-1:0]        was_now, was_wake;
  logic [15:0]                 left_q;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started     <= 1'b1;
    was_started <= started;
    was_enabled <= enable_i;
    was_restart <= restart_i;
    was_armed   <= armed_i;
    was_alarm   <= alarm_i;
    was_now     <= now_i;
    was_busy    <= busy;
    was_valid   <= wake_valid;
    was_wake    <= wake_at;
    // Clocks that the walk may still take.
    if (!started || !enable_i) left_q <= '0;
    else if (restart_i) left_q <= 16'(Alarms) + 16'd2;
    else if (left_q != '0) left_q <= left_q - 16'd1;
  end

  // One deadline, the same for the whole run: when it comes, counted from the last clock.
  (* anyconst *) logic [7:0] watched;
  logic                 is_armed, waits, due, is_one, looked_is_one, any_looked, unreached;
  logic [AlarmBits-1:0] alarm, lead, wake_lead, looked_lead;
  logic [15:0]          still;
  assign is_armed    = 1'(was_armed >> watched);
  assign waits       = 1'(pending >> watched);
  assign alarm       = AlarmBits'(was_alarm >> (watched * AlarmBits));
  assign lead        = alarm - now_i[AlarmBits-1:0];
  assign wake_lead   = wake_at[AlarmBits-1:0] - now_i[AlarmBits-1:0];
  assign looked_lead = looked - now_i[AlarmBits-1:0];
  always_comb begin : p_deadlines
    is_one        = 1'b0;
    looked_is_one = 1'b0;
    any_looked    = 1'b0;
    unreached     = 1'b1;
    still         = '0;
    for (int a = 0; a < Alarms; a++) begin
      if (was_armed[a] && was_alarm[a*AlarmBits+:AlarmBits] == wake_at[AlarmBits-1:0])
        is_one = 1'b1;
      if (was_armed[a] && was_alarm[a*AlarmBits+:AlarmBits] == looked) looked_is_one = 1'b1;
      still = still + 16'(pending[a]);
      // What is reached restarts the walk.
      if (armed_i[a] && alarm_i[a*AlarmBits+:AlarmBits] == now_i[AlarmBits-1:0]) unreached = 1'b0;
    end
  end

  logic settled;  // nothing has changed since the walk began
  assign settled = was_started && was_enabled && enable_i && !was_restart;
  always_comb begin : p_properties
    assume (rst_ni == started);
    assume (32'(watched) < Alarms);
    if (was_started) begin
      assume (now_i == was_now + CycleBits'(1));
      if (was_enabled && !was_restart) assume (armed_i == was_armed && alarm_i == was_alarm);
      if (!was_enabled) assume (armed_i == '0);
    end
    if (started) assume (restart_i || unreached || !enable_i);
    if (started && !was_started) assume (armed_i == '0);
    if (settled && !unsettled) begin
      WakeIsADeadline: assert (first || !wake_valid || (is_one &&
          (wake_at - now_i) >> AlarmBits == '0));
      NoneIsNearer: assert (!is_armed || waits || (found && looked_lead <= lead) ||
                            (!first && wake_valid && wake_lead <= lead));
      WakeIsValid: assert (first || wake_valid == |was_armed);
      BusyWhilePending: assert (busy || pending == '0);
      LookedIsOne: assert ((!first || found == |was_armed) && (!found || looked_is_one) &&
                           (pending & ~was_armed) == '0 && (found || pending == '0));
      HoldsWhenDone: assert (was_busy || (wake_at == was_wake && wake_valid == was_valid));
    end
    if (started) begin
      EmptyIsZero: assert (wake_valid || wake_at == '0);
      DisabledIsReset: assert ((was_started && was_enabled) ||
                               {registers, wake_valid, wake_at} == '0);
    end
    if (was_started) begin
      UnsettledByRestart: assert (unsettled == (was_enabled && was_restart));
      EndsInTime: assert (!busy || (left_q != '0 &&
          (unsettled ? left_q == 16'(Alarms) + 16'd2 : still + 16'd1 <= left_q)));
    end
    Ends: cover (settled && !busy && was_busy && &was_armed);
    SecondIsNearer: cover (settled && found && !first && looked_lead < wake_lead && !waits);
    Wraps: cover (settled && !busy && wake_valid && wake_at[AlarmBits-1:0] < now_i[AlarmBits-1:0]);
  end

endmodule
