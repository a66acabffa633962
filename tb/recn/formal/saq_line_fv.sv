// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of saq_line: each child is notified once and owes one answer; no leaf while one is
// owed; blocked until what was ahead has left; each child hears whether it is to stop, and is held back only if it knows; freed only as an empty leaf.
// The wrapper keeps its own book of what was notified, answered, returned and heard, and what is ahead.
// properties: asserts=34 covers=7
// proof: depth=1 Children=1 Queues=4 CountBits=3 TimerBits=2
// proof: depth=1 Children=3 Queues=3 CountBits=3 TimerBits=2
// bounded: depth=6 Children=8 Queues=9 CountBits=9 TimerBits=10
// cover: depth=14 Children=1 Queues=4 CountBits=3 TimerBits=2
// larger: children are alike; widths are those of counters and comparators only
// assumed: cfg_* change only while disabled, cfg_go < cfg_stop
// mutant ChildIsOneThing: s/none \& arrived_valid_i \&/arrived_valid_i \&/
// mutant OwedExact: s/(asked_q \& ~answer_valid_i) | taken/asked_q | taken/
// mutant OwedExact: s/(asked_q \& ~answer_valid_i) | taken/(asked_q \& ~(answer_valid_i \& answer_accepted_i)) | taken/
// mutant AcceptedExact: s/answer_valid_i \& answer_accepted_i;/answer_valid_i;/
// mutant AcceptedExact: s/accepts = asked_q \&/accepts = /
// mutant AcceptedExact: s/accepted = (accepted_q \& ~returned_valid_i)/accepted = accepted_q/
// mutant LeafOwesNothing: s/none == '1/(wanted_q | accepted_q) == '0/
// mutant LeafOwesNothing: s/none == '1/(wanted_q | asked_q) == '0/
// mutant NotNotifiedTwice: s/none    = ~(wanted_q | asked_q | accepted_q)/none    = ~(wanted_q | accepted_q)/
// mutant NotNotifiedTwice: s/none    = ~(wanted_q | asked_q | accepted_q)/none    = ~(wanted_q | asked_q)/
// mutant NotifyExact: s/ \&\& retry_q == '0;/;/
// mutant NotifyExact: s/flits_i >= cfg_propagate_i/flits_i > cfg_propagate_i/
// mutant AheadExact: s/left_queue_i == wait_queue_q \&\& //
// mutant AheadExact: s/if (moves) wait_queue_q <= swap_to_i;//
// mutant WaitsForAll: s/drained = wait_packets_q == '0 \&\& /drained = /
// mutant WaitsEnd: s/ \&\& blocking == '0;/;/
// mutant WaitsEnd: s/waits_q \&\& !drained/waits_q \&\& !(drained \&\& left_valid_i)/
// mutant SendExact: s/valid_q \&\& !waits_q \&\& !halted_q/valid_q \&\& !waits_q/
// mutant HaltExact: s/halt_valid_i \&\& !own_q) halted_q <= halt_stop_i/halt_valid_i \&\& !own_q) halted_q <= halted_q || halt_stop_i/
// mutant HaltExact: s/if (halt_valid_i \&\& !own_q)/if (halt_valid_i \&\& !own_q \&\& wanted_q == '0)/
// mutant OwnHearsNothing: s/if (halt_valid_i \&\& !own_q)/if (halt_valid_i)/
// mutant OwnHearsNothing: s/if (halt_valid_i \&\& !own_q)/if (halt_valid_i \&\& !(own_q \&\& wanted_q != '0))/
// mutant HaltExact: s/if (adopt_valid_i) own_q <= 1'b0;//
// mutant HaltExact: s/own_o          = own_q/own_o = own_q \&\& !waits_q/
// mutant StopExact: s/flits_i > cfg_go_i/flits_i >= cfg_go_i/
// mutant ChildrenHear: s/told \& accepted_q \& ~returned_valid_i/told/
// mutant ChildrenHear: Children=2 Queues=3 s/told \& accepted_q \& ~returned_valid_i/told \& {Children{accepted_q != '0}}/
// mutant ChildrenHear: Children=2 Queues=3 s/(accepted_q \& (told_q ^ {Children{stop_q}})) != '0/accepted_q != '0 \&\& told_q != {Children{stop_q}} \&\& (told_q == '0 || !stop_q)/
// mutant ChildrenHear: s/differs \&\& stop_q}/differs \&\& !stop_q}/
// mutant ToldExact: s/told \& accepted_q \& ~returned_valid_i/told/
// mutant ToldExact: s/ | refuses |$/ |/
// mutant ToldExact: s/told_q \& ~accepted_q \& ~accepts/told_q \& ~accepted_q/
// mutant LetInIsNotified: s/ || stop_q) \&\& retry_q/) \&\& retry_q/
// mutant NotifyExact: s/flits_i >= cfg_propagate_i || stop_q/flits_i >= cfg_propagate_i || stop/
// mutant StoppedExact: s/ \& {Children{stop_q}};$/;/
// mutant StoppedExact: s/~(none \& ~told_q \& /~(none \& /
// mutant StoppedExact: Children=2 Queues=3 s/ \& {Children{retry_q == '0}})/)/
// mutant StoppedExact: s/~(none \& ~told_q/~(~told_q/
// mutant TellExact: s/(accepted_q \& (told_q ^ {Children{stop_q}})) != '0/told_q != {Children{stop_q}}/
// mutant FreeableExact: s/leaf \&\& !waits_q \&\& !halted_q \&\& (used_q/leaf \&\& !halted_q \&\& (used_q/
// mutant FreeableExact: s/!halted_q \&\& (used_q/(used_q/
// mutant TellHasHearer: s/if (accepted == '0 || (tell_q/if ((tell_q/
// mutant TellHasHearer: s/if (accepted == '0 || (tell_q/if (accepted_q == '0 || (tell_q/
// mutant FreeableExact: s/(used_q || linger_q == '0)/(linger_q == '0)/
// mutant UsedExact: s/used_q || packets_i != '0/packets_i != '0/
// mutant TimersExact: s/refuses != '0 ? cfg_retry_i : one_less_retry/one_less_retry/
// mutant TimersExact: s/linger_q <= one_less_linger/linger_q <= linger_q/
// mutant MadeExact: s/{asked_q, accepted_q, told_q, retry_q} <= '0;/{asked_q, accepted_q, told_q} <= '0; retry_q <= cfg_linger_i;/
// mutant MadeExact: s/{packets_i != '0, stop} \& {2{enable_i/2'b00 \& {2{enable_i/
// mutant FreedIsReset: s/if (!enable_i || frees || makes)/if (!enable_i || makes)/
// mutant NothingUnlessValid: s/else if (valid_q) begin/else begin/
// mutant StaysUnused: s/else if (valid_q) begin/else begin/
// mutant DisabledIsReset: s/if (!enable_i || frees/if (frees/
// mutant StableUntilTaken: s/(wanted_q \& ~taken) | want/want/
// mutant StableUntilTaken: s/else if (!tell_q) {tell_q/else if (1) {tell_q/
// mutant QuiescentHoldsState: s/ \&\& retry_q == '0 \&\&$/ \&\&/
// mutant QuiescentHoldsState: s/ \&\& (!waits_q || wait_packets_q != '0));/);/
// mutant QuiescentIsSilent: s/(wanted_q == '0 \&\& !tell_q \&\&/(!tell_q \&\&/
// mutant GoBelowStop: @saq_line_fv s/assume (cfg_ok);//
// mutant FreedEmpty: s/free_valid_i \&\& freeable \&\& packets_i == '0/free_valid_i \&\& freeable/
// mutant FreedEmpty: s/free_valid_i \&\& freeable \&\& packets_i == '0/free_valid_i \&\& packets_i == '0/
// mutant MadeOnlyIfUnused: s/make_valid_i \&\& !valid_q/make_valid_i/

// A notification of one child waits as it is.
module child_held (
  input logic clk_i, started_i, enable_i, valid_i, notify_ready_i
);
  stable_until_taken #(.PayloadBits(1)) notify_held (
    .clk_i, .started_i, .enable_i, .valid_i, .ready_i(notify_ready_i), .payload_i(1'b0)
  );
endmodule

module saq_line_fv #(
  parameter int unsigned Children = 1,
  parameter int unsigned Queues = 4,
  parameter int unsigned CountBits = 3,
  parameter int unsigned TimerBits = 2,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned StorageBits = 8 + QueueBits + CountBits + 4 * Children + 2 * TimerBits,
  localparam int unsigned CfgBits = 3 * CountBits + 2 * TimerBits,
  localparam int unsigned LevelBits = 2 + CfgBits + 2 * CountBits + Queues + Children
) (
  input logic                 clk_i, rst_ni, enable_i,
  input logic [CountBits-1:0] cfg_propagate_i, cfg_stop_i, cfg_go_i,
  input logic [TimerBits-1:0] cfg_retry_i, cfg_linger_i,
  input logic                 make_valid_i, left_valid_i, swap_valid_i, halt_valid_i, halt_stop_i,
  input logic                 adopt_valid_i, tell_ready_i, free_valid_i,
  input logic [QueueBits-1:0] make_queue_i, left_queue_i, swap_from_i, swap_to_i,
  input logic [CountBits-1:0] make_packets_i, flits_i, packets_i,
  input logic [Queues-1:0]    blocked_queues_i,
  input logic [Children-1:0]  make_notify_i, arrived_valid_i, answer_valid_i, answer_accepted_i,
  input logic [Children-1:0]  returned_valid_i, notify_ready_i,
  input logic [4:0]           child_i
);

  logic                   valid, waits, may_send, leaf, freeable, stop, is_own, tell_valid, tell_stop;
  logic                   quiescent;
  logic [Children-1:0]    notify_valid, accepted, stopped, o_stopped;
  logic [StorageBits-1:0] registers, last_registers;
  saq_line #(
    .Children(Children), .Queues(Queues), .CountBits(CountBits), .TimerBits(TimerBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_propagate_i, .cfg_stop_i, .cfg_go_i, .cfg_retry_i,
    .cfg_linger_i, .make_valid_i, .make_queue_i, .make_packets_i, .make_notify_i, .flits_i,
    .packets_i, .blocked_queues_i, .left_valid_i, .left_queue_i, .swap_valid_i, .swap_from_i,
    .swap_to_i, .arrived_valid_i, .answer_valid_i, .answer_accepted_i, .returned_valid_i,
    .adopt_valid_i, .halt_valid_i, .halt_stop_i, .notify_ready_i, .tell_ready_i, .free_valid_i,
    .valid_o(valid), .waits_o(waits), .may_send_o(may_send), .leaf_o(leaf), .freeable_o(freeable),
    .stop_o(stop), .stopped_o(stopped), .own_o(is_own),
    .notify_valid_o(notify_valid), .accepted_o(accepted), .tell_valid_o(tell_valid),
    .tell_stop_o(tell_stop), .quiescent_o(quiescent), .formal_state_o(registers)
  );
  logic                 r_valid, used, r_waits, own, halted, r_stop, tell, r_tell_stop;
  logic [QueueBits-1:0] wait_queue;
  logic [CountBits-1:0] wait_packets;
  logic [Children-1:0]  wanted, asked, r_accepted, told;
  logic [TimerBits-1:0] retry, linger;
  assign {r_valid, used, r_waits, own, halted, r_stop, tell, r_tell_stop, wait_queue, wait_packets,
          wanted, asked, r_accepted, told, retry, linger} = registers;

  // The clock before.
  logic                 o_valid, o_used, o_waits, o_own, o_halted, o_stop, o_tell, o_tell_stop;
  logic [QueueBits-1:0] o_wait_queue;
  logic [CountBits-1:0] o_wait_packets;
  logic [Children-1:0]  o_wanted, o_asked, o_accepted, o_told;
  logic [TimerBits-1:0] o_retry, o_linger;
  assign {o_valid, o_used, o_waits, o_own, o_halted, o_stop, o_tell, o_tell_stop, o_wait_queue,
          o_wait_packets, o_wanted, o_asked, o_accepted, o_told, o_retry, o_linger} = last_registers;
  logic                 started, was_started, i_enable, i_make, i_free, i_freed, i_tell_ready;
  logic [QueueBits-1:0] i_make_queue;
  logic [CountBits-1:0] i_make_packets, i_flits, i_packets;
  logic [Children-1:0]  i_make_notify, i_arrived, i_answer, i_answer_accepted, i_ready;
  logic [Queues-1:0]    i_blocked;
  logic [CfgBits-1:0]   cfg, last_cfg;
  assign cfg = {cfg_propagate_i, cfg_stop_i, cfg_go_i, cfg_retry_i, cfg_linger_i};
  initial {started, was_started} = '0;
  always @(posedge clk_i) begin
    started           <= 1'b1;
    was_started       <= started;
    last_registers    <= registers;
    i_make            <= make_valid_i && !valid;
    i_free            <= frees;
    i_freed           <= valid && free_valid_i;
    i_make_queue      <= make_queue_i;
    i_make_packets    <= make_packets_i;
    i_make_notify     <= make_notify_i;
    i_arrived         <= arrived_valid_i;
    o_stopped         <= stopped;
    i_answer          <= answer_valid_i;
    i_answer_accepted <= answer_accepted_i;
  end

  quiescence_properties #(.RegisterBits(StorageBits), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started),
    .idle_i(!make_valid_i && !left_valid_i && !swap_valid_i && !adopt_valid_i && !halt_valid_i && !free_valid_i &&
            {arrived_valid_i, answer_valid_i, returned_valid_i} == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, cfg, flits_i, packets_i, blocked_queues_i, notify_ready_i, tell_ready_i}),
    .registers_i(registers), .event_i(notify_valid != '0 || tell_valid),
    .busy_i(enable_i && tell_valid), .asleep_o(),
    .last_levels_o({i_enable, last_cfg, i_flits, i_packets, i_blocked, i_ready, i_tell_ready})
  );
  // Any one child, the same all the time.
  logic [31:0] all_valid, all_ready;
  logic [4:0]  last_child;
  assign all_valid = {{(32 - Children){1'b0}}, notify_valid};
  assign all_ready = {{(32 - Children){1'b0}}, notify_ready_i};
  always @(posedge clk_i) last_child <= child_i;
  child_held held (
    .clk_i, .started_i(started), .enable_i, .valid_i(all_valid[child_i]),
    .notify_ready_i(all_ready[child_i])
  );
  // A message waits as it is while one of the children that it is for is left.
  logic [Children-1:0] left;
  assign left = accepted & ~returned_valid_i;
  stable_until_taken #(.PayloadBits(1)) tell_held (
    .clk_i, .started_i(started), .enable_i(enable_i && left != '0), .valid_i(tell_valid),
    .ready_i(tell_ready_i), .payload_i(tell_stop)
  );

  logic frees;
  assign frees = free_valid_i && freeable && packets_i == '0;

  // The book: answers owed, SAQs given, packets ahead and in which queue.
  logic [Children-1:0]  owed, given, declined;
  logic [CountBits-1:0] ahead, o_ahead;
  logic [QueueBits-1:0] ahead_queue, o_ahead_queue;
  logic                 b_halted, b_own;  // nobody downstream has asked for the SAQ yet
  // What each child has heard since its notification was taken: from handshakes and accepted_o.
  logic [Children-1:0]  heard, astray;
  logic                 o_astray, o_told_now, o_asks_stop;
  assign astray = accepted & (heard ^ {Children{stop}});
  always @(posedge clk_i) begin
    o_astray      <= astray != '0;
    o_told_now    <= tell_valid;
    o_asks_stop   <= stop;
    o_ahead       <= ahead;
    o_ahead_queue <= ahead_queue;
    if (!started || !enable_i || frees || !valid) begin
      {owed, given, declined, b_halted, heard} <= '0;
      b_own <= started && enable_i && make_valid_i && !valid && make_notify_i != '0;
      {ahead, ahead_queue} <= started && enable_i && make_valid_i && !valid ? {make_packets_i, make_queue_i} : '0;
    end else begin
      if (halt_valid_i && !b_own) b_halted <= halt_stop_i;
      if (adopt_valid_i) b_own <= 1'b0;
      heard <= ((tell_valid && tell_ready_i ? ({Children{tell_stop}} & accepted) | (heard & ~accepted) :
               heard) & ~(notify_valid & notify_ready_i));
      owed  <= (owed & ~answer_valid_i) | (notify_valid & notify_ready_i);
      given <= (given & ~returned_valid_i) | (owed & answer_valid_i & answer_accepted_i);
      declined <= (declined & ~(owed & answer_valid_i)) | (owed & answer_valid_i & ~answer_accepted_i);
      if (left_valid_i && left_queue_i == ahead_queue && ahead != '0) ahead <= ahead - 1'b1;
      if (swap_valid_i && swap_from_i == ahead_queue) ahead_queue <= swap_to_i;
    end
  end

  logic ahead_blocked, runs, refused;
  always_comb begin
    ahead_blocked = 1'b0;
    for (int q = 0; q < Queues; q++)
      if (o_ahead_queue == q[QueueBits-1:0] && i_blocked[q]) ahead_blocked = 1'b1;
    runs    = was_started && i_enable && o_valid && !i_make && !i_free;
    refused = (o_asked & i_answer & ~i_answer_accepted) != '0;
  end

  logic cfg_ok;
  assign cfg_ok  = cfg_go_i < cfg_stop_i;
  always_comb begin
    assume (rst_ni == started);
    if (started) assume (child_i == last_child);
    if (was_started && i_enable) assume (cfg == last_cfg);
    if (started && enable_i) assume (cfg_ok);
    if (started) begin
      ChildIsOneThing: assert (((wanted & asked) | (wanted & accepted) | (asked & accepted)) == '0);
      OwedExact: assert (asked == owed);
      AcceptedExact: assert (accepted == given);
      LeafOwesNothing: assert (leaf == (valid && (owed | given | notify_valid) == '0));
      NotNotifiedTwice: assert ((notify_valid & (owed | given)) == '0);
      NothingUnlessValid: assert (valid || registers == '0);
      AheadExact: assert ({wait_packets, wait_queue} == {ahead, ahead_queue});
      WaitsForAll: assert (!valid || waits || ahead == '0);
      TellHasHearer: assert (!tell_valid || accepted != '0);
      HaltExact: assert (halted == b_halted && own == b_own && is_own == own);
      OwnHearsNothing: assert (!b_own || (!halted && may_send == (valid && !waits)));
      ToldExact: assert (told == ((heard & accepted) | declined) && ((heard & asked) | (declined & given)) == '0);
      // Held back: who has been notified, whatever it answered, or cannot be notified now.
      StoppedExact: assert (stopped == ({Children{stop}} &
          (notify_valid | owed | given | declined | {Children{retry != '0}})));
      SendExact: assert (may_send == (valid && !waits && !b_halted));
      FreeableExact: assert (freeable == (leaf && !waits && !b_halted && (used || linger == '0)));
    end
    if (was_started) begin
      DisabledIsReset: assert (i_enable || registers == '0);
      // A SAQ that was in use and is not any more: freed as an empty leaf that has nothing to tell.
      FreedEmpty: assert (!i_enable || !o_valid || valid || (i_freed && i_packets == '0 &&
          {o_wanted, o_asked, o_accepted, o_waits, o_tell} == '0));
      MadeOnlyIfUnused: assert (!i_enable || !o_valid || i_free || used || !o_used);
      StaysUnused: assert (!i_enable || o_valid || i_make || registers == '0);
      FreedIsReset: assert (!i_enable || !i_free || i_make || registers == '0);
      MadeExact: assert (!i_enable || !i_make || registers == {1'b1, i_packets != '0, 1'b1, i_make_notify != '0, 1'b0,
          i_flits >= last_cfg[2*TimerBits+CountBits+:CountBits], 2'b00, i_make_queue,
          i_make_packets, i_make_notify, {(3 * Children) {1'b0}}, {TimerBits{1'b0}}, last_cfg[TimerBits-1:0]});
      NotifyExact: assert (!runs || notify_valid == ((o_wanted & ~i_ready) |
          (i_arrived & ~(o_wanted | o_asked | o_accepted) & {Children{o_retry == '0 &&
           (o_stop || i_flits >= last_cfg[2*TimerBits+2*CountBits+:CountBits])}})));
      // Whoever brings a packet although the others stop is notified.
      LetInIsNotified: assert (!runs || !o_stop || (i_arrived & ~o_stopped & ~notify_valid) == '0);
      WaitsEnd: assert (!runs || waits == (o_waits && (o_ahead != '0 || ahead_blocked)));
      StopExact: assert (!runs || stop == (i_flits >= last_cfg[2*TimerBits+CountBits+:CountBits] ||
          (o_stop && i_flits > last_cfg[2*TimerBits+:CountBits])));
      // Who has heard otherwise than it is, and nothing is on its way to it: it is told at once.
      ChildrenHear: assert (!runs || !o_astray || o_told_now || accepted == '0 || (tell_valid && tell_stop == o_asks_stop));
      TellExact: assert (!runs || {tell_valid, tell_stop} ==
          (accepted == '0 ? 2'b00 : o_tell ? {2{!i_tell_ready}} & {1'b1, o_tell_stop} :
           {2{o_astray}} & {1'b1, o_stop}));
      UsedExact: assert (!runs || used == (o_used || i_packets != '0));
      TimersExact: assert (!runs || {retry, linger} ==
          {refused ? last_cfg[TimerBits+:TimerBits] : o_retry == '0 ? o_retry : o_retry - 1'b1,
           o_linger == '0 ? o_linger : o_linger - 1'b1});
    end
    Frees: cover (started && enable_i && frees && used);
    FreesUnused: cover (started && enable_i && frees && !used);
    Accepts: cover (was_started && accepted != '0);
    Refused: cover (was_started && runs && refused);
    LetIn: cover (was_started && enable_i && stop && (arrived_valid_i & ~stopped) != '0);
    BehindBlocked: cover (was_started && waits && ahead == '0 && ahead_blocked);
  end

endmodule
