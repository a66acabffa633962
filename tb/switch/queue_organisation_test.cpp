// SPDX-License-Identifier: Apache-2.0
// Queue organisations and a speed-up of 1.5 in networks: who waits for whom in a multistage
// network, that all room comes back, and what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/common/random.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr InputQueues kAll[] = {InputQueues::kFifo, InputQueues::kVoq, InputQueues::kDestination};

/// A multistage network of one data VC, packets of 4 flits by source routes.
Scenario multistage(unsigned arity, unsigned stages, InputQueues queues) {
  Scenario scenario = small_network("none", "source_route");
  NetworkConfig& network = scenario.network;
  network.topology = "butterfly";
  network.shape = {};
  network.shape.set("arity", arity);
  network.shape.set("stages", stages);
  network.data_vcs = 1;
  network.input_queues = queues;
  network.vc_buffer_flits = 512;
  network.output_buffer_flits = 16;
  network.channel_latency = 3;
  scenario.run.warmup = 2000;
  scenario.run.measure = 3000;
  return scenario;
}

/// Four nodes of 16, of four routers, send to node 0 all they can, and three of them to its
/// neighbours too: by the same channels to the same last router, but not by its congested output.
constexpr double kVictims = 0.6;

Scenario hotspot_beside_victims(InputQueues queues) {
  Scenario scenario = multistage(4, 2, queues);
  add_traffic(scenario, "hot", "hotspot", {1, 5, 9, 13}, {0}, 1.0, 4, 1);
  add_traffic(scenario, "victims", "permutation", {1, 5, 9}, {}, kVictims, 4, 1);
  scenario.traffic.back().mapping = {2, 3, 1};
  return scenario;
}

TEST(QueueOrganisationRuns, OnlyAQueuePerDestinationSparesVictimsBehindTheSameOutput) {
  std::map<InputQueues, double> accepted;
  for (const InputQueues queues : kAll) {
    const RunSummary run = run_with(hotspot_beside_victims(queues));
    ASSERT_EQ(run.exit_code, 0) << run.error;
    accepted[queues] = run.accepted.at(1);
  }
  EXPECT_GT(accepted[InputQueues::kDestination], 0.95 * kVictims);
  EXPECT_LT(accepted[InputQueues::kFifo], 0.75 * accepted[InputQueues::kDestination]);
  EXPECT_LT(accepted[InputQueues::kVoq], 0.75 * accepted[InputQueues::kDestination]);
}

TEST(QueueOrganisationRuns, OneQueueLimitsASingleSwitchToThreeFifths) {
  std::map<InputQueues, double> accepted;
  for (const InputQueues queues : kAll) {
    Scenario scenario = multistage(16, 1, queues);
    scenario.network.speedup = 1;
    add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 1.0, 1, 1);
    const RunSummary run = run_with(scenario);
    ASSERT_EQ(run.exit_code, 0) << run.error;
    accepted[queues] = run.accepted.at(0);
  }
  EXPECT_NEAR(accepted[InputQueues::kFifo], 0.6, 0.03) << "Karol 1987: 0.586 for many ports";
  EXPECT_GT(accepted[InputQueues::kVoq], 0.75);
  EXPECT_NEAR(accepted[InputQueues::kDestination], accepted[InputQueues::kVoq], 0.05)
      << "the only switch: a destination is an output";
}

/// Threads: tb/network/threads_test.cpp.
Scenario random_queues(uint64_t seed) {
  RandomStream random(seed, 3, RandomPurpose::kTestStimulus);
  const auto one_of = [&random](std::initializer_list<unsigned> values) {
    return values.begin()[random.below(values.size())];
  };
  Scenario scenario = multistage(one_of({2, 3, 4}), one_of({1, 2, 3}), kAll[one_of({0, 1, 2, 2})]);
  NetworkConfig& network = scenario.network;
  if (one_of({0, 1, 2}) == 0) {
    network.topology = "fat_tree";
    network.shape = {};
    network.shape.set("arity", one_of({2, 3}));
    network.shape.set("levels", one_of({2, 3}));
    const char* const ascents[] = {"destination", "source"};
    scenario.routing.keys.set("ascent", std::string(ascents[one_of({0, 1})]));
  }
  const unsigned flits = one_of({1, 2, 5, 8});
  network.vc_buffer_flits = scenario.nodes() * flits * one_of({1, 2, 3});
  network.output_buffer_flits = flits * one_of({1, 2});
  network.data_vcs = one_of({1, 1, 2});
  if (network.input_queues == InputQueues::kDestination) network.data_vcs = 1;
  network.speedup = one_of({1, 2, 2, 3});
  network.half_pass = network.speedup != 1 && one_of({0, 1}) != 0;
  network.channel_latency = one_of({1, 4, 9});
  network.router_latency = one_of({1, 2});
  network.vc_allocation =
      one_of({0, 1}) != 0 ? VcAllocation::kDownstream : VcAllocation::kOutputBuffer;
  network.arbitration = one_of({0, 1, 1}) != 0 ? Arbitration::kPacket : Arbitration::kFlit;
  scenario.run.seed = seed;
  scenario.run.warmup = 0;
  scenario.run.measure = 600;
  scenario.run.drain = 200000;
  const std::vector<NodeId> nodes = nodes_from(0, scenario.nodes());
  add_traffic(scenario, "uniform", "uniform", nodes, {}, 0.5, flits, one_of({1, 4}));
  add_traffic(scenario, "hot", "hotspot", nodes_from(1, scenario.nodes()), {0}, 0.3, flits, 1);
  return scenario;
}

TEST(QueueOrganisationRuns, RandomNetworksKeepAllChecks) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    const Scenario scenario = random_queues(seed);
    SCOPED_TRACE(fmt::format("network {}, {}", seed, scenario.network.topology));
    const RunSummary lockstep = run_with(scenario, SwitchKind::kLockstep);
    expect_complete(lockstep);
    EXPECT_EQ(lockstep.checks.at("switch_lockstep"), "held");
    EXPECT_EQ(lockstep.injected, lockstep.delivered);
    const RunSummary plain = run_with(scenario, SwitchKind::kPlain);
    EXPECT_EQ(plain.digest, lockstep.digest);
    expect_equal(run_with(scenario), plain, "best switch");
    if (HasFailure()) return;
  }
}

std::string refusal(const Scenario& scenario, SwitchKind kind = SwitchKind::kBest) {
  const RunSummary run = run_with(scenario, kind);
  EXPECT_EQ(run.exit_code, 2);
  return run.error;
}

TEST(QueueOrganisationRuns, WhatDoesNotGoTogetherIsRefused) {
  Scenario scenario = hotspot_beside_victims(InputQueues::kDestination);
  EXPECT_NE(refusal(scenario, SwitchKind::kStream)
                .find("--switch stream does not serve network.input_queues = \"destination\""),
            std::string::npos);
  scenario.network.data_vcs = 2;
  EXPECT_NE(refusal(scenario).find(": data_vcs: input_queues = \"destination\" shares out the "
                                   "buffer of one data VC, not of 2; legal is 1"),
            std::string::npos);
  scenario.network.data_vcs = 1;
  scenario.network.vc_buffer_flits = 15;
  EXPECT_NE(refusal(scenario).find(": vc_buffer_flits: with input_queues = \"destination\" each "
                                   "of 16 nodes has an equal share, of 15 flits none; legal is at "
                                   "least 16"),
            std::string::npos);
  scenario.network.vc_buffer_flits = 512;
  scenario.network.switching = "wormhole";
  EXPECT_NE(refusal(scenario).find("input_queues: destination needs switching"), std::string::npos);
  scenario = hotspot_beside_victims(InputQueues::kVoq);
  scenario.network.half_pass = true;
  EXPECT_NE(refusal(scenario, SwitchKind::kStream)
                .find("--switch stream does not serve network.speedup = 1.5"),
            std::string::npos);
  scenario = small_network("ecn");
  scenario.network.input_queues = InputQueues::kDestination;
  add_traffic(scenario, "a", "uniform", nodes_from(0, 16), {}, 0.1, 4, 1);
  EXPECT_NE(refusal(scenario).find("input_queues: destination needs mechanism.name = \"none\""),
            std::string::npos);
}

}  // namespace
}  // namespace chokepoint::test
