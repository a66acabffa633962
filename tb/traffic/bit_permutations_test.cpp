// SPDX-License-Identifier: Apache-2.0
// Patterns that permute the bits of node numbers, and sources with a fixed rate.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "sim/traffic/fixed_gap.h"
#include "sim/traffic/pattern.h"
#include "sim/traffic/traffic_source.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint {
namespace {

/// A torus of so many nodes of which all send by the pattern.
Scenario torus_traffic(const std::string& pattern, std::vector<unsigned> dimensions) {
  Scenario scenario;
  scenario.run.warmup = 0;
  scenario.run.measure = 1000000;
  scenario.network.topology = "torus";
  scenario.network.shape.set_counts("dimensions", dimensions);
  TrafficConfig group;
  group.name = "g";
  group.pattern = pattern;
  group.rate = 0.1;
  group.packet_flits = 1;
  group.message_packets = 1;
  group.sources.resize(scenario.nodes());
  std::iota(group.sources.begin(), group.sources.end(), NodeId{0});
  scenario.traffic.push_back(group);
  return scenario;
}

/// By source.
std::map<NodeId, NodeId> mapping_of(const std::string& pattern, std::vector<unsigned> dimensions) {
  Scenario scenario = torus_traffic(pattern, std::move(dimensions));
  const PatternInfo& info = patterns().at(pattern);
  info.prepare(scenario, scenario.traffic[0]);
  std::map<NodeId, NodeId> result;
  RandomStream unused;
  for (const NodeId node : scenario.traffic[0].sources) {
    const auto made = info.make(scenario, scenario.traffic[0], node);
    EXPECT_EQ(made->destinations(), 1u);
    result[node] = made->destination(unused);
  }
  return result;
}

TEST(BitPermutations, AreTheOnesOfTheirNames) {
  const std::vector<unsigned> dimensions = {16, 16};
  const auto reversal = mapping_of("bit_reversal", dimensions);
  EXPECT_EQ(reversal.at(0b11010000), 0b00001011u);
  EXPECT_EQ(reversal.count(0b10011001), 0u) << "a palindrome sends nothing";
  EXPECT_EQ(reversal.size(), 240u);
  const auto shuffle = mapping_of("perfect_shuffle", dimensions);
  EXPECT_EQ(shuffle.at(0b11010000), 0b10100001u);
  EXPECT_EQ(shuffle.at(0b01010101), 0b10101010u);
  EXPECT_EQ(shuffle.size(), 254u);
  const auto butterfly = mapping_of("butterfly", dimensions);
  EXPECT_EQ(butterfly.at(0b11010000), 0b01010001u);
  EXPECT_EQ(butterfly.at(0b01010001), 0b11010000u);
  EXPECT_EQ(butterfly.count(0b11010001), 0u);
  EXPECT_EQ(butterfly.size(), 128u);
  const auto transpose = mapping_of("transpose", dimensions);
  EXPECT_EQ(transpose.at(0x5A), 0xA5u);
  EXPECT_EQ(transpose.size(), 240u);
  const auto complement = mapping_of("complement", dimensions);
  EXPECT_EQ(complement.at(0x5A), 0xA5u);
  EXPECT_EQ(complement.size(), 256u);
}

TEST(BitPermutations, ArePermutationsOfTheirSources) {
  for (const char* pattern :
       {"bit_reversal", "perfect_shuffle", "butterfly", "transpose", "complement"}) {
    for (const auto& dimensions :
         std::vector<std::vector<unsigned>>{{2, 2}, {4}, {8, 8}, {4, 4, 4}}) {
      std::set<NodeId> reached;
      const auto mapping = mapping_of(pattern, dimensions);
      for (const auto& [from, to] : mapping) {
        EXPECT_NE(from, to);
        EXPECT_EQ(mapping.count(to), 1u) << pattern << ": who does not send is not sent to";
        EXPECT_TRUE(reached.insert(to).second);
      }
    }
  }
}

std::string pattern_error(const char* pattern, const char* dimensions, const char* sources) {
  return test::error_of(std::string("[network]\ntopology = \"torus\"\ndimensions = ") + dimensions +
                        "\n[routing]\nfunction = \"dimension_order\"\n[[traffic]]\nname = \"a\"\n"
                        "pattern = \"" +
                        pattern + "\"\nsources = " + sources + "\n");
}

TEST(BitPermutations, WantAPowerOfTwoAndSourcesThatSend) {
  EXPECT_EQ(
      pattern_error("bit_reversal", "[3, 4]", "\"all\""),
      "f.toml:8: pattern: bit_reversal permutes the bits of node numbers and needs a power of "
      "two of nodes, not 12; take another pattern, e.g. permutation");
  EXPECT_EQ(pattern_error("transpose", "[4, 8]", "\"all\""),
            "f.toml:8: pattern: transpose exchanges the halves of node numbers and needs an even "
            "number of bits; 32 nodes have 5");
  EXPECT_EQ(pattern_error("butterfly", "[4, 4]", "[0, 15]"),
            "f.toml:9: sources: butterfly sends all of these nodes to themselves; give others");
  EXPECT_EQ(pattern_error("complement", "[4, 8]", "[0, 15]"), "accepted");
}

TEST(FixedSpacing, SendsOneMessageEveryInterval) {
  Scenario scenario = torus_traffic("complement", {4, 4});
  scenario.traffic[0].spacing = Spacing::kFixed;
  scenario.traffic[0].packet_flits = 16;
  scenario.traffic[0].rate = 16.0 / 15;
  std::set<Cycle> first;
  for (const auto& [rate, interval] :
       std::vector<std::pair<double, Cycle>>{{16.0 / 1500, 1500}, {0.1, 160}, {0.2, 80}, {1, 16}}) {
    scenario.traffic[0].rate = rate;
    for (NodeId node = 0; node < 16; ++node) {
      TrafficSource source(scenario, node);
      Cycle time = source.next_time();
      EXPECT_LT(time, interval);
      if (interval == 1500) first.insert(time);
      for (int message = 0; message < 100; ++message) {
        source.take();
        EXPECT_EQ(source.next_time(), time += interval) << rate;
      }
    }
  }
  EXPECT_GT(first.size(), 12u) << "nodes do not send in the same cycle";
  scenario.traffic[0].rate = 0;
  EXPECT_EQ(TrafficSource(scenario, 0).next_time(), ~Cycle{0});
}

TEST(FixedSpacing, IsRightOnAverageWhereIntervalsAreNoWholeCycles) {
  Scenario scenario = torus_traffic("complement", {4, 4});
  scenario.traffic[0].spacing = Spacing::kFixed;
  scenario.traffic[0].packet_flits = 16;
  scenario.traffic[0].rate = 0.3;
  TrafficSource source(scenario, 3);
  const Cycle begin = source.next_time();
  Cycle before = begin;
  for (int message = 0; message < 3000; ++message) {
    source.take();
    const Cycle gap = source.next_time() - before;
    EXPECT_TRUE(gap == 53 || gap == 54) << gap;
    before = source.next_time();
  }
  EXPECT_NEAR(double(before - begin), 160000, 1);
}

/// Low load for 1000 cycles, then a burst of 500 by another pattern each time.
// Sizes that are weighted by their data have numbers of 36 bits and more to count with.
TEST(FixedSpacing, IsRightForSizesWeightedByData) {
  Scenario scenario = torus_traffic("complement", {4, 4});
  TrafficConfig& group = scenario.traffic[0];
  group.spacing = Spacing::kFixed;
  group.packet_flits = 1;
  group.rate = 0.3;
  group.message_sizes = {1, 2};
  group.message_weights = {1, 1};
  group.message_weights_by = WeightsBy::kData;
  TrafficSource source(scenario, 0);
  const Cycle begin = source.next_time();
  for (int message = 0; message < 9000; ++message) source.take();
  // Two messages of 1 flit to each of 2: 4/3 flits a message, one every 4.444 cycles.
  EXPECT_NEAR(static_cast<double>(source.next_time() - begin), 9000 * 4 / 0.9, 2);
}

TEST(FixedSpacing, BurstsTakeTurnsWithLowPhases) {
  Scenario scenario = torus_traffic("complement", {4, 4});
  TrafficConfig burst = scenario.traffic[0];
  burst.spacing = Spacing::kFixed;
  burst.rate = 0.5;
  burst.generate = Generate::kPeriodic;
  burst.burst_cycles = 500;
  burst.period_cycles = 3000;
  burst.start = 1000;
  scenario.traffic[0] = burst;
  burst.pattern = "butterfly";
  burst.start = 2500;
  scenario.traffic.push_back(burst);
  TrafficSource source(scenario, 1);
  std::map<unsigned, unsigned> messages;
  for (; source.next_time() < 60000; source.take()) {
    const Cycle phase = (source.next_time() - 1000) % 3000;
    const unsigned group = source.peek().group;
    EXPECT_EQ(group, phase / 1500);
    EXPECT_LT(phase % 1500, 500u);
    ++messages[group];
  }
  EXPECT_NEAR(messages[0], 20 * 250, 5);
  EXPECT_NEAR(messages[1], 20 * 250, 255);
}

}  // namespace
}  // namespace chokepoint
