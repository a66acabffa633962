// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated early_throttler (docs/reference/cbcm/early_throttler.md) to and from its
// C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/early_throttler.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<EarlyThrottler, Top> {
 public:
  using Params = EarlyThrottler::Params;

  /// More inputs change nothing: the pointer beyond the last used input means the first.
  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes", "Radix"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.pick_valid_i, 0);
    put(top.pick_destination_i, 0);
    put(top.pick_source_i, 0);
  }

  void drive(Top& top, const EarlyThrottler::In& in) {
    put(top.enable_i, in.enable);
    put(top.pick_valid_i, in.pick_valid);
    for_each_bit(in.pick_valid, [&](unsigned input) {
      const unsigned width = v_.node_bits();
      put_bits(top.pick_destination_i, input * width, width, in.pick_destination[input]);
      put_bits(top.pick_source_i, input * width, width, in.pick_source[input]);
    });
    put(top.announced_valid_i, in.announced_valid);
    put(top.announced_hotspot_i, in.announced_hotspot);
    put(top.message_ready_i, in.message_ready);
    put(top.cfg_windows_i, in.cfg_windows);
    put(top.cfg_hold_cycles_i, in.cfg_hold_cycles);
    put(top.cfg_round_cycles_i, in.cfg_round_cycles);
  }
  void sample(Top& top, EarlyThrottler::Out& out) {
    out.message_valid = top.message_valid_o;
    out.message_source = top.message_source_o;
    out.message_hotspot = top.message_hotspot_o;
    out.message_degree = top.message_degree_o;
    out.entry_valid = top.entry_valid_o;
    out.entry_hot = top.entry_hot_o;
    out.entry_silent = top.entry_silent_o;
    get_lanes(top.entry_hotspot_o, out.entry_hotspot, p_.entries, v_.node_bits());
    get_lanes(top.entry_degree_o, out.entry_degree, p_.entries, p_.list_bits());
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
