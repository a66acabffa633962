// SPDX-License-Identifier: Apache-2.0
// One small scenario on all three engines: the network cannot tell them apart.
#include <gtest/gtest.h>

#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

/// Notes whether the units of a router and a NIC have Verilated hardware in them.
class RtlProbe : public Probe {
 public:
  void cycle(Cycle now, Network&) override {
    if (now == 0) {
      rtl_ = find_unit("router_1.cbcm_router")->has_rtl() && find_unit("nic_4.cbcm_nic")->has_rtl();
    }
  }
  void report(Figures& figures) const override { figures["rtl"] = rtl_; }

 private:
  bool rtl_ = false;
};

RunSummary run_on(EngineKind engine) {
  Scenario scenario = small_network("cbcm", "ugal");
  scenario.engine = engine;
  scenario.network.channel_latency = 20;
  scenario.run.measure = 8000;
  scenario.run.drain = 0;
  scenario.run.disable_at = 6000;
  scenario.run.enable_at = 6100;
  set_key(scenario, "epoch_cycles", int64_t{512});
  add_messages(scenario,
               {{0, 0, kHotspot, 1024},
                {0, 5, kHotspot, 1024},
                {0, 8, kHotspot, 1024},
                {0, 12, kHotspot, 4096}},
               32);
  add_traffic(scenario, "uniform", "uniform", {1, 2, 3, 6, 7, 9, 10, 11, 13, 14, 15}, {}, 0.3);
  RtlProbe probe;
  return run_in_child(scenario, &probe);
}

TEST(Engines, ModelRtlAndLockstepGiveOneDigest) {
  const RunSummary model = run_on(EngineKind::kModel);
  const RunSummary rtl = run_on(EngineKind::kRtl);
  const RunSummary lockstep = run_on(EngineKind::kLockstep);
  expect_complete(model, false);
  expect_complete(rtl, false);
  expect_complete(lockstep, false);
  EXPECT_GT(model.mechanism.at("throttles_sent"), 0u);
  EXPECT_GT(model.mechanism.at("unthrottles_sent"), 0u);
  EXPECT_GT(model.mechanism.at("hotspots_ended"), 0u);
  EXPECT_EQ(model.at("rtl"), 0);
  EXPECT_EQ(rtl.at("rtl"), 1);
  EXPECT_EQ(lockstep.at("rtl"), 1);
  EXPECT_EQ(model.digest, rtl.digest);
  EXPECT_EQ(model.digest, lockstep.digest);
  EXPECT_EQ(model.mechanism, rtl.mechanism);
  EXPECT_EQ(model.mechanism, lockstep.mechanism);
}

}  // namespace
}  // namespace chokepoint::test
