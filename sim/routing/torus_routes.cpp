// SPDX-License-Identifier: Apache-2.0
#include "sim/routing/torus_routes.h"

namespace chokepoint {

namespace {

const Torus& torus_of(const std::string& name, const Topology& topology) {
  const auto* torus = dynamic_cast<const Torus*>(&topology);
  if (torus == nullptr) throw InputError(name + " needs topology torus");
  return *torus;
}

}  // namespace

TorusRoutes::TorusRoutes(const std::string& name, const RoutingSetup& setup, Dateline dateline)
    : torus_(torus_of(name, setup.topology)),
      draw_(setup.draw),
      dateline_(dateline),
      classes_(torus_.wraps() ? 2 : 1) {}

RouteCandidate TorusRoutes::eject(const Packet& packet) const {
  RouteCandidate way;
  way.port = static_cast<uint8_t>(torus_.deliver_port(packet.destination));
  return way;
}

RouteCandidate TorusRoutes::direct(const Packet& packet, RouterId router) const {
  RouteCandidate way;
  way.port = static_cast<uint8_t>(torus_.direct_port(router, to(packet)));
  return way;
}

RouteCandidate TorusRoutes::dimension_order(const Packet& packet, RouterId router) const {
  const unsigned d = torus_.first_difference(router, to(packet));
  const Torus::Way direction =
      torus_.way(d, torus_.coordinate(router, d), torus_.coordinate(to(packet), d));
  RouteCandidate way;
  way.port = static_cast<uint8_t>(torus_.port(d, direction));
  way.vc_class = static_cast<uint8_t>(ring_class(packet, router, d, direction));
  return way;
}

void TorusRoutes::minimal(const Packet& packet, RouterId router, const RouteCandidate& as,
                          RouteCandidates& ways) const {
  for (unsigned d = 0; d < torus_.dimensions().size(); ++d) {
    const unsigned here = torus_.coordinate(router, d), there = torus_.coordinate(to(packet), d);
    if (here == there) continue;
    const Torus::Way first = torus_.way(d, here, there);
    RouteCandidate way = as;
    way.port = static_cast<uint8_t>(torus_.port(d, first));
    ways.add(way);
    if (!torus_.tie(d, here, there)) continue;
    const Torus::Way other = first == Torus::Way::kUp ? Torus::Way::kDown : Torus::Way::kUp;
    way.port = static_cast<uint8_t>(torus_.port(d, other));
    ways.add(way);
  }
}

unsigned TorusRoutes::ring_class(const Packet& packet, RouterId router, unsigned d,
                                 Torus::Way way) const {
  if (!torus_.wraps(d)) return classes_ - 1;
  const unsigned begin = torus_.coordinate(torus_.router_of(packet.source), d);
  const unsigned here = torus_.coordinate(router, d), end = torus_.coordinate(to(packet), d);
  const bool up = way == Torus::Way::kUp;
  if (up ? end < here : end > here) return 0;
  if (up ? begin > here : begin < here) return 1;
  return dateline_ == Dateline::kBalanced ? draw_.below(2, packet.id, d) : 1;
}

}  // namespace chokepoint
