// SPDX-License-Identifier: Apache-2.0
// Traffic sources: gaps (mean, distribution, extremes), stalls, groups, patterns, windows.
#include "sim/traffic/traffic_source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "sim/traffic/geometric_gap.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {
namespace {

Scenario source_scenario(const std::string& pattern, double rate, unsigned packet_flits = 1,
                         unsigned message_packets = 1) {
  Scenario scenario;
  scenario.run.warmup = 0;
  scenario.run.measure = 1000000;
  TrafficConfig group;
  group.name = "g";
  group.pattern = pattern;
  group.rate = rate;
  group.packet_flits = packet_flits;
  group.message_packets = message_packets;
  group.sources.resize(16);
  std::iota(group.sources.begin(), group.sources.end(), NodeId{0});
  scenario.traffic.push_back(group);
  return scenario;
}

TEST(FixedPoint, IsExact) {
  EXPECT_TRUE(fixed_point_64(0) == 0);
  EXPECT_TRUE(fixed_point_64(-0.5) == 0);
  EXPECT_TRUE(fixed_point_64(1e-300) == 0);
  EXPECT_TRUE(fixed_point_64(0.5) == static_cast<unsigned __int128>(1) << 63);
  EXPECT_TRUE(fixed_point_64(1.0) == static_cast<unsigned __int128>(1) << 64);
  EXPECT_TRUE(fixed_point_64(std::ldexp(1.0, -64)) == 1);
  const double tenth = 0.1;  // scaling by a power of two is exact
  EXPECT_TRUE(fixed_point_64(tenth) == static_cast<unsigned __int128>(std::ldexp(tenth, 64)));
}

TEST(GeometricGap, MeanAndDistribution) {
  for (const double p : {0.9, 0.5, 0.1, 0.003125}) {
    const GeometricGap gap(p, 1);
    RandomStream random(7, 3, RandomPurpose::kTestStimulus);
    const int draws = 200000;
    double sum = 0;
    std::vector<int> counts(5, 0);
    for (int i = 0; i < draws; ++i) {
      const Cycle value = gap.draw(random);
      sum += static_cast<double>(value);
      if (value < counts.size()) ++counts[value];
    }
    const double mean = (1 - p) / p, deviation = std::sqrt(1 - p) / p;
    EXPECT_NEAR(sum / draws, mean, 5 * deviation / std::sqrt(draws)) << p;
    for (size_t n = 0; n < counts.size(); ++n) {
      const double expected = std::pow(1 - p, static_cast<double>(n)) * p;
      EXPECT_NEAR(counts[n] / double(draws), expected, 5 * std::sqrt(expected / draws))
          << p << " " << n;
    }
  }
}

TEST(GeometricGap, LongGapsFollowTheTail) {
  const double p = 1e-5;
  const GeometricGap gap(1e-2, 1000);  // the same probability
  RandomStream random(1, 1, RandomPurpose::kTestStimulus);
  const int draws = 50000;
  int beyond = 0;
  for (int i = 0; i < draws; ++i) beyond += gap.draw(random) >= 100000 ? 1 : 0;
  const double expected = std::pow(1 - p, 100000);
  EXPECT_NEAR(beyond / double(draws), expected, 5 * std::sqrt(expected / draws));
}

TEST(GeometricGap, Extremes) {
  RandomStream random(1, 1, RandomPurpose::kTestStimulus);
  const GeometricGap always(1.0, 1), never(0.0, 1);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(always.draw(random), 0u);
    EXPECT_EQ(never.draw(random), GeometricGap::kNever);
  }
}

TEST(TrafficSource, RateOneIsBackToBack) {
  const Scenario scenario = source_scenario("uniform", 1.0);
  TrafficSource source(scenario, 5);
  for (Cycle cycle = 0; cycle < 1000; ++cycle) {
    ASSERT_EQ(source.next_time(), cycle);
    EXPECT_EQ(source.peek().created, cycle);
    EXPECT_NE(source.peek().destination, 5u);
    source.take();
  }
}

TEST(TrafficSource, RateZeroAndStrangersNever) {
  const Scenario scenario = source_scenario("uniform", 0.0);
  EXPECT_EQ(TrafficSource(scenario, 0).next_time(), ~Cycle{0});
  Scenario other = source_scenario("uniform", 0.5);
  other.traffic[0].sources = {1, 2};
  EXPECT_EQ(TrafficSource(other, 0).next_time(), ~Cycle{0});
}

TEST(TrafficSource, OffersTheRate) {
  const Scenario scenario = source_scenario("uniform", 0.4, 32, 4);
  double flits = 0;
  for (NodeId node = 0; node < 16; ++node) {
    TrafficSource source(scenario, node);
    while (source.next_time() != ~Cycle{0}) {
      EXPECT_EQ(source.peek().packet_flits, 32u);
      flits += source.peek().flits;
      source.take();
    }
  }
  // 50,000 messages: standard deviation of the mean below 0.002
  EXPECT_NEAR(flits / 16e6, 0.4, 0.01);
}

TEST(TrafficSource, EndsAtStopAndAtTheEndOfTheMeasurement) {
  Scenario scenario = source_scenario("uniform", 1.0);
  scenario.traffic[0].start = 10;
  scenario.traffic[0].stop = 20;
  TrafficSource source(scenario, 0);
  std::vector<Cycle> times;
  for (; source.next_time() != ~Cycle{0}; source.take()) times.push_back(source.next_time());
  ASSERT_EQ(times.size(), 10u);
  EXPECT_EQ(times.front(), 10u);
  EXPECT_EQ(times.back(), 19u);
  scenario.traffic[0].stop = ~Cycle{0};
  scenario.run.measure = 15;
  TrafficSource shorter(scenario, 0);
  size_t count = 0;
  for (; shorter.next_time() != ~Cycle{0}; shorter.take()) ++count;
  EXPECT_EQ(count, 5u);
}

TEST(TrafficSource, StallHoldsItsGroupOnly) {
  Scenario scenario = source_scenario("hotspot", 1.0);
  scenario.traffic[0].sources = {0};
  scenario.traffic[0].destinations = {4, 7, 9};
  scenario.traffic.push_back(source_scenario("uniform", 1.0).traffic[0]);
  scenario.traffic[1].name = "ur";
  TrafficSource source(scenario, 0);
  ASSERT_EQ(source.next_time(), 0u);
  ASSERT_EQ(source.peek().group, 0u);  // equal times: the first group
  const NodeId waiting = source.peek().destination;
  for (Cycle cycle = 0; cycle < 50; ++cycle) {
    ASSERT_EQ(source.next_time(), cycle);
    ASSERT_EQ(source.peek().group, 0u);
    EXPECT_EQ(source.peek().destination, waiting);  // the same message waits
    source.stall(cycle);
    ASSERT_EQ(source.next_time(), cycle);
    ASSERT_EQ(source.peek().group, 1u);  // the other group goes on
    source.take();
  }
  ASSERT_EQ(source.peek().created, 50u);  // created when taken
  ASSERT_EQ(source.peek().group, 0u);
  source.take();
  EXPECT_EQ(source.next_time(), 50u);
}

TEST(TrafficSource, GroupsDoNotDisturbEachOther) {
  Scenario alone = source_scenario("uniform", 0.3);
  Scenario both = alone;
  both.traffic.push_back(source_scenario("uniform", 0.7).traffic[0]);
  TrafficSource a(alone, 3), b(both, 3);
  for (int i = 0; i < 1000; ++i) {
    while (b.peek().group != 0) b.take();
    ASSERT_EQ(a.next_time(), b.next_time());
    ASSERT_EQ(a.peek().destination, b.peek().destination);
    a.take();
    b.take();
  }
}

std::map<NodeId, std::set<NodeId>> destinations_of(Scenario scenario) {
  patterns().at(scenario.traffic[0].pattern).prepare(scenario, scenario.traffic[0]);
  std::map<NodeId, std::set<NodeId>> result;
  for (const NodeId node : scenario.traffic[0].sources) {
    TrafficSource source(scenario, node);
    for (int i = 0; i < 500; ++i, source.take()) result[node].insert(source.peek().destination);
  }
  return result;
}

TEST(Patterns, UniformReachesAllOthers) {
  for (const auto& [node, to] : destinations_of(source_scenario("uniform", 1.0))) {
    EXPECT_EQ(to.size(), 15u);
    EXPECT_EQ(to.count(node), 0u);
  }
  Scenario part = source_scenario("uniform", 1.0);
  part.traffic[0].destinations = {1, 15};
  const auto to = destinations_of(part);
  EXPECT_EQ(to.at(0), (std::set<NodeId>{1, 15}));
  EXPECT_EQ(to.at(1), (std::set<NodeId>{15}));
  EXPECT_EQ(to.at(15), (std::set<NodeId>{1}));
}

TEST(Patterns, UniformIsUniform) {
  const Scenario scenario = source_scenario("uniform", 1.0);
  TrafficSource source(scenario, 6);
  std::map<NodeId, int> counts;
  const int draws = 150000;
  for (int i = 0; i < draws; ++i, source.take()) ++counts[source.peek().destination];
  double chi2 = 0;
  for (const auto& entry : counts)
    chi2 += std::pow(entry.second - draws / 15.0, 2) / (draws / 15.0);
  EXPECT_LT(chi2, 36.1);  // 14 degrees of freedom, p = 0.001
}

TEST(Patterns, PermutationByOffsetAndMapping) {
  Scenario scenario = source_scenario("permutation", 1.0);
  scenario.traffic[0].offset = 4;
  for (const auto& [node, to] : destinations_of(scenario)) {
    EXPECT_EQ(to, (std::set<NodeId>{(node + 4) % 16}));
  }
  scenario.traffic[0].offset = -1;
  EXPECT_EQ(destinations_of(scenario).at(0), (std::set<NodeId>{15}));
  scenario.traffic[0].sources = {0, 1};
  scenario.traffic[0].mapping = {9, 3};
  EXPECT_EQ(destinations_of(scenario).at(1), (std::set<NodeId>{3}));
  scenario.traffic[0].mapping = {9, 1};
  EXPECT_THROW(destinations_of(scenario), InputError);
  scenario.traffic[0].mapping.clear();
  scenario.traffic[0].offset = 32;
  EXPECT_THROW(destinations_of(scenario), InputError);
}

TEST(Patterns, TornadoGoesHalfWayRoundEveryDimension) {
  Scenario scenario = source_scenario("tornado", 1.0);
  scenario.network.shape.set_counts("dimensions", {8, 5});
  scenario.network.shape.set("concentration", 2);
  scenario.traffic[0].sources = {2 * (7 + 8 * 4) + 1};  // router (7, 4), node 1
  const auto to = destinations_of(scenario);
  EXPECT_EQ(to.begin()->second, (std::set<NodeId>{2 * ((7 + 3) % 8 + 8 * ((4 + 2) % 5)) + 1}));
  scenario.network.shape.set_counts("dimensions", {2});
  scenario.traffic[0].sources = {0};
  EXPECT_THROW(destinations_of(scenario), InputError);
}

TEST(Patterns, NeighbourRouterReachesItsNodes) {
  const auto to = destinations_of(source_scenario("neighbour_router", 1.0));
  EXPECT_EQ(to.at(1), (std::set<NodeId>{4, 5, 6, 7}));
  EXPECT_EQ(to.at(15), (std::set<NodeId>{0, 1, 2, 3}));
}

TEST(Patterns, ThatCountInDimensionsWantAFlattenedButterfly) {
  for (const char* pattern : {"tornado", "neighbour_router"}) {
    Scenario scenario = source_scenario(pattern, 1.0);
    scenario.network.topology = "fat_tree";
    try {
      patterns().at(pattern).prepare(scenario, scenario.traffic[0]);
      FAIL() << pattern;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find("pattern: " + std::string(pattern) + " needs"), 0u);
    }
  }
}

TEST(Patterns, RandomPermutationIsASeededDerangement) {
  Scenario scenario = source_scenario("random_permutation", 1.0);
  const auto first = destinations_of(scenario);
  std::set<NodeId> reached;
  for (const auto& [node, to] : first) {
    ASSERT_EQ(to.size(), 1u);
    EXPECT_NE(*to.begin(), node);
    reached.insert(*to.begin());
  }
  EXPECT_EQ(reached.size(), 16u);
  EXPECT_EQ(destinations_of(scenario), first);
  scenario.run.seed = 2;
  EXPECT_NE(destinations_of(scenario), first);
}

TEST(Patterns, ListSendsItsRows) {
  Scenario scenario = source_scenario("list", 0);
  scenario.traffic[0].entries = {{5, 0, 1, 10}, {5, 0, 2, 20}, {9, 0, 3, 30}, {1, 4, 0, 7}};
  TrafficSource source(scenario, 0);
  ASSERT_EQ(source.next_time(), 5u);
  EXPECT_EQ(source.peek().destination, 1u);
  source.take();
  ASSERT_EQ(source.next_time(), 5u);  // two rows of one cycle
  EXPECT_EQ(source.peek().flits, 20u);
  source.stall(5);
  EXPECT_EQ(source.next_time(), 6u);
  source.take();
  EXPECT_EQ(source.next_time(), 9u);
  source.take();
  EXPECT_EQ(source.next_time(), ~Cycle{0});
  EXPECT_EQ(TrafficSource(scenario, 4).peek().flits, 7u);
}

}  // namespace
}  // namespace chokepoint
