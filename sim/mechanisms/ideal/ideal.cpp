// SPDX-License-Identifier: Apache-2.0
// Mechanism `ideal`: each traffic class in its own set of VCs, hotspot traffic routed minimally
// (paper 000, Section II-B): the reference that no real network has.
#include <algorithm>

#include "sim/hooks/mechanism.h"

namespace chokepoint {
namespace {

std::vector<std::string> class_names(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const TrafficConfig& group : scenario.traffic) {
    if (std::find(names.begin(), names.end(), group.traffic_class) == names.end()) {
      names.push_back(group.traffic_class);
    }
  }
  return names;
}

class IdealNic : public NicAttachment {
 public:
  explicit IdealNic(const std::vector<InjectionDecision>& decisions) : decisions_(decisions) {}
  InjectionDecision may_inject(Cycle, const QueueHead& head) override {
    return decisions_[head.group];
  }
  uint64_t decisions(Cycle) const override { return 0; }
  Cycle sleeps_until(Cycle) const override { return ~Cycle{0}; }

 private:
  const std::vector<InjectionDecision>& decisions_;
};

class Ideal : public Mechanism {
 public:
  explicit Ideal(const Scenario& scenario) {
    const std::vector<std::string> names = class_names(scenario);
    for (const TrafficConfig& group : scenario.traffic) {
      InjectionDecision decision;
      decision.vc_set = static_cast<uint8_t>(
          std::find(names.begin(), names.end(), group.traffic_class) - names.begin());
      decision.minimal_only = group.pattern == "hotspot";
      decisions_.push_back(decision);
    }
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState&) override {
    return std::make_unique<IdealNic>(decisions_);
  }

 private:
  std::vector<InjectionDecision> decisions_;  ///< per traffic group
};

Declarations declarations() {
  Declarations all;
  all.data_sets = [](const Scenario& scenario) {
    return static_cast<unsigned>(class_names(scenario).size());
  };
  return all;
}

const MechanismRegistration registration{{
    "ideal",
    "reference: each traffic class has its own VCs, hotspot traffic goes minimally",
    {},
    [](const Scenario& scenario) { return std::make_unique<Ideal>(scenario); },
    {},
    declarations(),
}};

}  // namespace
}  // namespace chokepoint
