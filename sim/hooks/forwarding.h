// SPDX-License-Identifier: Apache-2.0
// What stands between a mechanism and the network and hands every hook on: who wants to change one
// derives from these and overrides it. tb/hooks/forwarding_test.cpp checks that no hook is missing.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sim/hooks/mechanism.h"

namespace chokepoint {

class ForwardingRouter : public RouterAttachment {
 public:
  explicit ForwardingRouter(std::unique_ptr<RouterAttachment> inner) : inner_(std::move(inner)) {}
  void speculative_arrived(Cycle now, Packet& packet, unsigned input, unsigned index) override {
    inner_->speculative_arrived(now, packet, input, index);
  }
  void begin_cycle(Cycle now) override { inner_->begin_cycle(now); }
  void head_crosses(Cycle now, Packet& packet, unsigned output, unsigned vc,
                    unsigned pass) override {
    inner_->head_crosses(now, packet, output, vc, pass);
  }
  bool follows_packets() const override { return inner_->follows_packets(); }
  void packet_arrived(Cycle now, const PacketPlace& at) override {
    inner_->packet_arrived(now, at);
  }
  void packet_assigned(Cycle now, const PacketPlace& at) override {
    inner_->packet_assigned(now, at);
  }
  void head_left(Cycle now, const PacketPlace& at) override { inner_->head_left(now, at); }
  void tail_left(Cycle now, const PacketPlace& at) override { inner_->tail_left(now, at); }
  void head_sent(Cycle now, const PacketPlace& at) override { inner_->head_sent(now, at); }
  void tail_sent(Cycle now, const PacketPlace& at) override { inner_->tail_sent(now, at); }
  void end_cycle(Cycle now) override { inner_->end_cycle(now); }
  void catch_up(Cycle last) override { inner_->catch_up(last); }
  void list_state(StateLines& lines) const override { inner_->list_state(lines); }
  void fetch(Cycle cycles) const override { inner_->fetch(cycles); }
  bool every_cycle() const override { return inner_->every_cycle(); }
  bool busy() const override { return inner_->busy(); }
  void enable(bool on) override { inner_->enable(on); }
  bool markable(const Packet& packet, unsigned output, unsigned vc) const override {
    return inner_->markable(packet, output, vc);
  }
  void upset() override { inner_->upset(); }
  bool stick(std::optional<bool> at) override { return inner_->stick(at); }
  bool reset(Cycle now) override { return inner_->reset(now); }
  QueueOwner* queue_owner() override { return inner_->queue_owner(); }
  void describe_wave(WaveSignals& signals) override { inner_->describe_wave(signals); }

  RouterAttachment& inner() { return *inner_; }
  const RouterAttachment& inner() const { return *inner_; }

 private:
  std::unique_ptr<RouterAttachment> inner_;
};

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
  bool takes_control(Cycle now, const Packet& packet) override {
    return inner_->takes_control(now, packet);
  }
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
  bool makes_queues() const override { return inner_->makes_queues(); }
  std::map<std::string, uint64_t> counters() const override { return inner_->counters(); }
  bool counts_least(const std::string& counter) const override {
    return inner_->counts_least(counter);
  }
  std::map<std::string, std::string> tables() const override { return inner_->tables(); }

 private:
  std::unique_ptr<Mechanism> inner_;
};

}  // namespace chokepoint
