// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated cbcm_router (docs/reference/cbcm/cbcm_router.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/cbcm_router.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<CbcmRouter, Top> {
 public:
  using Params = CbcmRouter::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    Params same = wanted;  // the fraction of a weight counts only where there are weights
    if (wanted.weighted == 0) same.weight_fraction = variant.weight_fraction;
    return fits_by_name(same, variant, {"Radix", "Vcs", "Speedup"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant)
      : p_(wanted), v_(variant), request_(wanted.radix, wanted.vcs, variant.radix, variant.vcs) {
    put(top.request_i, 0);
    put(top.head_valid_i, 0);
    put(top.head_marked_i, 0);
    put(top.head_data_i, 0);
  }

  void drive(Top& top, const CbcmRouter::In& in) {
    put(top.enable_i, in.enable);
    request_.drive(top.request_i, in.request);
    put(top.cfg_sampled_vcs_i, in.cfg_sampled_vcs);
    put(top.cfg_seed_i, in.cfg_seed);
    heads(top.head_valid_i, in.head_valid);
    heads(top.head_marked_i, in.head_marked);
    heads(top.head_data_i, in.head_data);
  }
  void sample(Top& top, CbcmRouter::Out& out) {
    out.congested = top.congested_o;
    get_groups(top.marked_valid_o, out.marked_valid.words.data(), p_.radix, p_.speedup, v_.speedup);
    get_groups(top.marked_o, out.marked.words.data(), p_.radix, p_.speedup, v_.speedup);
    out.error = top.error_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  template <class Port> void heads(Port& port, const CbcmRouter::HeadBits& bits) {
    put_groups(port, 0, bits.words.data(), p_.radix, p_.speedup, v_.speedup);
  }
  Params p_, v_;
  RequestPort<RequestMatrix> request_;
};

}  // namespace chokepoint
