// SPDX-License-Identifier: Apache-2.0
// Mechanism `pacing`: every NIC is silent for `gap` cycles after each packet, and again after the
// notice that it has come. The worked example of docs/developer/new-mechanism.md.
#include <deque>

#include "sim/engine/unit_instance.h"
#include "sim/hooks/area.h"
#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/units/pacing/gap_timer.h"

namespace chokepoint {
namespace {

constexpr PacketKind kNotice{2};

class PacedNic : public NicAttachment {
 public:
  PacedNic(const Scenario& scenario, NicState& nic)
      : nic_(nic),
        unit_(make_unit<GapTimer>(scenario.engine, {},
                                  "nic_" + std::to_string(nic.id()) + ".gap_timer")) {
    in_.enable = true;
    in_.cfg_gap = static_cast<uint32_t>(scenario.mechanism.integer("gap"));
  }
  InjectionDecision may_inject(Cycle, const QueueHead&) override {
    InjectionDecision decision;
    decision.allowed = !unit_->out().blocked;
    return decision;
  }
  void injected(Cycle, const Packet&) override { in_.sent_valid = true; }
  void received(Cycle, const Packet& packet) override { owed_.push_back(packet.source); }
  void control_received(Cycle, const Packet&) override { in_.sent_valid = true; }
  bool idle() const override { return owed_.empty(); }
  void end_cycle(Cycle now) override {
    if (!owed_.empty() && nic_.control_ready(kNotice)) {
      nic_.send_control(now, kNotice, owed_.front(), 0);
      owed_.pop_front();
    }
    if (!in_.sent_valid && unit_->out().quiescent) return;  // the unit sleeps
    unit_->step(in_);
    in_.sent_valid = false;
  }
  void enable(bool on) override { in_.enable = on; }

 private:
  NicState& nic_;
  std::deque<NodeId> owed_;  ///< sources that have a notice to come
  std::unique_ptr<UnitInstance<GapTimer>> unit_;
  GapTimer::In in_;
};

class Pacing : public Mechanism {
 public:
  explicit Pacing(const Scenario& scenario) : scenario_(scenario) {}
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<PacedNic>(scenario_, nic);
  }

 private:
  const Scenario& scenario_;
};

Declarations declarations() {
  VcClassSpec notices;
  notices.name = "notices";
  notices.priority = 3;
  notices.doc = "notices";
  MessageSpec notice{"notice", kNotice, "notices", 0, {}, "a packet of yours has come"};
  return {{notices}, {notice}};
}

const MechanismRegistration registration{{
    "pacing",
    "example: a NIC is silent after each packet",
    {integer_key("gap", 64, 0, 65535, "cycles", "silence after a packet starts")},
    [](const Scenario& scenario) { return std::make_unique<Pacing>(scenario); },
    [](const Scenario& s) { params_for<GapTimer>(s.engine, {}); },
    declarations(),
}};

std::vector<AreaUnit> units(const std::map<std::string, uint64_t>&) {
  AreaUnit timer;
  timer.place = "nic";
  timer.name = "gap_timer";
  timer.state_bits = 16;
  return {timer};
}
const AreaRegistration area{{"pacing", {}, units}};

}  // namespace
}  // namespace chokepoint
