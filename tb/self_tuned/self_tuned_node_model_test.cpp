// SPDX-License-Identifier: Apache-2.0
// Networks of whole nodes: all decide the same, injection resumes within a gather once the network has
// drained, latencies of the contract page, and rest.
#include <gtest/gtest.h>

#include "sim/engine/compare.h"
#include "sim/units/self_tuned/self_tuned_node.h"
#include "tb/common/stimulus.h"
#include "tb/self_tuned/gather_network.h"

namespace chokepoint::test {
namespace {

constexpr uint32_t kBuffers = 256 * 12;

using Network = GatherNetwork<SelfTunedNode>;

/// A 4 x 4 torus with the paper's widths, gathers of 8 cycles and periods of 3.
class Nodes {
 public:
  explicit Nodes(EngineKind engine = EngineKind::kModel)
      : network(engine, {2, 12, 15, 6, 4, 1, 5}, {4, 4}, true, 2, 3, 1) {
    tuning.buffers = kBuffers;
    tuning.initial = tuning.increment = 30;
    tuning.decrement = 122;
    tuning.drop_shift = 2;
    tuning.climb = tuning.avoid = true;
    tuning.low_shift = 1;
    tuning.repeats = 5;
  }
  /// Each node has `full` full buffers and takes `flits` a cycle.
  void clock(uint32_t full, uint32_t flits) {
    const SidebandPhase::Out phase = network.phase();
    network.clock([&](unsigned, SelfTunedNode::In& in) {
      in.totals_valid = phase.totals_valid;
      in.period_last = phase.period_last;
      in.tick_valid = phase.tick_valid;
      in.full_count = full;
      in.delivered_valid = flits != 0;
      in.delivered_flits = flits;
      in.cfg = tuning;
      in.cfg_tick_bits = network.cfg().tick_bits;
    });
    ++cycles;
    for (unsigned n = 1; n < network.size(); ++n) {
      ASSERT_EQ(network.out(n).hold, network.out(0).hold) << "cycle " << cycles;
      ASSERT_EQ(network.out(n).threshold, network.out(0).threshold) << "cycle " << cycles;
      ASSERT_EQ(network.out(n).estimate, network.out(0).estimate) << "cycle " << cycles;
    }
  }
  const SelfTunedNode::Out& out() const { return network.out(0); }

  Network network;
  ThresholdTuner::Config tuning;
  unsigned cycles = 0;
};

TEST(SelfTunedNodes, AllDecideTheSameUnderAnyLoad) {
  Nodes nodes;
  FastRandom random(3, 3);
  uint32_t full = 0, flits = 0;
  unsigned held = 0, moved = 0;
  for (unsigned c = 0; c < 20000; ++c) {
    if (random.chance(2)) full = random.below(20);
    if (random.chance(2)) flits = random.below(16);
    const uint32_t threshold = nodes.out().threshold;
    nodes.clock(full, flits);
    held += nodes.out().hold;
    moved += nodes.out().threshold != threshold;
  }
  EXPECT_GT(held, 1000u);
  EXPECT_LT(held, 19000u);
  EXPECT_GT(moved, 50u);
}

TEST(SelfTunedNodes, InjectionResumesWithinAGatherOnceTheNetworkHasDrained) {
  for (unsigned drained_at = 0; drained_at < 24; ++drained_at) {
    Nodes nodes;
    for (unsigned c = 0; c < 200 + drained_at; ++c) nodes.clock(60, 15);
    ASSERT_TRUE(nodes.out().hold) << "960 full buffers are far above the threshold";
    // The count that the next gather takes is 0, and its totals a gather later.
    unsigned cycles = 0;
    while (nodes.out().hold) {
      nodes.clock(0, 0);
      ASSERT_LE(++cycles, 2 * nodes.network.cfg().gather_cycles + 3);
    }
  }
}

TEST(SelfTunedNodes, AnEstimateOfLessThanAnIncrementNeverHolds) {
  Nodes nodes;
  FastRandom random(5, 5);
  uint32_t full = 0;
  for (unsigned c = 0; c < 20000; ++c) {
    if (random.chance(3)) full = random.chance(50) ? 0 : random.below(4);
    const uint32_t estimate = nodes.out().estimate;
    nodes.clock(full, random.below(16));
    if (estimate <= nodes.tuning.increment) {
      ASSERT_FALSE(nodes.out().hold) << c;
    }
  }
}

TEST(SelfTunedNodes, LatenciesOfTheContractPage) {
  Nodes nodes;
  for (unsigned c = 0; c < 100; ++c) nodes.clock(0, 0);
  while (!nodes.network.phase().gather_last) nodes.clock(0, 0);
  nodes.clock(40, 0);  // counted as this gather ends
  const unsigned g = nodes.network.cfg().gather_cycles;
  for (unsigned c = 0; c < g - 1; ++c) nodes.clock(0, 0);
  EXPECT_TRUE(nodes.network.phase().gather_last) << "cycle 0";
  EXPECT_EQ(nodes.out().total_full, 0u);
  nodes.clock(0, 0);
  EXPECT_TRUE(nodes.network.phase().totals_valid);
  EXPECT_EQ(nodes.out().total_full, 640u) << "cycle 1";
  EXPECT_EQ(nodes.out().estimate, 0u);
  nodes.clock(0, 0);
  EXPECT_EQ(nodes.out().estimate, 1280u) << "cycle 2";
  EXPECT_FALSE(nodes.out().hold);
  nodes.clock(0, 0);
  EXPECT_TRUE(nodes.out().hold) << "cycle 3";
}

TEST(SelfTunedNodes, AnIdleNetworkComesToRest) {
  for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl}) {
    Nodes nodes(engine);
    nodes.clock(0, 0);
    EXPECT_TRUE(nodes.out().rests) << "from reset on";
    for (unsigned c = 0; c < 500; ++c) nodes.clock(20, 7);
    EXPECT_FALSE(nodes.out().rests);
    // r periods until the maximum is forgotten, one more in which nothing happens.
    unsigned cycles = 0;
    while (!nodes.out().rests) {
      nodes.clock(0, 0);
      ASSERT_LT(++cycles, 3 * nodes.network.cfg().gather_cycles * 9);
    }
    const uint32_t threshold = nodes.out().threshold;
    for (unsigned c = 0; c < 500; ++c) {
      nodes.clock(0, 0);
      ASSERT_TRUE(nodes.out().rests);
      ASSERT_TRUE(nodes.out().quiescent);
      ASSERT_EQ(nodes.out().threshold, threshold);
    }
  }
}

// What `rests` promises: nodes whose clocks are left out at rest go on as those that are clocked always.
TEST(SelfTunedNodes, ClocksLeftOutAtRestChangeNothing) {
  for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl}) {
    const SelfTunedNode::Params params{2, 12, 15, 6, 4, 1, 5};
    const auto always = make_unit<SelfTunedNode>(engine, params, "always");
    const auto sleeper = make_unit<SelfTunedNode>(engine, params, "sleeper");
    Nodes levels;
    SidebandPhase::Model phase({2, 15});
    SidebandPhase::In phase_in;
    phase_in.enable = true;
    phase_in.cfg = levels.network.cfg();
    FastRandom random(11, 11);
    unsigned left_out = 0, busy_for = 0;
    for (unsigned c = 0; c < 100000; ++c) {
      SelfTunedNode::In in;
      in.enable = true;
      in.transfer_valid = phase.out().transfer_valid;
      in.hop_last = phase.out().hop_last;
      in.minus_counts = phase.out().minus_counts;
      in.dimension = phase.out().dimension;
      in.dimension_last = phase.out().dimension_last;
      in.gather_last = phase.out().gather_last;
      in.totals_valid = phase.out().totals_valid;
      in.period_last = phase.out().period_last;
      in.tick_valid = phase.out().tick_valid;
      in.cfg = levels.tuning;
      in.cfg_tick_bits = levels.network.cfg().tick_bits;
      phase.step(phase_in);
      if (busy_for > 0 ? (--busy_for, true) : random.below(1500) == 0) {
        if (busy_for == 0) busy_for = random.below(60);
        in.from_minus.pieces[random.below(2)] = random.below(1 << 20);
        in.full_count = random.below(8);
        in.delivered_valid = random.chance(50);
        in.delivered_flits = random.below(16);
      }
      const bool silent = in.from_minus.pieces[0] == 0 && in.from_minus.pieces[1] == 0 &&
                          in.full_count == 0 && !in.delivered_valid;
      always->step(in);
      if (c > 0 && silent && sleeper->out().rests)
        ++left_out;
      else
        sleeper->step(in);
      const FieldDifference d = compare(always->out(), sleeper->out(), params);
      ASSERT_FALSE(d.found) << "cycle " << c << ": " << d.field;
    }
    EXPECT_GT(left_out, 20000u);
  }
}

}  // namespace
}  // namespace chokepoint::test
