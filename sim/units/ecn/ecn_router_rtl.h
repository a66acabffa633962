// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated ecn_router (docs/reference/ecn/ecn_router.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/ecn/congestion_marker_rtl.h"
#include "sim/units/ecn/ecn_router.h"
#include "sim/units/ecn/voq_occupancy_rtl.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<EcnRouter, Top> {
 public:
  using Params = EcnRouter::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "Speedup", "RateBits"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant)
      : occupancy_(wanted.occupancy(), variant.occupancy()),
        marker_(wanted.marker(), variant.marker()) {
    occupancy_.clear(top);
    marker_.clear(top);
  }

  void drive(Top& top, const EcnRouter::In& in) {
    occupancy_.drive(top, in);
    marker_.drive(top, in);
  }
  void sample(Top& top, EcnRouter::Out& out) {
    marker_.sample(top, out);
    occupancy_.sample(top, out);
    out.quiescent = top.quiescent_o;
  }

 private:
  OccupancyPorts occupancy_;
  MarkerPorts marker_;
};

}  // namespace chokepoint
