// SPDX-License-Identifier: Apache-2.0
// A NIC that sleeps while its mechanism wants nothing, and asks again for heads that were refused
// only when an answer may have changed, starts the same packets as one that does all in every
// cycle.
#include <gtest/gtest.h>

#include "tb/mechanisms/cbcm_probe.h"

namespace chokepoint::test {
namespace {

/// The mechanism, but decisions() is what it is by default, and so is sleeps_until() unless
/// `sleeps`.
class RestlessNic : public NicAttachment {
 public:
  RestlessNic(std::unique_ptr<NicAttachment> inner, bool sleeps)
      : inner_(std::move(inner)), sleeps_(sleeps) {}
  void begin_cycle(Cycle now) override { inner_->begin_cycle(now); }
  const Packet* retransmission(Cycle now) override { return inner_->retransmission(now); }
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override {
    return inner_->may_inject(now, head);
  }
  void injected(Cycle now, const Packet& packet) override { inner_->injected(now, packet); }
  void generated(Cycle now, NodeId destination, unsigned flits) override {
    inner_->generated(now, destination, flits);
  }
  bool is_copy(const Packet& packet) override { return inner_->is_copy(packet); }
  void received(Cycle now, const Packet& packet) override { inner_->received(now, packet); }
  void control_received(Cycle now, const Packet& packet) override {
    inner_->control_received(now, packet);
  }
  void end_cycle(Cycle now) override { inner_->end_cycle(now); }
  Cycle sleeps_until(Cycle now) const override {
    return sleeps_ ? inner_->sleeps_until(now) : now + 1;
  }
  bool idle() const override { return inner_->idle(); }
  void finish(Cycle cycles) override { inner_->finish(cycles); }
  void enable(bool on) override { inner_->enable(on); }

 private:
  std::unique_ptr<NicAttachment> inner_;
  bool sleeps_;
};

class Restless : public Mechanism {
 public:
  Restless(std::unique_ptr<Mechanism> inner, bool sleeps)
      : inner_(std::move(inner)), sleeps_(sleeps) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return inner_->attach_router(router);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    auto attachment = inner_->attach_nic(nic);
    if (attachment == nullptr) return nullptr;
    return std::make_unique<RestlessNic>(std::move(attachment), sleeps_);
  }
  bool needs_hotspot_vc() const override { return inner_->needs_hotspot_vc(); }
  unsigned control_vcs() const override { return inner_->control_vcs(); }
  bool needs_speculative_vcs() const override { return inner_->needs_speculative_vcs(); }
  unsigned vc_sets(const Scenario& scenario) const override { return inner_->vc_sets(scenario); }
  std::map<std::string, uint64_t> counters() const override { return inner_->counters(); }

 private:
  std::unique_ptr<Mechanism> inner_;
  bool sleeps_;
};

/// Two hotspots, one of which ends, beside uniform traffic of small packets: queues for all
/// destinations, heads that lack credits, and heads that the mechanism refuses.
Scenario crowded(const std::string& mechanism, uint64_t seed, unsigned data_vcs) {
  Scenario scenario = small_network(mechanism, RoutingFunction::kUgal);
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

/// `busy`: a counter that says that the mechanism had to do.
void compare(const std::string& mechanism, const std::string& busy) {
  const std::vector<std::string> others = {register_restless(mechanism, false),
                                           register_restless(mechanism, true)};
  for (const uint64_t seed : {1, 2, 3, 4}) {
    const unsigned data_vcs = seed % 2 == 0 ? 2 : 4;
    const RunSummary rests = run_in_child(crowded(mechanism, seed, data_vcs));
    expect_complete(rests, false);
    EXPECT_GT(rests.mechanism.at(busy), 100u) << mechanism << ", seed " << seed;
    for (const std::string& other : others) {
      const RunSummary never = run_in_child(crowded(other, seed, data_vcs));
      expect_complete(never, false);
      EXPECT_EQ(rests.digest, never.digest) << other << ", seed " << seed;
      EXPECT_EQ(rests.mechanism, never.mechanism) << other << ", seed " << seed;
    }
  }
}

TEST(NicRest, CbcmStartsTheSamePackets) {
  compare("cbcm", "throttles_sent");
}
TEST(NicRest, SrpStartsTheSamePackets) {
  compare("srp", "retransmitted");
}
TEST(NicRest, EcnStartsTheSamePackets) {
  compare("ecn", "notifications_sent");
}

}  // namespace
}  // namespace chokepoint::test
