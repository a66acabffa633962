// SPDX-License-Identifier: Apache-2.0
// What a topology tells the network and the routing functions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/common/types.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// Where a router port leads.
struct PortTarget {
  bool is_node = false;
  NodeId node = 0;       ///< of a node port
  RouterId router = 0;   ///< of a router port: the neighbour ...
  unsigned port = 0;     ///< ... and its port for the same channel
};

class Topology {
 public:
  virtual ~Topology() = default;
  virtual unsigned routers() const = 0;
  virtual unsigned nodes() const = 0;
  virtual unsigned radix() const = 0;
  virtual RouterId router_of(NodeId node) const = 0;
  virtual unsigned port_of(NodeId node) const = 0;  ///< at its router
  virtual PortTarget target(RouterId router, unsigned port) const = 0;
  /// Port of the minimal, deterministic route from `router` to another router.
  virtual unsigned minimal_port(RouterId router, RouterId to) const = 0;
  virtual unsigned minimal_hops(RouterId from, RouterId to) const = 0;
  /// Most router-to-router hops of a minimal route.
  virtual unsigned diameter() const = 0;
};

/// The topology that the scenario names. Throws InputError for an impossible one.
std::unique_ptr<Topology> make_topology(const Scenario& scenario);

}  // namespace chokepoint
