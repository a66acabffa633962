// SPDX-License-Identifier: Apache-2.0
// Whether somebody looks at single cycles of a run.
#pragma once

#include <string>

#include "sim/scenario/scenario.h"

namespace chokepoint {

class NetworkObserver;  // sim/hooks/observer.h

/// Why somebody looks at every flit and credit of a run, or changes it: such a run has ticks of one
/// cycle, one thread, and no unit that falls behind. Empty: nobody does. `observer` may be null.
std::string why_observed(const Scenario& scenario, const NetworkObserver* observer);

inline bool is_observed(const Scenario& scenario, const NetworkObserver* observer) {
  return !why_observed(scenario, observer).empty();
}

}  // namespace chokepoint
