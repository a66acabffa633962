// SPDX-License-Identifier: Apache-2.0
// The registry of switching techniques, and what a technique does that says nothing else.
#include <stdexcept>
#include <utility>

#include "sim/common/registry.h"
#include "sim/switch/switching/registry.h"
#include "sim/switch/switching/switch_allocator.h"

namespace chokepoint {

namespace {
std::map<std::string, TechniqueInfo>& registry() {
  static std::map<std::string, TechniqueInfo> all;
  return all;
}
}  // namespace

const std::map<std::string, TechniqueInfo>& techniques() {
  return registry();
}

TechniqueRegistration::TechniqueRegistration(TechniqueInfo info) {
  const std::string name = info.name;
  register_as(registry(), "switching techniques", name, std::move(info));
}

std::unique_ptr<SwitchingTechnique> make_technique(const std::string& name,
                                                   const NetworkConfig& network,
                                                   uint32_t sharing) {
  const TechniqueInfo& info = techniques().at(name);
  const bool scenarios = name == network.switching;
  OwnKeys keys = with_defaults(info.keys, scenarios ? network.switching_keys : OwnKeys{});
  return info.make({std::move(keys), network, sharing});
}

std::unique_ptr<SwitchAllocator> SwitchingTechnique::make_switch_allocator(
    const plain::SwitchSizes& sizes) const {
  return std::make_unique<plain::SeparableAllocator>(sizes);
}

}  // namespace chokepoint
