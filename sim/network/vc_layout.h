// SPDX-License-Identifier: Apache-2.0
// Which virtual channels there are, what they are for, and their priority.
#pragma once

#include "sim/network/packet.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

class Mechanism;

/// VC numbers: the data VCs of set 0, set 1, ..., then the hotspot VC, then the control VC.
struct VcLayout {
  VcLayout(const Scenario& scenario, const Mechanism& mechanism, unsigned routing_classes);

  unsigned data_vcs = 4;      ///< per set
  unsigned sets = 1;          ///< more than one only for `ideal`
  unsigned classes = 1;       ///< deadlock classes within a set
  int hotspot_vc = -1;
  int control_vc = -1;
  unsigned total = 4;
  bool voq = true;            ///< data VCs have a queue per output

  bool is_data(unsigned vc) const { return vc < data_vcs * sets; }
  bool is_voq(unsigned vc) const { return voq && is_data(vc); }
  /// 2 control, 1 data, 0 hotspot: the higher goes first.
  unsigned priority(unsigned vc) const {
    return is_data(vc) ? 1 : static_cast<int>(vc) == control_vc ? 2 : 0;
  }
  /// Mask of the VCs that a packet of deadlock class `routing_class` may take.
  uint32_t allowed(const Packet& packet, unsigned routing_class) const {
    if (packet.vc_class == VcClass::kControl) return uint32_t{1} << control_vc;
    if (packet.vc_class == VcClass::kHotspot) return uint32_t{1} << hotspot_vc;
    const unsigned first = routing_class * data_vcs / classes;
    const unsigned last = (routing_class + 1) * data_vcs / classes;
    return ones(last - first) << (packet.vc_set * data_vcs + first);
  }
  /// Mask of the VCs a packet may enter the network on, whatever its deadlock class.
  uint32_t injection(const Packet& packet) const {
    if (packet.vc_class == VcClass::kControl) return uint32_t{1} << control_vc;
    if (packet.vc_class == VcClass::kHotspot) return uint32_t{1} << hotspot_vc;
    return ones(data_vcs) << (packet.vc_set * data_vcs);
  }

 private:
  /// The lowest `count` bits; 32 of them too.
  static uint32_t ones(unsigned count) {
    return static_cast<uint32_t>((uint64_t{1} << count) - 1);
  }
};

}  // namespace chokepoint
