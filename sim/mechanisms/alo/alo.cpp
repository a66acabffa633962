// SPDX-License-Identifier: Apache-2.0
// The mechanism ALO: registration and counters.
#include "sim/mechanisms/alo/alo.h"

namespace chokepoint::alo {
namespace {

class Alo : public Mechanism {
 public:
  explicit Alo(const Scenario& scenario) : config_(scenario), engine_(scenario.engine) {}
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<NicSide>(config_, nic, engine_, counters_);
  }
  std::map<std::string, uint64_t> counters() const override {
    return {{"tests", counters_.tests}, {"refusals", counters_.refusals}};
  }

 private:
  Config config_;
  EngineKind engine_;
  Counters counters_;
};

const MechanismRegistration registration{{
    "alo",
    "at least one: a packet enters if its router has free VCs on the outputs that it may take",
    keys(),
    [](const Scenario& scenario) { return std::make_unique<Alo>(scenario); },
    check,
}};

}  // namespace
}  // namespace chokepoint::alo
