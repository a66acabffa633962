// SPDX-License-Identifier: Apache-2.0
// Pattern `uniform`: every message to a random one of the destinations, never to its own source.
#include <algorithm>

#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

class Uniform : public Pattern {
 public:
  Uniform(const std::vector<NodeId>& nodes, NodeId self) : nodes_(nodes) {
    self_ = static_cast<size_t>(std::find(nodes.begin(), nodes.end(), self) - nodes.begin());
    count_ = nodes.size() - (self_ < nodes.size() ? 1 : 0);
  }
  NodeId destination(RandomStream& random) const override {
    const uint64_t pick = random.below(count_);
    return nodes_[pick + (pick >= self_ ? 1 : 0)];
  }
  unsigned destinations() const override { return static_cast<unsigned>(count_); }

 private:
  const std::vector<NodeId>& nodes_;
  size_t self_ = 0, count_ = 0;
};

void prepare(const Scenario&, TrafficConfig& group) {
  if (group.destinations.empty()) group.destinations = group.sources;
  if (group.destinations.size() > 1) return;
  const NodeId only = group.destinations.at(0);
  if (std::find(group.sources.begin(), group.sources.end(), only) != group.sources.end()) {
    throw InputError("destinations: node " + std::to_string(only) +
                     " has no destination but itself; give at least one other node");
  }
}

const PatternRegistration registration{PatternInfo{
    "uniform", "each message to a random destination, never its own source",
    rate_keys({"destinations"}), prepare,
    [](const Scenario&, const TrafficConfig& group, NodeId node) -> std::unique_ptr<Pattern> {
      const auto& to = group.destinations.empty() ? group.sources : group.destinations;
      return std::make_unique<Uniform>(to, node);
    }}};

}  // namespace
}  // namespace chokepoint
