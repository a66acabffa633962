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

TEST(CbcmStorage, APipelinedWindowAddsItsOperandsAndWhatIsReadAhead) {
  ContentionWindow::Params p;
  const Storage plain = storage(p);
  p.pipelined = 1;
  EXPECT_EQ(storage(p).sample, plain.sample);
  EXPECT_EQ(storage(p).state, plain.state);
  EXPECT_EQ(storage(p).pipeline, 8u * (10 + 7 + (3 + 4) * 3) + 7 + 2)
      << "sums up to 700, spreads up to 70, four banks";
  p.num_samples = 1000;
  EXPECT_EQ(storage(p).pipeline, 8u * (13 + 10 + (3 + 32) * 3) + 10 + 5);
  p.num_samples = 20;
  EXPECT_EQ(storage(p).pipeline, 8u * (8 + 4 + (3 + 2) * 3) + 5 + 1);
}

TEST(CbcmStorage, TheSharedFormAddsPipelineBitsOnly) {
  ContentionDegreeUnit::Params p = radix_64();
  p.sample_interval = 8;
  EXPECT_EQ(storage(p).sample, 46080u);
  EXPECT_EQ(storage(p).state, 3409u);
  EXPECT_EQ(storage(p).pipeline, storage(p.shared_sampler()).pipeline +
                                     storage(p.window()).pipeline + 64u * 6);
  EXPECT_EQ(storage(p.shared_sampler()).state, 64u * 7);
}

TEST(CbcmStorage, PickersOfTheSharedSamplerCountedByHand) {
  SharedSampler::Params p;  // radix 8, 4 VCs: one picker
  EXPECT_EQ(storage(p).pipeline,
            64u + 3 + (6 + 40 + 46 + (24 + 2 * 17) + 29 + 5 + (1 + 9 + 8) + 4));
  p.radix = 64;  // eight pickers
  EXPECT_EQ(storage(p).pipeline,
            64u + 3 + 8 * (6 + 208 + 217 + (192 + 2 * 19) + 200 + 42 + (3 + 21 + 10) + 10));
  p.sample_interval = 16;
  EXPECT_EQ(storage(p).pipeline, 64u + 4 + 4 * 947);
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
  EXPECT_EQ(storage(p).pipeline, 1u + 1 + (2 + 9) + (1 + 9) + 2 * 4);
  p.list_granularity = 8;
  EXPECT_EQ(storage(p).sample, 64u);
  const uint64_t whole = 64u * 4 + 2 * 16 + 7 + 2 + 32 + 1 + 1 + 1 + 1 + 1 + 8 + 25 + 9 + 9;
  EXPECT_EQ(storage(p).state, whole);
  p.nodes = 509;  // the last bit stands for 5 sources
  EXPECT_EQ(storage(p).state, whole);
  p = {4096, 1, 32};  // 128 words in RAM, twice
  EXPECT_EQ(storage(p).sample, 4096u);
  EXPECT_EQ(storage(p).state, 128u + 13 + 2 + 32 + 1 + 1 + 1 + 1 + 1 + 8 + 28 + 12 + 12);
  EXPECT_EQ(storage(p).pipeline, 1u + 1 + (2 + 12) + (1 + 12) + 4096 + 2 + 3 * 32);
}

TEST(CbcmStorage, ThePacingIsAsWideAsAMessageToEveryOtherNodeNeedsAndNotWiderThanTheCounter) {
  HotspotDetector::Params p;  // 15 * 65535 < 2^20
  EXPECT_EQ(storage(p).state, 1u + 5 + 2 + 32 + 1 + 1 + 1 + 1 + 1 + 8 + 20 + 4 + 4);
  p.cycle_bits = 16;
  EXPECT_EQ(storage(p).state, 1u + 5 + 2 + 16 + 1 + 1 + 1 + 1 + 1 + 8 + 16 + 4 + 4);
}

TEST(CbcmStorage, SourceSideCountedByHand) {
  EXPECT_EQ(storage(TokenThrottler::Params{}).state, 8u * (1 + 4 + 5 + 16 + 5) + 1);
  EXPECT_EQ(storage(TokenThrottler::Params{}).pipeline, 3u * 8 + 1 + 4 + 1 + 32 + 1);
  const TokenThrottler::Params odd{100, 3, 6, 12};
  EXPECT_EQ(storage(odd).state, 3u * (1 + 7 + 7 + 6 + 7) + 1);
  EXPECT_EQ(storage(odd).pipeline, 3u * 3 + 1 + 7 + 1 + 12 + 1);
  EXPECT_EQ(storage(UnthrottleMonitor::Params{}).state, 8u * (1 + 1 + 16 + 16 + 1 + 1 + 4));
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
  const CbcmRouter::Params r;
  EXPECT_EQ(storage(r).total(),
            storage(r.contention()).total() + storage(r.marker()).total() + 1);
  const CbcmNic::Params n;
  EXPECT_EQ(storage(n).total(), storage(n.detector()).total() + storage(n.throttler()).total() +
                                    storage(n.monitor()).total() + 1)
      << "what is held";
  EXPECT_EQ(storage(n).state, storage(n.detector()).state + storage(n.throttler()).state +
                                  storage(n.monitor()).state);
}

}  // namespace
}  // namespace chokepoint
