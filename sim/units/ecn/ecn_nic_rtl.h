// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated ecn_nic (docs/reference/ecn/ecn_nic.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/ecn/ecn_nic.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<EcnNic, Top> {
 public:
  using Params = EcnNic::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    Params same = wanted;  // what the other mode uses does not count
    if (wanted.mode == 0)
      same.table_entries = variant.table_entries;
    else
      same.delay_bits = variant.delay_bits;
    return fits_by_name(same, variant, {"Nodes", "DelayBits", "TableEntries"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant)
      : p_(wanted),
        v_(variant),
        level_(static_cast<uint32_t>(
            low_mask(wanted.mode == 0 ? wanted.delay_bits : wanted.index_bits()))) {}

  void drive(Top& top, const EcnNic::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_source_i, in.packet_source);
    put(top.packet_marked_i, in.packet_marked);
    put(top.notification_ready_i, in.notification_ready);
    put(top.control_valid_i, in.control_valid);
    put(top.control_source_i, in.control_source);
    put(top.sent_entry_i, in.sent_entry);
    put(top.sent_flits_i, in.sent_flits);
    put(top.cfg_increment_i, in.cfg_increment & level_);
    put(top.cfg_decrement_i, in.cfg_decrement & level_);
    put(top.cfg_maximum_i, in.cfg_maximum & level_);
    put(top.cfg_minimum_i, in.cfg_minimum & level_);
    put(top.cfg_trigger_i, in.cfg_trigger & level_);
    put(top.cfg_timer_i, in.cfg_timer);
    put(top.cfg_free_running_i, in.cfg_free_running);
    put(top.table_valid_i, in.table_valid);
    put(top.table_index_i, in.table_index & (p_.table_entries - 1));
    put(top.table_word_i, in.table_word);
  }
  void sample(Top& top, EcnNic::Out& out) {
    const unsigned entries = p_.delay_entries;
    out.packet_ready = top.packet_ready_o;
    out.notification_valid = top.notification_valid_o;
    out.notification_destination = top.notification_destination_o;
    out.entry_valid = top.entry_valid_o;
    // In mode 1 what is not valid is 0 by itself.
    const uint64_t counts = p_.mode == 0 ? out.entry_valid : ~uint64_t{0};
    out.entry_blocked = top.entry_blocked_o;
    get_valid_lanes(top.entry_level_o, counts, out.entry_level, entries, v_.level_bits());
    out.overflow = top.overflow_o;
    out.triggered = top.triggered_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  Params p_, v_;
  uint32_t level_;  // the bits that the mode uses; a larger variant would use more
};

}  // namespace chokepoint
