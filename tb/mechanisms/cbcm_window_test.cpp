// SPDX-License-Identifier: Apache-2.0
// CBCM with the interval window in the network: the key window, a hotspot found and throttled as
// with the paper's window, and one digest on all three engines.
#include <gtest/gtest.h>

#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

/// Four backlogged senders to the hotspot beside uniform traffic.
Scenario window_hotspot(const char* window, EngineKind engine) {
  Scenario scenario = small_network("cbcm", "ugal");
  scenario.engine = engine;
  scenario.network.channel_latency = 20;
  scenario.run.measure = 8000;
  scenario.run.drain = 0;
  set_key(scenario, "epoch_cycles", int64_t{512});
  set_key(scenario, "sample_interval", int64_t{1});
  set_key(scenario, "window", std::string(window));
  add_messages(scenario,
               {{0, 0, kHotspot, 2048},
                {0, 5, kHotspot, 2048},
                {0, 8, kHotspot, 2048},
                {0, 12, kHotspot, 2048}},
               32);
  add_traffic(scenario, "uniform", "uniform", {1, 2, 3, 6, 7, 9, 10, 11, 13, 14, 15}, {}, 0.3);
  return scenario;
}

TEST(Window, ModelRtlAndLockstepGiveOneDigest) {
  const RunSummary model = run_in_child(window_hotspot("intervals", EngineKind::kModel), nullptr);
  const RunSummary rtl = run_in_child(window_hotspot("intervals", EngineKind::kRtl), nullptr);
  const RunSummary lockstep =
      run_in_child(window_hotspot("intervals", EngineKind::kLockstep), nullptr);
  expect_complete(model, false);
  expect_complete(rtl, false);
  expect_complete(lockstep, false);
  EXPECT_GT(model.mechanism.at("throttles_sent"), 0u);
  EXPECT_EQ(model.digest, rtl.digest);
  EXPECT_EQ(model.digest, lockstep.digest);
  EXPECT_EQ(model.mechanism, rtl.mechanism);
  EXPECT_EQ(model.mechanism, lockstep.mechanism);
}

TEST(Window, BothFindTheHotspotAndTellAllItsSenders) {
  std::vector<RunSummary> runs;
  for (const char* window : {"samples", "intervals"}) {
    CbcmProbe probe;
    runs.push_back(run_in_child(window_hotspot(window, EngineKind::kModel), &probe));
    expect_complete(runs.back(), false);
    for (NodeId sender : {0u, 5u, 8u, 12u})
      EXPECT_GT(runs.back().at(fmt::format("told.{}", sender)), 0) << window << " " << sender;
    EXPECT_LT(runs.back().at(fmt::format("first_hotspot.{}", kHotspot)), 2000) << window;
  }
  EXPECT_NE(runs[0].digest, runs[1].digest) << "the key does nothing";
}

TEST(Window, IntervalsGoWithALookInEveryCycleOnly) {
  Scenario scenario = window_hotspot("intervals", EngineKind::kModel);
  set_key(scenario, "sample_interval", int64_t{8});
  try {
    mechanisms().at("cbcm").check(scenario);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "sample_interval: 8 goes with window = samples only; use 1");
  }
}

}  // namespace
}  // namespace chokepoint::test
