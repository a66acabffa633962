// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated contention_counter (docs/reference/cbcm/contention_counter.md) to and from its
// C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/contention_counter.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<ContentionCounter, Top> {
 public:
  using Params = ContentionCounter::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Radix"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.pick_output_i, 0);
  }

  void drive(Top& top, const ContentionCounter::In& in) {
    put(top.pick_valid_i, in.pick_valid);
    put_lanes(top.pick_output_i, in.pick_output, p_.radix, v_.degree_bits());
  }
  void sample(Top& top, ContentionCounter::Out& out) {
    for (unsigned b = 0; b < p_.degree_bits(); ++b)
      out.degree.planes[b] = get_bits(top.degree_o, b * v_.radix, p_.radix);
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
