// SPDX-License-Identifier: Apache-2.0
// Routing functions of tori and meshes: which channels, in which VC classes.
#include <gtest/gtest.h>

#include "tb/routing/walk.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint {
namespace {

using test::Step;
using test::Walk;

Scenario torus_scenario(const std::vector<unsigned>& dimensions, bool wraparound,
                        const std::string& function = "dimension_order") {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = "torus";
  scenario.network.shape.set_counts("dimensions", dimensions);
  scenario.network.shape.set("wraparound", wraparound);
  scenario.network.input_queues = InputQueues::kFifo;
  scenario.routing.function = function;
  return scenario;
}

/// Ports and classes of a data packet's route, the last channel, to the node, left out.
std::vector<std::pair<unsigned, unsigned>> route(Walk& walk, NodeId from, NodeId to) {
  Packet packet = walk.packet(from, to);
  std::vector<std::pair<unsigned, unsigned>> result;
  for (const Step& step : walk.walk(packet)) result.emplace_back(step.port, step.vc_class);
  EXPECT_FALSE(result.empty());
  result.pop_back();
  return result;
}

using Route = std::vector<std::pair<unsigned, unsigned>>;

TEST(DimensionOrder, GoesRoundTheShorterWayInClassZeroUntilItHasPassedTheEnds) {
  Scenario scenario = torus_scenario({8, 4}, true);
  scenario.routing.keys.set("dateline", "strict");
  Walk walk(scenario);
  // Ports: 1 up and 2 down in dimension 0, 3 up and 4 down in dimension 1.
  EXPECT_EQ(route(walk, 6, 1), (Route{{1, 0}, {1, 0}, {1, 1}}));
  EXPECT_EQ(route(walk, 1, 6), (Route{{2, 0}, {2, 0}, {2, 1}}));
  EXPECT_EQ(route(walk, 1, 3 + 8), (Route{{1, 1}, {1, 1}, {3, 1}}));
  EXPECT_EQ(route(walk, 7 + 8, 0), (Route{{1, 0}, {4, 1}}));
  EXPECT_EQ(route(walk, 0, 24), (Route{{4, 0}}));
}

TEST(DimensionOrder, SpreadsPacketsThatPassNoEndsOverBothClasses) {
  Walk walk(torus_scenario({8}, true));
  unsigned second = 0;
  for (unsigned packet = 0; packet < 400; ++packet) {
    const Route steps = route(walk, 1, 4);
    ASSERT_EQ(steps.size(), 3u);
    EXPECT_EQ(steps[0].second, steps[2].second) << "one class all the way";
    second += steps[0].second;
    EXPECT_EQ(route(walk, 6, 1), (Route{{1, 0}, {1, 0}, {1, 1}}));
  }
  EXPECT_GT(second, 150u);
  EXPECT_LT(second, 250u);
}

TEST(DimensionOrder, NeedsOneClassWhereNothingWraps) {
  const auto classes = [](const Scenario& scenario) {
    return Routing::classes(scenario, *make_topology(scenario));
  };
  EXPECT_EQ(classes(torus_scenario({8, 4}, true)), 2u);
  EXPECT_EQ(classes(torus_scenario({8, 4}, false)), 1u);
  EXPECT_EQ(classes(torus_scenario({2, 2, 2}, true)), 1u);
  Walk walk(torus_scenario({8}, false));
  EXPECT_EQ(route(walk, 6, 1).size(), 5u);
}

TEST(DimensionOrder, PacketsWithOneVcLeaveTheRingsOpen) {
  Walk walk(torus_scenario({8}, true));
  Packet packet = walk.packet(6, 1);
  packet.vc_class = make_vc_class(1, VcUse::kMessages);
  const std::vector<Step> steps = walk.walk(packet);
  ASSERT_EQ(steps.size(), 6u);
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(steps[i].port, 2u);
}

TEST(DimensionOrder, IsForToriOnly) {
  EXPECT_EQ(test::error_of("[routing]\nfunction = \"dimension_order\"\n[[traffic]]\nname = \"a\"\n")
                .find("f.toml:2: function: dimension_order does not work on topology "
                      "flattened_butterfly"),
            0u);
  EXPECT_NE(test::error_of("[network]\ntopology = \"torus\"\n[routing]\nfunction = "
                           "\"dimension_order\"\ndateline = \"no\"\n[[traffic]]\nname = \"a\"\n")
                .find("f.toml:5: dateline: 'no' is no choice; legal is balanced, strict"),
            std::string::npos);
}

}  // namespace
}  // namespace chokepoint
