// SPDX-License-Identifier: Apache-2.0
// Fat tree: the k-ary n-tree, n levels of k^(n-1) routers with k ports down and, below the top, k
// ports up.
#pragma once

#include "sim/topology/topology.h"

namespace chokepoint {

/// Routers: number = level * k^(n-1) + index, level 0 the leaves. Digit i of the index is index /
/// k^i mod k. Nodes: node d hangs on leaf d / k at port d mod k. Ports: 0 .. k - 1 lead down, k ..
/// 2k - 1 up; top routers have no up ports. Up port k + j of the router with index w on level l
/// leads to the router of level l + 1 whose index is w with digit l replaced by j, and arrives
/// there at down port (digit l of w). So a router of level l is an ancestor of exactly those leaves
/// that agree with its index in the digits l and above (docs/images/topology/fat_tree.svg). Routes:
/// up until the router is an ancestor of the destination's leaf, then down; at level l by port
/// digit l - 1 of the leaf. Going up every port is on a minimal route; the deterministic one takes
/// port k + (digit l of the destination node), so that the nodes of a leaf are spread over the
/// roots.
class FatTree : public Topology {
 public:
  FatTree(unsigned arity, unsigned levels);

  unsigned routers() const override { return levels_ * width_; }
  unsigned nodes() const override { return width_ * arity_; }
  unsigned radix() const override { return 2 * arity_; }
  RouterId router_of(NodeId node) const override { return node / arity_; }
  unsigned port_of(NodeId node) const override { return node % arity_; }
  NodeId first_node(RouterId router) const override {
    return router < width_ ? router * arity_ : 0;
  }
  unsigned nodes_at(RouterId router) const override { return router < width_ ? arity_ : 0; }
  PortTarget target(RouterId router, unsigned port) const override;
  unsigned minimal_port(RouterId router, RouterId to) const override;
  unsigned minimal_port_to_node(RouterId router, RouterId to, NodeId node) const override;
  PortRange up_ports(RouterId router, RouterId to) const override;
  /// `to` is a leaf.
  unsigned minimal_hops(RouterId from, RouterId to) const override;
  unsigned diameter() const override { return 2 * (levels_ - 1); }

  unsigned level(RouterId router) const { return router / width_; }

 private:
  bool ancestor(RouterId router, RouterId leaf) const {
    const unsigned below = power_[level(router)];
    return router % width_ / below == leaf / below;
  }
  unsigned digit(unsigned number, unsigned i) const { return number / power_[i] % arity_; }
  unsigned arity_, levels_, width_ = 1;  ///< width: routers of a level
  std::vector<unsigned> power_;          ///< arity^i
};

}  // namespace chokepoint
