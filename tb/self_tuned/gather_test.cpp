// SPDX-License-Identifier: Apache-2.0
// Whole networks of side-bands: after every gather all nodes have the same totals, and they are exactly
// what there was.
#include <gtest/gtest.h>

#include "sim/engine/unit_instance.h"
#include "sim/units/self_tuned/sideband_node.h"
#include "tb/common/stimulus.h"
#include "tb/self_tuned/gather_network.h"

namespace chokepoint::test {
namespace {

struct Case {
  std::vector<unsigned> radix;
  bool rings = true;
  unsigned hop_cycles = 2, pieces = 1, wire_latency = 0;
};

/// Runs `gathers` of them; `most`: largest count of a node and most flits a cycle.
void expect_exact(const Case& c, EngineKind engine = EngineKind::kModel, unsigned gathers = 6,
                  unsigned full_bits = 20, unsigned delivered_bits = 24, unsigned delivery_bits = 7,
                  unsigned count_bits = 8) {
  const auto dimensions = static_cast<unsigned>(c.radix.size());
  const SidebandNode::Params params{dimensions, full_bits, delivered_bits, count_bits,
                                    delivery_bits, c.pieces};
  GatherNetwork<SidebandNode> network(engine, params, c.radix, c.rings, c.hop_cycles, 1,
                                      c.wire_latency);
  FastRandom random(network.size(), c.hop_cycles + c.pieces);
  std::string name = c.rings ? "torus" : "mesh";
  for (const unsigned k : c.radix) name += " " + std::to_string(k);
  uint64_t delivered = 0, sampled_full = 0, expected_full = 0, expected_delivered = 0;
  uint64_t begun_delivered = 0;
  unsigned seen = 0, length = 0, last_length = 0;
  while (seen < gathers) {
    const bool ends = network.phase().gather_last;
    ++length;
    uint64_t full_now = 0;
    network.clock([&](unsigned, SidebandNode::In& in) {
      in.full_count = random.below(1u << count_bits);
      in.delivered_valid = random.chance(60);
      in.delivered_flits = random.below(1u << delivery_bits);
      full_now += in.full_count;
      if (in.delivered_valid) delivered += in.delivered_flits;
    });
    if (!ends) continue;
    // What this gather has added up was sampled as the one before ended.
    expected_full = sampled_full;
    expected_delivered = begun_delivered;
    sampled_full = full_now;
    begun_delivered = delivered;
    delivered = 0;
    ++seen;
    for (unsigned n = 0; n < network.size(); ++n) {
      ASSERT_EQ(network.out(n).total_full, std::min(expected_full, low_mask(full_bits)))
          << name << ", node " << n << ", gather " << seen;
      ASSERT_EQ(network.out(n).total_delivered,
                std::min(expected_delivered, low_mask(delivered_bits)))
          << name << ", node " << n << ", gather " << seen;
    }
    if (seen > 1) {
      ASSERT_EQ(length, network.cfg().gather_cycles) << name;
    }
    last_length = length;
    length = 0;
  }
  EXPECT_GT(expected_full, 0u);
  EXPECT_GT(expected_delivered, 0u);
  EXPECT_GT(last_length, 0u);
}

TEST(Gather, RingsOfEverySize) {
  for (unsigned k = 2; k <= 64; ++k) expect_exact({{k}}, EngineKind::kModel, 3);
}
TEST(Gather, LinesOfEverySize) {
  for (unsigned k = 2; k <= 64; ++k) expect_exact({{k}, false}, EngineKind::kModel, 3);
}
TEST(Gather, ToriOfOddAndEvenRadix) {
  for (unsigned k = 2; k <= 9; ++k) {
    expect_exact({{k, k}});
    if (k <= 7) expect_exact({{k, k, k}}, EngineKind::kModel, 4);
    if (k <= 5) expect_exact({{k, k, k, k}}, EngineKind::kModel, 4);
  }
}
TEST(Gather, DimensionsOfDifferentSize) {
  expect_exact({{2, 5}});
  expect_exact({{7, 2, 4}});
  expect_exact({{3, 4, 2, 5}});
}
TEST(Gather, Meshes) {
  expect_exact({{4, 4}, false});
  expect_exact({{3, 5}, false});
  expect_exact({{4, 3, 2}, false});
  expect_exact({{2, 3, 2, 3}, false});
}
TEST(Gather, ThePapersNetworkAtEveryDelayAndNarrow) {
  for (const unsigned hop : {2u, 3u, 6u}) expect_exact({{16, 16}, true, hop, 1, hop - 1});
  expect_exact({{16, 16}, true, 2, 3, 1});
}
TEST(Gather, WiresAsSlowAsATransferAllows) {
  for (unsigned hop = 1; hop <= 8; ++hop)
    for (unsigned pieces = 1; pieces <= 8; ++pieces)
      expect_exact({{5, 4}, true, hop, pieces, hop - 1});
}
TEST(Gather, SaturatedTotalsAreTheSameEverywhere) {
  // 36 nodes with up to 255 full buffers and 7 flits a cycle, into 10 and 9 bits.
  expect_exact({{6, 6}}, EngineKind::kModel, 8, 10, 9, 3, 8);
  expect_exact({{5, 5}, false, 2, 3}, EngineKind::kModel, 8, 10, 9, 3, 8);
}
TEST(Gather, RtlTorus) {
  expect_exact({{4, 4}}, EngineKind::kRtl, 10, 12, 15, 1, 4);
  expect_exact({{5, 3}}, EngineKind::kRtl, 10, 12, 15, 1, 4);
}
TEST(Gather, RtlTorusOfThePaperNarrow) {
  expect_exact({{16, 16}, true, 2, 3, 1}, EngineKind::kRtl, 3, 12, 15, 1, 4);
}
TEST(Gather, RtlMeshOfThreeDimensions) {
  expect_exact({{3, 2, 4}, false, 2, 2}, EngineKind::kRtl, 10, 8, 9, 3, 5);
}
TEST(Gather, RtlFourDimensions) {
  expect_exact({{3, 2, 4, 3}, true, 1, 1}, EngineKind::kRtl, 10, 20, 24, 7, 8);
}

// Half of the nodes of a ring that counts its antipode twice would be off.
TEST(Gather, AWrongNumberOfHopsIsNoticed) {
  const SidebandNode::Params params{1, 12, 15, 4, 1, 1};
  for (const unsigned k : {4u, 5u}) {
    GatherNetwork<SidebandNode> network(EngineKind::kModel, params, {k}, true, 2, 1, 0);
    network.cfg().minus_hops[0] = k / 2;
    network.cfg().plus_hops[0] = k / 2;
    unsigned gathers = 0;
    while (gathers < 3) {
      gathers += network.phase().gather_last;
      network.clock([](unsigned n, SidebandNode::In& in) { in.full_count = n + 1; });
    }
    const unsigned exact = k * (k + 1) / 2;
    for (unsigned n = 0; n < k; ++n)
      EXPECT_EQ(network.out(n).total_full == exact, k == 5) << k << " " << n;
  }
}

}  // namespace
}  // namespace chokepoint::test
