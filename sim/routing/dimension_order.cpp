// SPDX-License-Identifier: Apache-2.0
// Routing function `dimension_order`: minimal on a torus or mesh, dimension 0 first, with VC
// classes that break each ring at a dateline.
#include "sim/routing/torus_routes.h"

namespace chokepoint {
namespace {

/// Free of deadlock: see TorusRoutes.
class DimensionOrder : public RoutingFunction {
 public:
  explicit DimensionOrder(const RoutingSetup& setup)
      : routes_(
            "dimension_order", setup,
            setup.keys.text("dateline") == "balanced" ? Dateline::kBalanced : Dateline::kStrict) {}
  unsigned classes() const override { return routes_.classes(); }
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    if (routes_.arrived(packet, place.router)) return routes_.eject(packet);
    return routes_.one_class(packet) ? routes_.direct(packet, place.router)
                                     : routes_.dimension_order(packet, place.router);
  }

 private:
  TorusRoutes routes_;
};

const RoutingRegistration registration{RoutingInfo{
    "dimension_order",
    "minimal, dimension by dimension; on a torus in two VC classes, before and after a ring's ends",
    {choice_key("dateline", {"balanced", "strict"},
                "packets that do not pass a ring's ends: in either VC class, drawn per packet and "
                "dimension, or in the second one only")},
    {"torus"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<DimensionOrder>(setup);
    }}};

}  // namespace
}  // namespace chokepoint
