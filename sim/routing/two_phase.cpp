// SPDX-License-Identifier: Apache-2.0
// Routes by way of an intermediate router.
#include "sim/routing/two_phase.h"

#include <algorithm>

namespace chokepoint {

TwoPhase::TwoPhase(const RoutingSetup& setup)
    : topology_(setup.topology), vc_classes_(setup.vc_classes), draw_(setup.draw) {}

unsigned TwoPhase::classes() const {
  switch (vc_classes_) {
    case VcClasses::kPhase:
      return 2;
    case VcClasses::kHops:
      return 2 * topology_.diameter();
    case VcClasses::kPool:
      return 1;
  }
  return 1;
}

RouteState TwoPhase::decide(const QueueView& queues, const Packet& packet, RouterId router,
                            unsigned hop) const {
  const RouteState minimal{0, kToDestination};
  const RouterId to = topology_.deliver_router(packet.destination);
  if (minimal_route_only(packet) || router == to || topology_.routers() < 3) return minimal;
  // The intermediate router is neither the source's nor the destination's, and one where the packet
  // can go on without leaving by the port it came in (there is always one).
  const RouterId low = std::min(router, to), high = std::max(router, to);
  RouterId intermediate;
  unsigned attempt = 0;
  do {
    intermediate = draw_.below(topology_.routers() - 2, packet.id, hop, attempt++);
    if (intermediate >= low) ++intermediate;
    if (intermediate >= high) ++intermediate;
  } while (turns_back(router, intermediate, to));
  if (!detours(queues, packet, router, intermediate)) return minimal;
  return {intermediate, kToIntermediate};
}

bool TwoPhase::turns_back(RouterId from, RouterId intermediate, RouterId to) const {
  if (topology_.diameter() < 2) return false;
  PortTarget arrival;
  while (from != intermediate) {
    arrival = topology_.target(from, topology_.minimal_port(from, intermediate));
    from = arrival.router;
  }
  return topology_.minimal_port(intermediate, to) == arrival.port;
}

RouteCandidates TwoPhase::candidates(const QueueView& queues, const Packet& packet,
                                     const RoutePlace& place) const {
  RouteCandidate way;
  way.next = packet.route.phase == kUndecided ? decide(queues, packet, place.router, place.hop)
                                              : packet.route;
  if (way.next.phase == kToIntermediate && way.next.target == place.router) {
    way.next.phase = kToDestination;
  }
  const bool first_half = way.next.phase == kToIntermediate;
  way.port = static_cast<uint8_t>(
      first_half ? topology_.minimal_port(place.router, way.next.target)
                 : minimal_output(topology_, place.router, packet.destination));
  way.vc_class = static_cast<uint8_t>(vc_classes_ == VcClasses::kHops    ? place.hop
                                      : vc_classes_ == VcClasses::kPhase ? !first_half
                                                                         : 0);
  return way;
}

}  // namespace chokepoint
