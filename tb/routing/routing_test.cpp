// SPDX-License-Identifier: Apache-2.0
// Routing functions walked over whole networks: routes, choices of UGAL, VC classes and their
// dependences.
#include "sim/routing/routing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/hooks/mechanism.h"
#include "sim/hooks/vc_layout.h"
#include "sim/topology/flattened_butterfly.h"
#include "tb/routing/walk.h"

namespace chokepoint {
namespace {

using test::graph_of;
using test::Step;
using test::Walk;

Scenario scenario_of(std::vector<unsigned> dimensions, unsigned concentration,
                     const std::string& function, VcClasses classes = VcClasses::kPhase,
                     unsigned data_vcs = 4) {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.shape.set_counts("dimensions", std::move(dimensions));
  scenario.network.shape.set("concentration", concentration);
  scenario.network.vc_classes = classes;
  scenario.network.data_vcs = data_vcs;
  scenario.routing.function = function;
  return scenario;
}

const std::vector<std::pair<std::vector<unsigned>, unsigned>> kShapes = {
    {{4}, 4}, {{16}, 2}, {{4, 4}, 1}, {{2, 2}, 4}, {{3, 2, 3}, 1}, {{2, 2, 2}, 1}, {{8, 8}, 1}};

TEST(Minimal, EveryRouteIsMinimalInOneClass) {
  for (const auto& [dimensions, concentration] : kShapes) {
    Walk walk(scenario_of(dimensions, concentration, "minimal"));
    EXPECT_EQ(Routing::classes(walk.scenario, *walk.topology), 1u);
    for (NodeId from = 0; from < walk.topology->nodes(); ++from) {
      for (NodeId to = 0; to < walk.topology->nodes(); ++to) {
        if (from == to) continue;
        Packet packet = walk.packet(from, to);
        const std::vector<Step> steps = walk.walk(packet);
        ASSERT_EQ(steps.size() - 1, walk.topology->minimal_hops(walk.topology->router_of(from),
                                                                walk.topology->router_of(to)));
        for (const Step& step : steps) ASSERT_EQ(step.vc_class, 0u);
      }
    }
  }
}

TEST(Valiant, IntermediateIsNeitherSourceNorDestinationRouterAndAllOthersAreUsed) {
  Walk walk(scenario_of({4}, 4, "valiant"));
  std::map<RouterId, unsigned> used;
  for (unsigned i = 0; i < 4000; ++i) {
    Packet packet = walk.packet(4, 13);  // router 1 -> router 3
    const std::vector<Step> steps = walk.walk(packet);
    ASSERT_EQ(steps.size(), 3u);
    ASSERT_TRUE(packet.route.target == 0 || packet.route.target == 2) << packet.route.target;
    ++used[packet.route.target];
    EXPECT_EQ(steps[0].vc_class, 0u);
    EXPECT_EQ(steps[1].vc_class, 1u);
    EXPECT_EQ(steps[2].vc_class, 1u);
  }
  EXPECT_NEAR(used[0], 2000, 150) << "uniform: 4 sigma are 126";
}

TEST(Valiant, NoRouteTurnsBackInSeveralDimensions) {
  for (const auto& [dimensions, concentration] : kShapes) {
    Walk walk(scenario_of(dimensions, concentration, "valiant"));
    const unsigned nodes = walk.topology->nodes();
    for (NodeId from = 0; from < nodes; ++from) {
      for (NodeId to = 0; to < nodes; ++to) {
        if (from == to) continue;
        for (unsigned i = 0; i < 8; ++i) {
          Packet packet = walk.packet(from, to);
          walk.walk(packet);
          const RouterId source = walk.topology->router_of(from);
          const RouterId destination = walk.topology->router_of(to);
          if (source != destination) {
            ASSERT_NE(packet.route.target, source);
            ASSERT_NE(packet.route.target, destination);
          }
          if (::testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

TEST(Valiant, SameRouterControlAndMinimalOnlyPacketsStayMinimal) {
  Walk walk(scenario_of({4}, 4, "valiant"));
  Packet same = walk.packet(4, 5);
  EXPECT_EQ(walk.walk(same).size(), 1u);
  Packet control = walk.packet(0, 12);
  control.vc_class = make_vc_class(1, VcUse::kMessages);
  EXPECT_EQ(walk.walk(control).size(), 2u);
  Packet hotspot = walk.packet(0, 12);
  hotspot.vc_class = make_vc_class(2, VcUse::kData);
  hotspot.minimal_only = true;
  EXPECT_EQ(walk.walk(hotspot).size(), 2u);
}

// 1-D, router 0 -> router 1: minimal 1 hop, detour 2 hops. Ports of router 0: nodes 0-3, routers 1,
// 2, 3.
TEST(Ugal, TakesTheDetourExactlyWhenQueueTimesHopsIsLarger) {
  for (const unsigned threshold : {0u, 10u}) {
    Scenario scenario = scenario_of({4}, 4, "ugal");
    scenario.routing.keys.set("ugal_threshold", threshold);
    Walk walk(scenario);
    walk.queues.flits[5] = walk.queues.flits[6] = 7;  // 7 flits x 2 hops = 14
    const unsigned limit = 14 + threshold;
    walk.queues.flits[4] = limit;
    Packet tie = walk.packet(0, 4);
    EXPECT_EQ(walk.walk(tie).size(), 2u) << "a tie goes minimally";
    walk.queues.flits[4] = limit + 1;
    Packet detour = walk.packet(0, 4);
    EXPECT_EQ(walk.walk(detour).size(), 3u);
    EXPECT_TRUE(detour.route.target == 2 || detour.route.target == 3);
  }
}

TEST(Ugal, WeighsTheVcsThatItIsTold) {
  for (const bool all : {false, true}) {
    Scenario scenario = scenario_of({4}, 4, "ugal");
    scenario.routing.keys.set("ugal_vcs", std::string(all ? "all" : "own"));
    Walk walk(scenario);
    walk.queues.flits[4] = 100;
    Packet packet = walk.packet(0, 4);
    EXPECT_EQ(walk.walk(packet).size(), all ? 2u : 3u);
    walk.queues.flits_of_all_vcs[4] = 100;
    walk.queues.flits[4] = 0;
    packet = walk.packet(0, 4);
    EXPECT_EQ(walk.walk(packet).size(), all ? 3u : 2u);
  }
}

/// Intermediate routers of many packets from router 0 of a 4 x 3 grid, with a queue at the first
/// channel of the minimal route only.
std::set<RouterId> detours_to(NodeId destination, const std::string& which) {
  Scenario scenario = scenario_of({4, 3}, 1, "ugal");
  scenario.routing.keys.set("ugal_intermediate", which);
  Walk walk(scenario);
  std::set<RouterId> used;
  for (unsigned i = 0; i < 400; ++i) {
    Packet packet = walk.packet(0, destination);
    walk.queues.flits.assign(64, 0);
    walk.queues.flits[walk.topology->minimal_port(0, destination)] = 9;
    if (walk.walk(packet).size() > walk.topology->minimal_hops(0, destination) + 1) {
      used.insert(packet.route.target);
    }
  }
  return used;
}

TEST(Ugal, DetoursStayInTheRowsOfBothEndsIfToldSo) {
  // Router 2 is in row 0 of router 0: the row's others are 1 and 3.
  EXPECT_EQ(detours_to(2, "same_rows"), (std::set<RouterId>{1, 3}));
  EXPECT_EQ(detours_to(2, "any").size(), 10u - 2u) << "two of them begin with the same channel";
  EXPECT_EQ(detours_to(8, "same_rows"), std::set<RouterId>{4});
  // Both coordinates differ: no router is left out.
  EXPECT_EQ(detours_to(5, "same_rows"), detours_to(5, "any"));
}

TEST(Ugal, RowsAreThoseOfAFlattenedButterfly) {
  Scenario scenario = graph_of({1, 1, 1}, {{0, 1}, {1, 2}, {0, 2}}, "ugal");
  scenario.routing.keys.set("ugal_intermediate", std::string("same_rows"));
  scenario.origins["routing.ugal_intermediate"] = "f.toml:5";
  try {
    Walk walk(scenario);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "f.toml:5: ugal_intermediate: same_rows needs topology "
                 "flattened_butterfly; use any here");
  }
}

TEST(FlattenedButterfly, RoutersBetweenTwoDifferOnlyWhereTheTwoDo) {
  const FlattenedButterfly butterfly({4, 3, 2}, 1);
  for (RouterId from = 0; from < butterfly.routers(); ++from) {
    for (RouterId to = 0; to < butterfly.routers(); ++to) {
      std::set<RouterId> between;
      for (unsigned n = 0; n < butterfly.routers_between(from, to); ++n) {
        between.insert(butterfly.router_between(from, to, n));
      }
      EXPECT_EQ(between.size(), butterfly.routers_between(from, to)) << "one of them twice";
      for (RouterId by = 0; by < butterfly.routers(); ++by) {
        bool inside = true;
        unsigned stride = 1;
        for (const unsigned k : {4u, 3u, 2u}) {
          const unsigned a = from / stride % k, b = to / stride % k, c = by / stride % k;
          inside &= a != b || c == a;
          stride *= k;
        }
        EXPECT_EQ(between.count(by) != 0, inside) << from << " -> " << to << " by " << by;
      }
    }
  }
}

TEST(Ugal, EmptyQueuesMeanMinimalAndTheChoiceIsMadeOnce) {
  Walk walk(scenario_of({4}, 4, "ugal"));
  Packet packet = walk.packet(0, 4);
  EXPECT_EQ(walk.walk(packet).size(), 2u);
  // Chosen minimal at the source; a full queue seen at the next router changes nothing.
  Packet late = walk.packet(0, 4);
  const RouteCandidate first = walk.ask(late, 0, 0);
  EXPECT_EQ(first.port, 4u);
  late.route = first.next;
  late.hops = 1;
  std::fill(walk.queues.flits.begin(), walk.queues.flits.end(), 100);
  const RouteCandidate second = walk.ask(late, 1, 4);
  EXPECT_EQ(second.port, 0u);
  EXPECT_EQ(second.next.phase, first.next.phase);
}

/// A hub with a ring of six around it: every route is of at most two channels, but this function
/// goes round the ring, one class a channel.
class Roundabout : public RoutingFunction {
 public:
  explicit Roundabout(const RoutingSetup& setup) : topology_(setup.topology) {}
  unsigned classes() const override { return 2 * topology_.diameter(); }
  RouteCandidates candidates(const QueueView&, const Packet& packet,
                             const RoutePlace& place) const override {
    RouteCandidate way;
    way.vc_class = static_cast<uint8_t>(place.hop);
    if (place.router == topology_.router_of(packet.destination)) {
      way.port = static_cast<uint8_t>(topology_.port_of(packet.destination));
      return way;
    }
    while (topology_.target(place.router, way.port).is_node ||
           topology_.target(place.router, way.port).router != place.router % 6 + 1) {
      ++way.port;
    }
    return way;
  }

 private:
  const Topology& topology_;
};
const RoutingRegistration roundabout{
    RoutingInfo{"roundabout", "round a ring, for this test", {}, {}, [](const RoutingSetup& setup) {
                  return std::make_unique<Roundabout>(setup);
                }}};

TEST(Classes, BeyondThoseDeclaredIsAnErrorThatNamesRouterPacketAndFunction) {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = "graph";
  scenario.network.shape.set_counts("router_nodes", std::vector<unsigned>(7, 1));
  scenario.network.shape.set_pairs("links", {{0, 1},
                                             {0, 2},
                                             {0, 3},
                                             {0, 4},
                                             {0, 5},
                                             {0, 6},
                                             {1, 2},
                                             {2, 3},
                                             {3, 4},
                                             {4, 5},
                                             {5, 6},
                                             {6, 1}});
  scenario.routing.function = "roundabout";
  Walk walk(scenario);
  ASSERT_EQ(Routing::classes(scenario, *walk.topology), 4u);
  Packet near = walk.packet(1, 5);  // four channels, classes 0 to 3
  EXPECT_EQ(walk.walk(near).back().router, 5u);
  Packet far = walk.packet(1, 6);  // the fifth is one too many
  try {
    walk.walk(far);
    FAIL() << "no error";
  } catch (const CheckError& error) {
    const std::string text = error.what();
    for (const char* part : {"router 5:", "roundabout", "packet 0x10000000001 from node 1 to 6",
                             "VC class 4", "declares 4 classes"}) {
      EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
    }
  }
}

TEST(Classes, OfValiantByHopsAreCheckedToo) {
  Walk walk(scenario_of({4}, 4, "valiant", VcClasses::kHops));
  Packet packet = walk.packet(0, 12);
  packet.hops = 2;
  packet.route = {2, 2};  // still on the way to router 2 after two channels
  EXPECT_THROW(walk.routing.choose(walk.queues, packet, 1, 4), CheckError);
}

TEST(Candidates, HighestPriorityThenShortestQueueThenTheFirst) {
  Scenario scenario = scenario_of({4}, 4, "three_ways");
  Walk walk(scenario);
  Packet packet = walk.packet(0, 12);
  walk.queues.flits[4] = walk.queues.flits[5] = 9;
  EXPECT_EQ(walk.ask(packet, 0, 0).port, 4u) << "a tie: the first";
  walk.queues.flits[5] = 8;
  EXPECT_EQ(walk.ask(packet, 0, 0).port, 5u) << "the shorter queue";
  walk.queues.flits[5] = 60;
  walk.queues.flits[4] = 70;
  EXPECT_EQ(walk.ask(packet, 0, 0).port, 5u) << "port 6 is empty, but of lower priority";
}

class ThreeWays : public RoutingFunction {
 public:
  RouteCandidates candidates(const QueueView&, const Packet&, const RoutePlace&) const override {
    RouteCandidates ways;
    for (unsigned port = 4; port < 7; ++port) {
      RouteCandidate way;
      way.port = static_cast<uint8_t>(port);
      way.priority = port == 6 ? 0 : 1;
      ways.add(way);
    }
    return ways;
  }
};
const RoutingRegistration three_ways{
    RoutingInfo{"three_ways", "three ways on, for this test", {}, {}, [](const RoutingSetup&) {
                  return std::make_unique<ThreeWays>();
                }}};

TEST(Classes, NumberPerRoutingAndKind) {
  const auto classes = [](std::vector<unsigned> dimensions, const std::string& function,
                          VcClasses kind) {
    const Scenario scenario = scenario_of(std::move(dimensions), 2, function, kind);
    return Routing::classes(scenario, *make_topology(scenario));
  };
  EXPECT_EQ(classes({4}, "minimal", VcClasses::kHops), 1u);
  EXPECT_EQ(classes({4}, "ugal", VcClasses::kPhase), 2u);
  EXPECT_EQ(classes({4, 4, 4}, "valiant", VcClasses::kPhase), 2u);
  EXPECT_EQ(classes({4}, "ugal", VcClasses::kHops), 2u);
  EXPECT_EQ(classes({4, 4}, "ugal", VcClasses::kHops), 4u);
  EXPECT_EQ(classes({4}, "ugal", VcClasses::kPool), 1u);
}

TEST(VcLayoutTest, ClassesShareTheDataVcsWithoutOverlapOrGap) {
  for (unsigned data_vcs = 2; data_vcs <= 9; ++data_vcs) {
    const Scenario scenario = scenario_of({4}, 4, "ugal", VcClasses::kPhase, data_vcs);
    const VcLayout layout(scenario, {}, 2);
    const uint32_t first = layout.allowed(Packet(), 0), second = layout.allowed(Packet(), 1);
    EXPECT_NE(first, 0u);
    EXPECT_NE(second, 0u);
    EXPECT_EQ(first & second, 0u);
    EXPECT_EQ(first | second, (1u << data_vcs) - 1);
    EXPECT_EQ(layout.injection(Packet()), (1u << data_vcs) - 1);
  }
}

TEST(VcLayoutTest, ThirtyTwoDataVcsAreAllUsable) {
  const VcLayout layout(scenario_of({4}, 4, "minimal", VcClasses::kPhase, 32), {}, 1);
  EXPECT_EQ(layout.allowed(Packet(), 0), ~0u);
  EXPECT_EQ(layout.injection(Packet()), ~0u);
}

TEST(VcLayoutTest, FewerVcsThanClassesIsAnInputErrorThatNamesTheKey) {
  Scenario scenario = scenario_of({4}, 4, "ugal", VcClasses::kPhase, 1);
  scenario.origins["network.data_vcs"] = "f.toml:7";
  try {
    VcLayout(scenario, {}, 2);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find("f.toml:7: data_vcs: 1 data VCs are fewer than the 2"),
              0u)
        << error.what();
  }
}

TEST(VcLayoutTest, ClassesByPhaseAreProposedOnlyWhereTheyAreFewer) {
  const auto refusal = [](const std::string& function, VcClasses kind, unsigned data_vcs) {
    const Scenario scenario = scenario_of({4, 4, 4}, 1, function, kind, data_vcs);
    try {
      const VcLayout layout(scenario, {}, Routing::classes(scenario, *make_topology(scenario)));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const std::string hint = "use at least 6, or vc_classes = \"phase\"";
  EXPECT_NE(refusal("ugal", VcClasses::kHops, 5).find(hint), std::string::npos);
  EXPECT_NE(refusal("valiant", VcClasses::kHops, 5).find(hint), std::string::npos);
  for (const std::string& other :
       {refusal("ugal", VcClasses::kPhase, 1), refusal("minimal_adaptive", VcClasses::kHops, 2)}) {
    EXPECT_NE(other.find("use at least "), std::string::npos) << other;
    EXPECT_EQ(other.find("vc_classes"), std::string::npos) << other;
  }
}

}  // namespace
}  // namespace chokepoint
