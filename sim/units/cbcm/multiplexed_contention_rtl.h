// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated multiplexed_contention (docs/reference/cbcm/multiplexed_contention.md) to and
// from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/multiplexed_contention.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<MultiplexedContention, Top> {
 public:
  using Params = MultiplexedContention::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.pick_output_i, 0);
  }

  void drive(Top& top, const MultiplexedContention::In& in) {
    put(top.enable_i, in.enable);
    put(top.pick_valid_i, in.pick_valid);
    put_lanes(top.pick_output_i, in.pick_output, p_.radix, v_.port_bits());
  }
  void sample(Top& top, MultiplexedContention::Out& out) {
    out.congested = top.congested_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
