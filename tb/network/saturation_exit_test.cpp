// SPDX-License-Identifier: Apache-2.0
// run.saturation_group ends a run that is plainly saturated, says so, and changes nothing else.
#include <gtest/gtest.h>

#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr Cycle kWindow = 2000;

/// The four nodes of router 0 share one channel to router 1: each gets a quarter of it.
Scenario four_over_one(double rate) {
  Scenario scenario = small_network();
  scenario.run.warmup = 4000;
  scenario.run.measure = 40000;
  scenario.run.drain = 0;
  scenario.run.saturation_group = "flow";
  scenario.run.saturation_window = kWindow;
  add_traffic(scenario, "flow", "permutation", {0, 1, 2, 3}, {4, 5, 6, 7}, rate);
  return scenario;
}

RunSummary without(Scenario scenario) {
  scenario.run.saturation_group.clear();
  return run_in_child(scenario);
}

void expect_whole(const Scenario& scenario) {
  const RunSummary run = run_in_child(scenario), plain = without(scenario);
  expect_complete(run, false);
  EXPECT_EQ(run.summary.at("status"), "complete");
  EXPECT_EQ(run.checks.count("saturation"), 0u);
  EXPECT_EQ(run.cycles, scenario.run.warmup + scenario.run.measure);
  EXPECT_EQ(run.digest, plain.digest);
}

TEST(SaturationExit, EndsAfterThreeWindowsAndSaysWhy) {
  const Scenario scenario = four_over_one(1.0);
  const RunSummary run = run_in_child(scenario);
  expect_complete(run, false);
  EXPECT_EQ(run.cycles, 4000 + 3 * kWindow);
  EXPECT_EQ(run.summary.at("status"), "saturated");
  EXPECT_EQ(run.summary.at("measured_cycles"), 3 * kWindow);
  EXPECT_NEAR(run.summary.at("groups").at("flow").at("accepted").get<double>(), 0.25, 0.01);
  EXPECT_EQ(
      run.checks.at("saturation"),
      "ended at cycle 10000 of 44000: group flow accepts 0.248 of its 1.000 flits/cycle/node, "
      "too little in 3 windows of 2000 cycles running");
}

TEST(SaturationExit, IsTheBeginningOfTheWholeRun) {
  Scenario scenario = four_over_one(1.0);
  const RunSummary early = run_in_child(scenario);
  scenario.run.measure = 3 * kWindow;
  EXPECT_EQ(early.digest, without(scenario).digest);
}

TEST(SaturationExit, LeavesAnUnsaturatedRunAsItIs) {
  expect_whole(four_over_one(0.2));
}

TEST(SaturationExit, NearSaturationIsNotPlain) {
  expect_whole(four_over_one(0.3));  // 83 % accepted
}

TEST(SaturationExit, IsOffByDefault) {
  Scenario scenario = four_over_one(1.0);
  scenario.run.measure = 10000;
  const RunSummary run = without(scenario);
  EXPECT_EQ(run.cycles, 14000u);
  EXPECT_EQ(run.summary.at("status"), "complete");
  EXPECT_EQ(Scenario{}.run.saturation_group, "");
}

TEST(SaturationExit, WindowsWithoutGenerationDoNotCount) {
  Scenario scenario = four_over_one(0.2);
  scenario.traffic[0].start = 20000;
  scenario.traffic[0].stop = 30000;
  expect_whole(scenario);
}

TEST(SaturationExit, AFewMessagesByChanceAreNotSaturation) {
  Scenario scenario = four_over_one(0.01);  // a message in 3200 cycles on average
  scenario.run.saturation_window = 500;
  expect_whole(scenario);
}

TEST(SaturationExit, WatchesTheNamedGroupOnly) {
  Scenario scenario = four_over_one(0.2);
  add_traffic(scenario, "hot", "hotspot", {8, 9, 12, 13}, {10}, 1.0);
  expect_whole(scenario);
  scenario.run.saturation_group = "hot";
  EXPECT_EQ(run_in_child(scenario).summary.at("status"), "saturated");
}

}  // namespace
}  // namespace chokepoint::test
