// SPDX-License-Identifier: Apache-2.0
// n-dimensional flattened butterfly: routers on a grid, each linked to all others of its row in
// every dimension.
#pragma once

#include "sim/topology/topology.h"

namespace chokepoint {

/// Its keys.
struct ButterflyShape {
  explicit ButterflyShape(const OwnKeys& shape);
  std::vector<unsigned> dimensions;  ///< routers of each
  unsigned concentration;            ///< nodes per router
};

/// Ports of a router: its nodes 0 .. concentration - 1; then, dimension by dimension, the other
/// routers of that row in ascending coordinate, itself left out. Node n hangs on router n /
/// concentration at port n mod concentration. Router number: coordinate 0 + k0 * (coordinate 1 + k1
/// * ...). Minimal routes correct dimension 0 first: with one VC class the channel dependences are
/// acyclic, since a packet uses at most one channel per dimension, in ascending order of dimension.
class FlattenedButterfly : public Topology {
 public:
  FlattenedButterfly(std::vector<unsigned> dimensions, unsigned concentration);

  unsigned routers() const override { return routers_; }
  unsigned nodes() const override { return routers_ * concentration_; }
  unsigned radix() const override { return radix_; }
  RouterId router_of(NodeId node) const override { return node / concentration_; }
  unsigned port_of(NodeId node) const override { return node % concentration_; }
  NodeId first_node(RouterId router) const override { return router * concentration_; }
  unsigned nodes_at(RouterId) const override { return concentration_; }
  PortTarget target(RouterId router, unsigned port) const override;
  unsigned minimal_port(RouterId router, RouterId to) const override;
  unsigned minimal_hops(RouterId from, RouterId to) const override;
  unsigned diameter() const override { return static_cast<unsigned>(dimensions_.size()); }
  /// The routers that have the coordinate of `from` in every dimension in which `to` has the same,
  /// themselves too: how many they are, and each by its number.
  unsigned routers_between(RouterId from, RouterId to) const;
  RouterId router_between(RouterId from, RouterId to, unsigned number) const;
  const std::vector<unsigned>& dimensions() const { return dimensions_; }  ///< routers of each

 private:
  unsigned coordinate(RouterId router, unsigned dimension) const {
    return router / stride_[dimension] % dimensions_[dimension];
  }
  std::vector<unsigned> dimensions_, stride_, first_port_;
  unsigned concentration_, routers_ = 1, radix_;
};

}  // namespace chokepoint
