// SPDX-License-Identifier: Apache-2.0
// Networks given by their links: port numbers, distances, what is refused, the registry.
#include "sim/topology/graph.h"

#include <gtest/gtest.h>

namespace chokepoint {
namespace {

std::string refusal(const std::vector<unsigned>& router_nodes, const Graph::Links& links) {
  NetworkConfig network;
  network.topology = "graph";
  network.shape.set_counts("router_nodes", router_nodes);
  network.shape.set_pairs("links", links);
  try {
    topology_info(network).check(shape_of(network));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(GraphPorts, AreNodesThenLinksInTheirOrder) {
  const Graph graph({2, 0, 1}, {{1, 0}, {2, 1}, {0, 1}});
  EXPECT_EQ(graph.routers(), 3u);
  EXPECT_EQ(graph.nodes(), 3u);
  EXPECT_EQ(graph.radix(), 4u);
  EXPECT_EQ(graph.diameter(), 2u);
  EXPECT_EQ(graph.router_of(2), 2u);
  EXPECT_EQ(graph.port_of(1), 1u);
  EXPECT_EQ(graph.first_node(1), 2u);
  EXPECT_EQ(graph.nodes_at(1), 0u);
  EXPECT_TRUE(graph.target(0, 1).is_node);
  const std::tuple<RouterId, unsigned, RouterId, unsigned> links[] = {
      {0, 2, 1, 0}, {0, 3, 1, 2}, {1, 0, 0, 2}, {1, 1, 2, 1}, {1, 2, 0, 3}, {2, 1, 1, 1}};
  for (const auto& [router, port, to, at] : links) {
    const PortTarget target = graph.target(router, port);
    EXPECT_TRUE(target.connected);
    EXPECT_FALSE(target.is_node);
    EXPECT_EQ(target.router, to) << router << "." << port;
    EXPECT_EQ(target.port, at) << router << "." << port;
  }
  EXPECT_FALSE(graph.target(1, 3).connected);
  EXPECT_FALSE(graph.target(2, 2).connected);
}

TEST(GraphPorts, ParallelLinksAreTakenByDestinationNode) {
  const Graph graph({2, 2}, {{0, 1}, {0, 1}});
  EXPECT_EQ(graph.minimal_port_to_node(0, 1, 2), 2u);
  EXPECT_EQ(graph.minimal_port_to_node(0, 1, 3), 3u);
  EXPECT_EQ(graph.minimal_port(0, 1), 2u);
  EXPECT_THROW(graph.minimal_port(1, 1), std::logic_error);
  EXPECT_THROW(graph.minimal_port_to_node(1, 1, 3), std::logic_error);
}

TEST(GraphCheck, RefusesWhatIsNoNetwork) {
  const std::tuple<std::vector<unsigned>, Graph::Links, const char*> cases[] = {
      {{3, 5}, {{0, 1}}, "accepted"},
      {{3}, {}, "accepted"},
      {{}, {}, "router_nodes: missing"},
      {{1}, {}, "router_nodes: a network needs at least two nodes"},
      {{1, 1}, {}, "links: no way leads from router 0 to router 1; add a link"},
      {{1, 1, 1, 1}, {{0, 1}, {2, 3}}, "links: no way leads from router 0 to router 2"},
      {{1, 1}, {{0, 2}}, "links: [0, 2] names router 2; router_nodes has 2 routers, 0..1"},
      {{1, 1}, {{0, 1}, {1, 1}}, "links: [1, 1] leads from a router to itself"},
      {{64, 1}, {{0, 1}}, "routers of radix 65; legal is at most 64"},
      {std::vector<unsigned>(257, 1), {}, "257 routers are too many; legal is 1..256"},
  };
  for (const auto& [nodes, links, expected] : cases) {
    const std::string text = refusal(nodes, links);
    EXPECT_NE(text.find(expected), std::string::npos) << expected << " <- " << text;
  }
}

TEST(GraphCheck, RefusesARingAndNamesTheCircle) {
  const Graph::Links ring = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
  const std::string text = refusal({1, 1, 1, 1, 1}, ring);
  EXPECT_NE(text.find("links: the minimal routes can deadlock"), std::string::npos) << text;
  const std::vector<RouterId> cycle = Graph({1, 1, 1, 1, 1}, ring).cyclic_route();
  ASSERT_EQ(cycle.size(), 6u);
  EXPECT_EQ(cycle.front(), cycle.back());
  for (size_t i = 1; i < cycle.size(); ++i) {
    const unsigned step = (cycle[i] + 5 - cycle[i - 1]) % 5;
    EXPECT_EQ(step, (cycle[1] + 5 - cycle[0]) % 5) << "one way round";
    EXPECT_TRUE(step == 1 || step == 4) << "along the ring's links";
  }
  // Nodes on two neighbours only: no packet goes round.
  EXPECT_EQ(refusal({1, 1, 0, 0, 0}, ring), "accepted");
}

TEST(Registry, NamesTheTopologiesAndTheirKeys) {
  for (const char* name : {"fat_tree", "flattened_butterfly", "graph", "torus"}) {
    EXPECT_EQ(topologies().count(name), 1u) << name;
  }
  for (const char* key : {"dimensions", "concentration", "arity", "levels", "links"}) {
    EXPECT_TRUE(any_has_key(topologies(), key)) << key;
  }
  EXPECT_FALSE(any_has_key(topologies(), "channel_latency"));
  for (const auto& [name, info] : topologies()) {
    EXPECT_FALSE(info.summary.empty()) << name;
    EXPECT_FALSE(info.routing.empty()) << name;
  }
  NetworkConfig network;
  network.topology = "donut";
  EXPECT_THROW(topology_info(network), InputError);
}

}  // namespace
}  // namespace chokepoint
