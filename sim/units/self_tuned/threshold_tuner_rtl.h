// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated threshold_tuner (docs/reference/self_tuned/threshold_tuner.md) to and from
// its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/self_tuned/threshold_tuner.h"

namespace chokepoint {

/// The levels that say how to tune, of the unit and of the node.
template <class Top> void put_tuning(Top& top, const ThresholdTuner::Config& cfg) {
  put(top.cfg_initial_i, cfg.initial);
  put(top.cfg_increment_i, cfg.increment);
  put(top.cfg_decrement_i, cfg.decrement);
  put(top.cfg_buffers_i, cfg.buffers);
  put(top.cfg_drop_shift_i, cfg.drop_shift);
  put(top.cfg_climb_i, cfg.climb);
  put(top.cfg_avoid_i, cfg.avoid);
  put(top.cfg_low_shift_i, cfg.low_shift);
  put(top.cfg_repeats_i, cfg.repeats);
  put(top.cfg_throttled_now_i, cfg.throttled_now);
}

template <class Top>
class RtlAdaptor<ThresholdTuner, Top> {
 public:
  using Params = ThresholdTuner::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params&, const Params&) {}

  void drive(Top& top, const ThresholdTuner::In& in) {
    put(top.enable_i, in.enable);
    put(top.totals_valid_i, in.totals_valid);
    put(top.period_last_i, in.period_last);
    put(top.total_full_i, in.total_full);
    put(top.total_delivered_i, in.total_delivered);
    put(top.throttle_i, in.throttle);
    put_tuning(top, in.cfg);
  }
  void sample(Top& top, ThresholdTuner::Out& out) {
    out.threshold = top.threshold_o;
    out.returned_valid = top.returned_valid_o;
    out.relocated_valid = top.relocated_valid_o;
    out.throttled = top.throttled_o;
    out.rests = top.rests_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
