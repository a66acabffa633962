// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated recn_egress (docs/reference/recn/recn_egress.md) to and from its fields.
#pragma once

#include "sim/units/recn/recn_egress.h"
#include "sim/units/recn/recn_ports_rtl.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<RecnEgress, Top> {
 public:
  using Params = RecnEgress::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const RecnEgress::In& in) {
    drive_recn_port(top, in, p_);
    put(top.packet_port_i, in.packet_port);
  }
  void sample(Top& top, RecnEgress::Out& out) {
    sample_recn_port(top, out);
    out.match_stopped = top.match_stopped_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
