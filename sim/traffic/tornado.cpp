// SPDX-License-Identifier: Apache-2.0
// Pattern `tornado`: to the same node of the router ceil(k/2) - 1 further round in every dimension
// of k.
#include <algorithm>

#include "sim/topology/flattened_butterfly.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

std::vector<unsigned> distances(const NetworkConfig& network) {
  std::vector<unsigned> distance;
  const ButterflyShape shape(shape_of(network));
  for (const unsigned size : shape.dimensions) distance.push_back((size + 1) / 2 - 1);
  return distance;
}

void prepare(const Scenario& scenario, TrafficConfig&) {
  require_dimensions(scenario, "tornado");
  const auto distance = distances(scenario.network);
  if (std::all_of(distance.begin(), distance.end(), [](unsigned d) { return d == 0; })) {
    throw InputError(
        "pattern: tornado sends every node to itself in a network whose dimensions are all"
        " 2; take a dimension of at least 3 or another pattern");
  }
}

std::unique_ptr<Pattern> make(const Scenario& scenario, const TrafficConfig&, NodeId node) {
  const auto& network = scenario.network;
  const unsigned concentration = ButterflyShape(shape_of(network)).concentration;
  const RouterId to = shifted_router(network, node / concentration, distances(network));
  return std::make_unique<FixedDestination>(to * concentration + node % concentration);
}

const PatternRegistration registration{PatternInfo{
    "tornado", "to the same node of the router ceil(k/2) - 1 further in every dimension",
    rate_keys(), prepare, make}};

}  // namespace
}  // namespace chokepoint
