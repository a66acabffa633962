// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of recn_ingress: the control is given the egress ports' messages one at a time, with the
// turn to their port before the path, and detections with that of their queue; answers go to the port
// that their first turn leads to, without it; a detection is noted just as a packet begins above.
// properties: asserts=21 covers=4
// proof: depth=1 Saqs=2 PoolBits=5 Ports=3 CountBits=3 TimerBits=1
// bounded: depth=4 Saqs=8 PoolBits=8 Ports=8 CountBits=5 TimerBits=4
// cover: depth=10 Saqs=2 PoolBits=5 Ports=3 CountBits=3 TimerBits=1
// abstract: saq_control
// larger: ports and queues are alike; the pool's bits are only shifted
// assumed: the control keeps its contract (proved by its own wrapper); egress ports' paths leave room for a turn, their kinds are 0 to 2; packets' turns are below Ports; cfg_detection changes only while disabled
// mutant GivenWasTaken: s/{held_turns\[Rest-1:0\], turn}/{held_turns[Rest-1:0], ~turn}/
// mutant GivenWasTaken: s/{held_mask\[Rest-1:0\], {TurnBits/{held_mask[Rest-1:0] \& held_turns[Rest-1:0], {TurnBits/
// mutant OneTurn: @message_select s/turn_q <= pool \& ~(pool - First)/turn_q <= pool/
// mutant DetectionGiven: s/{queue_q, NoTurns, notice_turns_i}/{queue_q \& {TurnBits{store_valid_i}}, NoTurns, notice_turns_i}/
// mutant TakenIsGiven: s/{valid_q, notice_valid_i}/{valid_q, notice_valid_i \& ~answer_ready_i}/
// mutant GivenUntilReady: s/.held_ready_i(notice_ready)/.held_ready_i(1'b1)/
// mutant EndsWhenReady: s/.held_ready_i(notice_ready)/.held_ready_i(1'b0)/
// mutant NormalOfPath: s/QueueBits'(turn) \&/QueueBits'(turn) |/
// mutant NormalOfPacket: s/QueueBits'(packet_turns_i\[TurnBits-1:0\])/QueueBits'(packet_turns_i[PoolBits-1-:TurnBits])/
// mutant DetectsOnlyAbove: s/store_valid_i \&\& over \&\& cfg_detection_i/store_valid_i \&\& cfg_detection_i/
// mutant DetectsOnlyAbove: s/over \&\& cfg_detection_i \&\& !swap_valid_o/over \&\& cfg_detection_i/
// mutant DetectsAbove: s/>= cfg_detect_i/> cfg_detect_i/
// mutant DetectionKept: s/else if (readies\[Ports\])/else if (readies != '0)/
// mutant DisabledIsReset: s/else if (!enable_i) valid_q <= 1'b0;//
// mutant SaysAsIs: s/.notify_turns_o, .notify_mask_o, .answer_valid_o(answer_valid)/.notify_turns_o(notify_mask_o), .notify_mask_o(notify_turns_o), .answer_valid_o(answer_valid)/
// mutant SaysAsIs: s/.swap_may_i, .reply_valid_i/.swap_may_i(1'b1), .reply_valid_i/
// mutant ShowsQueue: s/notice_queue_o = notice_normal/notice_queue_o = packet_normal/
// mutant AnswerRouted: s/answer_turns\[TurnBits-1:0\] == TurnBits'(p)/answer_turns[TurnBits:1] == TurnBits'(p)/
// mutant AnswerRouted: s/answer_mask >> TurnBits/answer_mask/
// mutant PathHasRoom: @recn_ingress_fv s/assume (room);//
// mutant TurnIsPort: @recn_ingress_fv s/assume (turn_ok);//
// mutant QuiescentHoldsState: s/quiescent_notices \&\& quiescent_control \&\& quiescent_detect/quiescent_notices \&\& quiescent_control/
// mutant QuiescentIsSilent: s/quiescent_notices \&\& quiescent_control \&\& quiescent_detect/quiescent_notices \&\& quiescent_detect/
// mutant StableUntilTaken: s/assign answer_valid_o\[p\] = answer_valid \&\&/assign answer_valid_o[p] = answer_valid \&\& !store_valid_i \&\&/

// The message for the link, and that for one egress port, wait as they are.
module ingress_held #(
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

module recn_ingress_fv #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 5,
  parameter int unsigned Ports = 3,
  parameter int unsigned CountBits = 3,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned TurnBits = $clog2(Ports),
  localparam int unsigned Queues = Ports + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned Rest = PoolBits - TurnBits,
  localparam int unsigned CfgBits = 2 + 4 * CountBits + 2 * TimerBits,
  localparam int unsigned Given = 2 + 2 * PoolBits
) (
  input logic                        clk_i, rst_ni, enable_i,
  input logic [CfgBits-1:0]          cfg_i,
  input logic                        packet_valid_i, store_valid_i, left_valid_i, notify_ready_i,
  input logic                        reply_valid_i, swap_may_i,
  input logic [PoolBits-1:0]         packet_turns_i, reply_turns_i, reply_mask_i,
  input logic [QueueBits-1:0]        left_queue_i,
  input logic [2*Queues*CountBits-1:0] queues_i,
  input logic [1:0]                  reply_kind_i,
  input logic [Ports-1:0]            notice_valid_i, answer_ready_i, one_port_i,
  input logic [Ports*2-1:0]          notice_kind_i,
  input logic [Ports*PoolBits-1:0]   notice_turns_i, notice_mask_i
);

  logic                 match_valid, reply_ready, notify_valid, full_valid, swap_valid, quiescent;
  logic [QueueBits-1:0] match_queue, swap_from, swap_to;
  logic [Ports-1:0]     notice_ready, answer_valid;
  logic [1:0]           notify_kind, answer_kind;
  logic [PoolBits-1:0]  notify_turns, notify_mask, answer_turns, answer_mask;
  logic [15+Ports+TurnBits+6*PoolBits+5*QueueBits:0] seen;
  logic [QueueBits-1:0] notice_queue;
  logic [Ports:0]       turn;
  logic [5*Saqs-1:0]    saqs;
  logic                 detection;
  logic [CountBits-1:0] detect;
  assign detection = cfg_i[CfgBits-2];
  assign detect    = cfg_i[2*TimerBits+3*CountBits+:CountBits];
  recn_ingress #(
    .Saqs(Saqs), .PoolBits(PoolBits), .Ports(Ports), .Detection(1), .CountBits(CountBits),
    .TimerBits(TimerBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i(cfg_i[CfgBits-1]), .cfg_detection_i(detection),
    .cfg_detect_i(detect), .cfg_propagate_i(cfg_i[2*TimerBits+2*CountBits+:CountBits]),
    .cfg_stop_i(cfg_i[2*TimerBits+CountBits+:CountBits]), .cfg_go_i(cfg_i[2*TimerBits+:CountBits]),
    .cfg_retry_i(cfg_i[TimerBits+:TimerBits]), .cfg_linger_i(cfg_i[TimerBits-1:0]), .packet_valid_i,
    .packet_turns_i, .store_valid_i, .swap_may_i, .queue_flits_i(queues_i[Queues*CountBits-1:0]),
    .queue_packets_i(queues_i[2*Queues*CountBits-1:Queues*CountBits]), .left_valid_i, .left_queue_i,
    .notice_valid_i, .notice_kind_i, .notice_turns_i, .notice_mask_i, .reply_valid_i, .reply_kind_i,
    .reply_turns_i, .reply_mask_i, .notify_ready_i, .answer_ready_i, .match_valid_o(match_valid),
    .match_queue_o(match_queue), .swap_valid_o(swap_valid), .swap_from_o(swap_from),
    .swap_to_o(swap_to), .notice_queue_o(notice_queue), .notice_ready_o(notice_ready),
    .reply_ready_o(reply_ready), .notify_valid_o(notify_valid), .notify_kind_o(notify_kind),
    .notify_turns_o(notify_turns),
    .notify_mask_o(notify_mask), .answer_valid_o(answer_valid), .answer_kind_o(answer_kind),
    .answer_turns_o(answer_turns), .answer_mask_o(answer_mask), .saq_valid_o(saqs[0+:Saqs]),
    .saq_waits_o(saqs[Saqs+:Saqs]), .saq_may_send_o(saqs[2*Saqs+:Saqs]),
    .saq_leaf_o(saqs[3*Saqs+:Saqs]), .saq_stop_o(saqs[4*Saqs+:Saqs]), .full_valid_o(full_valid),
    .quiescent_o(quiescent), .formal_given_o(seen)
  );

  logic                 ready, valid, detects, says;
  logic [1:0]           kind, said_kind;
  logic [PoolBits-1:0]  turns, mask, said_turns, said_mask;
  logic [QueueBits-1:0] path_normal, packet_normal;
  logic [TurnBits-1:0]  detected;
  logic [1+3*QueueBits:0] from_control_queues;
  logic                   from_control_may, unused_stopped;
  logic [2+2*PoolBits:0]  from_control_notify;
  assign {turn, ready, valid, kind, turns, mask, path_normal, packet_normal, detects, detected,
          from_control_may, unused_stopped, from_control_queues, from_control_notify, says, said_kind, said_turns, said_mask} = seen;

  // What was taken in the last clock, as it is to be given.
  logic             started, was_started, i_enable, i_taken, o_valid, o_ready, o_detects, i_above, over;
  logic             i_detection;
  logic [Given-1:0] taken, i_message, o_given;
  logic [Ports-1:0] last_port;
  logic [TurnBits-1:0]  o_detected;
  logic [QueueBits-1:0] i_queue;
  logic             room, turn_ok, kinds_ok;
  initial {started, was_started} = '0;
  always_comb begin
    taken    = '0;
    over     = 1'b0;
    room     = 1'b1;
    kinds_ok = 1'b1;
    turn_ok  = {1'b0, packet_turns_i[TurnBits-1:0]} < Ports[TurnBits:0];
    for (int p = 0; p < Ports; p++) begin
      if (notice_ready[p] && notice_valid_i[p])
        taken = {notice_kind_i[p*2+:2], notice_turns_i[p*PoolBits+:Rest], p[TurnBits-1:0],
                 notice_mask_i[p*PoolBits+:Rest], {TurnBits{1'b1}}};
      if (match_queue == p[QueueBits-1:0] && queues_i[p*CountBits+:CountBits] >= detect) over = 1'b1;
      if (notice_mask_i[p*PoolBits+Rest+:TurnBits] != '0) room = 1'b0;
      if (notice_kind_i[p*2+:2] == 2'd3) kinds_ok = 1'b0;
    end
  end
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    i_taken     <= (notice_ready & notice_valid_i) != '0;
    i_message   <= taken;
    i_above     <= match_valid && store_valid_i && over && detection && !swap_valid;
    i_queue     <= match_queue;
    i_detection <= detection;
    i_enable    <= enable_i;
    o_valid     <= valid;
    o_ready     <= ready;
    o_given     <= {kind, turns, mask};
    o_detects   <= detects;
    o_detected  <= detected;
    last_port   <= one_port_i;
  end
  quiescence_properties #(
    .RegisterBits(2 + TurnBits + Given), .LevelBits(3 + CfgBits + 2 * Queues * CountBits + Ports)
  ) quiescence (
    .clk_i, .started_i(started),
    .idle_i({packet_valid_i, store_valid_i, left_valid_i, notice_valid_i, reply_valid_i} == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, cfg_i, queues_i, swap_may_i, notify_ready_i, answer_ready_i}),
    .registers_i({valid, detects, detected & {TurnBits{detects}}, {kind, turns, mask} & {Given{valid}}}),
    .event_i({match_valid, swap_valid, answer_valid, full_valid, notify_valid, valid} != '0),
    .busy_i(enable_i && valid), .asleep_o(), .last_levels_o()
  );
  ingress_held #(.Payload(2 + 2 * PoolBits)) held (
    .clk_i, .started_i(started), .enable_i, .notify_valid_i(notify_valid), .notify_ready_i,
    .answer_valid_i((answer_valid & one_port_i) != '0),
    .answer_ready_i((answer_ready_i & one_port_i) != '0),
    .notify_i({notify_kind, notify_turns, notify_mask}),
    .answer_i({answer_kind, answer_turns, answer_mask})
  );

  logic routed, was_given;
  always_comb begin
    routed = answer_turns == said_turns >> TurnBits && answer_mask == said_mask >> TurnBits;
    for (int p = 0; p < Ports; p++)
      if (answer_valid[p] != (says && said_turns[TurnBits-1:0] == p[TurnBits-1:0])) routed = 1'b0;
    was_given = kind == 2'd3 ? turns == PoolBits'(detected) : 1'b1;
  end

  always_comb begin
    assume (rst_ni == started);
    assume (one_port_i != '0 && (one_port_i & (one_port_i - 1'b1)) == '0);
    if (started) assume (one_port_i == last_port);
    SaysAsIs: assert ({match_valid, match_queue, swap_valid, swap_from, swap_to} == from_control_queues &&
                      swap_may_i == from_control_may && answer_kind == said_kind &&
                      {notify_valid, notify_kind, notify_turns, notify_mask} == from_control_notify);
    if (was_started && i_enable) assume (detection == i_detection);
    if (started) begin
      assume (room);
      assume (turn_ok);
      assume (kinds_ok);
      OneTurn: assert (turn != '0 && (turn & (turn - 1'b1)) == '0);
      NormalOfPath: assert (!valid || path_normal ==
                            (detection ? QueueBits'(turns[TurnBits-1:0]) : '0));
      NormalOfPacket: assert (packet_normal ==
                              (detection ? QueueBits'(packet_turns_i[TurnBits-1:0]) : '0));
      AnswerRouted: assert (routed);
      ShowsQueue: assert (notice_queue == path_normal && (valid || notice_queue == '0));
    end
    if (was_started) begin
      // A port's message, or the detection that waited.
      GivenWasTaken: assert (!valid || o_valid || kind == 2'd3 ||
                             (i_taken && {kind, turns, mask} == i_message));
      DetectionGiven: assert (!valid || o_valid || kind != 2'd3 ||
          (o_detects && turns == PoolBits'(o_detected) && mask == PoolBits'({TurnBits{1'b1}})));
      TakenIsGiven: assert (!i_enable || !i_taken || valid);
      GivenUntilReady: assert (!i_enable || !o_valid || o_ready ||
                               (valid && {kind, turns, mask} == o_given));
      EndsWhenReady: assert (!i_enable || !o_valid || !o_ready || !valid);
      DetectsOnlyAbove: assert (!detects || o_detects || (i_above && detected == i_queue[TurnBits-1:0]));
      DisabledIsReset: assert (i_enable || !detects);
      DetectsAbove: assert (!i_enable || !i_above || o_detects || detects);
      DetectionKept: assert (!i_enable || !o_detects || (detects && detected == o_detected) ||
                             (valid && !o_valid && kind == 2'd3));
    end
    Gives: cover (was_started && valid && !o_valid && kind == 2'd0 && turns[TurnBits-1:0] != '0);
    Detects: cover (was_started && valid && !o_valid && kind == 2'd3);
    Answers: cover (answer_valid != '0 && i_enable && was_started);
  end

endmodule
