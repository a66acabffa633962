// SPDX-License-Identifier: Apache-2.0
// Sizes of messages (ranges, mixtures) and ways of generating them: impulses and bursts.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "sim/traffic/message_sizes.h"
#include "sim/traffic/traffic_source.h"

namespace chokepoint {
namespace {

Scenario scenario_of(const std::string& pattern, double rate, unsigned packet_flits = 1,
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

/// Messages by size in packets, and flits per node and cycle, of the 16 nodes.
std::map<unsigned, unsigned> sizes_of(const Scenario& scenario, double* load) {
  std::map<unsigned, unsigned> sizes;
  double flits = 0;
  for (NodeId node = 0; node < 16; ++node) {
    for (TrafficSource source(scenario, node); source.next_time() != ~Cycle{0}; source.take()) {
      EXPECT_EQ(source.peek().flits % scenario.traffic[0].packet_flits, 0u);
      ++sizes[source.peek().flits / scenario.traffic[0].packet_flits];
      flits += source.peek().flits;
    }
  }
  *load = flits / 16 / static_cast<double>(scenario.run.measure);
  return sizes;
}

TEST(MessageSizes, UniformRangeIsUniformAndKeepsTheRate) {
  Scenario scenario = scenario_of("uniform", 0.6, 4, 4);
  scenario.traffic[0].message_packets_max = 64;
  double load = 0;
  const auto sizes = sizes_of(scenario, &load);
  EXPECT_EQ(sizes.size(), 61u);
  EXPECT_EQ(sizes.begin()->first, 4u);
  EXPECT_EQ(sizes.rbegin()->first, 64u);
  double messages = 0, chi2 = 0;
  for (const auto& entry : sizes) messages += entry.second;
  for (const auto& entry : sizes) {
    chi2 += std::pow(entry.second - messages / 61, 2) / (messages / 61);
  }
  EXPECT_LT(chi2, 99.6);  // 60 degrees of freedom, p = 0.001
  // 70,000 messages of 136 flits, about as many deviating: one sigma of the load is 0.003
  EXPECT_NEAR(load, 0.6, 0.012);
  EXPECT_EQ(MessageSizes(scenario.traffic[0]).largest(), 64u);
}

TEST(MessageSizes, WeightsAreSharesOfMessagesOrOfData) {
  struct Case {
    std::vector<unsigned> weights;
    WeightsBy by;
    double share_of_short;  ///< of the messages
  };
  const Case cases[] = {{{}, WeightsBy::kMessages, 0.5},
                        {{3, 1}, WeightsBy::kMessages, 0.75},
                        {{1, 1}, WeightsBy::kData, 64.0 / 68.0},
                        {{1, 16}, WeightsBy::kData, 0.5}};
  for (const Case& c : cases) {
    Scenario scenario = scenario_of("uniform", 0.5, 2);
    scenario.traffic[0].message_sizes = {4, 64};
    scenario.traffic[0].message_weights = c.weights;
    scenario.traffic[0].message_weights_by = c.by;
    double load = 0;
    auto sizes = sizes_of(scenario, &load);
    ASSERT_EQ(sizes.size(), 2u);
    const double messages = sizes[4] + sizes[64], share = sizes[4] / messages;
    const double sigma = std::sqrt(c.share_of_short * (1 - c.share_of_short) / messages);
    EXPECT_NEAR(share, c.share_of_short, 5 * sigma);
    EXPECT_NEAR(load, 0.5, 0.015);
    EXPECT_EQ(MessageSizes(scenario.traffic[0]).largest(), 64u);
  }
}

TEST(MessageSizes, AMixtureShiftsNeitherDestinationsNorOtherGroups) {
  Scenario fixed = scenario_of("uniform", 0.5, 1, 34), mixed = fixed;
  mixed.traffic[0].message_sizes = {4, 64};  // the same mean, so the same gaps
  TrafficSource a(fixed, 3), b(mixed, 3);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(a.next_time(), b.next_time());
    ASSERT_EQ(a.peek().destination, b.peek().destination);
    a.take();
    b.take();
  }
}

TEST(MessageSizes, ExtremesFit) {
  TrafficConfig group;
  group.message_sizes.assign(MessageSizes::kMaxSizes, 65535);
  group.message_sizes[0] = 1;
  group.message_weights.assign(MessageSizes::kMaxSizes, MessageSizes::kMaxWeight);
  group.message_weights_by = WeightsBy::kData;
  const MessageSizes sizes(group);
  const double mean = static_cast<double>(sizes.total()) / static_cast<double>(sizes.count());
  EXPECT_NEAR(mean, 64 / (1 + 63 / 65535.0), 1e-3);
  EXPECT_EQ(sizes.largest(), 65535u);
}

TEST(Impulse, IsOneMessagePerSourceAtStart) {
  Scenario scenario = scenario_of("hotspot", 0.0, 32, 8);
  scenario.traffic[0].generate = Generate::kImpulse;
  scenario.traffic[0].destinations = {15};
  scenario.traffic[0].sources.pop_back();
  scenario.traffic[0].start = 700;
  for (NodeId node = 0; node < 16; ++node) {
    TrafficSource source(scenario, node);
    if (node == 15) {
      EXPECT_EQ(source.next_time(), ~Cycle{0});
      continue;
    }
    ASSERT_EQ(source.next_time(), 700u);
    EXPECT_EQ(source.peek().flits, 256u);
    source.stall(700);  // a full queue: it is still one message
    ASSERT_EQ(source.next_time(), 701u);
    source.take();
    EXPECT_EQ(source.next_time(), ~Cycle{0});
  }
}

TEST(Periodic, GeneratesAtTheRateWithinBurstsOnly) {
  Scenario scenario = scenario_of("uniform", 0.5);
  scenario.traffic[0].generate = Generate::kPeriodic;
  scenario.traffic[0].start = 50;
  scenario.traffic[0].stop = 900030;  // in a burst
  scenario.traffic[0].burst_cycles = 70;
  scenario.traffic[0].period_cycles = 1000;
  TrafficSource source(scenario, 2);
  std::map<Cycle, unsigned> phases;
  unsigned messages = 0;
  Cycle last = 0;
  for (; source.next_time() != ~Cycle{0}; source.take(), ++messages) {
    last = source.next_time();
    ASSERT_GE(last, 50u);
    ASSERT_LT((last - 50) % 1000, 70u);
    ++phases[(last - 50) % 1000];
  }
  EXPECT_GE(last, 900000u - 1000u);
  EXPECT_LT(last, 900030u);
  EXPECT_EQ(phases.size(), 70u);
  const double cycles = 900 * 70;
  EXPECT_NEAR(messages, cycles * 0.5, 5 * std::sqrt(cycles * 0.25));
}

TEST(Periodic, RateOneFillsTheBurstAndAWholePeriodIsNoGap) {
  Scenario scenario = scenario_of("uniform", 1.0);
  scenario.traffic[0].generate = Generate::kPeriodic;
  scenario.traffic[0].burst_cycles = 3;
  scenario.traffic[0].period_cycles = 5;
  TrafficSource source(scenario, 2);
  for (const Cycle expected : {0, 1, 2, 5, 6, 7, 10}) {
    EXPECT_EQ(source.next_time(), expected);
    source.take();
  }
  source.stall(11);  // waits into the gap: sent there, the next one in the next burst
  source.stall(12);
  EXPECT_EQ(source.next_time(), 13u);
  source.take();
  EXPECT_EQ(source.next_time(), 15u);

  scenario.traffic[0].burst_cycles = scenario.traffic[0].period_cycles = 7;
  scenario.traffic[0].rate = 0.3;
  Scenario steady = scenario;
  steady.traffic[0].generate = Generate::kRate;
  TrafficSource a(scenario, 4), b(steady, 4);
  for (int i = 0; i < 500; ++i, a.take(), b.take()) ASSERT_EQ(a.next_time(), b.next_time());
}

TEST(Periodic, RateZeroAndLongWaitsNeverComeRound) {
  Scenario scenario = scenario_of("uniform", 0.0);
  scenario.traffic[0].generate = Generate::kPeriodic;
  scenario.traffic[0].burst_cycles = 1;
  scenario.traffic[0].period_cycles = Cycle{1} << 40;
  EXPECT_EQ(TrafficSource(scenario, 0).next_time(), ~Cycle{0});
  scenario.traffic[0].rate = 1e-12;
  for (NodeId node = 0; node < 16; ++node) {
    EXPECT_EQ(TrafficSource(scenario, node).next_time(), ~Cycle{0});
  }
}

}  // namespace
}  // namespace chokepoint
