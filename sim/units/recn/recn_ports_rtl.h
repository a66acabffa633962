// SPDX-License-Identifier: Apache-2.0
// Ports that the Verilated controls of ingress and egress ports have in common, to and from fields.
#pragma once

#include "sim/units/recn/message_select_rtl.h"
#include "sim/units/recn/recn_ports.h"
#include "sim/units/recn/saq_control_rtl.h"

namespace chokepoint {

template <class Top, class In, class Params>
inline void drive_recn_port(Top& top, const In& in, const Params& p) {
  const unsigned queues = p.control().queues();
  put(top.enable_i, in.enable);
  put_config(top, in.cfg);
  put(top.packet_valid_i, in.packet_valid);
  put(top.packet_turns_i, in.packet_turns);
  put(top.store_valid_i, in.store_valid);
  put_lanes(top.queue_flits_i, in.queue_flits, queues, p.count_bits);
  put_lanes(top.queue_packets_i, in.queue_packets, queues, p.count_bits);
  put(top.left_valid_i, in.left_valid);
  put(top.left_queue_i, in.left_queue);
  put(top.notice_valid_i, in.notice_valid);
  put_lanes(top.notice_kind_i, in.notice_kind, p.parents(), 2);
  put_pools(top.notice_turns_i, in.notice_turns, p.parents(), p.pool_bits);
  put_pools(top.notice_mask_i, in.notice_mask, p.parents(), p.pool_bits);
  put(top.reply_valid_i, in.reply_valid);
  put_lanes(top.reply_kind_i, in.reply_kind, p.children(), 2);
  put_pools(top.reply_turns_i, in.reply_turns, p.children(), p.pool_bits);
  put_pools(top.reply_mask_i, in.reply_mask, p.children(), p.pool_bits);
  put(top.notify_ready_i, in.notify_ready);
  put(top.answer_ready_i, in.answer_ready);
}

template <class Top, class Out>
inline void sample_recn_port(Top& top, Out& out) {
  out.match_valid = top.match_valid_o;
  out.match_queue = top.match_queue_o;
  out.notice_ready = top.notice_ready_o;
  out.reply_ready = top.reply_ready_o;
  out.notify_valid = top.notify_valid_o;
  out.notify = {top.notify_kind_o, {top.notify_turns_o, top.notify_mask_o}};
  out.answer_valid = top.answer_valid_o;
  out.answer = {top.answer_kind_o, {top.answer_turns_o, top.answer_mask_o}};
  out.valid = top.saq_valid_o;
  out.waits = top.saq_waits_o;
  out.may_send = top.saq_may_send_o;
  out.leaf = top.saq_leaf_o;
  out.stop = top.saq_stop_o;
  out.full_valid = top.full_valid_o;
  out.quiescent = top.quiescent_o;
}

}  // namespace chokepoint
