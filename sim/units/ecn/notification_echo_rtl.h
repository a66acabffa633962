// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated notification_echo (docs/reference/ecn/notification_echo.md) to and from
// its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/ecn/notification_echo.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<NotificationEcho, Top> {
 public:
  using Params = NotificationEcho::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const NotificationEcho::In& in) {
    put(top.enable_i, in.enable);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_source_i, in.packet_source);
    put(top.packet_marked_i, in.packet_marked);
    put(top.notification_ready_i, in.notification_ready);
  }
  void sample(Top& top, NotificationEcho::Out& out) {
    out.packet_ready = top.packet_ready_o;
    out.notification_valid = top.notification_valid_o;
    out.notification_destination = top.notification_destination_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
