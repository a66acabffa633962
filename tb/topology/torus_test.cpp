// SPDX-License-Identifier: Apache-2.0
// Tori and meshes: wiring, classes of channels, minimal and direct routes, legal keys.
#include "sim/topology/torus.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "tb/scenario/parse_text.h"

namespace chokepoint {
namespace {

struct TorusCase {
  const char* name;
  std::vector<unsigned> dimensions;
  bool wraparound;
  unsigned concentration, nodes, radix, diameter;
};

void PrintTo(const TorusCase& shape, std::ostream* out) {
  *out << shape.name;
}

TorusShape torus_shape(std::vector<unsigned> dimensions, bool wraparound, unsigned concentration) {
  OwnKeys keys;
  keys.set_counts("dimensions", dimensions);
  keys.set("wraparound", wraparound);
  keys.set("concentration", int64_t{concentration});
  return TorusShape(keys);
}

class TorusTest : public ::testing::TestWithParam<TorusCase> {
 protected:
  Torus topology{
      torus_shape(GetParam().dimensions, GetParam().wraparound, GetParam().concentration)};
};

TEST_P(TorusTest, SizesAreThoseOfTheShape) {
  EXPECT_EQ(topology.nodes(), GetParam().nodes);
  EXPECT_EQ(topology.radix(), GetParam().radix);
  EXPECT_EQ(topology.routers() * GetParam().concentration, GetParam().nodes);
  EXPECT_EQ(topology.diameter(), GetParam().diameter);
}

TEST_P(TorusTest, EveryChannelLeadsBackToANeighbourAndOnlyRingsEndsAreGlobal) {
  unsigned channels = 0, global = 0;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    std::set<RouterId> neighbours;
    for (unsigned port = GetParam().concentration; port < topology.radix(); ++port) {
      const PortTarget there = topology.target(router, port);
      if (!there.connected) continue;
      ASSERT_FALSE(there.is_node);
      ASSERT_NE(there.router, router) << "port " << port << " leads to its own router";
      EXPECT_TRUE(neighbours.insert(there.router).second) << "two channels to one router";
      const PortTarget back = topology.target(there.router, there.port);
      ASSERT_TRUE(back.connected);
      ASSERT_EQ(back.router, router) << "port " << port;
      ASSERT_EQ(back.port, port) << "router " << router;
      unsigned changed = 0, apart = 0;
      for (unsigned d = 0; d < topology.dimensions().size(); ++d) {
        const int step = std::abs(static_cast<int>(topology.coordinate(router, d)) -
                                  static_cast<int>(topology.coordinate(there.router, d)));
        changed += step != 0;
        if (step != 0) apart = static_cast<unsigned>(step);
      }
      EXPECT_EQ(changed, 1u);
      const ChannelClass channel = topology.channel(router, port).channel_class;
      EXPECT_EQ(channel, apart == 1 ? ChannelClass::kLocal : ChannelClass::kGlobal);
      ++channels;
      global += channel == ChannelClass::kGlobal;
    }
  }
  unsigned expected = 0, rings = 0;
  for (const unsigned k : GetParam().dimensions) {
    const unsigned rows = topology.routers() / k;
    const bool ring = GetParam().wraparound && k > 2;
    expected += rows * 2 * (ring ? k : k - 1);
    rings += ring ? 2 * rows : 0;
  }
  EXPECT_EQ(channels, expected);
  EXPECT_EQ(global, rings);
}

TEST_P(TorusTest, EveryNodeHangsOnOnePort) {
  std::set<NodeId> seen;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for (unsigned port = 0; port < GetParam().concentration; ++port) {
      const PortTarget there = topology.target(router, port);
      ASSERT_TRUE(there.is_node);
      EXPECT_TRUE(seen.insert(there.node).second) << "node " << there.node;
      EXPECT_EQ(topology.router_of(there.node), router);
      EXPECT_EQ(topology.port_of(there.node), port);
      EXPECT_EQ(topology.channel(router, port).channel_class, ChannelClass::kNode);
    }
  }
  EXPECT_EQ(seen.size(), topology.nodes());
}

/// Distances by breadth first search over the channels.
std::vector<unsigned> distances_to(const Topology& topology, RouterId to) {
  std::vector<unsigned> distance(topology.routers(), ~0u);
  distance[to] = 0;
  std::vector<RouterId> open{to};
  for (size_t i = 0; i < open.size(); ++i) {
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget next = topology.target(open[i], port);  // channels lead both ways
      if (!next.connected || next.is_node || distance[next.router] != ~0u) continue;
      distance[next.router] = distance[open[i]] + 1;
      open.push_back(next.router);
    }
  }
  return distance;
}

TEST_P(TorusTest, MinimalRoutesAreTheShortestAndDirectOnesTakeNoGlobalChannel) {
  unsigned longest = 0;
  for (RouterId to = 0; to < topology.routers(); ++to) {
    const std::vector<unsigned> distance = distances_to(topology, to);
    for (RouterId from = 0; from < topology.routers(); ++from) {
      ASSERT_EQ(topology.minimal_hops(from, to), distance[from]) << from << " -> " << to;
      longest = std::max(longest, distance[from]);
      for (RouterId router = from; router != to;) {
        const PortTarget next = topology.target(router, topology.minimal_port(router, to));
        ASSERT_TRUE(next.connected && !next.is_node);
        ASSERT_EQ(distance[next.router] + 1, distance[router]);
        router = next.router;
      }
      unsigned hops = 0;
      for (RouterId router = from; router != to; ++hops) {
        ASSERT_LT(hops, 256u) << "the width of Packet::hops";
        const unsigned port = topology.direct_port(router, to);
        ASSERT_EQ(topology.channel(router, port).channel_class, ChannelClass::kLocal);
        router = topology.target(router, port).router;
      }
    }
  }
  EXPECT_EQ(longest, topology.diameter());
}

INSTANTIATE_TEST_SUITE_P(Shapes, TorusTest,
                         ::testing::Values(TorusCase{"ring8", {8}, true, 1, 8, 3, 4},
                                           TorusCase{"line5", {5}, false, 2, 10, 4, 4},
                                           TorusCase{"torus16x16", {16, 16}, true, 1, 256, 5, 16},
                                           TorusCase{"mesh4x3", {4, 3}, false, 1, 12, 5, 5},
                                           TorusCase{"torus5x2x3", {5, 2, 3}, true, 1, 30, 7, 4},
                                           TorusCase{"hypercube", {2, 2, 2, 2}, true, 1, 16, 9, 4},
                                           TorusCase{
                                               "torus4x4x4x4", {4, 4, 4, 4}, true, 1, 256, 9, 8}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Torus, SplitsTiesEvenly) {
  const Torus ring(torus_shape({8}, true, 1));
  unsigned up = 0;
  for (unsigned here = 0; here < 8; ++here) {
    EXPECT_TRUE(ring.tie(0, here, (here + 4) % 8));
    EXPECT_FALSE(ring.tie(0, here, (here + 3) % 8));
    up += ring.way(0, here, (here + 4) % 8) == Torus::Way::kUp;
  }
  EXPECT_EQ(up, 4u);
  EXPECT_THROW(ring.minimal_port(1, 1), std::logic_error);
}

std::string torus_error(const std::string& keys) {
  return test::error_of("[network]\ntopology = \"torus\"\n" + keys +
                        "\n[routing]\nfunction = \"dimension_order\"\n[[traffic]]\nname = \"a\"\n");
}

TEST(Torus, RefusesIllegalShapesAndNamesTheKey) {
  EXPECT_EQ(torus_error("dimensions = [4, 4, 4, 4, 4]"),
            "f.toml:3: dimensions: 5 dimensions are too many; legal is 1..4");
  EXPECT_EQ(torus_error("dimensions = [64, 64, 4]"),
            "f.toml:3: dimensions: with concentration 1 these dimensions make 16384 nodes; legal "
            "is at most 8192");
  EXPECT_EQ(torus_error("dimensions = [64, 64]\nconcentration = 3"),
            "f.toml:3: dimensions: with concentration 3 these dimensions make 12288 nodes; legal "
            "is at most 8192");
  EXPECT_NE(torus_error("dimensions = [1, 4]").find("f.toml:3: dimensions: 1 is out of range"),
            std::string::npos);
  EXPECT_NE(torus_error("wraparound = 1").find("f.toml:3: wraparound: 1 is not true or false"),
            std::string::npos);
  EXPECT_EQ(test::error_of("[network]\ntopology = \"torus\"\n[[traffic]]\nname = \"a\"\n"),
            "f.toml: function: minimal does not work on topology torus; use dimension_order or "
            "escape_adaptive or recovery_adaptive");
  const Scenario largest = test::parse(
      "[network]\ntopology = \"torus\"\ndimensions = [16, 8, 8, 8]\n[routing]\nfunction = "
      "\"dimension_order\"\n[[traffic]]\nname = \"a\"\n");
  EXPECT_EQ(largest.nodes(), 8192u);
  EXPECT_EQ(largest.radix(), 9u);
}

}  // namespace
}  // namespace chokepoint
