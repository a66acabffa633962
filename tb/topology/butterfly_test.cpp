// SPDX-License-Identifier: Apache-2.0
// Unidirectional multistage network: sizes, wiring as documented, its one route for each pair.
#include "sim/topology/butterfly.h"

#include <gtest/gtest.h>

#include <set>

namespace chokepoint {
namespace {

struct FlyShape {
  unsigned arity, stages, nodes, routers;
};

void PrintTo(const FlyShape& shape, std::ostream* out) {
  *out << shape.arity << "-ary " << shape.stages << "-fly";
}

class ButterflyTest : public testing::TestWithParam<FlyShape> {
 protected:
  Butterfly topology{GetParam().arity, GetParam().stages};
};

TEST_P(ButterflyTest, SizesAreThoseOfTheShape) {
  EXPECT_EQ(topology.nodes(), GetParam().nodes);
  EXPECT_EQ(topology.routers(), GetParam().routers);
  EXPECT_EQ(topology.radix(), GetParam().arity);
  EXPECT_EQ(topology.diameter(), GetParam().stages - 1);
  EXPECT_FALSE(topology.two_way());
  Scenario scenario;
  scenario.network.topology = "butterfly";
  scenario.network.shape.set("arity", GetParam().arity);
  scenario.network.shape.set("stages", GetParam().stages);
  EXPECT_EQ(scenario.nodes(), topology.nodes());
  EXPECT_EQ(scenario.routers(), topology.routers());
  EXPECT_EQ(scenario.radix(), topology.radix());
  EXPECT_EQ(make_topology(scenario)->nodes(), topology.nodes());
}

TEST_P(ButterflyTest, EveryInputHasOneChannelFromTheStageBefore) {
  const unsigned k = GetParam().arity, last = GetParam().stages - 1;
  std::set<std::pair<RouterId, unsigned>> inputs;
  std::set<NodeId> delivered;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for (unsigned port = 0; port < k; ++port) {
      const PortTarget there = topology.target(router, port);
      ASSERT_TRUE(there.connected);
      ASSERT_EQ(there.is_node, topology.stage(router) == last);
      if (there.is_node) {
        EXPECT_TRUE(delivered.insert(there.node).second);
        EXPECT_EQ(topology.deliver_router(there.node), router);
        EXPECT_EQ(topology.deliver_port(there.node), port);
      } else {
        EXPECT_EQ(topology.stage(there.router), topology.stage(router) + 1);
        EXPECT_TRUE(inputs.insert({there.router, there.port}).second);
      }
    }
  }
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    EXPECT_EQ(topology.stage(topology.router_of(node)), 0u);
    EXPECT_TRUE(inputs.insert({topology.router_of(node), topology.port_of(node)}).second);
    EXPECT_EQ(topology.first_node(topology.router_of(node)) + topology.port_of(node), node);
  }
  EXPECT_EQ(inputs.size(), topology.routers() * k);
  EXPECT_EQ(delivered.size(), topology.nodes());
}

TEST_P(ButterflyTest, EachPairHasOneRouteAndMinimalPortsTakeIt) {
  const unsigned stride = topology.nodes() > 256 ? 97 : 1;  // 4096 nodes: every 97th pair
  for (unsigned pair = 0; pair < topology.nodes() * topology.nodes(); pair += stride) {
    const NodeId from = pair / topology.nodes(), to = pair % topology.nodes();
    const RouterId end = topology.deliver_router(to);
    RouterId at = topology.router_of(from);
    ASSERT_EQ(topology.minimal_hops(at, end), topology.diameter());
    while (at != end) {
      ASSERT_LT(topology.stage(at) + 1, GetParam().stages) << from << " -> " << to;
      const unsigned port = topology.minimal_port(at, end);
      ASSERT_EQ(topology.minimal_port_to_node(at, end, to), port);
      at = topology.target(at, port).router;
    }
    ASSERT_EQ(topology.target(at, topology.deliver_port(to)).node, to);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ButterflyTest,
                         testing::Values(FlyShape{4, 1, 4, 1}, FlyShape{2, 2, 4, 4},
                                         FlyShape{8, 2, 64, 16}, FlyShape{4, 3, 64, 48},
                                         FlyShape{3, 3, 27, 27}, FlyShape{2, 5, 32, 80},
                                         FlyShape{4, 6, 4096, 6144}, FlyShape{64, 1, 64, 1},
                                         FlyShape{2, 12, 4096, 24576}),
                         [](const auto& info) {
                           return "k" + std::to_string(info.param.arity) + "_n" +
                                  std::to_string(info.param.stages);
                         });

// By hand: the 2-ary 3-fly, stages of routers 0-3, 4-7 and 8-11.
TEST(ButterflyPorts, AreThoseOfTheDescription) {
  const Butterfly fly(2, 3);
  const auto leads_to = [&](RouterId router, unsigned port, RouterId to, unsigned at) {
    const PortTarget target = fly.target(router, port);
    EXPECT_EQ(target.router, to) << router << "." << port;
    EXPECT_EQ(target.port, at) << router << "." << port;
  };
  leads_to(0, 0, 4, 0);  // stage 0 sets digit 1 of the index
  leads_to(0, 1, 6, 0);
  leads_to(1, 0, 5, 0);
  leads_to(1, 1, 7, 0);
  leads_to(2, 0, 4, 1);
  leads_to(3, 1, 7, 1);
  leads_to(4, 0, 8, 0);  // stage 1 sets digit 0
  leads_to(4, 1, 9, 0);
  leads_to(5, 0, 8, 1);
  leads_to(7, 1, 11, 1);
  EXPECT_EQ(fly.target(11, 1).node, 7u);
  EXPECT_EQ(fly.minimal_port(0, fly.deliver_router(5)), 1u);  // 5 = 101: outputs 1, 0, 1
  EXPECT_EQ(fly.minimal_port(6, fly.deliver_router(5)), 0u);
  EXPECT_EQ(fly.deliver_port(5), 1u);
  EXPECT_THROW(fly.minimal_port(8, 9), std::logic_error);
}

TEST(ButterflyWays, NoneLeadBack) {
  EXPECT_TRUE(find_stranded(Butterfly(2, 2)).has_value());
  EXPECT_FALSE(find_stranded(Butterfly(4, 1)).has_value());
}

}  // namespace
}  // namespace chokepoint
