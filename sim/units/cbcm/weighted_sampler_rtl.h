// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated weighted_sampler (docs/reference/cbcm/weighted_sampler.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/weighted_sampler.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<WeightedSampler, Top> {
 public:
  using Params = WeightedSampler::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "Vcs"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant)
      : p_(wanted), v_(variant), request_(wanted.radix, wanted.vcs, variant.radix, variant.vcs) {
    put(top.request_i, 0);
  }

  void drive(Top& top, const WeightedSampler::In& in) {
    put(top.enable_i, in.enable);
    request_.drive(top.request_i, in.request);
    put(top.cfg_sampled_vcs_i, in.cfg_sampled_vcs);
  }
  void sample(Top& top, WeightedSampler::Out& out) {
    for (unsigned b = 0; b < p_.degree_bits(); ++b)
      out.degree.planes[b] = get_bits(top.degree_o, b * v_.radix, p_.radix);
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
  RequestPort<RequestMatrix> request_;
};

}  // namespace chokepoint
