// SPDX-License-Identifier: Apache-2.0
// Formal wrapper of recn_egress: the control is given the ingress ports' messages one at a time, as they
// were taken, with their port; what it says goes out as it is.
// properties: asserts=10 covers=3
// proof: depth=1 Saqs=2 PoolBits=3 Ports=3 CountBits=3 TimerBits=1
// bounded: depth=5 Saqs=8 PoolBits=6 Ports=8 CountBits=9 TimerBits=10
// cover: depth=8 Saqs=2 PoolBits=3 Ports=3 CountBits=3 TimerBits=1
// abstract: saq_control
// larger: ports are alike; the pool's bits are only copied
// assumed: the control keeps its contract (proved by its own wrapper)
// mutant GivenWasTaken: s/.message_turns_i(reply_turns_i)/.message_turns_i(reply_mask_i)/
// mutant GivenWasTaken: @message_select s/source |= SourceBits'(i)/source |= SourceBits'(i+1)/
// mutant TakenIsGiven: s/.message_valid_i(reply_valid_i)/.message_valid_i(reply_valid_i \& ~notify_ready_i)/
// mutant GivenUntilReady: s/.held_ready_i(reply_ready)/.held_ready_i(1'b1)/
// mutant EndsWhenReady: s/.held_ready_i(reply_ready)/.held_ready_i(1'b0)/
// mutant SaysAsIs: s/.notify_turns_o, .notify_mask_o, .answer_valid_o,/.notify_turns_o(notify_mask_o), .notify_mask_o(notify_turns_o), .answer_valid_o,/
// mutant SaysAsIs: s/^      .answer_kind_o, .answer_turns_o, .answer_mask_o,/      .answer_kind_o, .answer_turns_o(answer_mask_o), .answer_mask_o(answer_turns_o),/
// mutant SaysAsIs: s/.notify_ready_i, .answer_ready_i, .match_valid_o,/.notify_ready_i, .answer_ready_i, .match_valid_o(),/; s/assign quiescent_o = /assign match_valid_o = store_valid_i; assign quiescent_o = /
// mutant SaysAsIs: s/.match_queue_o, .match_stopped_o,/.match_queue_o, .match_stopped_o(),/; s/assign quiescent_o = /assign match_stopped_o = store_valid_i; assign quiescent_o = /
// mutant OneTurn: @message_select s/turn_q <= pool \& ~(pool - First)/turn_q <= pool/
// mutant QuiescentHoldsState: s/quiescent_replies \&\& quiescent_control/quiescent_control || reply_ready/
// mutant QuiescentIsSilent: s/quiescent_replies \&\& quiescent_control/quiescent_replies/
// mutant StableUntilTaken: s/^      .notify_valid_o, /      .notify_valid_o(), /; s/assign quiescent_o = /assign notify_valid_o = reply_valid_i; assign quiescent_o = /

// The message for one ingress port, and that for the link, wait as they are.
module egress_held #(
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

module recn_egress_fv #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 3,
  parameter int unsigned Ports = 3,
  parameter int unsigned CountBits = 3,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned Queues = 1 + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned PortBits = Ports > 1 ? $clog2(Ports) : 1,
  localparam int unsigned CfgBits = 1 + 4 * CountBits + 2 * TimerBits,
  localparam int unsigned Given = 2 + PortBits + 2 * PoolBits
) (
  input logic                        clk_i, rst_ni, enable_i,
  input logic [CfgBits-1:0]          cfg_i,
  input logic                        packet_valid_i, store_valid_i, left_valid_i, notice_valid_i,
  input logic                        answer_ready_i,
  input logic [PoolBits-1:0]         packet_turns_i, notice_turns_i, notice_mask_i,
  input logic [PortBits-1:0]         packet_port_i,
  input logic [QueueBits-1:0]        left_queue_i,
  input logic [2*Queues*CountBits-1:0] queues_i,
  input logic [1:0]                  notice_kind_i,
  input logic [Ports-1:0]            reply_valid_i, notify_ready_i, one_port_i,
  input logic [Ports*2-1:0]          reply_kind_i,
  input logic [Ports*PoolBits-1:0]   reply_turns_i, reply_mask_i
);

  logic                 match_valid, match_stopped, notice_ready, answer_valid, full_valid, quiescent;
  logic [QueueBits-1:0] match_queue;
  logic [Ports-1:0]     reply_ready, notify_valid;
  logic [1:0]           notify_kind, answer_kind;
  logic [PoolBits-1:0]  notify_turns, notify_mask, answer_turns, answer_mask;
  localparam int unsigned Said = 9 + Ports + 4 * PoolBits + 3 * QueueBits;
  logic [Given+Ports+1+Said:0] seen;
  logic [Ports-1:0]     turn;
  logic [5*Saqs-1:0]    saqs;
  recn_egress #(
    .Saqs(Saqs), .PoolBits(PoolBits), .Ports(Ports), .CountBits(CountBits), .TimerBits(TimerBits)
  ) dut (
    .clk_i, .rst_ni, .enable_i, .cfg_more_specific_i(cfg_i[CfgBits-1]),
    .cfg_detect_i(cfg_i[2*TimerBits+3*CountBits+:CountBits]),
    .cfg_propagate_i(cfg_i[2*TimerBits+2*CountBits+:CountBits]),
    .cfg_stop_i(cfg_i[2*TimerBits+CountBits+:CountBits]), .cfg_go_i(cfg_i[2*TimerBits+:CountBits]),
    .cfg_retry_i(cfg_i[TimerBits+:TimerBits]), .cfg_linger_i(cfg_i[TimerBits-1:0]), .packet_valid_i,
    .packet_turns_i, .packet_port_i, .store_valid_i,
    .queue_flits_i(queues_i[Queues*CountBits-1:0]),
    .queue_packets_i(queues_i[2*Queues*CountBits-1:Queues*CountBits]), .left_valid_i, .left_queue_i,
    .notice_valid_i, .notice_kind_i, .notice_turns_i, .notice_mask_i, .reply_valid_i, .reply_kind_i,
    .reply_turns_i, .reply_mask_i, .notify_ready_i, .answer_ready_i, .match_valid_o(match_valid),
    .match_queue_o(match_queue), .match_stopped_o(match_stopped), .notice_ready_o(notice_ready), .reply_ready_o(reply_ready),
    .notify_valid_o(notify_valid), .notify_kind_o(notify_kind), .notify_turns_o(notify_turns),
    .notify_mask_o(notify_mask), .answer_valid_o(answer_valid), .answer_kind_o(answer_kind),
    .answer_turns_o(answer_turns), .answer_mask_o(answer_mask), .saq_valid_o(saqs[0+:Saqs]),
    .saq_waits_o(saqs[Saqs+:Saqs]), .saq_may_send_o(saqs[2*Saqs+:Saqs]),
    .saq_leaf_o(saqs[3*Saqs+:Saqs]), .saq_stop_o(saqs[4*Saqs+:Saqs]), .full_valid_o(full_valid),
    .quiescent_o(quiescent), .formal_given_o(seen)
  );

  // What was taken in the last clock.
  logic             ready, valid, started, was_started, i_enable, i_taken, o_valid, o_ready;
  logic [Given-1:0] given, taken, i_message, o_given;
  logic [Ports-1:0] last_port;
  initial {started, was_started} = '0;
  logic [Said-1:0]          said;
  logic                       unused_may, from_control_stopped, from_control_match;
  logic [2*QueueBits:0]       unused_swap;
  logic [QueueBits-1:0]       from_control_queue;
  logic [4+Ports+4*PoolBits:0] from_control;
  assign {turn, ready, valid, given, said} = seen;
  assign {unused_may, from_control_stopped, from_control_match, from_control_queue, unused_swap, from_control} = said;
  always_comb begin
    taken = '0;
    for (int p = 0; p < Ports; p++) if (reply_ready[p] && reply_valid_i[p])
      taken = {reply_kind_i[p*2+:2], p[PortBits-1:0], reply_turns_i[p*PoolBits+:PoolBits],
               reply_mask_i[p*PoolBits+:PoolBits]};
  end
  always @(posedge clk_i) begin
    started     <= 1'b1;
    was_started <= started;
    i_enable    <= enable_i;
    i_taken     <= (reply_ready & reply_valid_i) != '0;
    i_message   <= taken;
    o_valid     <= valid;
    o_ready     <= ready;
    o_given     <= given;
    last_port   <= one_port_i;
  end
  quiescence_properties #(
    .RegisterBits(1 + Given), .LevelBits(2 + CfgBits + 2 * Queues * CountBits + Ports)
  ) quiescence (
    .clk_i, .started_i(started),
    .idle_i({packet_valid_i, store_valid_i, left_valid_i, notice_valid_i, reply_valid_i} == '0),
    .quiescent_i(quiescent),
    .levels_i({enable_i, cfg_i, queues_i, notify_ready_i, answer_ready_i}),
    .registers_i({valid, given}),
    .event_i({match_valid, answer_valid, full_valid, notify_valid, valid} != '0),
    .busy_i(enable_i && valid), .asleep_o(), .last_levels_o()
  );
  egress_held #(.Payload(2 + 2 * PoolBits)) held (
    .clk_i, .started_i(started), .enable_i, .notify_valid_i((notify_valid & one_port_i) != '0),
    .notify_ready_i((notify_ready_i & one_port_i) != '0), .answer_valid_i(answer_valid),
    .answer_ready_i, .notify_i({notify_kind, notify_turns, notify_mask}),
    .answer_i({answer_kind, answer_turns, answer_mask})
  );

  always_comb begin
    assume (rst_ni == started);
    assume (one_port_i != '0 && (one_port_i & (one_port_i - 1'b1)) == '0);
    if (started) assume (one_port_i == last_port);
    OneTurn: assert (!started || (turn != '0 && (turn & (turn - 1'b1)) == '0));
    SaysAsIs: assert ({match_stopped, match_valid, match_queue} ==
                      {from_control_stopped, from_control_match, from_control_queue} &&
        {notify_valid, notify_kind, notify_turns, notify_mask, answer_valid, answer_kind, answer_turns,
         answer_mask} == from_control);
    if (was_started) begin
      GivenWasTaken: assert (!valid || (o_valid ? given == o_given : i_taken && given == i_message));
      TakenIsGiven: assert (!i_enable || !i_taken || valid);
      GivenUntilReady: assert (!i_enable || !o_valid || o_ready || (valid && given == o_given));
      EndsWhenReady: assert (!i_enable || !o_valid || !o_ready || !valid);
    end
    Gives: cover (was_started && valid && !o_valid && given[2*PoolBits+:PortBits] != '0);
    Again: cover (was_started && i_enable && o_ready && o_valid);
  end

endmodule
