// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated gap_timer to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/pacing/gap_timer.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<GapTimer, Top> {
 public:
  using Params = GapTimer::Params;
  static bool fits(const Params&, const Params&) { return true; }
  RtlAdaptor(Top&, const Params&, const Params&) {}
  void drive(Top& top, const GapTimer::In& in) {
    top.enable_i = in.enable;
    top.sent_valid_i = in.sent_valid;
    top.cfg_gap_i = in.cfg_gap & 0xFFFF;
  }
  void sample(Top& top, GapTimer::Out& out) {
    out.blocked = top.blocked_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
