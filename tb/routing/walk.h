// SPDX-License-Identifier: Apache-2.0
// Walks packets through a topology by the calls that routers make, and collects the channels they
// hold while they wait for others.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/routing/routing.h"
#include "sim/topology/graph.h"
#include "sim/topology/topology.h"

namespace chokepoint::test {

/// Queue lengths set by hand.
struct Queues : QueueView {
  std::vector<unsigned> flits = std::vector<unsigned>(64, 0);
  unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric) const override {
    return (vc_set == kAllVcs ? flits_of_all_vcs : flits)[output];
  }
  std::vector<unsigned> flits_of_all_vcs = std::vector<unsigned>(64, 0);
};

/// One channel of a route: where it starts, and the VCs it may use.
struct Step {
  RouterId router;
  unsigned port, vc_class;
};

/// A network given by its links.
inline Scenario graph_of(std::vector<unsigned> router_nodes, Graph::Links links,
                         const std::string& function = "minimal") {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = "graph";
  scenario.network.shape.set_counts("router_nodes", std::move(router_nodes));
  scenario.network.shape.set_pairs("links", std::move(links));
  scenario.routing.function = function;
  return scenario;
}

struct Walk {
  explicit Walk(const Scenario& s)
      : scenario(s), topology(make_topology(s)), routing(s, *topology) {}

  /// The answer to a head that waits at `router`; the same if it is asked for again.
  RouteCandidate ask(const Packet& packet, RouterId router, unsigned came_in) const {
    const RouteCandidate way = routing.choose(queues, packet, router, came_in);
    const RouteCandidate again = routing.choose(queues, packet, router, came_in);
    EXPECT_EQ(std::tie(way.port, way.vc_class, way.next.target, way.next.phase),
              std::tie(again.port, again.vc_class, again.next.target, again.next.phase))
        << "another answer to the same question at router " << router;
    return way;
  }

  /// The route of `packet` from its node, or from `begin`, by the very calls a router makes. Fails
  /// the test if it turns back or gets lost.
  std::vector<Step> walk(Packet& packet) {
    return walk(packet, topology->router_of(packet.source), topology->port_of(packet.source));
  }
  std::vector<Step> walk(Packet& packet, RouterId router, unsigned came_in) {
    std::vector<Step> steps;
    routing.give_turns(packet, router);
    const unsigned limit = 2 * topology->routers();
    while (true) {
      const RouteCandidate way = ask(packet, router, came_in);
      const unsigned port = way.port;
      packet.route = way.next;
      if (topology->two_way()) {
        EXPECT_NE(port, came_in) << "packet " << packet.source << " -> " << packet.destination
                                 << " turns back at router " << router;
        if (port == came_in) return steps;
      }
      steps.push_back({router, port, way.vc_class});
      const PortTarget target = topology->target(router, port);
      EXPECT_TRUE(target.connected) << "router " << router << " has no output " << port;
      if (target.is_node || !target.connected) {
        EXPECT_EQ(target.node, packet.destination);
        return steps;
      }
      router = target.router;
      came_in = target.port;
      ++packet.hops;
      EXPECT_LE(packet.hops, limit) << "lost";
      if (packet.hops > limit) return steps;
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
