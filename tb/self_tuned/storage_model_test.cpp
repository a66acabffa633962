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
  EXPECT_EQ(storage(SidebandRestart::Params{}).total(), 20u + 1);
  EXPECT_EQ(storage(SidebandNode::Params{}).state, 27u + 27 + 15);
  EXPECT_EQ(storage(SidebandNode::Params{}).pipeline, 27u + 27);
  SidebandNode::Params narrow;
  narrow.pieces = 3;
  EXPECT_EQ(storage(narrow).pipeline, 2u * 27) << "three pieces of 9 bits";
}

TEST(SelfTunedStorage, DecisionsCountedByHand) {
  EXPECT_EQ(storage(CongestionEstimator::Params{}).total(), 12u + 18 + 17);
  EXPECT_EQ(storage(CongestionEstimator::Params{4, 0}).total(), 4u + 5 + 4);
  EXPECT_EQ(storage(ThresholdTuner::Params{}).state, 3u * 12 + 3 * 19 + 4 + 2);
  EXPECT_EQ(storage(ThresholdTuner::Params{}).pipeline, 5u);
  EXPECT_EQ(storage(InjectionGate::Params{}).total(), 1u);
}

TEST(SelfTunedStorage, TheNodeIsItsParts) {
  EXPECT_EQ(storage(SelfTunedNode::Params{}).total(), 69u + 54 + 47 + 104 + 1);
}

}  // namespace
}  // namespace chokepoint
