// SPDX-License-Identifier: Apache-2.0
// The registry of traffic patterns and what several of them share.
#include "sim/traffic/pattern.h"

#include <algorithm>

#include "sim/common/registry.h"
#include "sim/topology/flattened_butterfly.h"

namespace chokepoint {

namespace {
std::map<std::string, PatternInfo>& registry() {
  static std::map<std::string, PatternInfo> map;
  return map;
}
}  // namespace

const std::map<std::string, PatternInfo>& patterns() {
  return registry();
}

PatternRegistration::PatternRegistration(PatternInfo info) {
  const std::string name = info.name;
  register_as(registry(), "traffic patterns", name, std::move(info));
}

std::vector<std::string> rate_keys(std::vector<std::string> more) {
  more.insert(more.begin(), {"sources", "rate", "message_packets", "message_packets_max",
                             "message_sizes", "message_weights", "message_weights_by", "generate",
                             "spacing", "burst_cycles", "period_cycles"});
  return more;
}

bool pattern_specific(const std::string& key) {
  return std::any_of(patterns().begin(), patterns().end(), [&](const auto& entry) {
    const auto& keys = entry.second.keys;
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  });
}

void require_dimensions(const Scenario& scenario, const std::string& pattern) {
  if (scenario.network.topology == "flattened_butterfly") return;
  throw InputError("pattern: " + pattern + " needs network.topology = flattened_butterfly, not " +
                   scenario.network.topology + "; take another pattern, e.g. permutation");
}

RouterId shifted_router(const NetworkConfig& network, RouterId router,
                        const std::vector<unsigned>& distance) {
  RouterId result = 0, stride = 1;
  const ButterflyShape shape(shape_of(network));
  for (size_t d = 0; d < shape.dimensions.size(); ++d) {
    const unsigned size = shape.dimensions[d];
    result += (router % size + distance.at(d)) % size * stride;
    router /= size;
    stride *= size;
  }
  return result;
}

}  // namespace chokepoint
