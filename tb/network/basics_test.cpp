// SPDX-License-Identifier: Apache-2.0
// The network without congestion management: latency to the cycle, throughput, fairness,
// conservation.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// Latency of the only message of a run, in cycles from its generation to its tail's ejection.
double latency_of_one(Scenario scenario, NodeId source, NodeId destination, unsigned flits) {
  scenario.run.measure = 1000;
  add_messages(scenario, {{17, source, destination, flits}}, flits);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(run.delivered, 1u);
  return run.latency.empty() ? 0 : run.latency[0];
}

// A flit takes 1 cycle on a node channel, 1 in a router's output buffer, 100 on a router channel; a
// packet of F flits streams: F - 1 more.
TEST(ZeroLoadLatency, WithinARouterIs1Plus1Plus1) {
  EXPECT_EQ(latency_of_one(small_network(), 4, 5, 1), 1 + 1 + 1);
  EXPECT_EQ(latency_of_one(small_network(), 4, 5, 32), 1 + 1 + 1 + 31);
}

TEST(ZeroLoadLatency, BetweenRoutersIs1Plus1Plus100Plus1Plus1) {
  EXPECT_EQ(latency_of_one(small_network(), 0, 4, 1), 1 + 1 + 100 + 1 + 1);
  EXPECT_EQ(latency_of_one(small_network(), 0, 4, 32), 1 + 1 + 100 + 1 + 1 + 31);
}

// Two packets of 32 flits come to a channel in the same cycle, on VCs of their own.
TEST(Arbitration, BetweenFlitsBothPacketsAreLateBetweenPacketsOneIs) {
  for (const bool packets : {false, true}) {
    Scenario scenario = small_network();
    scenario.network.arbitration = packets ? Arbitration::kPacket : Arbitration::kFlit;
    scenario.run.measure = 1000;
    add_messages(scenario, {{17, 0, 4, 32}, {17, 1, 5, 32}}, 32);
    const RunSummary run = run_in_child(scenario);
    expect_complete(run);
    const double alone = 1 + 1 + 100 + 1 + 1 + 31;
    const double first = packets ? alone : alone + 31, last = alone + 32;
    EXPECT_EQ(run.latency.at(0), (first + last) / 2) << (packets ? "packets" : "flits");
  }
}

TEST(ZeroLoadLatency, FollowsTheChannelLatencies) {
  Scenario scenario = small_network();
  scenario.network.channel_latency = 7;
  scenario.network.node_channel_latency = 3;
  EXPECT_EQ(latency_of_one(scenario, 0, 4, 32), 3 + 1 + 7 + 1 + 3 + 31);
}

TEST(ZeroLoadLatency, TwoDimensionsAreTwoChannels) {
  Scenario scenario = small_network();
  scenario.network.shape.set_counts("dimensions", {3, 3});
  EXPECT_EQ(latency_of_one(scenario, 0, 17, 32), 1 + 1 + 100 + 1 + 100 + 1 + 1 + 31);
}

TEST(ZeroLoadLatency, ADetourIsTwoChannels) {
  EXPECT_EQ(latency_of_one(small_network("none", "valiant"), 0, 4, 32),
            1 + 1 + 100 + 1 + 100 + 1 + 1 + 31);
}

TEST(ZeroLoadLatency, UgalIsMinimalInAnEmptyNetwork) {
  EXPECT_EQ(latency_of_one(small_network("none", "ugal"), 0, 4, 32), 1 + 1 + 100 + 1 + 1 + 31);
}

// An observer sees every cycle, so that no site runs ahead of the others.
TEST(Lookahead, SitesThatRunAheadChangeNothing) {
  for (const unsigned channel : {1u, 2u, 3u, 5u, 12u, 100u}) {
    for (const unsigned node : {1u, 3u, 12u}) {
      for (const char* mechanism : {"none", "cbcm", "srp"}) {
        Scenario scenario = small_network(mechanism, "ugal");
        scenario.engine = EngineKind::kModel;
        scenario.network.channel_latency = channel;
        scenario.network.node_channel_latency = node;
        scenario.network.router_latency = channel == 5 ? 4 : 1;
        scenario.run.measure = 3000;
        scenario.run.drain = 50000;
        scenario.run.disable_at = 1501;
        scenario.run.enable_at = 1803;
        add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {4}, 0.8, 8);
        add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3, 8);
        Probe every_cycle;
        const RunSummary ahead = run_in_child(scenario);
        const RunSummary together = run_in_child(scenario, &every_cycle);
        expect_complete(ahead);
        EXPECT_EQ(ahead.digest, together.digest)
            << mechanism << ", channels of " << channel << " cycles, to nodes " << node;
        EXPECT_EQ(ahead.delivered, together.delivered);
        EXPECT_GT(ahead.delivered, 1000u);
      }
    }
  }
}

/// Accepted rates of backlogged single-destination flows, one group each. (Bernoulli generation at
/// rate 1 would leave gaps: its mean is 1 only in the long run.)
RunSummary flows(std::vector<std::pair<NodeId, NodeId>> pairs, unsigned packet_flits = 32) {
  Scenario scenario = small_network();
  scenario.run.warmup = 2000;
  scenario.run.measure = 6000;
  scenario.run.drain = 60000;
  for (const auto& [from, to] : pairs) {
    add_messages(scenario, std::vector<ListEntry>(100, {0, from, to, 128}), packet_flits);
    scenario.traffic.back().name = fmt::format("f{}", from);
  }
  return run_in_child(scenario);
}

TEST(Throughput, OneFlowGetsTheWholeChannel) {
  const RunSummary run = flows({{0, 4}});
  expect_complete(run);
  EXPECT_GE(run.accepted[0], 0.99);
}

TEST(Throughput, OneFlowOfSingleFlitsGetsTheWholeChannel) {
  const RunSummary run = flows({{0, 4}}, 1);
  expect_complete(run);
  EXPECT_GE(run.accepted[0], 0.99);
}

TEST(Throughput, TwoFlowsIntoOneNodeShareItEqually) {
  for (const auto& pairs : {std::vector<std::pair<NodeId, NodeId>>{{0, 4}, {8, 4}},
                            std::vector<std::pair<NodeId, NodeId>>{{5, 4}, {8, 4}},
                            std::vector<std::pair<NodeId, NodeId>>{{0, 4}, {1, 4}}}) {
    const RunSummary run = flows(pairs);
    expect_complete(run);
    EXPECT_NEAR(run.accepted[0], 0.5, 0.02) << "from " << pairs[0].first;
    EXPECT_NEAR(run.accepted[1], 0.5, 0.02) << "from " << pairs[1].first;
  }
}

TEST(Throughput, TwoFlowsOverOneRouterChannelShareItEqually) {
  const RunSummary run = flows({{0, 4}, {1, 5}});
  expect_complete(run);
  EXPECT_NEAR(run.accepted[0], 0.5, 0.02);
  EXPECT_NEAR(run.accepted[1], 0.5, 0.02);
}

TEST(Throughput, UniformTrafficAtFullLoad) {
  for (const std::string function : {"minimal", "ugal"}) {
    Scenario scenario = small_network("none", function);
    scenario.run.warmup = 3000;
    scenario.run.drain = 0;
    add_traffic(scenario, "uniform", "uniform", nodes_from(0, 16), {}, 1.0);
    const RunSummary run = run_in_child(scenario);
    expect_complete(run, false);
    EXPECT_GE(run.accepted[0], 0.8);
    std::printf("uniform at 1.0, %s: accepted %.3f\n", function == "minimal" ? "minimal" : "UGAL",
                run.accepted[0]);
  }
}

TEST(Conservation, NoTrafficNoEvents) {
  Scenario scenario = small_network();
  add_traffic(scenario, "silent", "uniform", nodes_from(0, 16), {}, 0.0);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(run.injected, 0u);
  EXPECT_EQ(run.digest, 0u);
}

TEST(Conservation, NoGroupAtAllRunsToo) {
  const RunSummary run = run_in_child(small_network());
  expect_complete(run);
  EXPECT_EQ(run.injected, 0u);
}

TEST(Conservation, CreditsOnTheirWayWhenThePacketsAreGoneAreWaitedFor) {
  for (Cycle ejected = 995; ejected < 1005; ejected += 2) {  // generation ends at 1000
    Scenario scenario = small_network();
    scenario.run.measure = 1000;
    add_messages(scenario, {{ejected - 104, 0, 4, 1}}, 1);
    expect_complete(run_in_child(scenario));
  }
}

struct Variant {
  const char* name;
  std::vector<unsigned> dimensions;
  std::string function;
  VcClasses classes;
  InputQueues queues;
  unsigned data_vcs;
};
void PrintTo(const Variant& variant, std::ostream* out) {
  *out << variant.name;
}

class EmptyAfterDrain : public ::testing::TestWithParam<Variant> {};

// Buffers of one packet are the tightest legal ones; load 0.9 keeps them full.
TEST_P(EmptyAfterDrain, WithBuffersOfOnePacket) {
  const Variant& variant = GetParam();
  Scenario scenario = small_network("none", variant.function);
  scenario.network.shape.set_counts("dimensions", variant.dimensions);
  scenario.network.vc_classes = variant.classes;
  scenario.network.input_queues = variant.queues;
  scenario.network.data_vcs = variant.data_vcs;
  scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = 32;
  scenario.network.channel_latency = 10;
  scenario.network.send_queue_flits = 512;
  scenario.run.measure = 3000;
  scenario.run.drain = 100000;
  add_traffic(scenario, "uniform", "uniform", nodes_from(0, scenario.nodes()), {}, 0.9);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_GT(run.delivered, 500u);
}

/// Mean wait in the send queues, in cycles, with these bounds; uniform traffic of one-packet messages, far too much.
double wait_in_queues(unsigned node_queue_flits, unsigned send_queue_flits) {
  Scenario scenario = small_network();
  scenario.network.node_queue_flits = node_queue_flits;
  scenario.network.send_queue_flits = send_queue_flits;
  scenario.run.measure = 8000;
  add_traffic(scenario, "hot", "hotspot", {0, 1, 2, 3, 8, 9, 10, 11}, {13}, 1.0, 16, 1);
  add_traffic(scenario, "all", "uniform", {0, 1, 2, 3, 8, 9, 10, 11}, {}, 0.5, 16, 1);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  const nlohmann::json& all = run.summary["groups"]["all"];
  return all["latency"]["mean"].get<double>() - all["network_latency"]["mean"].get<double>();
}

// All queues of a node together hold a packet: the next one is made when it has left, whatever its
// destination, so that it waits for nothing but its way into the network.
TEST(NodeQueue, OfOnePacketHoldsOneForAllDestinations) {
  const double one = wait_in_queues(16, 8192), per_destination = wait_in_queues(0, 16);
  EXPECT_LT(one, 100);
  EXPECT_GT(per_destination, 2 * one);
}

constexpr auto kMin = "minimal";
constexpr auto kVal = "valiant";
constexpr auto kUgal = "ugal";
constexpr auto kVoq = InputQueues::kVoq;
constexpr auto kFifo = InputQueues::kFifo;
constexpr auto kPhase = VcClasses::kPhase;
constexpr auto kHops = VcClasses::kHops;

INSTANTIATE_TEST_SUITE_P(
    Variants, EmptyAfterDrain,
    ::testing::Values(Variant{"minimal_1vc", {4}, kMin, kPhase, kVoq, 1},
                      Variant{"minimal_1vc_fifo_3d", {2, 2, 2}, kMin, kPhase, kFifo, 1},
                      Variant{"valiant_phase", {4}, kVal, kPhase, kVoq, 2},
                      Variant{"valiant_hops_fifo", {4}, kVal, kHops, kFifo, 2},
                      Variant{"valiant_phase_2d_fifo", {3, 3}, kVal, kPhase, kFifo, 2},
                      Variant{"valiant_hops_2d", {3, 3}, kVal, kHops, kVoq, 4},
                      Variant{"ugal_phase", {4}, kUgal, kPhase, kVoq, 4},
                      Variant{"ugal_phase_fifo_3d", {2, 2, 2}, kUgal, kPhase, kFifo, 3},
                      Variant{"ugal_hops_2d", {3, 3}, kUgal, kHops, kVoq, 5}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Determinism, SameSeedSameDigestAnotherSeedAnother) {
  Scenario scenario = small_network("none", "ugal");
  scenario.run.measure = 2000;
  add_traffic(scenario, "uniform", "uniform", nodes_from(0, 16), {}, 0.4);
  const RunSummary first = run_in_child(scenario), again = run_in_child(scenario);
  scenario.run.seed = 2;
  const RunSummary other = run_in_child(scenario);
  expect_complete(first);
  expect_complete(other);
  EXPECT_EQ(first.digest, again.digest);
  EXPECT_EQ(first.cycles, again.cycles);
  EXPECT_NE(first.digest, other.digest);
}

}  // namespace
}  // namespace chokepoint::test
