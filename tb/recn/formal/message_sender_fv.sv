// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of message_sender: what is taken from a line is said, with its path, to just those
// children; a SAQ is offered only where its message has a place; DEALLOC, ACC and REJ are said as given.
// properties: asserts=20 covers=6
// proof: depth=1 Saqs=2 Children=2 PoolBits=2 Root=1
// proof: depth=1 Saqs=3 Children=1 PoolBits=2 Root=0
// bounded: depth=7 Saqs=8 Children=8 PoolBits=31 Root=1
// cover: depth=14 Saqs=2 Children=2 PoolBits=2 Root=1
// larger: lines and children are alike; the pool's bits are only copied
// assumed: nothing
// mutant OneThing: s/want_q <= (~tell_wanted_i \& ~frees/want_q <= (~frees/
// mutant OneThing: s/{send_q, free_q, tell_q, want_q} <= '0/{send_q, free_q, want_q} <= '0/
// mutant ReadFirst: s/read_valid_o   = read_q \&\& !root/read_valid_o = read_q \&\& !root \&\& want_q/
// mutant ReadFirst: s/{read_q, send_q} <= 2'b01/{read_q, send_q} <= 2'b01; line_q <= next_line/
// mutant ReadyHasRoom: s/!free_q \&\& notify_q == '0/!free_q/
// mutant WantedIsSaid: s/says ? hearers : notify_q/says ? hearers \& ~notify_ready_i : notify_q/
// mutant WantedIsSaid: s/want_q ? Notif : stop/1'b0 ? Notif : stop/
// mutant WantedIsSaid: s/{(2 \* PoolBits) {!root}}/{(2 * PoolBits) {root}}/
// mutant ToldIsSaid: s/stop ? Xoff : Xon/stop ? Xon : Xoff/
// mutant ToldIsSaid: s/want_q ? wanted : accepted/wanted/
// mutant SaidWasTaken: s/here\[l\] \&\& tell_wanted_i\[l\]/here[l]/
// mutant SaidWasTaken: s/{Lines{says \&\& want_q}}/{Lines{says \&\& want_q \&\& !stop}}/
// mutant OfferHasPlace: s/send_q \&\& free_q \&\& !answer_q/send_q \&\& free_q/
// mutant FreedIsSaid: s/if (freed) answer_message_q <= {Dealloc, path};/if (freed) answer_message_q <= {Dealloc, respond_turns_i, path[PoolBits-1:0]};/
// mutant FreedIsSaid: s/freed || responds ||/responds ||/
// mutant RespondedIsSaid: s/else if (responds) answer_message_q/else if (responds \&\& !send_q) answer_message_q/
// mutant AnswerWasGiven: s/answer_q <= freed || responds/answer_q <= freed_valid_i || responds/
// mutant Withdrawn: s/withdrawn = send_q \&\& free_q \&\& !removable/withdrawn = 1'b0/
// mutant WorkIsSeen: s/if (works != '0) begin/if (tell_wanted_i == '0 \&\& works != '0) begin/
// mutant NextInOrder: s/LineBits'(l) > line_q/LineBits'(l) >= line_q/
// mutant NextInOrder: s/pool   = later != '0 ? later : works/pool = works/
// mutant FitsItsWork: s/free_q <= (frees \& lowest) != '0/free_q <= frees != '0/
// mutant EmptyIsZero: s/answer_message_q \& {(2/answer_message_q | {(2/
// mutant DisabledIsReset: s/else if (!enable_i) begin/else if (!enable_i \&\& !send_q) begin/
// mutant StableUntilTaken: s/notify_q \& ~notify_ready_i/notify_ready_i/
// mutant StableUntilTaken: s/(answer_q \&\& !answer_ready_i)/(answer_q \&\& answer_ready_i)/
// mutant QuiescentHoldsState: s/quiescent_o = !read_q \&\& !send_q/quiescent_o = !send_q/
// mutant QuiescentIsSilent: s/ \&\& notify_q == '0 \&\& !answer_q;/ \&\& notify_q == '0;/

// The message for one child, and what is said downstream, wait as they are.
module sender_held #(
  parameter int unsigned Payload = 6
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

module message_sender_fv #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned Children = 2,
  parameter int unsigned PoolBits = 2,
  parameter int unsigned Root = 1,
  localparam int unsigned Lines = Saqs + Root,
  localparam int unsigned SaqBits = $clog2(Saqs),
  localparam int unsigned LineBits = $clog2(Lines),
  localparam int unsigned Payload = 2 + 2 * PoolBits
) (
  input logic                      clk_i, rst_ni, enable_i,
  input logic [Lines*Children-1:0] wanted_i, accepted_i,
  input logic [Lines-1:0]          tell_wanted_i, tell_stop_i,
  input logic [Saqs-1:0]           removable_i,
  input logic [PoolBits-1:0]       read_turns_i, read_mask_i, respond_turns_i, respond_mask_i,
  input logic                      freed_valid_i, respond_valid_i, answer_ready_i,
  input logic [1:0]                respond_kind_i,
  input logic [Children-1:0]       notify_ready_i, one_child_i
);

  logic                read_valid, free_valid, answer_valid, quiescent;
  logic [SaqBits-1:0]  read_saq, free_saq;
  logic [Lines-1:0]    wanted_ready, tell_ready;
  logic [Children-1:0] notify_valid;
  logic [1:0]          notify_kind, answer_kind;
  logic [PoolBits-1:0] notify_turns, notify_mask, answer_turns, answer_mask;
  logic [5+LineBits+Children:0] registers;
  message_sender #(
    .Saqs(Saqs), .Children(Children), .PoolBits(PoolBits), .Root(Root)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .wanted_i, .accepted_i, .tell_wanted_i, .tell_stop_i,
    .removable_i, .read_turns_i, .read_mask_i, .freed_valid_i, .respond_valid_i, .respond_kind_i,
    .respond_turns_i, .respond_mask_i, .notify_ready_i, .answer_ready_i,
    .read_valid_o(read_valid), .read_saq_o(read_saq), .wanted_ready_o(wanted_ready),
    .tell_ready_o(tell_ready), .free_valid_o(free_valid), .free_saq_o(free_saq),
    .notify_valid_o(notify_valid), .notify_kind_o(notify_kind), .notify_turns_o(notify_turns),
    .notify_mask_o(notify_mask), .answer_valid_o(answer_valid), .answer_kind_o(answer_kind),
    .answer_turns_o(answer_turns), .answer_mask_o(answer_mask), .quiescent_o(quiescent),
    .formal_state_o(registers)
  );

  logic                read_q, send_q, free_q, tell_q, want_q;
  logic [LineBits-1:0] line;
  assign {read_q, send_q, free_q, tell_q, want_q, line} = registers[5+LineBits+Children:Children+1];

  logic [Payload-1:0] notify, answer;
  assign notify = {notify_kind, notify_turns, notify_mask};
  assign answer = {answer_kind, answer_turns, answer_mask};

  // Of the line that is chosen: its work; of all: who has some, and who is next.
  logic [Lines-1:0]    frees, works;
  logic [Children-1:0] wanted, accepted;
  logic                removable, tells, stops, root;
  logic [LineBits-1:0] next_line;
  always_comb begin
    frees = '0;
    frees[Saqs-1:0] = removable_i;
    works     = tell_wanted_i | frees;
    wanted    = '0;
    accepted  = '0;
    removable = 1'b0;
    tells     = 1'b0;
    stops     = 1'b0;
    for (int l = 0; l < Lines; l++) begin
      if (wanted_i[l*Children+:Children] != '0) works[l] = 1'b1;
      if (line == l[LineBits-1:0]) begin
        wanted    = wanted_i[l*Children+:Children];
        accepted  = accepted_i[l*Children+:Children];
        removable = frees[l];
        tells     = tell_wanted_i[l];
        stops     = tell_stop_i[l];
      end
    end
    next_line = line;
    for (int from = 0; from < Lines; from++) if (line == from[LineBits-1:0])
      for (int k = Lines; k > 0; k--)
        if (works[(from+k)%Lines]) next_line = LineBits'((from+k)%Lines);
    root = Root == 1 && {1'b0, line} == Saqs[LineBits:0];
  end

  logic                started, was_started, i_enable, i_idle, i_taken, i_told, i_freed, i_responds;
  logic                i_withdrawn, i_frees, i_tells, o_answer, o_read;
  logic [Children-1:0] i_hearers, o_notify, last_child;
  logic [Payload-1:0]  i_said, i_answer;
  logic [Lines-1:0]    i_works;
  logic [LineBits-1:0] i_next, o_line;
  logic [SaqBits-1:0]  last_read;
  initial {started, was_started} = '0;
  logic [2*PoolBits-1:0] path;
  assign path = root ? '0 : {read_turns_i, read_mask_i};
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    i_idle      <= !read_q && !send_q;
    i_taken     <= (wanted_ready != '0);
    i_told      <= (tell_ready != '0);
    i_hearers   <= wanted_ready != '0 ? wanted : tells ? accepted : '0;
    i_said      <= {wanted_ready != '0 ? 2'd0 : stops ? 2'd1 : 2'd2, path};
    i_freed     <= freed_valid_i && free_valid && removable;
    i_responds  <= respond_valid_i && !answer_valid && !(freed_valid_i && free_valid && removable);
    i_answer    <= freed_valid_i && free_valid && removable ? {2'd2, path} :
                   {respond_kind_i, respond_turns_i, respond_mask_i};
    i_withdrawn <= send_q && free_q && !removable;
    i_works     <= works;
    i_next      <= next_line;
    i_frees     <= frees[next_line];
    i_tells     <= tell_wanted_i[next_line];
    o_answer    <= answer_valid;
    o_notify    <= notify_valid;
    o_read      <= read_q;
    o_line      <= line;
    last_child  <= one_child_i;
    if (read_valid) last_read <= read_saq;
  end

  localparam int unsigned LevelBits = 2 + Lines * (Children + 1) + 2 * PoolBits + Children;
  logic [LevelBits-2:0] l_rest;
  quiescence_properties #(.RegisterBits(6 + LineBits + Children), .LevelBits(LevelBits)) quiescence (
    .clk_i, .started_i(started),
    .idle_i({wanted_i, tell_wanted_i, removable_i, freed_valid_i, respond_valid_i} == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, accepted_i, tell_stop_i, read_turns_i, read_mask_i, notify_ready_i,
               answer_ready_i}),
    .registers_i(registers),
    .event_i(read_valid || free_valid || notify_valid != '0 || answer_valid),
    .busy_i(enable_i && notify_valid != '0), .asleep_o(), .last_levels_o({i_enable, l_rest})
  );
  sender_held #(.Payload(Payload)) held (
    .clk_i, .started_i(started), .enable_i, .notify_valid_i((notify_valid & one_child_i) != '0),
    .notify_ready_i((notify_ready_i & one_child_i) != '0), .answer_valid_i(answer_valid),
    .answer_ready_i, .notify_i(notify), .answer_i(answer)
  );

  always_comb begin
    assume (rst_ni == started);
    assume (one_child_i != '0 && (one_child_i & (one_child_i - 1'b1)) == '0);
    if (started) assume (one_child_i == last_child);
    if (started) begin
      OneThing: assert (!(read_q && send_q) && (read_q || send_q ?
          {1'b0, free_q} + {1'b0, tell_q} + {1'b0, want_q} == 2'd1 : {free_q, tell_q, want_q} == '0) &&
          {1'b0, line} < Lines[LineBits:0] && !(free_q && root));
      ReadyHasRoom: assert ({wanted_ready, tell_ready} == '0 || notify_valid == '0);
      OfferHasPlace: assert (!free_valid || (!answer_valid && !root && line == LineBits'(free_saq)));
      EmptyIsZero: assert ((notify_valid != '0 || notify == '0) && (answer_valid || answer == '0));
      ReadFirst: assert (!send_q || root || {1'b0, line} == (LineBits+1)'(last_read));
    end
    if (was_started) begin
      WantedIsSaid: assert (!i_enable || !i_taken || (notify_valid == i_hearers &&
                            (i_hearers == '0 || notify == i_said)));
      ToldIsSaid: assert (!i_enable || !i_told || (notify_valid == i_hearers &&
                          (i_hearers == '0 || notify == i_said)));
      SaidWasTaken: assert ((notify_valid & ~o_notify) == '0 || i_taken || (i_told &&
                            (notify_valid & ~i_hearers) == '0));
      FreedIsSaid: assert (!i_enable || !i_freed || (answer_valid && answer == i_answer));
      RespondedIsSaid: assert (!i_enable || !i_responds || (answer_valid && answer == i_answer));
      AnswerWasGiven: assert (!answer_valid || o_answer || i_freed || i_responds);
      Withdrawn: assert (!i_enable || !i_withdrawn || (!send_q && !read_q));
      WorkIsSeen: assert (!i_enable || !i_idle || i_works == '0 || read_q);
      NextInOrder: assert (!i_enable || !i_idle || !read_q || line == i_next);
      FitsItsWork: assert (!i_enable || !i_idle || !read_q ||
                           (free_q == i_frees && tell_q == (i_tells && !i_frees)));
      DisabledIsReset: assert (i_enable || registers == '0);
    end
    Frees: cover (was_started && i_freed && answer_valid);
    Nobody: cover (was_started && i_told && notify_valid == '0 && i_enable);
    Later: cover (was_started && (notify_valid & ~o_notify) == '0 && (o_notify & ~notify_valid) != '0 &&
                  notify_valid != '0);
    RootSays: cover (was_started && notify_valid != '0 && notify_mask == '0 && o_notify == '0);
    Answers: cover (was_started && i_responds && answer_valid);
  end

endmodule
