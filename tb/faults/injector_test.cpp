// SPDX-License-Identifier: Apache-2.0
// The injector itself: faults that do not strike change nothing, those that do are the same in
// every engine, counted and reported; one that is never reached is not passed over.
#include <gtest/gtest.h>

#include <set>

#include "sim/mechanisms/srp/messages.h"
#include "tb/faults/fault_run.h"

namespace chokepoint::test {
namespace {

constexpr FaultKind kWithoutRegisters[] = {
    FaultKind::kLose,     FaultKind::kDuplicate, FaultKind::kDelay,
    FaultKind::kSetMark,  FaultKind::kClearMark, FaultKind::kStuckAt1,
    FaultKind::kStuckAt0, FaultKind::kRogue,     FaultKind::kStopDraining};

/// One of each kind.
std::vector<FaultConfig> all_kinds(const std::string& mechanism, Cycle from, Cycle to) {
  std::vector<FaultConfig> faults;
  for (const FaultKind kind : kWithoutRegisters) {
    FaultConfig config = fault(kind, from, to);
    if (kind == FaultKind::kRogue || kind == FaultKind::kStopDraining) config.node = 5;
    if (kind == FaultKind::kDelay) config.cycles = 300;
    if (kind == FaultKind::kStuckAt1) config.router = 1;
    if (kind == FaultKind::kStuckAt0) config.router = 2;
    if (kind != FaultKind::kRogue && kind != FaultKind::kStopDraining) config.probability = 0.1;
    if (kind == FaultKind::kRogue && mechanism == "srp") continue;  // for a whole run only
    faults.push_back(config);
  }
  return faults;
}

TEST(Injector, FaultsThatNeverStrikeChangeNothing) {
  for (const char* mechanism : {"none", "ideal", "cbcm", "ecn", "srp"}) {
    Scenario scenario = hotspot(mechanism);
    const RunSummary without = run_in_child(scenario);
    expect_complete(without);
    EXPECT_FALSE(without.summary.contains("faults"));
    scenario.faults = all_kinds(mechanism, 1000000, 2000000);
    const RunSummary with = run_in_child(scenario);
    expect_complete(with);
    EXPECT_EQ(with.digest, without.digest) << mechanism;
    EXPECT_EQ(with.cycles, without.cycles) << mechanism;
    EXPECT_EQ(with.mechanism, without.mechanism) << mechanism;
    EXPECT_EQ(struck(with), std::vector<uint64_t>(scenario.faults.size(), 0)) << mechanism;
  }
}

TEST(Injector, FaultsAreTheSameInEveryEngine) {
  for (const char* mechanism : {"cbcm", "ecn"}) {
    Scenario scenario = hotspot(mechanism);
    scenario.faults = all_kinds(mechanism, 5000, 9000);
    const RunSummary model = run_in_child(scenario);
    const std::vector<uint64_t> counts = struck(model);
    EXPECT_EQ(std::count(counts.begin(), counts.end(), 0u), 0) << mechanism;
    for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
      scenario.engine = engine;
      const RunSummary run = run_in_child(scenario);
      EXPECT_EQ(run.exit_code, model.exit_code) << run.error;
      EXPECT_EQ(run.digest, model.digest) << mechanism;
      EXPECT_EQ(run.mechanism, model.mechanism) << mechanism;
      EXPECT_EQ(struck(run), counts) << mechanism;
    }
  }
}

TEST(Injector, SeedsStrikeElsewhere) {
  Scenario scenario = hotspot("ecn");
  scenario.faults = {fault(FaultKind::kSetMark, 5000, 9000)};
  scenario.faults[0].probability = 0.1;
  const RunSummary first = run_in_child(scenario), again = run_in_child(scenario);
  EXPECT_EQ(first.digest, again.digest);
  scenario.run.seed = 2;
  EXPECT_NE(run_in_child(scenario).digest, first.digest);
}

TEST(Injector, CountAndWindowLimitAFault) {
  Scenario scenario = hotspot("cbcm");
  scenario.faults = {message_fault(FaultKind::kLose, "throttle", 3)};
  EXPECT_EQ(struck(run_in_child(scenario)), std::vector<uint64_t>{3});
  scenario.faults[0].count = 0;
  scenario.faults[0].from = 4000;
  scenario.faults[0].to = 6000;
  const RunSummary run = run_in_child(scenario);
  const auto& entry = run.summary.at("faults").at(0);
  EXPECT_GT(entry.at("struck"), 3);
  EXPECT_GE(entry.at("first"), 4000);
  EXPECT_LT(entry.at("last"), 6000);
  EXPECT_EQ(entry.at("what"), "lose throttle");
}

/// Two packets come in the same cycle, at nodes of different routers, and the fault strikes once:
/// which of them it strikes does not depend on the cycle.
TEST(Injector, WhomACountedFaultStrikesDoesNotDependOnTheCycle) {
  struct Who : Probe {
    unsigned control(Cycle, NodeId node, PacketKind, NodeId, uint32_t) override {
      nodes["struck"] += node;
      nodes["times"] += 1;
      return 1;
    }
    void report(Figures& figures) const override { figures.insert(nodes.begin(), nodes.end()); }
    Figures nodes{{"struck", 0}, {"times", 0}};
  };
  std::set<double> struck_nodes;
  for (const Cycle cycle : {10, 11, 12, 13}) {
    Scenario scenario = small_network("ecn");
    scenario.run.measure = 1000;
    add_messages(scenario, {{cycle, 0, 4, 32}, {cycle, 8, 12, 32}}, 32);
    scenario.faults = {fault(FaultKind::kSetMark)};
    scenario.faults[0].count = 1;
    Who who;
    const RunSummary run = run_in_child(scenario, &who);
    EXPECT_EQ(run.at("times"), 1) << "cycle " << cycle;
    struck_nodes.insert(run.at("struck"));
  }
  EXPECT_EQ(struck_nodes, std::set<double>{4}) << "of nodes 4 and 12 in one cycle the lower one";
}

TEST(Injector, NodeAndSenderChooseMessages) {
  Scenario scenario = hotspot("cbcm");
  for (const int node : {0, 5, 8, 1}) {
    scenario.faults.push_back(message_fault(FaultKind::kDuplicate, "throttle"));
    scenario.faults.back().node = node;
    scenario.faults.back().sender = 4;
  }
  const std::vector<uint64_t> counts = struck(run_in_child(scenario));
  ASSERT_EQ(counts.size(), 4u);
  for (const size_t i : {0, 1, 2}) EXPECT_GT(counts[i], 0u) << i;
  EXPECT_EQ(counts[3], 0u) << "node 1 sends nothing to the hotspot in this group";
}

/// A drain without end and without a fault: a message is lost by the test, not by the scenario.
RunSummary without_grants(Cycle watchdog) {
  struct LoseGrants : Probe {
    unsigned control(Cycle, NodeId, PacketKind kind, NodeId, uint32_t) override {
      return kind == srp::kGrant ? 0 : 1;
    }
  } probe;
  Scenario scenario = small_network("srp");
  scenario.run.measure = 1000;
  if (watchdog != 0) scenario.run.watchdog = watchdog;
  scenario.mechanism.values["ttw"] = int64_t{50};
  add_messages(scenario, {{10, 0, 4, 128}, {10, 8, 4, 128}, {10, 12, 4, 128}}, 32);
  return run_in_child(scenario, &probe);
}

TEST(Injector, ADrainThatCannotCompleteHasAnExitCodeOfItsOwn) {
  const RunSummary run = without_grants(0);
  EXPECT_EQ(run.exit_code, 5) << run.error;
  EXPECT_EQ(run.summary.at("status"), "drain cannot complete");
  expect_text(run.error, "the drain cannot complete");
  expect_text(run.error, "block to node 4");
}

/// The watchdog's time ends it long before the drain's does.
TEST(Injector, ALongDrainThatCannotCompleteHasItToo) {
  const RunSummary run = without_grants(2000);
  EXPECT_EQ(run.exit_code, 5) << run.error;
  EXPECT_EQ(run.summary.at("status"), "drain cannot complete");
}

TEST(Injector, ADrainThatIsCutOffWhileDataMovesIsNoFailure) {
  Scenario scenario = small_network("none");
  scenario.run.measure = 10000;
  scenario.run.drain = 500;
  add_traffic(scenario, "hot", "hotspot", {0, 5, 8, 12}, {4}, 1.0);
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(run.checks.at("drain"), "cut off with packets to come");
}

}  // namespace
}  // namespace chokepoint::test
