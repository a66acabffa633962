// SPDX-License-Identifier: Apache-2.0
// What the routers and NICs of a shard share: all sites of a run, or those that one thread runs.
#pragma once

#include <algorithm>
#include <exception>
#include <optional>
#include <vector>

#include "sim/channel/wire_board.h"
#include "sim/hooks/delivery.h"
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

/// What cannot change is the same in all shards of a network. All else belongs to one thread while
/// a tick runs: its own pools, counters and statistics, so nothing in it needs a lock.
struct NetworkContext {
  /// `shared`: there are other contexts with this store.
  NetworkContext(const Scenario& s, const Topology& t, const Routing& r, const VcLayout& l,
                 Statistics& st, PacketStore& store, WireBoard& w, bool shared = false)
      : scenario(s),
        topology(t),
        routing(r),
        layout(l),
        statistics(st),
        wires(w),
        spans(t),
        share_flits(s.network.share_flits(t.nodes())),
        packets(store, shared) {}
  NetworkContext(const NetworkContext&) = delete;
  NetworkContext& operator=(const NetworkContext&) = delete;

  const Scenario& scenario;
  const Topology& topology;
  const Routing& routing;
  const VcLayout& layout;
  Statistics& statistics;
  WireBoard& wires;  ///< of all shards: a site touches only its own part
  const ChannelSpans spans;
  const unsigned share_flits;  ///< of each destination in an input buffer; 0: they have none
  PacketPool packets;
  SendQueuePools send_queues;
  Cycle now = 0;         ///< the cycle being simulated; between two ticks the one to come
  bool generate = true;  ///< false while draining
  /// What the watchdog looks at, messages apart: they go on while data is stuck.
  struct Progress {
    uint64_t flits_moved = 0;  ///< flits that routers have sent, packets that they have dropped
    /// Injected (head) and not yet ejected or dropped. Of a shard, modulo 2^64: packets may come in
    /// in one and go out in another.
    uint64_t packets_inside = 0;
  };
  Progress data, control;
  Progress& progress_of(VcClass vc_class) { return carries_messages(vc_class) ? control : data; }
  /// Flits leave a router onto channels, all `to_node` or all to other routers.
  void count_sent(VcClass vc_class, bool to_node, unsigned flits = 1) {
    progress_of(vc_class).flits_moved += flits;
    statistics.flit_hops(now, vc_class, to_node, flits);
  }
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
  /// Cycles that a site may run ahead of the others: no more than the channels and wires between
  /// sites take.
  Cycle lookahead() const { return std::min(lookahead(spans), wires.shortest()); }
  /// The same without the wires.
  static Cycle lookahead(const ChannelSpans& spans) {
    return std::min(spans.between_sites, kMaxLookahead);
  }
  /// Cycles from a data packet's head in a crossbar to its tail in a node, at least. (Control
  /// packets are shorter.)
  Cycle node_delay() const {
    Cycle flits = ~Cycle{0};
    for (const TrafficConfig& group : scenario.traffic)
      flits = std::min<Cycle>(flits,
                              group.entries.empty() && !group.of_workload ? group.packet_flits : 1);
    return spans.shortest_node + (scenario.traffic.empty() ? 1 : flits);
  }
  static constexpr Cycle kMaxLookahead = 32;  ///< more gains nothing
  uint64_t recovered = 0;                     ///< packets that DeadlockRecovery has let go on
  uint64_t streams = 0;        ///< that have begun at inputs of routers, see StreamSwitch
  bool frees_packets = false;  ///< makes_queues(): routers drop and move packets of any class
  uint64_t discarding = 0;     ///< dropped packets whose tail is still on its way to the drop
  NetworkObserver* observer = nullptr;
  FetchUse fetch_ahead = FetchUse::kWhereItPays;
  FaultHooks* faults = nullptr;                 ///< null: the scenario has none
  std::vector<Delivery>* deliveries = nullptr;  ///< where data packets that come are noted, or null
  /// The failure of a site, which ends the run with this tick. Of several the earliest is kept, of
  /// those of one cycle that of the lowest site, whoever ran first.
  struct Failure {
    Cycle cycle;
    RouterId site;
    std::exception_ptr error;
    bool before(const Failure& other) const {
      return cycle != other.cycle ? cycle < other.cycle : site < other.site;
    }
  };
  std::optional<Failure> failure;

  /// Runs the tick of a site; the sites' failures do not keep each other from running it.
  template <class Body>
  void guard(RouterId site, Body&& body) {
    try {
      body();
    } catch (...) {
      const Failure failed{now, site, std::current_exception()};
      if (!failure || failed.before(*failure)) failure = failed;
    }
  }
};

}  // namespace chokepoint
