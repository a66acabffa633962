// SPDX-License-Identifier: Apache-2.0
// Routing function `minimal`: the topology's own deterministic minimal route.
#include "sim/routing/routing_function.h"

namespace chokepoint {
namespace {

/// Free of deadlock with one VC class where the topology's minimal routes are: a topology that
/// names `minimal` says why in its header.
class Minimal : public RoutingFunction {
 public:
  explicit Minimal(const Topology& topology) : topology_(topology) {}
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    RouteCandidate way;
    way.port = static_cast<uint8_t>(minimal_output(topology_, place.router, packet.destination));
    return way;
  }

 private:
  const Topology& topology_;
};

const RoutingRegistration registration{
    RoutingInfo{"minimal",
                "the topology's deterministic minimal route",
                {},
                {},
                [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
                  return std::make_unique<Minimal>(setup.topology);
                }}};

}  // namespace
}  // namespace chokepoint
