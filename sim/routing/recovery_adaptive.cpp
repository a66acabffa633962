// SPDX-License-Identifier: Apache-2.0
// Routing function `recovery_adaptive`: any minimal channel of a torus or mesh in any VC; packets
// that wait in a circle are recovered.
#include "sim/routing/torus_routes.h"

namespace chokepoint {
namespace {

/// Not free of deadlock: packets may wait in a circle, until one of them has waited for
/// `recovery_timeout` cycles and is the one that leaves the circle in the VC of class `recovery`
/// (DeadlockRecovery). One packet at a time has that VC anywhere, so nothing waits for it there,
/// and its route, in the order of dimensions, needs no VC classes.
class RecoveryAdaptive : public RoutingFunction {
 public:
  explicit RecoveryAdaptive(const RoutingSetup& setup)
      : routes_("recovery_adaptive", setup, Dateline::kStrict),
        timeout_(setup.keys.count("recovery_timeout")) {}
  unsigned escape_classes() const override { return 0; }
  unsigned recovery_timeout() const override { return timeout_; }
  bool adaptive() const override { return true; }
  bool takes_free_vcs() const override { return true; }
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    if (routes_.arrived(packet, place.router)) return routes_.eject(packet);
    if (routes_.one_class(packet)) return routes_.direct(packet, place.router);
    if (packet.recovered) {
      RouteCandidate way = routes_.dimension_order(packet, place.router);
      way.vc_class = 0;
      return way;
    }
    RouteCandidates ways;
    routes_.minimal(packet, place.router, RouteCandidate{}, ways);
    return ways;
  }

 private:
  TorusRoutes routes_;
  unsigned timeout_;
};

const RoutingRegistration registration{RoutingInfo{
    "recovery_adaptive",
    "any minimal channel in any VC; deadlocks are recovered from; wants input_queues = \"fifo\"",
    {integer_key("recovery_timeout", 160, 0, 1000000, "cycles",
                 "a head that has waited for so long leaves by the recovery VC once it has the "
                 "network's one token; 0: never, and the network may deadlock")},
    {"torus"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<RecoveryAdaptive>(setup);
    }}};

}  // namespace
}  // namespace chokepoint
