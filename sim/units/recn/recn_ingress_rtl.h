// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated recn_ingress (docs/reference/recn/recn_ingress.md) to and from its fields.
#pragma once

#include "sim/units/recn/recn_ingress.h"
#include "sim/units/recn/recn_ports_rtl.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<RecnIngress, Top> {
 public:
  using Params = RecnIngress::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const RecnIngress::In& in) {
    drive_recn_port(top, in, p_);
    put(top.cfg_detection_i, in.cfg_detection);
    put(top.swap_may_i, in.swap_may);
  }
  void sample(Top& top, RecnIngress::Out& out) {
    sample_recn_port(top, out);
    out.swap_valid = top.swap_valid_o;
    out.swap_from = top.swap_from_o;
    out.swap_to = top.swap_to_o;
    out.notice_queue = top.notice_queue_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
