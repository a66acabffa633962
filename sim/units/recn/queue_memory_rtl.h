// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated queue_memory (docs/reference/recn/queue_memory.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/recn/queue_memory.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<QueueMemory, Top> {
 public:
  using Params = QueueMemory::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const QueueMemory::In& in) {
    put(top.enable_i, in.enable);
    put(top.enqueue_valid_i, in.enqueue_valid);
    put(top.enqueue_queue_i, in.enqueue_queue);
    put(top.enqueue_last_i, in.enqueue_last);
    put(top.enqueue_flit_i, in.enqueue_flit);
    put(top.dequeue_valid_i, in.dequeue_valid);
    put(top.dequeue_queue_i, in.dequeue_queue);
    put(top.swap_valid_i, in.swap_valid);
    put(top.swap_from_i, in.swap_from);
    put(top.swap_to_i, in.swap_to);
  }
  void sample(Top& top, QueueMemory::Out& out) {
    out.ready = top.ready_o;
    out.saq_ready = top.saq_ready_o;
    out.flit_valid = top.flit_valid_o;
    out.flit_last = top.flit_last_o;
    out.flit = top.flit_o;
    get_lanes(top.queue_flits_o, out.queue_flits, p_.queues(), p_.count_bits());
    get_lanes(top.queue_packets_o, out.queue_packets, p_.queues(), p_.count_bits());
    out.total_flits = top.total_flits_o;
    out.saq_flits = top.saq_flits_o;
    out.write_open = top.write_open_o;
    out.write_queue = top.write_queue_o;
    out.read_open = top.read_open_o;
    out.read_queue = top.read_queue_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
