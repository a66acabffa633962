// SPDX-License-Identifier: Apache-2.0
// What each fault does to a mechanism, as directed as it gets.
#include <gtest/gtest.h>

#include "sim/mechanisms/cbcm/messages.h"
#include "tb/faults/fault_run.h"

namespace chokepoint::test {
namespace {

/// One packet of 32 flits from node 0 to node 4.
Scenario one_packet(const std::string& mechanism) {
  Scenario scenario = small_network(mechanism);
  scenario.run.measure = 1000;
  add_messages(scenario, {{10, 0, 4, 32}}, 32);
  return scenario;
}

/// Cycles of deliveries and of control messages on their way into a NIC's send queue.
struct Log : Probe {
  void delivered(Cycle now, const Packet& packet, unsigned) override {
    const char* kind = carries_messages(packet.vc_class) ? "control" : "data";
    seen_[fmt::format("{}.{}", kind, count_[kind]++)] = static_cast<double>(now);
  }
  unsigned control(Cycle now, NodeId, PacketKind, NodeId, uint32_t) override {
    seen_[fmt::format("sent.{}", count_["sent"]++)] = static_cast<double>(now);
    return 1;
  }
  void report(Figures& figures) const override { figures.insert(seen_.begin(), seen_.end()); }

 private:
  Figures seen_;
  std::map<std::string, unsigned> count_;
};

// With faults every NIC's mechanism is wrapped: that alone must not be seen.
TEST(FaultEffect, AFaultThatNeverStrikesChangesNothing) {
  for (const char* mechanism : {"cbcm", "srp", "ecn"}) {
    Scenario scenario = small_network(mechanism);
    add_traffic(scenario, "hot", "hotspot", {0, 5, 8}, {4}, 0.8);
    add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.2, 8);
    const RunSummary without = run_in_child(scenario);
    scenario.faults = {message_fault(FaultKind::kLose, "any")};
    scenario.faults[0].from = Cycle{1} << 40;
    const RunSummary with = run_in_child(scenario);
    expect_complete(without, false);
    expect_complete(with, false);
    EXPECT_EQ(with.digest, without.digest) << mechanism;
    EXPECT_EQ(with.mechanism, without.mechanism) << mechanism;
  }
}

TEST(FaultEffect, AMarkThatIsSetIsEchoedAndDelaysTheSource) {
  Scenario scenario = one_packet("ecn");
  Log plain;
  const RunSummary before = run_in_child(scenario, &plain);
  EXPECT_EQ(before.mechanism.at("notifications_sent"), 0u);
  scenario.faults = {fault(FaultKind::kSetMark)};
  Log log;
  const RunSummary run = run_in_child(scenario, &log);
  expect_complete(run);
  EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
  EXPECT_EQ(run.mechanism.at("notifications_sent"), 1u);
  EXPECT_EQ(run.at("data.0"), before.at("data.0"));
  EXPECT_GT(run.at("sent.0"), run.at("data.0"));
}

TEST(FaultEffect, ALostNotificationIsForgotten) {
  Scenario scenario = one_packet("ecn");
  scenario.faults = {fault(FaultKind::kSetMark), message_fault(FaultKind::kLose, "notification")};
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(struck(run), (std::vector<uint64_t>{1, 1}));
  EXPECT_EQ(run.summary.at("throttled_fraction"), 0.0);
}

TEST(FaultEffect, ClearedMarksHideAHotspot) {
  for (const char* mechanism : {"cbcm", "ecn"}) {
    Scenario scenario = hotspot(mechanism);
    scenario.faults = {fault(FaultKind::kClearMark)};
    const RunSummary run = run_in_child(scenario);
    expect_complete(run);
    EXPECT_GT(struck(run)[0], 0u);
    EXPECT_EQ(run.summary.at("control").at("packets_injected"), 0) << mechanism;
  }
}

TEST(FaultEffect, AnOutputStuckAt1MarksEveryHead) {
  for (const char* mechanism : {"cbcm", "ecn"}) {
    Scenario scenario = small_network(mechanism);
    add_messages(scenario, {{10, 0, 4, 32}, {20, 0, 4, 32}, {30, 0, 5, 32}}, 32);
    scenario.faults = {fault(FaultKind::kStuckAt1)};
    scenario.faults[0].router = 1;
    scenario.faults[0].port = 0;  // to node 4
    const RunSummary run = run_in_child(scenario);
    expect_complete(run);
    EXPECT_EQ(struck(run), std::vector<uint64_t>{2}) << mechanism;
    EXPECT_EQ(run.summary.at("groups").at("list").at("packets_marked"), 2) << mechanism;
  }
}

TEST(FaultEffect, AnOutputStuckAt0MarksNothing) {
  for (const char* mechanism : {"cbcm", "ecn"}) {
    Scenario scenario = hotspot(mechanism);
    EXPECT_GT(run_in_child(scenario).summary.at("groups").at("hot").at("packets_marked"), 0);
    scenario.faults = {fault(FaultKind::kStuckAt0)};
    const RunSummary run = run_in_child(scenario);
    expect_complete(run);
    EXPECT_GT(struck(run)[0], 0u);
    for (const char* group : {"hot", "ur"}) {
      EXPECT_EQ(run.summary.at("groups").at(group).at("packets_marked"), 0) << mechanism;
    }
  }
}

/// Of the flits that the hotspot took, the first source's.
double share_of_rogue(const std::string& mechanism, bool rogue) {
  Scenario scenario = small_network(mechanism);
  scenario.run.warmup = 10000;
  scenario.run.measure = 20000;
  scenario.run.drain = 0;
  add_traffic(scenario, "rogue", "hotspot", {0}, {4}, 1.0);
  add_traffic(scenario, "others", "hotspot", {5, 8, 12}, {4}, 1.0);
  if (rogue) {
    scenario.faults = {fault(FaultKind::kRogue)};
    scenario.faults[0].node = 0;
  }
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  if (rogue) {
    EXPECT_GT(struck(run).at(0), 0u);
  }
  return run.accepted[0] / (run.accepted[0] + 3 * run.accepted[1]);
}

TEST(FaultEffect, ARogueTakesMoreThanItsShare) {
  for (const char* mechanism : {"cbcm", "srp"}) {
    EXPECT_NEAR(share_of_rogue(mechanism, false), 0.25, 0.03) << mechanism;
    EXPECT_GT(share_of_rogue(mechanism, true), 0.35) << mechanism;
  }
}

TEST(FaultEffect, AStoppedSinkLosesNothing) {
  Scenario scenario = one_packet("none");
  Log plain;
  const double before = run_in_child(scenario, &plain).at("data.0");
  scenario.faults = {fault(FaultKind::kStopDraining, 0, 600)};
  scenario.faults[0].node = 4;
  Log log;
  const RunSummary run = run_in_child(scenario, &log);
  expect_complete(run);
  EXPECT_EQ(struck(run), std::vector<uint64_t>{32});
  EXPECT_LT(before, 300);
  EXPECT_EQ(run.at("data.0"), 600 + 31);  // one flit a cycle from then on
}

TEST(FaultEffect, ASinkThatStopsForEverIsNamed) {
  for (const char* mechanism : {"none", "cbcm", "ecn", "srp"}) {
    Scenario scenario = hotspot(mechanism);
    scenario.run.measure = 5000;
    scenario.run.watchdog = 20000;
    scenario.faults = {fault(FaultKind::kStopDraining, 1000)};
    scenario.faults[0].node = 4;
    const RunSummary run = run_in_child(scenario);
    EXPECT_EQ(run.exit_code, 6) << mechanism << ": " << run.error;
    EXPECT_EQ(run.summary.at("status"), "lost to faults");
    expect_text(run.error, "did not survive");
    expect_text(run.error, "stop_draining at node 4 (test)");
    expect_text(run.error, "NIC 4 has stopped draining");
    expect_text(run.error, "packets were not delivered");
  }
}

TEST(FaultEffect, ADelayedMessageComesLaterByThatMuch) {
  Scenario scenario = one_packet("srp");
  scenario.traffic[0].entries = {{10, 0, 4, 128}};  // four packets: reserved
  Log plain;
  const RunSummary before = run_in_child(scenario, &plain);
  expect_complete(before);
  scenario.faults = {message_fault(FaultKind::kDelay, "reservation", 1, 500)};
  Log log;
  const RunSummary run = run_in_child(scenario, &log);
  expect_complete(run);
  // sent.0 is the reservation; answers follow: of them exactly the grant is 500 cycles late.
  std::vector<double> was, is;
  for (unsigned i = 0; i < 6; ++i) {
    was.push_back(before.at(fmt::format("sent.{}", i)));
    is.push_back(run.at(fmt::format("sent.{}", i)));
  }
  EXPECT_EQ(is[0], was[0]);
  std::vector<double> only_now;
  std::set_difference(is.begin(), is.end(), was.begin(), was.end(), std::back_inserter(only_now));
  ASSERT_FALSE(only_now.empty());
  EXPECT_EQ(only_now.back(), was[1] + 500);
}

TEST(FaultEffect, CbcmSurvivesLostAndRepeatedMessages) {
  for (const char* message : {"throttle", "unthrottle"}) {
    for (const FaultKind kind : {FaultKind::kLose, FaultKind::kDuplicate, FaultKind::kDelay}) {
      Scenario scenario = hotspot("cbcm");
      scenario.faults = {message_fault(kind, message, 10, kind == FaultKind::kDelay ? 1000 : 0)};
      const RunSummary run = run_in_child(scenario);
      expect_complete(run);
      EXPECT_GT(struck(run)[0], 0u) << message;
    }
  }
}

/// Three steady sources and one that leaves; its unthrottles, in order of time.
std::vector<double> unthrottles_of_leaver(size_t lost, RunSummary& run) {
  struct Watch : Probe {
    unsigned control(Cycle now, NodeId source, PacketKind kind, NodeId, uint32_t) override {
      if (kind == cbcm::kUnthrottle && source == 12 && now < 18000) {
        seen[fmt::format("{}", seen.size())] = static_cast<double>(now);
      }
      return 1;
    }
    void report(Figures& figures) const override { figures = seen; }
    Figures seen;
  } watch;
  Scenario scenario = small_network("cbcm");
  scenario.run.measure = 25000;
  scenario.run.drain = 200000;
  add_traffic(scenario, "hot", "hotspot", {0, 5, 8}, {4}, 0.5);
  add_traffic(scenario, "leaver", "hotspot", {12}, {4}, 0.5).stop = 5000;
  if (lost != 0) {
    scenario.faults = {message_fault(FaultKind::kLose, "unthrottle", lost)};
    scenario.faults[0].sender = 12;
  }
  run = run_in_child(scenario, &watch);
  std::vector<double> times;
  for (size_t i = 0; i < run.seen.size(); ++i) times.push_back(run.at(fmt::format("{}", i)));
  return times;
}

TEST(FaultEffect, ALostUnthrottleIsSentAgain) {
  RunSummary before, run;
  const std::vector<double> was = unthrottles_of_leaver(0, before);
  ASSERT_FALSE(was.empty());
  const std::vector<double> is = unthrottles_of_leaver(was.size(), run);
  expect_complete(run);
  EXPECT_EQ(struck(run), std::vector<uint64_t>{was.size()});
  // The next round of announcements finds the source again; it leaves and says so once more.
  EXPECT_GT(is.size(), was.size());
  EXPECT_EQ(is[0], was[0]);
  EXPECT_EQ(run.mechanism.at("hotspots_declared"), run.mechanism.at("hotspots_ended"));
}

}  // namespace
}  // namespace chokepoint::test
