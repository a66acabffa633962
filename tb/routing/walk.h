// SPDX-License-Identifier: Apache-2.0
// Walks packets through a topology by the calls that routers make, and collects the channels they
// hold while they wait for others.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <vector>

#include "sim/routing/routing.h"
#include "sim/topology/topology.h"

namespace chokepoint::test {

/// Queue lengths set by hand.
struct Queues : QueueView {
  std::vector<unsigned> flits = std::vector<unsigned>(64, 0);
  unsigned queue_flits(unsigned output, unsigned) const override { return flits[output]; }
};

/// One channel of a route: where it starts, and the VCs it may use.
struct Step {
  RouterId router;
  unsigned port, vc_class;
};

struct Walk {
  explicit Walk(const Scenario& s)
      : scenario(s), topology(make_topology(s)), routing(s, *topology) {}

  /// The route of `packet`, by the very calls a router makes. Fails the test if it turns back or
  /// gets lost.
  std::vector<Step> walk(Packet& packet) {
    std::vector<Step> steps;
    RouterId router = topology->router_of(packet.source);
    unsigned came_in = topology->port_of(packet.source);
    while (true) {
      const unsigned port = routing.route(router, queues, packet);
      EXPECT_NE(port, came_in) << "packet " << packet.source << " -> " << packet.destination
                               << " turns back at router " << router;
      if (port == came_in) return steps;
      steps.push_back({router, port, routing.vc_class(packet)});
      const PortTarget target = topology->target(router, port);
      if (target.is_node) {
        EXPECT_EQ(target.node, packet.destination);
        return steps;
      }
      router = target.router;
      came_in = target.port;
      ++packet.hops;
      EXPECT_LE(packet.hops, 2 * topology->diameter()) << "lost";
      if (packet.hops > 2 * topology->diameter()) return steps;
    }
  }

  Packet packet(NodeId source, NodeId destination) const {
    Packet result;
    result.id = (uint64_t{source} << 40) | packets++;
    result.source = source;
    result.destination = destination;
    return result;
  }

  Scenario scenario;
  std::unique_ptr<Topology> topology;
  Routing routing;
  Queues queues;
  mutable uint64_t packets = 0;  ///< made so far: each has an id, and draws, of its own
};

/// Directed graph of (channel, class): an edge when a packet may hold the first while it waits for
/// the second.
class DependenceGraph {
 public:
  explicit DependenceGraph(unsigned vertices) : next_(vertices) {}
  void edge(unsigned from, unsigned to) { next_[from].insert(to); }
  bool cyclic() const {
    std::vector<unsigned> left(next_.size());
    for (const auto& targets : next_)
      for (const unsigned to : targets) ++left[to];
    std::vector<unsigned> ready;
    for (unsigned v = 0; v < next_.size(); ++v)
      if (left[v] == 0) ready.push_back(v);
    size_t removed = 0;
    for (; !ready.empty(); ++removed) {
      const unsigned v = ready.back();
      ready.pop_back();
      for (const unsigned to : next_[v])
        if (--left[to] == 0) ready.push_back(to);
    }
    return removed != next_.size();
  }

 private:
  std::vector<std::set<unsigned>> next_;
};

}  // namespace chokepoint::test
