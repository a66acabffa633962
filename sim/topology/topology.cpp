// SPDX-License-Identifier: Apache-2.0
// The registry of topologies and what they share.
#include "sim/topology/topology.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/common/registry.h"

namespace chokepoint {

namespace {

constexpr uint64_t kMaxNodes = 8192;
constexpr uint64_t kMaxRadix = 64;  // routers keep one bit per port in 64-bit masks

std::map<std::string, TopologyInfo>& registry() {
  static std::map<std::string, TopologyInfo> map;
  return map;
}

}  // namespace

const std::map<std::string, TopologyInfo>& topologies() {
  return registry();
}

TopologyRegistration::TopologyRegistration(TopologyInfo info) {
  const std::string name = info.name;
  register_as(registry(), "topologies", name, std::move(info));
}

const TopologyInfo& topology_info(const NetworkConfig& network) {
  const auto found = topologies().find(network.topology);
  if (found != topologies().end()) return found->second;
  throw InputError(fmt::format("network.topology: no topology `{}`; use {}", network.topology,
                               fmt::join(names_of(topologies()), ", ")));
}

OwnKeys shape_of(const NetworkConfig& network) {
  return with_defaults(topology_info(network).keys, network.shape);
}

TopologySize topology_size(const NetworkConfig& network) {
  return topology_info(network).size(shape_of(network));
}

ChannelSpans::ChannelSpans(const Topology& topology) {
  const auto checked = [](const ChannelTraits& channel) {
    if (channel.latency == 0) throw std::logic_error("a topology gives a channel latency 0");
    return channel.latency;
  };
  const auto node = [this](Cycle latency) {
    longest_node = std::max(longest_node, latency);
    shortest_node = std::min(shortest_node, latency);
  };
  for (NodeId n = 0; n < topology.nodes(); ++n) node(checked(topology.injection_channel(n)));
  for (RouterId r = 0; r < topology.routers(); ++r) {
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget target = topology.target(r, port);
      if (!target.connected) continue;
      const Cycle latency = checked(topology.channel(r, port));
      if (target.is_node) node(latency);
      if (target.is_node && topology.router_of(target.node) == r) continue;
      remote_delivery = remote_delivery || target.is_node;
      between_sites = std::min(between_sites, latency);
      if (!target.is_node) longest_router = std::max(longest_router, latency);
    }
  }
}

RouterPorts::RouterPorts(const Topology& topology, RouterId of) : router(of) {
  const NodeId first = topology.first_node(router);
  for (NodeId node = first; node < first + topology.nodes_at(router); ++node) {
    node_inputs |= uint64_t{1} << topology.port_of(node);
  }
  for (unsigned port = 0; port < topology.radix(); ++port) {
    const PortTarget to = topology.target(router, port);
    node_outputs |= uint64_t{to.is_node} << port;
    router_outputs |= uint64_t{to.connected && !to.is_node} << port;
  }
}

void check_topology_size(uint64_t nodes, uint64_t radix, const std::string& key,
                         const std::string& shape) {
  if (nodes > kMaxNodes) {
    const bool huge = nodes >= uint64_t{1} << 32;
    throw InputError(fmt::format("{}: {} make {}{} nodes; legal is at most {}", key, shape,
                                 huge ? "over " : "", std::min(nodes, uint64_t{1} << 32),
                                 kMaxNodes));
  }
  if (radix > kMaxRadix) {
    throw InputError(fmt::format("{}: {} make routers of radix {}; legal is at most {}", key, shape,
                                 radix, kMaxRadix));
  }
}

// Declared with the scenario; known where topologies are.
unsigned Scenario::routers() const {
  return topology_size(network).routers;
}

unsigned Scenario::nodes() const {
  return topology_size(network).nodes;
}

unsigned Scenario::radix() const {
  return topology_size(network).radix;
}

std::unique_ptr<Topology> make_topology(const Scenario& scenario) {
  try {
    const NetworkConfig& network = scenario.network;
    std::unique_ptr<Topology> topology = topology_info(network).make(shape_of(network));
    topology->set_latencies(network.channel_latency, network.node_channel_latency);
    return topology;
  } catch (const InputError& error) {
    throw InputError(scenario.path + ": " + error.what());
  }
}

}  // namespace chokepoint
