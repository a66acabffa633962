// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated recn_port (docs/reference/recn/recn_port.md) to and from its C++ fields.
#pragma once

#include "sim/units/recn/message_select_rtl.h"
#include "sim/units/recn/recn_port.h"
#include "sim/units/recn/saq_control_rtl.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<RecnPort, Top> {
 public:
  using Params = RecnPort::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const RecnPort::In& in) {
    put(top.enable_i, in.enable);
    put_config(top, in.cfg.control);
    put(top.cfg_detection_i, in.cfg.detection);
    put(top.cfg_keep_share_i, in.cfg.keep_share);
    put(top.cfg_swap_fits_i, in.cfg.swap_fits);
    put(top.cfg_packet_i, in.cfg.packet);
    put(top.head_valid_i, in.head_valid);
    put(top.head_turns_i, in.head_turns);
    put(top.head_port_i, in.head_port);
    put(top.flit_valid_i, in.flit_valid);
    put(top.flit_last_i, in.flit_last);
    put(top.flit_i, in.flit);
    put(top.may_begin_i, in.may_begin);
    put(top.may_go_i, in.may_go);
    put(top.notice_valid_i, in.notice_valid);
    put_lanes(top.notice_kind_i, in.notice_kind, p_.parents(), 2);
    put_pools(top.notice_turns_i, in.notice_turns, p_.parents(), p_.pool_bits);
    put_pools(top.notice_mask_i, in.notice_mask, p_.parents(), p_.pool_bits);
    put(top.reply_valid_i, in.reply_valid);
    put_lanes(top.reply_kind_i, in.reply_kind, p_.children(), 2);
    put_pools(top.reply_turns_i, in.reply_turns, p_.children(), p_.pool_bits);
    put_pools(top.reply_mask_i, in.reply_mask, p_.children(), p_.pool_bits);
    put(top.notify_ready_i, in.notify_ready);
    put(top.answer_ready_i, in.answer_ready);
  }
  void sample(Top& top, RecnPort::Out& out) {
    out.head_ready = top.head_ready_o;
    out.place_ready = top.place_ready_o;
    out.out_valid = top.out_valid_o;
    out.out_last = top.out_last_o;
    out.out_flit = top.out_flit_o;
    out.out_queue = top.out_queue_o;
    out.waiting = top.waiting_o;
    out.total_flits = top.total_flits_o;
    out.saq_flits = top.saq_flits_o;
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
    out.swap_valid = top.swap_valid_o;
    out.full_valid = top.full_valid_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
