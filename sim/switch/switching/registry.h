// SPDX-License-Identifier: Apache-2.0
// The registry of switching techniques: network.switching names one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "sim/switch/switching/technique.h"

namespace chokepoint {

struct TechniqueInfo {
  std::string name;     ///< of network.switching
  std::string summary;  ///< one line
  std::function<std::unique_ptr<SwitchingTechnique>()> make;
};

inline constexpr const char* kDefaultTechnique = "virtual_cut_through";

/// Techniques register themselves: `static const TechniqueRegistration registration{info};`.
const std::map<std::string, TechniqueInfo>& techniques();
struct TechniqueRegistration {
  explicit TechniqueRegistration(TechniqueInfo info);
};

}  // namespace chokepoint
