// SPDX-License-Identifier: Apache-2.0
// A mechanism with faults between it and the network: messages, marks, stuck outputs, rogues.
// Without faults none of this exists, so a run without them pays nothing.
#include <algorithm>
#include <utility>

#include "sim/faults/injector.h"
#include "sim/hooks/forwarding.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint {

namespace {

class FaultyNic : public ForwardingNic {
 public:
  FaultyNic(FaultInjector& faults, const NicState& nic, std::unique_ptr<NicAttachment> inner)
      : ForwardingNic(std::move(inner)),
        faults_(faults),
        nic_(nic),
        reserves_(nic.context().layout.reserves()),
        rogue_at_some_time_(faults.any_rogue(nic.id())) {
    if (rogue_at_some_time_) ignored_.resize(nic.context().topology.nodes());
  }

  void begin_cycle(Cycle now) override {
    hand_on_late(now);
    inner().begin_cycle(now);
  }
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override {
    const InjectionDecision told = inner().may_inject(now, head);
    if (!rogue(now)) return told;
    ignored_[head.destination] = !told.allowed || told.throttled || told.speculative;
    InjectionDecision own;
    own.vc_set = told.vc_set;
    return own;
  }
  /// A rogue allows what its mechanism refuses, from a cycle that nobody announces.
  uint64_t decisions(Cycle now) const override { return now; }
  void injected(Cycle now, const Packet& packet) override {
    if (rogue(now)) {
      if (ignored_[packet.destination]) faults_.rogue_struck(now, nic_.id());
      if (reserves_) return;  // its unit has no block that the packet could belong to
    }
    inner().injected(now, packet);
  }
  void generated(Cycle now, NodeId destination, unsigned flits) override {
    if (reserves_ && rogue(now)) return;  // it reserves nothing
    inner().generated(now, destination, flits);
  }
  void received(Cycle now, const Packet& packet) override {
    const bool mark = faults_.mark_of(now, nic_.id(), packet);
    if (mark == packet.mark) return inner().received(now, packet);
    Packet changed = packet;
    changed.mark = mark;
    inner().received(now, changed);
  }
  void control_received(Cycle now, const Packet& packet) override {
    const FaultInjector::Fate fate = faults_.of_message(now, nic_.id(), packet);
    if (fate.handed_on) inner().control_received(now, packet);
    if (!fate.again) return;
    if (*fate.again == 0) return inner().control_received(now, packet);
    const Late late{now + *fate.again, packet};
    late_.insert(std::upper_bound(late_.begin(), late_.end(), late,
                                  [](const Late& a, const Late& b) { return a.at < b.at; }),
                 late);
  }
  Cycle sleeps_until(Cycle now) const override {
    const Cycle own = late_.empty() ? ~Cycle{0} : std::max(late_.front().at, now + 1);
    return std::min(own, inner().sleeps_until(now));
  }
  bool idle() const override { return late_.empty() && inner().idle(); }

 private:
  struct Late {
    Cycle at;
    Packet packet;
  };
  bool rogue(Cycle now) const { return rogue_at_some_time_ && faults_.rogue(now, nic_.id()); }
  void hand_on_late(Cycle now) {
    while (!late_.empty() && late_.front().at <= now) {
      const Packet packet = late_.front().packet;
      late_.pop_front();
      inner().control_received(now, packet);
    }
  }

  FaultInjector& faults_;
  const NicState& nic_;
  bool reserves_;  ///< packets belong to blocks that the unit knows of
  bool rogue_at_some_time_;
  std::vector<bool> ignored_;  ///< per destination: what the mechanism said last was not heeded
  std::deque<Late> late_;      ///< in order of time
};

class FaultyRouter : public ForwardingRouter {
 public:
  FaultyRouter(FaultInjector& faults, RouterState& router, std::unique_ptr<RouterAttachment> inner)
      : ForwardingRouter(std::move(inner)),
        faults_(faults),
        router_(router),
        stuck_at_some_time_(faults.any_stuck(router.id())),
        reset_at_some_time_(faults.any_reset(router.id())),
        counts_(this->inner().stick(std::nullopt)) {}

  /// What the unit says of a head that crossed to a stuck output is not asked: the mechanism passes
  /// over packets that are marked already.
  void begin_cycle(Cycle now) override {
    for (Crossing& crossing : crossing_) {
      crossing.had = crossing.packet->mark;
      crossing.packet->mark = true;
    }
    inner().begin_cycle(now);
    for (const Crossing& crossing : crossing_) {
      crossing.packet->mark = crossing.had || crossing.gets;
      if (crossing.had || !crossing.gets) continue;
      NetworkContext& context = router_.context();
      context.statistics.marked(now, *crossing.packet, router_.id());
      if (context.observer != nullptr)
        context.observer->marked(now, *crossing.packet, router_.id());
    }
    crossing_.clear();
  }
  void head_crosses(Cycle now, Packet& packet, unsigned output, unsigned vc,
                    unsigned pass) override {
    inner().head_crosses(now, packet, output, vc, pass);
    if (!stuck_at_some_time_ || counts_) return;
    const std::optional<bool> stuck = faults_.stuck(now, router_.id(), output);
    if (!stuck || !enabled_ || packet.mark || !inner().markable(packet, output, vc)) return;
    faults_.stuck_struck(now, router_.id(), output);
    crossing_.push_back({&packet, false, *stuck});
  }
  void end_cycle(Cycle now) override {
    if (stuck_at_some_time_) {
      const std::optional<bool> at = faults_.stuck(now, router_.id(), FaultInjector::kCount);
      inner().stick(at);
      if (at && counts_ && enabled_) {
        faults_.stuck_struck(now, router_.id(), FaultInjector::kCount);
      }
    }
    if (reset_at_some_time_) {
      const std::optional<size_t> fault = faults_.reset(now, router_.id());
      if (fault && enabled_ && inner().reset(now)) faults_.struck(now, *fault);
    }
    inner().end_cycle(now);
  }
  bool every_cycle() const override {
    return stuck_at_some_time_ || reset_at_some_time_ || inner().every_cycle();
  }
  bool busy() const override {
    return stuck_at_some_time_ || reset_at_some_time_ || !crossing_.empty() || inner().busy();
  }
  void enable(bool on) override {
    enabled_ = on;
    inner().enable(on);
  }

 private:
  struct Crossing {
    Packet* packet;
    bool had, gets;  ///< a mark
  };

  FaultInjector& faults_;
  RouterState& router_;
  bool stuck_at_some_time_, reset_at_some_time_;
  bool counts_;  ///< what is stuck is a count, and no output's `congested`
  bool enabled_ = true;
  std::vector<Crossing> crossing_;  ///< heads of this cycle at stuck outputs
};

class FaultyMechanism : public ForwardingMechanism {
 public:
  FaultyMechanism(FaultInjector& faults, std::unique_ptr<Mechanism> inner)
      : ForwardingMechanism(std::move(inner)), faults_(faults) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    std::unique_ptr<RouterAttachment> own = ForwardingMechanism::attach_router(router);
    if (!own) return nullptr;
    return std::make_unique<FaultyRouter>(faults_, router, std::move(own));
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    std::unique_ptr<NicAttachment> own = ForwardingMechanism::attach_nic(nic);
    if (!own) return nullptr;
    return std::make_unique<FaultyNic>(faults_, nic, std::move(own));
  }

 private:
  FaultInjector& faults_;
};

}  // namespace

std::unique_ptr<Mechanism> FaultInjector::wrap(std::unique_ptr<Mechanism> mechanism) {
  return std::make_unique<FaultyMechanism>(*this, std::move(mechanism));
}

}  // namespace chokepoint
