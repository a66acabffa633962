// SPDX-License-Identifier: Apache-2.0
// Routing function `source_route`: whoever makes a packet writes all its turns into the header;
// routers only read them.
#include <fmt/format.h>

#include "sim/routing/routing_function.h"

namespace chokepoint {
namespace {

/// A turn is the number of the output, in as many bits as the largest router needs. Fecheyr
/// Lippens 2010 (RECN), Section 4.1.2: a pool of 31 bits holds "all the turns for every switch
/// along the path"; there a turn is the offset from the incoming port, which says the same to the
/// router that reads it. Routes are the topology's minimal ones, and on a fat tree any up*/down*
/// route of which the source chooses the way up: by the digits of the destination, as the topology
/// does, or of the source. So what `minimal` and `nearest_common_ancestor` say of deadlock holds
/// here, with one VC class; and packets of a source and destination take one route, in order.
class SourceRoute : public RoutingFunction {
 public:
  explicit SourceRoute(const RoutingSetup& setup)
      : topology_(setup.topology),
        ascend_by_source_(setup.keys.text("ascent") == "source"),
        pool_{bits_for(setup.topology.radix() - 1), setup.keys.count("turn_pool_bits")} {
    const unsigned turns = topology_.diameter() + 1;
    if (turns * pool_.turn_bits > pool_.bits) {
      throw InputError(fmt::format(
          "turn_pool_bits: the topology's longest route takes {} turns of {} bits each; "
          "of {} bits they need at least {}{}",
          turns, pool_.turn_bits, pool_.bits, turns * pool_.turn_bits,
          turns * pool_.turn_bits > 64 ? ", legal is at most 64: a smaller network" : ""));
    }
    if (ascend_by_source_ && !has_ways_up()) {
      throw InputError(
          "ascent: source has no effect on this topology, whose routes have no way up to choose; "
          "it is for fat_tree: leave it out");
    }
  }
  TurnPool turn_pool() const override { return pool_; }

  uint64_t turns(const Packet& packet, RouterId from) const override {
    const RouterId to = topology_.deliver_router(packet.destination);
    uint64_t turns = 0;
    RouterId at = from;
    for (unsigned hop = 0;; ++hop) {
      const unsigned port = turn(packet, at, to, hop);
      turns |= uint64_t{port} << hop * pool_.turn_bits;
      if (at == to) return turns;
      at = topology_.target(at, port).router;
    }
  }

  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    RouteCandidate way;
    way.port = static_cast<uint8_t>(pool_.turn(packet.turns, place.hop));
    return way;
  }

 private:
  bool has_ways_up() const {
    for (RouterId to = 1; to < topology_.routers(); ++to) {
      if (topology_.up_ports(0, to).count != 0) return true;
    }
    return false;
  }
  unsigned turn(const Packet& packet, RouterId at, RouterId to, unsigned hop) const {
    const PortRange up = ascend_by_source_ && at != to ? topology_.up_ports(at, to) : PortRange{};
    if (up.count == 0) return minimal_output(topology_, at, packet.destination);
    NodeId digits = packet.source;
    while (hop-- != 0) digits /= up.count;
    return up.first + digits % up.count;
  }

  const Topology& topology_;
  bool ascend_by_source_;
  TurnPool pool_;
};

const RoutingRegistration registration{RoutingInfo{
    "source_route",
    "deterministic, every turn in the header: a minimal route that the source has chosen",
    {integer_key("turn_pool_bits", 31, 1, 64, "bits",
                 "room for turns in a header; a turn takes as many bits as a port number of the "
                 "largest router"),
     choice_key("ascent", {"destination", "source"},
                "fat tree: the ports up are chosen by the digits of the destination or of the "
                "source")},
    {"butterfly", "fat_tree", "flattened_butterfly", "graph"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<SourceRoute>(setup);
    }}};

}  // namespace
}  // namespace chokepoint
