// SPDX-License-Identifier: Apache-2.0
// The mechanism self_tuned: registration, counters, the history of a run.
#include "sim/mechanisms/self_tuned/self_tuned.h"

#include <fmt/format.h>

namespace chokepoint::self_tuned {

std::string NicSide::describe_wait() const {
  const SelfTunedNode::Out& out = node_.out();
  if (!out.hold) return "";
  return fmt::format("held back: an estimated {} full buffers are more than {}", out.estimate,
                     out.threshold);
}

namespace {

class SelfTuned : public Mechanism {
 public:
  explicit SelfTuned(const Scenario& scenario) : config_(scenario), engine_(scenario.engine) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    auto side = std::make_unique<RouterSide>(config_, router, engine_, phase_of(router.id()),
                                             counters_, router.id() == 0 ? &history_ : nullptr);
    sides_[router.id()] = side.get();
    return side;
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<NicSide>(*sides_.at(nic.context().topology.router_of(nic.id())));
  }
  std::map<std::string, uint64_t> counters() const override {
    return {{"held_cycles", counters_.held_cycles},
            {"node_clocks", counters_.node_clocks},
            {"pieces_sent", counters_.pieces_sent}};
  }
  std::map<std::string, std::string> tables() const override {
    if (sides_.count(0) == 0) return {};  // another thread has router 0
    return {{"self_tuned.csv", history_.csv()}};
  }

 private:
  /// One for the sites of a thread: all of them show the same, but where a fault resets one router.
  PhaseClock& phase_of(RouterId router) {
    const auto make = [&] {
      std::unique_ptr<UnitInstance<SidebandRestart>> restart;
      if (config_.restart_cycles != 0) {
        restart = make_unit<SidebandRestart>(engine_, config_.restart,
                                             fmt::format("chip_{}.sideband_restart", router));
      }
      return std::make_unique<PhaseClock>(
          make_unit<SidebandPhase>(engine_, config_.phase,
                                   fmt::format("chip_{}.sideband_phase", router)),
          config_.gather, std::move(restart), config_.restart_cycles);
    };
    if (config_.resets.count(router) != 0) {
      own_phases_.push_back(make());
      return *own_phases_.back();
    }
    if (phase_ == nullptr) phase_ = make();
    return *phase_;
  }

  Config config_;
  EngineKind engine_;
  Counters counters_;
  History history_;  ///< of router 0
  std::unique_ptr<PhaseClock> phase_;
  std::vector<std::unique_ptr<PhaseClock>> own_phases_;
  std::map<RouterId, RouterSide*> sides_;
};

const MechanismRegistration registration{{
    "self_tuned",
    "global throttling by the network's full buffers, gathered on a side-band, above a threshold "
    "that tunes itself",
    keys(),
    [](const Scenario& scenario) { return std::make_unique<SelfTuned>(scenario); },
    check,
}};

}  // namespace
}  // namespace chokepoint::self_tuned
