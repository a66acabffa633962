// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated cct_limiter (docs/reference/ecn/cct_limiter.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/ecn/cct_limiter.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<CctLimiter, Top> {
 public:
  using Params = CctLimiter::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes", "TableEntries"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const CctLimiter::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.notification_valid_i, in.notification_valid);
    put(top.notification_source_i, in.notification_source);
    put(top.sent_entry_i, in.sent_entry);
    put(top.sent_flits_i, in.sent_flits);
    put(top.table_valid_i, in.table_valid);
    put(top.table_index_i, in.table_index);
    put(top.table_word_i, in.table_word);
    put(top.cfg_increase_i, in.cfg_increase);
    put(top.cfg_limit_i, in.cfg_limit);
    put(top.cfg_minimum_i, in.cfg_minimum);
    put(top.cfg_trigger_i, in.cfg_trigger);
    put(top.cfg_timer_i, in.cfg_timer);
  }
  void sample(Top& top, CctLimiter::Out& out) {
    const unsigned entries = p_.delay_entries;
    out.entry_valid = top.entry_valid_o;
    get_lanes(top.entry_destination_o, out.entry_destination, entries, v_.node_bits());
    out.entry_blocked = top.entry_blocked_o;
    get_lanes(top.entry_index_o, out.entry_index, entries, v_.index_bits());
    out.overflow = top.overflow_o;
    out.triggered = top.triggered_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
