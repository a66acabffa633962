// SPDX-License-Identifier: Apache-2.0
// Routes by way of an intermediate router.
#include "sim/routing/two_phase.h"

#include <algorithm>

namespace chokepoint {

namespace {

/// On a flattened butterfly at most every second router makes a packet turn back: to give up there
/// is as likely as 64 heads in a row.
constexpr unsigned kAttempts = 64;

/// In ascending order.
std::vector<RouterId> delivering_routers(const Topology& topology) {
  std::vector<RouterId> routers;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    routers.push_back(topology.deliver_router(node));
  }
  std::sort(routers.begin(), routers.end());
  routers.erase(std::unique(routers.begin(), routers.end()), routers.end());
  return routers;
}

}  // namespace

TwoPhase::TwoPhase(const RoutingSetup& setup, const FlattenedButterfly* rows)
    : topology_(setup.topology),
      vc_classes_(setup.vc_classes),
      draw_(setup.draw),
      rows_(rows),
      intermediates_(delivering_routers(setup.topology)) {}

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
  if (minimal_route_only(packet) || router == to) return minimal;
  // One where the packet can go on without leaving by the port it came in.
  for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
    const std::optional<RouterId> intermediate = draw(packet, router, to, hop, attempt);
    if (!intermediate || reverses_at(router, *intermediate, packet.destination)) continue;
    if (!detours(queues, packet, router, *intermediate)) return minimal;
    return {*intermediate, kToIntermediate};
  }
  return minimal;
}

/// The intermediate router is neither the source's nor the destination's.
std::optional<RouterId> TwoPhase::draw(const Packet& packet, RouterId from, RouterId to,
                                       unsigned hop, unsigned attempt) const {
  if (rows_ != nullptr) {
    const unsigned between = rows_->routers_between(from, to);
    const RouterId router =
        rows_->router_between(from, to, draw_.below(between, packet.id, hop, attempt));
    return router == from || router == to ? std::nullopt : std::optional(router);
  }
  const auto all = static_cast<unsigned>(intermediates_.size());
  const unsigned here = place_of(from), there = place_of(to);
  const unsigned others = all - (here < all ? 1 : 0) - (there < all ? 1 : 0);
  if (others == 0) return std::nullopt;
  unsigned place = draw_.below(others, packet.id, hop, attempt);
  if (place >= std::min(here, there)) ++place;
  if (place >= std::max(here, there)) ++place;
  return intermediates_[place];
}

unsigned TwoPhase::place_of(RouterId router) const {
  const auto at = std::lower_bound(intermediates_.begin(), intermediates_.end(), router);
  const bool found = at != intermediates_.end() && *at == router;
  return static_cast<unsigned>(found ? at - intermediates_.begin() : intermediates_.size());
}

bool TwoPhase::reverses_at(RouterId from, RouterId intermediate, NodeId destination) const {
  if (!topology_.two_way() || topology_.diameter() < 2) return false;
  PortTarget arrival;
  while (from != intermediate) {
    arrival = topology_.target(from, topology_.minimal_port(from, intermediate));
    from = arrival.router;
  }
  return minimal_output(topology_, intermediate, destination) == arrival.port;
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
