// SPDX-License-Identifier: Apache-2.0
// How often a fault of the scenario struck: what a run reports.
#pragma once

#include <string>

#include "sim/common/types.h"

namespace chokepoint {

struct FaultCount {
  std::string what;    ///< "lose unthrottle at node 4"
  std::string origin;  ///< "file:line" of its table
  uint64_t struck = 0;
  Cycle first = 0, last = 0;  ///< of these
};

}  // namespace chokepoint
