// SPDX-License-Identifier: Apache-2.0
// What a port of RECN says, one SAQ after the other: notifications, Xoff, Xon, answers, frees.
//
// Source: paper 001, Section 4.1.2 (notifications with a path, Xon/Xoff, deallocation); turns are
// ours.
// Contract: docs/reference/recn/message_sender.md.
// Timing: registered; a message to children in three clocks.
// Latency: 3 clocks from a line's work to its message.
// Cost: a message's register on either side, a chain of Lines that finds the next line.
// Not handled: a child that never takes its message stops the port.
// lint-params: Saqs=2 Children=1 PoolBits=2
// lint-params: Saqs=5 Children=6 PoolBits=9 Root=1
// lint-params: Saqs=32 Children=32 PoolBits=48 Root=1
// lint-illegal: Saqs=1
// lint-illegal: Saqs=33
// lint-illegal: Children=0
// lint-illegal: Children=33
// lint-illegal: PoolBits=1
// lint-illegal: PoolBits=49
// lint-illegal: Root=2
// cost: ingress, 8 SAQs Saqs=8 Children=1
// cost: egress, radix 8, 8 SAQs Saqs=8 Children=8 Root=1

module message_sender #(
    /// Set-aside queues, 2-32.
    parameter int unsigned Saqs = 8,
    /// Children of a SAQ, 1-32.
    parameter int unsigned Children = 1,
    /// Bits of a turn pool, 2-48.
    parameter int unsigned PoolBits = 31,
    /// Behind the SAQs there is a line with an empty path, 0-1.
    parameter int unsigned Root = 0,
    localparam int unsigned Lines = Saqs + Root,
    localparam int unsigned SaqBits = $clog2(Saqs),
    localparam int unsigned LineBits = $clog2(Lines),
    /// Nothing is sampled.
    localparam int unsigned SampleBits = 0,
    /// Step; the line and what is to be said of it.
    localparam int unsigned StateBits = 5 + LineBits,
    /// Messages to children and downstream.
    localparam int unsigned PipelineBits = Children + 1 + 4 + 4 * PoolBits,
    /// All flip-flops.
    localparam int unsigned StorageBits = SampleBits + StateBits + PipelineBits
) (
    /// Clock, rising edge.
    input  logic                      clk_i,
    /// Asynchronous assert, active low.
    input  logic                      rst_ni,
    /// Low: everything takes its reset value at the clock.
    input  logic                      enable_i,
    /// Children of each line that are to be notified.
    input  logic [Lines*Children-1:0] wanted_i,
    /// Children of each line that have a SAQ.
    input  logic [Lines*Children-1:0] accepted_i,
    /// Lines whose children are to be told.
    input  logic [Lines-1:0]          tell_wanted_i,
    /// Xoff, or Xon.
    input  logic [Lines-1:0]          tell_stop_i,
    /// SAQs that may be freed.
    input  logic [Saqs-1:0]           removable_i,
    /// Turn pool of the SAQ that was read last.
    input  logic [PoolBits-1:0]       read_turns_i,
    /// Its mask.
    input  logic [PoolBits-1:0]       read_mask_i,
    /// The SAQ that is offered is freed.
    input  logic                      freed_valid_i,
    /// A notification is answered.
    input  logic                      respond_valid_i,
    /// ACC, or REJ.
    input  logic [1:0]                respond_kind_i,
    /// The turn pool of its path.
    input  logic [PoolBits-1:0]       respond_turns_i,
    /// The mask of its path.
    input  logic [PoolBits-1:0]       respond_mask_i,
    /// That child takes the message.
    input  logic [Children-1:0]       notify_ready_i,
    /// The message downstream is taken.
    input  logic                      answer_ready_i,
    /// Read the path of a SAQ.
    output logic                      read_valid_o,
    /// Which; 0 without.
    output logic [SaqBits-1:0]        read_saq_o,
    /// That line's notifications are taken.
    output logic [Lines-1:0]          wanted_ready_o,
    /// That line's message is taken.
    output logic [Lines-1:0]          tell_ready_o,
    /// A SAQ may be freed now.
    output logic                      free_valid_o,
    /// Which; 0 without.
    output logic [SaqBits-1:0]        free_saq_o,
    /// A message for that child.
    output logic [Children-1:0]       notify_valid_o,
    /// NOTIF 0, XOFF 1, XON 2.
    output logic [1:0]                notify_kind_o,
    /// The turn pool of its path.
    output logic [PoolBits-1:0]       notify_turns_o,
    /// The mask of its path.
    output logic [PoolBits-1:0]       notify_mask_o,
    /// A message downstream.
    output logic                      answer_valid_o,
    /// ACC 0, REJ 1, DEALLOC 2.
    output logic [1:0]                answer_kind_o,
    /// The turn pool of its path.
    output logic [PoolBits-1:0]       answer_turns_o,
    /// The mask of its path.
    output logic [PoolBits-1:0]       answer_mask_o,
    /// A clock without events changes nothing.
    output logic                      quiescent_o
`ifdef FORMAL
    ,
    /// Every register that is reset.
    output logic [StateBits+Children:0] formal_state_o
`endif
);

  if (Saqs < 2 || Saqs > 32) $fatal(1, "%m: Saqs = %0d, legal 2-32", Saqs);
  if (Children < 1 || Children > 32) $fatal(1, "%m: Children = %0d, legal 1-32", Children);
  if (PoolBits < 2 || PoolBits > 48) $fatal(1, "%m: PoolBits = %0d, legal 2-48", PoolBits);
  if (Root > 1) $fatal(1, "%m: Root = %0d, legal 0-1", Root);

  localparam logic [1:0] Notif = 2'd0, Xoff = 2'd1, Xon = 2'd2, Dealloc = 2'd2;

  logic                read_q, send_q, free_q, tell_q, want_q, answer_q;
  logic [LineBits-1:0] line_q;
  logic [Children-1:0] notify_q;
  logic [2*PoolBits+1:0] notify_message_q, answer_message_q;  // kind, turn pool, mask

  // Which line is it; who has work; the next after it.
  logic [Lines-1:0]    here, frees, works, later, pool, lowest;
  logic [LineBits-1:0] next_line;
  always_comb begin : p_works
    here  = '0;
    frees = '0;
    later = '0;
    works = tell_wanted_i;
    frees[Saqs-1:0] = removable_i;
    for (int l = 0; l < Lines; l++) begin
      here[l] = line_q == LineBits'(l);
      if (frees[l] || wanted_i[l*Children+:Children] != '0) works[l] = 1'b1;
      if (works[l] && LineBits'(l) > line_q) later[l] = 1'b1;
    end
  end
  assign pool   = later != '0 ? later : works;
  assign lowest = pool & ~(pool - {{(Lines - 1){1'b0}}, 1'b1});
  always_comb begin : p_next_line
    next_line = '0;
    for (int l = 0; l < Lines; l++) next_line |= LineBits'(l) & {LineBits{lowest[l]}};
  end

  // The line's own part.
  logic [Children-1:0] wanted, accepted, hearers;
  logic                stop, removable, root;
  always_comb begin : p_own
    wanted   = '0;
    accepted = '0;
    for (int l = 0; l < Lines; l++) begin
      wanted |= wanted_i[l*Children+:Children] & {Children{here[l]}};
      accepted |= accepted_i[l*Children+:Children] & {Children{here[l] && tell_wanted_i[l]}};
    end
  end
  assign stop      = (tell_stop_i & here) != '0;
  assign removable = (frees & here) != '0;
  if (Root == 1) begin : gen_root
    assign root = here[Lines-1];
  end else begin : gen_no_root
    assign root = 1'b0;
  end

  logic says, withdrawn, freed, responds;
  assign says      = send_q && !free_q && notify_q == '0;
  assign withdrawn = send_q && free_q && !removable;
  assign hearers   = want_q ? wanted : accepted;
  assign freed     = freed_valid_i && free_valid_o && removable;
  assign responds  = respond_valid_i && !answer_q && !freed;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_control
    if (!rst_ni) begin
      {read_q, send_q, free_q, tell_q, want_q, line_q} <= '0;
      {notify_q, answer_q}                             <= '0;
    end else if (!enable_i) begin
      {read_q, send_q, free_q, tell_q, want_q, line_q} <= '0;
      {notify_q, answer_q}                             <= '0;
    end else begin
      if (!read_q && !send_q) begin
        if (works != '0) begin
          read_q <= 1'b1;
          line_q <= next_line;
          free_q <= (frees & lowest) != '0;
          tell_q <= (tell_wanted_i & ~frees & lowest) != '0;
          want_q <= (~tell_wanted_i & ~frees & lowest) != '0;
        end
      end else if (read_q) begin
        {read_q, send_q} <= 2'b01;
      end else if (says || withdrawn || freed) begin
        {send_q, free_q, tell_q, want_q} <= '0;
      end
      notify_q <= says ? hearers : notify_q & ~notify_ready_i;
      answer_q <= freed || responds || (answer_q && !answer_ready_i);
    end
  end

  // What says nothing without a valid bit is not reset.
  logic [2*PoolBits-1:0] path;
  assign path = {read_turns_i, read_mask_i} & {(2 * PoolBits) {!root}};
  always_ff @(posedge clk_i) begin : p_messages
    if (says) notify_message_q <= {want_q ? Notif : stop ? Xoff : Xon, path};
    if (freed) answer_message_q <= {Dealloc, path};
    else if (responds) answer_message_q <= {respond_kind_i, respond_turns_i, respond_mask_i};
  end

  assign read_valid_o   = read_q && !root;
  assign read_saq_o     = line_q[SaqBits-1:0] & {SaqBits{read_q && !root}};
  assign wanted_ready_o = here & {Lines{says && want_q}};
  assign tell_ready_o   = here & {Lines{says && tell_q}};
  assign free_valid_o   = send_q && free_q && !answer_q;
  assign free_saq_o     = line_q[SaqBits-1:0] & {SaqBits{free_valid_o}};
  assign notify_valid_o = notify_q;
  assign answer_valid_o = answer_q;
  assign {notify_kind_o, notify_turns_o, notify_mask_o} =
      notify_message_q & {(2 * PoolBits + 2) {notify_q != '0}};
  assign {answer_kind_o, answer_turns_o, answer_mask_o} =
      answer_message_q & {(2 * PoolBits + 2) {answer_q}};
  assign quiescent_o = !read_q && !send_q && notify_q == '0 && !answer_q;

`ifdef FORMAL
  assign formal_state_o = {read_q, send_q, free_q, tell_q, want_q, line_q, notify_q, answer_q};
`endif

endmodule
