// SPDX-License-Identifier: Apache-2.0
// Deadlock recovery: what waits in a circle is delivered, one packet at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/network/network.h"
#include "tb/switch/wormhole_torus.h"

namespace chokepoint::test {
namespace {

/// Adaptive routing without classes.
Scenario recovering(const std::vector<unsigned>& dimensions, int64_t timeout) {
  Scenario scenario = wormhole_torus(dimensions);
  scenario.routing.function = "recovery_adaptive";
  scenario.routing.keys.set("recovery_timeout", timeout);
  scenario.network.data_vcs = 1;
  scenario.run.measure = 20000;
  scenario.run.watchdog = 4000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, static_cast<NodeId>(scenario.nodes())), {},
              1, 16, 1);
  return scenario;
}

TEST(DeadlockRecovery, DeliversWhatWouldWaitForEver) {
  const RunSummary stuck = run_with(recovering({5, 5}, 0));
  EXPECT_EQ(stuck.exit_code, 3) << stuck.error;
  EXPECT_NE(stuck.error.find("no data flit moved for"), std::string::npos) << stuck.error;
  EXPECT_EQ(stuck.checks.count("deadlock_recovery"), 0u);
  for (const int64_t timeout : {20, 160}) {
    const RunSummary run = run_with(recovering({5, 5}, timeout));
    expect_complete(run);
    ASSERT_EQ(run.checks.count("deadlock_recovery"), 1u);
    EXPECT_GT(std::stoul(run.checks.at("deadlock_recovery")), 20u);
  }
}

// A packet that was dropped on its way out would take the token with it.
TEST(DeadlockRecovery, MechanismsThatDropAreRefused) {
  Scenario scenario = recovering({5, 5}, 40);
  scenario.mechanism = small_network("srp", "minimal").mechanism;
  const RunSummary refused = run_with(scenario);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("does not go with mechanism srp"), std::string::npos)
      << refused.error;
}

TEST(DeadlockRecovery, IsNotAskedForAtLowLoad) {
  Scenario scenario = recovering({5, 5}, 160);
  scenario.traffic[0].rate = 0.05;
  const RunSummary run = run_with(scenario);
  expect_complete(run);
  EXPECT_EQ(run.checks.at("deadlock_recovery"), "0 packets recovered");
}

TEST(DeadlockRecovery, TheDigestDoesNotDependOnThreads) {
  Scenario scenario = recovering({4, 4}, 40);
  scenario.run.measure = 5000;
  expect_same_with_threads(scenario, "recovery", SwitchKind::kPlain);
}

/// Flits in the recovery VC of channels between routers, in every cycle.
TEST(DeadlockRecovery, OnePacketAtATimeIsUnderWay) {
  struct OneAtATime : Probe {
    void cycle(Cycle, Network& network) override {
      unsigned busy = 0;
      for (RouterId r = 0; r < network.routers(); ++r) {
        const Switch& router = network.router(r);
        for (unsigned port = 1; port < router.radix(); ++port) {
          busy += router.holds(port, router.context().layout.total - 1) != 0;
        }
      }
      most = std::max(most, busy);
    }
    void report(Figures& figures) const override { figures["most"] = most; }
    unsigned most = 0;
  } probe;
  Scenario scenario = recovering({5, 5}, 20);
  scenario.run.measure = 10000;
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_GT(run.at("most"), 0);
  EXPECT_LE(run.at("most"), 4) << "16 flits in buffers of 8 are in three routers at most, or four";
}

TEST(DeadlockRecovery, FullLoadForAHundredThousandCycles) {
  Scenario scenario = recovering({5, 5}, 160);
  scenario.network.data_vcs = 3;
  scenario.run.measure = 100000;
  const RunSummary run = run_with(scenario);
  expect_complete(run);
  EXPECT_GT(run.accepted[0], 0.1);
}

}  // namespace
}  // namespace chokepoint::test
