// SPDX-License-Identifier: Apache-2.0
// Routing function `nearest_common_ancestor`: any minimal route, up ports drawn per packet and
// router.
#include "sim/routing/routing_function.h"

namespace chokepoint {
namespace {

/// On a fat tree every route goes up level by level and then down: a packet that holds an up
/// channel waits for one of the next level or for a down channel, one that holds a down channel
/// waits for a down channel of a lower level only. One VC class is enough. Control and minimal-only
/// packets take the same routes: all are minimal. Notices of dropped packets begin at any router,
/// and they too go up first and then down.
class NearestCommonAncestor : public RoutingFunction {
 public:
  explicit NearestCommonAncestor(const RoutingSetup& setup)
      : topology_(setup.topology), draw_(setup.draw) {}
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    RouteCandidate way;
    const RouterId to = topology_.deliver_router(packet.destination);
    const PortRange up = place.router == to ? PortRange{} : topology_.up_ports(place.router, to);
    way.port = static_cast<uint8_t>(
        up.count != 0 ? up.first + draw_.below(up.count, packet.id, place.hop)
                      : minimal_output(topology_, place.router, packet.destination));
    return way;
  }

 private:
  const Topology& topology_;
  RouteDraw draw_;
};

const RoutingRegistration registration{
    RoutingInfo{"nearest_common_ancestor",
                "any minimal route, drawn per packet and router",
                {},
                {"fat_tree"},
                [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
                  return std::make_unique<NearestCommonAncestor>(setup);
                }}};

}  // namespace
}  // namespace chokepoint
