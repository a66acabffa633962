// SPDX-License-Identifier: Apache-2.0
// What stands between a mechanism and the network and hands every hook on: who wants to change one
// derives from these and overrides it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "sim/hooks/mechanism.h"

namespace chokepoint {

class ForwardingNic : public NicAttachment {
 public:
  explicit ForwardingNic(std::unique_ptr<NicAttachment> inner) : inner_(std::move(inner)) {}
  void begin_cycle(Cycle now) override { inner_->begin_cycle(now); }
  const Packet* retransmission(Cycle now) override { return inner_->retransmission(now); }
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override {
    return inner_->may_inject(now, head);
  }
  uint64_t decisions(Cycle now) const override { return inner_->decisions(now); }
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
  Cycle sleeps_until(Cycle now) const override { return inner_->sleeps_until(now); }
  bool idle() const override { return inner_->idle(); }
  void list_state(StateLines& lines) const override { inner_->list_state(lines); }
  void finish(Cycle cycles) override { inner_->finish(cycles); }
  void enable(bool on) override { inner_->enable(on); }
  void upset() override { inner_->upset(); }
  std::string describe_wait() const override { return inner_->describe_wait(); }
  void describe_wave(WaveSignals& signals) override { inner_->describe_wave(signals); }

 protected:
  NicAttachment& inner() { return *inner_; }
  const NicAttachment& inner() const { return *inner_; }

 private:
  std::unique_ptr<NicAttachment> inner_;
};

class ForwardingMechanism : public Mechanism {
 public:
  explicit ForwardingMechanism(std::unique_ptr<Mechanism> inner) : inner_(std::move(inner)) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return inner_->attach_router(router);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return inner_->attach_nic(nic);
  }
  bool needs_hotspot_vc() const override { return inner_->needs_hotspot_vc(); }
  unsigned control_vcs() const override { return inner_->control_vcs(); }
  bool needs_speculative_vcs() const override { return inner_->needs_speculative_vcs(); }
  unsigned vc_sets(const Scenario& scenario) const override { return inner_->vc_sets(scenario); }
  std::map<std::string, uint64_t> counters() const override { return inner_->counters(); }

 private:
  std::unique_ptr<Mechanism> inner_;
};

}  // namespace chokepoint
