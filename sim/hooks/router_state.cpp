// SPDX-License-Identifier: Apache-2.0
// What a mechanism may ask of a router, outside the hot path.
#include "sim/hooks/router_state.h"

#include <fmt/format.h>

namespace chokepoint {

void RouterState::track_voq(VoqEvents* events) {
  const Scenario& scenario = context_.scenario;
  if (events != nullptr && context_.routing.adaptive()) {
    throw InputError(fmt::format(
        "{}: function: mechanism {} counts flits by the output that they came for, and {} is asked "
        "again while a head waits; use a function that is asked once",
        scenario.origin("routing", "function"), scenario.mechanism.name,
        scenario.routing.function));
  }
  voq_events_ = events;
}

}  // namespace chokepoint
