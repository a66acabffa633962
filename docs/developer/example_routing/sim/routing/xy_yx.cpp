// SPDX-License-Identifier: Apache-2.0
// Routing function `xy_yx`: the worked example of docs/developer/new-routing.md. A packet takes a
// shortest route over a flattened butterfly; a share of them, drawn at random, begins with a
// dimension other than the lowest.
#include "sim/routing/routing_function.h"

namespace chokepoint {
namespace {

/// Deadlock freedom: a packet goes to its turning point in class 0 and from there on in class 1,
/// each part by the topology's minimal routes, which order the dimensions.
class XyYx : public RoutingFunction {
 public:
  explicit XyYx(const RoutingSetup& setup)
      : topology_(setup.topology), draw_(setup.draw), percent_(setup.keys.count("yx_percent")) {}
  unsigned classes() const override { return 2; }

  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    RouteCandidate way;
    way.next = packet.route.phase == kUndecided ? decide(packet, place) : packet.route;
    if (way.next.target == place.router) way.next.phase = kSecondPart;
    const bool first = way.next.phase == kFirstPart;
    way.vc_class = first ? 0 : 1;
    way.port =
        static_cast<uint8_t>(first ? topology_.minimal_port(place.router, way.next.target)
                                   : minimal_output(topology_, place.router, packet.destination));
    return way;
  }

 private:
  enum Phase : uint8_t { kUndecided, kFirstPart, kSecondPart };

  /// The turning point is a neighbour on a shortest route, but not the one of the minimal route.
  RouteState decide(const Packet& packet, const RoutePlace& place) const {
    const RouterId to = topology_.deliver_router(packet.destination);
    const RouteState straight{to, kSecondPart};
    if (minimal_route_only(packet) || place.router == to ||
        topology_.minimal_hops(place.router, to) < 2) {
      return straight;
    }
    if (draw_.below(100, packet.id, place.hop) >= percent_) return straight;
    for (unsigned port = 0; port < topology_.radix(); ++port) {
      const PortTarget next = topology_.target(place.router, port);
      const bool on_way =
          next.connected && !next.is_node &&
          topology_.minimal_hops(next.router, to) + 1 == topology_.minimal_hops(place.router, to);
      if (on_way && port != topology_.minimal_port(place.router, to)) {
        return {next.router, kFirstPart};
      }
    }
    return straight;
  }

  const Topology& topology_;
  RouteDraw draw_;
  unsigned percent_;
};

const RoutingRegistration registration{RoutingInfo{
    "xy_yx",
    "minimal, a share of the packets with another dimension first",
    {integer_key("yx_percent", 50, 0, 100, "percent", "packets that take another dimension first")},
    {"flattened_butterfly"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<XyYx>(setup);
    }}};

}  // namespace
}  // namespace chokepoint
