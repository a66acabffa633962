// SPDX-License-Identifier: Apache-2.0
// srp_f4.toml without management shows what the paper says about Fig 1(b); fat trees and graphs as
// running networks.

#include "sim/common/source_tree.h"
#include "sim/reader/scenario_reader.h"
#include "tb/network/network_run.h"

namespace chokepoint {
namespace {

using test::add_traffic;
using test::expect_complete;
using test::Figures;
using test::nodes_from;
using test::Probe;
using test::run_in_child;
using test::RunSummary;
using test::small_network;

/// Flits that arrived after the warm-up, by source.
struct BySource : Probe {
  explicit BySource(const Scenario& s) : scenario(s) {}
  void delivered(Cycle now, const Packet& packet, unsigned) override {
    if (now >= scenario.run.warmup) flits[packet.source] += packet.flits;
  }
  void report(Figures& figures) const override {
    for (const auto& [source, count] : flits) {
      figures["S" + std::to_string(source)] =
          static_cast<double>(count) / static_cast<double>(scenario.run.measure);
    }
  }
  const Scenario& scenario;
  std::map<NodeId, uint64_t> flits;
};

TEST(SrpF4, BaselineIsWhatThePaperSaysAboutFig1) {
  const std::string path = in_source_tree("sim/scenarios/srp_f4.toml");
  const Scenario scenario = read_scenario(path, {}, EngineKind::kModel);
  BySource probe(scenario);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run, false);
  const auto share = [&](unsigned source) { return run.at("S" + std::to_string(source)); };
  // The hotspot's channel is used fully, by S1 to S5.
  EXPECT_NEAR(share(1) + share(2) + share(3) + share(4) + share(5), 1.0, 0.005);
  // S1 and S2 get half of what S3 to S5 get.
  for (const unsigned far : {1u, 2u}) {
    for (const unsigned near : {3u, 4u, 5u}) EXPECT_NEAR(share(far) / share(near), 0.5, 0.03);
  }
  // S0 is held back to its turn among them although L0 and L1 have room.
  EXPECT_NEAR(share(0), share(1), 0.01);
  EXPECT_LT(share(0) + share(1) + share(2), 0.4) << "L0";
  EXPECT_LT(share(0), 0.15) << "L1";
}

TEST(SrpF4, WithoutTheHotspotTheVictimGetsTheWholeChannel) {
  const std::string path = in_source_tree("sim/scenarios/srp_f4.toml");
  const Scenario scenario =
      read_scenario(path, {"traffic.far.rate=0", "traffic.near.rate=0"}, EngineKind::kModel);
  const RunSummary run = run_in_child(scenario);
  EXPECT_GE(run.accepted.at(0), 0.99);
}

TEST(RunningTree, UniformTrafficDrainsOnTwoAndThreeLevels) {
  for (const unsigned levels : {2u, 3u}) {
    for (const std::string function : {"nearest_common_ancestor", "minimal"}) {
      Scenario scenario = small_network("none", function);
      scenario.network.topology = "fat_tree";
      scenario.network.shape.set("arity", levels == 2 ? 4 : 3);
      scenario.network.shape.set("levels", levels);
      scenario.network.channel_latency = 5;
      scenario.network.data_vcs = 1;
      scenario.run.warmup = 3000;
      scenario.run.measure = 10000;
      add_traffic(scenario, "ur", "uniform", nodes_from(0, scenario.nodes()), {}, 0.6);
      const RunSummary run = run_in_child(scenario);
      expect_complete(run);
      EXPECT_GT(run.injected, 1000u);
      EXPECT_NEAR(run.accepted.at(0), 0.6, 0.05);
    }
  }
}

TEST(RunningTree, RandomUpPortsSpreadWhatOneRouteCannotCarry) {
  // Nodes 4, 8 and 12 have the same up port when it is chosen by destination.
  const auto accepted = [](const std::string& function) {
    Scenario scenario = small_network("none", function);
    scenario.network.topology = "fat_tree";
    scenario.network.shape.set("arity", 4);
    scenario.network.channel_latency = 5;
    scenario.run.warmup = 5000;
    scenario.run.drain = 0;
    scenario.traffic.clear();
    add_traffic(scenario, "p", "permutation", {0, 1, 2}, {4, 8, 12}, 1.0);
    return run_in_child(scenario).accepted.at(0);
  };
  EXPECT_NEAR(accepted("minimal"), 1.0 / 3, 0.02);
  EXPECT_GT(accepted("nearest_common_ancestor"), 0.6);
}

TEST(RunningTree, LeavesAndRootsRunWithCbcm) {
  Scenario scenario = small_network("cbcm", "nearest_common_ancestor");
  scenario.network.topology = "fat_tree";
  scenario.network.shape.set("arity", 4);
  add_traffic(scenario, "hot", "hotspot", {0, 5, 8, 12}, {4}, 1.0);
  scenario.run.measure = 10000;
  scenario.run.drain = 300000;
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
}

TEST(RunningGraph, ParallelLinksCarryTwiceAsMuch) {
  const auto accepted = [](std::vector<std::pair<RouterId, RouterId>> links) {
    Scenario scenario = small_network();
    scenario.network.topology = "graph";
    scenario.network.shape.set_counts("router_nodes", {2, 0, 2});
    scenario.network.shape.set_pairs("links", std::move(links));
    scenario.network.channel_latency = 5;
    scenario.run.measure = 20000;
    add_traffic(scenario, "p", "permutation", {0, 1}, {2, 3}, 1.0);
    scenario.run.drain = 100000;
    const RunSummary run = run_in_child(scenario);
    expect_complete(run);
    return run.accepted.at(0);
  };
  EXPECT_NEAR(accepted({{0, 1}, {1, 2}}), 0.5, 0.01);
  // Sources at rate 1 pause now and then: their gaps are random.
  EXPECT_GT(accepted({{0, 1}, {0, 1}, {1, 2}, {1, 2}}), 0.88);
}

TEST(RunningGroups, AnImpulseIsDeliveredOnceFromEverySource) {
  Scenario scenario = small_network();
  auto& group = add_traffic(scenario, "all", "hotspot", nodes_from(1, 16), {0}, 0.0, 32, 8);
  group.generate = Generate::kImpulse;
  group.start = 100;
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(run.delivered, 15u * 8u);
}

}  // namespace
}  // namespace chokepoint
