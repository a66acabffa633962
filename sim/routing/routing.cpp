// SPDX-License-Identifier: Apache-2.0
// Minimal, Valiant and UGAL (local) routing over any topology that has minimal routes, and random
// minimal routes over topologies that have several.
#include "sim/routing/routing.h"

#include <stdexcept>

namespace chokepoint {

const std::vector<std::pair<std::string, RoutingFunction>>& routing_functions() {
  static const std::vector<std::pair<std::string, RoutingFunction>> all = {
      {"minimal", RoutingFunction::kMinimal},
      {"valiant", RoutingFunction::kValiant},
      {"ugal", RoutingFunction::kUgal},
      {"nearest_common_ancestor", RoutingFunction::kNearestCommonAncestor}};
  return all;
}

const std::string& routing_name(RoutingFunction function) {
  for (const auto& entry : routing_functions()) {
    if (entry.second == function) return entry.first;
  }
  throw std::logic_error("a routing function without a name");
}

namespace {
bool minimal_routes_only(RoutingFunction function) {
  return function == RoutingFunction::kMinimal ||
         function == RoutingFunction::kNearestCommonAncestor;
}
}  // namespace

Routing::Routing(const Scenario& scenario, const Topology& topology)
    : topology_(topology),
      draw_(scenario.run.seed),
      function_(scenario.routing.function),
      vc_classes_(scenario.network.vc_classes),
      threshold_(scenario.routing.ugal_threshold),
      classes_(classes(scenario, topology)) {}

unsigned Routing::classes(const Scenario& scenario, const Topology& topology) {
  if (minimal_routes_only(scenario.routing.function)) return 1;
  switch (scenario.network.vc_classes) {
    case VcClasses::kPhase:
      return 2;
    case VcClasses::kHops:
      return 2 * topology.diameter();
    case VcClasses::kPool:
      return 1;
  }
  return 1;
}

void Routing::decide(RouterId router, const QueueView& queues, Packet& packet) const {
  packet.routed = true;
  const RouterId to = topology_.router_of(packet.destination);
  const bool control = carries_messages(packet.vc_class);
  if (minimal_routes_only(function_) || packet.minimal_only || control || router == to ||
      topology_.routers() < 3) {
    return;
  }
  // The intermediate router is neither the source's nor the destination's, and one where the packet
  // can go on without leaving by the port it came in (there is always one).
  const RouterId low = router < to ? router : to, high = router < to ? to : router;
  RouterId intermediate;
  unsigned attempt = 0;
  do {
    intermediate = draw_.below(topology_.routers() - 2, packet.id, packet.hops, attempt++);
    if (intermediate >= low) ++intermediate;
    if (intermediate >= high) ++intermediate;
  } while (turns_back(router, intermediate, to));
  if (function_ == RoutingFunction::kUgal) {
    const uint64_t minimal =
        uint64_t{queues.queue_flits(topology_.minimal_port(router, to), packet.vc_set)} *
        topology_.minimal_hops(router, to);
    const uint64_t detour =
        uint64_t{queues.queue_flits(topology_.minimal_port(router, intermediate), packet.vc_set)} *
        (topology_.minimal_hops(router, intermediate) + topology_.minimal_hops(intermediate, to));
    if (minimal <= detour + threshold_) return;
  }
  packet.nonminimal = true;
  packet.intermediate = intermediate;
}

bool Routing::turns_back(RouterId from, RouterId intermediate, RouterId to) const {
  if (topology_.diameter() < 2) return false;
  PortTarget arrival;
  while (from != intermediate) {
    arrival = topology_.target(from, topology_.minimal_port(from, intermediate));
    from = arrival.router;
  }
  return topology_.minimal_port(intermediate, to) == arrival.port;
}

unsigned Routing::route(RouterId router, const QueueView& queues, Packet& packet) const {
  if (!packet.routed) decide(router, queues, packet);
  if (packet.nonminimal && packet.intermediate == router) packet.nonminimal = false;
  const RouterId to = topology_.router_of(packet.destination);
  if (packet.nonminimal) return topology_.minimal_port(router, packet.intermediate);
  if (router == to) return topology_.port_of(packet.destination);
  if (function_ == RoutingFunction::kNearestCommonAncestor) {
    const PortRange up = topology_.up_ports(router, to);
    if (up.count != 0) return up.first + draw_.below(up.count, packet.id, packet.hops);
  }
  return topology_.minimal_port_to_node(router, packet.destination);
}

}  // namespace chokepoint
