// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of delay_entry: what raises, lowers and keeps a row's delay, its timer and its
// release; a free row is not blocked.
// properties: asserts=9 covers=3
// proof: depth=1 NodeBits=4 DelayBits=4 DeadlineBits=6 ReleaseBits=5
// bounded: depth=4 NodeBits=13 DelayBits=16 DeadlineBits=17 ReleaseBits=17
// cover: depth=8 NodeBits=4 DelayBits=4 DeadlineBits=6 ReleaseBits=5
// larger: node numbers and deadlines are compared for equality and stored, delays subtracted and
// larger: compared, at any width. What the row does beside others is proved in delay_limiter.
// assumed: a row in use is not offered, one that is not offered not allocated; the levels are
// assumed: legal, a notified delay is not 0
// mutant FreeIsNotBlocked: s/assign blocked_d = enable_i \&\& (sends/assign blocked_d = (sends/
// mutant DelayOrBlocked: s/assign gone      = delay_q == '0 ||/assign gone =/
// mutant RaisedByNotification: s/if (offered_i || hit) delay_q/if (offered_i) delay_q/
// mutant LowersByDecrement: s/delay_q <= borrow ? '0 : lowered/delay_q <= lowered/
// mutant HoldsItsDelay: s/else if (due) delay_q/else if (due || sends) delay_q/
// mutant TimerExact: s/assign restarts  = hit \&\& !cfg_free_running_i/assign restarts = hit/
// mutant TimerExact: s/|| restarts || due) timer_q/|| restarts || (due \&\& !hit)) timer_q/
// mutant BlocksAndReleases: s/\&\& !blocked_q \&\& sent_i/\&\& sent_i/
// mutant BlocksAndReleases: s/blocked_q \&\& release_q\[ReleaseBits-1:0\] == now_i/blocked_q \&\& !notification_valid_i \&\& release_q[ReleaseBits-1:0] == now_i/
// mutant FreesWhenDone: s/assign frees     = valid_q \&\& !hit \&\& gone \&\& !blocked_d/assign frees = valid_q \&\& gone \&\& !blocked_d/
// mutant SettlesOnChange: s/settles_o = allocate_i ||/settles_o =/
// mutant SettlesOnChange: s/restarts || due || sends ||/restarts || sends ||/
// mutant SettlesOnChange: s/|| sends || ends;/|| sends;/

module delay_entry_fv #(
    parameter int unsigned NodeBits = 4,
    parameter int unsigned DelayBits = 4,
    parameter int unsigned DeadlineBits = 6,
    parameter int unsigned ReleaseBits = 5
) (
    input logic                    clk_i, rst_ni, enable_i,
    input logic [DeadlineBits-1:0] now_i, fresh_timer_i, fresh_release_i,
    input logic                    notification_valid_i, offered_i, allocate_i, sent_i,
    input logic [NodeBits-1:0]     notification_source_i,
    input logic [DelayBits-1:0]    raised_i, cfg_decrement_i,
    input logic                    cfg_free_running_i
);

  logic                    valid, blocked, matches, settles;
  logic [NodeBits-1:0]     destination;
  logic [DelayBits-1:0]    delay;
  logic [DeadlineBits-1:0] timer, free_at;
  delay_entry #(
      .NodeBits(NodeBits),
      .DelayBits(DelayBits),
      .DeadlineBits(DeadlineBits),
      .ReleaseBits(ReleaseBits)
  ) dut (
      .clk_i, .rst_ni, .enable_i, .now_i, .notification_valid_i, .notification_source_i,
      .offered_i, .allocate_i, .raised_i, .fresh_timer_i, .sent_i,
      .fresh_release_i, .cfg_decrement_i, .cfg_free_running_i, .valid_o(valid),
      .blocked_o(blocked), .destination_o(destination), .delay_o(delay), .timer_o(timer),
      .release_o(free_at), .matches_o(matches), .settles_o(settles)
  );

  logic                    started, was_started, was_valid, was_blocked, was_hit, was_allocated;
  logic                    was_due, was_ended, was_sent, was_settles, was_free_running;
  logic [NodeBits-1:0]     was_destination;
  logic [DelayBits-1:0]    was_delay, was_raised, was_decrement, lowered;
  logic [DeadlineBits-1:0] was_timer, was_fresh_timer, was_release, was_fresh_release;
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin : p_ghost
    started           <= 1'b1;
    was_started       <= started && enable_i;
    was_valid         <= valid;
    was_blocked       <= blocked;
    was_allocated     <= allocate_i;
    was_hit           <= notification_valid_i && valid && destination == notification_source_i;
    was_due           <= valid && timer == now_i;
    was_ended         <= blocked && free_at[ReleaseBits-1:0] == now_i[ReleaseBits-1:0];
    was_sent          <= sent_i && valid && !blocked;
    was_settles       <= settles;
    was_free_running  <= cfg_free_running_i;
    was_destination   <= allocate_i ? notification_source_i : destination;
    was_delay         <= delay;
    was_raised        <= raised_i;
    was_decrement     <= cfg_decrement_i;
    was_timer         <= timer;
    was_fresh_timer   <= fresh_timer_i;
    was_release       <= free_at;
    was_fresh_release <= fresh_release_i;
  end
  assign lowered = was_delay > was_decrement ? was_delay - was_decrement : '0;

  logic fresh;  // the timer starts anew
  assign fresh = was_allocated || was_due || (was_hit && !was_free_running);
  always_comb begin : p_properties
    assume (rst_ni == started);
    assume (!offered_i || (!valid && notification_valid_i));
    assume (!allocate_i || offered_i);
    assume (cfg_decrement_i != '0 && raised_i != '0);
    if (started) begin
      FreeIsNotBlocked: assert (valid || !blocked);
      DelayOrBlocked: assert (!valid || blocked || delay != '0);
    end
    if (was_started) begin
      RaisedByNotification: assert (!(was_hit || was_allocated) ||
                                    (valid && delay == was_raised && destination == was_destination));
      LowersByDecrement: assert (!was_due || was_hit || delay == lowered);
      HoldsItsDelay: assert (!was_valid || was_due || was_hit || delay == was_delay);
      TimerExact: assert (!valid || timer == (fresh ? was_fresh_timer : was_timer));
      BlocksAndReleases: assert (blocked == (was_sent || (was_blocked && !was_ended)) &&
          (!blocked || free_at == (was_sent ? was_fresh_release : was_release)));
      FreesWhenDone: assert (valid == (was_allocated || was_hit ||
          (was_valid && (blocked || (was_due ? lowered : was_delay) != '0))));
      // A harness that sleeps is told of every deadline that is set, moved or gone.
      SettlesOnChange: assert (was_settles || (valid == was_valid && blocked == was_blocked &&
          (!valid || timer == was_timer) && (!blocked || free_at == was_release)));
    end
    DecaysWhileBlocked: cover (was_started && was_due && blocked && delay != was_delay);
    FreedWithItsRelease: cover (was_started && was_valid && !valid && was_delay == '0);
    NotifiedAtTimer: cover (was_started && was_hit && was_due && was_free_running);
  end

endmodule
