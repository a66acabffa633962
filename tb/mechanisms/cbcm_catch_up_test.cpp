// SPDX-License-Identifier: Apache-2.0
// A router's unit that is clocked for several cycles at once, and as a model the tracker that
// stands in its place, mark what the unit marks cycle by cycle.
#include <gtest/gtest.h>

#include "sim/engine/variants.h"
#include "sim/units/cbcm/cbcm_nic.h"
#include "sim/units/cbcm/cbcm_router.h"
#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

/// In the place of RTL: a model whose every clock has to have a cycle of its own, by the counter
/// that assertions are named after.
template <class Unit>
class ClockedInstance final : public UnitInstance<Unit> {
 public:
  using Base = UnitInstance<Unit>;
  ClockedInstance(const typename Unit::Params& params, std::string path)
      : Base(std::move(path), params), model_(params) {}
  const typename Unit::Out& out() const override { return model_.out(); }
  void step(const typename Unit::In& in) override {
    const Cycle now = *cycle_counter();
    if (clocks_++ > 1 && now <= last_) {
      throw CheckError(this->path() + ": a clock names cycle " + std::to_string(now) + " again");
    }
    last_ = now;
    model_.step(in);
  }
  void reset(const typename Unit::In&) override {}

 private:
  typename Unit::Model model_;
  Cycle last_ = 0;
  uint64_t clocks_ = 0;  ///< the first loads the seed, before the run
};

template <class Unit>
void add_clocked_variant() {
  using Params = typename Unit::Params;
  rtl_variants<Unit>().push_back({"clocked",
                                  Params(),
                                  [](const Params&, const Params&) { return true; },
                                  [](const Params& params, std::string path) {
                                    return std::make_unique<ClockedInstance<Unit>>(params,
                                                                                   std::move(path));
                                  },
                                  {},
                                  [] { return false; }});
}

TEST(CatchUp, EachClockIsNamedAfterItsOwnCycle) {
  add_clocked_variant<CbcmRouter>();
  add_clocked_variant<CbcmNic>();
  chosen_variants() = {"clocked"};
  Scenario scenario = small_network("cbcm");
  scenario.engine = EngineKind::kRtl;
  scenario.run.measure = 3000;
  add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {4}, 0.8);
  expect_complete(run_in_child(scenario));
  chosen_variants().clear();
  rtl_variants<CbcmRouter>().pop_back();
  rtl_variants<CbcmNic>().pop_back();
}

/// Digests of a run in which units fall behind, and of one in which an observer sees every cycle,
/// so that none does, and models have no tracker.
void compare_catch_up(EngineKind engine, unsigned packet_flits, unsigned node_channel,
                      bool leaves_at_once, const std::map<std::string, std::string>& more = {},
                      Cycle off = 0, Cycle on = 0) {
  Scenario scenario = small_network("cbcm", "ugal");
  scenario.engine = engine;
  for (const auto& [key, value] : more) set_key(scenario, key, value);
  scenario.network.node_channel_latency = node_channel;
  scenario.run.measure = 6000;
  scenario.run.drain = 0;
  if (on != 0) {
    scenario.run.disable_at = off;
    scenario.run.enable_at = on;
  }
  if (leaves_at_once) {
    scenario.network.channel_latency = 60;
    scenario.network.speedup = 1;
    scenario.network.output_buffer_flits = packet_flits;
  }
  set_key(scenario, "epoch_cycles", int64_t{128});
  add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {4}, 0.8, packet_flits);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3, packet_flits);
  Probe every_cycle;
  const RunSummary behind = run_in_child(scenario);
  const RunSummary at_once = run_in_child(scenario, &every_cycle);
  expect_complete(behind, false);
  EXPECT_EQ(behind.digest, at_once.digest)
      << (engine == EngineKind::kRtl ? "rtl" : "model") << ", packets of " << packet_flits
      << ", channels to nodes of " << node_channel;
  EXPECT_EQ(behind.mechanism, at_once.mechanism);
  EXPECT_GT(behind.mechanism.at("throttles_sent"), 0u);
}

// No packet waits in an output buffer: the node looks at a mark as soon as it can.
TEST(CatchUp, MarksAreThereBeforeTheNodeLooks) {
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kModel}) {
    for (const unsigned packet_flits : {1u, 3u}) {
      for (const unsigned node_channel : {1u, 4u})
        compare_catch_up(engine, packet_flits, node_channel, true);
    }
  }
}

// Throttle messages are shorter than data: their packets are gone, and others in their place,
// before the unit is told of them.
TEST(CatchUp, ControlPacketsMayBeGone) {
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kModel}) {
    for (const unsigned packet_flits : {2u, 3u, 4u, 8u})
      compare_catch_up(engine, packet_flits, 1, false);
  }
}

TEST(CatchUp, WhicheverHeadsRequest) {
  for (const char* scope : {"waiting", "held"}) {
    compare_catch_up(EngineKind::kModel, 16, 1, false, {{"request_scope", scope}});
  }
}

// Off, and on again, in the middle of ticks of many cycles.
TEST(CatchUp, SwitchedOffAndOn) {
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kModel}) {
    compare_catch_up(engine, 8, 1, false, {}, 2003, 3001);
  }
}

}  // namespace
}  // namespace chokepoint::test
