// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated message_sender to and from its fields
// (docs/reference/recn/message_sender.md).
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/recn/message_sender.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<MessageSender, Top> {
 public:
  using Params = MessageSender::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const MessageSender::In& in) {
    put(top.enable_i, in.enable);
    put_lanes(top.wanted_i, in.wanted, p_.lines(), p_.children);
    put_lanes(top.accepted_i, in.accepted, p_.lines(), p_.children);
    put(top.tell_wanted_i, in.tell_wanted);
    put(top.tell_stop_i, in.tell_stop);
    put(top.removable_i, in.removable);
    put(top.read_turns_i, in.read.turns);
    put(top.read_mask_i, in.read.mask);
    put(top.freed_valid_i, in.freed_valid);
    put(top.respond_valid_i, in.respond_valid);
    put(top.respond_kind_i, in.respond.kind);
    put(top.respond_turns_i, in.respond.path.turns);
    put(top.respond_mask_i, in.respond.path.mask);
    put(top.notify_ready_i, in.notify_ready);
    put(top.answer_ready_i, in.answer_ready);
  }
  void sample(Top& top, MessageSender::Out& out) {
    out.read_valid = top.read_valid_o;
    out.read_saq = top.read_saq_o;
    out.wanted_ready = top.wanted_ready_o;
    out.tell_ready = top.tell_ready_o;
    out.free_valid = top.free_valid_o;
    out.free_saq = top.free_saq_o;
    out.notify_valid = top.notify_valid_o;
    out.notify = {top.notify_kind_o, {top.notify_turns_o, top.notify_mask_o}};
    out.answer_valid = top.answer_valid_o;
    out.answer = {top.answer_kind_o, {top.answer_turns_o, top.answer_mask_o}};
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
