// SPDX-License-Identifier: Apache-2.0
// The pace counter's golden model against its closed form, and the closed form's inverse.
#include <gtest/gtest.h>

#include <cmath>

#include "sim/units/cbcm/pace_counter.h"

namespace chokepoint {
namespace {

constexpr uint32_t kPaceRates[] = {1, 2, 3, 255, 256, 21845, 21846, 32767, 32768, 32769,
                               43691, 64225, 64881, 65279, 65535, 65536, 65537, 131071};

PaceCounter::In at_rate(uint32_t rate) {
  PaceCounter::In in;
  in.enable = true;
  in.cfg_rate = rate;
  return in;
}

TEST(PaceCounterModel, ClockForClockTheClosedForm) {
  for (const uint32_t rate : kPaceRates) {
    PaceCounter::Model model(PaceCounter::Params{64});
    for (uint64_t cycle = 0; cycle <= 200000; ++cycle) {
      ASSERT_EQ(model.out().pace, pace_at(cycle, rate)) << "rate " << rate << " cycle " << cycle;
      model.step(at_rate(rate));
    }
  }
}

TEST(PaceCounterModel, ATickInEveryCycleAtFullRateAndAboveAndNeverTwoInOne) {
  for (const uint32_t rate : kPaceRates) {
    PaceCounter::Model model({});
    for (uint64_t cycle = 0; cycle < 70000; ++cycle) {
      const uint64_t before = model.out().pace;
      model.step(at_rate(rate));
      ASSERT_LE(model.out().pace - before, 1u) << "rate " << rate << " cycle " << cycle;
      if (rate >= PaceCounter::kFullRate) {
        ASSERT_EQ(model.out().pace, cycle + 1) << rate;
      }
    }
  }
}

TEST(PaceCounterModel, TicksAreWithinACycleOfTheIdealDistance) {
  for (const uint32_t rate : {21845u, 43691u, 64225u, 64881u, 65535u, 65536u}) {
    PaceCounter::Model model({});
    const double ideal = 65536.0 / rate;
    uint64_t last = 0, pace = 0;
    for (uint64_t cycle = 1; cycle < 200000; ++cycle) {
      model.step(at_rate(rate));
      if (model.out().pace == pace) continue;
      pace = model.out().pace;
      const double late = static_cast<double>(cycle) - ideal * static_cast<double>(pace);
      ASSERT_GE(late, -1e-6) << rate << " " << cycle;
      ASSERT_LT(late, 1.0) << rate << " " << cycle;
      if (last != 0) {
        ASSERT_LT(std::abs(static_cast<double>(cycle - last) - ideal), 1.0) << cycle;
      }
      last = cycle;
    }
  }
}

TEST(PaceCounterModel, TheCountWrapsAtItsWidth) {
  PaceCounter::Model model(PaceCounter::Params{8});
  for (uint64_t cycle = 0; cycle < 100000; ++cycle) {
    ASSERT_EQ(model.out().pace, pace_at(cycle, 64881) & 0xFF) << cycle;
    model.step(at_rate(64881));
  }
}

TEST(PaceCounterModel, ANewRateGoesOnFromTheSamePhase) {
  PaceCounter::Model model({});
  uint64_t sum = 0;
  for (unsigned cycle = 0; cycle < 50000; ++cycle) {
    const uint32_t rate = kPaceRates[cycle / 7 % 18];
    model.step(at_rate(rate));
    sum += std::min(rate, 65536u);
    ASSERT_EQ(model.out().pace, sum >> 16) << cycle;
  }
}

TEST(PaceCounterModel, DisableStartsAnewAndTheUnitNeverSleeps) {
  PaceCounter::Model model({});
  EXPECT_FALSE(model.out().quiescent);
  for (int cycle = 0; cycle < 3; ++cycle) model.step(at_rate(40000));  // 1.83 ticks
  EXPECT_EQ(model.out().pace, 1u);
  PaceCounter::In off = at_rate(40000);
  off.enable = false;
  model.step(off);
  EXPECT_EQ(model.out().pace, 0u);
  EXPECT_FALSE(model.out().quiescent);
  model.step(at_rate(40000));
  EXPECT_EQ(model.out().pace, 0u) << "the fraction is gone too";
  model.step(at_rate(40000));
  EXPECT_EQ(model.out().pace, 1u);
}

TEST(PaceCounterModel, WidthsOutsideTheRangeAreRefused) {
  EXPECT_THROW(PaceCounter::Model(PaceCounter::Params{7}), ParamError);
  EXPECT_THROW(PaceCounter::Model(PaceCounter::Params{65}), ParamError);
}

TEST(PaceOfACycle, LongTimesDoNotOverflow) {
  EXPECT_EQ(pace_at(~uint64_t{0}, 65536), ~uint64_t{0});
  EXPECT_EQ(pace_at(~uint64_t{0}, 131071), ~uint64_t{0});
  EXPECT_EQ(pace_at(~uint64_t{0}, 32768), ~uint64_t{0} >> 1);
  EXPECT_EQ(pace_at(~uint64_t{0}, 1), ~uint64_t{0} >> 16);
  EXPECT_EQ(pace_at(uint64_t{1} << 60, 64881), (uint64_t{1} << 44) * 64881);
  EXPECT_EQ(pace_at(0, 64881), 0u);
}

// The first cycle of each pace, found by looking at every cycle.
TEST(CycleOfAPace, IsTheFirstCycleThatReachesIt) {
  for (const uint32_t rate : kPaceRates) {
    uint64_t expected = 0;
    const uint64_t paces = rate < 1000 ? 20 : 70000;
    for (uint64_t pace = 0; pace < paces; ++pace) {
      while (pace_at(expected, rate) < pace) ++expected;
      ASSERT_EQ(cycle_of_pace(pace, rate), expected) << "rate " << rate << " pace " << pace;
    }
  }
}

// Every rate, at paces around those where the quotient's parts change.
TEST(CycleOfAPace, IsTheInverseAtEveryRate) {
  for (uint32_t rate = 1; rate <= 65540; ++rate) {
    const uint64_t capped = std::min(rate, 65536u);
    for (const uint64_t middle : {uint64_t{2}, capped, 2 * capped, 65536 * capped,
                                  uint64_t{12345} * capped + capped / 2, (uint64_t{1} << 47) - 5}) {
      for (uint64_t pace = middle - (middle < 2 ? middle : 2); pace <= middle + 2; ++pace) {
        const uint64_t cycle = cycle_of_pace(pace, rate);
        ASSERT_GE(pace_at(cycle, rate), pace) << "rate " << rate << " pace " << pace;
        if (cycle > 0) {
          ASSERT_LT(pace_at(cycle - 1, rate), pace) << "rate " << rate << " pace " << pace;
        }
      }
    }
  }
}

TEST(CycleOfAPace, WhatNoCycleReachesIsNever) {
  EXPECT_EQ(cycle_of_pace(0, 0), 0u);
  EXPECT_EQ(cycle_of_pace(1, 0), kNoCycle);
  EXPECT_EQ(cycle_of_pace(uint64_t{1} << 48, 1), kNoCycle);
  EXPECT_EQ(cycle_of_pace((uint64_t{1} << 48) - 1, 1), ((uint64_t{1} << 48) - 1) << 16);
  EXPECT_EQ(cycle_of_pace(~uint64_t{0}, 65535), kNoCycle);
  EXPECT_EQ(cycle_of_pace(~uint64_t{0}, 65536), ~uint64_t{0});
  EXPECT_EQ(cycle_of_pace(~uint64_t{0} - 1, 65536), ~uint64_t{0} - 1);
}

}  // namespace
}  // namespace chokepoint
