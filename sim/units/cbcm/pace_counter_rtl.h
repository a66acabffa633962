// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated pace_counter (docs/reference/cbcm/pace_counter.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/pace_counter.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<PaceCounter, Top> {
 public:
  using Params = PaceCounter::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params&, const Params&) {}

  void drive(Top& top, const PaceCounter::In& in) {
    put(top.enable_i, in.enable);
    put(top.cfg_rate_i, in.cfg_rate);
  }
  void sample(Top& top, PaceCounter::Out& out) {
    out.pace = top.pace_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
