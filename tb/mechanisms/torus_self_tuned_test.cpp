// SPDX-License-Identifier: Apache-2.0
// Self-tuned throttling in a network: what the side-band gathers is what there is, all nodes know
// it at the same time, and no packet starts while the gate is closed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "sim/engine/unit_instance.h"
#include "sim/mechanisms/self_tuned/history.h"
#include "sim/network/network.h"
#include "sim/units/self_tuned/self_tuned_node.h"
#include "tb/switch/wormhole_torus.h"

namespace chokepoint::test {
namespace {

const SelfTunedNode::Out& self_tuned_node_of(RouterId router) {
  return dynamic_cast<UnitInstance<SelfTunedNode>&>(
             *find_unit(fmt::format("router_{}.self_tuned_node", router)))
      .out();
}

Scenario tuned(Scenario scenario) {
  scenario.mechanism = small_network("self_tuned").mechanism;
  scenario.run.measure = 5000;
  return scenario;
}

/// Everybody sends to everybody as fast as possible.
Scenario tuned_torus(const std::vector<unsigned>& dimensions, bool wraps = true) {
  Scenario scenario = tuned(wormhole_torus(dimensions));
  scenario.network.shape.set("wraparound", wraps);
  scenario.routing.function = "escape_adaptive";
  const auto nodes = static_cast<NodeId>(scenario.nodes());
  add_traffic(scenario, "all", "uniform", nodes_from(0, nodes), {}, 1, 16, 1);
  return scenario;
}

Scenario tuned_butterfly() {
  Scenario scenario = tuned(small_network("none", "minimal"));
  scenario.network.shape.set_counts("dimensions", {3, 3});
  scenario.network.shape.set("concentration", int64_t{2});
  scenario.network.data_vcs = 2;
  scenario.network.channel_latency = 10;
  scenario.network.vc_buffer_flits = 16;
  scenario.mechanism.set("hop_cycles", int64_t{10});
  add_traffic(scenario, "hot", "hotspot", nodes_from(2, 18), {0}, 0.5, 8, 1);
  return scenario;
}

/// Compares what nodes show with the network, before each cycle; `gather`: cycles of one.
class GatherProbe : public Probe {
 public:
  explicit GatherProbe(Cycle gather, Cycle late = 0) : gather_(gather), late_(late) {}

  void cycle(Cycle now, Network& network) override {
    const SelfTunedNode::Out& first = self_tuned_node_of(0);
    const uint64_t before = disagree_;
    for (RouterId id = 0; id < network.routers(); ++id) {
      const SelfTunedNode::Out& node = self_tuned_node_of(id);
      if (node.total_full != first.total_full || node.threshold != first.threshold ||
          node.total_delivered != first.total_delivered || node.hold != first.hold) {
        ++disagree_;
      }
    }
    if (now >= late_) late_disagree_ += disagree_ - before;
    if (now > 1) lowest_ = std::min(lowest_, first.threshold);
    highest_ = std::max(highest_, first.threshold);
    hold_ = first.hold;
    if (now % gather_ != 1) return;
    if (now > gather_ && first.total_full != was_full_) ++wrong_;
    most_ = std::max(most_, first.total_full);
    delivered_ += first.total_delivered;
    was_full_ = full(network);
  }
  void injected(Cycle, const Packet&) override {
    ++entered_;
    if (hold_) ++through_gate_;
  }
  void report(Figures& figures) const override {
    figures["disagree"] = static_cast<double>(disagree_);
    figures["late_disagree"] = static_cast<double>(late_disagree_);
    figures["wrong"] = static_cast<double>(wrong_);
    figures["most_full"] = most_;
    figures["delivered"] = static_cast<double>(delivered_);
    figures["entered"] = static_cast<double>(entered_);
    figures["through_gate"] = static_cast<double>(through_gate_);
    figures["lowest"] = lowest_;
    figures["highest"] = highest_;
  }

 private:
  static unsigned full(Network& network) {
    unsigned full = 0;
    for (RouterId id = 0; id < network.routers(); ++id) {
      const Switch& router = network.router(id);
      const NetworkContext& context = router.context();
      for (unsigned port = context.topology.nodes_at(id); port < router.radix(); ++port) {
        for (unsigned vc = 0; vc < context.layout.data_vcs; ++vc) {
          full += router.holds(port, vc) == context.scenario.network.vc_buffer_flits;
        }
      }
    }
    return full;
  }
  Cycle gather_, late_;
  bool hold_ = false;
  uint64_t disagree_ = 0, late_disagree_ = 0, wrong_ = 0, delivered_ = 0, entered_ = 0,
           through_gate_ = 0;
  unsigned was_full_ = 0, most_ = 0, lowest_ = ~0u, highest_ = 0;
};

void expect_exact(const RunSummary& run, unsigned packet_flits, const std::string& what) {
  expect_complete(run);
  EXPECT_EQ(run.at("disagree"), 0) << what;
  EXPECT_EQ(run.at("wrong"), 0) << what;
  EXPECT_GT(run.at("most_full"), 2) << what;
  EXPECT_EQ(run.at("through_gate"), 0) << what;
  EXPECT_GT(run.mechanism.at("held_cycles"), 100u) << what;
  EXPECT_GT(run.at("entered"), 500) << what;
  EXPECT_LE(run.at("delivered"), static_cast<double>(run.delivered * packet_flits)) << what;
  EXPECT_GE(run.at("delivered"), 0.99 * static_cast<double>(run.delivered * packet_flits)) << what;
}

TEST(SelfTuned, AllNodesKnowWhatThereIs) {
  struct Case {
    std::vector<unsigned> dimensions;
    bool wraps;
    int64_t hop_cycles, pieces;
    Cycle gather;
  };
  for (const Case& c :
       {Case{{4, 4}, true, 2, 1, 8}, Case{{5, 3}, true, 3, 1, 9}, Case{{4, 3}, false, 2, 1, 10},
        Case{{4, 4}, true, 1, 3, 12}, Case{{6}, true, 2, 1, 6}, Case{{2, 2, 3}, true, 2, 1, 6}}) {
    Scenario scenario = tuned_torus(c.dimensions, c.wraps);
    scenario.mechanism.set("hop_cycles", c.hop_cycles);
    scenario.mechanism.set("pieces", c.pieces);
    GatherProbe probe(c.gather);
    const std::string what = fmt::format("{} dimensions, gather {}", c.dimensions.size(), c.gather);
    expect_exact(run_in_child(scenario, &probe), 16, what);
  }
}

TEST(SelfTuned, AButterflyGathersAlongItsRows) {
  GatherProbe probe(20);
  Scenario scenario = tuned_butterfly();
  scenario.run.drain = 100000;
  expect_exact(run_on_both(scenario, &probe), 8, "butterfly");
}

TEST(SelfTuned, EnginesAgree) {
  for (const int64_t pieces : {1, 3}) {
    Scenario scenario = tuned_torus({4, 4});
    scenario.run.measure = 3000;
    scenario.mechanism.set("pieces", pieces);
    scenario.run.disable_at = 1500;
    scenario.run.enable_at = 1507;
    const RunSummary model = run_in_child(scenario);
    expect_complete(model);
    for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
      scenario.engine = engine;
      const RunSummary run = run_in_child(scenario);
      EXPECT_EQ(run.digest, model.digest) << run.error;
      EXPECT_EQ(run.mechanism, model.mechanism);
    }
  }
}

TEST(SelfTuned, TheDigestDependsNeitherOnThreadsNorOnTheSwitch) {
  expect_same_with_threads(tuned_torus({4, 4}), "self_tuned", SwitchKind::kPlain);
  Scenario scenario = tuned_butterfly();
  scenario.run.drain = 100000;
  expect_same_with_threads(scenario, "self_tuned on a butterfly");
}

TEST(SelfTuned, AStaticThresholdStays) {
  Scenario scenario = tuned_torus({4, 4});
  scenario.mechanism.set("tuning", std::string("static"));
  scenario.mechanism.set("threshold", int64_t{9});
  GatherProbe probe(8);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(run.at("highest"), 9);
  EXPECT_EQ(run.at("lowest"), 9);
  GatherProbe moving(8);
  scenario.mechanism.set("tuning", std::string("climb"));
  scenario.mechanism.set("threshold", int64_t{0});
  EXPECT_GT(run_in_child(scenario, &moving).at("highest"), 2 * 9);
}

TEST(SelfTuned, AfterTheMechanismWasOffAllNodesAgreeAgain) {
  Scenario scenario = tuned_torus({4, 4});
  scenario.run.disable_at = 2001;
  scenario.run.enable_at = 2404;
  GatherProbe probe(8);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(run.at("disagree"), 0);
  EXPECT_EQ(run.at("through_gate"), 0);
}

/// The side-band's wires are the network's: faults strike them, and nodes differ from then on,
/// until all begin anew.
TEST(SelfTuned, LostWordsSetThresholdsApart) {
  Scenario scenario = tuned_torus({4, 4});
  scenario.mechanism.set("tuning_cycles", int64_t{8});
  scenario.mechanism.set("tuning", std::string("climb"));
  scenario.mechanism.set("increment", 0.05);
  scenario.mechanism.set("decrement", 0.1);
  FaultConfig lost;
  lost.kind = FaultKind::kLose;
  lost.wire = "sideband";
  lost.from = 3000;
  lost.to = 3400;
  lost.probability = 0.5;
  scenario.faults = {lost};
  GatherProbe probe(8, 3430);
  const RunSummary run = run_in_child(scenario, &probe);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_GT(run.at("disagree"), 100);
  EXPECT_GT(run.at("late_disagree"), 0);
  scenario.mechanism.set("resynchronise", int64_t{3420});
  const RunSummary mended = run_in_child(scenario, &probe);
  EXPECT_EQ(mended.exit_code, 0) << mended.error;
  EXPECT_GT(mended.at("disagree"), 0);
  EXPECT_EQ(mended.at("late_disagree"), 0);
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
    scenario.engine = engine;
    EXPECT_EQ(run_in_child(scenario).digest, mended.digest);
  }
}

TEST(SelfTuned, BeginningAnewLosesNobody) {
  Scenario scenario = tuned_torus({4, 4});
  scenario.mechanism.set("resynchronise", int64_t{1000});
  GatherProbe probe(8);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(run.at("disagree"), 0);
  EXPECT_EQ(run.at("through_gate"), 0);
  expect_same_with_threads(scenario, "resynchronised", SwitchKind::kPlain);
}

TEST(SelfTuned, ANetworkThatNobodyUsesIsNotClocked) {
  Scenario scenario = tuned_torus({4, 4});
  scenario.traffic[0].stop = 200;
  scenario.run.measure = 50000;
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_LT(run.mechanism.at("node_clocks"), 16u * 8000u);
}

TEST(SelfTuned, TheHistoryHasARowForEachTuningPeriod) {
  const std::string head =
      "cycle,full_buffers,delivered_flits,estimate,threshold,held_cycles,returned,relocated\n";
  self_tuned::History history;
  SelfTunedNode::Out node;
  node.threshold = 30;
  node.hold = true;
  history.look(5, node, false, false);
  node.total_delivered = 100;
  history.look(9, node, true, false);
  EXPECT_EQ(history.csv(), head);
  node.total_full = 44;
  node.estimate = 50;
  node.hold = false;
  node.returned_valid = true;
  history.look(17, node, true, true);
  node.returned_valid = false;
  history.look(33, node, true, true);
  EXPECT_EQ(history.csv(), head +
                               "17,44,200,50,30,2,1,0\n"
                               "33,44,100,50,30,0,0,0\n");
}

/// Flits of the best row of self_tuned.csv.
uint64_t most_delivered(const RunSummary& run) {
  const std::string& table = run.tables.at("self_tuned.csv");
  uint64_t most = 0;
  for (size_t at = table.find('\n') + 1; at < table.size(); at = table.find('\n', at) + 1) {
    uint64_t cycle = 0, full = 0, delivered = 0;
    EXPECT_EQ(std::sscanf(table.c_str() + at, "%lu,%lu,%lu", &cycle, &full, &delivered), 3);
    most = std::max(most, delivered);
  }
  return most;
}

TEST(SelfTuned, WhatAPeriodHadIsForgottenWhenNodesBeginAnew) {
  self_tuned::History history;
  SelfTunedNode::Out node;
  node.total_delivered = 100;
  node.hold = node.returned_valid = node.relocated_valid = true;
  history.look(9, node, true, false);
  history.begin_anew();
  node = {};
  node.total_delivered = 7;
  history.look(40, node, true, true);
  const std::string rows = history.csv();
  EXPECT_EQ(rows.substr(rows.find('\n') + 1), "40,0,7,0,0,0,0,0\n");
  // In a network: 90 cycles of a period have passed when all begin anew.
  Scenario scenario = tuned_torus({4, 4});
  const uint64_t most = most_delivered(run_in_child(scenario));
  EXPECT_GT(most, 96u);
  scenario.mechanism.set("resynchronise", int64_t{10 * 96 + 90});
  EXPECT_LT(most_delivered(run_in_child(scenario)), most * 5 / 4);
}

/// In hardware a word is on its wires for the clock that ends its transfer, and nowhere after it.
TEST(SelfTuned, ALateWordIsALostOne) {
  Scenario scenario = tuned_torus({4, 4});
  FaultConfig fault;
  fault.kind = FaultKind::kLose;
  fault.wire = "sideband";
  fault.from = 1000;
  fault.to = 3000;
  scenario.faults = {fault};
  const RunSummary lost = run_in_child(scenario);
  scenario.faults[0].kind = FaultKind::kDelay;
  scenario.faults[0].cycles = 1;  // between two transfers of 2 cycles
  const RunSummary late = run_in_child(scenario);
  EXPECT_EQ(late.exit_code, 0) << late.error;
  EXPECT_EQ(late.digest, lost.digest);
  EXPECT_EQ(late.tables, lost.tables);
  scenario.faults.clear();
  EXPECT_NE(run_in_child(scenario).digest, lost.digest);
}

std::string refusal_of(const Scenario& scenario) {
  try {
    mechanisms().at("self_tuned").check(scenario);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SelfTuned, WhatDoesNotGoTogetherIsRefused) {
  Scenario scenario = tuned_torus({4, 4});
  EXPECT_EQ(refusal_of(scenario), "");
  scenario.mechanism.set("tuning_cycles", int64_t{129});
  EXPECT_EQ(refusal_of(scenario),
            "tuning_cycles: 129 cycles are 17 gathers of 8; legal are 16 gathers, 128 cycles, at "
            "most");
  scenario = tuned_torus({2, 2});  // 96 cycles are more than 16 of its gathers
  scenario.mechanism.set("hop_cycles", int64_t{1});
  EXPECT_EQ(refusal_of(scenario), "");
  scenario = tuned_torus({64, 64});
  scenario.mechanism.set("hop_cycles", int64_t{15});
  scenario.mechanism.set("pieces", int64_t{8});
  EXPECT_EQ(refusal_of(scenario).find("hop_cycles: 4096 nodes may deliver 31457280 flits in a "
                                      "gather of 7680 cycles; the side-band counts 16777215"),
            0u)
      << refusal_of(scenario);
  scenario = tuned_torus({4, 4});
  scenario.mechanism.set("threshold", int64_t{40});
  EXPECT_EQ(refusal_of(scenario).find("threshold: has no effect with tuning = "), 0u);
  scenario.mechanism.set("tuning", std::string("static"));
  EXPECT_EQ(refusal_of(scenario), "");
  scenario.mechanism.set("threshold", int64_t{193});
  EXPECT_EQ(refusal_of(scenario),
            "threshold: 193 full buffers; tuning = \"static\" wants 1 to 192, the buffers of this "
            "network");
  const auto beside = [](const char* tuning, const char* key, const OwnKeys::Value& value) {
    Scenario own = tuned_torus({4, 4});
    own.mechanism.set("tuning", std::string(tuning));
    if (tuning == std::string("static")) own.mechanism.set("threshold", int64_t{40});
    own.mechanism.set(key, value);
    return refusal_of(own);
  };
  const std::vector<std::pair<const char*, OwnKeys::Value>> climbing = {
      {"increment", 0.02},
      {"decrement", 0.02},
      {"initial_threshold", 0.1},
      {"drop_shift", int64_t{3}},
      {"throttling", std::string("now")}};
  const std::vector<std::pair<const char*, OwnKeys::Value>> avoiding = {{"low_shift", int64_t{2}},
                                                                        {"r", int64_t{0}}};
  const std::string says = ": has no effect with tuning = \"";
  for (const auto& [key, value] : climbing) {
    EXPECT_EQ(beside("static", key, value), key + says + "static\"; leave it out");
    EXPECT_EQ(beside("climb", key, value), "");
  }
  for (const auto& [key, value] : avoiding) {
    EXPECT_EQ(beside("static", key, value), key + says + "static\"; leave it out");
    EXPECT_EQ(beside("climb", key, value), key + says + "climb\"; leave it out");
    EXPECT_EQ(beside("avoid_local_maxima", key, value), "");
  }
  Scenario graph = small_network("self_tuned");
  graph.network.topology = "graph";
  graph.network.shape = {};
  graph.network.shape.set_counts("router_nodes", {2, 2});
  graph.network.shape.set_pairs("links", {{0, 1}});
  EXPECT_EQ(refusal_of(graph).find("network.topology: mechanism self_tuned gathers along rows"), 0u)
      << refusal_of(graph);
}

}  // namespace
}  // namespace chokepoint::test
