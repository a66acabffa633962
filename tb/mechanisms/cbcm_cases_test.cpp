// SPDX-License-Identifier: Apache-2.0
// The four cases of congestion of the CBCM paper (Table I, Fig 1) on its 16-node network: who is
// marked, who is throttled, which VC and which routes.
#include <gtest/gtest.h>

#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

constexpr Cycle kSettled = 8000;  ///< by then the hotspot is known and older packets are gone

/// Of generation: what the backlog does afterwards is no steady state.
constexpr Cycle kEnd = 20000;

Scenario case_scenario() {
  Scenario scenario = small_network("cbcm", "ugal");
  scenario.run.measure = kEnd;
  scenario.run.drain = 200000;
  return scenario;
}

/// Sources that always have something to send to the hotspot. (Bernoulli generation has gaps, in
/// which a source rightly unthrottles.)
void add_backlog(Scenario& scenario, const std::vector<NodeId>& sources) {
  std::vector<ListEntry> entries;
  for (const NodeId source : sources) {
    entries.insert(entries.end(), 200, ListEntry{0, source, kHotspot, 128});
  }
  add_messages(scenario, std::move(entries), 32);
}

/// Uniform traffic of single packets at a tenth of what a node can send: about 0.1 on every
/// channel. (Messages longer than a window would be steady flows to each other where two meet.)
RunSummary uncongested(unsigned ugal_threshold) {
  Scenario scenario = case_scenario();
  scenario.routing.keys.set("ugal_threshold", ugal_threshold);
  add_traffic(scenario, "uniform", "uniform", nodes_from(0, 16), {}, 0.1, 32, 1);
  CbcmProbe probe(16, kSettled, kEnd);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  return run;
}

// UGAL counts flits on their 100-cycle way to the next router, and until their credits are back, as
// a queue. The threshold must be above what is under way without congestion; 512 flits x hops are
// 16 packets on one channel. What the threshold 0 does instead is the next test.
TEST(CbcmCases, CaseINoCongestionRoutesMinimallyMarksHardlyAnyPacketAndThrottlesNobody) {
  const RunSummary run = uncongested(512);
  EXPECT_GE(run.accepted[0], 0.09);
  EXPECT_GT(run.at("delivered"), 900);
  EXPECT_EQ(run.at("declared"), 0);
  EXPECT_EQ(run.at("throttles"), 0);
  EXPECT_EQ(run.at("throttled_packets"), 0);
  EXPECT_EQ(run.at("detour"), 0);
  // Two packets that meet contend for at most 32 of a window's 100 cycles, too few for an average
  // above 1; it takes several meetings at one output in one window.
  EXPECT_LT(run.at("marked"), 0.01 * run.at("delivered"));
}

// With the threshold 0 a single packet on its way is queue enough: the next one to the same router
// goes round it, if another channel is empty.
TEST(CbcmCases, CaseIWithoutAUgalThresholdDetoursButThrottlesNobody) {
  const RunSummary run = uncongested(0);
  EXPECT_EQ(run.at("throttles"), 0);
  EXPECT_EQ(run.at("throttled_packets"), 0);
  EXPECT_GT(run.at("detour"), 0.05 * run.at("delivered"))
      << "the threshold of case I has no effect";
  EXPECT_LT(run.at("detour"), 0.5 * run.at("delivered"));
}

TEST(CbcmCases, CaseIINetworkCongestionMarksDetoursAndThrottlesNobody) {
  Scenario scenario = case_scenario();
  add_traffic(scenario, "permutation", "permutation", {0, 1, 2, 3}, {4, 5, 6, 7}, 1.0);
  CbcmProbe probe(16, kSettled, kEnd);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(nodes_with(run, "marked"), (std::vector<NodeId>{0, 1, 2, 3}));
  EXPECT_EQ(nodes_with(run, "detour"), (std::vector<NodeId>{0, 1, 2, 3}));
  EXPECT_EQ(run.at("throttles"), 0);
  EXPECT_EQ(run.at("throttled_packets"), 0);
}

TEST(CbcmCases, CaseIIIEndpointCongestionThrottlesTheThreeSources) {
  Scenario scenario = case_scenario();
  add_backlog(scenario, {0, 8, 12});
  CbcmProbe probe(16, kSettled, kEnd);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(nodes_with(run, "marked"), (std::vector<NodeId>{0, 8, 12}));
  EXPECT_EQ(nodes_with(run, "declared"), (std::vector<NodeId>{4}));
  EXPECT_EQ(nodes_with(run, "throttles"), (std::vector<NodeId>{4}));
  EXPECT_EQ(nodes_with(run, "told"), (std::vector<NodeId>{0, 8, 12}));
  for (const NodeId source : {0, 8, 12}) {
    EXPECT_EQ(run.at(fmt::format("told_degree.{}", source)), 3) << "source " << source;
  }
  EXPECT_EQ(nodes_with(run, "late.throttled"), (std::vector<NodeId>{0, 8, 12}));
  EXPECT_EQ(run.at("late.free"), 0) << "every packet is sent under throttling";
  EXPECT_EQ(run.at("misrouted"), 0)
      << "throttled packets go minimally in the hotspot VC, others do not";
  EXPECT_EQ(run.at("late.detour"), 0);
}

TEST(CbcmCases, CaseIVNetworkAndEndpointCongestionThrottlesTheFourSourcesAndEndsTheirDetours) {
  Scenario scenario = case_scenario();
  add_backlog(scenario, {0, 1, 2, 3});
  CbcmProbe probe(16, kSettled, kEnd);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(nodes_with(run, "marked"), (std::vector<NodeId>{0, 1, 2, 3}));
  EXPECT_GT(run.at("detour"), 0) << "adaptive routing spreads the congestion before it is known";
  EXPECT_EQ(nodes_with(run, "declared"), (std::vector<NodeId>{4}));
  EXPECT_EQ(nodes_with(run, "told"), (std::vector<NodeId>{0, 1, 2, 3}));
  for (const NodeId source : {0, 1, 2, 3}) {
    EXPECT_EQ(run.at(fmt::format("told_degree.{}", source)), 4) << "source " << source;
  }
  EXPECT_EQ(nodes_with(run, "late.throttled"), (std::vector<NodeId>{0, 1, 2, 3}));
  EXPECT_EQ(run.at("late.free"), 0);
  EXPECT_EQ(run.at("late.detour"), 0);
  EXPECT_EQ(run.at("misrouted"), 0);
}

}  // namespace
}  // namespace chokepoint::test
