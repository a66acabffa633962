// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated alo_test (docs/reference/alo/alo_test.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/alo/alo_test.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<AloTest, Top> {
 public:
  using Params = AloTest::Params;

  /// What is left over is not useful, and its VCs do not count.
  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Outputs", "Vcs"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.free_i, 0);
  }

  void drive(Top& top, const AloTest::In& in) {
    put(top.useful_i, in.useful);
    put_lanes(top.free_i, in.free, p_.outputs, v_.vcs);
    put(top.cfg_counted_vcs_i, in.cfg_counted_vcs);
  }
  void sample(Top& top, AloTest::Out& out) { out.inject = top.inject_o; }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
