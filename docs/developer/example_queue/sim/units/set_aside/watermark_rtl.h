// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated watermark to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/set_aside/watermark.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<Watermark, Top> {
 public:
  using Params = Watermark::Params;
  static bool fits(const Params&, const Params&) { return true; }
  RtlAdaptor(Top&, const Params&, const Params&) {}
  void drive(Top& top, const Watermark::In& in) {
    top.enable_i = in.enable;
    top.level_i = in.level & 0xFFFF;
    top.cfg_high_i = in.cfg_high & 0xFFFF;
    top.cfg_low_i = in.cfg_low & 0xFFFF;
  }
  void sample(Top& top, Watermark::Out& out) { out.congested = top.congested_o; }
};

}  // namespace chokepoint
