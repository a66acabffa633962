// SPDX-License-Identifier: Apache-2.0
// Steps of routes over a torus or mesh, of which its routing functions are made.
#pragma once

#include "sim/routing/routing_function.h"
#include "sim/topology/torus.h"

namespace chokepoint {

/// Where packets go that never pass from one end of a row to the other.
enum class Dateline : uint8_t {
  kBalanced,  ///< in either class, drawn per packet and dimension
  kStrict     ///< in class 1
};

/// Routes in the order of dimensions, with two VC classes where rows are rings (Dally and Seitz): a
/// packet that is still to pass the wraparound channel of its direction, or passes it, is in class
/// 0, one that has passed it in class 1, and one that does not pass it stays in one of the two.
///
/// No cycle of dependences: a packet waits in ascending order of dimension, and within one in one
/// direction. Nobody who has passed the wraparound channel is in class 0, so nothing in class 0
/// leads from that channel to the row's first ones, and the class is a line. In class 1 nobody
/// takes it. From class 0 packets go to class 1, never back.
///
/// Whether a packet has passed it follows from its source, where its route begins. Packets that a
/// router makes itself, and others with one VC class only, take direct routes: in the order of
/// dimensions, without wraparound channels, which may be longer.
class TorusRoutes {
 public:
  /// InputError if the topology is none of them. `name`: of the function.
  TorusRoutes(const std::string& name, const RoutingSetup& setup, Dateline dateline);

  const Torus& torus() const { return torus_; }
  /// Of dimension_order(): 2, or 1 where nothing wraps.
  unsigned classes() const { return classes_; }
  bool arrived(const Packet& packet, RouterId router) const { return router == to(packet); }
  RouterId to(const Packet& packet) const { return torus_.deliver_router(packet.destination); }
  /// Its VCs have no deadlock classes.
  static bool one_class(const Packet& packet) {
    return packet.vc_class != VcClass::kData && minimal_route_only(packet);
  }

  RouteCandidate eject(const Packet& packet) const;
  // Towards another router, with priority 0.
  RouteCandidate direct(const Packet& packet, RouterId router) const;
  RouteCandidate dimension_order(const Packet& packet, RouterId router) const;
  /// Adds all channels of minimal routes, in ascending order of dimension.
  void minimal(const Packet& packet, RouterId router, const RouteCandidate& as,
               RouteCandidates& ways) const;

 private:
  unsigned ring_class(const Packet& packet, RouterId router, unsigned dimension,
                      Torus::Way way) const;
  const Torus& torus_;
  RouteDraw draw_;
  Dateline dateline_;
  unsigned classes_;
};

}  // namespace chokepoint
