// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated port_picker (docs/reference/cbcm/port_picker.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/port_picker.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<PortPicker, Top> {
 public:
  using Params = PortPicker::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix", "Vcs"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.request_i, 0);
  }

  void drive(Top& top, const PortPicker::In& in) {
    put(top.enable_i, in.enable);
    put_groups(top.request_i, 0, in.request.words.data(), p_.radix, p_.vcs, v_.vcs);
    put(top.cfg_sampled_vcs_i, in.cfg_sampled_vcs);
    put(top.cfg_seed_i, in.cfg_seed);
  }
  void sample(Top& top, PortPicker::Out& out) {
    out.pick_valid = top.pick_valid_o;
    out.pick_output = top.pick_valid_o ? top.pick_output_o : 0;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
