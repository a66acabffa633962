// SPDX-License-Identifier: Apache-2.0
// Tests of the storage formulas of the self-tuned units against hand counts.
#include <gtest/gtest.h>

#include "sim/units/self_tuned/storage.h"

namespace chokepoint {
namespace {

TEST(SelfTunedStorage, SidebandCountedByHand) {
  EXPECT_EQ(storage(SidebandPhase::Params{}).state, 4u + 3 + 6 + 1 + 4 + 8);
  EXPECT_EQ(storage(SidebandPhase::Params{}).pipeline, 8u + 1 + 1);
  EXPECT_EQ(storage(SidebandPhase::Params{1, 15}).total(), 4u + 3 + 6 + 0 + 4 + 15 + 9);
  EXPECT_EQ(storage(SidebandNode::Params{}).state, 25u + 25 + 13);
  EXPECT_EQ(storage(SidebandNode::Params{}).pipeline, 25u + 25);
  SidebandNode::Params narrow;
  narrow.pieces = 3;
  EXPECT_EQ(storage(narrow).pipeline, 2u * 27) << "three pieces of 9 bits";
}

TEST(SelfTunedStorage, DecisionsCountedByHand) {
  EXPECT_EQ(storage(CongestionEstimator::Params{}).total(), 12u + 18 + 17);
  EXPECT_EQ(storage(CongestionEstimator::Params{4, 0}).total(), 4u + 5 + 4);
  EXPECT_EQ(storage(ThresholdTuner::Params{}).state, 3u * 12 + 3 * 17 + 4 + 2);
  EXPECT_EQ(storage(ThresholdTuner::Params{}).pipeline, 3u);
  EXPECT_EQ(storage(InjectionGate::Params{}).total(), 1u);
}

TEST(SelfTunedStorage, TheNodeIsItsParts) {
  EXPECT_EQ(storage(SelfTunedNode::Params{}).total(), 63u + 50 + 47 + 96 + 1);
}

}  // namespace
}  // namespace chokepoint
