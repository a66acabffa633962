// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated injection_gate (docs/reference/self_tuned/injection_gate.md) to and from its
// C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/self_tuned/injection_gate.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<InjectionGate, Top> {
 public:
  using Params = InjectionGate::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"FullBits"});
  }
  RtlAdaptor(Top&, const Params&, const Params&) {}

  void drive(Top& top, const InjectionGate::In& in) {
    put(top.enable_i, in.enable);
    put(top.estimate_i, in.estimate);
    put(top.threshold_i, in.threshold);
  }
  void sample(Top& top, InjectionGate::Out& out) {
    out.hold = top.hold_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
