// SPDX-License-Identifier: Apache-2.0
// Pattern `hotspot`: all sources to the listed destinations, uniformly if there are several.
#include <algorithm>

#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

class Hotspot : public Pattern {
 public:
  explicit Hotspot(const std::vector<NodeId>& nodes) : nodes_(nodes) {}
  NodeId destination(RandomStream& random) const override {
    return nodes_.size() == 1 ? nodes_[0] : nodes_[random.below(nodes_.size())];
  }
  unsigned destinations() const override { return static_cast<unsigned>(nodes_.size()); }

 private:
  const std::vector<NodeId>& nodes_;
};

void prepare(const Scenario&, TrafficConfig& group) {
  if (group.destinations.empty()) {
    throw InputError("destinations: missing; pattern hotspot needs the hotspot nodes, e.g. [4]");
  }
  for (const NodeId node : group.destinations) {
    if (std::find(group.sources.begin(), group.sources.end(), node) != group.sources.end()) {
      throw InputError("destinations: hotspot node " + std::to_string(node) +
                       " is among its own senders; take it out of sources or destinations");
    }
  }
}

const PatternRegistration registration{PatternInfo{
    "hotspot", "all sources to the listed destinations", rate_keys({"destinations"}), prepare,
    [](const Scenario&, const TrafficConfig& group, NodeId) -> std::unique_ptr<Pattern> {
      return std::make_unique<Hotspot>(group.destinations);
    }}};

}  // namespace
}  // namespace chokepoint
