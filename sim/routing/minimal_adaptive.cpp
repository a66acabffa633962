// SPDX-License-Identifier: Apache-2.0
// Routing function `minimal_adaptive`: of all dimensions in which a packet is not yet where it has
// to be, the one with the shortest queue; asked again while the head waits.
#include <vector>

#include "sim/routing/routing_function.h"
#include "sim/topology/flattened_butterfly.h"

namespace chokepoint {
namespace {

/// Free of deadlock: the VC class is the number of channels crossed, which grows, and a minimal
/// route has at most one channel per dimension.
class MinimalAdaptive : public RoutingFunction {
 public:
  explicit MinimalAdaptive(const RoutingSetup& setup) : topology_(setup.topology) {
    const auto* butterfly = dynamic_cast<const FlattenedButterfly*>(&topology_);
    if (butterfly == nullptr) {
      throw InputError("minimal_adaptive needs topology flattened_butterfly");
    }
    unsigned stride = 1;
    for (const unsigned size : butterfly->dimensions()) {
      dimensions_.push_back({size, stride});
      stride *= size;
    }
  }
  unsigned classes() const override { return static_cast<unsigned>(dimensions_.size()); }
  bool adaptive() const override { return true; }
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    const RouterId from = place.router, to = topology_.deliver_router(packet.destination);
    RouteCandidates ways;
    for (const Dimension& dimension : dimensions_) {
      const unsigned here = from / dimension.stride % dimension.size;
      const unsigned there = to / dimension.stride % dimension.size;
      if (here == there) continue;
      const RouterId next = from + (there - here) * dimension.stride;
      RouteCandidate way;
      way.port = static_cast<uint8_t>(topology_.minimal_port(from, next));
      way.vc_class = static_cast<uint8_t>(place.hop);
      ways.add(way);
      if (minimal_route_only(packet)) break;  // in the order of dimensions
    }
    if (ways.size() != 0) return ways;
    RouteCandidate eject;
    eject.port = static_cast<uint8_t>(topology_.deliver_port(packet.destination));
    return eject;
  }

 private:
  struct Dimension {
    unsigned size, stride;
  };
  const Topology& topology_;
  std::vector<Dimension> dimensions_;
};

const RoutingRegistration registration{RoutingInfo{
    "minimal_adaptive",
    "minimal, in the dimension with the shortest queue first; wants input_queues = \"fifo\"",
    {},
    {"flattened_butterfly"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<MinimalAdaptive>(setup);
    }}};

}  // namespace
}  // namespace chokepoint
