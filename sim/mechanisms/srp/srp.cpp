// SPDX-License-Identifier: Apache-2.0
// The mechanism SRP: registration, counters, what it asks of the network.
#include "sim/mechanisms/srp/srp.h"

#include "sim/packet/message_fields.h"

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

Declarations declarations() {
  VcClassSpec speculative;
  speculative.name = "speculative";
  speculative.use = VcUse::kDroppable;
  speculative.per_deadlock_class = true;
  speculative.priority = 0;
  speculative.doc = "packets sent before their reserved time";
  VcClassSpec control;
  control.name = "control";
  control.vcs = 2;
  control.doc = "VC 0 answers, VC 1 reservations";
  // The mechanism counts them itself.
  namespace formats = messages::srp;
  MessageSpec reservation{"reservation", kReservation, "control", 1, {}, "", false};
  reservation.fields = message_fields(formats::kReservation);
  reservation.doc = "source to destination: when may these flits come?";
  MessageSpec grant{"grant", kGrant, "control", 0, {}, "", false};
  grant.fields = message_fields(formats::kGrant);
  grant.doc = "destination to source: from cycle start on";
  MessageSpec ack{"ack", kAck, "control", 0, message_fields(formats::kAck), "", false};
  ack.doc = "destination to source: this speculative packet has come";
  MessageSpec nack{"nack", kNack, "control", 0, message_fields(formats::kNack), "", false};
  nack.doc = "router to source, in the place of a packet that it dropped";
  Declarations all{{speculative, control}, {reservation, grant, ack, nack}};
  all.reserves = true;
  return all;
}

const MechanismRegistration registration{{
    "srp",
    "speculative reservation protocol: reserve at the destination, speculate meanwhile",
    keys(),
    [](const Scenario& scenario) { return std::make_unique<Srp>(scenario); },
    check,
    declarations(),
}};

}  // namespace
}  // namespace chokepoint::srp
