// SPDX-License-Identifier: Apache-2.0
// The mechanism SRP: registration, counters, what it asks of the network.
#include "sim/mechanisms/srp/srp.h"

namespace chokepoint::srp {
namespace {

class Srp : public Mechanism {
 public:
  explicit Srp(const Scenario& scenario) : config_(scenario), engine_(scenario.engine) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<RouterSide>(config_, router, engine_, counters_);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<NicSide>(config_, nic, engine_, counters_);
  }
  unsigned control_vcs() const override { return 2; }
  bool needs_speculative_vcs() const override { return true; }
  std::map<std::string, uint64_t> counters() const override {
    std::map<std::string, uint64_t> counters = {{"reservations_sent", counters_.reservations_sent},
                                                {"grants_sent", counters_.grants_sent},
                                                {"acks_sent", counters_.acks_sent},
                                                {"nacks_received", counters_.nacks_received},
                                                {"speculative_sent", counters_.speculative_sent},
                                                {"reserved_sent", counters_.reserved_sent},
                                                {"retransmitted", counters_.retransmitted},
                                                {"bypassed", counters_.bypassed},
                                                {"offers_waiting", counters_.offers_waiting},
                                                {"router_clocks", counters_.router_clocks},
                                                {"nic_clocks", counters_.nic_clocks}};
    if (config_.timeout != 0) {
      counters["stray_answers"] = counters_.stray_answers;
      counters["copies_dropped"] = counters_.copies_dropped;
    }
    return counters;
  }

 private:
  Config config_;
  EngineKind engine_;
  Counters counters_;
};

const MechanismRegistration registration{{
    "srp",
    "speculative reservation protocol: reserve at the destination, speculate meanwhile",
    keys(),
    [](const Scenario& scenario) { return std::make_unique<Srp>(scenario); },
    check,
}};

}  // namespace
}  // namespace chokepoint::srp
