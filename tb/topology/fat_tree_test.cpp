// SPDX-License-Identifier: Apache-2.0
// Fat tree: sizes, wiring as documented, and who is whose ancestor.
#include "sim/topology/fat_tree.h"

#include <gtest/gtest.h>

#include <set>

namespace chokepoint {
namespace {

struct TreeShape {
  unsigned arity, levels, nodes, routers;
};

void PrintTo(const TreeShape& shape, std::ostream* out) {
  *out << shape.arity << "-ary " << shape.levels << "-tree";
}

class FatTreeTest : public testing::TestWithParam<TreeShape> {
 protected:
  FatTree topology{GetParam().arity, GetParam().levels};
};

TEST_P(FatTreeTest, SizesAreThoseOfTheShape) {
  EXPECT_EQ(topology.nodes(), GetParam().nodes);
  EXPECT_EQ(topology.routers(), GetParam().routers);
  EXPECT_EQ(topology.radix(), 2 * GetParam().arity);
  EXPECT_EQ(topology.diameter(), 2 * (GetParam().levels - 1));
  Scenario scenario;
  scenario.network.topology = "fat_tree";
  scenario.network.shape.set("arity", GetParam().arity);
  scenario.network.shape.set("levels", GetParam().levels);
  EXPECT_EQ(scenario.nodes(), topology.nodes());
  EXPECT_EQ(scenario.routers(), topology.routers());
  EXPECT_EQ(scenario.radix(), topology.radix());
  EXPECT_EQ(make_topology(scenario)->nodes(), topology.nodes());
}

TEST_P(FatTreeTest, ChannelsLeadOneLevelUpOrDownAndBack) {
  const unsigned k = GetParam().arity, top = GetParam().levels - 1;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    const unsigned level = topology.level(router);
    std::set<RouterId> neighbours;
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget there = topology.target(router, port);
      ASSERT_EQ(there.connected, port < k || level != top) << router << " port " << port;
      ASSERT_EQ(there.is_node, port < k && level == 0);
      if (!there.connected || there.is_node) continue;
      EXPECT_EQ(topology.level(there.router), port < k ? level - 1 : level + 1);
      EXPECT_TRUE(neighbours.insert(there.router).second);
      const PortTarget back = topology.target(there.router, there.port);
      ASSERT_TRUE(back.connected);
      ASSERT_EQ(back.router, router) << "port " << port;
      ASSERT_EQ(back.port, port) << "router " << router;
    }
  }
}

TEST_P(FatTreeTest, EveryNodeHangsOnOnePortOfALeaf) {
  NodeId next = 0;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    const unsigned count = topology.nodes_at(router);
    EXPECT_EQ(count, topology.level(router) == 0 ? GetParam().arity : 0);
    for (unsigned port = 0; port < count; ++port, ++next) {
      EXPECT_EQ(topology.first_node(router) + port, next);
      EXPECT_EQ(topology.target(router, port).node, next);
      EXPECT_EQ(topology.router_of(next), router);
      EXPECT_EQ(topology.port_of(next), port);
    }
  }
  EXPECT_EQ(next, topology.nodes());
}

TEST_P(FatTreeTest, ARouterWithoutUpPortsForALeafReachesItByDownPortsOnly) {
  const unsigned k = GetParam().arity, leaves = topology.nodes() / k;
  const RouterId stride = topology.routers() > 100 ? 7 : 1;
  for (RouterId router = 0; router < topology.routers(); router += stride) {
    std::set<RouterId> below = {router};
    for (unsigned level = topology.level(router); level > 0; --level) {
      std::set<RouterId> next;
      for (const RouterId r : below) {
        for (unsigned port = 0; port < k; ++port) next.insert(topology.target(r, port).router);
      }
      below = next;
    }
    for (RouterId leaf = 0; leaf < leaves; ++leaf) {
      const PortRange up = topology.up_ports(router, leaf);
      if (below.count(leaf) != 0) {
        ASSERT_EQ(up.count, 0u) << router << " " << leaf;
      } else {
        ASSERT_EQ(up.first, k);
        ASSERT_EQ(up.count, k);
      }
    }
  }
}

/// Follows every route from `router` to `node`: all up ports, then the way down. False if one is
/// longer or shorter than `hops`, or ends elsewhere.
bool all_routes_arrive(const FatTree& tree, RouterId router, NodeId node, unsigned hops) {
  const RouterId leaf = tree.router_of(node);
  if (router == leaf) return hops == 0 && tree.target(router, tree.port_of(node)).node == node;
  if (hops == 0) return false;
  PortRange ports = tree.up_ports(router, leaf);
  if (ports.count == 0) ports = {tree.minimal_port_to_node(router, leaf, node), 1};
  for (unsigned port = ports.first; port < ports.first + ports.count; ++port) {
    const PortTarget next = tree.target(router, port);
    if (!next.connected || next.is_node || !all_routes_arrive(tree, next.router, node, hops - 1)) {
      return false;
    }
  }
  return true;
}

TEST_P(FatTreeTest, EveryRouteArrivesByTheFewestHops) {
  const unsigned leaves = topology.nodes() / GetParam().arity;
  const unsigned stride = topology.nodes() > 256 ? 97 : 1;  // 4096 nodes: every 97th pair
  for (unsigned pair = 0; pair < leaves * topology.nodes(); pair += stride) {
    const RouterId from = pair / topology.nodes();
    const NodeId to = pair % topology.nodes();
    ASSERT_TRUE(
        all_routes_arrive(topology, from, to, topology.minimal_hops(from, topology.router_of(to))))
        << from << " -> " << to;
    unsigned common = 0;  // levels up to the nearest common ancestor, by the numbers alone
    for (unsigned a = from, b = to / GetParam().arity; a != b; ++common) {
      a /= GetParam().arity;
      b /= GetParam().arity;
    }
    ASSERT_EQ(topology.minimal_hops(from, topology.router_of(to)), 2 * common);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, FatTreeTest,
                         testing::Values(TreeShape{4, 2, 16, 8}, TreeShape{8, 2, 64, 16},
                                         TreeShape{16, 2, 256, 32}, TreeShape{2, 3, 8, 12},
                                         TreeShape{3, 3, 27, 27}, TreeShape{16, 3, 4096, 768}),
                         [](const auto& info) { return "n" + std::to_string(info.param.nodes); });

// The numbers of the documentation's picture, by hand.
TEST(FatTreePorts, AreThoseOfThePicture) {
  const FatTree tree(2, 3);  // 8 nodes, routers 0-3 leaves, 4-7 middle, 8-11 top
  const auto leads_to = [&](RouterId router, unsigned port, RouterId to, unsigned at) {
    const PortTarget target = tree.target(router, port);
    EXPECT_EQ(target.router, to) << router << "." << port;
    EXPECT_EQ(target.port, at) << router << "." << port;
  };
  leads_to(0, 2, 4, 0);
  leads_to(0, 3, 5, 0);
  leads_to(1, 2, 4, 1);
  leads_to(1, 3, 5, 1);
  leads_to(2, 2, 6, 0);
  leads_to(4, 2, 8, 0);
  leads_to(4, 3, 10, 0);
  leads_to(5, 2, 9, 0);
  leads_to(6, 2, 8, 1);
  leads_to(7, 3, 11, 1);
}

TEST(FatTreePorts, AtTheRouterItselfIsRefused) {
  EXPECT_THROW(FatTree(4, 2).minimal_port(1, 1), std::logic_error);
}

}  // namespace
}  // namespace chokepoint
