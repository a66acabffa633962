// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated saq_line (docs/reference/recn/saq_line.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/recn/saq_line.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<SaqLine, Top> {
 public:
  using Params = SaqLine::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params&, const Params&) {}

  void drive(Top& top, const SaqLine::In& in) {
    put(top.enable_i, in.enable);
    put(top.cfg_propagate_i, in.cfg.propagate);
    put(top.cfg_stop_i, in.cfg.stop);
    put(top.cfg_go_i, in.cfg.go);
    put(top.cfg_retry_i, in.cfg.retry);
    put(top.cfg_linger_i, in.cfg.linger);
    put(top.make_valid_i, in.make_valid);
    put(top.make_queue_i, in.make_queue);
    put(top.make_packets_i, in.make_packets);
    put(top.make_notify_i, in.make_notify);
    put(top.flits_i, in.flits);
    put(top.packets_i, in.packets);
    put(top.blocked_queues_i, in.blocked_queues);
    put(top.left_valid_i, in.left_valid);
    put(top.left_queue_i, in.left_queue);
    put(top.swap_valid_i, in.swap_valid);
    put(top.swap_from_i, in.swap_from);
    put(top.swap_to_i, in.swap_to);
    put(top.arrived_valid_i, in.arrived_valid);
    put(top.answer_valid_i, in.answer_valid);
    put(top.answer_accepted_i, in.answer_accepted);
    put(top.returned_valid_i, in.returned_valid);
    put(top.adopt_valid_i, in.adopt_valid);
    put(top.halt_valid_i, in.halt_valid);
    put(top.halt_stop_i, in.halt_stop);
    put(top.notify_ready_i, in.notify_ready);
    put(top.tell_ready_i, in.tell_ready);
    put(top.free_valid_i, in.free_valid);
  }
  void sample(Top& top, SaqLine::Out& out) {
    out.valid = top.valid_o;
    out.waits = top.waits_o;
    out.may_send = top.may_send_o;
    out.leaf = top.leaf_o;
    out.freeable = top.freeable_o;
    out.stop = top.stop_o;
    out.stopped = top.stopped_o;
    out.own = top.own_o;
    out.notify_valid = top.notify_valid_o;
    out.accepted = top.accepted_o;
    out.tell_valid = top.tell_valid_o;
    out.tell_stop = top.tell_stop_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
