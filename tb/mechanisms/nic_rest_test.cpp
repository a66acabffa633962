// SPDX-License-Identifier: Apache-2.0
// A NIC that sleeps while its mechanism wants nothing, and asks again for heads that were refused
// only when an answer may have changed, starts the same packets as one that does all in every
// cycle.
#include <gtest/gtest.h>

#include "sim/hooks/forwarding.h"
#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

/// decisions() says nothing, as by default, nor does sleeps_until() unless `sleeps`.
class RestlessNic : public ForwardingNic {
 public:
  RestlessNic(std::unique_ptr<NicAttachment> inner, bool sleeps)
      : ForwardingNic(std::move(inner)), sleeps_(sleeps) {}
  uint64_t decisions(Cycle now) const override { return now; }
  Cycle sleeps_until(Cycle now) const override {
    return sleeps_ ? ForwardingNic::sleeps_until(now) : now + 1;
  }

 private:
  bool sleeps_;
};

class Restless : public ForwardingMechanism {
 public:
  Restless(std::unique_ptr<Mechanism> inner, bool sleeps)
      : ForwardingMechanism(std::move(inner)), sleeps_(sleeps) {}
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    auto inner = ForwardingMechanism::attach_nic(nic);
    if (inner == nullptr) inner = std::make_unique<NicAttachment>();  // "none"
    return std::make_unique<RestlessNic>(std::move(inner), sleeps_);
  }

 private:
  bool sleeps_;
};

/// Two hotspots, one of which ends, beside uniform traffic of small packets: queues for all
/// destinations, heads that lack credits, and heads that the mechanism refuses.
Scenario crowded(const std::string& mechanism, uint64_t seed, unsigned data_vcs) {
  Scenario scenario = small_network(mechanism, "ugal");
  scenario.run.seed = seed;
  scenario.run.measure = 12000;
  scenario.run.drain = 0;
  scenario.network.data_vcs = data_vcs;
  scenario.network.vc_buffer_flits = 32;
  auto& keys = scenario.mechanism.values;
  if (mechanism.find("cbcm") != std::string::npos) keys["epoch_cycles"] = int64_t{128};
  if (mechanism.find("srp") != std::string::npos) keys["ttw"] = int64_t{20};
  add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {kHotspot}, 0.8);
  add_traffic(scenario, "brief", "hotspot", {1, 2, 9, 13}, {kHotspot + 1}, 0.5).stop = 5000;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3, 8, 4);
  add_traffic(scenario, "flits", "uniform", nodes_from(0, 16), {}, 0.1, 1, 6);
  return scenario;
}

std::string register_restless(const std::string& mechanism, bool sleeps) {
  MechanismInfo info = mechanisms().at(mechanism);
  info.name = (sleeps ? "asking_" : "restless_") + mechanism;
  const auto make = info.make;
  info.make = [make, sleeps](const Scenario& scenario) {
    return std::make_unique<Restless>(make(scenario), sleeps);
  };
  MechanismRegistration{info};
  return info.name;
}

/// `busy`: a counter that says that the mechanism had to do, if it has one.
void compare_rest(const std::string& mechanism, const std::string& busy) {
  const std::vector<std::string> others = {register_restless(mechanism, false),
                                           register_restless(mechanism, true)};
  for (const uint64_t seed : {1, 2, 3, 4}) {
    const unsigned data_vcs = seed % 2 == 0 ? 2 : 4;
    const RunSummary rests = run_in_child(crowded(mechanism, seed, data_vcs));
    expect_complete(rests, false);
    if (!busy.empty()) {
      EXPECT_GT(rests.mechanism.at(busy), 100u) << mechanism << ", seed " << seed;
    }
    for (const std::string& other : others) {
      const RunSummary never = run_in_child(crowded(other, seed, data_vcs));
      expect_complete(never, false);
      EXPECT_EQ(rests.digest, never.digest) << other << ", seed " << seed;
      EXPECT_EQ(rests.mechanism, never.mechanism) << other << ", seed " << seed;
    }
  }
}

TEST(NicRest, WithoutAMechanismTheSamePacketsStart) {
  compare_rest("none", "");
}
TEST(NicRest, IdealStartsTheSamePackets) {
  compare_rest("ideal", "");
}
TEST(NicRest, CbcmStartsTheSamePackets) {
  compare_rest("cbcm", "throttles_sent");
}
TEST(NicRest, SrpStartsTheSamePackets) {
  compare_rest("srp", "retransmitted");
}
TEST(NicRest, EcnStartsTheSamePackets) {
  compare_rest("ecn", "notifications_sent");
}

}  // namespace
}  // namespace chokepoint::test
