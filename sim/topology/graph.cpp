// SPDX-License-Identifier: Apache-2.0
// A network given by its links: ports, route table, and the search for cycles of dependences.
#include "sim/topology/graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <set>
#include <stdexcept>

namespace chokepoint {

namespace {
constexpr unsigned kNoRoute = ~0u;
}

Graph::Graph(const std::vector<unsigned>& router_nodes, const Links& links)
    : ports_(router_nodes.size()), first_node_{0} {
  const auto count = static_cast<RouterId>(router_nodes.size());
  for (RouterId r = 0; r < count; ++r) {
    for (unsigned i = 0; i < router_nodes[r]; ++i) {
      PortTarget port;
      port.is_node = true;
      port.node = static_cast<NodeId>(router_.size());
      ports_[r].push_back(port);
      router_.push_back(r);
    }
    first_node_.push_back(static_cast<NodeId>(router_.size()));
  }
  for (const auto& [a, b] : links) {
    if (std::max(a, b) >= count) {
      throw InputError(
          fmt::format("links: [{}, {}] names router {}; router_nodes has {} routers, "
                      "0..{}",
                      a, b, std::max(a, b), count, count - 1));
    }
    if (a == b) {
      throw InputError(
          fmt::format("links: [{}, {}] leads from a router to itself; give two routers", a, b));
    }
    PortTarget to_b, to_a;
    to_b.router = b;
    to_b.port = static_cast<unsigned>(ports_[b].size());
    to_a.router = a;
    to_a.port = static_cast<unsigned>(ports_[a].size());
    ports_[a].push_back(to_b);
    ports_[b].push_back(to_a);
  }
  for (const auto& ports : ports_) radix_ = std::max(radix_, static_cast<unsigned>(ports.size()));
  find_distances();
  next_.resize(distance_.size());
  for (RouterId from = 0; from < count; ++from) {
    for (RouterId to = 0; to < count; ++to) {
      if (from != to) next_[from * count + to] = next_ports(from, to);
    }
  }
}

void Graph::find_distances() {
  const RouterId count = routers();
  distance_.assign(size_t{count} * count, kNoRoute);
  for (RouterId from = 0; from < count; ++from) {
    unsigned* distance = &distance_[size_t{from} * count];
    distance[from] = 0;
    for (std::deque<RouterId> open{from}; !open.empty(); open.pop_front()) {
      for (const PortTarget& port : ports_[open.front()]) {
        if (port.is_node || distance[port.router] != kNoRoute) continue;
        distance[port.router] = distance[open.front()] + 1;
        open.push_back(port.router);
      }
    }
    for (RouterId to = 0; to < count; ++to) {
      if (distance[to] == kNoRoute) {
        throw InputError(
            fmt::format("links: no way leads from router {} to router {}; add a link", from, to));
      }
      diameter_ = std::max(diameter_, distance[to]);
    }
  }
}

std::vector<unsigned> Graph::next_ports(RouterId router, RouterId to) const {
  std::vector<unsigned> result;
  RouterId next = router;
  for (unsigned port = 0; port < ports_[router].size(); ++port) {
    const PortTarget& target = ports_[router][port];
    if (target.is_node) continue;
    if (next == router && minimal_hops(target.router, to) < minimal_hops(router, to)) {
      next = target.router;
    }
    if (next != router && target.router == next) result.push_back(port);
  }
  return result;
}

PortTarget Graph::target(RouterId router, unsigned port) const {
  if (port < ports_[router].size()) return ports_[router][port];
  PortTarget none;
  none.connected = false;
  return none;
}

unsigned Graph::minimal_port(RouterId router, RouterId to) const {
  if (router == to) throw std::logic_error("minimal_port: the packet is at its router already");
  return next_[router * routers() + to].front();
}

unsigned Graph::minimal_port_to_node(RouterId router, RouterId to, NodeId node) const {
  if (router == to) throw std::logic_error("minimal_port: the packet is at its router already");
  const std::vector<unsigned>& ports = next_[router * routers() + to];
  return ports[node % ports.size()];
}

std::vector<RouterId> Graph::cyclic_route() const {
  // Vertices are output channels; an edge leads to the channel that some packet takes next.
  const auto channel = [&](RouterId router, unsigned port) { return router * radix_ + port; };
  std::vector<std::set<unsigned>> next(size_t{routers()} * radix_);
  for (RouterId from = 0; from < routers(); ++from) {
    for (NodeId node = 0; node < nodes(); ++node) {
      unsigned held = kNoRoute;
      for (RouterId at = from; at != router_of(node);) {
        const unsigned port = minimal_port_to_node(at, router_of(node), node);
        if (held != kNoRoute) next[held].insert(channel(at, port));
        held = channel(at, port);
        at = ports_[at][port].router;
      }
    }
  }
  std::vector<unsigned> incoming(next.size());
  for (const auto& targets : next) {
    for (const unsigned to : targets) ++incoming[to];
  }
  std::vector<unsigned> free;
  for (unsigned v = 0; v < next.size(); ++v) {
    if (incoming[v] == 0) free.push_back(v);
  }
  std::vector<bool> removed(next.size(), false);
  while (!free.empty()) {
    const unsigned v = free.back();
    free.pop_back();
    removed[v] = true;
    for (const unsigned to : next[v]) {
      if (--incoming[to] == 0) free.push_back(to);
    }
  }
  // What is left has a predecessor that is left: walking backwards must come round.
  const auto left = std::find(removed.begin(), removed.end(), false);
  if (left == removed.end()) return {};
  std::vector<unsigned> walk{static_cast<unsigned>(left - removed.begin())};
  while (true) {
    for (unsigned v = 0; v < next.size(); ++v) {
      if (removed[v] || next[v].count(walk.back()) == 0) continue;
      const auto seen = std::find(walk.begin(), walk.end(), v);
      if (seen != walk.end()) {
        std::vector<RouterId> cycle;
        for (auto at = walk.end(); at != seen; --at) cycle.push_back(*(at - 1) / radix_);
        cycle.push_back(cycle.front());
        return cycle;
      }
      walk.push_back(v);
      break;
    }
  }
}

namespace {

constexpr size_t kMaxRouters = 256;  // the table and the search for cycles grow with the square

TopologySize size(const OwnKeys& shape) {
  std::vector<unsigned> ports = shape.counts("router_nodes");
  TopologySize size{static_cast<unsigned>(ports.size()), 0, 0};
  for (const unsigned nodes : ports) size.nodes += nodes;
  for (const auto& [a, b] : shape.pairs("links")) {
    ++ports[a];
    ++ports[b];
  }
  for (const unsigned count : ports) size.radix = std::max(size.radix, count);
  return size;
}

void check(const OwnKeys& shape) {
  const std::vector<unsigned> router_nodes = shape.counts("router_nodes");
  const Graph::Links links = shape.pairs("links");
  if (router_nodes.empty()) {
    throw InputError(
        "router_nodes: missing; topology graph needs the number of nodes on each router, e.g. "
        "[3, 5]");
  }
  if (router_nodes.size() > kMaxRouters) {
    throw InputError(fmt::format("router_nodes: {} routers are too many; legal is 1..{}",
                                 router_nodes.size(), kMaxRouters));
  }
  std::vector<unsigned> ports = router_nodes;  // before a table for a million links
  for (const auto& [a, b] : links) {
    for (const RouterId router : {a, b}) {
      if (router < ports.size()) ++ports[router];
    }
  }
  check_topology_size(0, *std::max_element(ports.begin(), ports.end()), "router_nodes",
                      "these nodes and links");
  const Graph graph(router_nodes, links);
  if (graph.nodes() < 2) throw InputError("router_nodes: a network needs at least two nodes");
  check_topology_size(graph.nodes(), graph.radix(), "router_nodes", "these nodes and links");
  const std::vector<RouterId> cycle = graph.cyclic_route();
  if (!cycle.empty()) {
    throw InputError(fmt::format(
        "links: the minimal routes can deadlock: each channel around routers {} may wait for the "
        "next; leave out one of these links",
        fmt::join(cycle, " - ")));
  }
}

OwnKeys sample(const std::vector<unsigned>& router_nodes, const Graph::Links& links) {
  OwnKeys shape;
  shape.set_counts("router_nodes", router_nodes);
  shape.set_pairs("links", links);
  return shape;
}

const TopologyRegistration registration{TopologyInfo{
    "graph",
    "routers and links as listed, for small cases",
    {integer_list_key("router_nodes", {}, 0, 64, "nodes",
                      "nodes on each router (required); nodes are numbered router by "
                      "router"),
     pair_list_key("links", 0, 255, "routers",
                   "channels between two routers, both ways (required beyond one "
                   "router); a pair given twice is two channels")},
    {"minimal"},
    check,
    size,
    [](const OwnKeys& shape) -> std::unique_ptr<Topology> {
      return std::make_unique<Graph>(shape.counts("router_nodes"), shape.pairs("links"));
    },
    {sample({3}, {}), sample({2, 3, 0, 4, 1}, {{0, 1}, {0, 2}, {2, 3}, {2, 3}, {3, 4}}),
     sample({1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}})}}};

}  // namespace

}  // namespace chokepoint
