// SPDX-License-Identifier: Apache-2.0
// A network whose channels have no way back, but a way round.
#pragma once

#include "sim/topology/topology.h"

namespace chokepoint::test {

/// A ring of three routers, one way, a node on each: output 1 leads to input 1 of the next.
class OneWayRing : public Topology {
 public:
  unsigned routers() const override { return 3; }
  unsigned nodes() const override { return 3; }
  unsigned radix() const override { return 2; }
  RouterId router_of(NodeId node) const override { return node; }
  unsigned port_of(NodeId) const override { return 0; }
  NodeId first_node(RouterId router) const override { return router; }
  unsigned nodes_at(RouterId) const override { return 1; }
  bool two_way() const override { return false; }
  PortTarget target(RouterId router, unsigned port) const override {
    PortTarget result;
    result.is_node = port == 0;
    result.node = router;
    result.router = (router + 1) % 3;
    result.port = 1;
    return result;
  }
  unsigned minimal_port(RouterId, RouterId) const override { return 1; }
  unsigned minimal_hops(RouterId from, RouterId to) const override { return (to + 3 - from) % 3; }
  unsigned diameter() const override { return 2; }
};

}  // namespace chokepoint::test
