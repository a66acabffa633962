// SPDX-License-Identifier: Apache-2.0
// What Valiant and UGAL share: a minimal route, or two of them, by way of an intermediate router.
#pragma once

#include <optional>
#include <vector>

#include "sim/routing/routing_function.h"
#include "sim/topology/flattened_butterfly.h"

namespace chokepoint {

/// The router at which a packet enters the network decides, once. Control and minimal-only packets
/// stay minimal, and so does one for which no intermediate router was found where it would not turn
/// back. Intermediate routers are those that deliver to nodes: a topology has a minimal route
/// between any two of them.
///
/// Deadlock freedom where the topology's minimal routes have it (a flattened butterfly's are
/// dimension-ordered): both halves are such routes. With
/// VcClasses::kPhase the first has VC class 0 and everything else class 1, so dependences go from
/// class 0 to class 1 only and are acyclic within each. With kHops the class is the number of
/// channels crossed, which grows. kPool has no classes: a cycle of full buffers is then possible in
/// principle (the watchdog would say so). Node channels end at sinks that always accept. VC
/// classes without deadlock classes carry minimal routes only.
class TwoPhase : public RoutingFunction {
 public:
  /// `rows` not null: intermediate routers are those that differ from the source's and the
  /// destination's only where these two differ, of that topology.
  explicit TwoPhase(const RoutingSetup& setup, const FlattenedButterfly* rows = nullptr);
  unsigned classes() const override;
  RouteCandidates candidates(const QueueView& queues, const Packet& packet,
                             const RoutePlace& place) const override;

 protected:
  /// The way by `intermediate` is better than the minimal one; the packet is at the router where it
  /// enters.
  virtual bool detours(const QueueView& queues, const Packet& packet, RouterId router,
                       RouterId intermediate) const = 0;
  const Topology& topology() const { return topology_; }

 private:
  /// RouteState::phase.
  enum Phase : uint8_t { kUndecided, kToDestination, kToIntermediate };
  RouteState decide(const QueueView& queues, const Packet& packet, RouterId router,
                    unsigned hop) const;
  /// Null: there is none in this attempt.
  std::optional<RouterId> draw(const Packet& packet, RouterId from, RouterId to, unsigned hop,
                               unsigned attempt) const;
  /// The minimal route from the intermediate router begins with the last channel of the one to it.
  bool reverses_at(RouterId from, RouterId intermediate, NodeId destination) const;
  /// In intermediates_; its size for a router that is not there.
  unsigned place_of(RouterId router) const;

  const Topology& topology_;
  VcClasses vc_classes_;
  RouteDraw draw_;
  const FlattenedButterfly* rows_;
  std::vector<RouterId> intermediates_;  ///< in ascending order
};

}  // namespace chokepoint
