// SPDX-License-Identifier: Apache-2.0
// k-ary n-cube: routers on a grid, each linked to its two neighbours in every dimension; with the
// ends of a row joined (torus) or not (mesh).
#pragma once

#include "sim/topology/topology.h"

namespace chokepoint {

/// Its keys.
struct TorusShape {
  explicit TorusShape(const OwnKeys& shape);
  std::vector<unsigned> dimensions;  ///< routers of each
  bool wraparound;
  unsigned concentration;  ///< nodes per router
};

/// Ports of a router: its nodes 0 .. concentration - 1; then, dimension by dimension, up and down.
/// Up leads to the next higher coordinate and arrives there at down. With wraparound up leads from
/// the highest coordinate to 0, by a channel of class global; a dimension of 2 has no such channel:
/// its routers have one link. Other channels between routers are local. Node n hangs on router n /
/// concentration at port n mod concentration. Router number: coordinate 0 + k0 * (coordinate 1 + k1
/// * ...).
///
/// Minimal routes correct dimension 0 first; where both ways round are equally long they go up from
/// even coordinates and down from odd ones. With wraparound they deadlock in one VC class (a ring
/// of full buffers): a routing function has classes of its own, or leaves the wraparound channels
/// out (direct_port). Routes of the latter kind are acyclic in one class, as all of a mesh are: a
/// packet goes in one direction of each dimension, in ascending order of dimension.
class Torus : public Topology {
 public:
  explicit Torus(const TorusShape& shape);

  unsigned routers() const override { return routers_; }
  unsigned nodes() const override { return routers_ * concentration_; }
  unsigned radix() const override {
    return concentration_ + 2 * static_cast<unsigned>(dimensions_.size());
  }
  RouterId router_of(NodeId node) const override { return node / concentration_; }
  unsigned port_of(NodeId node) const override { return node % concentration_; }
  NodeId first_node(RouterId router) const override { return router * concentration_; }
  unsigned nodes_at(RouterId) const override { return concentration_; }
  PortTarget target(RouterId router, unsigned port) const override;
  ChannelTraits channel(RouterId router, unsigned port) const override;
  unsigned minimal_port(RouterId router, RouterId to) const override;
  unsigned minimal_hops(RouterId from, RouterId to) const override;
  unsigned diameter() const override;

  // For routing functions.
  enum class Way : uint8_t { kUp, kDown };
  const std::vector<unsigned>& dimensions() const { return dimensions_; }
  unsigned coordinate(RouterId router, unsigned dimension) const {
    return router / stride_[dimension] % dimensions_[dimension];
  }
  unsigned port(unsigned dimension, Way way) const {
    return concentration_ + 2 * dimension + static_cast<unsigned>(way);
  }
  /// The ends of its rows are joined.
  bool wraps(unsigned dimension) const { return wraparound_ && dimensions_[dimension] > 2; }
  /// Some dimension's are.
  bool wraps() const;
  /// Both ways from coordinate `here` to another one are minimal.
  bool tie(unsigned dimension, unsigned here, unsigned there) const;
  /// The way of the minimal route.
  Way way(unsigned dimension, unsigned here, unsigned there) const;
  /// The first dimension in which two routers differ.
  unsigned first_difference(RouterId router, RouterId to) const;
  /// Port of the route in the order of dimensions that takes no wraparound channel.
  unsigned direct_port(RouterId router, RouterId to) const;

 private:
  unsigned distance(unsigned dimension, unsigned here, unsigned there) const;
  std::vector<unsigned> dimensions_, stride_;
  bool wraparound_;
  unsigned concentration_, routers_ = 1;
};

}  // namespace chokepoint
