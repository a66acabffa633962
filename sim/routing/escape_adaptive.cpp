// SPDX-License-Identifier: Apache-2.0
// Routing function `escape_adaptive`: any minimal channel of a torus or mesh in the adaptive VCs,
// with routes in the order of dimensions in escape VCs beside them (Duato).
#include <fmt/format.h>

#include "sim/routing/torus_routes.h"

namespace chokepoint {
namespace {

/// The first VC classes are the escapes, of one VC each, the last one has all other VCs. A head
/// that waits may take a VC of either kind, whichever is free; where both are, an adaptive one, on
/// the channel with the shortest queue.
///
/// Free of deadlock by Duato's theorem: each head is offered an escape at each router, and the
/// extended dependences of the escape channels, those by way of adaptive channels too, have no
/// cycle.
///  - dateline: escapes as dimension_order. Adaptive channels only bring a packet nearer to where
///  it
///    has to be in each dimension, in its direction. So its next escape channel is a later one of
///    the same order as its next one without them.
///  - direct: escapes are direct routes, without wraparound channels, which need one class. They
///  may
///    be longer, and lead back, so a packet that has taken one stays in the escape VCs.
/// With wormhole switching that asks for atomic reuse of VCs: else a head waits behind another
/// packet's tail, where it has no choice.
class EscapeAdaptive : public RoutingFunction {
 public:
  explicit EscapeAdaptive(const RoutingSetup& setup)
      : routes_("escape_adaptive", setup, Dateline::kStrict),
        direct_(setup.keys.text("escape") == "direct") {
    if (direct_ && !routes_.torus().wraps()) {
      throw InputError(
          "escape: direct has no effect on a mesh, where the one escape VC has no wraparound "
          "channels to leave out; it is for a torus: leave it out");
    }
  }
  unsigned classes() const override { return escape_classes() + 1; }
  unsigned escape_classes() const override { return direct_ ? 1 : routes_.classes(); }
  unsigned first_vc(unsigned vc_class, unsigned data_vcs) const override {
    return vc_class <= escape_classes() ? vc_class : data_vcs;
  }
  bool adaptive() const override { return true; }
  bool takes_free_vcs() const override { return true; }
  bool turns_back() const override { return direct_; }
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    if (routes_.arrived(packet, place.router)) return routes_.eject(packet);
    if (routes_.one_class(packet)) return routes_.direct(packet, place.router);
    const bool stays = direct_ && packet.route.phase == kEscaped;
    RouteCandidates ways;
    RouteCandidate adaptive;
    adaptive.vc_class = static_cast<uint8_t>(escape_classes());
    adaptive.priority = 1;
    if (!stays && !packet.minimal_only) routes_.minimal(packet, place.router, adaptive, ways);
    RouteCandidate escape = direct_ ? routes_.direct(packet, place.router)
                                    : routes_.dimension_order(packet, place.router);
    escape.next.phase = kEscaped;
    ways.add(escape);
    return ways;
  }

 private:
  enum Phase : uint8_t { kAdaptive, kEscaped };  ///< RouteState::phase
  TorusRoutes routes_;
  bool direct_;
};

const RoutingRegistration registration{RoutingInfo{
    "escape_adaptive",
    "any minimal channel, with escape VCs in the order of dimensions; wants input_queues = "
    "\"fifo\"",
    {choice_key("escape", {"dateline", "direct"},
                "escape VCs on a torus: two, before and after a ring's ends, or one whose routes "
                "leave the wraparound channels out; all other data VCs are adaptive")},
    {"torus"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<EscapeAdaptive>(setup);
    }}};

}  // namespace
}  // namespace chokepoint
