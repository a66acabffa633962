// SPDX-License-Identifier: Apache-2.0
// The mechanism ECN: registration, counters, what it asks of the network.
#include "sim/mechanisms/ecn/ecn.h"

#include "sim/packet/message_fields.h"

namespace chokepoint::ecn {
namespace {

class Ecn : public Mechanism {
 public:
  explicit Ecn(const Scenario& scenario) : config_(scenario), engine_(scenario.engine) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<RouterSide>(config_, router, engine_, counters_);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<NicSide>(config_, nic, engine_, counters_);
  }
  std::map<std::string, uint64_t> counters() const override {
    return {{"notifications_sent", counters_.notifications_sent},
            {"notifications_lost", counters_.notifications_lost},
            {"triggered", counters_.triggered},
            {"congested_output_cycles", counters_.congested_output_cycles},
            {"router_clocks", counters_.router_clocks},
            {"nic_clocks", counters_.nic_clocks}};
  }

 private:
  Config config_;
  EngineKind engine_;
  Counters counters_;
};

Declarations declarations() {
  VcClassSpec control;
  control.name = "control";
  control.doc = "all messages";
  // The mechanism counts them itself.
  MessageSpec notification{"notification", kNotification, "control", 0, {}, "", false};
  notification.fields = message_fields(messages::ecn::kNotification);
  notification.doc = "destination to the source of a marked packet: longer gaps";
  return {{control}, {notification}};
}

const MechanismRegistration registration{{
    "ecn",
    "explicit congestion notification: marks by queue length, delays packets at the source",
    keys(),
    [](const Scenario& scenario) { return std::make_unique<Ecn>(scenario); },
    check,
    declarations(),
}};

}  // namespace
}  // namespace chokepoint::ecn
