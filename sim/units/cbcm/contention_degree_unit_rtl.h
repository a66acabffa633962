// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated contention_degree_unit (docs/reference/cbcm/contention_degree_unit.md) to and
// from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/contention_degree_unit.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<ContentionDegreeUnit, Top> {
 public:
  using Params = ContentionDegreeUnit::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    Params same = wanted;  // the fraction of a weight counts only where there are weights
    if (wanted.weighted == 0) same.weight_fraction = variant.weight_fraction;
    return fits_by_name(same, variant, {"Radix", "Vcs"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant)
      : request_(wanted.radix, wanted.vcs, variant.radix, variant.vcs) {
    put(top.request_i, 0);
  }

  void drive(Top& top, const ContentionDegreeUnit::In& in) {
    put(top.enable_i, in.enable);
    request_.drive(top.request_i, in.request);
    put(top.cfg_sampled_vcs_i, in.cfg_sampled_vcs);
    put(top.cfg_seed_i, in.cfg_seed);
  }
  void sample(Top& top, ContentionDegreeUnit::Out& out) {
    out.congested = top.congested_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  RequestPort<RequestMatrix> request_;
};

}  // namespace chokepoint
