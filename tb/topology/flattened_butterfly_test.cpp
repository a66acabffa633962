// SPDX-License-Identifier: Apache-2.0
// Flattened butterfly: wiring, minimal routes and radix at every shape the project uses.
#include "sim/topology/flattened_butterfly.h"

#include <gtest/gtest.h>

#include <set>

namespace chokepoint {
namespace {

struct ButterflyShape {
  const char* name;
  std::vector<unsigned> dimensions;
  unsigned concentration, nodes, radix;
};

void PrintTo(const ButterflyShape& shape, std::ostream* out) {
  *out << shape.name;
}

class FlattenedButterflyTest : public ::testing::TestWithParam<ButterflyShape> {
 protected:
  FlattenedButterfly topology{GetParam().dimensions, GetParam().concentration};
};

TEST_P(FlattenedButterflyTest, SizesAreThoseOfTheShape) {
  EXPECT_EQ(topology.nodes(), GetParam().nodes);
  EXPECT_EQ(topology.radix(), GetParam().radix);
  EXPECT_EQ(topology.routers() * GetParam().concentration, GetParam().nodes);
  EXPECT_EQ(topology.diameter(), GetParam().dimensions.size());
}

TEST_P(FlattenedButterflyTest, EveryChannelLeadsBack) {
  for (RouterId router = 0; router < topology.routers(); ++router) {
    std::set<RouterId> neighbours;
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget there = topology.target(router, port);
      if (there.is_node) continue;
      ASSERT_NE(there.router, router) << "port " << port << " leads to its own router";
      EXPECT_TRUE(neighbours.insert(there.router).second) << "two channels to one router";
      const PortTarget back = topology.target(there.router, there.port);
      ASSERT_FALSE(back.is_node);
      ASSERT_EQ(back.router, router) << "port " << port;
      ASSERT_EQ(back.port, port) << "router " << router;
    }
    EXPECT_EQ(neighbours.size() + GetParam().concentration, topology.radix());
  }
}

TEST_P(FlattenedButterflyTest, EveryNodeHangsOnOnePort) {
  std::set<NodeId> seen;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget there = topology.target(router, port);
      if (!there.is_node) continue;
      EXPECT_TRUE(seen.insert(there.node).second) << "node " << there.node;
      EXPECT_EQ(topology.router_of(there.node), router);
      EXPECT_EQ(topology.port_of(there.node), port);
    }
  }
  EXPECT_EQ(seen.size(), topology.nodes());
}

TEST_P(FlattenedButterflyTest, MinimalRoutesArriveInMinimalHopsAndNeverTurnBack) {
  for (RouterId from = 0; from < topology.routers(); ++from) {
    for (RouterId to = 0; to < topology.routers(); ++to) {
      RouterId router = from;
      unsigned hops = 0, came_in = ~0u;
      while (router != to) {
        const unsigned port = topology.minimal_port(router, to);
        ASSERT_NE(port, came_in) << from << " -> " << to << " at " << router;
        const PortTarget next = topology.target(router, port);
        ASSERT_FALSE(next.is_node);
        ASSERT_EQ(topology.minimal_hops(next.router, to) + 1, topology.minimal_hops(router, to));
        router = next.router;
        came_in = next.port;
        ASSERT_LE(++hops, topology.diameter());
      }
      ASSERT_EQ(hops, topology.minimal_hops(from, to));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, FlattenedButterflyTest,
                         ::testing::Values(ButterflyShape{"n16_1d", {4}, 4, 16, 7},
                                           ButterflyShape{"n256_1d", {16}, 16, 256, 31},
                                           ButterflyShape{"n512_2d", {8, 8}, 8, 512, 22},
                                           ButterflyShape{"n48_3d", {2, 3, 4}, 2, 48, 8},
                                           ButterflyShape{"n16_2d", {2, 2}, 4, 16, 6}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(MinimalPort, AtTheRouterItselfIsRefused) {
  const FlattenedButterfly topology({4}, 4);
  EXPECT_THROW(topology.minimal_port(1, 1), std::logic_error);
}

TEST(MakeTopology, UnknownNameIsAnInputErrorThatNamesIt) {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = "donut";
  try {
    make_topology(scenario);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("donut"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace chokepoint
