// SPDX-License-Identifier: Apache-2.0
// What becomes of RECN when a message between two routers is lost, comes twice or late.
#include <gtest/gtest.h>

#include "tb/faults/fault_run.h"
#include "tb/mechanisms/recn_network.h"

namespace chokepoint::test {
namespace {

constexpr Cycle kTreeIsThere = 800;  // the hotspot begins in cycle 500

FaultConfig of_link(FaultKind kind, const std::string& message, uint64_t count, Cycle cycles = 0) {
  FaultConfig config = message_fault(kind, message, count, cycles);
  config.wire = "recn";
  config.from = kTreeIsThere;
  return config;
}

/// A hotspot that ends, and time for all SAQs to be freed.
Scenario struck_by(const std::vector<FaultConfig>& faults) {
  Scenario scenario = recn_hotspot();
  stop_all(scenario);
  scenario.mechanism.set("nic_saqs", false);  // no message but those between routers
  scenario.run.watchdog = 5000;
  scenario.faults = faults;
  return scenario;
}

Scenario with_one_lost(const std::string& message) {
  return struck_by({of_link(FaultKind::kLose, message, 1)});
}

/// Whatever is lost, no packet goes astray or out of order.
void expect_order(const RunSummary& run) {
  EXPECT_EQ(run.mechanism.at("out_of_order"), 0u);
  EXPECT_EQ(run.mechanism.at("packets_astray"), 0u);
}

void expect_survived(const RunSummary& run, uint64_t saqs_at_end) {
  expect_complete(run);
  if (run.exit_code != 0) return;
  expect_order(run);
  EXPECT_EQ(run.mechanism.at("saqs_at_end") != 0, saqs_at_end != 0)
      << run.mechanism.at("saqs_at_end");
}

void expect_halted(const RunSummary& run, const std::string& what) {
  EXPECT_EQ(run.exit_code, 6) << run.error;
  expect_text(run.error, "did not survive 1 faults: " + what + " of wire recn (test)");
  expect_text(run.error, "data packets inside (deadlock");
  expect_order(run);
}

TEST(RecnFaults, AMessageIsStruckOnceAndTheSameInEveryEngine) {
  for (const char* message : {"notif", "xoff", "xon", "acc", "dealloc", "place"}) {
    SCOPED_TRACE(message);
    Scenario scenario = with_one_lost(message);
    scenario.run.measure = 5000;
    const RunSummary model = run_in_child(scenario);
    EXPECT_EQ(struck(model), std::vector<uint64_t>{1});
    EXPECT_EQ(model.summary.at("faults").at(0).at("what"),
              fmt::format("lose {} of wire recn", message));
    for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
      scenario.engine = engine;
      const RunSummary run = run_in_child(scenario);
      EXPECT_EQ(run.exit_code, model.exit_code) << run.error;
      EXPECT_EQ(run.digest, model.digest);
      EXPECT_EQ(run.mechanism, model.mechanism);
      EXPECT_EQ(struck(run), struck(model));
    }
  }
}

TEST(RecnFaults, WithoutFaultsAllSaqsAreFreed) {
  expect_survived(run_in_child(struck_by({})), 0);
}

// The port that notified is owed an answer, or holds that there is a SAQ: it is no leaf any more.
TEST(RecnFaults, ALostNotificationAnswerOrReturnKeepsASaqForEver) {
  for (const char* message : {"notif", "acc", "dealloc"}) {
    SCOPED_TRACE(message);
    const RunSummary run = run_in_child(with_one_lost(message));
    EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
    expect_survived(run, 1);
  }
}

TEST(RecnFaults, ALostXoffIsMadeGoodByTheNextMessage) {
  const RunSummary run = run_in_child(with_one_lost("xoff"));
  EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
  expect_survived(run, 0);
}

TEST(RecnFaults, ALostXonHaltsItsSaqForEver) {
  const RunSummary run = run_in_child(with_one_lost("xon"));
  EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
  expect_halted(run, "lose xon");
}

// One that its Xon has passed halts until the next: a SAQ is kept while others are told of it.
TEST(RecnFaults, ALateXoffIsMadeGoodByWhatFollows) {
  for (const Cycle cycles : {20, 100, 300, 2000}) {
    const RunSummary run = run_in_child(struck_by({of_link(FaultKind::kDelay, "xoff", 1, cycles)}));
    EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
    expect_survived(run, 0);
  }
}

// What was halted goes on when it comes, and the SAQs are freed in order.
TEST(RecnFaults, ALateXonCostsItsDelay) {
  const RunSummary run = run_in_child(struck_by({of_link(FaultKind::kDelay, "xon", 1, 300)}));
  EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
  expect_survived(run, 0);
}

// An egress port has only SAQs that the ingress port behind it has, so it has room for another one,
// and in this network says REJ over a link only to a notification that it knows already.
TEST(RecnFaults, ARejectionCrossesALinkWhenANotificationComesTwice) {
  const FaultConfig lose = of_link(FaultKind::kLose, "rej", 0);
  const RunSummary without = run_in_child(struck_by({lose}));
  EXPECT_EQ(struck(without), std::vector<uint64_t>{0});
  const FaultConfig twice = of_link(FaultKind::kDuplicate, "notif", 1);
  const RunSummary doubled = run_in_child(struck_by({twice}));
  expect_survived(doubled, 0);
  Scenario scenario = struck_by({twice, lose});
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(struck(run), (std::vector<uint64_t>{1, 1}));
  expect_survived(run, 0);
  EXPECT_EQ(run.digest, doubled.digest) << "it was owed to nobody";
  scenario.engine = EngineKind::kRtl;
  EXPECT_EQ(run_in_child(scenario).digest, run.digest);
}

/// A tree to node 0, some of whose packets come through one channel; later that channel is the root
/// of another, whose path is shorter. An input has SAQs for both then, the output upstream of it one
/// for the shorter path, and with the basic form it refuses the other.
Scenario tree_then_a_shorter_one(const std::vector<FaultConfig>& faults) {
  Scenario scenario = recn_network();
  NetworkConfig& network = scenario.network;
  network.shape.set("stages", int64_t{3});
  network.vc_buffer_flits = 256;
  network.output_buffer_flits = 128;
  network.speedup = 2;
  scenario.mechanism.set("nic_saqs", false);
  TrafficConfig& beside = add_traffic(scenario, "beside", "permutation", {1, 17}, {}, 0.5, 8, 1);
  beside.mapping = {2, 3};
  beside.start = 3000;
  beside.stop = 12000;
  add_traffic(scenario, "hot", "hotspot", {2, 18, 34}, {0}, 0.2, 8, 1).stop = 12000;
  add_traffic(scenario, "hot2", "hotspot", {4, 8, 12}, {0}, 0.2, 8, 1).stop = 3000;
  scenario.run.warmup = 0;
  scenario.run.measure = 20000;
  scenario.run.seed = 4;
  scenario.faults = faults;
  return scenario;
}

// Basic RECN refuses a path that a line covers, over a link too where trees overlap. Who asked is
// owed an answer then.
TEST(RecnFaults, ALostRejectionOfAnOverlappingTreeKeepsSaqsForEver) {
  expect_survived(run_in_child(tree_then_a_shorter_one({})), 0);
  Scenario scenario = tree_then_a_shorter_one({of_link(FaultKind::kLose, "rej", 1)});
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
  expect_survived(run, 1);
  scenario.engine = EngineKind::kRtl;
  EXPECT_EQ(run_in_child(scenario).digest, run.digest);
  set_form(scenario, true, true);
  EXPECT_EQ(struck(run_in_child(scenario)), std::vector<uint64_t>{0})
      << "the enhanced form refuses no longer path";
}

// A message that is lost takes its place with it, as one whose place is not given back.
TEST(RecnFaults, WithoutPlacesALinkSaysFourMessages) {
  Scenario one = with_one_lost("place");
  expect_survived(run_in_child(one), 0);
  Scenario scenario = struck_by({of_link(FaultKind::kLose, "place", 0)});
  scenario.faults[0].from = 0;
  const RunSummary run = run_in_child(scenario);
  // Two stages: four links between each pair of routers' ports, 16 in all, each way four.
  EXPECT_LE(struck(run).at(0), 16u * 2 * 4);
  EXPECT_EQ(run.exit_code, 6) << run.error;
  expect_order(run);
}

// Its heads leave before they are compared, and from halted SAQs.
TEST(RecnFaults, ARogueNicWaitsForNoComparison) {
  Scenario scenario = recn_hotspot();
  stop_all(scenario);
  scenario.faults = {fault(FaultKind::kRogue)};
  scenario.faults[0].node = scenario.traffic[0].sources[0];
  scenario.engine = EngineKind::kLockstep;
  const RunSummary run = run_in_child(scenario);
  expect_survived(run, 0);
  EXPECT_GT(struck(run).at(0), 0u);
}

TEST(RecnFaults, DoubledMessagesDoNothing) {
  for (const char* message : {"notif", "xoff", "xon", "acc", "dealloc", "place"}) {
    SCOPED_TRACE(message);
    const RunSummary run = run_in_child(struck_by({of_link(FaultKind::kDuplicate, message, 1)}));
    EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
    expect_survived(run, 0);
  }
}

TEST(RecnFaults, AMessageThatTheWireDoesNotCarryIsRefused) {
  const RunSummary run = run_in_child(with_one_lost("xno"));
  EXPECT_EQ(run.exit_code, 2);
  expect_text(run.error,
              "test: message: wire 'recn' carries no message 'xno'; legal is any, notif, "
              "xoff, xon, acc, rej, dealloc, place");
}

}  // namespace
}  // namespace chokepoint::test
