// SPDX-License-Identifier: Apache-2.0
// The threshold tuner's golden model against the paper: each cell of the decision table, each rule of
// the avoidance of local maxima, limits, and what the paper leaves open.
#include <gtest/gtest.h>

#include "sim/units/self_tuned/threshold_tuner.h"

namespace chokepoint {
namespace {

// A tuner in a period of one gather, at the recalled values for 3072 buffers.
class Tuner {
 public:
  Tuner() : model_(ThresholdTuner::Params{}) {
    in_.enable = true;
    in_.cfg.initial = 30;
    in_.cfg.increment = 30;
    in_.cfg.decrement = 122;
    in_.cfg.buffers = 3072;
    in_.cfg.drop_shift = 2;
    in_.cfg.climb = in_.cfg.avoid = true;
    in_.cfg.low_shift = 1;
    in_.cfg.repeats = 5;
  }
  ThresholdTuner::Config& cfg() { return in_.cfg; }
  ThresholdTuner::In& in() { return in_; }
  const ThresholdTuner::Out& out() const { return model_.out(); }
  void clock() { model_.step(in_); }
  void gather(uint32_t delivered, uint32_t full, bool last) {
    in_.totals_valid = true;
    in_.period_last = last;
    in_.total_delivered = delivered;
    in_.total_full = full;
    clock();
    in_.totals_valid = false;
  }
  /// A whole period; the threshold after it.
  uint32_t period(uint32_t delivered, bool throttling, uint32_t full = 500) {
    in_.throttle = throttling;
    gather(delivered, full, true);
    clock();  // the decision
    return out().threshold;
  }

 private:
  ThresholdTuner::Model model_;
  ThresholdTuner::In in_;
};

TEST(ThresholdTunerModel, BeginsWithTheInitialThreshold) {
  Tuner t;
  EXPECT_EQ(t.out().threshold, 0u);
  EXPECT_FALSE(t.out().quiescent);
  t.cfg().initial = 77;
  t.clock();
  EXPECT_EQ(t.out().threshold, 77u);
  EXPECT_TRUE(t.out().quiescent);
}

TEST(ThresholdTunerModel, TheTableNoDropThrottlingRises) {
  Tuner t;
  t.cfg().avoid = false;
  t.clock();
  EXPECT_EQ(t.period(4000, true), 60u) << "no period before: no drop";
  EXPECT_EQ(t.period(4000, true), 90u);
  EXPECT_EQ(t.period(3000, true), 120u) << "exactly 25 % less is no drop";
}

TEST(ThresholdTunerModel, TheTableNoDropUnthrottledStays) {
  Tuner t;
  t.cfg().avoid = false;
  t.clock();
  EXPECT_EQ(t.period(4000, false), 30u);
  EXPECT_EQ(t.period(8000, false), 30u);
}

TEST(ThresholdTunerModel, TheTableADropFallsThrottlingOrNot) {
  for (const bool throttling : {false, true}) {
    Tuner t;
    t.cfg().avoid = false;
    t.cfg().initial = 1000;
    t.clock();
    t.period(4000, false);
    EXPECT_EQ(t.period(2999, throttling), 1000u - 122) << "more than 25 % less";
    EXPECT_EQ(t.period(2249, throttling), 1000u - 244) << "25 % less than the last period";
  }
}

TEST(ThresholdTunerModel, EveryFractionOfADrop) {
  for (unsigned shift = 0; shift < 8; ++shift) {
    for (const uint32_t before : {1u, 2u, 3u, 100u, 127u, 128u, 129u, 8000u, 8191u}) {
      for (uint32_t x = before > 300 ? before - before / 2 - 3 : 0; x <= before; ++x) {
        Tuner t;
        t.cfg().avoid = false;
        t.cfg().initial = 1000;
        t.cfg().drop_shift = shift;
        t.clock();
        t.period(before, false);
        const double limit = shift == 0 ? before : before * (1.0 - 1.0 / (1u << shift));
        ASSERT_EQ(t.period(x, false) != 1000u, x < limit)
            << "shift " << shift << ", " << before << " then " << x;
      }
    }
  }
}

TEST(ThresholdTunerModel, LimitsAreTheIncrementAndAllBuffers) {
  Tuner t;
  t.cfg().avoid = false;
  t.cfg().initial = 150;
  t.clock();
  t.period(4000, false);
  EXPECT_EQ(t.period(1000, false), 30u) << "150 - 122 is less than the increment";
  EXPECT_EQ(t.period(100, false), 30u);
  Tuner up;
  up.cfg().avoid = false;
  up.cfg().initial = 3050;
  up.clock();
  EXPECT_EQ(up.period(4000, true), 3072u);
  EXPECT_EQ(up.period(4000, true), 3072u);
}

TEST(ThresholdTunerModel, ThrottlingIsThatOfAnyCycleOrOfTheDecision) {
  for (const bool now : {false, true}) {
    Tuner t;
    t.cfg().avoid = false;
    t.cfg().throttled_now = now;
    t.clock();
    t.in().throttle = true;
    t.clock();
    t.in().throttle = false;
    for (int i = 0; i < 10; ++i) t.clock();
    EXPECT_EQ(t.period(4000, false), now ? 30u : 60u);
    EXPECT_EQ(t.period(4000, false), now ? 30u : 60u) << "the next period was not throttled";
  }
}

TEST(ThresholdTunerModel, AHoldUntilTheGateFollowsIsOfTheOldThreshold) {
  Tuner t;
  t.cfg().avoid = false;
  t.clock();
  t.gather(4000, 0, true);
  t.in().throttle = true;
  t.clock();  // the decision
  EXPECT_EQ(t.out().threshold, 60u);
  EXPECT_FALSE(t.out().quiescent);
  t.clock();  // the gate's clock: it opens at the end of it
  t.in().throttle = false;
  EXPECT_EQ(t.period(4000, false), 60u) << "no second raise for the same hold";
  t.clock();
  t.in().throttle = true;
  t.clock();  // the first clock by the new threshold
  t.in().throttle = false;
  EXPECT_EQ(t.period(4000, false), 90u);
}

TEST(ThresholdTunerModel, ThePeriodIsTheSumOfItsGathers) {
  Tuner t;
  t.cfg().avoid = false;
  t.clock();
  t.in().throttle = true;
  t.gather(1000, 0, false);
  t.clock();
  t.gather(2000, 0, false);
  EXPECT_EQ(t.out().threshold, 30u) << "no decision within a period";
  t.gather(1000, 0, true);
  EXPECT_EQ(t.out().threshold, 30u);
  t.clock();
  EXPECT_EQ(t.out().threshold, 60u) << "two clocks after the totals";
  t.gather(1500, 0, false);
  t.gather(1400, 0, true);
  t.clock();
  EXPECT_EQ(t.out().threshold, 30u) << "2900 after 4000 is a drop";
}

TEST(ThresholdTunerModel, FarBelowTheMaximumGoesBackToTheSmallerOfThresholdAndFullBuffers) {
  for (const uint32_t full : {400u, 900u, 10u}) {
    Tuner t;
    t.cfg().initial = 600;
    t.clock();
    t.period(8000, false, full);  // the maximum, at threshold 600
    EXPECT_EQ(t.period(6500, true), 630u);
    EXPECT_EQ(t.period(5000, true), 660u) << "less than 25 % at a time: climbs into saturation";
    EXPECT_EQ(t.period(4000, true), 690u) << "exactly half the maximum";
    EXPECT_FALSE(t.out().returned_valid);
    EXPECT_EQ(t.period(3999, true), full == 10 ? 30u : std::min(full, 600u))
        << "in place of what the table says; never below the increment";
    EXPECT_TRUE(t.out().returned_valid);
    EXPECT_FALSE(t.out().relocated_valid);
    t.clock();
    EXPECT_FALSE(t.out().returned_valid) << "an event";
  }
}

TEST(ThresholdTunerModel, EveryFractionBelowTheMaximum) {
  for (unsigned shift = 0; shift < 8; ++shift) {
    for (const uint32_t maximum : {1u, 3u, 100u, 128u, 129u, 8191u}) {
      for (uint32_t x = maximum > 300 ? maximum - maximum / 2 - 3 : 0; x <= maximum; ++x) {
        Tuner t;
        t.cfg().low_shift = shift;
        t.clock();
        t.period(maximum, false);
        t.period(x, false);
        const double limit = shift == 0 ? maximum : maximum * (1.0 - 1.0 / (1u << shift));
        ASSERT_EQ(t.out().returned_valid, x < limit)
            << "shift " << shift << ", " << maximum << " then " << x;
      }
    }
  }
}

TEST(ThresholdTunerModel, ClimbingAloneDriftsIntoSaturation) {
  Tuner t;
  t.cfg().avoid = false;
  t.cfg().initial = 600;
  t.clock();
  uint32_t x = 8000, threshold = 600;
  for (int i = 0; i < 40; ++i, x -= x / 5) {
    const uint32_t next = t.period(x, true);
    ASSERT_GT(next, threshold) << "a loss of a fifth is never a drop";
    threshold = next;
  }
}

TEST(ThresholdTunerModel, RResetsInARowSeekTheMaximumAnew) {
  Tuner t;
  t.cfg().initial = 600;
  t.clock();
  t.period(8000, false, 400);
  for (int i = 1; i <= 5; ++i) {
    EXPECT_EQ(t.period(1000, false), 400u) << i;
    EXPECT_TRUE(t.out().returned_valid);
    EXPECT_EQ(t.out().relocated_valid, i == 5) << i;
  }
  // The next period is a new maximum whatever it is, at the threshold of now.
  EXPECT_EQ(t.period(1000, true, 350), 430u);
  EXPECT_FALSE(t.out().returned_valid);
  EXPECT_EQ(t.period(499, true), 350u) << "of the new maximum";
}

TEST(ThresholdTunerModel, APeriodInBetweenBeginsTheCountAnew) {
  Tuner t;
  t.cfg().initial = 600;
  t.clock();
  t.period(8000, false, 400);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) {
      t.period(1000, false);
      ASSERT_TRUE(t.out().returned_valid);
      ASSERT_FALSE(t.out().relocated_valid);
    }
    t.period(4000, false);
    ASSERT_FALSE(t.out().returned_valid);
  }
}

TEST(ThresholdTunerModel, ZeroRepeatsNeverForgetTheMaximum) {
  Tuner t;
  t.cfg().repeats = 0;
  t.clock();
  t.period(8000, false);
  for (int i = 0; i < 100; ++i) {
    t.period(10, false);
    ASSERT_TRUE(t.out().returned_valid);
    ASSERT_FALSE(t.out().relocated_valid);
  }
}

TEST(ThresholdTunerModel, AnIdleNetworkSettlesAndThenRests) {
  Tuner t;
  t.clock();
  t.period(8000, false, 40);
  for (int i = 0; i < 5; ++i) t.period(0, false, 0);
  EXPECT_TRUE(t.out().relocated_valid);
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(t.out().rests) << "the gate has to follow";
    t.clock();
  }
  EXPECT_TRUE(t.out().rests);
  t.gather(0, 0, true);
  EXPECT_TRUE(t.out().rests) << "nothing to decide";
  t.gather(1, 0, true);
  EXPECT_FALSE(t.out().rests);
  EXPECT_FALSE(t.out().quiescent) << "a decision is due";
}

TEST(ThresholdTunerModel, BothRulesOffIsAStaticThreshold) {
  Tuner t;
  t.cfg().climb = t.cfg().avoid = false;
  t.cfg().initial = 250;
  t.clock();
  for (const uint32_t x : {8000u, 100u, 4000u, 0u, 8191u})
    for (const bool throttling : {false, true}) ASSERT_EQ(t.period(x, throttling), 250u);
}

TEST(ThresholdTunerModel, AvoidanceWorksWithoutTheTable) {
  Tuner t;
  t.cfg().climb = false;
  t.cfg().initial = 600;
  t.clock();
  t.period(8000, true, 200);
  EXPECT_EQ(t.period(7000, true), 600u);
  EXPECT_EQ(t.period(1000, true), 200u);
}

TEST(ThresholdTunerModel, DisableForgetsEverything) {
  Tuner t;
  t.clock();
  t.period(8000, true);
  EXPECT_FALSE(t.out().rests);
  t.in().enable = false;
  t.in().throttle = false;
  t.clock();
  EXPECT_EQ(t.out().threshold, 0u);
  t.in().enable = true;
  t.clock();
  EXPECT_EQ(t.out().threshold, 30u);
  EXPECT_TRUE(t.out().rests);
}

TEST(ThresholdTunerModel, WidthsOutsideTheRangeAreRefused) {
  EXPECT_THROW(ThresholdTuner::Model(ThresholdTuner::Params{3, 13}), ParamError);
  EXPECT_THROW(ThresholdTuner::Model(ThresholdTuner::Params{21, 13}), ParamError);
  EXPECT_THROW(ThresholdTuner::Model(ThresholdTuner::Params{12, 3}), ParamError);
  EXPECT_THROW(ThresholdTuner::Model(ThresholdTuner::Params{12, 25}), ParamError);
}

}  // namespace
}  // namespace chokepoint
