// SPDX-License-Identifier: Apache-2.0
// Mechanism `cbcm`: contention-based congestion management (paper 000).
#include "sim/mechanisms/cbcm/cbcm.h"

#include "sim/packet/message_fields.h"

namespace chokepoint::cbcm {
namespace {

class Cbcm : public Mechanism {
 public:
  explicit Cbcm(const Scenario& scenario) : config_(scenario), engine_(scenario.engine) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<RouterSide>(config_, router, engine_, counters_, heads_);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<NicSide>(config_, nic, engine_, counters_);
  }
  std::map<std::string, uint64_t> counters() const override {
    std::map<std::string, uint64_t> all{
        {"throttles_sent", counters_.throttles_sent},
        {"unthrottles_sent", counters_.unthrottles_sent},
        {"hotspots_declared", counters_.hotspots_declared},
        {"hotspots_ended", counters_.hotspots_ended},
        {"router_clocks", counters_.router_clocks},
        {"nic_clocks", counters_.nic_clocks},
        {"congested_output_cycles", counters_.congested_output_cycles}};
    if (counters_.first_throttle) all["first_throttle_cycle"] = *counters_.first_throttle;
    if (config_.early) {
      all["early_throttles_sent"] = counters_.early_throttles_sent;
      all["early_hotspots"] = counters_.early_hotspots;
      all["early_silenced"] = counters_.early_silenced;
      all["early_clocks"] = counters_.early_clocks;
    }
    return all;
  }
  bool counts_least(const std::string& counter) const override {
    return counter == "first_throttle_cycle";
  }

 private:
  Config config_;
  EngineKind engine_;
  Counters counters_;
  std::vector<CrossedHead> heads_;
};

Declarations declarations() {
  VcClassSpec hotspot;
  hotspot.name = "hotspot";
  hotspot.use = VcUse::kData;
  hotspot.priority = 0;
  hotspot.doc = "throttled packets";
  hotspot.present = [](const Scenario& s) { return s.mechanism.boolean("hotspot_vc"); };
  VcClassSpec control;
  control.name = "control";
  // An UNTHROTTLE is always taken, a THROTTLE only while no refusal waits: with one VC for both, full
  // tables could wait for each other.
  control.vcs = 2;
  control.doc = "VC 0 unthrottle, which is always taken; VC 1 throttle";
  // The mechanism counts them itself.
  MessageSpec throttle{"throttle", kThrottle, "control", 1, {}, "", false};
  throttle.fields = message_fields(messages::cbcm::kThrottle);
  throttle.doc = "destination or router to a source: send at 1 / degree";
  MessageSpec unthrottle{"unthrottle", kUnthrottle, "control", 0, {}, "", false};
  unthrottle.fields = message_fields(messages::cbcm::kUnthrottle);
  unthrottle.doc = "source to destination: throttled no more";
  return {{hotspot, control}, {throttle, unthrottle}};
}

const MechanismRegistration registration{{
    "cbcm",
    "contention-based congestion management: marks by contention, throttles at the source",
    keys(),
    [](const Scenario& scenario) { return std::make_unique<Cbcm>(scenario); },
    check,
    declarations(),
}};

}  // namespace
}  // namespace chokepoint::cbcm
