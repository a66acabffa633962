// SPDX-License-Identifier: Apache-2.0
// RECN with SAQs in the NICs: what a hotspot's own nodes send beside it passes, too.
#include <gtest/gtest.h>

#include <string>

#include "tb/mechanisms/recn_network.h"

namespace chokepoint::test {
namespace {

/// As recn_hotspot(), but three of the four nodes that send to the hotspot have the other packets.
Scenario same_nodes(bool nic_saqs) {
  Scenario scenario = recn_hotspot();
  scenario.traffic[0].sources = {1, 5, 9};
  scenario.traffic[0].mapping = {2, 3, 1};
  scenario.traffic[1].rate = 1.0;
  scenario.mechanism.set("nic_saqs", nic_saqs);
  return scenario;
}

TEST(RecnNics, VictimsOfTheHotspotsOwnNodesPass) {
  Scenario scenario = same_nodes(false);
  const RunSummary without = run_in_child(scenario);
  expect_recn_complete(without, "NICs refuse", false);
  EXPECT_GT(without.mechanism.at("refused_by_nodes"), 0u);
  EXPECT_EQ(without.mechanism.at("nic_saqs_made"), 0u);
  scenario = same_nodes(true);
  scenario.traffic[1].rate = 0;
  const RunSummary alone = run_in_child(scenario);
  EXPECT_LT(without.accepted.at(0), 0.8 * alone.accepted.at(0));
  for (const bool enhanced : {false, true}) {
    scenario = same_nodes(true);
    set_form(scenario, enhanced, enhanced);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, enhanced ? "enhanced" : "basic", false);
    EXPECT_GT(run.accepted.at(0), 0.95 * alone.accepted.at(0));
    EXPECT_EQ(run.mechanism.at("refused_by_nodes"), 0u);
    EXPECT_GT(run.mechanism.at("nic_saqs_made"), 0u);
    EXPECT_GT(run.mechanism.at("nic_saq_packets"), 100u);
  }
}

TEST(RecnNics, EveryFormIsInOrderAndFreesItsSaqs) {
  for (unsigned form = 0; form < 12; ++form) {
    Scenario scenario = same_nodes(true);
    set_form(scenario, (form & 1) != 0, (form & 2) != 0);
    scenario.network.speedup = form / 4 == 0 ? 1 : 2;
    scenario.network.half_pass = form / 4 == 1;
    for (TrafficConfig& group : scenario.traffic) group.packet_flits = form % 3 == 0 ? 1 : 5;
    add_traffic(scenario, "all", "uniform", nodes_from(0, 16), nodes_from(0, 16), 0.3, 3, 2);
    stop_all(scenario);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, "form " + std::to_string(form));
    EXPECT_EQ(run.mechanism.at("nic_saqs_at_end"), 0u) << "form " << form;
    EXPECT_GT(run.mechanism.at("nic_saqs_made"), 0u) << "form " << form;
  }
}

TEST(RecnNics, ModelRtlAndLockstepGiveOneDigest) {
  Scenario scenario = same_nodes(true);
  set_form(scenario, true, true);
  scenario.run.measure = 2000;
  const RunSummary model = run_in_child(scenario);
  expect_recn_complete(model, "model", false);
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
    scenario.engine = engine;
    const RunSummary run = run_in_child(scenario);
    ASSERT_EQ(run.exit_code, 0) << run.error;
    EXPECT_EQ(run.digest, model.digest);
    EXPECT_EQ(run.mechanism, model.mechanism);
  }
}

TEST(RecnNics, ThreadsChangeNothing) {
  Scenario scenario = same_nodes(true);
  expect_same_with_threads(scenario, "recn with SAQs in NICs", SwitchKind::kPlain);
}

TEST(RecnNics, TheLeastMemoryDoesNotDeadlock) {
  Scenario scenario = same_nodes(true);
  scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = 16;
  scenario.mechanism.set("detection", 0.25);
  scenario.mechanism.set("xon", 0.2);
  scenario.mechanism.set("xoff", 0.5);
  scenario.run.measure = 10000;
  scenario.run.watchdog = 3000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), nodes_from(0, 16), 1.0, 8, 1);
  const RunSummary run = run_in_child(scenario);
  expect_recn_complete(run, "two packets a port", false);
  EXPECT_GT(run.mechanism.at("nic_saqs_made"), 10u);
}

/// Even where two of them, stopped late, would fill the router's port, a packet of the normal queue
/// finds room there.
TEST(RecnNics, LeaveTheReservedPlaces) {
  Scenario scenario = same_nodes(true);
  scenario.network.vc_buffer_flits = 64;
  scenario.mechanism.set("detection", 0.2);
  scenario.mechanism.set("xoff", 0.75);
  scenario.mechanism.set("xon", 0.7);
  scenario.traffic[1].stop = ~Cycle{0};
  add_traffic(scenario, "hot2", "hotspot", {1, 5, 9, 13}, {4}, 1.0, 8, 1).start = 500;
  scenario.run.drain = 0;
  const RunSummary run = run_in_child(scenario);
  scenario.traffic[1].rate = scenario.traffic[2].rate = 0;
  const RunSummary alone = run_in_child(scenario);
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_GT(run.mechanism.at("nic_saqs_made"), 0u);
  EXPECT_GT(run.accepted.at(0), 0.75 * alone.accepted.at(0));  // 0.47 without; their channel is shared by three
}

/// Messages to NICs take as long as their channels, where these are the longest.
TEST(RecnNics, MessagesTakeAsLongAsTheChannel) {
  Scenario scenario = same_nodes(true);
  scenario.network.node_channel_latency = 12;
  const RunSummary far = run_in_child(scenario);
  expect_recn_complete(far, "NICs 12 cycles away", false);
  EXPECT_GT(far.mechanism.at("nic_saqs_made"), 0u);
}

/// More send queues than the unit's counts of packets hold: 1,023, and the counts end at 511.
TEST(RecnNics, MoreDestinationsThanTheUnitCounts) {
  Scenario scenario = recn_network();
  scenario.network.shape.set("arity", int64_t{32});
  scenario.engine = EngineKind::kModel;
  scenario.run.warmup = 100;
  scenario.run.measure = 2000;
  scenario.run.drain = 0;
  // Eight times what the node's channel takes.
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    add_traffic(scenario, name, "uniform", {1}, nodes_from(0, 1024), 1.0, 8, 1);
  }
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  double accepted = 0;
  for (const double of_group : run.accepted) accepted += of_group;
  EXPECT_GT(accepted, 0.95) << "the channel is never idle";
}

/// Off as NICs hold packets back, and on again before a second hotspot.
TEST(RecnNics, SwitchedOffAndOnAgain) {
  Scenario scenario = same_nodes(true);
  scenario.engine = EngineKind::kLockstep;
  scenario.traffic[1].rate = 0.5;
  scenario.run.disable_at = 1500;
  stop_all(scenario);
  TrafficConfig& later = add_traffic(scenario, "later", "hotspot", {1, 5, 9, 13}, {0}, 0.5, 8, 1);
  later.start = 9000;
  later.stop = 11000;
  const RunSummary off = run_in_child(scenario);
  expect_complete(off);
  scenario.run.enable_at = 1600;
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(run.mechanism.at("nic_saqs_at_end"), 0u);
  EXPECT_GT(run.mechanism.at("nic_saqs_made"), off.mechanism.at("nic_saqs_made"));
}

}  // namespace
}  // namespace chokepoint::test
