// SPDX-License-Identifier: Apache-2.0
// Tests of the storage formulas against the paper's figures and hand counts.
#include <gtest/gtest.h>

#include "sim/units/cbcm/storage.h"

namespace chokepoint {
namespace {

ContentionDegreeUnit::Params radix_64() {
  ContentionDegreeUnit::Params p;
  p.radix = 64;
  return p;
}

TEST(CbcmStorage, SamplesAtRadix64AreThePapers46080Bits) {
  EXPECT_EQ(paper_contention_bits(64, 100, 10), 46080u);
  EXPECT_EQ(storage(radix_64()).sample, 46080u);
}

TEST(CbcmStorage, SamplesAndStateAtRadix64StayWithin49600Bits) {
  const Storage bits = storage(radix_64());
  EXPECT_EQ(bits.state, 3409u);
  EXPECT_LE(bits.sample + bits.state, 49600u);
  EXPECT_EQ(bits.pipeline, 64u);
}

// Radix 64: 64 rows of 12 samples and 2 spreads; a row's sum (up to 756) and two bounds.
TEST(CbcmStorage, TheMultiplexedUnitCountedByHand) {
  MultiplexedContention::Params p;
  p.radix = 64;
  EXPECT_EQ(storage(p).sample, 64u * (12 + 2) * 6);
  EXPECT_EQ(storage(p).state, 64u * (10 + 2 * 6) + 64 + 4 + 3 + 4 + 1 + 4 + 6 + 10);
  // Limits up to 12 * 65.
  EXPECT_EQ(storage(p).pipeline, 3u + 1 + 8 * (2 * 6 + 10 + 1));
  EXPECT_LE(storage(p).state + storage(p).pipeline, 5000u);
  p.radix = 22;  // 24 rows on three datapaths
  EXPECT_EQ(storage(p).sample, 24u * (12 + 2) * 5);
}

TEST(CbcmStorage, APickerCountedByHand) {
  PortPicker::Params p;
  p.radix = 64;  // up to 256 requesters
  EXPECT_EQ(storage(p).state, 7u);
  EXPECT_EQ(storage(p).pipeline, 23u + 3 + 9 + 9 + 9 + 11 + 7 + 1);
  EXPECT_LE(storage(p).total(), 80u);
}

TEST(CbcmStorage, ARouterHasAPickerPerPort) {
  CbcmRouter::Params p;
  const Storage picker = storage(p.picker()), behind = storage(p.behind_pickers());
  EXPECT_EQ(storage(p).sample, behind.sample);
  EXPECT_EQ(storage(p).state, behind.state + 8 * picker.state + 1);
  EXPECT_EQ(storage(p).pipeline, behind.pipeline + 8 * picker.pipeline + 2 * 8 * 2);
}

TEST(CbcmStorage, SamplesFollowThePapersFormulaAtOtherRadices) {
  for (unsigned radix : {4u, 8u, 22u, 32u, 63u}) {
    ContentionDegreeUnit::Params p;
    p.radix = radix;
    EXPECT_EQ(storage(p).sample, paper_contention_bits(radix, 100, 10)) << radix;
  }
}

TEST(CbcmStorage, TheListIsABitPerSourceOrPerGroup) {
  HotspotDetector::Params p;
  p.nodes = 512;
  EXPECT_EQ(storage(p).sample, 512u);
  EXPECT_EQ(storage(p).state, 16u + 10 + 2 + 32 + 1 + 1 + 1 + 1 + 1 + 8 + 25 + 9 + 9);
  EXPECT_EQ(storage(p).pipeline, 1u + 1 + (2 + 9) + (1 + 9) + 1 + 4 + 32);
  p.list_granularity = 8;
  EXPECT_EQ(storage(p).sample, 64u);
  const uint64_t whole = 64u * 4 + 2 * 16 + 7 + 2 + 32 + 1 + 1 + 1 + 1 + 1 + 8 + 25 + 9 + 9;
  EXPECT_EQ(storage(p).state, whole);
  p.nodes = 509;  // the last bit stands for 5 sources
  EXPECT_EQ(storage(p).state, whole);
  p = {4096, 1, 32};  // 128 words in RAM, twice
  EXPECT_EQ(storage(p).sample, 4096u);
  EXPECT_EQ(storage(p).state, 128u + 13 + 2 + 32 + 1 + 1 + 1 + 1 + 1 + 8 + 28 + 12 + 12);
  EXPECT_EQ(storage(p).pipeline, 1u + 1 + (2 + 12) + (1 + 12) + 1 + 4096 + 2 + 3 * 32);
}

TEST(CbcmStorage, ThePacingIsAsWideAsAMessageToEveryOtherNodeNeedsAndNotWiderThanTheCounter) {
  HotspotDetector::Params p;  // 15 * 65535 < 2^20
  EXPECT_EQ(storage(p).state, 1u + 5 + 2 + 32 + 1 + 1 + 1 + 1 + 1 + 8 + 20 + 4 + 4);
  p.cycle_bits = 16;
  EXPECT_EQ(storage(p).state, 1u + 5 + 2 + 16 + 1 + 1 + 1 + 1 + 1 + 8 + 16 + 4 + 4);
}

TEST(CbcmStorage, SourceSideCountedByHand) {
  EXPECT_EQ(storage(TokenThrottler::Params{}).state, 8u * (1 + 4 + 5 + 16 + 5 + 16) + 1);
  EXPECT_EQ(storage(TokenThrottler::Params{}).pipeline, 2u * 8 + 1 + 4 + 1 + 28 + 16);
  const TokenThrottler::Params odd{100, 3, 6, 12};
  EXPECT_EQ(storage(odd).state, 3u * (1 + 7 + 7 + 6 + 7 + 16) + 1);
  EXPECT_EQ(storage(odd).pipeline, 2u * 3 + 1 + 7 + 1 + 8 + 16);
  EXPECT_EQ(storage(UnthrottleMonitor::Params{}).state, 8u * (1 + 1 + 16 + 1 + 1 + 4));
  EXPECT_EQ(storage(UnthrottleMonitor::Params{}).pipeline, 1u + 3 + 4);
  UnthrottleMonitor::Params one;
  one.throttle_entries = 1;
  EXPECT_EQ(storage(one).pipeline, 1u + 4);
  EXPECT_EQ(storage(PaceCounter::Params{}).state, 32u + 16);
  EXPECT_EQ(storage(PaceCounter::Params{}).total(), 32u + 16);
}

TEST(CbcmStorage, EarlyThrottlerCountedByHand) {
  const Storage bits = storage(EarlyThrottler::Params{});
  EXPECT_EQ(bits.state, 4u * (3 + 4 + 16 * 4 + 3 * 5 + (4 + 4 + 10 + 2 * 7 + 2 * 4) + 4 + 20 + 16));
  EXPECT_EQ(bits.pipeline, 3u + 1 + 2 * 4 + 5);
}

TEST(CbcmStorage, CompositesAreTheSumOfTheirPartsAndTheirOwnBits) {
  CbcmRouter::Params r;
  EXPECT_EQ(storage(r).total(), 8 * storage(r.picker()).total() +
                                    storage(r.behind_pickers()).total() +
                                    storage(r.marker()).total() + 1);
  r.sample_interval = 1;
  r.num_samples = 100;
  r.bound_sample_interval = 10;
  EXPECT_EQ(storage(r).total(), storage(r.contention()).total() + storage(r.marker()).total() + 1);
  const CbcmNic::Params n;
  EXPECT_EQ(storage(n).total(), storage(n.detector()).total() + storage(n.throttler()).total() +
                                    storage(n.monitor()).total() + 1)
      << "what is held";
  EXPECT_EQ(storage(n).state, storage(n.detector()).state + storage(n.throttler()).state +
                                  storage(n.monitor()).state);
}

}  // namespace
}  // namespace chokepoint
