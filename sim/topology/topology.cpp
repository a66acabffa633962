// SPDX-License-Identifier: Apache-2.0
// The registry of topologies and what they share.
#include "sim/topology/topology.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace chokepoint {

namespace {

constexpr uint64_t kMaxNodes = 8192;
constexpr uint64_t kMaxRadix = 64;  // routers keep one bit per port in 64-bit masks

std::map<std::string, TopologyInfo>& registry() {
  static std::map<std::string, TopologyInfo> map;
  return map;
}

}  // namespace

const std::map<std::string, TopologyInfo>& topologies() {
  return registry();
}

TopologyRegistration::TopologyRegistration(TopologyInfo info) {
  const std::string name = info.name;
  if (!registry().emplace(name, std::move(info)).second) {
    std::fprintf(stderr, "two topologies register the name %s\n", name.c_str());
    std::abort();
  }
}

bool topology_specific(const std::string& key) {
  return std::any_of(topologies().begin(), topologies().end(), [&](const auto& entry) {
    const auto& keys = entry.second.keys;
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  });
}

const TopologyInfo& topology_info(const NetworkConfig& network) {
  const auto found = topologies().find(network.topology);
  if (found != topologies().end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : topologies()) names.push_back(entry.first);
  throw InputError(fmt::format("network.topology: no topology `{}`; use {}", network.topology,
                               fmt::join(names, ", ")));
}

void check_topology_size(uint64_t nodes, uint64_t radix, const std::string& key,
                         const std::string& shape) {
  if (nodes > kMaxNodes) {
    const bool huge = nodes >= uint64_t{1} << 32;
    throw InputError(fmt::format("{}: {} make {}{} nodes; legal is at most {}", key, shape,
                                 huge ? "over " : "", std::min(nodes, uint64_t{1} << 32),
                                 kMaxNodes));
  }
  if (radix > kMaxRadix) {
    throw InputError(fmt::format("{}: {} make routers of radix {}; legal is at most {}", key, shape,
                                 radix, kMaxRadix));
  }
}

// Declared with the scenario; known where topologies are.
unsigned Scenario::routers() const {
  return topology_info(network).size(network).routers;
}

unsigned Scenario::nodes() const {
  return topology_info(network).size(network).nodes;
}

unsigned Scenario::radix() const {
  return topology_info(network).size(network).radix;
}

std::unique_ptr<Topology> make_topology(const Scenario& scenario) {
  try {
    return topology_info(scenario.network).make(scenario.network);
  } catch (const InputError& error) {
    throw InputError(scenario.path + ": " + error.what());
  }
}

}  // namespace chokepoint
