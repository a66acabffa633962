// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated sideband_restart (docs/reference/self_tuned/sideband_restart.md) to and from
// its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/self_tuned/sideband_restart.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<SidebandRestart, Top> {
 public:
  using Params = SidebandRestart::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"RestartBits"});
  }
  RtlAdaptor(Top&, const Params&, const Params&) {}

  void drive(Top& top, const SidebandRestart::In& in) {
    put(top.enable_i, in.enable);
    put(top.cfg_cycles_i, in.cfg_cycles);
  }
  void sample(Top& top, SidebandRestart::Out& out) {
    out.restart = top.restart_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
