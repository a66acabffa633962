// SPDX-License-Identifier: Apache-2.0
// Routing functions: the output port of a packet at a router, and its class of VCs there.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/packet/packet.h"
#include "sim/routing/route_draw.h"
#include "sim/scenario/scenario.h"
#include "sim/topology/topology.h"

namespace chokepoint {

/// What UGAL may ask of the router a packet enters the network at: its registers, with the credits
/// of this cycle and without the packets whose heads arrive in it, so that the order in which
/// heads are looked at does not matter.
class QueueView {
 public:
  virtual ~QueueView() = default;
  /// Flits that wait for, or are on the way through, `output` in the data VCs of set `vc_set`: by
  /// RoutingConfig::ugal_metric. Traffic in VCs of its own (another set, a class that the mechanism
  /// declares) does not delay the packet much and does not count.
  virtual unsigned queue_flits(unsigned output, unsigned vc_set) const = 0;
};

/// All routing functions by name.
const std::vector<std::pair<std::string, RoutingFunction>>& routing_functions();
const std::string& routing_name(RoutingFunction function);

/// Deadlock freedom on flattened butterflies: a route is at most two minimal routes, one to the
/// intermediate router and one to the destination, each dimension-ordered. With VcClasses::kPhase
/// the first has VC class 0 and everything else the last class, so dependences go from class 0 to
/// the last class only and are acyclic within each. With kHops the class is the number of channels
/// crossed, which grows. kPool has no classes: on a 1-D flattened butterfly a cycle of full buffers
/// is then possible in principle (the watchdog would say so). Node channels end at sinks that
/// always accept. VC classes without deadlock classes carry minimal routes only.
///
/// On a fat tree every route, with nearest_common_ancestor (any up port, drawn per packet and
/// router) and with minimal (the up port that belongs to the destination node), goes up level by
/// level and then down: a packet that holds an up channel waits for one of the next level or for a
/// down channel, one that holds a down channel waits for a down channel of a lower level only. One
/// VC class is enough. Control and minimal-only packets take the same routes: all are minimal.
/// Notices of dropped packets begin at any router, and they too go up first and then down.
///
/// A graph's routes are a fixed table; the topology refuses a graph whose table has a cycle of
/// channel dependences (sim/topology/graph.h).
class Routing {
 public:
  Routing(const Scenario& scenario, const Topology& topology);

  /// Number of VC classes that the scenario's routing and `vc_classes` need.
  static unsigned classes(const Scenario& scenario, const Topology& topology);

  /// Output port at `router` for a packet whose head has just arrived. At the source router it
  /// first decides between minimal and non-minimal, once per packet.
  unsigned route(RouterId router, const QueueView& queues, Packet& packet) const;

  /// VC class (0 .. classes - 1) of the packet on its next channel, after route().
  unsigned vc_class(const Packet& packet) const {
    if (classes_ == 1) return 0;
    if (vc_classes_ == VcClasses::kHops) return packet.hops < classes_ ? packet.hops : classes_ - 1;
    return packet.nonminimal ? 0 : 1;
  }

 private:
  /// The minimal route from the intermediate router begins with the last channel of the one to it.
  bool turns_back(RouterId from, RouterId intermediate, RouterId to) const;
  void decide(RouterId router, const QueueView& queues, Packet& packet) const;

  const Topology& topology_;
  RouteDraw draw_;
  RoutingFunction function_;
  VcClasses vc_classes_;
  unsigned threshold_;
  unsigned classes_;
};

}  // namespace chokepoint
