// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated hotspot_detector (docs/reference/cbcm/hotspot_detector.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/hotspot_detector.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<HotspotDetector, Top> {
 public:
  using Params = HotspotDetector::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params&) : last_node_(wanted.nodes - 1) {}

  void drive(Top& top, const HotspotDetector::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.cfg_last_node_i, last_node_);
    put(top.node_i, in.node);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_source_i, in.packet_source);
    put(top.packet_marked_i, in.packet_marked);
    put(top.packet_throttled_i, in.packet_throttled);
    put(top.unthrottle_valid_i, in.unthrottle_valid);
    put(top.unthrottle_source_i, in.unthrottle_source);
    put(top.throttle_ready_i, in.throttle_ready);
    put(top.cfg_epoch_cycles_i, in.cfg_epoch_cycles);
    put(top.cfg_inverse_epsilon_i, in.cfg_inverse_epsilon);
    put(top.cfg_announce_on_count_i, in.cfg_announce_on_count);
    put(top.cfg_refresh_rounds_i, in.cfg_refresh_rounds);
  }
  void sample(Top& top, HotspotDetector::Out& out) {
    out.throttle_valid = top.throttle_valid_o;
    out.throttle_destination = top.throttle_destination_o;
    out.throttle_degree = top.throttle_degree_o;
    out.state = top.state_o;
    out.degree = top.degree_o;
    out.error = top.error_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  unsigned last_node_;
};

}  // namespace chokepoint
