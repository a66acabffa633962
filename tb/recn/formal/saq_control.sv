// SPDX-License-Identifier: Apache-2.0
// A saq_control that may answer anything that its contract allows, for the wrappers of what contains
// it: messages are held until they are taken, and nothing happens asleep. formal_state_o shows its ports.

module saq_control #(
  parameter int unsigned Saqs = 2,
  parameter int unsigned PoolBits = 3,
  parameter int unsigned Normals = 1,
  parameter int unsigned Children = 2,
  parameter int unsigned Root = 1,
  parameter int unsigned CountBits = 3,
  parameter int unsigned TimerBits = 1,
  localparam int unsigned Queues = Normals + Saqs,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned ChildBits = Children > 1 ? $clog2(Children) : 1,
  localparam int unsigned Said = 9 + Children + 4 * PoolBits + 3 * QueueBits
) (
  input  logic                        clk_i, rst_ni, enable_i, cfg_more_specific_i,
  input  logic [CountBits-1:0]        cfg_detect_i, cfg_propagate_i, cfg_stop_i, cfg_go_i,
  input  logic [TimerBits-1:0]        cfg_retry_i, cfg_linger_i,
  input  logic                        packet_valid_i, store_valid_i, left_valid_i, notice_valid_i,
  input  logic                        reply_valid_i, answer_ready_i, swap_may_i,
  input  logic [PoolBits-1:0]         packet_turns_i, notice_turns_i, notice_mask_i, reply_turns_i,
  input  logic [PoolBits-1:0]         reply_mask_i,
  input  logic [QueueBits-1:0]        packet_normal_i, left_queue_i, notice_normal_i,
  input  logic [ChildBits-1:0]        packet_child_i, reply_child_i,
  input  logic [Queues*CountBits-1:0] queue_flits_i, queue_packets_i,
  input  logic [1:0]                  notice_kind_i, reply_kind_i,
  input  logic [Children-1:0]         notify_ready_i,
  output logic                        match_valid_o, match_stopped_o, swap_valid_o, notice_ready_o,
  output logic                        reply_ready_o,
  output logic                        answer_valid_o, full_valid_o, quiescent_o,
  output logic [QueueBits-1:0]        match_queue_o, swap_from_o, swap_to_o,
  output logic [Children-1:0]         notify_valid_o,
  output logic [1:0]                  notify_kind_o, answer_kind_o,
  output logic [PoolBits-1:0]         notify_turns_o, notify_mask_o, answer_turns_o, answer_mask_o,
  output logic [Saqs-1:0]             saq_valid_o, saq_waits_o, saq_may_send_o, saq_leaf_o, saq_stop_o,
  output logic [Said-1:0]             formal_state_o
);
  localparam int unsigned Bits = 10 + Children + 3 * QueueBits + 4 * PoolBits + 2;
  assign formal_state_o = {swap_may_i, match_stopped_o, match_valid_o, match_queue_o, swap_valid_o, swap_from_o, swap_to_o,
                           notify_valid_o, notify_kind_o, notify_turns_o, notify_mask_o,
                           answer_valid_o, answer_kind_o, answer_turns_o, answer_mask_o};
  (* anyseq *) logic [Bits-1:0] any;
  assign {match_stopped_o, match_valid_o, swap_valid_o, notice_ready_o, reply_ready_o, answer_valid_o, full_valid_o,
          quiescent_o, match_queue_o, swap_from_o, swap_to_o, notify_valid_o, notify_kind_o,
          answer_kind_o, notify_turns_o, notify_mask_o, answer_turns_o, answer_mask_o} = any;
  assign {saq_valid_o, saq_waits_o, saq_may_send_o, saq_leaf_o, saq_stop_o} = '0;

  logic                  waits, was_asleep;
  logic [Children-1:0]   notifies;
  logic [2*PoolBits+1:0] answer, notify;
  initial {waits, notifies, was_asleep} = '0;
  always @(posedge clk_i) begin
    waits    <= rst_ni && enable_i && answer_valid_o && !answer_ready_i;
    notifies <= {Children{rst_ni && enable_i}} & notify_valid_o & ~notify_ready_i;
    answer   <= {answer_kind_o, answer_turns_o, answer_mask_o};
    notify   <= {notify_kind_o, notify_turns_o, notify_mask_o};
  end
  always_comb begin
    if (waits) assume (answer_valid_o && {answer_kind_o, answer_turns_o, answer_mask_o} == answer);
    if (notifies != '0)
      assume ((notifies & ~notify_valid_o) == '0 &&
              {notify_kind_o, notify_turns_o, notify_mask_o} == notify);
    // What it promises of its outputs.
    assume (!notice_ready_o || notice_valid_i);
    assume (!reply_ready_o || reply_valid_i);
    assume (!quiescent_o || {match_valid_o, swap_valid_o, notice_ready_o, reply_ready_o,
                             answer_valid_o, full_valid_o, notify_valid_o} == '0);
    assume (match_valid_o || {match_stopped_o, match_queue_o} == '0);
    assume (answer_valid_o || {answer_kind_o, answer_turns_o, answer_mask_o} == '0);
  end
endmodule
