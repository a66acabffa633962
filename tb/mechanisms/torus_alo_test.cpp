// SPDX-License-Identifier: Apache-2.0
// ALO in a network: a packet enters by the rule, in every engine, with every switch, and on any
// number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/network/network.h"
#include "tb/switch/wormhole_torus.h"

namespace chokepoint::test {
namespace {

void use_alo(Scenario& scenario) {
  scenario.mechanism = small_network("alo").mechanism;
}

/// 16 nodes on a torus of small buffers at full load.
Scenario loaded_torus(const std::string& function, double rate = 1) {
  Scenario scenario = wormhole_torus({4, 4});
  use_alo(scenario);
  scenario.routing.function = function;
  scenario.run.measure = 4000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, rate, 16, 1);
  return scenario;
}

/// Says of every packet that enters whether the rule allows it, from coordinates and VCs.
class RuleProbe : public Probe {
 public:
  /// `counted`: VCs that count.
  RuleProbe(unsigned side, uint32_t counted) : side_(side), counted_(counted) {}
  void cycle(Cycle, Network& network) override { network_ = &network; }
  void injected(Cycle, const Packet& packet) override {
    const RouterId here = packet.source, to = packet.destination;  // a node a router
    bool every = true, one = false, useful = false;
    for (unsigned dimension = 0; dimension < 2; ++dimension) {
      const unsigned stride = dimension == 0 ? 1 : side_;
      const unsigned up = (to / stride % side_ + side_ - here / stride % side_) % side_;
      if (up == 0) continue;
      for (unsigned way = 0; way < 2; ++way) {  // port 1 + 2 * dimension leads up, the next down
        if ((way == 0 ? up : side_ - up) > side_ / 2) continue;
        useful = true;
        const uint32_t free = network_->router(here).free_vcs(1 + 2 * dimension + way) & counted_;
        if (free == 0) every = false;
        if (free == counted_) one = true;
      }
    }
    ++entered_;
    if (useful && !every && !one) ++against_;
    if (useful && !every && one) ++by_one_;
  }
  void report(Figures& figures) const override {
    figures["entered"] = static_cast<double>(entered_);
    figures["against"] = static_cast<double>(against_);
    figures["by_one"] = static_cast<double>(by_one_);
  }

 private:
  unsigned side_;
  uint32_t counted_;
  Network* network_ = nullptr;
  uint64_t entered_ = 0, against_ = 0, by_one_ = 0;
};

TEST(Alo, APacketEntersByTheRuleOnly) {
  struct Case {
    const char* function;
    uint32_t counted;
  };
  for (const Case& c : {Case{"escape_adaptive", 0b100}, Case{"recovery_adaptive", 0b111}}) {
    const Scenario scenario = loaded_torus(c.function);
    RuleProbe probe(4, c.counted);
    const RunSummary run = run_in_child(scenario, &probe);
    expect_complete(run);
    EXPECT_GT(run.at("entered"), 1000) << c.function;
    EXPECT_EQ(run.at("against"), 0) << c.function;
    EXPECT_GT(run.mechanism.at("refusals"), 1000u) << c.function;
    EXPECT_LT(run.mechanism.at("refusals"), run.mechanism.at("tests"));
    Scenario without = scenario;
    without.mechanism = small_network().mechanism;
    EXPECT_GT(run_in_child(without, &probe).at("against"), 0) << "the probe sees what ALO prevents";
  }
}

TEST(Alo, EscapesCountWhereTheyAreToldTo) {
  Scenario scenario = loaded_torus("escape_adaptive");
  scenario.mechanism.set("count_escapes", true);
  RuleProbe probe(4, 0b111);
  const RunSummary run = run_in_child(scenario, &probe);
  expect_complete(run);
  EXPECT_EQ(run.at("against"), 0);
  EXPECT_GT(run.at("by_one"), 0) << "the rule's second clause lets packets in";
}

TEST(Alo, CountEscapesIsForFunctionsThatHaveSomeBesideOthers) {
  const auto refusal_of = [](const char* function) -> std::string {
    Scenario scenario = loaded_torus(function);
    scenario.mechanism.set("count_escapes", true);
    try {
      mechanisms().at("alo").check(scenario);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal_of("escape_adaptive"), "");
  EXPECT_EQ(refusal_of("recovery_adaptive"),
            "count_escapes: has no effect with function recovery_adaptive, which has no escape "
            "VCs; it is for functions with escape VCs beside others: leave it out");
  EXPECT_NE(refusal_of("dimension_order").find("which has no other VCs"), std::string::npos);
}

TEST(Alo, NobodyWaitsAtLowLoad) {
  const RunSummary run = run_in_child(loaded_torus("recovery_adaptive", 0.02));
  expect_complete(run);
  EXPECT_GT(run.mechanism.at("tests"), 50u);
  EXPECT_LT(run.mechanism.at("refusals"), 5u);
}

TEST(Alo, EnginesAgree) {
  Scenario scenario = loaded_torus("escape_adaptive");
  scenario.run.disable_at = 1500;
  scenario.run.enable_at = 2500;
  const RunSummary model = run_in_child(scenario);
  expect_complete(model);
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
    scenario.engine = engine;
    const RunSummary run = run_in_child(scenario);
    EXPECT_EQ(run.digest, model.digest);
    EXPECT_EQ(run.mechanism, model.mechanism);
  }
}

TEST(Alo, TheDigestDependsNeitherOnThreadsNorOnTheSwitch) {
  expect_same_with_threads(loaded_torus("escape_adaptive"), "alo", SwitchKind::kPlain);
  Scenario butterfly = small_network("alo", "minimal");
  butterfly.network.shape.set_counts("dimensions", {3, 3});
  butterfly.network.shape.set("concentration", int64_t{2});
  butterfly.network.data_vcs = 2;
  butterfly.network.channel_latency = 10;
  butterfly.network.vc_buffer_flits = 32;
  add_traffic(butterfly, "all", "uniform", nodes_from(0, 18), {}, 0.9, 8, 1);
  const RunSummary run = run_on_both(butterfly);
  expect_complete(run, false);
  EXPECT_GT(run.mechanism.at("refusals"), 100u);
}

TEST(Alo, MoreVcsThanTheTestSeesAreRefused) {
  Scenario scenario = loaded_torus("escape_adaptive");
  scenario.network.data_vcs = 17;
  try {
    mechanisms().at("alo").check(scenario);
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "network.data_vcs: mechanism alo looks at 16 VCs at most, not 17");
  }
}

}  // namespace
}  // namespace chokepoint::test
