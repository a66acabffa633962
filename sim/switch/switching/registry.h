// SPDX-License-Identifier: Apache-2.0
// The registry of switching techniques: network.switching names one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

struct TechniqueSetup {
  OwnKeys keys;  ///< all keys of its own, the defaults filled in
  const NetworkConfig& network;
  uint32_t sharing;  ///< VcLayout::output_sharing()
};

struct TechniqueInfo {
  std::string name;     ///< of network.switching
  std::string summary;  ///< one line
  std::function<std::unique_ptr<SwitchingTechnique>(const TechniqueSetup&)> make;
  std::vector<KeySpec> keys = {};  ///< of its own in [network]
  /// Packets may be longer than buffers: a NIC too sends each flit for which there is a credit, on
  /// a VC of its router that grants() gives to the packet. Others send a packet once there are
  /// credits for all of it.
  bool flit_by_flit = false;
};

inline constexpr const char* kDefaultTechnique = "virtual_cut_through";

/// Techniques register themselves: `static const TechniqueRegistration registration{info};`.
const std::map<std::string, TechniqueInfo>& techniques();
struct TechniqueRegistration {
  explicit TechniqueRegistration(TechniqueInfo info);
};

/// By its name, which is registered; with the scenario's keys if it is the scenario's. `sharing`:
/// VcLayout::output_sharing().
std::unique_ptr<SwitchingTechnique> make_technique(const std::string& name,
                                                   const NetworkConfig& network, uint32_t sharing);

}  // namespace chokepoint
