// SPDX-License-Identifier: Apache-2.0
// What a topology may say of its channels, in whole runs: latencies of their own, nodes that
// another router delivers to, and a router full of nodes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/network/network.h"
#include "sim/routing/routing_function.h"
#include "tb/network/network_run.h"
#include "tb/scenario/parse_text.h"
#include "tb/topology/one_way_ring.h"
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

/// Minimal, with a VC class for each class of channels between routers.
class ByChannelClass : public RoutingFunction {
 public:
  explicit ByChannelClass(const Topology& topology) : topology_(topology) {}
  unsigned classes() const override { return 2; }
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    RouteCandidate way;
    way.port = static_cast<uint8_t>(minimal_output(topology_, place.router, packet.destination));
    const ChannelTraits channel = topology_.channel(place.router, way.port);
    way.vc_class = channel.channel_class == ChannelClass::kGlobal ? 1 : 0;
    return way;
  }

 private:
  const Topology& topology_;
};

const RoutingRegistration by_channel_class{
    RoutingInfo{"by_channel_class",
                "of this test",
                {},
                {"uneven"},
                [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
                  return std::make_unique<ByChannelClass>(setup.topology);
                }}};

/// Masks of the VCs that are used on channels between routers, by the class of the channel.
struct UsedVcs : Probe {
  void cycle(Cycle, Network& network) override {
    for (RouterId r = 0; r < network.routers(); ++r) {
      for (unsigned port = 4; port < 7; ++port) {
        unsigned& used =
            topology.channel(r, port).channel_class == ChannelClass::kLocal ? local : global;
        for (unsigned vc = 0; vc < 4; ++vc) {
          if (network.router(r).may_send(port, vc) < kBufferFlits) used |= 1u << vc;
        }
      }
    }
  }
  void report(Figures& figures) const override {
    figures["local"] = local;
    figures["global"] = global;
  }
  static constexpr unsigned kBufferFlits = 256;
  const Uneven topology;
  unsigned local = 0, global = 0;
};

TEST(ChannelClasses, ARoutingFunctionGivesEachVcsOfItsOwn) {
  Scenario scenario = small_network("none", "by_channel_class");
  scenario.network.topology = "uneven";
  scenario.network.vc_buffer_flits = UsedVcs::kBufferFlits;
  scenario.run.measure = 3000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.6);
  UsedVcs probe;
  const RunSummary run = run_on_both(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(run.at("local"), 0b0011);
  EXPECT_EQ(run.at("global"), 0b1100);
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

constexpr const char* kOneWayText =
    "[network]\ntopology = \"one_way\"\n[mechanism]\nname = \"{}\"\n"
    "[[traffic]]\nname = \"a\"\n";

TEST(OneWayNetwork, WhatCannotServeItIsRefusedAtTheKey) {
  EXPECT_EQ(error_of(fmt::format(kOneWayText, "srp")),
            "f.toml:2: network.topology: in one_way no way leads from router 3 to node 0: a router "
            "that drops a packet sends its source a NACK from where it is; use a topology with a "
            "way from every router to every node");
  EXPECT_EQ(error_of(fmt::format(kOneWayText, "cbcm")),
            "f.toml:2: network.topology: in one_way input and output of one number are no "
            "channel's two ends: cbcm_router takes a packet that leaves by the number it came in "
            "by for an error; use a topology whose channels lead both ways");
  for (const char* mechanism : {"none", "ideal", "ecn"}) {
    EXPECT_EQ(error_of(fmt::format(kOneWayText, mechanism)), "accepted");
  }
}

TEST(OneWayNetwork, MechanismsAreRefusedBeforeARunBegins) {
  for (const char* mechanism : {"srp", "cbcm", "ecn"}) {
    Scenario scenario = small_network(mechanism);
    scenario.network.topology = "one_way";
    scenario.run.measure = 2000;
    add_traffic(scenario, "hot", "hotspot", nodes_from(0, 3), {3}, 0.9);
    const RunSummary run = run_on_both(scenario);
    EXPECT_EQ(run.exit_code, mechanism[0] == 'e' ? 0 : 2) << mechanism << ": " << run.error;
  }
}

TEST(OneWayNetwork, ARingHasAWayFromEveryRouterToEveryNode) {
  const OneWayRing ring;
  EXPECT_FALSE(find_stranded(ring));
  const OneWay stages;
  ASSERT_TRUE(find_stranded(stages));
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
