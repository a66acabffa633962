// SPDX-License-Identifier: Apache-2.0
// Routes over fat trees and over networks given by their links: every route arrives by the fewest
// hops, and up ports are drawn uniformly.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sim/topology/graph.h"
#include "tb/routing/walk.h"

namespace chokepoint {
namespace {

using test::graph_of;
using test::Step;
using test::Walk;

Scenario fat_tree(unsigned arity, unsigned levels,
                  const std::string& function = "nearest_common_ancestor") {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = "fat_tree";
  scenario.network.shape.set("arity", arity);
  scenario.network.shape.set("levels", levels);
  scenario.routing.function = function;
  return scenario;
}

/// Walks from `from` to `to` and checks length and class.
void expect_minimal(Walk& walk, NodeId from, NodeId to) {
  Packet packet = walk.packet(from, to);
  const std::vector<Step> steps = walk.walk(packet);
  ASSERT_EQ(steps.size() - 1, walk.topology->minimal_hops(walk.topology->router_of(from),
                                                          walk.topology->router_of(to)))
      << from << " -> " << to;
  for (const Step& step : steps) ASSERT_EQ(step.vc_class, 0u);
}

class FatTreeRoutes : public testing::TestWithParam<std::pair<unsigned, unsigned>> {};

TEST_P(FatTreeRoutes, ArriveByTheFewestHopsInOneClass) {
  for (const std::string function : {"nearest_common_ancestor", "minimal"}) {
    Walk walk(fat_tree(GetParam().first, GetParam().second, function));
    EXPECT_EQ(Routing::classes(walk.scenario, *walk.topology), 1u);
    const unsigned nodes = walk.topology->nodes();
    const unsigned step = nodes > 256 ? 61 : 1;  // 4096 nodes: every 61st pair, 61 is no divisor
    for (uint64_t pair = 0; pair < uint64_t{nodes} * nodes; pair += step) {
      const auto from = static_cast<NodeId>(pair / nodes), to = static_cast<NodeId>(pair % nodes);
      if (from != to) expect_minimal(walk, from, to);
      if (testing::Test::HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, FatTreeRoutes,
                         testing::Values(std::pair{4u, 2u}, std::pair{8u, 2u}, std::pair{16u, 2u},
                                         std::pair{2u, 3u}, std::pair{3u, 3u}, std::pair{16u, 3u}),
                         [](const auto& info) {
                           return "arity" + std::to_string(info.param.first) + "_levels" +
                                  std::to_string(info.param.second);
                         });

TEST(NearestCommonAncestor, DrawsUpPortsUniformlyAndOnlyWhereNeeded) {
  Walk walk(fat_tree(4, 3));
  std::map<unsigned, std::map<unsigned, unsigned>> used;  // step, port
  const unsigned draws = 8000;
  for (unsigned i = 0; i < draws; ++i) {
    Packet packet = walk.packet(0, 63);
    const std::vector<Step> steps = walk.walk(packet);
    ASSERT_EQ(steps.size(), 5u);
    for (unsigned s = 0; s < steps.size(); ++s) ++used[s][steps[s].port];
  }
  for (unsigned s = 0; s < 2; ++s) {
    ASSERT_EQ(used[s].size(), 4u) << "step " << s;
    for (const auto& [port, count] : used[s]) {
      EXPECT_GE(port, 4u);
      EXPECT_NEAR(count, draws / 4.0, 5 * 38.7) << "5 sigma; step " << s << " port " << port;
    }
  }
  for (unsigned s = 2; s < 5; ++s) {  // one way down: digits of node 63 = 333
    EXPECT_EQ(used[s], (std::map<unsigned, unsigned>{{3, draws}}));
  }
  for (unsigned i = 0; i < 100; ++i) {  // the ancestor of nodes 0 and 15 is on level 1
    Packet near = walk.packet(0, 15);
    EXPECT_EQ(walk.walk(near).size(), 3u);
  }
}

TEST(NearestCommonAncestor, ControlAndMinimalOnlyPacketsGoAnyWayUpToo) {
  Walk walk(fat_tree(4, 2));
  std::set<unsigned> control_ports, minimal_ports;
  for (unsigned i = 0; i < 200; ++i) {
    Packet control = walk.packet(0, 12);
    control.vc_class = make_vc_class(1, VcUse::kMessages);
    control_ports.insert(walk.walk(control).front().port);
    Packet minimal = walk.packet(0, 12);
    minimal.minimal_only = true;
    minimal_ports.insert(walk.walk(minimal).front().port);
  }
  const std::set<unsigned> all = {4, 5, 6, 7};
  EXPECT_EQ(control_ports, all);
  EXPECT_EQ(minimal_ports, all);
}

TEST(MinimalOnFatTree, UpPortFollowsFromTheDestinationNodeAlone) {
  Walk walk(fat_tree(4, 3, "minimal"));
  for (NodeId to = 16; to < 64; ++to) {
    std::set<RouterId> roots;
    for (NodeId from = 0; from < 16; ++from) {
      Packet packet = walk.packet(from, to);
      const std::vector<Step> steps = walk.walk(packet);
      ASSERT_EQ(steps.size(), 5u);
      EXPECT_EQ(steps[0].port, 4 + to % 4);
      EXPECT_EQ(steps[1].port, 4 + to / 4 % 4);
      roots.insert(steps[2].router);
    }
    EXPECT_EQ(roots.size(), 1u);
  }
}

const Graph::Links kTree = {{0, 1}, {0, 2}, {2, 3}, {2, 3}, {3, 4}};

TEST(Graphs, EveryRouteIsMinimalAndParallelLinksShareTheDestinations) {
  Walk walk(graph_of({2, 3, 0, 4, 1}, kTree));
  for (NodeId from = 0; from < walk.topology->nodes(); ++from) {
    for (NodeId to = 0; to < walk.topology->nodes(); ++to) {
      if (from != to) expect_minimal(walk, from, to);
    }
  }
  std::map<unsigned, unsigned> ports;  // at router 2: port 0 to router 0, 1 and 2 to router 3
  for (NodeId to = 5; to < 9; ++to) {
    Packet packet = walk.packet(0, to);
    ++ports[walk.walk(packet)[1].port];
  }
  EXPECT_EQ(ports, (std::map<unsigned, unsigned>{{1, 2}, {2, 2}}));
}

}  // namespace
}  // namespace chokepoint
