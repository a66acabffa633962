// SPDX-License-Identifier: Apache-2.0
// Derived sizes of a scenario's network.
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

}  // namespace chokepoint
