// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of delay_entry: what raises, lowers and keeps a row's delay, its timer and its
// release; a free row is 0.
// properties: asserts=10 covers=3
// proof: depth=1 NodeBits=4 DelayBits=4 DeadlineBits=6 ReleaseBits=5
// bounded: depth=4 NodeBits=13 DelayBits=16 DeadlineBits=17 ReleaseBits=17
// cover: depth=8 NodeBits=4 DelayBits=4 DeadlineBits=6 ReleaseBits=5
// larger: node numbers and deadlines are compared for equality and stored, delays subtracted and
// larger: compared, at any width. What the row does beside others is proved in delay_limiter.
// assumed: a row that is in use is not allocated; the levels are legal, a notified delay is not 0
// mutant FreeIsZero: s/assign stays         = enable_i \&\& valid_q \&\& !frees/assign stays = enable_i \&\& valid_q/; s/assign valid_d       = stays/assign valid_d = (stays \&\& !frees)/
// mutant ReleaseWhileBlocked: s/(release_q \& {DeadlineBits{keeps_release}})/release_q/
// mutant DelayOrBlocked: s/assign gone      = delay_q == '0 ||/assign gone =/
// mutant RaisedByNotification: s/assign decays    = due \&\& !hit/assign decays = due/
// mutant LowersByDecrement: s/{DelayBits{decays \&\& !borrow}}/{DelayBits{decays}}/; s/assign lowers        = enable_i \&\& decays \&\& !borrow/assign lowers = enable_i \&\& decays/
// mutant HoldsItsDelay: s/assign keeps_delay   = enable_i \&\& !hit/assign keeps_delay = enable_i \&\& !hit \&\& !sends_o/
// mutant TimerExact: s/assign restarts  = hit \&\& (allocate_i || !cfg_free_running_i)/assign restarts = hit/
// mutant TimerExact: s/assign keeps_timer   = stays \&\& !restarts \&\& !due/assign keeps_timer = stays \&\& !restarts \&\& !hit \&\& !due/
// mutant BlocksAndReleases: s/\&\& !blocked_q \&\& sent_valid_i/\&\& sent_valid_i/
// mutant BlocksAndReleases: s/blocked_q \&\& release_q\[ReleaseBits-1:0\] == now_i/blocked_q \&\& !notification_valid_i \&\& release_q[ReleaseBits-1:0] == now_i/
// mutant FreesWhenDone: s/assign frees     = valid_q \&\& !hit \&\& gone \&\& !blocked_d/assign frees = valid_q \&\& gone \&\& !blocked_d/
// mutant SettlesOnChange: s/settles_o = restarts || due/settles_o = restarts/
// mutant SettlesOnChange: s/|| sends_o || ends;/|| sends_o;/

module delay_entry_fv #(
    parameter int unsigned NodeBits = 4,
    parameter int unsigned DelayBits = 4,
    parameter int unsigned DeadlineBits = 6,
    parameter int unsigned ReleaseBits = 5
) (
    input logic                    clk_i, rst_ni, enable_i,
    input logic [DeadlineBits-1:0] now_i, fresh_timer_i, fresh_release_i,
    input logic                    notification_valid_i, allocate_i, sent_valid_i,
    input logic [NodeBits-1:0]     notification_source_i, sent_destination_i,
    input logic [DelayBits-1:0]    raised_i, cfg_decrement_i,
    input logic                    cfg_free_running_i
);

  logic                    valid, blocked, matches, sends, settles;
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
      .allocate_i, .raised_i, .fresh_timer_i, .sent_valid_i, .sent_destination_i,
      .fresh_release_i, .cfg_decrement_i, .cfg_free_running_i, .valid_o(valid),
      .blocked_o(blocked), .destination_o(destination), .delay_o(delay), .timer_o(timer),
      .release_o(free_at), .matches_o(matches), .sends_o(sends), .settles_o(settles)
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
    was_sent          <= sent_valid_i && valid && !blocked && destination == sent_destination_i;
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
    assume (!allocate_i || (!valid && notification_valid_i));
    assume (cfg_decrement_i != '0 && raised_i != '0);
    if (started) begin
      FreeIsZero: assert (valid || {blocked, destination, delay, timer, free_at} == '0);
      ReleaseWhileBlocked: assert (blocked || free_at == '0);
      DelayOrBlocked: assert (!valid || blocked || delay != '0);
    end
    if (was_started) begin
      RaisedByNotification: assert (!(was_hit || was_allocated) ||
                                    (valid && delay == was_raised && destination == was_destination));
      LowersByDecrement: assert (!was_due || was_hit || delay == lowered);
      HoldsItsDelay: assert (was_due || was_hit || was_allocated || delay == was_delay);
      TimerExact: assert (!valid || timer == (fresh ? was_fresh_timer : was_timer));
      BlocksAndReleases: assert (blocked == (was_sent || (was_blocked && !was_ended)) &&
          (!blocked || free_at == (was_sent ? was_fresh_release : was_release)));
      FreesWhenDone: assert (valid == (was_allocated || was_hit ||
          (was_valid && (blocked || (was_due ? lowered : was_delay) != '0))));
      // A harness that sleeps is told of every deadline that is set, moved or gone.
      SettlesOnChange: assert (was_settles || (valid == was_valid && blocked == was_blocked &&
                                               timer == was_timer && free_at == was_release));
    end
    DecaysWhileBlocked: cover (was_started && was_due && blocked && delay != was_delay);
    FreedWithItsRelease: cover (was_started && was_valid && !valid && was_delay == '0);
    NotifiedAtTimer: cover (was_started && was_hit && was_due && was_free_running);
  end

endmodule
