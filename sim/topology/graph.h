// SPDX-License-Identifier: Apache-2.0
// A network given by its links, for small cases: shortest routes from a table.
#pragma once

#include <utility>

#include "sim/topology/topology.h"

namespace chokepoint {

/// Ports of a router: its nodes first, then its links in the order in which they are given. Nodes
/// are numbered router by router.
/// Routes: a shortest one. Of several next routers it takes the one behind the lowest port; of
/// parallel links to that router, number (destination node mod their count). The table is fixed, so
/// deadlock freedom is a matter of the graph: cyclic_route() finds a cycle of channels each of
/// which a packet may hold while it waits for the next, and a scenario with one is refused.
class Graph : public Topology {
 public:
  using Links = std::vector<std::pair<RouterId, RouterId>>;
  /// Throws InputError "key: what" for links that make no connected network.
  Graph(const std::vector<unsigned>& router_nodes, const Links& links);

  unsigned routers() const override { return static_cast<unsigned>(ports_.size()); }
  unsigned nodes() const override { return static_cast<unsigned>(router_.size()); }
  unsigned radix() const override { return radix_; }
  RouterId router_of(NodeId node) const override { return router_[node]; }
  unsigned port_of(NodeId node) const override { return node - first_node_[router_[node]]; }
  NodeId first_node(RouterId router) const override { return first_node_[router]; }
  unsigned nodes_at(RouterId router) const override {
    return first_node_[router + 1] - first_node_[router];
  }
  PortTarget target(RouterId router, unsigned port) const override;
  unsigned minimal_port(RouterId router, RouterId to) const override;
  unsigned minimal_port_to_node(RouterId router, RouterId to, NodeId node) const override;
  unsigned minimal_hops(RouterId from, RouterId to) const override {
    return distance_[from * routers() + to];
  }
  unsigned diameter() const override { return diameter_; }

  /// Over the routes from every router, also one without nodes: a router that drops a packet sends
  /// the notice from where it is. Routers along a cycle of channel dependences, the first one again
  /// at the end; empty if there is none.
  std::vector<RouterId> cyclic_route() const;

 private:
  void find_distances();
  /// Ports to the next router of the route, all of the parallel ones.
  std::vector<unsigned> next_ports(RouterId router, RouterId to) const;

  std::vector<std::vector<PortTarget>> ports_;  ///< per router
  std::vector<RouterId> router_;                ///< per node
  std::vector<NodeId> first_node_;              ///< per router, and the number of nodes at the end
  std::vector<unsigned> distance_;              ///< from x routers + to
  std::vector<std::vector<unsigned>> next_;     ///< the same: ports of the next channel
  unsigned radix_ = 0, diameter_ = 0;
};

}  // namespace chokepoint
