// SPDX-License-Identifier: Apache-2.0
// Topologies by name.
#include "sim/topology/topology.h"

#include <fmt/format.h>

#include "sim/topology/flattened_butterfly.h"

namespace chokepoint {

std::unique_ptr<Topology> make_topology(const Scenario& scenario) {
  const NetworkConfig& network = scenario.network;
  if (network.topology == "flattened_butterfly") {
    return std::make_unique<FlattenedButterfly>(network.dimensions, network.concentration);
  }
  throw InputError(fmt::format("{}: network.topology: no topology `{}`; use flattened_butterfly",
                               scenario.path, network.topology));
}

}  // namespace chokepoint
