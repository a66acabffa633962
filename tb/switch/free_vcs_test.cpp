// SPDX-License-Identifier: Apache-2.0
// What a mechanism sees of output VCs with wormhole switching: one that is reused atomically is
// free when the next router's buffer for it is empty.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "sim/hooks/mechanism.h"
#include "tb/switch/wormhole_torus.h"

namespace chokepoint::test {
namespace {

/// Compares free VCs with credits and output buffers in every cycle.
class FreeVcs : public Mechanism {
 public:
  struct Counts {
    uint64_t free = 0, taken = 0, free_without_credits = 0;
  };
  class Watch : public RouterAttachment {
   public:
    Watch(RouterState& router, Counts& counts) : router_(router), counts_(counts) {}
    void end_cycle(Cycle) override {
      const NetworkConfig& network = router_.context().scenario.network;
      for (unsigned output = 0; output < router_.radix(); ++output) {
        const uint32_t free = router_.free_vcs(output);
        for (unsigned vc = 0; vc < router_.context().layout.total; ++vc) {
          const bool empty = router_.downstream_credits(output, vc) == network.vc_buffer_flits &&
                             router_.output_flits(output, vc) == 0;
          if ((free >> vc & 1) == 0) {
            ++counts_.taken;
          } else {
            ++counts_.free;
            counts_.free_without_credits += !empty;
          }
        }
      }
    }

   private:
    RouterState& router_;
    Counts& counts_;
  };
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<Watch>(router, counts_);
  }
  std::map<std::string, uint64_t> counters() const override {
    return {{"free", counts_.free},
            {"taken", counts_.taken},
            {"free_without_credits", counts_.free_without_credits}};
  }

 private:
  Counts counts_;
};
const MechanismRegistration watch_free_vcs{{
    "watch_free_vcs",
    "of this test",
    {},
    [](const Scenario&) { return std::make_unique<FreeVcs>(); },
    {},
}};

TEST(FreeVcs, AreThoseThatAPacketCouldGet) {
  for (const char* reuse : {"atomic", "behind_tail"}) {
    Scenario scenario = wormhole_torus({4, 4});
    scenario.mechanism.name = "watch_free_vcs";
    scenario.network.switching_keys.set("vc_reuse", reuse);
    scenario.run.measure = 3000;
    add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.5, 16, 1);
    const RunSummary run = run_with(scenario);
    expect_complete(run);
    EXPECT_GT(run.mechanism.at("free"), 1000u);
    EXPECT_GT(run.mechanism.at("taken"), 1000u);
    if (reuse == std::string("atomic")) {
      EXPECT_EQ(run.mechanism.at("free_without_credits"), 0u);
    } else {
      EXPECT_GT(run.mechanism.at("free_without_credits"), 1000u);
    }
  }
}

}  // namespace
}  // namespace chokepoint::test
