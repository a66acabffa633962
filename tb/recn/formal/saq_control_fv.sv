// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of saq_control: a SAQ is in use just while its line is; each notification is answered
// once, ACC just if its SAQ is made or, its own till then, adopted; a swap comes with its SAQ; SAQs are freed empty, with their line;
// a packet that a line matches joins that line's queue, and is held back just if that SAQ says so of its child.
// The wrapper keeps the packets of the queues, as queue_memory does (proved there).
// properties: asserts=47 covers=8
// proof: depth=1 Saqs=2 PoolBits=2 Normals=2 Children=1 Root=0 CountBits=3 TimerBits=1
// proof: depth=1 Saqs=2 PoolBits=2 Normals=1 Children=2 Root=1 CountBits=3 TimerBits=1
// bounded: depth=4 Saqs=2 PoolBits=4 Normals=1 Children=3 Root=1 CountBits=4 TimerBits=3
// bounded: depth=3 Saqs=4 PoolBits=6 Normals=1 Children=2 Root=1 CountBits=4 TimerBits=2
// cover: depth=14 Saqs=2 PoolBits=2 Normals=2 Children=1 Root=0 CountBits=3 TimerBits=1
// larger: SAQs are alike, and so are children; widths are those of counters and comparators. Not inductive with 4 SAQs: of three lines and more path_cam's order is to be assumed, too; with 8 SAQs and children, two clocks take more than 100 seconds
// assumed: packets leave queues that have one, begin only as answered, no count overflows, no flits without packets; messages are held until ready, masks are runs of ones, a detection's path is covered by none; cfg_* change only while disabled, cfg_go < cfg_stop, cfg_detect + cfg_stop is a number of CountBits
// mutant LineIsSaq: s/free_now = free_offer \&\& free_may \&\&/free_now = free_offer \&\&/
// mutant UnusedIsEmpty: s/ \&\& !(match_hit \&\& match_line == free_saq);/;/
// mutant MatchInUse: @path_cam s/assign match\[i\]       = seen\[i\]/assign match[i] = 1'b1/
// mutant JoinsItsLines: s/saq_queue |= QueueBits'(Normals + s)/saq_queue |= QueueBits'(Queues - 1 - s)/
// mutant JoinsItsLines: s/saq_queue |= QueueBits'(Normals + s)/saq_queue |= QueueBits'(\&saq_valid_o \&\& !free_offer ? Queues - 1 - s : Normals + s)/
// mutant StopsItsLine: s/match_stopped_o = match_hit \&\& stops/match_stopped_o = stops/
// mutant StopsItsLine: s/if (match_line == SaqBits'(s) \&\& child_q/if (child_q/
// mutant StopsItsLine: Normals=1 Children=2 Root=1 s/ \&\& child_q == ChildBits'(c) \&\& stopped/ \&\& stopped/
// mutant StopsItsLine: Normals=1 Children=2 Root=1 s/stopped\[s\*Children+c\])$/stopped[c])/
// mutant CoverIsInUse: @path_cam s/assign begins\[i\]      = seen\[i\] \&\&/assign begins[i] =/
// mutant FoundIsFirst: @saq_control_fv s/ \&\& notice_mask_i == 1'b1//
// mutant FoundIsLine: @path_cam s/assign begins\[i\]      = seen\[i\] \&\&/assign begins[i] =/
// mutant SendsInUse: @message_sender s/says || withdrawn || freed)/says || withdrawn)/
// mutant SilentUnlessValid: @saq_line s/notify_valid_o = wanted_q;/notify_valid_o = wanted_q | {Children{left_valid_i}};/
// mutant PathsNormal: s/path_normal_q <= notice_normal_i/path_normal_q <= packet_normal_i/
// mutant JoinsNormal: s/normal_q      <= packet_normal_i/normal_q <= notice_normal_i/
// mutant SwapWasAllowed: s/ \&\& swap_may_i)/)/
// mutant SwapWasAllowed: s/(notice_kind_i == Detect \&\& swap_may_i)/(notice_kind_i == Detect \&\& (swap_may_i || reply_valid_i))/
// mutant AnswerHasPlace: s/(!answer_valid_o \&\& !free_now)/(!free_now)/
// mutant AnswerHasPlace: s/(!answer_valid_o \&\& !free_now)/(!answer_valid_o)/
// mutant MadeIsNew: s/path_insert_i(look_notice \&\& (notice_kind_i == Notif/path_insert_i(look_notice \&\& (notice_kind_i != Detect/
// mutant FoundIfLooked: s/path_valid_i(look_notice ||/path_valid_i(notice_valid_i ||/
// mutant LooksApart: s/look_reply  = !looks_q \&\&/look_reply =/
// mutant LooksApart: s/look_notice = !looks_q \&\&/look_notice =/
// mutant LooksAtKind: s/look_reply ? reply_kind_i : notice_kind_i/notice_kind_i/
// mutant LooksAtHeld: @saq_control_fv s/assume (notice == last_notice);//
// mutant HeldUntilReady: @saq_control_fv s/assume (notice == last_notice);//
// mutant SwapWithSaq: s/swap_valid_o  = made \&\& is_detect/swap_valid_o = is_detect/
// mutant SwapWithSaq: s/swap_valid_o  = made \&\& is_detect/swap_valid_o = made/
// mutant SwapWithMake: s/swap_valid_o  = made \&\& is_detect/swap_valid_o = is_detect/
// mutant Answered: s/respond_kind_i(made || adopted ? Acc : Rej)/respond_kind_i(found_exact ? Rej : Acc)/
// mutant Answered: s/respond_kind_i(made || adopted ? Acc : Rej)/respond_kind_i(made ? Acc : Rej)/
// mutant Answered: s/\&\& own\[s\]) adopted/) adopted/
// mutant OwnExact: s/adopt_valid_i(adopted), /adopt_valid_i(1'b0), /
// mutant OwnExact: s/adopt_saq_i(found_line)/adopt_saq_i(~found_line)/
// mutant OwnExact: s/if (of_notif \&\& found_exact/if (notice_ready_o \&\& found_exact/
// mutant OwnExact: s/make_notify_i({Children{is_detect}})/make_notify_i({Children{!is_detect}})/
// mutant Answered: s/respond_mask_i(notice_mask_i)/respond_mask_i(reply_mask_i)/
// mutant AnswerWasAsked: s/respond_valid_i(of_notif)/respond_valid_i(notice_ready_o)/
// mutant FreedWithLine: s/free_valid_i(free_now), .free_saq_i(free_saq)/free_valid_i(free_offer), .free_saq_i(free_saq)/
// mutant MadeWithLine: s/make_saq_i(found_line)/make_saq_i(~found_line)/
// mutant DisabledIsReset: s/else if (!enable_i) {looks_q/else if (!enable_i \&\& !reply_valid_i) {looks_q/
// mutant QuiescentHoldsState: s/!looks_q \&\& freeable == '0;/!looks_q;/
// mutant QuiescentIsSilent: s/quiescent_root \&\& quiescent_sender \&\&/quiescent_root \&\&/
// mutant StableUntilTaken: @message_sender s/notify_q \& ~notify_ready_i/notify_ready_i/
// mutant LinesHaveMasks: @saq_control_fv s/assume (masks_ok);//
// mutant MaskIsPrefix: @saq_control_fv s/assume (masks_ok);//
// mutant FreedWasValid: s/free_line_i(free_saq)/free_line_i(~free_saq)/
// mutant ReadIsValid: s/read_line_i(read_saq)/read_line_i(~read_saq)/
// mutant BeganInUse: s/began_queue = match_hit ? saq_queue : normal/began_queue = saq_queue/
// mutant CoverInUse: s/make_cover_i(found_cover)/make_cover_i(~found_cover)/
// mutant NormalIsNormal: @saq_control_fv s/assume (packet_normal_i < Normals.*//
// mutant FreeWithoutBegin: s/ \&\& !(match_hit \&\& match_line == free_saq);/;/
// mutant GoBelowStop: @saq_control_fv s/assume (cfg_go_i < cfg_stop_i);//
// mutant MadeOnlyIfEmpty: @saq_control_fv s/assume (flits_ok);//
// mutant StoredWasMatched: @saq_control_fv s/assume (!store_valid_i || match_valid);//
// mutant NormalExists: @saq_control_fv s/assume (packet_normal_i < Normals.*//
// mutant DetectionUncovered: @saq_control_fv s/ \&\& notice_mask_i == 1'b1//
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/makes   = !valid;/makes = !valid \&\& reply_valid_i;/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/.free_valid_i(1'b0), .valid_o(valid)/.free_valid_i(free_now), .valid_o(valid)/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/began \&\& !match_hit \&\& child_q/began \&\& child_q/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/child_q == ChildBits'(c)/packet_child_i == ChildBits'(c)/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/root_stop = cfg_detect_i + cfg_stop_i/root_stop = cfg_stop_i/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/root_go   = cfg_detect_i + cfg_go_i/root_go = cfg_go_i/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/cfg_propagate_i(cfg_detect_i)/cfg_propagate_i/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/{Children{wanted_ready\[Saqs\]}}/{Children{tell_ready[Saqs]}}/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/answers \&\& of_root/answers/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/returns \&\& of_root/answers \&\& of_root/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/answered\[c\] = kind_q == Acc/answered[c] = kind_q == Dealloc/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/.accepted_o(accepted\[Saqs\*Children+:Children\])/.accepted_o()/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/.tell_stop_o(tell_stop\[Saqs\])/.tell_stop_o()/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/.tell_ready_i(tell_ready\[Saqs\])/.tell_ready_i(1'b0)/
// mutant RootIsWired: Normals=1 Children=2 Root=1 s/.flits_i(queue_flits_i\[CountBits-1:0\])/.flits_i(queue_flits_i[CountBits+:CountBits])/
// mutant DetectionCanBe: @saq_control_fv Normals=1 s/assume (notice_kind_i != 2'd3.*//

module saq_control_fv #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 3,
  parameter int unsigned Normals = 2,
  parameter int unsigned Children = 1,
  parameter int unsigned Root = 0,
  parameter int unsigned CountBits = 3,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned Lines = Saqs + Root,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned SaqBits = $clog2(Saqs),
  localparam int unsigned LineBits = $clog2(Lines),
  localparam int unsigned ChildBits = Children > 1 ? $clog2(Children) : 1,
  localparam int unsigned SenderBits = 6 + LineBits + Children,
  localparam int unsigned RootBits = 8 + QueueBits + CountBits + 4 * Children + 2 * TimerBits,
  localparam int unsigned FormalBits = Saqs * (2 * Children + 4) + 8 + 3 * SaqBits + QueueBits + SenderBits +
    RootBits,
  localparam int unsigned CfgBits = 1 + 4 * CountBits + 2 * TimerBits
) (
  input logic                        clk_i, rst_ni, enable_i, cfg_more_specific_i,
  input logic [CountBits-1:0]        cfg_detect_i, cfg_propagate_i, cfg_stop_i, cfg_go_i,
  input logic [TimerBits-1:0]        cfg_retry_i, cfg_linger_i,
  input logic                        packet_valid_i, store_valid_i, left_valid_i, notice_valid_i,
  input logic                        reply_valid_i, answer_ready_i, swap_may_i,
  input logic [PoolBits-1:0]         packet_turns_i, notice_turns_i, notice_mask_i, reply_turns_i,
  input logic [PoolBits-1:0]         reply_mask_i,
  input logic [QueueBits-1:0]        packet_normal_i, left_queue_i, notice_normal_i,
  input logic [ChildBits-1:0]        packet_child_i, reply_child_i,
  input logic [Queues*CountBits-1:0] queue_flits_i,
  input logic [1:0]                  notice_kind_i, reply_kind_i,
  input logic [Children-1:0]         notify_ready_i, one_child_i
);

  logic                match_valid, swap_valid, notice_ready, reply_ready, answer_valid, full_valid;
  logic                match_stopped;
  logic                quiescent;
  logic [QueueBits-1:0] match_queue, swap_from, swap_to;
  logic [Children-1:0] notify_valid;
  logic [1:0]          notify_kind, answer_kind;
  logic [PoolBits-1:0] notify_turns, notify_mask, answer_turns, answer_mask;
  logic [Saqs-1:0]     valid, waits, may_send, leaf, stop;
  logic [FormalBits-1:0] registers;
  logic [Queues*CountBits-1:0] book;
  saq_control #(
    .Saqs(Saqs), .PoolBits(PoolBits), .Normals(Normals), .Children(Children), .Root(Root),
    .CountBits(CountBits), .TimerBits(TimerBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i, .cfg_detect_i, .cfg_propagate_i, .cfg_stop_i,
    .cfg_go_i, .cfg_retry_i, .cfg_linger_i, .packet_valid_i, .packet_turns_i, .packet_normal_i,
    .packet_child_i, .store_valid_i, .queue_flits_i, .queue_packets_i(book), .left_valid_i,
    .left_queue_i, .notice_valid_i, .notice_kind_i, .notice_turns_i, .notice_mask_i,
    .notice_normal_i, .swap_may_i, .reply_valid_i, .reply_kind_i, .reply_turns_i, .reply_mask_i,
    .reply_child_i, .notify_ready_i, .answer_ready_i, .match_valid_o(match_valid),
    .match_queue_o(match_queue), .match_stopped_o(match_stopped), .swap_valid_o(swap_valid), .swap_from_o(swap_from),
    .swap_to_o(swap_to), .notice_ready_o(notice_ready), .reply_ready_o(reply_ready),
    .notify_valid_o(notify_valid), .notify_kind_o(notify_kind), .notify_turns_o(notify_turns),
    .notify_mask_o(notify_mask), .answer_valid_o(answer_valid), .answer_kind_o(answer_kind),
    .answer_turns_o(answer_turns), .answer_mask_o(answer_mask), .saq_valid_o(valid),
    .saq_waits_o(waits), .saq_may_send_o(may_send), .saq_leaf_o(leaf), .saq_stop_o(stop),
    .full_valid_o(full_valid), .quiescent_o(quiescent), .formal_state_o(registers)
  );

  logic [Saqs-1:0]       line_valid, line_masks;
  logic                  looks, of_reply, found_exact, found_covered, found_made, match_hit;
  logic [1:0]            kind;
  logic [SaqBits-1:0]    match_line, found_line, found_cover;
  logic [SenderBits-1:0] sender;
  logic [QueueBits-1:0]  path_normal;
  logic [Saqs*Children-1:0] wanted, stopped;
  logic [Saqs-1:0]       tell_wanted, own;
  logic [RootBits-1:0]   root;
  logic                  read_q, send_q, free_q, tell_q, want_q;
  logic [LineBits-1:0]   line_q;
  assign {stopped, line_masks, line_valid, looks, of_reply, kind, found_exact, found_covered, found_made, match_hit,
          match_line, found_line, found_cover, path_normal, sender, wanted, tell_wanted, own, root} = registers;
  // Kind and queue of the path say nothing unless one was looked for.
  logic [FormalBits-1:0] said;
  assign said = {line_masks & line_valid, line_valid, looks, of_reply, kind & {2{looks}}, found_exact, found_covered,
                 found_made, match_hit, match_line, found_line, found_cover, path_normal & {QueueBits{looks && !of_reply}}, sender,
                 wanted, tell_wanted, own, root};

  // The root's line.
  logic                 root_valid, root_stop, root_tells, root_tells_stop;
  logic                 root_used;
  logic [2:0]           root_unused;
  logic [QueueBits-1:0] root_wait;
  logic [CountBits-1:0] root_ahead;
  logic [TimerBits-1:0] root_retry, root_linger;
  logic [Children-1:0]  root_wanted, root_asked, root_accepted, root_told;
  assign {root_valid, root_used, root_unused, root_stop, root_tells, root_tells_stop, root_wait, root_ahead,
          root_wanted, root_asked, root_accepted, root_told, root_retry, root_linger} = root;
  assign {read_q, send_q, free_q, tell_q, want_q} = sender[SenderBits-1-:5];
  assign line_q = sender[Children+1+:LineBits];

  // The packets of each queue.
  logic [Queues*CountBits-1:0] next_book;
  logic [CountBits-1:0]        moved;
  logic                        begins;
  assign begins = store_valid_i && match_valid;
  always_comb begin
    moved = '0;
    for (int q = 0; q < Queues; q++) begin
      next_book[q*CountBits+:CountBits] = book[q*CountBits+:CountBits] +
          {{(CountBits-1){1'b0}}, begins && match_queue == q[QueueBits-1:0]} -
          {{(CountBits-1){1'b0}}, left_valid_i && left_queue_i == q[QueueBits-1:0]};
      if (swap_from == q[QueueBits-1:0]) moved = next_book[q*CountBits+:CountBits];
    end
  end

  logic                 started, was_started, i_enable, i_looks, i_notice, i_reply, i_notif, i_made;
  logic                 o_answer, o_free_step, i_swap, i_adopts;
  logic [Saqs-1:0]      b_own, adopts;  // made by a detection, and not notified since
  logic [Saqs-1:0]      o_valid, o_line;
  logic [CfgBits-1:0]   cfg, last_cfg;
  logic [PoolBits-1:0]  i_turns, i_mask;
  logic [SaqBits-1:0]   i_found;
  logic [QueueBits-1:0] i_swap_to, i_normal;
  logic [ChildBits-1:0] i_child;
  logic [3+2*PoolBits+QueueBits-1:0] notice, last_notice;
  logic [2+2*PoolBits+ChildBits-1:0] reply, last_reply;
  logic [Children-1:0]  last_child;
  logic [Queues*CountBits-1:0] o_book;
  initial {started, was_started} = '0;
  assign cfg = {cfg_more_specific_i, cfg_detect_i, cfg_propagate_i, cfg_stop_i, cfg_go_i, cfg_retry_i,
                cfg_linger_i};
  assign notice = {notice_valid_i, notice_kind_i, notice_turns_i, notice_mask_i, notice_normal_i};
  assign reply  = {reply_kind_i, reply_turns_i, reply_mask_i, reply_child_i};
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    i_looks     <= looks;
    i_notice    <= notice_valid_i && !notice_ready;
    i_reply     <= reply_valid_i && !reply_ready;
    i_notif     <= looks && !of_reply && kind == 2'd0;
    i_made      <= looks && !of_reply && found_made;
    i_adopts    <= adopts != '0;
    b_own       <= started && enable_i ? (b_own & ~adopts & ~pending) | (kind == 2'd3 ? pending : '0) : '0;
    i_found     <= found_line;
    i_turns     <= notice_turns_i;
    i_mask      <= notice_mask_i;
    i_swap      <= swap_valid;
    i_swap_to   <= swap_to;
    o_answer    <= answer_valid;
    o_valid     <= valid;
    o_line      <= line_valid;
    o_book      <= book;
    last_notice <= notice;
    last_reply  <= reply;
    last_child  <= one_child_i;
    for (int q = 0; q < Queues; q++) begin
      if (!started || !enable_i) book[q*CountBits+:CountBits] <= '0;
      else if (swap_valid && swap_to == q[QueueBits-1:0]) book[q*CountBits+:CountBits] <= moved;
      else if (swap_valid && swap_from == q[QueueBits-1:0]) book[q*CountBits+:CountBits] <= '0;
      else book[q*CountBits+:CountBits] <= next_book[q*CountBits+:CountBits];
    end
  end

  // What holds in every clock.
  logic [Saqs-1:0] pending;  // a line whose SAQ is made in this clock
  logic unused_empty, line_is_saq, match_in_use, cover_in_use, sends_in_use, found_is_line, freed_ok;
  logic silent, made_ok, detect_ok, stops;
  always_comb begin
    unused_empty = 1'b1;
    pending      = '0;
    adopts       = '0;
    match_in_use = !match_hit;
    stops        = 1'b0;
    for (int s = 0; s < Saqs; s++)
      for (int c = 0; c < Children; c++)
        if (match_line == s[SaqBits-1:0] && i_child == c[ChildBits-1:0] && stopped[s*Children+c])
          stops = 1'b1;
    cover_in_use = 1'b0;
    sends_in_use = !read_q && !send_q;
    found_is_line = 1'b0;
    freed_ok     = 1'b1;
    made_ok      = 1'b1;
    silent       = 1'b1;
    detect_ok    = match_hit || match_queue < Normals[QueueBits-1:0];
    for (int s = 0; s < Saqs; s++) begin
      if (looks && !of_reply && found_made && found_line == s[SaqBits-1:0]) pending[s] = 1'b1;
      if (looks && !of_reply && kind == 2'd0 && found_exact && found_line == s[SaqBits-1:0] && valid[s] &&
          b_own[s]) adopts[s] = 1'b1;
      if (!valid[s] && {wanted[s*Children+:Children], tell_wanted[s], waits[s]} != '0)
        silent = 1'b0;
      if (!valid[s] && book[(Normals+s)*CountBits+:CountBits] != '0) unused_empty = 1'b0;
      if (match_hit && {1'b0, match_queue} == Normals[QueueBits:0] + s[QueueBits:0] && valid[s])
        match_in_use = 1'b1;
      if (found_cover == s[SaqBits-1:0] && valid[s] && !pending[s]) cover_in_use = 1'b1;
      if (found_line == s[SaqBits-1:0] && (valid[s] || pending[s])) found_is_line = 1'b1;
      if (line_q == s[LineBits-1:0] && valid[s]) sends_in_use = 1'b1;
      // Freed: with its line, without a packet, and DEALLOC is said.
      if (i_enable && o_valid[s] && !valid[s] && !(o_line[s] && !line_valid[s] && !o_answer &&
          answer_valid && answer_kind == 2'd2 && o_book[(Normals+s)*CountBits+:CountBits] == '0 &&
          book[(Normals+s)*CountBits+:CountBits] == '0)) freed_ok = 1'b0;
      // Made: just if its line was.
      if (i_enable && (!o_valid[s] && valid[s]) != (i_made && i_found == s[SaqBits-1:0]))
        made_ok = 1'b0;
    end
    if (Root == 1 && {1'b0, line_q} == Saqs[LineBits:0]) sends_in_use = !free_q;
    line_is_saq = line_valid == (valid | pending) && (valid & pending) == '0;
  end

  logic [CfgBits-1:0]         l_cfg;
  logic                       l_enable, l_may, l_answer;
  logic [Children-1:0]        l_notify;
  logic [2*Queues*CountBits-1:0] l_queues;
  quiescence_properties #(
    .RegisterBits(FormalBits + 4 * Saqs), .LevelBits(3 + CfgBits + 2 * Queues * CountBits + Children)
  ) quiescence (
    .clk_i, .started_i(started),
    .idle_i({packet_valid_i, store_valid_i, left_valid_i, notice_valid_i, reply_valid_i} == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, cfg, queue_flits_i, book, swap_may_i, notify_ready_i, answer_ready_i}),
    .registers_i({said, valid, waits, may_send, leaf}),  // the lines' others in saq_set_fv
    .event_i({match_valid, swap_valid, full_valid, answer_valid} != '0 || notify_valid != '0),
    .busy_i(enable_i && valid != '0), .asleep_o(),
    .last_levels_o({l_enable, l_cfg, l_queues, l_may, l_notify, l_answer})
  );
  control_held #(.Payload(2 + 2 * PoolBits)) held (
    .clk_i, .started_i(started), .enable_i, .notify_valid_i((notify_valid & one_child_i) != '0),
    .notify_ready_i((notify_ready_i & one_child_i) != '0), .answer_valid_i(answer_valid),
    .answer_ready_i, .notify_i({notify_kind, notify_turns, notify_mask}),
    .answer_i({answer_kind, answer_turns, answer_mask})
  );

  assign i_enable = l_enable;
  assign last_cfg = l_cfg;

  logic packets_ok, flits_ok, masks_ok, stop_fits;
  assign stop_fits = Root == 0 || {1'b0, cfg_detect_i} + {1'b0, cfg_stop_i} < {1'b1, {CountBits{1'b0}}};
  always_comb begin
    packets_ok = !left_valid_i || {1'b0, left_queue_i} < Queues[QueueBits:0];
    flits_ok   = 1'b1;
    for (int q = 0; q < Queues; q++) begin
      if (left_valid_i && left_queue_i == q[QueueBits-1:0] && book[q*CountBits+:CountBits] == '0)
        packets_ok = 1'b0;
      if (begins && match_queue == q[QueueBits-1:0] && &book[q*CountBits+:CountBits])
        packets_ok = 1'b0;
      if (book[q*CountBits+:CountBits] == '0 && queue_flits_i[q*CountBits+:CountBits] != '0)
        flits_ok = 1'b0;
    end
    masks_ok = (notice_mask_i & (notice_mask_i + 1'b1)) == '0 && notice_mask_i[0] &&
               (reply_mask_i & (reply_mask_i + 1'b1)) == '0 && (Root == 1 || reply_mask_i[0]);
  end

  // The root, a clock later: who is to be notified, who was, who has answered; what was said of it.
  logic [Children-1:0] arrived, answered, returned, i_arrived, i_answered, i_returned, taken;
  logic [Children-1:0] o_wanted, o_asked, o_accepted;
  logic [CountBits-1:0] i_flits;
  logic                 o_root_valid, o_used, o_stop, o_tells, o_tells_stop, o_says, o_want, i_accepts, refused;
  logic [TimerBits-1:0] o_retry;
  logic [4:1]           root_ok;
  always_comb begin
    for (int c = 0; c < Children; c++) begin
      arrived[c]  = begins && !match_hit && i_child == c[ChildBits-1:0];
      answered[c] = reply_ready && reply_mask_i == '0 && reply_child_i == c[ChildBits-1:0] &&
                    reply_kind_i != 2'd2;
      returned[c] = reply_ready && reply_mask_i == '0 && reply_child_i == c[ChildBits-1:0] &&
                    reply_kind_i == 2'd2;
    end
  end
  always @(posedge clk_i) begin
    i_child      <= packet_child_i;
    i_normal     <= packet_normal_i;
    i_arrived    <= arrived;
    i_answered   <= answered;
    i_returned   <= returned;
    i_accepts    <= reply_kind_i == 2'd0;
    o_root_valid <= root_valid;
    {o_wanted, o_asked, o_accepted, o_retry} <= {root_wanted, root_asked, root_accepted, root_retry};
    {o_used, o_stop, o_tells, o_tells_stop}  <= {root_used, root_stop, root_tells, root_tells_stop};
    o_says <= Root == 1 && send_q && !free_q && {1'b0, line_q} == Saqs[LineBits:0] && notify_valid == '0;
    o_want <= want_q;
  end
  assign taken   = o_wanted & {Children{o_says && o_want}};
  assign refused = (o_asked & i_answered) != '0 && !i_accepts;
  assign i_flits = l_queues[Queues*CountBits+:CountBits];  // flits, then packets
  always_comb begin
    root_ok[1] = root_wanted == ((o_wanted & ~taken) | (~(o_wanted | o_asked | o_accepted) & i_arrived &
                 {Children{(i_flits >= cfg_detect_i || o_stop) && o_retry == '0}}));
    root_ok[2] = root_asked == ((o_asked & ~i_answered) | taken) &&
                 root_accepted == ((o_accepted & ~i_returned) |
                                   (o_asked & i_answered & {Children{i_accepts}})) &&
                 root_retry == (refused ? cfg_retry_i : o_retry - TimerBits'(o_retry != '0));
    root_ok[3] = !o_says || ({notify_turns, notify_mask} == '0 && (o_want ?
                 notify_valid == o_wanted && notify_kind == 2'd0 :
                 notify_valid == (o_accepted & {Children{o_tells}}) && (!o_tells || !root_tells) &&
                 (notify_valid == '0 || notify_kind == (o_tells_stop ? 2'd1 : 2'd2))));
    root_ok[4] = root_used == (o_used || l_queues[CountBits-1:0] != '0) &&
                 root_stop == (i_flits >= cfg_detect_i + cfg_stop_i || (o_stop && i_flits > cfg_detect_i + cfg_go_i));
    // It is made at once, and nobody has heard of it.
    if (!o_root_valid) root_ok[4:1] = {4{{root_wanted, root_asked, root_accepted, root_told, root_retry, root_tells} == '0 &&
                                         root_used == (l_queues[CountBits-1:0] != '0) && root_stop == (i_flits >= cfg_detect_i + cfg_stop_i)}};
    if (!was_started || !i_enable || !enable_i || Root == 0) root_ok = '1;  // settings may change
  end
  logic root_there;
  assign root_there = Root == 0 || !was_started || !i_enable || !enable_i || root_valid;

  always_comb begin
    assume (rst_ni == started);
    assume (one_child_i != '0 && (one_child_i & (one_child_i - 1'b1)) == '0);
    if (started) assume (one_child_i == last_child);
    if (was_started && i_enable) assume (cfg == last_cfg);
    if (started && enable_i) begin
      assume (cfg_go_i < cfg_stop_i);
      assume (packets_ok);
      assume (flits_ok);
      assume (masks_ok);
      assume (stop_fits);
      assume (!store_valid_i || match_valid);
      assume (packet_normal_i < Normals[QueueBits-1:0] && notice_normal_i < Normals[QueueBits-1:0]);
      assume (notice_kind_i != 2'd3 || (Normals > 1 && notice_mask_i == 1'b1));
      if (was_started && i_enable && i_notice) assume (notice == last_notice);
      if (was_started && i_enable && i_reply) assume (reply_valid_i && reply == last_reply);
    end
    if (started) begin
      LineIsSaq: assert (line_is_saq);
      UnusedIsEmpty: assert (unused_empty);
      MatchInUse: assert (match_in_use && detect_ok && (match_valid || !match_hit));
      JoinsItsLines: assert (!match_hit ||
          {1'b0, match_queue} == Normals[QueueBits:0] + {{(QueueBits+1-SaqBits){1'b0}}, match_line});
      StopsItsLine: assert (match_stopped == (match_hit && stops));
      CoverIsInUse: assert (!(looks && !of_reply && kind == 2'd0 && found_made && found_covered) || cover_in_use);
      FoundIsFirst: assert (!(looks && !of_reply && kind == 2'd3) || !found_covered);
      FoundIsLine: assert (!found_exact || !looks || found_is_line);
      SendsInUse: assert (sends_in_use && !(read_q && send_q) &&
                          {free_q, tell_q, want_q} == (!read_q && !send_q ? 3'b000 : free_q ? 3'b100 :
                                                       tell_q ? 3'b010 : 3'b001));
      SilentUnlessValid: assert (silent);
      OwnExact: assert (own == (b_own & valid));
      PathsNormal: assert (!looks || of_reply || !enable_i || path_normal == notice_normal_i);
      AnswerHasPlace: assert (!(looks && !of_reply && kind == 2'd0) || !answer_valid);
      MadeIsNew: assert (!found_made || (looks && !of_reply && (kind == 2'd0 || kind == 2'd3)));
      FoundIfLooked: assert (looks || {of_reply, found_exact, found_covered, found_line, found_cover} == '0);
      LooksAtKind: assert (!looks || !enable_i || (of_reply ? kind == reply_kind_i : kind == notice_kind_i));
      LooksAtHeld: assert (!looks || (of_reply ? reply_valid_i : notice_valid_i) || !enable_i);
      SwapWithSaq: assert (!swap_valid || (pending != '0 && kind == 2'd3 &&
                                           (!enable_i || swap_from == notice_normal_i)));
    end
    if (started) begin
      DisabledIsReset: assert ((was_started && i_enable) || {valid, waits, said, book} == '0);
      LinesHaveMasks: assert ((line_valid & ~line_masks) == '0);
    end
    if (was_started) begin
      Answered: assert (!i_enable || !i_notif || (answer_valid && answer_turns == i_turns &&
                        answer_mask == i_mask && answer_kind == {1'b0, !i_made && !i_adopts}));
      AnswerWasAsked: assert (!answer_valid || o_answer || i_notif || answer_kind == 2'd2);
      FreedWithLine: assert (freed_ok);
      MadeWithLine: assert (made_ok);
      LooksApart: assert (!i_enable || !looks || !i_looks);
      SwapWasAllowed: assert (!i_enable || !swap_valid || l_may);
      JoinsNormal: assert (!match_valid || match_hit || match_queue == i_normal);
    end
    RootIsWired: assert (root_there && &root_ok && (!started || root_tells || !root_tells_stop));
    Makes: cover (was_started && i_made && i_enable && answer_valid);
    Frees: cover (was_started && i_enable && o_valid[0] && !valid[0]);
    Swaps: cover (was_started && i_swap && i_enable);
    Adopts: cover (was_started && i_enable && i_adopts && answer_valid && answer_kind == 2'd0);
    Refuses: cover (was_started && answer_valid && answer_kind == 2'd1);
    AllUsed: cover (started && &valid);
    LetIn: cover (started && enable_i && begins && match_hit && !match_stopped && match_line == '0 && stop[0]);
  end

endmodule

// The message for one child, and the answer, wait as they are.
module control_held #(
  parameter int unsigned Payload = 8
) (
  input logic clk_i, started_i, enable_i, notify_valid_i, notify_ready_i, answer_valid_i,
  input logic answer_ready_i,
  input logic [Payload-1:0] notify_i, answer_i
);
  stable_until_taken #(.PayloadBits(Payload)) notify_held (
    .clk_i, .started_i, .enable_i, .valid_i(notify_valid_i), .ready_i(notify_ready_i),
    .payload_i(notify_i)
  );
  stable_until_taken #(.PayloadBits(Payload)) answer_held (
    .clk_i, .started_i, .enable_i, .valid_i(answer_valid_i), .ready_i(answer_ready_i),
    .payload_i(answer_i)
  );
endmodule
