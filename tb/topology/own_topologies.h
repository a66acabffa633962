// SPDX-License-Identifier: Apache-2.0
// Topologies "uneven" and "one_way" of tests, registered where this is included: channels of
// different latencies, and nodes that another router delivers to. Neither has keys.
#pragma once

#include <memory>

#include "sim/topology/flattened_butterfly.h"
#include "sim/topology/topology.h"

namespace chokepoint::test {

/// Four routers in a row of which channels to router 1 are short and all others long.
class Uneven : public FlattenedButterfly {
 public:
  Uneven() : FlattenedButterfly({4}, 4) {}
  ChannelTraits channel(RouterId router, unsigned port) const override {
    const PortTarget to = target(router, port);
    if (to.is_node) return {2, ChannelClass::kNode};
    return to.router == 1 ? ChannelTraits{5, ChannelClass::kLocal}
                          : ChannelTraits{latency_, ChannelClass::kGlobal};
  }
  ChannelTraits injection_channel(NodeId) const override { return {3, ChannelClass::kNode}; }
};

/// Two stages of two switches, one way: nodes 2s and 2s + 1 inject at router s (0, 1), output j
/// leads to router 2 + j, which delivers to nodes 2j and 2j + 1. Input s of it comes from router s.
class OneWay : public Topology {
 public:
  unsigned routers() const override { return 4; }
  unsigned nodes() const override { return 4; }
  unsigned radix() const override { return 2; }
  RouterId router_of(NodeId node) const override { return node / 2; }
  unsigned port_of(NodeId node) const override { return node % 2; }
  RouterId deliver_router(NodeId node) const override { return 2 + node / 2; }
  unsigned deliver_port(NodeId node) const override { return node % 2; }
  NodeId first_node(RouterId router) const override { return router < 2 ? 2 * router : 0; }
  unsigned nodes_at(RouterId router) const override { return router < 2 ? 2 : 0; }
  bool two_way() const override { return false; }
  PortTarget target(RouterId router, unsigned port) const override {
    PortTarget result;
    result.is_node = router >= 2;
    if (result.is_node) {
      result.node = 2 * (router - 2) + port;
    } else {
      result.router = 2 + port;
      result.port = router;
    }
    return result;
  }
  unsigned minimal_port(RouterId, RouterId to) const override { return to - 2; }
  unsigned minimal_hops(RouterId, RouterId) const override { return 1; }
  unsigned diameter() const override { return 1; }
};

template <class Made>
TopologyInfo own_topology(const char* name, TopologySize size) {
  return {name,
          "for this test",
          {},
          {"minimal"},
          [](const OwnKeys&) {},
          [size](const OwnKeys&) { return size; },
          [](const OwnKeys&) -> std::unique_ptr<Topology> { return std::make_unique<Made>(); },
          {OwnKeys{}}};
}

inline const TopologyRegistration uneven{own_topology<Uneven>("uneven", {4, 16, 7})};
inline const TopologyRegistration one_way{own_topology<OneWay>("one_way", {4, 4, 2})};

}  // namespace chokepoint::test
