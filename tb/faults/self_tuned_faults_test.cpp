// SPDX-License-Identifier: Apache-2.0
// What faults of one node do to self-tuned throttling: a count that is stuck, phases that lie
// apart.
#include <gtest/gtest.h>

#include "sim/engine/unit_instance.h"
#include "sim/network/network.h"
#include "sim/units/self_tuned/self_tuned_node.h"
#include "tb/faults/fault_run.h"
#include "tb/switch/wormhole_torus.h"

namespace chokepoint::test {
namespace {

constexpr RouterId kStruck = 5;

/// Everybody sends to everybody on a torus of 16 nodes, faster than it can take.
Scenario loaded_torus() {
  Scenario scenario = wormhole_torus({4, 4});
  scenario.mechanism = small_network("self_tuned").mechanism;
  scenario.run.measure = 4000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.9, 16, 1);
  return scenario;
}

Scenario with_fault(FaultKind kind, Cycle from) {
  Scenario scenario = loaded_torus();
  scenario.faults = {fault(kind, from)};
  scenario.faults[0].router = kStruck;
  return scenario;
}

/// Cycles from `late` on in which the struck node shows other totals than node 0.
class ApartProbe : public Probe {
 public:
  explicit ApartProbe(Cycle late) : late_(late) {}
  void cycle(Cycle now, Network&) override {
    if (now < late_) return;
    apart_ += out(0).total_full != out(kStruck).total_full ||
              out(0).total_delivered != out(kStruck).total_delivered;
    least_ = std::min(least_, out(0).total_full);
  }
  void report(Figures& figures) const override {
    figures["apart"] = static_cast<double>(apart_);
    figures["least"] = least_;
  }

 private:
  static const SelfTunedNode::Out& out(RouterId router) {
    return dynamic_cast<UnitInstance<SelfTunedNode>&>(
               *find_unit(fmt::format("router_{}.self_tuned_node", router)))
        .out();
  }
  Cycle late_;
  uint64_t apart_ = 0;
  uint32_t least_ = ~0u;
};

void expect_same_in_every_engine(Scenario scenario, const RunSummary& model) {
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
    scenario.engine = engine;
    const RunSummary run = run_in_child(scenario);
    expect_complete(run);
    EXPECT_EQ(run.digest, model.digest);
    EXPECT_EQ(struck(run), struck(model));
  }
}

TEST(SelfTunedFaults, ACountThatIsStuckIsEverybodys) {
  constexpr Cycle kFrom = 1000;
  ApartProbe probe(kFrom + 100);
  std::map<FaultKind, RunSummary> runs;
  for (const FaultKind kind : {FaultKind::kStuckAt1, FaultKind::kStuckAt0}) {
    Scenario scenario = with_fault(kind, kFrom);
    const RunSummary run = runs[kind] = run_in_child(scenario, &probe);
    expect_complete(run);
    EXPECT_GT(struck(run)[0], 2000u);
    EXPECT_EQ(run.at("apart"), 0) << "the wrong count goes to all";
    expect_same_in_every_engine(scenario, run);
    scenario.faults[0].port = 1;
    EXPECT_EQ(struck(run_in_child(scenario))[0], 0u) << "an output, not what is counted";
  }
  EXPECT_GE(runs[FaultKind::kStuckAt1].at("least"), 4 * 3) << "all buffers of the node";
  EXPECT_LT(runs[FaultKind::kStuckAt0].at("least"), 4 * 3);
}

TEST(SelfTunedFaults, ANodeThatIsResetByItselfLiesApartUntilAllBeginAnew) {
  constexpr Cycle kReset = 1005;
  for (const auto& [resynchronise, late] : {std::make_pair(0, 3000), std::make_pair(512, 2048)}) {
    Scenario scenario = with_fault(FaultKind::kReset, kReset);
    scenario.mechanism.set("resynchronise", int64_t{resynchronise});
    ApartProbe soon(kReset + 16), later(static_cast<Cycle>(late));
    EXPECT_GT(run_in_child(scenario, &soon).at("apart"), 0);
    const RunSummary run = run_in_child(scenario, &later);
    expect_complete(run);
    EXPECT_EQ(struck(run), (std::vector<uint64_t>{1}));
    EXPECT_EQ(run.at("apart") == 0, resynchronise != 0) << resynchronise;
    expect_same_in_every_engine(scenario, run);
  }
}

}  // namespace
}  // namespace chokepoint::test
