// SPDX-License-Identifier: Apache-2.0
// What a topology may say of its channels, in whole runs: latencies of their own, nodes that
// another router delivers to, and a router full of nodes.
#include <gtest/gtest.h>

#include "sim/topology/flattened_butterfly.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// Four routers in a row of which channels to router 1 are short and all others long.
class Uneven : public FlattenedButterfly {
 public:
  Uneven() : FlattenedButterfly({4}, 4) {}
  ChannelTraits channel(RouterId router, unsigned port) const override {
    const PortTarget to = target(router, port);
    if (to.is_node) return {2, ChannelClass::kNode};
    return to.router == 1 ? ChannelTraits{5, ChannelClass::kLocal}
                          : ChannelTraits{latency_, ChannelClass::kGlobal};
  }
  ChannelTraits injection_channel(NodeId) const override { return {3, ChannelClass::kNode}; }
};

/// Two stages of two switches, one way: nodes 2s and 2s + 1 inject at router s (0, 1), output j
/// leads to router 2 + j, which delivers to nodes 2j and 2j + 1. Input s of it comes from router s.
class OneWay : public Topology {
 public:
  unsigned routers() const override { return 4; }
  unsigned nodes() const override { return 4; }
  unsigned radix() const override { return 2; }
  RouterId router_of(NodeId node) const override { return node / 2; }
  unsigned port_of(NodeId node) const override { return node % 2; }
  RouterId deliver_router(NodeId node) const override { return 2 + node / 2; }
  unsigned deliver_port(NodeId node) const override { return node % 2; }
  NodeId first_node(RouterId router) const override { return router < 2 ? 2 * router : 0; }
  unsigned nodes_at(RouterId router) const override { return router < 2 ? 2 : 0; }
  bool two_way() const override { return false; }
  PortTarget target(RouterId router, unsigned port) const override {
    PortTarget result;
    result.is_node = router >= 2;
    if (result.is_node) {
      result.node = 2 * (router - 2) + port;
    } else {
      result.router = 2 + port;
      result.port = router;
    }
    return result;
  }
  unsigned minimal_port(RouterId, RouterId to) const override { return to - 2; }
  unsigned minimal_hops(RouterId, RouterId) const override { return 1; }
  unsigned diameter() const override { return 1; }
};

template <class Made>
TopologyInfo info(const char* name, TopologySize size) {
  return {name,
          "for this test",
          {},
          {"minimal"},
          [](const OwnKeys&) {},
          [size](const OwnKeys&) { return size; },
          [](const OwnKeys&) -> std::unique_ptr<Topology> { return std::make_unique<Made>(); },
          {OwnKeys{}}};
}

const TopologyRegistration uneven{info<Uneven>("uneven", {4, 16, 7})};
const TopologyRegistration one_way{info<OneWay>("one_way", {4, 4, 2})};

double latency_of_one(Scenario scenario, NodeId from, NodeId to) {
  scenario.run.measure = 2000;
  add_messages(scenario, {{17, from, to, 8}}, 8);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  return run.delivered == 1 ? run.latency.at(0) : -1;
}

TEST(ChannelLatency, FollowsTheTopology) {
  Scenario scenario = small_network();
  scenario.network.topology = "uneven";
  EXPECT_EQ(latency_of_one(scenario, 0, 4), 3 + 1 + 5 + 1 + 2 + 7);
  EXPECT_EQ(latency_of_one(scenario, 0, 8), 3 + 1 + 100 + 1 + 2 + 7);
  EXPECT_EQ(latency_of_one(scenario, 8, 9), 3 + 1 + 2 + 7);
}

TEST(ChannelLatency, BoundsHowFarASiteRunsAhead) {
  Uneven topology;
  topology.set_latencies(100, 1);
  const ChannelSpans spans(topology);
  EXPECT_EQ(spans.between_sites, 5u);
  EXPECT_EQ(spans.longest_router, 100u);
  EXPECT_EQ(spans.longest_node, 3u);
  EXPECT_EQ(spans.shortest_node, 2u);
  EXPECT_FALSE(spans.remote_delivery);
  OneWay one;
  one.set_latencies(100, 7);
  EXPECT_TRUE(ChannelSpans(one).remote_delivery);
  EXPECT_EQ(ChannelSpans(one).between_sites, 7u) << "a delivering router is another site";
}

/// Forces ticks of one cycle.
struct Watcher : Probe {};

TEST(ChannelLatency, TheDigestDoesNotDependOnTheLengthOfTicks) {
  for (const char* topology : {"uneven", "one_way"}) {
    Scenario scenario = small_network();
    scenario.network.topology = topology;
    scenario.network.node_channel_latency = 4;
    add_traffic(scenario, "all", "uniform", nodes_from(0, topology[0] == 'u' ? 16 : 4), {}, 0.4);
    Watcher watcher;
    const RunSummary ticks = run_in_child(scenario), cycles = run_in_child(scenario, &watcher);
    expect_complete(ticks);
    expect_complete(cycles);
    EXPECT_GT(ticks.delivered, 100u) << topology;
    EXPECT_EQ(ticks.digest, cycles.digest) << topology;
  }
}

TEST(OneWayNetwork, DeliversByAnotherRouterThanItInjectsAt) {
  Scenario scenario = small_network();
  scenario.network.topology = "one_way";
  for (NodeId from = 0; from < 4; ++from) {
    for (NodeId to = 0; to < 4; ++to) {
      if (from == to) continue;
      EXPECT_EQ(latency_of_one(scenario, from, to), 1 + 1 + 100 + 1 + 1 + 7) << from << " " << to;
    }
  }
}

// A router of 64 nodes: its masks are full.
TEST(FullRouter, SixtyFourNodesGoOnAfterTheMechanismWasSwitched) {
  Scenario scenario = small_network();
  scenario.network.topology = "graph";
  scenario.network.shape.set_counts("router_nodes", {64});
  scenario.run.measure = 2000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 64), {}, 0.3);
  const RunSummary without = run_in_child(scenario);
  expect_complete(without);
  EXPECT_GT(without.delivered, 1000u);
  scenario.run.disable_at = 500;
  scenario.run.enable_at = 900;
  const RunSummary with = run_in_child(scenario);
  expect_complete(with);
  EXPECT_EQ(with.digest, without.digest) << "the mechanism is none";
}

}  // namespace
}  // namespace chokepoint::test
