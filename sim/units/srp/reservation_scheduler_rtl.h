// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated reservation_scheduler (docs/reference/srp/reservation_scheduler.md) to
// and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/srp/reservation_scheduler.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<ReservationScheduler, Top> {
 public:
  using Params = ReservationScheduler::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const ReservationScheduler::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.reservation_valid_i, in.reservation_valid);
    put(top.reservation_source_i, in.reservation_source);
    put(top.reservation_tag_i, in.reservation_tag);
    put(top.reservation_flits_i, in.reservation_flits);
    put(top.bypass_valid_i, in.bypass_valid);
    put(top.bypass_flits_i, in.bypass_flits);
    put(top.grant_ready_i, in.grant_ready);
    put(top.cfg_inflation_i, in.cfg_inflation);
    put(top.cfg_lead_i, in.cfg_lead);
    put(top.cfg_charge_bypass_i, in.cfg_charge_bypass);
  }
  void sample(Top& top, ReservationScheduler::Out& out) {
    out.reservation_ready = top.reservation_ready_o;
    out.grant_valid = top.grant_valid_o;
    out.grant_destination = top.grant_destination_o;
    out.grant_tag = top.grant_tag_o;
    out.grant_start = top.grant_start_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
