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

uint32_t RouterState::full_output_vcs(unsigned output) const {
  const uint32_t sharing = context_.layout.output_sharing();
  unsigned shared = 0;
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if ((sharing >> vc & 1) != 0) shared += output_flits(output, vc);
  }
  return vcs_with([&](unsigned vc) {
    const unsigned flits = (sharing >> vc & 1) != 0 ? shared : output_flits(output, vc);
    return flits >= context_.scenario.network.output_buffer_flits;
  });
}

}  // namespace chokepoint
