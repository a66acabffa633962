// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of saq_set: SAQs never wait in a circle, nor for more packets than there are; one that
// is freed has none, and nobody waits for any of it; the marker is exact; events reach their line only.
// The wrapper keeps the packets of the queues, as queue_memory does (proved there).
// properties: asserts=29 covers=6
// proof: depth=1 Saqs=3 Normals=1 Children=1 CountBits=3 TimerBits=1
// proof: depth=1 Saqs=3 Normals=2 Children=2 CountBits=3 TimerBits=1
// bounded: depth=5 Saqs=3 Normals=8 Children=4 CountBits=9 TimerBits=10
// cover: depth=12 Saqs=3 Normals=1 Children=1 CountBits=3 TimerBits=1
// larger: what a SAQ waits for was in use before it was made, or is a queue that became its SAQ as that was made: so no more SAQs give a new kind of circle; widths are those of saq_line
// assumed: packets leave queues that have one, begin in normal queues and SAQs in use, no count overflows; no flits without packets; a SAQ is made behind a normal queue or another SAQ in use, with an empty queue; a swap comes with the SAQ that is made; a SAQ is not freed as a packet begins in it; cfg_* change only while disabled, cfg_go < cfg_stop
// mutant NoCircle: s/if (swap_valid_i \&\& swap_from_i == marked/if (swap_valid_i/; s/make_covered_i ? covering : make_normal_i/covering/
// mutant AheadIsThere: s/assign goes   = left_valid_i \&\& left_queue_i == marked/assign goes = 1'b0/
// mutant AheadIsThere: s/swap_valid_i \&\& swap_from_i == marked ? '0 : held + change/held + change/
// mutant UnusedIsEmpty: @saq_set_fv s/assume (free_ok);//
// mutant FreedIsEmpty: @saq_set_fv s/assume (free_ok);//
// mutant FreeWithoutBegin: @saq_set_fv s/assume (free_ok);//
// mutant BeganInUse: @saq_set_fv s/assume (packets_ok);//
// mutant CoverInUse: @saq_set_fv s/assume (make_ok);//
// mutant NormalIsNormal: @saq_set_fv s/assume (make_ok);//
// mutant SwapWithMake: @saq_set_fv s/assume (swap_ok);//
// mutant MarkExact: s/assign comes  = began_valid_i \&\& began_queue_i == marked/assign comes = 1'b0/
// mutant MarkExact: s/QueueBits'(Normals + s);/QueueBits'(s);/
// mutant MarkerPlaced: s/marked = make_covered_i ? covering/marked = !make_covered_i ? covering/
// mutant BlockedBehind: s/assign blocked_queues = {waits_o, {Normals{1'b0}}}/assign blocked_queues = '0/
// mutant LevelsSeen: @saq_line s/used_q || packets_i != '0/used_q/
// mutant NothingUnlessValid: @saq_line s/else if (valid_q) begin/else begin/
// mutant MadeRouted: s/make_saq_i == SaqBits'(s)/1'b1/
// mutant FreedRouted: s/free_saq_i == SaqBits'(s))/1'b1)/
// mutant AcceptedRouted: s/answer_saq_i == SaqBits'(s) \&\&/1'b1 \&\&/
// mutant ReturnedRouted: s/returned_saq_i == SaqBits'(s) \&\&/1'b1 \&\&/
// mutant HaltRouted: s/halt_saq_i == SaqBits'(s)/1'b1/
// mutant AdoptRouted: s/adopt_saq_i == SaqBits'(s)/1'b1/
// mutant AdoptRouted: s/own_o(own_o\[s\])/own_o(own_o[Saqs-1-s])/
// mutant ArrivedRouted: s/began_queue_i == QueueBits'(Queue)/1'b1/
// mutant StoppedRouted: s/stopped_o(stopped_o\[s\*Children+:Children\])/stopped_o(stopped_o[(Saqs-1-s)*Children+:Children])/
// mutant DisabledIsReset: @saq_line s/else if (!enable_i || frees/else if (frees/
// mutant StableUntilTaken: s/tell_ready_i(tell_ready_i\[s\])/tell_ready_i(tell_ready_i != '0)/
// mutant StableUntilTaken: s/notify_ready_i\[s\*Children+:Children\]/notify_ready_i[0+:Children]/
// mutant QuiescentHoldsState: s/assign quiescent_o    = &quiescent/assign quiescent_o = |quiescent/
// mutant QuiescentIsSilent: s/assign quiescent_o    = &quiescent/assign quiescent_o = |quiescent/
// mutant GoBelowStop: @saq_set_fv s/assume (cfg_ok);//
// mutant MadeOnlyIfEmpty: @saq_set_fv s/assume (flits_ok);//

// A notification or a message waits as it is.
module output_held (
  input logic clk_i, started_i, enable_i, notify_valid_i, notify_ready_i, tell_valid_i, tell_stop_i,
  input logic tell_ready_i, tell_left_i
);
  stable_until_taken #(.PayloadBits(1)) notify_held (
    .clk_i, .started_i, .enable_i, .valid_i(notify_valid_i), .ready_i(notify_ready_i),
    .payload_i(1'b0)
  );
  stable_until_taken #(.PayloadBits(1)) tell_held (
    .clk_i, .started_i, .enable_i(enable_i && tell_left_i), .valid_i(tell_valid_i),
    .ready_i(tell_ready_i), .payload_i(tell_stop_i)
  );
endmodule

module saq_set_fv #(
  parameter int unsigned Saqs = 3,
  parameter int unsigned Normals = 1,
  parameter int unsigned Children = 1,
  parameter int unsigned CountBits = 3,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned SaqBits = $clog2(Saqs),
  localparam int unsigned ChildBits = Children > 1 ? $clog2(Children) : 1,
  localparam int unsigned LineBits = 8 + QueueBits + CountBits + 4 * Children + 2 * TimerBits,
  localparam int unsigned WaitAt = 4 * Children + 2 * TimerBits,
  localparam int unsigned CfgBits = 3 * CountBits + 2 * TimerBits
) (
  input logic                      clk_i, rst_ni, enable_i,
  input logic [CountBits-1:0]      cfg_propagate_i, cfg_stop_i, cfg_go_i,
  input logic [TimerBits-1:0]      cfg_retry_i, cfg_linger_i,
  input logic                      make_valid_i, make_covered_i, began_valid_i, left_valid_i,
  input logic                      swap_valid_i, answer_valid_i, answer_accepted_i,
  input logic                      adopt_valid_i, returned_valid_i, halt_valid_i, halt_stop_i, free_valid_i,
  input logic [SaqBits-1:0]        make_saq_i, make_cover_i, answer_saq_i, returned_saq_i,
  input logic [SaqBits-1:0]        adopt_saq_i, halt_saq_i, free_saq_i, one_saq_i,
  input logic [QueueBits-1:0]      make_normal_i, began_queue_i, left_queue_i, swap_from_i, swap_to_i,
  input logic [ChildBits-1:0]      began_child_i, answer_child_i, returned_child_i, one_child_i,
  input logic [Children-1:0]       make_notify_i,
  input logic [Saqs*CountBits-1:0] saq_flits_i,
  input logic [Saqs*Children-1:0]  notify_ready_i,
  input logic [Saqs-1:0]           tell_ready_i
);

  logic [Saqs-1:0]             valid, waits, may_send, leaf, freeable, stop, tell_valid, tell_stop;
  logic [Saqs-1:0]             own, o_own;
  logic [Saqs*Children-1:0]    notify_valid, accepted, stopped;
  logic                        quiescent;
  logic [Saqs*LineBits-1:0]    registers;
  logic [Queues*CountBits-1:0] book;
  saq_set #(
    .Saqs(Saqs), .Normals(Normals), .Children(Children), .CountBits(CountBits), .TimerBits(TimerBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_propagate_i, .cfg_stop_i, .cfg_go_i, .cfg_retry_i,
    .cfg_linger_i, .make_valid_i, .make_saq_i, .make_covered_i, .make_cover_i, .make_normal_i,
    .make_notify_i, .saq_flits_i, .queue_packets_i(book), .began_valid_i, .began_queue_i,
    .began_child_i, .left_valid_i, .left_queue_i, .swap_valid_i, .swap_from_i, .swap_to_i,
    .answer_valid_i, .answer_saq_i, .answer_child_i, .answer_accepted_i, .returned_valid_i,
    .returned_saq_i, .returned_child_i, .adopt_valid_i, .adopt_saq_i, .halt_valid_i, .halt_saq_i, .halt_stop_i, .notify_ready_i,
    .tell_ready_i, .free_valid_i, .free_saq_i, .valid_o(valid), .waits_o(waits),
    .may_send_o(may_send), .leaf_o(leaf), .freeable_o(freeable), .stop_o(stop), .stopped_o(stopped), .own_o(own),
    .notify_valid_o(notify_valid), .accepted_o(accepted), .tell_valid_o(tell_valid),
    .tell_stop_o(tell_stop), .quiescent_o(quiescent), .formal_state_o(registers)
  );

  // The packets of each queue.
  logic [Queues*CountBits-1:0] next_book;
  logic [CountBits-1:0]        moved;
  always_comb begin
    moved = '0;
    for (int q = 0; q < Queues; q++) begin
      next_book[q*CountBits+:CountBits] = book[q*CountBits+:CountBits] +
          {{(CountBits-1){1'b0}}, began_valid_i && began_queue_i == q[QueueBits-1:0]} -
          {{(CountBits-1){1'b0}}, left_valid_i && left_queue_i == q[QueueBits-1:0]};
      if (swap_from_i == q[QueueBits-1:0]) moved = next_book[q*CountBits+:CountBits];
    end
  end
  logic                 started, was_started, i_enable, i_answer, i_returned, i_halt, i_adopt, i_began, i_makes;
  logic                 i_free, makes;
  logic [SaqBits-1:0]   i_answer_saq, i_returned_saq, i_halt_saq, i_adopt_saq, i_make_saq, i_free_saq, last_saq;
  logic [ChildBits-1:0] i_answer_child, i_returned_child, i_began_child, last_child;
  logic [QueueBits-1:0] i_began_queue, i_marked, marked;
  logic [CfgBits-1:0]   cfg, last_cfg;
  logic [Saqs-1:0]      o_valid, o_waits, halted, o_halted;
  logic [Saqs*Children-1:0] o_accepted, o_notify;
  initial {started, was_started} = '0;
  assign cfg = {cfg_propagate_i, cfg_stop_i, cfg_go_i, cfg_retry_i, cfg_linger_i};
  always @(posedge clk_i) begin
    started          <= 1'b1;
    was_started      <= started;
    i_answer         <= answer_valid_i;
    i_answer_saq     <= answer_saq_i;
    i_answer_child   <= answer_child_i;
    i_returned       <= returned_valid_i;
    i_returned_saq   <= returned_saq_i;
    i_returned_child <= returned_child_i;
    i_halt           <= halt_valid_i;
    i_halt_saq       <= halt_saq_i;
    i_adopt          <= adopt_valid_i;
    i_adopt_saq      <= adopt_saq_i;
    i_began          <= began_valid_i;
    i_began_queue    <= began_queue_i;
    i_began_child    <= began_child_i;
    i_makes          <= makes;
    i_make_saq       <= make_saq_i;
    i_free           <= free_valid_i;
    i_free_saq       <= free_saq_i;
    i_marked         <= marked;
    last_saq         <= one_saq_i;
    last_child       <= one_child_i;
    o_valid          <= valid;
    o_waits          <= waits;
    o_halted         <= halted;
    o_own            <= own;
    o_accepted       <= accepted;
    o_notify         <= notify_valid;
    for (int q = 0; q < Queues; q++) begin
      if (!started || !enable_i) book[q*CountBits+:CountBits] <= '0;
      else if (swap_valid_i && swap_to_i == q[QueueBits-1:0])
        book[q*CountBits+:CountBits] <= moved;
      else if (swap_valid_i && swap_from_i == q[QueueBits-1:0])
        book[q*CountBits+:CountBits] <= '0;
      else book[q*CountBits+:CountBits] <= next_book[q*CountBits+:CountBits];
    end
  end

  logic                         l_enable, levels_ok, nothing;
  logic [CfgBits-1:0]           l_cfg;
  logic [Saqs*CountBits-1:0]    l_flits;
  logic [Queues*CountBits-1:0]  l_book;
  logic [Saqs*Children+Saqs-1:0] l_rest;
  logic [CountBits-1:0]         l_stop, l_go;
  assign l_stop = l_cfg[2*TimerBits+CountBits+:CountBits];
  assign l_go   = l_cfg[2*TimerBits+:CountBits];
  quiescence_properties #(
    .RegisterBits(Saqs * LineBits),
    .LevelBits(1 + CfgBits + (Queues + Saqs) * CountBits + Saqs * Children + Saqs)
  ) quiescence (
    .clk_i, .started_i(started),
    .idle_i({make_valid_i, began_valid_i, left_valid_i, swap_valid_i, answer_valid_i,
             returned_valid_i, adopt_valid_i, halt_valid_i, free_valid_i} == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, cfg, saq_flits_i, book, notify_ready_i, tell_ready_i}),
    .registers_i(registers), .event_i(notify_valid != '0 || tell_valid != '0),
    .busy_i(enable_i && valid != '0), .asleep_o(),
    .last_levels_o({l_enable, l_cfg, l_flits, l_book, l_rest})
  );
  // A message waits as it is while one of the children that it is for is left.
  logic all_notify, all_ready, all_tell, all_stop, all_taken, all_left;
  always_comb begin
    {all_notify, all_ready, all_tell, all_stop, all_taken, all_left} = '0;
    for (int s = 0; s < Saqs; s++) if (one_saq_i == s[SaqBits-1:0]) begin
      all_tell  = tell_valid[s];
      all_stop  = tell_stop[s];
      all_taken = tell_ready_i[s];
      for (int c = 0; c < Children; c++)
        if (accepted[s*Children+c] && !(returned_valid_i && returned_saq_i == s[SaqBits-1:0] &&
            returned_child_i == c[ChildBits-1:0])) all_left = 1'b1;
      for (int c = 0; c < Children; c++) if (one_child_i == c[ChildBits-1:0]) begin
        all_notify = notify_valid[s*Children+c];
        all_ready  = notify_ready_i[s*Children+c];
      end
    end
  end
  output_held held (
    .clk_i, .started_i(started), .enable_i, .notify_valid_i(all_notify), .notify_ready_i(all_ready),
    .tell_valid_i(all_tell), .tell_left_i(all_left), .tell_stop_i(all_stop), .tell_ready_i(all_taken)
  );
  assign i_enable = l_enable;
  assign last_cfg = l_cfg;

  // What each SAQ waits for; who waits, from one to the next.
  logic [Saqs*QueueBits-1:0] behind;
  logic [Saqs*CountBits-1:0] ahead;
  logic                      no_circle, there, unused_empty, freed_empty, mark_exact, marker, blocked_ok;
  logic                      made_ok, freed_ok, accepted_ok, returned_ok, halt_ok, adopt_ok, arrived_ok, going;
  logic                      stopped_ok;
  logic [QueueBits-1:0]      at, next_at;
  always_comb begin
    {no_circle, there, unused_empty, freed_empty, mark_exact, marker, blocked_ok} = '1;
    {stopped_ok, made_ok, freed_ok, accepted_ok, returned_ok, halt_ok, adopt_ok, arrived_ok, levels_ok, nothing} = '1;
    for (int s = 0; s < Saqs; s++) begin
      ahead[s*CountBits+:CountBits]  = registers[s*LineBits+WaitAt+:CountBits];
      behind[s*QueueBits+:QueueBits] = registers[s*LineBits+WaitAt+CountBits+:QueueBits];
      halted[s]                      = registers[s*LineBits+LineBits-5];
    end
    for (int s = 0; s < Saqs; s++) begin
      for (int q = 0; q < Queues; q++) begin
        if (waits[s] && behind[s*QueueBits+:QueueBits] == q[QueueBits-1:0]) begin
          if (ahead[s*CountBits+:CountBits] > book[q*CountBits+:CountBits]) there = 1'b0;
        end
        if (i_makes && i_make_saq == s[SaqBits-1:0] && i_marked == q[QueueBits-1:0]) begin
          if (ahead[s*CountBits+:CountBits] != book[q*CountBits+:CountBits]) mark_exact = 1'b0;
        end
      end
      if (waits[s] && {1'b0, behind[s*QueueBits+:QueueBits]} >= Queues[QueueBits:0]) there = 1'b0;
      if (i_makes && i_make_saq == s[SaqBits-1:0] &&
          (behind[s*QueueBits+:QueueBits] != i_marked || !waits[s])) marker = 1'b0;
      if (!valid[s] && book[(Normals+s)*CountBits+:CountBits] != '0) unused_empty = 1'b0;
      if (o_valid[s] && !valid[s]) begin
        if (book[(Normals+s)*CountBits+:CountBits] != '0) freed_empty = 1'b0;
        for (int t = 0; t < Saqs; t++)
          if (waits[t] && {1'b0, behind[t*QueueBits+:QueueBits]} == Normals[QueueBits:0] + s[QueueBits:0] &&
              ahead[t*CountBits+:CountBits] != '0) freed_empty = 1'b0;
        if (!i_free || i_free_saq != s[SaqBits-1:0]) freed_ok = 1'b0;
      end
      if (!valid[s] && registers[s*LineBits+:LineBits] != '0) nothing = 1'b0;
      if (!tell_valid[s] && tell_stop[s]) nothing = 1'b0;
      if (tell_valid[s] && accepted[s*Children+:Children] == '0) nothing = 1'b0;
      // What a line keeps of the levels, it has of those of the clock before.
      if (valid[s] && (o_valid[s] ?
          (l_book[(Normals+s)*CountBits+:CountBits] != '0 && !registers[s*LineBits+LineBits-2]) ||
          (l_flits[s*CountBits+:CountBits] >= l_stop && !stop[s]) ||
          (l_flits[s*CountBits+:CountBits] <= l_go && stop[s]) :
          {l_book[(Normals+s)*CountBits+:CountBits], l_flits[s*CountBits+:CountBits], stop[s]} != '0))
        levels_ok = 1'b0;
      if (!o_valid[s] && valid[s] && (!i_makes || i_make_saq != s[SaqBits-1:0])) made_ok = 1'b0;
      if (halted[s] != o_halted[s] && o_valid[s] && valid[s] &&
          (!i_halt || i_halt_saq != s[SaqBits-1:0])) halt_ok = 1'b0;
      if (own[s] != registers[s*LineBits+LineBits-4] || (o_valid[s] && valid[s] &&
          own[s] != (o_own[s] && !(i_adopt && i_adopt_saq == s[SaqBits-1:0])))) adopt_ok = 1'b0;
      for (int c = 0; c < Children; c++) begin
        // Told or refused, accepted, asked, wanted: one after the other.
        if (stopped[s*Children+c] != (stop[s] && (
            registers[s*LineBits+2*TimerBits+c] || registers[s*LineBits+2*TimerBits+Children+c] ||
            registers[s*LineBits+2*TimerBits+2*Children+c] || registers[s*LineBits+2*TimerBits+3*Children+c] ||
            registers[s*LineBits+TimerBits+:TimerBits] != '0))) stopped_ok = 1'b0;
        if (accepted[s*Children+c] && !o_accepted[s*Children+c] && !(i_answer &&
            i_answer_saq == s[SaqBits-1:0] && i_answer_child == c[ChildBits-1:0])) accepted_ok = 1'b0;
        if (!accepted[s*Children+c] && o_accepted[s*Children+c] && !(i_returned &&
            i_returned_saq == s[SaqBits-1:0] && i_returned_child == c[ChildBits-1:0]))
          returned_ok = 1'b0;
        if (notify_valid[s*Children+c] && !o_notify[s*Children+c] && o_valid[s] && !(i_began &&
            {1'b0, i_began_queue} == Normals[QueueBits:0] + s[QueueBits:0] &&
            i_began_child == c[ChildBits-1:0])) arrived_ok = 1'b0;
      end
      // A SAQ that has gone on waits for nobody that still waits.
      for (int t = 0; t < Saqs; t++)
        if (o_waits[s] && !waits[s] && o_waits[t] && s != t && o_behind[s*Saqs+t] && valid[s]) blocked_ok = 1'b0;
      // As many steps as there are SAQs lead to one that does not wait, or to a normal queue.
      going   = waits[s];
      next_at = '0;
      at      = behind[s*QueueBits+:QueueBits];
      for (int k = 0; k < Saqs; k++) begin
        if (going) begin
          going = 1'b0;
          for (int t = 0; t < Saqs; t++)
            if ({1'b0, at} == Normals[QueueBits:0] + t[QueueBits:0] && waits[t] && !going) begin
              going = 1'b1;
              next_at = behind[t*QueueBits+:QueueBits];
            end
          if (going) at = next_at;
        end
      end
      if (going) no_circle = 1'b0;
    end
  end
  // The SAQ that each waited for in the clock before; Saqs if none.
  logic [Saqs*Saqs-1:0] o_behind;
  always @(posedge clk_i) begin
    for (int s = 0; s < Saqs; s++)
      for (int t = 0; t < Saqs; t++)
        o_behind[s*Saqs+t] <=
            {1'b0, behind[s*QueueBits+:QueueBits]} == Normals[QueueBits:0] + t[QueueBits:0];
  end

  logic cfg_ok, flits_ok, packets_ok, make_ok, swap_ok, free_ok;
  always_comb begin
    cfg_ok     = cfg_go_i < cfg_stop_i;
    free_ok    = 1'b1;
    makes      = 1'b0;
    flits_ok   = 1'b1;
    packets_ok = (!began_valid_i || {1'b0, began_queue_i} < Queues[QueueBits:0]) &&
                 (!left_valid_i || {1'b0, left_queue_i} < Queues[QueueBits:0]);
    make_ok    = !make_valid_i || ({1'b0, make_saq_i} < Saqs[SaqBits:0] &&
                 (make_covered_i || {1'b0, make_normal_i} < Normals[QueueBits:0]) &&
                 (!make_covered_i || make_cover_i != make_saq_i));
    marked     = make_normal_i;
    for (int s = 0; s < Saqs; s++) begin
      if (make_valid_i && make_saq_i == s[SaqBits-1:0] && !valid[s]) makes = 1'b1;
      if (book[(Normals+s)*CountBits+:CountBits] == '0 && saq_flits_i[s*CountBits+:CountBits] != '0)
        flits_ok = 1'b0;
      if (make_covered_i && make_cover_i == s[SaqBits-1:0])
        marked = Normals[QueueBits-1:0] + s[QueueBits-1:0];
      if (began_valid_i && {1'b0, began_queue_i} == Normals[QueueBits:0] + s[QueueBits:0] && !valid[s])
        packets_ok = 1'b0;
      if (free_valid_i && free_saq_i == s[SaqBits-1:0] && began_valid_i &&
          {1'b0, began_queue_i} == Normals[QueueBits:0] + s[QueueBits:0]) free_ok = 1'b0;
      if (make_valid_i && make_covered_i && make_cover_i == s[SaqBits-1:0] && !valid[s])
        make_ok = 1'b0;
    end
    if (make_valid_i && make_covered_i && {1'b0, make_cover_i} >= Saqs[SaqBits:0]) make_ok = 1'b0;
    for (int q = 0; q < Queues; q++) begin
      if (left_valid_i && left_queue_i == q[QueueBits-1:0] && book[q*CountBits+:CountBits] == '0)
        packets_ok = 1'b0;
      if (began_valid_i && began_queue_i == q[QueueBits-1:0] && &book[q*CountBits+:CountBits])
        packets_ok = 1'b0;
    end
    swap_ok = !swap_valid_i || (makes && !make_covered_i && swap_from_i == make_normal_i &&
              {1'b0, swap_to_i} == Normals[QueueBits:0] + {{(QueueBits+1-SaqBits){1'b0}}, make_saq_i});
  end

  always_comb begin
    assume (rst_ni == started);
    if (was_started && i_enable) assume (cfg == last_cfg);
    if (started) assume (one_saq_i == last_saq && one_child_i == last_child);
    if (started && enable_i) begin
      assume (cfg_ok);
      assume (flits_ok);
      assume (packets_ok);
      assume (make_ok);
      assume (swap_ok);
      assume (free_ok);
    end
    if (started) begin
      NoCircle: assert (no_circle);
      AheadIsThere: assert (there);
      UnusedIsEmpty: assert (unused_empty);
      NothingUnlessValid: assert (nothing);
      StoppedRouted: assert (stopped_ok);
    end
    if (was_started) begin
      DisabledIsReset: assert (i_enable || registers == '0);
      FreedIsEmpty: assert (!i_enable || freed_empty);
      MarkExact: assert (!i_enable || mark_exact);
      MarkerPlaced: assert (!i_enable || marker);
      BlockedBehind: assert (!i_enable || blocked_ok);
      LevelsSeen: assert (!i_enable || levels_ok);
      MadeRouted: assert (!i_enable || made_ok);
      FreedRouted: assert (!i_enable || freed_ok);
      AcceptedRouted: assert (!i_enable || accepted_ok);
      ReturnedRouted: assert (!i_enable || returned_ok);
      HaltRouted: assert (!i_enable || halt_ok);
      AdoptRouted: assert (!i_enable || adopt_ok);
      ArrivedRouted: assert (!i_enable || arrived_ok);
    end
    Chain: cover (started && &waits[2:0] && behind[QueueBits-1:0] != behind[2*QueueBits-1:QueueBits]);
    Swaps: cover (started && enable_i && swap_valid_i && moved > 1);
    Frees: cover (was_started && o_valid[0] && !valid[0] && i_enable);
    Waits: cover (was_started && o_waits[1] && !waits[1] && o_behind[Saqs]);
    AllUsed: cover (started && &valid);
  end

endmodule
