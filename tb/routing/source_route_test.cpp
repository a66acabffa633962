// SPDX-License-Identifier: Apache-2.0
// Source routes: turns in the header lead where the topology's routes do, and nobody looks further.
#include <gtest/gtest.h>

#include <set>

#include "tb/routing/walk.h"

namespace chokepoint {
namespace {

using test::Step;
using test::Walk;

Scenario source_routed(const std::string& topology, OwnKeys shape,
                       const std::string& ascent = "destination") {
  Scenario scenario;
  scenario.path = "s.toml";
  scenario.network.topology = topology;
  scenario.network.shape = std::move(shape);
  scenario.routing.function = "source_route";
  scenario.routing.keys.set("ascent", ascent);
  return scenario;
}

std::vector<unsigned> ports_of(const std::vector<Step>& steps) {
  std::vector<unsigned> ports;
  for (const Step& step : steps) ports.push_back(step.port);
  return ports;
}

TEST(SourceRoute, TakesTheTopologysRoutesOnEverySample) {
  for (const char* topology : {"butterfly", "fat_tree", "flattened_butterfly", "graph"}) {
    for (const OwnKeys& shape : topologies().at(topology).samples) {
      Scenario scenario = source_routed(topology, shape);
      scenario.routing.keys.set("turn_pool_bits", int64_t{64});
      Walk by_turns(scenario);
      scenario.routing.function = "minimal";
      scenario.routing.keys = {};
      Walk minimal(scenario);
      const unsigned nodes = minimal.topology->nodes();
      for (NodeId from = 0; from < nodes; ++from) {
        for (NodeId to = 0; to < nodes; ++to) {
          if (from == to) continue;
          Packet a = by_turns.packet(from, to), b = minimal.packet(from, to);
          const std::vector<Step> steps = by_turns.walk(a);
          ASSERT_EQ(ports_of(steps), ports_of(minimal.walk(b))) << topology << from << "->" << to;
          for (const Step& step : steps) ASSERT_EQ(step.vc_class, 0u);
        }
      }
    }
  }
}

OwnKeys shape_keys(const char* second, unsigned arity, unsigned levels) {
  OwnKeys shape;
  shape.set("arity", arity);
  shape.set(second, levels);
  return shape;
}

TEST(SourceRoute, PoolHoldsTheDestinationsDigitsOfAButterfly) {
  Walk walk(source_routed("butterfly", shape_keys("stages", 4, 3)));
  Packet packet = walk.packet(17, 0b110110);  // digits 3, 1, 2
  walk.walk(packet);
  const TurnPool& pool = walk.routing.turn_pool();
  EXPECT_EQ(pool.turn_bits, 2u);
  EXPECT_EQ(pool.bits, 31u);
  EXPECT_EQ(packet.turns, 0b100111u) << "the first turn in the lowest bits";
  EXPECT_EQ(pool.turn(packet.turns, 0), 3u);
  EXPECT_EQ(pool.turn(packet.turns, 2), 2u);
  EXPECT_EQ(pool.left(packet.turns, 1), 0b1001u);
}

TEST(SourceRoute, FollowsTheTurnsThatStandInTheHeader) {
  Walk walk(source_routed("butterfly", shape_keys("stages", 4, 3)));
  Packet packet = walk.packet(0, 5);
  packet.turns = 0b01'10'11;
  for (unsigned hop = 0; hop < 3; ++hop) {
    packet.hops = static_cast<uint8_t>(hop);
    EXPECT_EQ(walk.ask(packet, 16 * hop, 0).port, 3 - hop);
  }
}

TEST(SourceRoute, TheSourceMayChooseTheWayUp) {
  Walk by_destination(source_routed("fat_tree", shape_keys("levels", 4, 3)));
  Walk by_source(source_routed("fat_tree", shape_keys("levels", 4, 3), "source"));
  std::set<std::vector<unsigned>> ups[2];
  for (NodeId from = 0; from < 4; ++from) {
    for (NodeId to = 48; to < 64; ++to) {
      Packet a = by_destination.packet(from, to), b = by_source.packet(from, to);
      const std::vector<unsigned> one = ports_of(by_destination.walk(a)),
                                  other = ports_of(by_source.walk(b));
      ASSERT_EQ(one.size(), 5u);
      ASSERT_EQ(other.size(), 5u);
      EXPECT_EQ(other[0], 4 + from % 4);
      EXPECT_EQ(other[1], 4 + from / 4 % 4);
      EXPECT_EQ(std::vector<unsigned>(one.begin() + 2, one.end()),
                std::vector<unsigned>(other.begin() + 2, other.end()))
          << "there is one way down";
      ups[0].insert({one[0], one[1]});
      ups[1].insert({other[0], other[1]});
    }
  }
  EXPECT_EQ(ups[0].size(), 16u);
  EXPECT_EQ(ups[1].size(), 4u);
}

TEST(SourceRoute, ARouterToo) {
  Walk walk(source_routed("fat_tree", shape_keys("levels", 2, 3)));
  Packet notice = walk.packet(0, 7);
  const std::vector<Step> steps = walk.walk(notice, 11, RoutePlace::kNoInput);  // a root
  EXPECT_EQ(steps.size(), 3u);
}

std::string refusal(const Scenario& scenario) {
  try {
    Walk walk(scenario);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SourceRoute, RefusesAPoolThatIsTooSmall) {
  Scenario scenario = source_routed("fat_tree", shape_keys("levels", 4, 3));
  scenario.routing.keys.set("turn_pool_bits", int64_t{14});
  scenario.origins = {{"routing.function", "s.toml:6"}, {"routing.turn_pool_bits", "s.toml:7"}};
  EXPECT_EQ(refusal(scenario),
            "s.toml:7: turn_pool_bits: the topology's longest route takes 5 turns of 3 bits each; "
            "of 14 bits they need at least 15");
  scenario.routing.keys.set("turn_pool_bits", int64_t{15});
  EXPECT_EQ(Walk(scenario).routing.turn_pool().bits, 15u);
}

TEST(SourceRoute, RefusesAnAscentWhereNothingAscends) {
  Scenario scenario = source_routed("butterfly", shape_keys("stages", 4, 3), "source");
  scenario.origins = {{"routing.ascent", "s.toml:8"}};
  EXPECT_EQ(refusal(scenario),
            "s.toml:8: ascent: source has no effect on this topology, whose routes have no way up "
            "to choose; it is for fat_tree: leave it out");
  EXPECT_EQ(refusal(source_routed("butterfly", shape_keys("stages", 4, 3))), "accepted");
  EXPECT_EQ(refusal(source_routed("fat_tree", shape_keys("levels", 2, 2), "source")), "accepted");
}

}  // namespace
}  // namespace chokepoint
