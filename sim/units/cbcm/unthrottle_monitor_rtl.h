// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated unthrottle_monitor (docs/reference/cbcm/unthrottle_monitor.md) to and from its
// C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/unthrottle_monitor.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<UnthrottleMonitor, Top> {
 public:
  using Params = UnthrottleMonitor::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes", "ThrottleEntries"});
  }
  RtlAdaptor(Top& top, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {
    put(top.entry_destination_i, 0);
  }

  void drive(Top& top, const UnthrottleMonitor::In& in) {
    const unsigned entries = p_.throttle_entries;
    put(top.enable_i, in.enable);
    put(top.entry_valid_i, in.entry_valid);
    put_lanes(top.entry_destination_i, in.entry_destination, entries, v_.node_bits());
    put(top.entry_refreshed_i, in.entry_refreshed);
    put(top.entry_epoch_over_i, in.entry_epoch_over);
    put(top.generated_valid_i, in.generated_valid);
    put(top.generated_destination_i, in.generated_destination);
    put(top.generated_flits_i, in.generated_flits);
    put(top.queue_full_i, in.queue_full);
    put(top.queue_empty_i, in.queue_empty);
    put(top.unthrottle_ready_i, in.unthrottle_ready);
    put(top.cfg_epoch_flits_i, in.cfg_epoch_flits);
    put(top.cfg_drain_first_i, in.cfg_drain_first);
    put(top.cfg_lease_epochs_i, in.cfg_lease_epochs);
  }
  void sample(Top& top, UnthrottleMonitor::Out& out) {
    out.unthrottle_valid = top.unthrottle_valid_o;
    out.unthrottle_entry = top.unthrottle_entry_o;
    out.unthrottle_destination = top.unthrottle_destination_o;
    out.active = top.active_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
