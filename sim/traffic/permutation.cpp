// SPDX-License-Identifier: Apache-2.0
// Pattern `permutation`: one fixed destination per source, by offset or by an explicit mapping.
#include <algorithm>

#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

void prepare(const Scenario& scenario, TrafficConfig& group) {
  const NodeId nodes = scenario.nodes();
  if (group.mapping.empty()) {
    if (group.offset % static_cast<int64_t>(nodes) == 0) {
      throw InputError("offset: " + std::to_string(group.offset) +
                       " sends every node to itself; give" +
                       " an offset that is no multiple of the " + std::to_string(nodes) +
                       " nodes, or a mapping");
    }
    return;
  }
  if (group.mapping.size() != group.sources.size()) {
    throw InputError("mapping: has " + std::to_string(group.mapping.size()) + " destinations for " +
                     std::to_string(group.sources.size()) + " sources; give one for each source");
  }
  for (size_t i = 0; i < group.mapping.size(); ++i) {
    if (group.mapping[i] == group.sources[i]) {
      throw InputError("mapping: sends node " + std::to_string(group.mapping[i]) +
                       " to itself; give another destination");
    }
  }
}

std::unique_ptr<Pattern> make(const Scenario& scenario, const TrafficConfig& group, NodeId node) {
  if (!group.mapping.empty()) {
    const auto at = std::find(group.sources.begin(), group.sources.end(), node);
    return std::make_unique<FixedDestination>(
        group.mapping.at(static_cast<size_t>(at - group.sources.begin())));
  }
  const int64_t nodes = scenario.nodes();
  const int64_t to = ((node + group.offset % nodes) % nodes + nodes) % nodes;
  return std::make_unique<FixedDestination>(static_cast<NodeId>(to));
}

const PatternRegistration registration{
    PatternInfo{"permutation", "destination = source + offset modulo nodes, or an explicit mapping",
                rate_keys({"offset", "mapping"}), prepare, make}};

}  // namespace
}  // namespace chokepoint
