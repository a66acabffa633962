// SPDX-License-Identifier: Apache-2.0
// Directed tests of the contention counter's golden model.
#include <gtest/gtest.h>

#include <random>

#include "sim/units/cbcm/contention_counter.h"

namespace chokepoint {
namespace {

TEST(ContentionCounterModel, InvalidPicksAreNotCounted) {
  ContentionCounter::Model model(ContentionCounter::Params{8});
  ContentionCounter::In in;
  in.pick_output[3] = 5;
  model.step(in);
  EXPECT_EQ(model.out().degree.nonzero(), 0u);
}

TEST(ContentionCounterModel, AllOtherInputsOnOneOutputGiveRadixMinusOne) {
  for (unsigned radix : {4u, 8u, 22u, 64u}) {
    ContentionCounter::Model model(ContentionCounter::Params{radix});
    ContentionCounter::In in;
    in.pick_valid = low_mask(radix) & ~uint64_t{2};
    for (unsigned i = 0; i < radix; ++i) in.pick_output[i] = 1;
    model.step(in);
    EXPECT_EQ(model.out().degree.value(1), radix - 1);
    EXPECT_EQ(model.out().degree.nonzero(), 2u);
  }
}

TEST(ContentionCounterModel, RandomPicksAreCountedPerOutput) {
  std::mt19937 rng(3);
  ContentionCounter::Model model(ContentionCounter::Params{22});
  for (int round = 0; round < 2000; ++round) {
    ContentionCounter::In in;
    Lanes expected{};
    for (unsigned i = 0; i < 22; ++i) {
      const unsigned o = rng() % 22;
      if (o == i || rng() % 3 == 0) continue;
      in.pick_valid |= uint64_t{1} << i;
      in.pick_output[i] = o;
      ++expected[o];
    }
    model.step(in);
    ASSERT_EQ(model.out().degree.values(22), expected);
  }
}

}  // namespace
}  // namespace chokepoint
