// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated saq_control (docs/reference/recn/saq_control.md) to and from its fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/recn/saq_control.h"

namespace chokepoint {

/// The configuration that all controls of a port have.
template <class Top>
inline void put_config(Top& top, const SaqControl::Config& cfg) {
  put(top.cfg_more_specific_i, cfg.more_specific);
  put(top.cfg_detect_i, cfg.detect);
  put(top.cfg_propagate_i, cfg.line.propagate);
  put(top.cfg_stop_i, cfg.line.stop);
  put(top.cfg_go_i, cfg.line.go);
  put(top.cfg_retry_i, cfg.line.retry);
  put(top.cfg_linger_i, cfg.line.linger);
}

template <class Top>
class RtlAdaptor<SaqControl, Top> {
 public:
  using Params = SaqControl::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const SaqControl::In& in) {
    put(top.enable_i, in.enable);
    put_config(top, in.cfg);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_turns_i, in.packet_turns);
    put(top.packet_normal_i, in.packet_normal);
    put(top.packet_child_i, in.packet_child);
    put(top.store_valid_i, in.store_valid);
    put_lanes(top.queue_flits_i, in.queue_flits, p_.queues(), p_.count_bits);
    put_lanes(top.queue_packets_i, in.queue_packets, p_.queues(), p_.count_bits);
    put(top.left_valid_i, in.left_valid);
    put(top.left_queue_i, in.left_queue);
    put(top.notice_valid_i, in.notice_valid);
    put(top.notice_kind_i, in.notice.kind);
    put(top.notice_turns_i, in.notice.path.turns);
    put(top.notice_mask_i, in.notice.path.mask);
    put(top.notice_normal_i, in.notice_normal);
    put(top.swap_may_i, in.swap_may);
    put(top.reply_valid_i, in.reply_valid);
    put(top.reply_kind_i, in.reply.kind);
    put(top.reply_turns_i, in.reply.path.turns);
    put(top.reply_mask_i, in.reply.path.mask);
    put(top.reply_child_i, in.reply_child);
    put(top.notify_ready_i, in.notify_ready);
    put(top.answer_ready_i, in.answer_ready);
  }
  void sample(Top& top, SaqControl::Out& out) {
    out.match_valid = top.match_valid_o;
    out.match_queue = top.match_queue_o;
    out.match_stopped = top.match_stopped_o;
    out.swap_valid = top.swap_valid_o;
    out.swap_from = top.swap_from_o;
    out.swap_to = top.swap_to_o;
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

 private:
  Params p_;
};

}  // namespace chokepoint
