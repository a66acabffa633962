// SPDX-License-Identifier: Apache-2.0
// Watches CBCM in a running network: marks, control messages, routes, VCs, and the units' own
// state.
#pragma once

#include <fmt/format.h>

#include <functional>

#include "sim/mechanisms/cbcm/messages.h"
#include "sim/engine/unit_instance.h"
#include "sim/network/network.h"
#include "sim/units/cbcm/cbcm_nic.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {

constexpr unsigned kHotspotState = 2;  // hotspot_detector's `state`
constexpr NodeId kHotspot = 4;         // of all tests: port 0 of router 1

inline const CbcmNic::Out& nic_out(NodeId node) {
  AnyUnit* unit = find_unit(fmt::format("nic_{}.cbcm_nic", node));
  return dynamic_cast<UnitInstance<CbcmNic>&>(*unit).out();
}

/// Counts, by node, under names like "marked.3", what happens before cycle `until`; "late.": from
/// `late` on.
class CbcmProbe : public Probe {
 public:
  explicit CbcmProbe(unsigned nodes = 16, Cycle late = ~Cycle{0}, Cycle until = ~Cycle{0})
      : nodes_(nodes), late_(late), until_(until) {}

  void cycle(Cycle now, Network& network) override {
    now_ = now;
    if (now == 0) {
      for (NodeId node = 0; node < nodes_; ++node) was_hotspot_.push_back(false);
      const VcLayout& layout = network.nic(0).context().layout;
      if (layout.has_class("hotspot")) hotspot_vc_ = static_cast<int>(layout.first_vc("hotspot"));
      topology_ = &network.nic(0).context().topology;
    }
    for (NodeId node = 0; node < nodes_; ++node) {
      const CbcmNic::Out& out = nic_out(node);
      const bool hotspot = out.state == kHotspotState;
      if (hotspot && !was_hotspot_[node]) add("declared", node);
      if (hotspot && now < until_) {
        seen_.emplace(fmt::format("first_hotspot.{}", node), static_cast<double>(now));
        seen_[fmt::format("degree.{}", node)] = out.degree;
      }
      was_hotspot_[node] = hotspot;
    }
    if (act) act(now, network);
  }
  void injected(Cycle now, const Packet& packet) override {
    if (carries_messages(packet.vc_class)) return;
    add("injected", packet.source);
    if (packet.throttled) add("throttled_packets", packet.source);
    if (now >= late_) add(packet.throttled ? "late.throttled" : "late.free", packet.source);
  }
  void marked(Cycle now, const Packet& packet, RouterId router) override {
    add("marked", packet.source);
    add("marked_at", router);
    if (now >= late_) add("late.marked", packet.source);
  }
  void delivered(Cycle now, const Packet& packet, unsigned vc) override {
    if (carries_messages(packet.vc_class)) return;
    add("delivered", packet.source);
    add("arrived", packet.destination);
    if (packet.destination == kHotspot) add("to_hotspot", packet.source);
    if (packet.mark) add("arrived_marked", packet.destination);
    last_[packet.source] = now;
    const RouterId from = topology_->router_of(packet.source),
                   to = topology_->router_of(packet.destination);
    const bool detour = packet.hops > topology_->minimal_hops(from, to);
    if (detour) add("detour", packet.source);
    if (detour && packet.injected >= late_) add("late.detour", packet.source);
    const bool in_hotspot_vc = static_cast<int>(vc) == hotspot_vc_;
    if (packet.throttled && (detour || (hotspot_vc_ >= 0 && !in_hotspot_vc)))
      add("misrouted", packet.source);
    if (!packet.throttled && in_hotspot_vc) add("misrouted", packet.source);
  }
  unsigned control(Cycle now, NodeId source, PacketKind kind, NodeId destination,
                   uint32_t payload) override {
    if (kind == cbcm::kThrottle) {
      add("throttles", source);
      add("told", destination);
      if (now < until_) seen_[fmt::format("told_degree.{}", destination)] = payload;
    } else {
      add("unthrottles", source);
    }
    return disturb ? disturb(now, source, kind, destination) : 1;
  }
  void report(Figures& figures) const override {
    figures = seen_;
    for (const auto& [node, at] : last_)
      figures[fmt::format("last.{}", node)] = static_cast<double>(at);
    for (NodeId node = 0; node < nodes_; ++node) {
      if (!was_hotspot_.empty() && was_hotspot_[node]) figures[fmt::format("still.{}", node)] = 1;
    }
  }

  std::function<void(Cycle, Network&)> act;
  std::function<unsigned(Cycle, NodeId, PacketKind, NodeId)> disturb;

 protected:
  void add(const char* what, unsigned node, double amount = 1) {
    if (now_ >= until_) return;
    seen_[fmt::format("{}.{}", what, node)] += amount;
    seen_[what] += amount;
  }
  Figures seen_;

 private:
  unsigned nodes_;
  Cycle late_, until_, now_ = 0;
  int hotspot_vc_ = -1;
  const Topology* topology_ = nullptr;
  std::vector<bool> was_hotspot_;
  std::map<NodeId, Cycle> last_;
};

/// The nodes with a non-zero figure of that name.
inline std::vector<NodeId> nodes_with(const RunSummary& run, const std::string& what,
                                      unsigned nodes = 16) {
  std::vector<NodeId> result;
  for (NodeId node = 0; node < nodes; ++node) {
    if (run.at(fmt::format("{}.{}", what, node)) != 0) result.push_back(node);
  }
  return result;
}

inline void set_key(Scenario& scenario, const std::string& key, MechanismConfig::Value value) {
  scenario.mechanism.values.at(key) = std::move(value);
}

}  // namespace chokepoint::test
