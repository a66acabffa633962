// SPDX-License-Identifier: Apache-2.0
// Derived sizes of a scenario's network; where its keys stand.
#include "sim/scenario/scenario.h"

#include "sim/topology/topology.h"

namespace chokepoint {

unsigned Scenario::routers() const {
  return topology_size(network).routers;
}

unsigned Scenario::nodes() const {
  return topology_size(network).nodes;
}

unsigned Scenario::radix() const {
  return topology_size(network).radix;
}

const std::string& Scenario::origin(const std::string& table, const std::string& key) const {
  for (const std::string& name : {table + "." + key, table}) {
    if (const auto found = origins.find(name); found != origins.end()) return found->second;
  }
  return path;
}

}  // namespace chokepoint
