// SPDX-License-Identifier: Apache-2.0
// Unidirectional multistage network: the k-ary n-fly, n stages of k^(n-1) switches with k inputs
// and k outputs.
#pragma once

#include "sim/topology/topology.h"

namespace chokepoint {

/// Routers: number = stage * k^(n-1) + index, stage 0 where nodes inject. Digit i of a number is
/// number / k^i mod k. Node d injects at input d mod k of router d / k of stage 0, and is delivered
/// by output d mod k of router d / k of the last stage: a node's two channels end at different
/// routers (with one stage, which is a k x k switch, at one). Output j of stage s leads to the
/// router of stage s + 1 whose index is the own one with digit n - 2 - s replaced by j, and arrives
/// there at input (that digit of the own index). No channel leads back, so most routers have no way
/// to most nodes.
/// Routes: the only one there is. Stage s takes the output that digit n - 1 - s of the destination
/// names (destination tag).
/// Deadlock: every channel leads to the next stage or to a node, so a packet waits for channels of
/// later stages only; one VC class is enough.
class Butterfly : public Topology {
 public:
  /// `arity` k, at least 2; `stages` n, at least 1.
  Butterfly(unsigned arity, unsigned stages);

  unsigned routers() const override { return stages_ * width_; }
  unsigned nodes() const override { return width_ * arity_; }
  unsigned radix() const override { return arity_; }
  RouterId router_of(NodeId node) const override { return node / arity_; }
  unsigned port_of(NodeId node) const override { return node % arity_; }
  RouterId deliver_router(NodeId node) const override { return last_stage() + node / arity_; }
  NodeId first_node(RouterId router) const override {
    return router < width_ ? router * arity_ : 0;
  }
  unsigned nodes_at(RouterId router) const override { return router < width_ ? arity_ : 0; }
  PortTarget target(RouterId router, unsigned port) const override;
  bool two_way() const override { return false; }
  /// `to` is of the last stage, and `router` of an earlier one that has a way to it.
  unsigned minimal_port(RouterId router, RouterId to) const override;
  /// Likewise, or the router itself.
  unsigned minimal_hops(RouterId from, RouterId to) const override {
    return stage(to) - stage(from);
  }
  unsigned diameter() const override { return stages_ - 1; }

  unsigned stage(RouterId router) const { return router / width_; }

 private:
  RouterId last_stage() const { return (stages_ - 1) * width_; }
  unsigned digit(unsigned number, unsigned i) const { return number / power_[i] % arity_; }
  unsigned arity_, stages_, width_ = 1;  ///< width: routers of a stage
  std::vector<unsigned> power_;          ///< arity^i
};

}  // namespace chokepoint
