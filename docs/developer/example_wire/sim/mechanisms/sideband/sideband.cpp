// SPDX-License-Identifier: Apache-2.0
// Mechanism `sideband`: a router tells all NICs on a wire of their own which of its nodes is
// congested, and they send nothing to it until it is not. The second worked example of
// docs/developer/new-mechanism.md.
#include <fmt/format.h>

#include <algorithm>

#include "sim/engine/unit_instance.h"
#include "sim/hooks/key_specs.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/units/sideband/watermark.h"

namespace chokepoint {
namespace {

/// What goes over the wire: a node, and whether it is congested.
struct Notice {
  NodeId node;
  bool congested;
};

WireSpec notices(const Scenario& scenario) {
  return {"notices", static_cast<Cycle>(scenario.mechanism.integer("wire_latency"))};
}

/// A watermark for each node: the level is what waits at the inputs for it.
class WatchingRouter : public RouterAttachment {
 public:
  WatchingRouter(const Scenario& scenario, RouterState& router)
      : router_(router),
        wire_(router.make_wire<Notice>(notices(scenario), [](Cycle, WirePlace, const Notice&) {})) {
    const Topology& topology = router.context().topology;
    for (unsigned i = 0; i < topology.nodes_at(router.id()); ++i) {
      const NodeId node = topology.first_node(router.id()) + i;
      Watched watched{node, topology.port_of(node), {}, {}, 0, true, false};
      watched.unit = make_unit<Watermark>(scenario.engine, {},
                                          fmt::format("router_{}.watermark_{}", router.id(), node));
      watched.in.enable = true;
      watched.in.cfg_high = static_cast<uint32_t>(scenario.mechanism.integer("high"));
      watched.in.cfg_low = watched.in.cfg_high / 2;
      nodes_.push_back(std::move(watched));
    }
  }
  bool follows_packets() const override { return true; }
  void packet_arrived(Cycle, const PacketPlace& at) override { add(at.output, at.flits()); }
  void tail_left(Cycle, const PacketPlace& at) override { add(at.output, 0 - at.flits()); }
  void begin_cycle(Cycle now) override {
    for (Watched& node : nodes_) {
      if (node.unit->out().congested == node.told) continue;
      node.told = !node.told;
      for (NodeId nic = 0; nic < router_.context().topology.nodes(); ++nic) {
        wire_.send(now, WirePlace::nic(nic), {node.node, node.told});
      }
    }
  }
  void end_cycle(Cycle) override {
    for (Watched& node : nodes_) {
      if (!node.changed) continue;
      node.changed = false;
      node.in.level = std::min(node.flits, 0xFFFFu);
      node.unit->step(node.in);
    }
  }
  bool busy() const override {
    return std::any_of(nodes_.begin(), nodes_.end(), [](const Watched& node) {
      return node.changed || node.unit->out().congested != node.told;
    });
  }
  void enable(bool on) override {
    for (Watched& node : nodes_) {
      node.in.enable = on;
      node.changed = true;
    }
  }

 private:
  struct Watched {
    NodeId node;
    unsigned output;
    std::unique_ptr<UnitInstance<Watermark>> unit;
    Watermark::In in;
    unsigned flits;
    bool changed, told;
  };
  void add(unsigned output, unsigned flits) {
    for (Watched& node : nodes_) {
      if (node.output != output) continue;
      node.flits += flits;
      node.changed = true;
    }
  }
  RouterState& router_;
  Wire<Notice> wire_;
  std::vector<Watched> nodes_;
};

class ListeningNic : public NicAttachment {
 public:
  ListeningNic(const Scenario& scenario, NicState& nic)
      : congested_(nic.context().topology.nodes()) {
    nic.make_wire<Notice>(notices(scenario), [this](Cycle, WirePlace, const Notice& notice) {
      congested_[notice.node] = notice.congested;
      ++notices_;
    });
  }
  InjectionDecision may_inject(Cycle, const QueueHead& head) override {
    InjectionDecision decision;
    decision.allowed = !congested_[head.destination];
    return decision;
  }
  uint64_t decisions(Cycle) const override { return notices_; }
  Cycle sleeps_until(Cycle) const override { return ~Cycle{0}; }

 private:
  std::vector<bool> congested_;
  uint64_t notices_ = 0;
};

class Sideband : public Mechanism {
 public:
  explicit Sideband(const Scenario& scenario) : scenario_(scenario) {}
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<WatchingRouter>(scenario_, router);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<ListeningNic>(scenario_, nic);
  }

 private:
  const Scenario& scenario_;
};

const MechanismRegistration registration{{
    "sideband",
    "example: routers tell NICs on a wire which nodes are congested",
    {integer_key("high", 128, 1, 65535, "flits", "waiting for a node: it is congested; half: not"),
     integer_key("wire_latency", 100, 1, 1000000, "cycles", "of the wire")},
    [](const Scenario& scenario) { return std::make_unique<Sideband>(scenario); },
    [](const Scenario& s) { params_for<Watermark>(s.engine, {}); },
}};

}  // namespace
}  // namespace chokepoint
