// SPDX-License-Identifier: Apache-2.0
// What a topology tells the network and the routing functions, and how it registers itself; one
// topology per file in this folder.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/types.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// Where a router port leads.
struct PortTarget {
  bool is_node = false;
  bool connected = true;  ///< false: the router is smaller than radix(), nothing hangs here
  NodeId node = 0;        ///< of a node port
  RouterId router = 0;    ///< of a router port: the neighbour ...
  unsigned port = 0;      ///< ... and its port for the same channel
};

/// Consecutive ports of a router.
struct PortRange {
  unsigned first = 0, count = 0;
};

/// Nodes are numbered router by router: those of a router are consecutive.
class Topology {
 public:
  virtual ~Topology() = default;
  virtual unsigned routers() const = 0;
  virtual unsigned nodes() const = 0;
  virtual unsigned radix() const = 0;  ///< of the largest router
  virtual RouterId router_of(NodeId node) const = 0;
  virtual unsigned port_of(NodeId node) const = 0;  ///< at its router
  virtual NodeId first_node(RouterId router) const = 0;
  virtual unsigned nodes_at(RouterId router) const = 0;
  virtual PortTarget target(RouterId router, unsigned port) const = 0;
  /// Port of the minimal, deterministic route from `router` to another router that has nodes.
  virtual unsigned minimal_port(RouterId router, RouterId to) const = 0;
  /// The same to a node of another router; topologies with several minimal routes spread the
  /// destinations over them.
  virtual unsigned minimal_port_to_node(RouterId router, NodeId node) const {
    return minimal_port(router, router_of(node));
  }
  /// Ports any of which begins a minimal route to router `to`; none: minimal_port() is the only
  /// one.
  virtual PortRange up_ports(RouterId /*router*/, RouterId /*to*/) const { return {}; }
  virtual unsigned minimal_hops(RouterId from, RouterId to) const = 0;
  /// Most router-to-router hops of a minimal route.
  virtual unsigned diameter() const = 0;
};

struct TopologySize {
  unsigned routers = 0, nodes = 0;
  unsigned radix = 0;  ///< of the largest router
};

struct TopologyInfo {
  std::string name;
  std::string summary;
  std::vector<std::string> keys;     ///< keys of [network] that only some topologies use, used here
  std::vector<std::string> routing;  ///< the routing functions that go with it
  /// Checks the keys; throws InputError "key: what".
  std::function<void(const NetworkConfig&)> check;
  std::function<TopologySize(const NetworkConfig&)> size;  ///< of checked keys; quick
  std::function<std::unique_ptr<Topology>(const NetworkConfig&)> make;
};

const std::map<std::string, TopologyInfo>& topologies();
struct TopologyRegistration {
  explicit TopologyRegistration(TopologyInfo info);
};

/// Keys of [network] that only the topologies which name them accept.
bool topology_specific(const std::string& key);

/// The entry of the topology that `network` names; throws InputError if there is none.
const TopologyInfo& topology_info(const NetworkConfig& network);

/// Throws InputError "key: what" if the network is larger than can be simulated. `shape` says in
/// the scenario's terms where the sizes come from.
void check_topology_size(uint64_t nodes, uint64_t radix, const std::string& key,
                         const std::string& shape);

/// The topology that the scenario names. Throws InputError for an impossible one.
std::unique_ptr<Topology> make_topology(const Scenario& scenario);

}  // namespace chokepoint
