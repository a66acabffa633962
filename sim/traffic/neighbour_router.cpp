// SPDX-License-Identifier: Apache-2.0
// Pattern `neighbour_router`: to a random node of the next router along dimension 0, all over one
// channel.
#include "sim/topology/flattened_butterfly.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

class NeighbourRouter : public Pattern {
 public:
  NeighbourRouter(NodeId first, unsigned count) : first_(first), count_(count) {}
  NodeId destination(RandomStream& random) const override {
    return first_ + static_cast<NodeId>(random.below(count_));
  }
  unsigned destinations() const override { return count_; }

 private:
  NodeId first_;
  unsigned count_;
};

std::unique_ptr<Pattern> make(const Scenario& scenario, const TrafficConfig&, NodeId node) {
  const auto& network = scenario.network;
  const ButterflyShape shape(shape_of(network));
  std::vector<unsigned> distance(shape.dimensions.size(), 0);
  distance.at(0) = 1;
  const RouterId to = shifted_router(network, node / shape.concentration, distance);
  return std::make_unique<NeighbourRouter>(to * shape.concentration, shape.concentration);
}

const PatternRegistration registration{PatternInfo{
    "neighbour_router",
    "to a random node of the next router along dimension 0 (worst case for minimal)", rate_keys(),
    [](const Scenario& scenario, TrafficConfig&) {
      require_dimensions(scenario, "neighbour_router");
    },
    make}};

}  // namespace
}  // namespace chokepoint
