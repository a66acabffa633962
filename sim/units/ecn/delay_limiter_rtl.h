// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated delay_limiter (docs/reference/ecn/delay_limiter.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/ecn/delay_limiter.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<DelayLimiter, Top> {
 public:
  using Params = DelayLimiter::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes", "DelayBits"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const DelayLimiter::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.notification_valid_i, in.notification_valid);
    put(top.notification_source_i, in.notification_source);
    put(top.sent_entry_i, in.sent_entry);
    put(top.sent_flits_i, in.sent_flits);
    put(top.cfg_increment_i, in.cfg_increment);
    put(top.cfg_decrement_i, in.cfg_decrement);
    put(top.cfg_maximum_i, in.cfg_maximum);
    put(top.cfg_timer_i, in.cfg_timer);
    put(top.cfg_free_running_i, in.cfg_free_running);
  }
  void sample(Top& top, DelayLimiter::Out& out) {
    const unsigned entries = p_.delay_entries;
    out.entry_valid = top.entry_valid_o;
    get_valid_lanes(top.entry_destination_o, out.entry_valid, out.entry_destination, entries,
                    v_.node_bits());
    get_valid_lanes(top.entry_delay_o, out.entry_valid, out.entry_delay, entries, v_.delay_bits);
    out.entry_blocked = top.entry_blocked_o;
    out.overflow = top.overflow_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
