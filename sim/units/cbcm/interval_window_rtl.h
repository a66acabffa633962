// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated interval_window (docs/reference/cbcm/interval_window.md) to and from its
// C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/interval_window.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<IntervalWindow, Top> {
 public:
  using Params = IntervalWindow::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "DegreeBits"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.degree_i, 0);
  }

  void drive(Top& top, const IntervalWindow::In& in) {
    put(top.enable_i, in.enable);
    for (unsigned b = 0; b < p_.degree_bits; ++b)
      put_bits(top.degree_i, b * v_.radix, p_.radix, in.degree.planes[b]);
  }
  void sample(Top& top, IntervalWindow::Out& out) {
    out.congested = top.congested_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
