// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated saq_set (docs/reference/recn/saq_set.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/recn/saq_set.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<SaqSet, Top> {
 public:
  using Params = SaqSet::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const SaqSet::In& in) {
    put(top.enable_i, in.enable);
    put(top.cfg_propagate_i, in.cfg.propagate);
    put(top.cfg_stop_i, in.cfg.stop);
    put(top.cfg_go_i, in.cfg.go);
    put(top.cfg_retry_i, in.cfg.retry);
    put(top.cfg_linger_i, in.cfg.linger);
    put(top.make_valid_i, in.make_valid);
    put(top.make_saq_i, in.make_saq);
    put(top.make_covered_i, in.make_covered);
    put(top.make_cover_i, in.make_cover);
    put(top.make_normal_i, in.make_normal);
    put(top.make_notify_i, in.make_notify);
    put_lanes(top.saq_flits_i, in.saq_flits, p_.saqs, p_.count_bits);
    put_lanes(top.queue_packets_i, in.queue_packets, p_.queues(), p_.count_bits);
    put(top.began_valid_i, in.began_valid);
    put(top.began_queue_i, in.began_queue);
    put(top.began_child_i, in.began_child);
    put(top.left_valid_i, in.left_valid);
    put(top.left_queue_i, in.left_queue);
    put(top.swap_valid_i, in.swap_valid);
    put(top.swap_from_i, in.swap_from);
    put(top.swap_to_i, in.swap_to);
    put(top.answer_valid_i, in.answer_valid);
    put(top.answer_saq_i, in.answer_saq);
    put(top.answer_child_i, in.answer_child);
    put(top.answer_accepted_i, in.answer_accepted);
    put(top.returned_valid_i, in.returned_valid);
    put(top.returned_saq_i, in.returned_saq);
    put(top.returned_child_i, in.returned_child);
    put(top.adopt_valid_i, in.adopt_valid);
    put(top.adopt_saq_i, in.adopt_saq);
    put(top.halt_valid_i, in.halt_valid);
    put(top.halt_saq_i, in.halt_saq);
    put(top.halt_stop_i, in.halt_stop);
    put_lanes(top.notify_ready_i, in.notify_ready, p_.saqs, p_.children);
    put(top.tell_ready_i, in.tell_ready);
    put(top.free_valid_i, in.free_valid);
    put(top.free_saq_i, in.free_saq);
  }
  void sample(Top& top, SaqSet::Out& out) {
    out.valid = top.valid_o;
    out.waits = top.waits_o;
    out.may_send = top.may_send_o;
    out.leaf = top.leaf_o;
    out.freeable = top.freeable_o;
    out.stop = top.stop_o;
    out.own = top.own_o;
    get_lanes(top.notify_valid_o, out.notify_valid, p_.saqs, p_.children);
    get_lanes(top.stopped_o, out.stopped, p_.saqs, p_.children);
    get_lanes(top.accepted_o, out.accepted, p_.saqs, p_.children);
    out.tell_valid = top.tell_valid_o;
    out.tell_stop = top.tell_stop_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
