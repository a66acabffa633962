// SPDX-License-Identifier: Apache-2.0
// Topology `two_boards`: the worked example of docs/developer/new-topology.md. Two boards of
// routers, all linked to each other on a board; router i of one board has a cable to router i of
// the other.
#include <fmt/format.h>

#include <stdexcept>

#include "sim/topology/topology.h"

namespace chokepoint {
namespace {

/// Router number: board * routers + i. Ports: nodes, then the other routers of the board in
/// ascending order, then the cable. Minimal routes go to router i of the own board first and then
/// over the cable: a packet that holds a cable waits for nothing but nodes, one that holds a
/// channel of a board for cables only, so one VC class is free of deadlock.
class TwoBoards : public Topology {
 public:
  TwoBoards(unsigned board_routers, unsigned router_nodes, Cycle cable_latency)
      : width_(board_routers), nodes_(router_nodes), cable_latency_(cable_latency) {}

  unsigned routers() const override { return 2 * width_; }
  unsigned nodes() const override { return routers() * nodes_; }
  unsigned radix() const override { return nodes_ + width_; }
  RouterId router_of(NodeId node) const override { return node / nodes_; }
  unsigned port_of(NodeId node) const override { return node % nodes_; }
  NodeId first_node(RouterId router) const override { return router * nodes_; }
  unsigned nodes_at(RouterId) const override { return nodes_; }

  PortTarget target(RouterId router, unsigned port) const override {
    PortTarget result;
    const unsigned own = router % width_;
    if (port < nodes_) {
      result.is_node = true;
      result.node = router * nodes_ + port;
    } else if (port == cable()) {
      result.router = (router + width_) % routers();
      result.port = port;
    } else {
      const unsigned other = port - nodes_ < own ? port - nodes_ : port - nodes_ + 1;
      result.router = router - own + other;
      result.port = nodes_ + (own < other ? own : own - 1);
    }
    return result;
  }

  ChannelTraits channel(RouterId router, unsigned port) const override {
    if (port == cable()) return {cable_latency_, ChannelClass::kGlobal};
    return Topology::channel(router, port);  // network.channel_latency, node_channel_latency
  }

  unsigned minimal_port(RouterId router, RouterId to) const override {
    if (router == to) throw std::logic_error("minimal_port: the packet is at its router already");
    const unsigned own = router % width_, other = to % width_;
    if (own == other) return cable();
    return nodes_ + (other < own ? other : other - 1);
  }
  unsigned minimal_hops(RouterId from, RouterId to) const override {
    return (from % width_ != to % width_ ? 1 : 0) + (from / width_ != to / width_ ? 1 : 0);
  }
  unsigned diameter() const override { return 2; }

 private:
  unsigned cable() const { return nodes_ + width_ - 1; }
  unsigned width_, nodes_;
  Cycle cable_latency_;
};

TopologySize size(const OwnKeys& shape) {
  const unsigned width = shape.count("board_routers"), nodes = shape.count("router_nodes");
  return {2 * width, 2 * width * nodes, nodes + width};
}

OwnKeys sample(unsigned board_routers, unsigned router_nodes) {
  OwnKeys shape;
  shape.set("board_routers", board_routers);
  shape.set("router_nodes", router_nodes);
  shape.set("cable_latency", 300);
  return shape;
}

const TopologyRegistration registration{TopologyInfo{
    "two_boards",
    "two boards of routers, a short channel between any two of a board, a cable between boards",
    {integer_key("board_routers", 4, 2, 32, "routers", "routers of a board"),
     integer_key("router_nodes", 2, 1, 32, "nodes", "nodes of a router"),
     integer_key("cable_latency", 300, 1, 10000, "cycles", "channels between the boards")},
    {"minimal", "valiant", "ugal"},
    [](const OwnKeys& shape) {
      check_topology_size(
          size(shape).nodes, size(shape).radix, "board_routers",
          fmt::format("with router_nodes {} these routers", shape.count("router_nodes")));
    },
    size,
    [](const OwnKeys& shape) -> std::unique_ptr<Topology> {
      return std::make_unique<TwoBoards>(shape.count("board_routers"), shape.count("router_nodes"),
                                         Cycle{shape.count("cable_latency")});
    },
    {sample(2, 1), sample(3, 2), sample(4, 2)}}};

}  // namespace
}  // namespace chokepoint
