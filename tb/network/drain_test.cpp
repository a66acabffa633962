// SPDX-License-Identifier: Apache-2.0
// What ends a run after its measurement, and what is no reason to fail it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/network/saturation_watch.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

TEST(Drain, OfSomeCyclesIsNoProofThatItCannotComplete) {
  for (const Cycle drain : {1, 2, 50, 100, 150, 250}) {
    for (const double rate : {0.0, 0.05, 1.0}) {
      Scenario scenario = small_network();
      scenario.network.channel_latency = 100;
      scenario.run.measure = 3000;
      scenario.run.drain = drain;
      add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, rate);
      const RunSummary run = run_in_child(scenario);
      EXPECT_EQ(run.exit_code, 0) << fmt::format("drain {}, rate {}: {}", drain, rate, run.error);
      EXPECT_NE(run.checks.at("drain"), "cannot complete");
      if (rate == 0.0 && drain < 100) {
        EXPECT_EQ(run.checks.at("drain"), "cut off with credits to come") << drain;
      }
    }
  }
}

TEST(Drain, IsNotTakenForSaturation) {
  Scenario scenario = small_network();
  scenario.run.warmup = 0;
  scenario.run.measure = 100000;
  scenario.run.saturation_group = "ur";
  scenario.run.saturation_window = 1000;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.5);
  const auto nothing_comes = [](unsigned) { return uint64_t{0}; };
  SaturationWatch short_run(scenario, nothing_comes), long_run(scenario, nothing_comes);
  bool ended = false, judged = false;
  for (Cycle now = 0; now <= 10000; ++now) {
    ended = ended || short_run.saturated(now, 1500);  // jobs were done then
    judged = judged || long_run.saturated(now, 100000);
  }
  EXPECT_FALSE(ended);
  EXPECT_TRUE(judged);
}

}  // namespace
}  // namespace chokepoint::test
