// SPDX-License-Identifier: Apache-2.0
// What a topology may say of its channels, in whole runs: latencies of their own, nodes that
// another router delivers to, and a router full of nodes.
#include <gtest/gtest.h>

#include "tb/network/network_run.h"
#include "tb/topology/own_topologies.h"

namespace chokepoint::test {
namespace {

double latency_of_one(Scenario scenario, NodeId from, NodeId to) {
  scenario.run.measure = 2000;
  add_messages(scenario, {{17, from, to, 8}}, 8);
  const RunSummary run = run_on_both(scenario);
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
    const RunSummary ticks = run_on_both(scenario), cycles = run_in_child(scenario, &watcher);
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

TEST(OneWayNetwork, SameResultsWithThreads) {
  Scenario scenario = small_network();
  scenario.network.topology = "one_way";
  scenario.run.measure = 2000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 4), {}, 0.6);
  for (const SwitchKind kind : {SwitchKind::kStream, SwitchKind::kPlain}) {
    expect_same_with_threads(scenario, kind == SwitchKind::kPlain ? "plain" : "stream", kind);
  }
}

// A router of 64 nodes: its masks are full.
TEST(FullRouter, SixtyFourNodesGoOnAfterTheMechanismWasSwitched) {
  Scenario scenario = small_network();
  scenario.network.topology = "graph";
  scenario.network.shape.set_counts("router_nodes", {64});
  scenario.run.measure = 2000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 64), {}, 0.3);
  const RunSummary without = run_on_both(scenario);
  expect_complete(without);
  EXPECT_GT(without.delivered, 1000u);
  scenario.run.disable_at = 500;
  scenario.run.enable_at = 900;
  const RunSummary with = run_on_both(scenario);
  expect_complete(with);
  EXPECT_EQ(with.digest, without.digest) << "the mechanism is none";
}

}  // namespace
}  // namespace chokepoint::test
