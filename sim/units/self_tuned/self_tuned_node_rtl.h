// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated self_tuned_node (docs/reference/self_tuned/self_tuned_node.md) to and from
// its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/self_tuned/self_tuned_node.h"
#include "sim/units/self_tuned/sideband_node_rtl.h"
#include "sim/units/self_tuned/threshold_tuner_rtl.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<SelfTunedNode, Top> {
 public:
  using Params = SelfTunedNode::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"CountBits", "DeliveryBits"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params&) : p_(wanted.sideband()) {}

  void drive(Top& top, const SelfTunedNode::In& in) {
    put_sideband(top, in, p_);
    put(top.totals_valid_i, in.totals_valid);
    put(top.period_last_i, in.period_last);
    put(top.tick_valid_i, in.tick_valid);
    put(top.cfg_tick_bits_i, in.cfg_tick_bits);
    put(top.cfg_last_i, in.cfg_last);
    put_tuning(top, in.cfg);
  }
  void sample(Top& top, SelfTunedNode::Out& out) {
    out.to_plus = top.to_plus_o;
    out.to_minus = top.to_minus_o;
    out.hold = top.hold_o;
    out.estimate = top.estimate_o;
    out.threshold = top.threshold_o;
    out.total_full = top.total_full_o;
    out.total_delivered = top.total_delivered_o;
    out.returned_valid = top.returned_valid_o;
    out.relocated_valid = top.relocated_valid_o;
    out.rests = top.rests_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  SidebandNode::Params p_;
};

}  // namespace chokepoint
