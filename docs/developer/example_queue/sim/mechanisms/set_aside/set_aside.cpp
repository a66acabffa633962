// SPDX-License-Identifier: Apache-2.0
// Mechanism `set_aside`: routers tell each other on a wire which of their nodes are congested. The
// packets for such a node wait elsewhere in queues of their own, closed until it is not, and others
// pass them; a message asks their sources to pause. (docs/developer/new-mechanism.md)
#include <algorithm>
#include <deque>

#include "sim/engine/unit_instance.h"
#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/queue_control.h"
#include "sim/hooks/router_state.h"
#include "sim/units/set_aside/watermark.h"

namespace chokepoint {
namespace {

constexpr PacketKind kPause{2};

struct Notice {  // on the wire
  NodeId node;
  bool congested;
};

class SetAsideRouter : public RouterAttachment, public QueueOwner {
 public:
  SetAsideRouter(const Scenario& scenario, RouterState& router)
      : router_(router), congested_(router.context().topology.nodes()) {
    const Topology& topology = router.context().topology;
    const WireSpec spec{"notices", Cycle(scenario.mechanism.integer("wire_latency"))};
    wire_ = router.make_wire<Notice>(spec, [this](Cycle, WirePlace, const Notice& notice) {
      congested_[notice.node] = notice.congested;
    });
    const auto high = static_cast<uint32_t>(scenario.mechanism.integer("high"));
    in_ = {true, 0, high, high / 2};
    const std::string name = "router_" + std::to_string(router.id()) + ".watermark_";
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (topology.deliver_router(node) != router.id()) continue;
      auto unit = make_unit<Watermark>(scenario.engine, {}, name + std::to_string(node));
      nodes_.push_back({node, std::move(unit)});
    }
  }

  unsigned most_queues() const override { return static_cast<unsigned>(congested_.size()); }
  QueueOwner* queue_owner() override { return this; }
  void take_control(QueueControl& control) override { control_ = &control; }

  unsigned choose_queue(Cycle, const Packet& packet, unsigned input, unsigned, unsigned,
                        unsigned usual) override {
    const auto place = std::make_pair(input, packet.destination);
    const bool others = asides_.count(place) != 0;  // which it must not overtake
    if (packet.kind != PacketKind::kData) return usual;
    if (!others && !congested_[packet.destination]) return usual;
    if (!others) asides_[place] = control_->create_queue(input);
    owed_.emplace_back(packet.destination, packet.source);
    return asides_[place];
  }

  bool follows_packets() const override { return true; }
  void packet_arrived(Cycle, const PacketPlace& at) override { add(at, at.flits()); }
  void tail_left(Cycle, const PacketPlace& at) override { add(at, 0 - at.flits()); }
  void enable(bool on) override { in_.enable = on; }
  bool busy() const override { return true; }  // the watermarks have a clock

  void begin_cycle(Cycle now) override {
    for (Watched& of : nodes_) {
      if (of.unit->out().congested == of.told) continue;
      of.told = !of.told;
      for (RouterId to = 0; to < router_.context().topology.routers(); ++to) {
        if (to != router_.id()) wire_.send(now, WirePlace::router(to), {of.node, of.told});
      }
    }
    for (auto aside = asides_.begin(); aside != asides_.end();) {
      const auto [input, node] = aside->first;
      const bool over = !congested_[node] && control_->queue_front(input, aside->second) == nullptr;
      if (over) control_->free_queue(input, aside->second);
      if (!over) control_->block_queue(input, aside->second, congested_[node]);
      aside = over ? asides_.erase(aside) : std::next(aside);
    }
  }

  void end_cycle(Cycle now) override {
    for (Watched& of : nodes_) {
      in_.level = std::min(of.flits, 0xFFFFu);
      of.unit->step(in_);
    }
    if (owed_.empty() || !router_.origination_ready()) return;
    router_.originate(now, {kPause, owed_.front().first, owed_.front().second, 0});
    owed_.pop_front();
  }

 private:
  struct Watched {
    NodeId node;
    std::unique_ptr<UnitInstance<Watermark>> unit;
    unsigned flits = 0;  ///< that wait for it at the inputs: the level
    bool told = false;
  };
  void add(const PacketPlace& at, unsigned flits) {
    for (Watched& of : nodes_) of.flits += of.node == at.packet.destination ? flits : 0;
  }

  RouterState& router_;
  QueueControl* control_ = nullptr;
  Wire<Notice> wire_;
  std::vector<bool> congested_;  ///< by node, as told
  Watermark::In in_;             ///< of all units, the level apart
  std::vector<Watched> nodes_;
  std::map<std::pair<unsigned, NodeId>, unsigned> asides_;  ///< queues by input and node
  std::deque<std::pair<NodeId, NodeId>> owed_;              ///< in whose name, to which source
};

struct PausingNic : NicAttachment {
  PausingNic(const Scenario& scenario, NicState& nic)
      : pause(Cycle(scenario.mechanism.integer("pause"))), until(nic.context().topology.nodes()) {}

  InjectionDecision may_inject(Cycle now, const QueueHead& head) override {
    return {now >= until[head.destination]};
  }
  void control_received(Cycle now, const Packet& p) override { until[p.source] = now + pause; }
  Cycle pause;
  std::vector<Cycle> until;  ///< by destination: nothing is sent to it before
};

struct SetAside : Mechanism {
  explicit SetAside(const Scenario& s) : scenario(s) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<SetAsideRouter>(scenario, router);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<PausingNic>(scenario, nic);
  }
  bool makes_queues() const override { return true; }
  const Scenario& scenario;
};

const MechanismRegistration registration{{
    "set_aside",
    "example: packets for congested nodes wait in queues of their own",
    {integer_key("high", 128, 1, 65535, "flits", "waiting for a node: it is congested; half: not"),
     integer_key("wire_latency", 100, 1, 1000000, "cycles", "of the wire"),
     integer_key("pause", 500, 0, 1000000, "cycles", "of a source, per destination")},
    [](const Scenario& scenario) { return std::make_unique<SetAside>(scenario); },
    [](const Scenario& s) { params_for<Watermark>(s.engine, {}); },
    {{{"pauses", VcUse::kMessages, 1, false, 3, false, "pauses"}},
     {{"pause", kPause, "pauses", 0, {}, "send nothing to this node for a while"}}},
}};

}  // namespace
}  // namespace chokepoint
