// SPDX-License-Identifier: Apache-2.0
// What all routers and NICs of one run share.
#pragma once

#include <algorithm>
#include <exception>

#include "sim/hooks/fetch_use.h"
#include "sim/hooks/observer.h"
#include "sim/hooks/vc_layout.h"
#include "sim/nic/send_queues.h"
#include "sim/packet/packet.h"
#include "sim/packet/packet_pool.h"
#include "sim/routing/routing.h"
#include "sim/scenario/scenario.h"
#include "sim/stats/statistics.h"
#include "sim/topology/topology.h"

namespace chokepoint {

class FaultInjector;  // sim/faults/injector.h

struct NetworkContext {
  NetworkContext(const Scenario& s, const Topology& t, const Routing& r, const VcLayout& l,
                 Statistics& st)
      : scenario(s), topology(t), routing(r), layout(l), statistics(st), spans(t) {}

  const Scenario& scenario;
  const Topology& topology;
  const Routing& routing;
  const VcLayout& layout;
  Statistics& statistics;
  const ChannelSpans spans;
  PacketPool packets;
  SendQueuePools send_queues;
  Cycle now = 0;         ///< the cycle being simulated; the clock sets it to the first of a tick
  Cycle cycles = 1;      ///< that are simulated at this tick, site by site
  bool generate = true;  ///< false while draining
  /// What the watchdog looks at, control packets apart: they go on while data is stuck.
  struct Progress {
    uint64_t flits_moved = 0;
    uint64_t packets_inside = 0;  ///< injected (head) and not yet ejected or dropped
  };
  Progress data, control;
  Progress& progress_of(VcClass vc_class) { return vc_class == VcClass::kControl ? control : data; }
  /// Cycles that the events of a tick lie ahead of its first cycle at most.
  Cycle longest_way() const {
    return std::max(spans.longest_router, spans.longest_node) + scenario.network.router_latency -
           1 + lookahead();
  }
  /// The same for the events for a site's nodes. They run cycle by cycle together with their own
  /// router, not with another one that delivers to them.
  Cycle longest_node_way() const {
    return spans.longest_node + (spans.remote_delivery ? lookahead() : 0);
  }
  /// Cycles that a site may run ahead of the others: no more than the channels between sites take.
  Cycle lookahead() const { return std::min(spans.between_sites, kMaxLookahead); }
  /// Cycles from a data packet's head in a crossbar to its tail in a node, at least. (Control
  /// packets are shorter.)
  Cycle node_delay() const {
    Cycle flits = ~Cycle{0};
    for (const TrafficConfig& group : scenario.traffic)
      flits = std::min<Cycle>(flits, group.entries.empty() ? group.packet_flits : 1);
    return spans.shortest_node + (scenario.traffic.empty() ? 1 : flits);
  }
  static constexpr Cycle kMaxLookahead = 32;  ///< more gains nothing
  uint64_t streams = 0;     ///< that have begun at inputs of routers (streams.cpp)
  uint64_t discarding = 0;  ///< dropped packets whose tail is still on its way to the drop
  uint64_t packets_inside() const { return data.packets_inside + control.packets_inside; }
  NetworkObserver* observer = nullptr;
  FetchUse fetch_ahead = FetchUse::kWhereItPays;
  FaultInjector* faults = nullptr;  ///< null: the scenario has none
  std::exception_ptr failure;  ///< first failure of a process; SystemC processes must not throw

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
};

}  // namespace chokepoint
