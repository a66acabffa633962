// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated congestion_estimator (docs/reference/self_tuned/congestion_estimator.md) to
// and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/self_tuned/congestion_estimator.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<CongestionEstimator, Top> {
 public:
  using Params = CongestionEstimator::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params&, const Params&) {}

  void drive(Top& top, const CongestionEstimator::In& in) {
    put(top.enable_i, in.enable);
    put(top.totals_valid_i, in.totals_valid);
    put(top.total_full_i, in.total_full);
    put(top.tick_valid_i, in.tick_valid);
    put(top.cfg_tick_bits_i, in.cfg_tick_bits);
    put(top.cfg_buffers_i, in.cfg_buffers);
    put(top.cfg_last_i, in.cfg_last);
  }
  void sample(Top& top, CongestionEstimator::Out& out) {
    out.estimate = top.estimate_o;
    out.rests = top.rests_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
