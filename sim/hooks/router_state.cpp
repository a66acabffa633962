// SPDX-License-Identifier: Apache-2.0
// What a mechanism may ask of a router, outside the hot path.
#include "sim/hooks/router_state.h"

namespace chokepoint {

uint64_t RouterState::minimal_outputs(NodeId destination) const {
  const Topology& topology = context_.topology;
  const RouterId to = topology.router_of(destination);
  if (to == id_) return uint64_t{1} << topology.port_of(destination);
  const PortRange up = topology.up_ports(id_, to);
  if (up.count == 0) return uint64_t{1} << topology.minimal_port_to_node(id_, destination);
  uint64_t mask = 0;
  for (unsigned i = 0; i < up.count; ++i) mask |= uint64_t{1} << (up.first + i);
  return mask;
}

}  // namespace chokepoint
