// SPDX-License-Identifier: Apache-2.0
// What all routers and NICs of one run share.
#pragma once

#include <algorithm>
#include <exception>
#include <vector>

#include "sim/channel/wire_board.h"
#include "sim/hooks/fetch_use.h"
#include "sim/hooks/observer.h"
#include "sim/hooks/vc_layout.h"
#include "sim/packet/packet.h"
#include "sim/packet/packet_pool.h"
#include "sim/routing/routing.h"
#include "sim/scenario/scenario.h"
#include "sim/stats/statistics.h"
#include "sim/topology/topology.h"
#include "sim/traffic/send_queues.h"

namespace chokepoint {

class FaultHooks;  // sim/hooks/fault_hooks.h

struct NetworkContext {
  NetworkContext(const Scenario& s, const Topology& t, const Routing& r, const VcLayout& l,
                 Statistics& st)
      : scenario(s),
        topology(t),
        routing(r),
        layout(l),
        statistics(st),
        wires(t.routers(), sites_of_nodes(t)) {}

  const Scenario& scenario;
  const Topology& topology;
  const Routing& routing;
  const VcLayout& layout;
  Statistics& statistics;
  WireBoard wires;
  PacketPool packets;
  SendQueuePools send_queues;
  Cycle now = 0;         ///< the cycle being simulated; the clock sets it to the first of a tick
  Cycle cycles = 1;      ///< that are simulated at this tick, site by site
  bool generate = true;  ///< false while draining
  /// What the watchdog looks at, messages apart: they go on while data is stuck.
  struct Progress {
    uint64_t flits_moved = 0;
    uint64_t packets_inside = 0;  ///< injected (head) and not yet ejected or dropped
  };
  Progress data, control;
  Progress& progress_of(VcClass vc_class) { return carries_messages(vc_class) ? control : data; }
  /// Cycles that the events of a tick lie ahead of its first cycle at most.
  Cycle longest_way() const {
    const NetworkConfig& network = scenario.network;
    return std::max(network.channel_latency, network.node_channel_latency) +
           network.router_latency - 1 + lookahead();
  }
  /// Cycles that the events for a router's nodes lie ahead: both run cycle by cycle together.
  Cycle longest_node_way() const { return scenario.network.node_channel_latency; }
  /// Cycles that a site may run ahead of the others: no more than the channels and wires between
  /// sites take. Nor more than that differs from what the channels of its own nodes take: then a
  /// router finds what comes from both in the same order however many cycles a tick has, and a
  /// run's digest does not depend on it.
  Cycle lookahead() const {
    const Cycle far = scenario.network.channel_latency;
    const Cycle near = scenario.network.node_channel_latency;
    const Cycle apart = far > near ? far - near : near - far;
    return std::min({far, apart == 0 ? far : apart, wires.shortest(), kMaxLookahead});
  }
  /// Cycles from a data packet's head in a crossbar to its tail in a node, at least. (Control
  /// packets are shorter.)
  Cycle node_delay() const {
    Cycle flits = ~Cycle{0};
    for (const TrafficConfig& group : scenario.traffic)
      flits = std::min<Cycle>(flits,
                              group.entries.empty() && !group.of_workload ? group.packet_flits : 1);
    return scenario.network.node_channel_latency + (scenario.traffic.empty() ? 1 : flits);
  }
  static constexpr Cycle kMaxLookahead = 32;  ///< more gains nothing
  uint64_t streams = 0;     ///< that have begun at inputs of routers, see StreamSwitch
  uint64_t discarding = 0;  ///< dropped packets whose tail is still on its way to the drop
  uint64_t packets_inside() const { return data.packets_inside + control.packets_inside; }
  NetworkObserver* observer = nullptr;
  FetchUse fetch_ahead = FetchUse::kWhereItPays;
  FaultHooks* faults = nullptr;  ///< null: the scenario has none
  std::exception_ptr failure;    ///< first failure of a process; SystemC processes must not throw

  /// Runs one process activation; a failure ends the run at the next cycle.
  template <class Body>
  void guard(Body&& body) {
    if (failure) return;
    try {
      body();
    } catch (...) {
      failure = std::current_exception();
    }
  }

 private:
  static std::vector<RouterId> sites_of_nodes(const Topology& topology) {
    std::vector<RouterId> sites(topology.nodes());
    for (NodeId node = 0; node < sites.size(); ++node) sites[node] = topology.router_of(node);
    return sites;
  }
};

}  // namespace chokepoint
