// SPDX-License-Identifier: Apache-2.0
// Routing functions walked over whole networks: routes, choices of UGAL, VC classes and their
// dependences.
#include "sim/routing/routing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/hooks/mechanism.h"
#include "sim/hooks/vc_layout.h"
#include "tb/routing/walk.h"

namespace chokepoint {
namespace {

using test::DependenceGraph;
using test::Step;
using test::Walk;

Scenario scenario_of(std::vector<unsigned> dimensions, unsigned concentration,
                     RoutingFunction function, VcClasses classes = VcClasses::kPhase,
                     unsigned data_vcs = 4) {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.dimensions = std::move(dimensions);
  scenario.network.concentration = concentration;
  scenario.network.vc_classes = classes;
  scenario.network.data_vcs = data_vcs;
  scenario.routing.function = function;
  return scenario;
}

const std::vector<std::pair<std::vector<unsigned>, unsigned>> kShapes = {
    {{4}, 4}, {{16}, 2}, {{4, 4}, 1}, {{2, 2}, 4}, {{3, 2, 3}, 1}, {{2, 2, 2}, 1}, {{8, 8}, 1}};

TEST(Minimal, EveryRouteIsMinimalInOneClass) {
  for (const auto& [dimensions, concentration] : kShapes) {
    Walk walk(scenario_of(dimensions, concentration, RoutingFunction::kMinimal));
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
  Walk walk(scenario_of({4}, 4, RoutingFunction::kValiant));
  std::map<RouterId, unsigned> used;
  for (unsigned i = 0; i < 4000; ++i) {
    Packet packet = walk.packet(4, 13);  // router 1 -> router 3
    const std::vector<Step> steps = walk.walk(packet);
    ASSERT_EQ(steps.size(), 3u);
    ASSERT_TRUE(packet.intermediate == 0 || packet.intermediate == 2) << packet.intermediate;
    ++used[packet.intermediate];
    EXPECT_EQ(steps[0].vc_class, 0u);
    EXPECT_EQ(steps[1].vc_class, 1u);
    EXPECT_EQ(steps[2].vc_class, 1u);
  }
  EXPECT_NEAR(used[0], 2000, 150) << "uniform: 4 sigma are 126";
}

TEST(Valiant, NoRouteTurnsBackInSeveralDimensions) {
  for (const auto& [dimensions, concentration] : kShapes) {
    Walk walk(scenario_of(dimensions, concentration, RoutingFunction::kValiant));
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
            ASSERT_NE(packet.intermediate, source);
            ASSERT_NE(packet.intermediate, destination);
          }
          if (::testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

TEST(Valiant, SameRouterControlAndMinimalOnlyPacketsStayMinimal) {
  Walk walk(scenario_of({4}, 4, RoutingFunction::kValiant));
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
    Scenario scenario = scenario_of({4}, 4, RoutingFunction::kUgal);
    scenario.routing.ugal_threshold = threshold;
    Walk walk(scenario);
    walk.queues.flits[5] = walk.queues.flits[6] = 7;  // 7 flits x 2 hops = 14
    const unsigned limit = 14 + threshold;
    walk.queues.flits[4] = limit;
    Packet tie = walk.packet(0, 4);
    EXPECT_EQ(walk.walk(tie).size(), 2u) << "a tie goes minimally";
    walk.queues.flits[4] = limit + 1;
    Packet detour = walk.packet(0, 4);
    EXPECT_EQ(walk.walk(detour).size(), 3u);
    EXPECT_TRUE(detour.intermediate == 2 || detour.intermediate == 3);
  }
}

TEST(Ugal, EmptyQueuesMeanMinimalAndTheChoiceIsMadeOnce) {
  Walk walk(scenario_of({4}, 4, RoutingFunction::kUgal));
  Packet packet = walk.packet(0, 4);
  EXPECT_EQ(walk.walk(packet).size(), 2u);
  // Chosen minimal at the source; a full queue seen at the next router changes nothing.
  Packet late = walk.packet(0, 4);
  EXPECT_EQ(walk.routing.route(0, walk.queues, late), 4u);
  std::fill(walk.queues.flits.begin(), walk.queues.flits.end(), 100);
  EXPECT_EQ(walk.routing.route(1, walk.queues, late), 0u);
  EXPECT_FALSE(late.nonminimal);
}

TEST(Classes, NumberPerRoutingAndKind) {
  const auto classes = [](std::vector<unsigned> dimensions, RoutingFunction function,
                          VcClasses kind) {
    const Scenario scenario = scenario_of(std::move(dimensions), 2, function, kind);
    return Routing::classes(scenario, *make_topology(scenario));
  };
  EXPECT_EQ(classes({4}, RoutingFunction::kMinimal, VcClasses::kHops), 1u);
  EXPECT_EQ(classes({4}, RoutingFunction::kUgal, VcClasses::kPhase), 2u);
  EXPECT_EQ(classes({4, 4, 4}, RoutingFunction::kValiant, VcClasses::kPhase), 2u);
  EXPECT_EQ(classes({4}, RoutingFunction::kUgal, VcClasses::kHops), 2u);
  EXPECT_EQ(classes({4, 4}, RoutingFunction::kUgal, VcClasses::kHops), 4u);
  EXPECT_EQ(classes({4}, RoutingFunction::kUgal, VcClasses::kPool), 1u);
}

TEST(VcLayoutTest, ClassesShareTheDataVcsWithoutOverlapOrGap) {
  for (unsigned data_vcs = 2; data_vcs <= 9; ++data_vcs) {
    const Scenario scenario =
        scenario_of({4}, 4, RoutingFunction::kUgal, VcClasses::kPhase, data_vcs);
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
  const VcLayout layout(scenario_of({4}, 4, RoutingFunction::kMinimal, VcClasses::kPhase, 32),
                        {}, 1);
  EXPECT_EQ(layout.allowed(Packet(), 0), ~0u);
  EXPECT_EQ(layout.injection(Packet()), ~0u);
}

TEST(VcLayoutTest, FewerVcsThanClassesIsAnInputErrorThatNamesTheKey) {
  Scenario scenario = scenario_of({4}, 4, RoutingFunction::kUgal, VcClasses::kPhase, 1);
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

/// Every route the routing function can produce, the intermediate router forced to each legal
/// value.
bool dependences_cyclic(const Scenario& scenario) {
  Walk walk(scenario);
  const Topology& topology = *walk.topology;
  const unsigned classes = Routing::classes(scenario, topology), radix = topology.radix();
  DependenceGraph graph(topology.routers() * radix * classes);
  const auto add = [&](Packet packet) {
    const std::vector<Step> steps = walk.walk(packet);
    for (size_t i = 1; i < steps.size(); ++i) {
      const auto vertex = [&](const Step& s) {
        return (s.router * radix + s.port) * classes + s.vc_class;
      };
      graph.edge(vertex(steps[i - 1]), vertex(steps[i]));
    }
  };
  for (RouterId from = 0; from < topology.routers(); ++from) {
    for (RouterId to = 0; to < topology.routers(); ++to) {
      if (from == to) continue;
      const unsigned concentration = scenario.network.concentration;
      Packet packet = walk.packet(from * concentration, to * concentration);
      packet.routed = true;  // minimal
      add(packet);
      if (scenario.routing.function == RoutingFunction::kMinimal) continue;
      std::set<RouterId> seen;  // the legal intermediates, found by drawing
      for (unsigned i = 0; i < 40 * topology.routers(); ++i) {
        Packet drawn = walk.packet(packet.source, packet.destination);
        walk.routing.route(from, walk.queues, drawn);
        if (!drawn.nonminimal || !seen.insert(drawn.intermediate).second) continue;
        add(drawn);
      }
    }
  }
  return graph.cyclic();
}

TEST(Deadlock, ChannelDependencesOfMinimalRoutesAreAcyclicWithOneClass) {
  for (const auto& [dimensions, concentration] : kShapes) {
    EXPECT_FALSE(
        dependences_cyclic(scenario_of(dimensions, concentration, RoutingFunction::kMinimal)));
  }
}

TEST(Deadlock, ChannelDependencesOfValiantAreAcyclicWithPhaseAndHopClasses) {
  for (const VcClasses kind : {VcClasses::kPhase, VcClasses::kHops}) {
    for (const auto& [dimensions, concentration] : kShapes) {
      if (dimensions.size() == 2 && dimensions[0] == 8) continue;  // 4 x 4 says the same
      EXPECT_FALSE(dependences_cyclic(
          scenario_of(dimensions, concentration, RoutingFunction::kValiant, kind, 8)))
          << dimensions.size() << "-D, " << (kind == VcClasses::kPhase ? "phase" : "hops");
    }
  }
}

TEST(Deadlock, OnePoolOfVcsHasACycleSoTheCheckCanFail) {
  EXPECT_TRUE(dependences_cyclic(scenario_of({4}, 4, RoutingFunction::kValiant, VcClasses::kPool)));
}

}  // namespace
}  // namespace chokepoint
