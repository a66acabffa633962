// SPDX-License-Identifier: Apache-2.0
// What a topology tells the network and the routing functions, and how it registers itself; one
// topology per file in this folder.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/types.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// What a channel is on the machine; a routing function may give each class VCs of its own.
enum class ChannelClass : uint8_t { kNode, kLocal, kGlobal };

struct ChannelTraits {
  Cycle latency = 1;  ///< cycles that a flit, and a credit on its way back, takes; at least 1
  ChannelClass channel_class = ChannelClass::kLocal;
};

/// Where a router's output leads.
struct PortTarget {
  bool is_node = false;
  bool connected = true;  ///< false: the router is smaller than radix(), nothing hangs here
  NodeId node = 0;        ///< of a node port
  RouterId router = 0;    ///< of a router port: the neighbour ...
  unsigned port = 0;      ///< ... and its input for the same channel
};

/// Consecutive ports of a router.
struct PortRange {
  unsigned first = 0, count = 0;
};

/// Nodes are numbered router by router: those that inject at a router are consecutive. Outputs and
/// inputs of a router are numbered apart, each 0 .. radix() - 1. A channel joins an output to an
/// input or to a node, or a node to an input.
class Topology {
 public:
  virtual ~Topology() = default;
  virtual unsigned routers() const = 0;
  virtual unsigned nodes() const = 0;
  virtual unsigned radix() const = 0;                 ///< of the largest router
  virtual RouterId router_of(NodeId node) const = 0;  ///< where it injects
  virtual unsigned port_of(NodeId node) const = 0;    ///< the input there
  /// The router that delivers to a node, and its output: the same as those of injection unless a
  /// topology says otherwise.
  virtual RouterId deliver_router(NodeId node) const { return router_of(node); }
  virtual unsigned deliver_port(NodeId node) const { return port_of(node); }
  virtual NodeId first_node(RouterId router) const = 0;
  virtual unsigned nodes_at(RouterId router) const = 0;
  virtual PortTarget target(RouterId router, unsigned port) const = 0;
  /// Of a connected output.
  virtual ChannelTraits channel(RouterId router, unsigned port) const {
    return target(router, port).is_node ? ChannelTraits{node_latency_, ChannelClass::kNode}
                                        : ChannelTraits{latency_, ChannelClass::kLocal};
  }
  /// From a node to its router.
  virtual ChannelTraits injection_channel(NodeId /*node*/) const {
    return {node_latency_, ChannelClass::kNode};
  }
  /// Output p of a router leads where input p comes from: a packet that leaves by the number that
  /// it came in by turns back, which is an error.
  virtual bool two_way() const { return true; }
  /// Port of the minimal, deterministic route from `router` to another router that has nodes.
  virtual unsigned minimal_port(RouterId router, RouterId to) const = 0;
  /// The same to a node that `to` delivers to; topologies with several minimal routes spread the
  /// destinations over them.
  virtual unsigned minimal_port_to_node(RouterId router, RouterId to, NodeId /*node*/) const {
    return minimal_port(router, to);
  }
  /// Ports any of which begins a minimal route to router `to`; none: minimal_port() is the only
  /// one.
  virtual PortRange up_ports(RouterId /*router*/, RouterId /*to*/) const { return {}; }
  virtual unsigned minimal_hops(RouterId from, RouterId to) const = 0;
  /// Most router-to-router hops of a minimal route.
  virtual unsigned diameter() const = 0;

  /// network.channel_latency and node_channel_latency; make_topology() sets them.
  void set_latencies(Cycle between_routers, Cycle node) {
    latency_ = between_routers;
    node_latency_ = node;
  }

 protected:
  Cycle latency_ = 1, node_latency_ = 1;
};

/// Latencies of a topology's channels, cycles.
struct ChannelSpans {
  explicit ChannelSpans(const Topology& topology);
  Cycle between_sites = ~Cycle{0};  ///< the shortest channel from a router or its nodes to others
  Cycle longest_router = 1;         ///< between routers
  Cycle longest_node = 1;           ///< from or to a node
  Cycle shortest_node = ~Cycle{0};  ///< the same
  bool remote_delivery = false;     ///< a node is delivered by another router than it injects at
};

/// A router's ports, as masks.
struct RouterPorts {
  RouterPorts(const Topology& topology, RouterId router);
  RouterId router;
  uint64_t node_inputs = 0;     ///< a node injects there
  uint64_t node_outputs = 0;    ///< these deliver to one
  uint64_t router_outputs = 0;  ///< these lead to a router
};

struct TopologySize {
  unsigned routers = 0, nodes = 0;
  unsigned radix = 0;  ///< of the largest router
};

struct TopologyInfo {
  std::string name;
  std::string summary;
  std::vector<KeySpec> keys;         ///< of its own in [network]
  std::vector<std::string> routing;  ///< the functions that go with it, those apart that name it
  // Each gets all keys of its own, the defaults filled in.
  /// Checks the keys; throws InputError "key: what".
  std::function<void(const OwnKeys&)> check;
  std::function<TopologySize(const OwnKeys&)> size;  ///< of checked keys; quick
  std::function<std::unique_ptr<Topology>(const OwnKeys&)> make;
  /// Small networks of every kind that it makes. A test walks every route of each with every
  /// routing function that goes with it, and wants no cycle of channel dependences.
  std::vector<OwnKeys> samples;
};

const std::map<std::string, TopologyInfo>& topologies();
struct TopologyRegistration {
  explicit TopologyRegistration(TopologyInfo info);
};

/// The keys of its own, the defaults filled in. Throws as topology_info().
OwnKeys shape_of(const NetworkConfig& network);
TopologySize topology_size(const NetworkConfig& network);

/// The entry of the topology that `network` names; throws InputError if there is none.
const TopologyInfo& topology_info(const NetworkConfig& network);

/// Throws InputError "key: what" if the network is larger than can be simulated. `shape` says in
/// the scenario's terms where the sizes come from.
void check_topology_size(uint64_t nodes, uint64_t radix, const std::string& key,
                         const std::string& shape);

/// The topology that the scenario names. Throws InputError for an impossible one.
std::unique_ptr<Topology> make_topology(const Scenario& scenario);

}  // namespace chokepoint
