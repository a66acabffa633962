// SPDX-License-Identifier: Apache-2.0
// Valiant and UGAL on topologies that are no flattened butterflies, and functions that need one.
#include <gtest/gtest.h>

#include <set>

#include "sim/topology/graph.h"
#include "tb/routing/walk.h"

namespace chokepoint {
namespace {

using test::Step;
using test::Walk;

Scenario graph_of(std::vector<unsigned> router_nodes, const Graph::Links& links,
                  const std::string& function) {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = "graph";
  scenario.network.shape.set_counts("router_nodes", router_nodes);
  scenario.network.shape.set_pairs("links", links);
  scenario.routing.function = function;
  return scenario;
}

/// Channels to the node of the packets' destination.
size_t steps_of(Walk& walk, NodeId from, NodeId to) {
  Packet packet = walk.packet(from, to);
  return walk.walk(packet).size();
}

// In a row of three the only intermediate router lies behind the destination's.
TEST(TwoPhase, WhereEveryDetourTurnsBackThePacketGoesMinimally) {
  for (const char* function : {"valiant", "ugal"}) {
    Walk walk(graph_of({1, 1, 1}, {{0, 1}, {1, 2}}, function));
    walk.queues.flits.assign(64, 9);
    EXPECT_EQ(steps_of(walk, 0, 1), 2u) << function;
    EXPECT_EQ(steps_of(walk, 0, 2), 3u) << function;
  }
}

// Behind the destination's router, by two parallel links: the way back is the arrival's for even
// nodes and the other one for odd nodes.
TEST(TwoPhase, TurningBackIsJudgedByTheRouteToTheNode) {
  Walk walk(graph_of({1, 2, 1}, {{0, 1}, {1, 2}, {1, 2}}, "valiant"));
  EXPECT_EQ(steps_of(walk, 0, 2), 2u) << "would turn back";
  EXPECT_EQ(steps_of(walk, 0, 1), 4u) << "0 -> 1 -> 2 -> 1 by the other link";
}

/// A ring of three routers, one way, a node on each: output 1 leads to input 1 of the next.
class OneWayRing : public Topology {
 public:
  unsigned routers() const override { return 3; }
  unsigned nodes() const override { return 3; }
  unsigned radix() const override { return 2; }
  RouterId router_of(NodeId node) const override { return node; }
  unsigned port_of(NodeId) const override { return 0; }
  NodeId first_node(RouterId router) const override { return router; }
  unsigned nodes_at(RouterId) const override { return 1; }
  bool two_way() const override { return false; }
  PortTarget target(RouterId router, unsigned port) const override {
    PortTarget result;
    result.is_node = port == 0;
    result.node = router;
    result.router = (router + 1) % 3;
    result.port = 1;
    return result;
  }
  unsigned minimal_port(RouterId, RouterId) const override { return 1; }
  unsigned minimal_hops(RouterId from, RouterId to) const override { return (to + 3 - from) % 3; }
  unsigned diameter() const override { return 2; }
};

TEST(TwoPhase, OneWayNoRouteTurnsBackWhateverThePortsAreCalled) {
  Walk walk(graph_of({1, 1, 1}, {{0, 1}, {1, 2}}, "valiant"));
  const OneWayRing ring;
  const Routing routing(walk.scenario, ring);
  const RouteCandidate way = routing.choose(walk.queues, walk.packet(0, 1), 0, 0);
  EXPECT_EQ(way.next.target, 2u) << "the only intermediate router, once round the ring";
  EXPECT_EQ(way.port, 1u);
}

TEST(TwoPhase, IntermediateRoutersAreThoseThatDeliverToNodes) {
  std::set<RouterId> used;
  Walk walk(graph_of({1, 1, 0, 1, 0}, {{0, 1}, {0, 2}, {2, 1}, {0, 3}, {3, 1}, {0, 4}, {4, 1}},
                     "valiant"));
  for (unsigned i = 0; i < 200; ++i) {
    Packet packet = walk.packet(0, 1);
    walk.walk(packet);
    used.insert(packet.route.target);
  }
  EXPECT_EQ(used, std::set<RouterId>{3});
}

// Two parallel links from router 0 to router 1: nodes 1 and 2 there are reached by port 2 and 1.
TEST(Ugal, WeighsTheChannelThatThePacketWouldTake) {
  Walk walk(graph_of({1, 2, 1}, {{0, 1}, {0, 1}, {0, 2}, {2, 1}}, "ugal"));
  for (const NodeId destination : {1u, 2u}) {
    const unsigned own = destination == 1 ? 2 : 1;
    walk.queues.flits.assign(64, 0);
    walk.queues.flits[3 - own] = 100;
    EXPECT_EQ(steps_of(walk, 0, destination), 2u) << "the other link's queue does not count";
    walk.queues.flits[3 - own] = 0;
    walk.queues.flits[own] = 100;
    EXPECT_EQ(steps_of(walk, 0, destination), 3u) << "by way of router 2";
  }
}

TEST(MinimalAdaptive, OnAnotherTopologyIsAnErrorAtTheKey) {
  Scenario scenario = graph_of({1, 1}, {{0, 1}}, "minimal_adaptive");
  scenario.network.input_queues = InputQueues::kFifo;
  scenario.origins["routing.function"] = "f.toml:5";
  try {
    Walk walk(scenario);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "f.toml:5: function: minimal_adaptive needs topology flattened_butterfly");
  }
}

}  // namespace
}  // namespace chokepoint
