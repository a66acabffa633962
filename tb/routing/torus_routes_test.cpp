// SPDX-License-Identifier: Apache-2.0
// Routing functions of tori and meshes: which channels, in which VC classes.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

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

/// Candidates as "port:class".
std::vector<std::string> ways(const Walk& walk, const Packet& packet, RouterId router) {
  std::vector<std::string> result;
  for (const RouteCandidate& way : walk.routing.candidates(walk.queues, packet, router, 0)) {
    result.push_back(std::to_string(way.port) + ":" + std::to_string(way.vc_class));
  }
  return result;
}

using Ways = std::vector<std::string>;

TEST(EscapeAdaptive, OffersEveryMinimalChannelAndAnEscape) {
  Walk walk(torus_scenario({8, 4}, true, "escape_adaptive"));
  EXPECT_EQ(walk.routing.classes(), 3u);
  EXPECT_EQ(walk.routing.escape_classes(), 2u);
  EXPECT_EQ(ways(walk, walk.packet(0, 1), 0), (Ways{"1:2", "1:1"}));
  EXPECT_EQ(ways(walk, walk.packet(7, 8), 7), (Ways{"1:2", "3:2", "1:0"}));
  EXPECT_EQ(ways(walk, walk.packet(0, 20), 0), (Ways{"1:2", "2:2", "3:2", "4:2", "1:1"}))
      << "either way round where both are minimal";
  EXPECT_EQ(ways(walk, walk.packet(0, 1), 1), (Ways{"0:0"}));
  Packet minimal_only = walk.packet(7, 8);
  minimal_only.minimal_only = true;
  EXPECT_EQ(ways(walk, minimal_only, 7), (Ways{"1:0"}));
}

TEST(EscapeAdaptive, ByDirectEscapesAPacketStaysThere) {
  Scenario scenario = torus_scenario({8, 4}, true, "escape_adaptive");
  scenario.routing.keys.set("escape", "direct");
  Walk walk(scenario);
  EXPECT_EQ(walk.routing.classes(), 2u);
  EXPECT_TRUE(walk.routing.turns_back());
  Packet packet = walk.packet(6, 0);
  EXPECT_EQ(ways(walk, packet, 6), (Ways{"1:1", "2:0"}));
  const RouteCandidates first = walk.routing.candidates(walk.queues, packet, 6, 0);
  packet.route = (first.begin() + 1)->next;
  EXPECT_EQ(ways(walk, packet, 5), (Ways{"2:0"}));
  packet.route = first.begin()->next;
  EXPECT_EQ(ways(walk, packet, 7), (Ways{"1:1", "2:0"}));
}

TEST(EscapeAdaptive, DirectEscapesAreForNetworksThatWrap) {
  for (const auto& [dimensions, wraps] : {std::make_pair(std::vector<unsigned>{8, 4}, false),
                                          std::make_pair(std::vector<unsigned>{2, 2}, true)}) {
    Scenario scenario = torus_scenario(dimensions, wraps, "escape_adaptive");
    scenario.routing.keys.set("escape", "direct");
    try {
      const Walk walk(scenario);
      FAIL() << "a key that does nothing";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("escape: direct has no effect on a mesh"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(EscapeAdaptive, HasOneVcForEachEscapeAndAdaptiveOnesBesides) {
  for (const auto& [escape, first] : {std::make_pair("dateline", std::vector<unsigned>{0, 1, 2, 5}),
                                      std::make_pair("direct", std::vector<unsigned>{0, 1, 5})}) {
    Scenario scenario = torus_scenario({8, 4}, true, "escape_adaptive");
    scenario.routing.keys.set("escape", escape);
    EXPECT_EQ(Walk(scenario).routing.first_vcs(5), first) << escape;
  }
  EXPECT_EQ(Walk(torus_scenario({8}, false, "escape_adaptive")).routing.first_vcs(3),
            (std::vector<unsigned>{0, 1, 3}));
  EXPECT_EQ(Walk(torus_scenario({8}, true)).routing.first_vcs(4), (std::vector<unsigned>{0, 2, 4}));
}

/// Of the VCs of these classes and ports none is free.
struct TakenVcs : QueueView {
  std::set<std::pair<unsigned, unsigned>> taken;
  unsigned queue_flits(unsigned, unsigned, QueueMetric) const override { return 0; }
  bool vc_free(unsigned output, const Packet&, unsigned vc_class) const override {
    return taken.count({output, vc_class}) == 0;
  }
};

TEST(EscapeAdaptive, TakesWhatIsFreeAdaptiveChannelsFirst) {
  Walk walk(torus_scenario({8, 4}, true, "escape_adaptive"));
  const Packet packet = walk.packet(0, 9);
  TakenVcs view;
  const auto choice = [&] {
    const RouteCandidate way = walk.routing.choose(view, packet, 0, 0);
    return std::make_pair(unsigned{way.port}, unsigned{way.vc_class});
  };
  EXPECT_EQ(choice(), (std::pair<unsigned, unsigned>{1, 2}));
  view.taken = {{1, 2}};
  EXPECT_EQ(choice(), (std::pair<unsigned, unsigned>{3, 2}));
  view.taken = {{1, 2}, {3, 2}};
  EXPECT_EQ(choice(), (std::pair<unsigned, unsigned>{1, 1}));
  view.taken = {{1, 2}, {3, 2}, {1, 1}};
  EXPECT_EQ(choice(), (std::pair<unsigned, unsigned>{1, 2})) << "waits for an adaptive one";
}

TEST(RecoveryAdaptive, HasNoClassesAndOneWayForARecoveredPacket) {
  Walk walk(torus_scenario({8, 4}, true, "recovery_adaptive"));
  EXPECT_EQ(walk.routing.classes(), 1u);
  EXPECT_EQ(walk.routing.escape_classes(), 0u);
  EXPECT_EQ(walk.routing.recovery_timeout(), 160u);
  Packet packet = walk.packet(7, 8);
  EXPECT_EQ(ways(walk, packet, 7), (Ways{"1:0", "3:0"}));
  packet.recovered = true;
  EXPECT_EQ(ways(walk, packet, 7), (Ways{"1:0"}));
  EXPECT_EQ(ways(walk, packet, 0), (Ways{"3:0"}));
  packet.vc_class = make_vc_class(1, VcUse::kMessages);
  EXPECT_EQ(ways(walk, packet, 7), (Ways{"2:0"})) << "messages leave the rings open";
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
