// SPDX-License-Identifier: Apache-2.0
// Which virtual channels there are, what they are for, and their priority.
#pragma once

#include <array>

#include "sim/packet/packet.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

class Mechanism;

/// VC numbers: the data VCs of set 0, set 1, ..., then the hotspot VC, then the speculative VCs,
/// then the control VCs, class 0 first.
struct VcLayout {
  VcLayout(const Scenario& scenario, const Mechanism& mechanism, unsigned routing_classes);

  static constexpr unsigned kMaxVcs = 32;

  unsigned data_vcs = 4;  ///< per set
  unsigned sets = 1;      ///< more than one only for `ideal`
  unsigned classes = 1;   ///< deadlock classes within a set
  int hotspot_vc = -1;
  int speculative_vc = -1;  ///< the first; one per deadlock class
  unsigned speculative_vcs = 0;
  int control_vc = -1;  ///< the first; one per class of control packets
  unsigned control_vcs = 0;
  unsigned total = 4;
  bool voq = true;  ///< data VCs have a queue per output

  bool is_data(unsigned vc) const { return vc < data_vcs * sets; }
  bool is_voq(unsigned vc) const { return voq && is_data(vc); }
  bool is_speculative(unsigned vc) const {
    return vc - static_cast<unsigned>(speculative_vc) < speculative_vcs;
  }
  /// Priority of a packet that has begun, where those go before others (network.arbitration).
  static constexpr uint8_t kBegun = 2;

  /// 4 control class 0, 3 the other control classes, 1 data, 0 hotspot and speculative: the higher
  /// goes first.
  unsigned priority(unsigned vc) const { return priority_[vc]; }
  uint32_t control_mask() const { return levels_[0] | levels_[1]; }
  uint32_t data_mask() const { return levels_[2]; }
  /// Those of the VCs in the mask that have the highest priority among them.
  uint32_t first_in_priority(uint32_t vcs) const {
    // Without branches: which VCs have a flit is not predictable.
    uint32_t first = vcs;
    for (size_t i = levels_.size(); i-- > 0;) {
      const uint32_t of_level = vcs & levels_[i];
      first = of_level != 0 ? of_level : first;
    }
    return first;
  }
  /// Mask of the VCs that a packet of deadlock class `routing_class` may take.
  uint32_t allowed(const Packet& packet, unsigned routing_class) const {
    if (packet.vc_class == VcClass::kControl) return control(packet);
    if (packet.vc_class == VcClass::kHotspot) return uint32_t{1} << hotspot_vc;
    if (packet.vc_class == VcClass::kSpeculative) {
      return uint32_t{1} << (static_cast<unsigned>(speculative_vc) + routing_class);
    }
    const unsigned first = routing_class * data_vcs / classes;
    const unsigned last = (routing_class + 1) * data_vcs / classes;
    return ones(last - first) << (packet.vc_set * data_vcs + first);
  }
  /// Mask of the VCs a packet may enter the network on, whatever its deadlock class.
  uint32_t injection(const Packet& packet) const {
    if (packet.vc_class == VcClass::kControl) return control(packet);
    if (packet.vc_class == VcClass::kHotspot) return uint32_t{1} << hotspot_vc;
    if (packet.vc_class == VcClass::kSpeculative) return ones(speculative_vcs) << speculative_vc;
    return ones(data_vcs) << (packet.vc_set * data_vcs);
  }

 private:
  uint32_t control(const Packet& packet) const {
    return uint32_t{1} << (static_cast<unsigned>(control_vc) + packet.control_class);
  }
  /// The lowest `count` bits; 32 of them too.
  static uint32_t ones(unsigned count) { return static_cast<uint32_t>((uint64_t{1} << count) - 1); }
  std::array<uint8_t, kMaxVcs> priority_{};
  std::array<uint32_t, 3> levels_{};  ///< VCs of priority 4, 3, 1; the others have 0
};

}  // namespace chokepoint
