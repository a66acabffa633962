// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated shared_sampler (docs/reference/cbcm/shared_sampler.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/shared_sampler.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<SharedSampler, Top> {
 public:
  using Params = SharedSampler::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "Vcs"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant)
      : p_(wanted), v_(variant), request_(wanted.radix, wanted.vcs, variant.radix, variant.vcs) {
    put(top.request_i, 0);
  }

  void drive(Top& top, const SharedSampler::In& in) {
    put(top.enable_i, in.enable);
    request_.drive(top.request_i, in.request);
    put(top.cfg_sampled_vcs_i, in.cfg_sampled_vcs);
    put(top.cfg_seed_i, in.cfg_seed);
  }
  void sample(Top& top, SharedSampler::Out& out) {
    out.pick_valid = top.pick_valid_o;
    get_lanes(top.pick_output_o, out.pick_output, p_.radix, v_.port_bits());
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
  RequestPort<RequestMatrix> request_;
};

}  // namespace chokepoint
