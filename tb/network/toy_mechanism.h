// SPDX-License-Identifier: Apache-2.0
// A mechanism of the tests' own: sends speculatively, drops where the test says, resends as data.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/cbcm/enter_requests.h"
#include "sim/network/network.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {

/// Kinds of the toy's messages, in VC 0 of its control class; kRequest and kSecond in VC 1.
inline constexpr PacketKind kRequest{2}, kGrant{3}, kAck{4}, kNack{5}, kFirst{6}, kSecond{7};

inline Declarations toy_declarations() {
  VcClassSpec speculative;
  speculative.name = "speculative";
  speculative.use = VcUse::kDroppable;
  speculative.per_deadlock_class = true;
  speculative.priority = 0;
  VcClassSpec control;
  control.name = "control";
  control.vcs = 2;
  Declarations all{{speculative, control}, {}};
  all.messages = {
      {"request", kRequest, "control", 1, {}, ""}, {"grant", kGrant, "control", 0, {}, ""},
      {"ack", kAck, "control", 0, {}, ""},         {"nack", kNack, "control", 0, {}, ""},
      {"first", kFirst, "control", 0, {}, ""},     {"second", kSecond, "control", 1, {}, ""}};
  return all;
}

/// What a test makes the toy do. Set it before the run: the child process inherits it.
struct ToyScript {
  using Arrived = std::vector<SpeculativeHead>;
  std::function<InjectionDecision(const NicState&, Cycle, const QueueHead&)> decide;
  std::function<void(NicState&, Cycle)> nic_cycle;
  /// begin_cycle; `arrived`: speculative heads that came in this cycle. None: permits all heads.
  std::function<void(RouterState&, Cycle, const Arrived&)> router_cycle;
  std::function<void(RouterState&, const Packet&, unsigned output, unsigned vc)> head_crosses;
  std::function<void(RouterState&, Cycle, VoqEvents&)> router_end;
  std::function<void(const NicState&)> nic_finish;
  bool gate = true;
  bool busy = false;         ///< routers without packets are called too
  unsigned resends = 1;      ///< of a packet that was dropped; 1 is right
  unsigned grants = 1;       ///< for each reservation
  bool acknowledge = false;  ///< destinations acknowledge speculative packets
};
inline ToyScript toy;

inline InjectionDecision speculative() {
  InjectionDecision decision;
  decision.speculative = true;
  return decision;
}

inline void drop(RouterState& router, Cycle now, const SpeculativeHead& head) {
  const Packet& packet = *head.packet;
  router.drop_to_nack(now, head.input, head.index, *head.packet,
                      {kNack, packet.destination, packet.source, packet.message,
                       packet.sequence_number, packet.payload});
}

inline void permit_all(RouterState& router) {
  for (const SpeculativeHead& head : router.speculative_heads()) {
    router.permit(head.input, head.index);
  }
}

class ToyRouter : public RouterAttachment {
 public:
  explicit ToyRouter(RouterState& router) : router_(router) {
    if (toy.gate) router.gate_speculation();
    if (toy.router_end) router.track_voq(&events_);
    router.track_requests(&log_, router.context().layout.total, RequestScope::kWaiting);
  }
  void speculative_arrived(Cycle, Packet& packet, unsigned input, unsigned index) override {
    arrived_.push_back({&packet, input, index});
  }
  void begin_cycle(Cycle now) override {
    log_.forget(
        cbcm::enter_requests(log_, log_.begin(), now, requests_, router_.context().layout.total));
    check_requests();
    if (toy.router_cycle) {
      toy.router_cycle(router_, now, arrived_);
    } else {
      permit_all(router_);
    }
    arrived_.clear();
  }
  void head_crosses(Cycle, Packet& packet, unsigned output, unsigned vc, unsigned) override {
    if (toy.head_crosses) toy.head_crosses(router_, packet, output, vc);
  }
  bool busy() const override { return toy.busy; }
  void end_cycle(Cycle now) override {
    if (toy.router_end) toy.router_end(router_, now, events_);
    events_ = {};
  }

 private:
  /// A FIFO requests one output at most, and one that shows a head requests one.
  void check_requests() const {
    const VcLayout& layout = router_.context().layout;
    const auto requests = [this, &layout](unsigned input, unsigned index) {
      const unsigned vc = static_cast<unsigned>(layout.speculative_vc) + index;
      unsigned count = 0;
      for (unsigned output = 0; output < router_.radix(); ++output) {
        count += requests_.test(input, output, vc, layout.total);
      }
      return count;
    };
    for (unsigned input = 0; input < router_.radix(); ++input) {
      for (unsigned index = 0; index < layout.speculative_vcs; ++index) {
        if (requests(input, index) > 1) throw CheckError("a FIFO requests two outputs");
      }
    }
    for (const SpeculativeHead& head : router_.speculative_heads()) {
      if (requests(head.input, head.index) != 1) throw CheckError("a head requests no output");
    }
  }
  RouterState& router_;
  ToyScript::Arrived arrived_;
  VoqEvents events_;
  RequestLog log_;
  RequestMatrix requests_;  ///< of this cycle
};

class ToyNic : public NicAttachment {
 public:
  explicit ToyNic(NicState& nic) : nic_(nic) {}
  void begin_cycle(Cycle now) override {
    if (toy.nic_cycle) toy.nic_cycle(nic_, now);
  }
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override {
    const auto found = nic_.head_of(head.destination);
    if (!found || found->message != head.message || found->next_packet != head.next_packet) {
      throw CheckError("head_of() is not the head that is offered");
    }
    return toy.decide ? toy.decide(nic_, now, head) : speculative();
  }
  const Packet* retransmission(Cycle) override {
    return again_.empty() ? nullptr : &again_.front();
  }
  void injected(Cycle, const Packet& packet) override {
    if (packet.kind == PacketKind::kSpeculativeData) {
      outstanding_[{packet.message, packet.sequence_number}] = packet;
    } else if (!again_.empty() && again_.front().message == packet.message &&
               again_.front().sequence_number == packet.sequence_number) {
      again_.pop_front();
    }
  }
  void received(Cycle, const Packet& packet) override {
    if (packet.kind != PacketKind::kSpeculativeData || !toy.acknowledge) return;
    ControlMessage acknowledgement;
    acknowledgement.kind = kAck;
    acknowledgement.destination = packet.source;
    acknowledgement.message = packet.message;
    acknowledgement.sequence_number = packet.sequence_number;
    owed_.push_back(acknowledgement);
  }
  void control_received(Cycle, const Packet& packet) override {
    if (packet.kind == kRequest) {
      ControlMessage grant;
      grant.kind = kGrant;
      grant.destination = packet.source;
      owed_.insert(owed_.end(), toy.grants, grant);
    }
    if (packet.kind != kAck && packet.kind != kNack) return;
    const auto found = outstanding_.find({packet.message, packet.sequence_number});
    if (found == outstanding_.end()) throw CheckError("an answer to nothing that was sent");
    if (packet.kind == kNack) {
      Packet again = found->second;
      again.kind = PacketKind::kData;
      again.vc_class = VcClass::kData;
      again_.insert(again_.end(), toy.resends, again);
    }
    outstanding_.erase(found);
  }
  void end_cycle(Cycle now) override {
    while (!owed_.empty() && nic_.control_ready(owed_.front().kind)) {
      nic_.send_control(now, owed_.front());
      owed_.pop_front();
    }
  }
  void finish(Cycle) override {
    if (toy.nic_finish) toy.nic_finish(nic_);
  }
  bool idle() const override {
    return again_.empty() && owed_.empty() && (!toy.acknowledge || outstanding_.empty());
  }

 private:
  NicState& nic_;
  std::map<std::pair<uint32_t, uint16_t>, Packet> outstanding_;  ///< by message, sequence number
  std::deque<Packet> again_;
  std::deque<ControlMessage> owed_;
};

class Toy : public Mechanism {
 public:
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<ToyRouter>(router);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<ToyNic>(nic);
  }
};

/// Conservation and credits before every cycle; when what happened.
class Watcher : public Probe {
 public:
  void cycle(Cycle now, Network& network) override {
    ++cycles_;
    if (checks) look(now, network);
    if (also) also(now, network);
  }
  void look(Cycle now, const Network& network) const {
    network.check_credits();
    const uint64_t inside = network.count_packets();
    if (injected_ != delivered_ + dropped_ + inside) {
      throw CheckError("cycle " + std::to_string(now) + ": packets are not conserved");
    }
  }
  void injected(Cycle now, const Packet& packet) override {
    ++injected_;
    note(now, packet, "injected", "");
  }
  void dropped(Cycle now, const Packet& packet, RouterId router) override {
    ++dropped_;
    note(now, packet, "dropped", "_router_" + std::to_string(router));
  }
  void delivered(Cycle now, const Packet& packet, unsigned vc) override {
    ++delivered_;
    note(now, packet, "delivered", "_vc_" + std::to_string(vc));
  }
  void report(Figures& figures) const override {
    for (const auto& [name, value] : events) figures[name] = value;
    figures["cycles"] = static_cast<double>(cycles_);
  }
  std::function<void(Cycle, Network&)> also;
  bool checks = true;
  Figures events;

 private:
  /// "first|last|count KIND EVENT": e.g. "first 5 delivered" is the first NACK's delivery.
  void note(Cycle now, const Packet& packet, const std::string& event, const std::string& where) {
    const std::string kind = std::to_string(static_cast<unsigned>(packet.kind)) + " " + event;
    events.emplace("first " + kind, now);
    events["last " + kind] = static_cast<double>(now);
    ++events["count " + kind];
    if (!where.empty()) ++events["count " + kind + where];
    events["last " + kind + " sequence " + std::to_string(packet.sequence_number)] =
        static_cast<double>(now);
  }
  uint64_t cycles_ = 0, injected_ = 0, delivered_ = 0, dropped_ = 0;
};

}  // namespace chokepoint::test
