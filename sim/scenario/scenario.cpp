// SPDX-License-Identifier: Apache-2.0
// Derived sizes of a scenario's network; where its keys stand.
#include "sim/scenario/scenario.h"

namespace chokepoint {

unsigned Scenario::routers() const {
  unsigned product = 1;
  for (const unsigned size : network.dimensions) product *= size;
  return product;
}

unsigned Scenario::nodes() const {
  return routers() * network.concentration;
}

const std::string& Scenario::origin(const std::string& table, const std::string& key) const {
  for (const std::string& name : {table + "." + key, table}) {
    if (const auto found = origins.find(name); found != origins.end()) return found->second;
  }
  return path;
}

}  // namespace chokepoint
