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

uint64_t RouterState::minimal_outputs(NodeId destination) const {
  const Topology& topology = context_.topology;
  const RouterId to = topology.deliver_router(destination);
  if (to == id_) return uint64_t{1} << topology.deliver_port(destination);
  const PortRange up = topology.up_ports(id_, to);
  if (up.count == 0) return uint64_t{1} << topology.minimal_port_to_node(id_, to, destination);
  uint64_t mask = 0;
  for (unsigned i = 0; i < up.count; ++i) mask |= uint64_t{1} << (up.first + i);
  return mask;
}

}  // namespace chokepoint
