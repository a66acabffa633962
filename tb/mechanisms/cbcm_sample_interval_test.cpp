// SPDX-License-Identifier: Apache-2.0
// CBCM's forms of contention detection in the network: the key sample_interval, a hotspot found and
// throttled as with a look at every input in every cycle, and one digest on all three engines.
#include <gtest/gtest.h>

#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

/// Four backlogged senders to the hotspot beside uniform traffic.
Scenario interval_hotspot(int64_t sample_interval, EngineKind engine) {
  Scenario scenario = small_network("cbcm", "ugal");
  scenario.engine = engine;
  scenario.network.channel_latency = 20;
  scenario.run.measure = 8000;
  scenario.run.drain = 0;
  set_key(scenario, "epoch_cycles", int64_t{512});
  set_key(scenario, "sample_interval", sample_interval);
  add_messages(scenario,
               {{0, 0, kHotspot, 2048},
                {0, 5, kHotspot, 2048},
                {0, 8, kHotspot, 2048},
                {0, 12, kHotspot, 2048}},
               32);
  add_traffic(scenario, "uniform", "uniform", {1, 2, 3, 6, 7, 9, 10, 11, 13, 14, 15}, {}, 0.3);
  return scenario;
}

std::string refusal(Scenario scenario) {
  try {
    mechanisms().at("cbcm").check(scenario);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SampleInterval, ModelRtlAndLockstepGiveOneDigest) {
  const RunSummary model = run_in_child(interval_hotspot(8, EngineKind::kModel), nullptr);
  const RunSummary rtl = run_in_child(interval_hotspot(8, EngineKind::kRtl), nullptr);
  const RunSummary lockstep = run_in_child(interval_hotspot(8, EngineKind::kLockstep), nullptr);
  expect_complete(model, false);
  expect_complete(rtl, false);
  expect_complete(lockstep, false);
  EXPECT_GT(model.mechanism.at("throttles_sent"), 0u);
  EXPECT_EQ(model.digest, rtl.digest);
  EXPECT_EQ(model.digest, lockstep.digest);
  EXPECT_EQ(model.mechanism, rtl.mechanism);
  EXPECT_EQ(model.mechanism, lockstep.mechanism);
}

TEST(SampleInterval, TheHotspotIsFoundAndAllItsSendersAreToldAtEveryInterval) {
  std::vector<uint64_t> digests;
  for (int64_t interval : {1, 8, 16}) {
    CbcmProbe probe;
    const RunSummary run = run_in_child(interval_hotspot(interval, EngineKind::kModel), &probe);
    expect_complete(run, false);
    EXPECT_GT(run.at("marked"), 0) << interval;
    for (NodeId sender : {0u, 5u, 8u, 12u})
      EXPECT_GT(run.at(fmt::format("told.{}", sender)), 0) << interval << " sender " << sender;
    EXPECT_LT(run.at(fmt::format("first_hotspot.{}", kHotspot)), 2000) << interval;
    for (uint64_t other : digests) EXPECT_NE(run.digest, other) << "the key does nothing";
    digests.push_back(run.digest);
  }
}

TEST(SampleInterval, OnlySomeAndOnlyTheRandomisedDegree) {
  for (int64_t interval : {1, 8, 16})
    EXPECT_EQ(refusal(interval_hotspot(interval, EngineKind::kModel)), "accepted");
  for (int64_t interval : {2, 4, 12})
    EXPECT_EQ(refusal(interval_hotspot(interval, EngineKind::kModel)),
              fmt::format("sample_interval: {} is not 1, 8 or 16", interval));
  Scenario weighted = interval_hotspot(8, EngineKind::kModel);
  set_key(weighted, "contention_degree", std::string("weighted"));
  EXPECT_EQ(refusal(weighted),
            "sample_interval: 8 goes with contention_degree = randomised only: the weighted degree "
            "looks at every input in every cycle; use 1");
  set_key(weighted, "sample_interval", int64_t{1});
  EXPECT_EQ(refusal(weighted), "accepted");
}

TEST(SampleInterval, BoundsHaveToFitIntoTheWindow) {
  Scenario scenario = interval_hotspot(8, EngineKind::kModel);
  for (const auto& [window, bound] : {std::pair{12, 5}, {12, 12}, {36, 4}}) {
    set_key(scenario, "window_samples", int64_t{window});
    set_key(scenario, "bound_samples", int64_t{bound});
    EXPECT_EQ(refusal(scenario),
              fmt::format("bound_samples: {} does not go 2 to 8 times into window_samples = {}; use "
                          "e.g. 6 in 12",
                          bound, window));
  }
}

// Built for sample_interval 8; another one names the key to change.
TEST(SampleInterval, MissingHardwareNamesTheKey) {
  const std::string text = refusal(interval_hotspot(16, EngineKind::kRtl));
  EXPECT_EQ(text.rfind("sample_interval: no RTL of cbcm_router was built for this; ", 0), 0u)
      << text;
  EXPECT_NE(text.find("where this scenario needs 16 (mechanism.sample_interval)"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace chokepoint::test
