// SPDX-License-Identifier: Apache-2.0
// Throttling at an intermediate router: who is told by whom and when, how the endpoint takes over,
// packets that routers make, and what benign traffic sees.
#include <gtest/gtest.h>

#include "sim/mechanisms/cbcm/messages.h"
#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

constexpr Cycle kEarlyEnd = 60000, kEarlyStop = 30000;

/// Also counts the control packets that routers made, by router and by the source that is told, and
/// keeps the highest degree that the endpoint tells each source.
class EarlyProbe : public CbcmProbe {
 public:
  unsigned control(Cycle now, NodeId source, PacketKind kind, NodeId destination,
                   uint32_t payload) override {
    if (kind == cbcm::kThrottle) {
      double& most = seen_[fmt::format("most_told.{}", destination)];
      most = std::max(most, static_cast<double>(payload));
    }
    return CbcmProbe::control(now, source, kind, destination, payload);
  }
  void injected(Cycle now, const Packet& packet) override {
    CbcmProbe::injected(now, packet);
    if ((packet.id & kRouterIdBit) == 0) return;
    add("made_at", static_cast<unsigned>((packet.id & ~kRouterIdBit) >> 40));
    add("early_told", packet.destination);
    seen_.emplace(fmt::format("first_early.{}", packet.destination), static_cast<double>(now));
    seen_[fmt::format("early_degree.{}", packet.destination)] = packet.payload;
    if (packet.source != kHotspot || packet.kind != cbcm::kThrottle) add("wrong", 0);
  }
};

Scenario early_scenario(const std::string& place = "router") {
  Scenario scenario = small_network("cbcm", "ugal");
  scenario.run.measure = kEarlyEnd;
  scenario.run.drain = 20000;
  set_key(scenario, "throttle_at", place);
  return scenario;
}

void add_late_hotspot(Scenario& scenario, const std::string& name, std::vector<NodeId> sources) {
  add_traffic(scenario, name, "hotspot", std::move(sources), {kHotspot}, 1.0).stop = kEarlyStop;
}

RunSummary fig1c(const std::string& place, EngineKind engine = EngineKind::kModel) {
  Scenario scenario = early_scenario(place);
  scenario.engine = engine;
  add_late_hotspot(scenario, "hot", {0, 1, 2, 3});
  EarlyProbe probe;
  return run_in_child(scenario, &probe);
}

TEST(CbcmEarly, TheSendersRouterTellsThemBeforeTheEndpointCould) {
  const RunSummary run = fig1c("router");
  expect_complete(run);
  EXPECT_GT(run.at("made_at.0"), 0);
  EXPECT_EQ(run.at("wrong"), 0);
  for (const NodeId source : {0, 1, 2, 3}) {
    EXPECT_EQ(run.at(fmt::format("early_degree.{}", source)), 4) << source;
    // Eight windows of 100 samples and one clock each, once two sources have begun.
    EXPECT_GE(run.at(fmt::format("first_early.{}", source)), 8 * 101);
    EXPECT_LE(run.at(fmt::format("first_early.{}", source)), 8 * 101 + 500);
  }
  EXPECT_GT(run.at(fmt::format("first_hotspot.{}", kHotspot)), 2048);
}

TEST(CbcmEarly, TheEndpointTakesOverAndEndsIt) {
  const RunSummary run = fig1c("router");
  expect_complete(run);
  EXPECT_EQ(run.at("most_told.0"), 4) << "throttled packets count as marked";
  EXPECT_GT(run.at("throttles"), 0);
  EXPECT_GT(run.mechanism.at("early_silenced"), 0u);
  EXPECT_EQ(nodes_with(run, "still"), std::vector<NodeId>{});
  EXPECT_LE(run.at("early_told"), 24) << "a round or two of a router, not one in every hold";
  for (const NodeId source : {0, 1, 2, 3}) {
    EXPECT_EQ(run.at(fmt::format("delivered.{}", source)),
              run.at(fmt::format("injected.{}", source)));
  }
}

TEST(CbcmEarly, FewerPacketsAreInTheNetworkBeforeTheThrottlingStarts) {
  const RunSummary router = fig1c("router"), endpoint = fig1c("endpoint");
  expect_complete(endpoint);
  EXPECT_EQ(endpoint.at("early_told"), 0);
  const auto free = [](const RunSummary& run) {
    return run.at("injected") - run.at("throttled_packets");
  };
  EXPECT_LT(free(router), 0.6 * free(endpoint));
}

TEST(CbcmEarly, TheSameInAllEngines) {
  const RunSummary model = fig1c("router");
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
    const RunSummary run = fig1c("router", engine);
    expect_complete(run);
    EXPECT_EQ(run.digest, model.digest);
    EXPECT_EQ(run.mechanism, model.mechanism);
  }
}

TEST(CbcmEarly, OnePermutationThroughARouterIsNoHotspot) {
  Scenario scenario = early_scenario();
  std::vector<NodeId> mapping;
  for (NodeId node = 0; node < 16; ++node) mapping.push_back((node + 4) % 16);
  add_traffic(scenario, "permutation", "permutation", nodes_from(0, 16), mapping, 1.0).stop =
      kEarlyStop;
  EarlyProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(run.mechanism.at("early_hotspots"), 0u) << "network congestion: many destinations";
  EXPECT_EQ(run.mechanism.at("early_throttles_sent"), 0u);
}

TEST(CbcmEarly, UniformTrafficAtHalfLoadIsLeftAlone) {
  RunSummary runs[2];
  for (const bool early : {false, true}) {
    Scenario scenario = early_scenario(early ? "router" : "endpoint");
    add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.5).stop = kEarlyStop;
    EarlyProbe probe;
    runs[early] = run_in_child(scenario, &probe);
    expect_complete(runs[early]);
  }
  EXPECT_EQ(runs[1].mechanism.at("early_throttles_sent"), 0u);
  EXPECT_EQ(runs[1].digest, runs[0].digest) << "a unit that says nothing changes nothing";
}

/// Three senders on one router, one alone on another: its packets have the higher priority.
TEST(CbcmEarly, ASenderAloneOnItsRouterDoesNotStarveThoseThatAreThrottled) {
  Scenario scenario = early_scenario();
  set_key(scenario, "sample_hotspot_vc", true);
  add_late_hotspot(scenario, "near", {0, 1, 2});
  add_late_hotspot(scenario, "alone", {8});
  EarlyProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_GT(run.at(fmt::format("first_hotspot.{}", kHotspot)), 0);
  EXPECT_EQ(run.at("most_told.8"), 4) << "told by the endpoint, which has counted all";
  for (const NodeId source : {0, 1, 2, 8}) {
    EXPECT_GE(run.at(fmt::format("delivered.{}", source)), 0.15 * kEarlyStop / 32) << source;
  }
}

TEST(CbcmEarly, SwitchedOffAndOnAgainNothingIsLost) {
  Scenario scenario = early_scenario();
  scenario.run.disable_at = 820;  // in the middle of a router's round
  scenario.run.enable_at = 1500;
  add_late_hotspot(scenario, "hot", {0, 1, 2, 3});
  EarlyProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_GT(run.at("made_at.0"), 0);
}

}  // namespace
}  // namespace chokepoint::test
