// SPDX-License-Identifier: Apache-2.0
// A second formal wrapper of saq_control: packets of one path leave a port in the order in which they came,
// whatever SAQs are made, swapped and freed meanwhile. Of all packets of an arbitrary path two are watched,
// an earlier and a later one, each anywhere among the others.
// The wrapper's queues are first in, first out, as queue_memory's are (proved there), and serve one packet after the
// other, of SAQs only those that may send, as recn_port does (proved there).
// wraps: saq_control
// properties: asserts=16 covers=3
// bounded: depth=8 stepwise=1 Saqs=2 PoolBits=2 Normals=2 Children=1 Root=0 CountBits=3 TimerBits=1
// cover: depth=12 Saqs=2 PoolBits=2 Normals=2 Children=1 Root=0 CountBits=3 TimerBits=1
// larger: the clocks are enough for two SAQs one behind the other, and for a swap, with packets on both sides; for any number of clocks and SAQs order is argued from what is proved by induction (docs/reference/recn/recn.md)
// assumed: the port is enabled all the time; detection queues, if there are several, are those of a path's first turn (proved in recn_ingress); as in saq_control's wrapper messages are held, masks are runs of ones, a detection's path is one turn
// mutant InOrder: depth=9 @saq_line s/may_send_o     = valid_q \&\& !waits_q/may_send_o = valid_q/
// mutant InOrder: depth=9 @saq_set s/assign comes  = began_valid_i \&\& began_queue_i == marked/assign comes = 1'b0/
// mutant InOrder: depth=9 s/make_normal_i(path_normal)/make_normal_i(packet_normal_i)/
// mutant InOrder: depth=9 Normals=1 s/make_covered_i(found_covered \&\& !is_detect)/make_covered_i(1'b0)/
// mutant InOrder: depth=9 @saq_set s/assign blocked_queues = {waits_o, {Normals{1'b0}}}/assign blocked_queues = '0/
// mutant MaskIsPrefix,GoBelowStop,MadeOnlyIfEmpty,StoredWasMatched,DetectionUncovered,HeldUntilReady: @saq_order_fv s/assume (masks_ok);//; s/assume (go < stop);//; s/assume (flits_ok);//; s/assume (!store_valid_i || match_valid);//; s/ \&\& notice_mask_i == 1'b1//; s/if (i_notice) assume.*//
// mutant NormalExists: @saq_order_fv s/packet_normal = QueueBits'(packet_turns_i\[$clog2(Normals)-1:0\])/packet_normal = 2'd2/
// mutant FreedWasValid: s/free_line_i(free_saq)/free_line_i(~free_saq)/
// mutant ReadIsValid: s/read_line_i(read_saq)/read_line_i(~read_saq)/
// mutant BeganInUse: s/began_queue = match_hit ? saq_queue : normal/began_queue = saq_queue/
// mutant CoverInUse: s/make_cover_i(found_cover)/make_cover_i(~found_cover)/
// mutant NormalIsNormal: s/path_normal_q <= notice_normal_i/path_normal_q <= 2'd2/
// mutant SwapWithMake: s/swap_valid_o  = made \&\& is_detect/swap_valid_o = is_detect/
// mutant FreeWithoutBegin: s/ \&\& !(match_hit \&\& match_line == free_saq);/;/
// mutant DetectionCanBe: @saq_order_fv Normals=1 s/assume (notice_kind_i != 2'd3.*//

module saq_order_fv #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 2,
  parameter int unsigned Normals = 2,
  parameter int unsigned Children = 1,
  parameter int unsigned Root = 0,
  parameter int unsigned CountBits = 3,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned ChildBits = Children > 1 ? $clog2(Children) : 1
) (
  input logic                        clk_i, rst_ni,
  input logic                        packet_valid_i, store_valid_i, left_valid_i, notice_valid_i,
  input logic                        reply_valid_i, answer_ready_i, swap_may_i, goes_i, first_i, later_i,
  input logic [PoolBits-1:0]         packet_turns_i, notice_turns_i, notice_mask_i, reply_turns_i,
  input logic [PoolBits-1:0]         reply_mask_i,
  input logic [QueueBits-1:0]        goes_queue_i,
  input logic [ChildBits-1:0]        packet_child_i, reply_child_i,
  input logic [Queues*CountBits-1:0] queue_flits_i,
  input logic [1:0]                  notice_kind_i, reply_kind_i,
  input logic [Children-1:0]         notify_ready_i
);
  (* anyconst *) logic [PoolBits-1:0]  path;
  (* anyconst *) logic                 more_specific;
  (* anyconst *) logic [CountBits-1:0] detect, propagate, stop, go;
  (* anyconst *) logic [TimerBits-1:0] retry, linger;

  logic                 match_valid, swap_valid, notice_ready, reply_ready;
  logic [QueueBits-1:0] match_queue, swap_from, swap_to, packet_normal, notice_normal;
  logic [Saqs-1:0]      valid, may_send;
  logic [Queues*CountBits-1:0] book;
  if (Normals > 1) begin : gen_normals
    assign packet_normal = QueueBits'(packet_turns_i[$clog2(Normals)-1:0]);
    assign notice_normal = QueueBits'(notice_turns_i[$clog2(Normals)-1:0]);
  end else begin : gen_normal
    assign packet_normal = '0;
    assign notice_normal = '0;
  end
  logic                 open;    // a packet goes out
  logic [QueueBits-1:0] open_queue;
  saq_control #(
    .Saqs(Saqs), .PoolBits(PoolBits), .Normals(Normals), .Children(Children), .Root(Root),
    .CountBits(CountBits), .TimerBits(TimerBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i(1'b1), .cfg_more_specific_i(more_specific), .cfg_detect_i(detect),
    .cfg_propagate_i(propagate), .cfg_stop_i(stop), .cfg_go_i(go), .cfg_retry_i(retry), .cfg_linger_i(linger),
    .packet_valid_i, .packet_turns_i, .packet_normal_i(packet_normal), .packet_child_i, .store_valid_i,
    .queue_flits_i, .queue_packets_i(book), .left_valid_i, .left_queue_i(open_queue), .notice_valid_i,
    .notice_kind_i, .notice_turns_i, .notice_mask_i, .notice_normal_i(notice_normal), .swap_may_i,
    .reply_valid_i, .reply_kind_i, .reply_turns_i, .reply_mask_i, .reply_child_i, .notify_ready_i,
    .answer_ready_i, .match_valid_o(match_valid), .match_queue_o(match_queue), .match_stopped_o(), .swap_valid_o(swap_valid),
    .swap_from_o(swap_from), .swap_to_o(swap_to), .notice_ready_o(notice_ready),
    .reply_ready_o(reply_ready), .notify_valid_o(), .notify_kind_o(), .notify_turns_o(), .notify_mask_o(),
    .answer_valid_o(), .answer_kind_o(), .answer_turns_o(), .answer_mask_o(), .saq_valid_o(valid),
    .saq_waits_o(), .saq_may_send_o(may_send), .saq_leaf_o(), .saq_stop_o(), .full_valid_o(),
    .quiescent_o(), .formal_state_o()
  );

  // The packets of each queue, that which goes out included.
  logic [Queues*CountBits-1:0] next_book;
  logic [CountBits-1:0]        moved, joined;
  logic                        begins, packets_ok, flits_ok, goes_ok, masks_ok;
  assign begins = store_valid_i && match_valid;
  always_comb begin
    moved      = '0;
    joined     = '0;  // how many are before a packet that begins
    packets_ok = 1'b1;
    flits_ok   = 1'b1;
    goes_ok    = !open || left_valid_i;
    for (int q = 0; q < Queues; q++) begin
      next_book[q*CountBits+:CountBits] = book[q*CountBits+:CountBits] +
          {{(CountBits-1){1'b0}}, begins && match_queue == q[QueueBits-1:0]} -
          {{(CountBits-1){1'b0}}, left_valid_i && open_queue == q[QueueBits-1:0]};
      if (swap_from == q[QueueBits-1:0]) moved = next_book[q*CountBits+:CountBits];
      if (match_queue == q[QueueBits-1:0]) joined = next_book[q*CountBits+:CountBits] - CountBits'(1);
      if (begins && match_queue == q[QueueBits-1:0] && &book[q*CountBits+:CountBits]) packets_ok = 1'b0;
      if (book[q*CountBits+:CountBits] == '0 && queue_flits_i[q*CountBits+:CountBits] != '0) flits_ok = 1'b0;
      // One that waits is there; a SAQ may send.
      if (goes_queue_i == q[QueueBits-1:0] && book[q*CountBits+:CountBits] <=
          CountBits'(open && open_queue == q[QueueBits-1:0])) goes_ok = 1'b0;
      if (goes_queue_i == q[QueueBits-1:0] && q >= Normals && !may_send[q-Normals]) goes_ok = 1'b0;
    end
    if ({1'b0, goes_queue_i} >= Queues[QueueBits:0]) goes_ok = 1'b0;
    masks_ok = (notice_mask_i & (notice_mask_i + 1'b1)) == '0 && notice_mask_i[0] &&
               (reply_mask_i & (reply_mask_i + 1'b1)) == '0 && (Root == 1 || reply_mask_i[0]);
  end

  // The two packets: here, where, how many are before it, and gone.
  logic                 started, i_notice, i_reply, i_path;
  logic                 first_here, first_gone, later_here, first_goes, later_goes, later_gone;
  logic [QueueBits-1:0] first_queue, later_queue;
  logic [CountBits-1:0] first_ahead, later_ahead;
  logic [2+2*PoolBits-1:0]           notice, last_notice;
  logic [2+2*PoolBits+ChildBits-1:0] reply, last_reply;
  initial {started, open, first_here, first_gone, later_here, later_gone} = '0;
  assign notice = {notice_kind_i, notice_turns_i, notice_mask_i};
  assign reply  = {reply_kind_i, reply_turns_i, reply_mask_i, reply_child_i};
  assign first_goes = goes_i && first_here && goes_queue_i == first_queue &&
                      first_ahead == CountBits'(open && open_queue == first_queue);
  assign later_goes = goes_i && later_here && goes_queue_i == later_queue &&
                      later_ahead == CountBits'(open && open_queue == later_queue);
  always @(posedge clk_i) begin
    started     <= 1'b1;
    i_notice    <= started && notice_valid_i && !notice_ready;
    i_reply     <= started && reply_valid_i && !reply_ready;
    last_notice <= notice;
    last_reply  <= reply;
    i_path      <= packet_turns_i == path;
    if (started) begin
      open <= goes_i || (open && !left_valid_i);
      if (goes_i) open_queue <= swap_valid && swap_from == goes_queue_i ? swap_to : goes_queue_i;
      else if (swap_valid && swap_from == open_queue) open_queue <= swap_to;
      if (begins && i_path && first_i && !first_here && !first_gone) begin
        first_here  <= 1'b1;
        first_queue <= swap_valid && swap_from == match_queue ? swap_to : match_queue;
        first_ahead <= joined;
      end else if (first_here) begin
        if (first_goes) {first_here, first_gone} <= 2'b01;
        if (swap_valid && swap_from == first_queue) first_queue <= swap_to;
        if (left_valid_i && open_queue == first_queue) first_ahead <= first_ahead - CountBits'(1);
      end
      if (begins && i_path && later_i && !later_here && !later_gone && (first_here || first_gone)) begin
        later_here  <= 1'b1;
        later_queue <= swap_valid && swap_from == match_queue ? swap_to : match_queue;
        later_ahead <= joined;
      end else if (later_here) begin
        if (later_goes) {later_here, later_gone} <= 2'b01;
        if (swap_valid && swap_from == later_queue) later_queue <= swap_to;
        if (left_valid_i && open_queue == later_queue) later_ahead <= later_ahead - CountBits'(1);
      end
    end
    for (int q = 0; q < Queues; q++) begin
      if (!started) book[q*CountBits+:CountBits] <= '0;
      else if (swap_valid && swap_to == q[QueueBits-1:0]) book[q*CountBits+:CountBits] <= moved;
      else if (swap_valid && swap_from == q[QueueBits-1:0]) book[q*CountBits+:CountBits] <= '0;
      else book[q*CountBits+:CountBits] <= next_book[q*CountBits+:CountBits];
    end
  end

  always_comb begin
    assume (rst_ni == started);
    assume (go < stop);
    assume (Root == 0 || {1'b0, detect} + {1'b0, stop} < {1'b1, {CountBits{1'b0}}});
    assume (started || !(goes_i || left_valid_i));
    if (started) begin
      assume (!store_valid_i || match_valid);
      assume (packets_ok);
      assume (flits_ok);
      assume (masks_ok);
      assume (!goes_i || goes_ok);
      assume (!left_valid_i || open);
      assume (notice_kind_i != 2'd3 || (Normals > 1 && notice_mask_i == 1'b1));
      if (i_notice) assume (notice_valid_i && notice == last_notice);
      if (i_reply) assume (reply_valid_i && reply == last_reply);
      InOrder: assert (!later_goes || first_gone);
    end
    // Through a SAQ that waits; through a queue that was swapped; each in another SAQ.
    LaterInSaq: cover (started && later_goes && later_queue >= Normals[QueueBits-1:0]);
    Apart: cover (started && first_here && later_here && first_queue < Normals[QueueBits-1:0] &&
                  later_queue >= Normals[QueueBits-1:0]);
    ApartInSaqs: cover (started && first_here && later_here && first_queue >= Normals[QueueBits-1:0] &&
                        later_queue >= Normals[QueueBits-1:0] && first_queue != later_queue);
  end

endmodule
