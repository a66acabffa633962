// SPDX-License-Identifier: Apache-2.0
// RECN in a network: congested packets are set aside, the others pass, in order; all SAQs are
// freed.
#include <gtest/gtest.h>

#include <string>

#include "tb/mechanisms/recn_network.h"

namespace chokepoint::test {
namespace {

TEST(Recn, ModelRtlAndLockstepGiveOneDigest) {
  for (const bool enhanced : {false, true}) {
    Scenario scenario = recn_hotspot();
    set_form(scenario, enhanced, enhanced);
    scenario.run.measure = 2000;
    scenario.engine = EngineKind::kModel;
    const RunSummary model = run_in_child(scenario);
    scenario.engine = EngineKind::kRtl;
    const RunSummary rtl = run_in_child(scenario);
    scenario.engine = EngineKind::kLockstep;
    const RunSummary lockstep = run_in_child(scenario);
    expect_recn_complete(model, enhanced ? "enhanced" : "basic", false);
    ASSERT_EQ(rtl.exit_code, 0) << rtl.error;
    ASSERT_EQ(lockstep.exit_code, 0) << lockstep.error;
    EXPECT_GT(model.mechanism.at("saqs_made"), 5u);
    EXPECT_EQ(model.digest, rtl.digest);
    EXPECT_EQ(model.digest, lockstep.digest);
    EXPECT_EQ(model.mechanism, rtl.mechanism);
    EXPECT_EQ(model.mechanism, lockstep.mechanism);
    EXPECT_EQ(model.tables, rtl.tables);
  }
}

TEST(Recn, ThreadsChangeNothing) {
  Scenario scenario = recn_hotspot();
  set_form(scenario, true, true);
  expect_same_with_threads(scenario, "recn", SwitchKind::kPlain);
  const auto run = [&scenario](unsigned threads) {
    return run_in_child(scenario, nullptr, FetchUse::kWhereItPays, {}, ThreadWish{threads, 1});
  };
  const RunSummary one = run(1), three = run(3);
  EXPECT_EQ(one.tables, three.tables);
  EXPECT_EQ(one.mechanism, three.mechanism);
  EXPECT_GT(one.tables.at("recn_saqs.csv").size(), 200u);
}

TEST(Recn, VictimsPassBesideAHotspot) {
  const RunSummary without = run_in_child(recn_hotspot("none"));
  ASSERT_EQ(without.exit_code, 0) << without.error;
  for (const bool enhanced : {false, true}) {
    Scenario scenario = recn_hotspot();
    set_form(scenario, enhanced, enhanced);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, enhanced ? "enhanced" : "basic", false);
    EXPECT_GT(run.accepted.at(0), 0.95 * 0.6);
    EXPECT_LT(run.latency.at(0), without.latency.at(0) / 2);
    EXPECT_GT(run.mechanism.at("saq_packets.hot"), 100u);
  }
}

/// Both enhancements, each by itself, and neither; all speed-ups; packets of one flit and of many.
TEST(Recn, EveryFormIsInOrderAndFreesItsSaqs) {
  for (unsigned form = 0; form < 12; ++form) {
    Scenario scenario = recn_hotspot();
    set_form(scenario, (form & 1) != 0, (form & 2) != 0);
    scenario.network.speedup = form / 4 == 0 ? 1 : 2;
    scenario.network.half_pass = form / 4 == 1;
    for (TrafficConfig& group : scenario.traffic) group.packet_flits = form % 3 == 0 ? 1 : 5;
    add_traffic(scenario, "all", "uniform", {0, 3, 4, 7, 8, 11, 12, 14, 15}, nodes_from(0, 16), 0.3,
                3, 2);
    stop_all(scenario);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, "form " + std::to_string(form));
    EXPECT_GT(run.mechanism.at("saqs_made"), 0u) << "form " << form;
  }
}

/// More flows than the speed-up lets through: the queues of the inputs fill first.
TEST(Recn, DetectionQueuesFindCongestionOfAnInput) {
  for (const bool enhanced : {false, true}) {
    Scenario scenario = recn_network();
    scenario.network.speedup = 1;
    add_traffic(scenario, "hot", "hotspot", {1, 5, 9, 13}, {0}, 0.6, 8, 1);
    set_form(scenario, enhanced, false);
    stop_all(scenario);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, enhanced ? "enhanced" : "basic");
    EXPECT_EQ(run.mechanism.at("detections") != 0, enhanced);
  }
}

TEST(Recn, WithoutAFreeSaqNotificationsAreRefusedAndCounted) {
  Scenario scenario = recn_network();
  scenario.mechanism.set("saqs", int64_t{2});
  for (NodeId hot = 0; hot < 3; ++hot) {  // three trees by the same channels
    add_traffic(scenario, "hot" + std::to_string(hot), "hotspot",
                {1 + hot, 5 + hot, 9 + hot, 13 + hot}, {hot}, 0.33, 8, 1);
  }
  set_form(scenario, false, true);
  scenario.mechanism.set("detection", 0.25);
  stop_all(scenario);
  const RunSummary run = run_in_child(scenario);
  expect_recn_complete(run, "two SAQs");
  EXPECT_GT(run.mechanism.at("exhausted"), 0u);
  EXPECT_GE(run.mechanism.at("refused"), run.mechanism.at("exhausted"));
}

/// Room for two packets at every port, all nodes at full load, a third of them to one.
TEST(Recn, TheLeastMemoryDoesNotDeadlock) {
  for (const bool enhanced : {false, true}) {
    Scenario scenario = recn_network();
    set_form(scenario, enhanced, enhanced);
    scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = 8;
    scenario.mechanism.set("detection", 0.25);
    scenario.mechanism.set("xon", 0.2);
    scenario.mechanism.set("xoff", 0.5);
    scenario.network.send_queue_flits = 32;
    scenario.run.measure = 10000;
    scenario.run.watchdog = 3000;
    add_traffic(scenario, "hot", "hotspot", {1, 4, 7, 10, 13}, {0}, 1.0, 4, 1);
    add_traffic(scenario, "all", "uniform", {0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15},
                nodes_from(0, 16), 1.0, 4, 1);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, enhanced ? "enhanced" : "basic", false);
    EXPECT_GT(run.mechanism.at("saqs_made"), 100u);
    EXPECT_GT(run.accepted.at(1), 0.05);
  }
}

/// Off in the middle, SAQs full, and on again: they are emptied first.
TEST(Recn, SwitchedOffAndOnAgain) {
  Scenario scenario = recn_hotspot();
  scenario.engine = EngineKind::kLockstep;
  scenario.run.disable_at = 1500;
  stop_all(scenario);
  const RunSummary off = run_in_child(scenario);
  expect_complete(off);
  scenario.run.enable_at = 1600;
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(run.mechanism.at("saqs_at_end"), 0u);
  EXPECT_GT(run.mechanism.at("saqs_made"), off.mechanism.at("saqs_made"));
}

/// Off and on under a hotspot that stands throughout: it is found though nothing has drained.
TEST(Recn, SwitchedOnUnderAStandingHotspot) {
  for (const bool enhanced : {false, true}) {
    SCOPED_TRACE(enhanced ? "enhanced" : "basic");
    Scenario scenario = recn_hotspot();
    set_form(scenario, enhanced, enhanced);
    scenario.traffic[1].stop = ~Cycle{0};
    scenario.run.warmup = 6000;
    scenario.run.drain = 0;
    const RunSummary on = run_in_child(scenario);
    scenario.run.disable_at = 2000;
    const RunSummary off = run_in_child(scenario);
    scenario.run.enable_at = 3000;
    const RunSummary run = run_in_child(scenario);
    ASSERT_EQ(run.exit_code, 0) << run.error;
    EXPECT_LT(off.accepted.at(0), 0.8 * on.accepted.at(0));
    EXPECT_GT(run.accepted.at(0), 0.95 * on.accepted.at(0));
  }
}

/// Every input of the congested output is notified, and stopped as the others are, also one that has
/// found the congestion itself before: or it alone would have the output for ever.
TEST(Recn, WhoFindsTheCongestionItselfTakesTurnsWithTheNotified) {
  for (uint64_t run_of = 0; run_of < 12; ++run_of) {
    const uint64_t seed = 1 + run_of / 3;
    Scenario scenario = recn_hotspot();
    set_form(scenario, run_of % 3 != 0, run_of % 3 != 0);
    scenario.traffic[1].rate = run_of % 3 == 1 ? 1.0 : 0.5;
    scenario.traffic[1].stop = ~Cycle{0};
    scenario.run.warmup = 3000;
    scenario.run.drain = 0;
    scenario.run.seed = seed;
    const RunSummary run = run_in_child(scenario);
    ASSERT_EQ(run.exit_code, 0) << run.error;
    for (const double accepted : accepted_of(run.flows, "hot"))
      EXPECT_NEAR(accepted, 0.25, 0.03) << "seed " << seed << ", form " << run_of % 3 << "\n" << run.flows;
  }
}

/// A node of the hotspot's own router beside a stream from elsewhere, whose SAQ empties after each packet:
/// stopped, it is kept, or the stream alone would have the output for ever.
TEST(Recn, AStreamWhoseSaqEmptiesIsStoppedToo) {
  for (const bool enhanced : {false, true}) {
    for (const uint64_t seed : {1, 2, 4}) {
      Scenario scenario = recn_hotspot();
      scenario.traffic.resize(0);
      scenario.network.topology = "fat_tree";
      scenario.network.shape = {};
      scenario.network.shape.set("arity", int64_t{4});
      scenario.network.shape.set("levels", int64_t{2});
      set_form(scenario, enhanced, enhanced);
      add_traffic(scenario, "hot", "hotspot", {1, 5, 9, 13}, {0}, 1.0, 8, 4);
      scenario.run.warmup = 5000;
      scenario.run.measure = 10000;
      scenario.run.drain = 0;
      scenario.run.seed = seed;
      const RunSummary run = run_in_child(scenario);
      ASSERT_EQ(run.exit_code, 0) << run.error;
      for (const double accepted : accepted_of(run.flows, "hot"))
        EXPECT_GT(accepted, 0.05) << "seed " << seed << (enhanced ? ", enhanced\n" : ", basic\n")
                                  << run.flows;
    }
  }
}

/// Routes in both directions: a fat tree and a flattened butterfly.
TEST(Recn, OnTopologiesWithTwoWayChannels) {
  for (const bool fat_tree : {true, false}) {
    Scenario scenario = recn_hotspot();
    scenario.traffic.resize(0);
    NetworkConfig& network = scenario.network;
    network.shape = {};
    network.topology = fat_tree ? "fat_tree" : "flattened_butterfly";
    if (fat_tree) {
      network.shape.set("arity", int64_t{2});
      network.shape.set("levels", int64_t{3});
    } else {
      network.shape.set_counts("dimensions", {2, 2});
      network.shape.set("concentration", int64_t{2});
    }
    set_form(scenario, true, true);
    add_traffic(scenario, "hot", "hotspot", {1, 3, 5, 7}, {0}, 0.6, 8, 1).stop = 3000;
    add_traffic(scenario, "all", "uniform", {2, 4, 6}, nodes_from(0, 8), 0.3, 8, 1);
    stop_all(scenario);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, network.topology);
    EXPECT_GT(run.mechanism.at("saqs_made"), 0u) << network.topology;
  }
}

/// What RECN says of a scenario that it does not run on; "": nothing.
std::string complaint_of(const Scenario& scenario) {
  try {
    mechanisms().at("recn").check(scenario);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Recn, RefusesWhatItDoesNotRunOn) {
  EXPECT_EQ(complaint_of(recn_hotspot()), "");
  const auto refused = [](const std::string& key, auto change) {
    Scenario scenario = recn_hotspot();
    change(scenario);
    const std::string said = complaint_of(scenario);
    EXPECT_EQ(said.rfind(key + ": ", 0), 0u) << key << ": " << said;
  };
  refused("routing.function", [](Scenario& s) { s.routing.function = "minimal"; });
  refused("routing.turn_pool_bits",
          [](Scenario& s) { s.routing.keys.set("turn_pool_bits", int64_t{60}); });
  refused("network.switching", [](Scenario& s) { s.network.switching = "wormhole"; });
  refused("network.data_vcs", [](Scenario& s) { s.network.data_vcs = 2; });
  refused("network.input_queues", [](Scenario& s) { s.network.input_queues = InputQueues::kVoq; });
  refused("network.vc_allocation",
          [](Scenario& s) { s.network.vc_allocation = VcAllocation::kDownstream; });
  refused("network.arbitration", [](Scenario& s) { s.network.arbitration = Arbitration::kFlit; });
  refused("network.topology", [](Scenario& s) { s.network.shape.set("arity", int64_t{64}); });
  refused("network.vc_buffer_flits", [](Scenario& s) { s.network.vc_buffer_flits = 15; });
  refused("network.output_buffer_flits", [](Scenario& s) { s.network.output_buffer_flits = 2048; });
  refused("xon", [](Scenario& s) { s.mechanism.set("xon", 0.3); });
  refused("detection", [](Scenario& s) { s.mechanism.set("detection", 0.8); });
  const auto small = [](double xoff) {  // as a packet of 8 comes, 4 flits leave: 12 of 16 at most
    Scenario scenario = recn_hotspot();
    scenario.network.output_buffer_flits = 16;
    scenario.mechanism.set("xoff", xoff);
    return complaint_of(scenario);
  };
  EXPECT_EQ(small(0.25), "");
  EXPECT_EQ(small(0.375).rfind("detection: ", 0), 0u) << small(0.375);
  refused("retry", [](Scenario& s) { s.mechanism.set("retry", int64_t{1000}); });
  refused("linger", [](Scenario& s) { s.mechanism.set("linger", int64_t{512}); });
}

/// An answer from before would be taken for one to a later question.
TEST(Recn, IsOffUntilItsMessagesHaveArrived) {
  Scenario scenario = recn_hotspot();  // channels of 4 cycles; 4 places at the end of a wire
  const auto complaint_after = [&scenario](Cycle pause) {
    scenario.run.disable_at = 1500;
    scenario.run.enable_at = 1500 + pause;
    return complaint_of(scenario);
  };
  EXPECT_EQ(complaint_after(7).rfind("run.enable_at: 1507, ", 0), 0u) << complaint_after(7);
  EXPECT_EQ(complaint_after(8), "");
  scenario.network.node_channel_latency = 12;
  EXPECT_EQ(complaint_after(15).rfind("run.enable_at: 1515, ", 0), 0u) << complaint_after(15);
  EXPECT_EQ(complaint_after(16), "");
  scenario.mechanism.set("nic_saqs", false);
  EXPECT_EQ(complaint_after(8), "");
}

}  // namespace
}  // namespace chokepoint::test
