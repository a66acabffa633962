// SPDX-License-Identifier: Apache-2.0
// Directed tests of the token throttler's golden model: when tokens arrive, by the pace, and when the
// unit wakes for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tb/cbcm/token_throttler_driver.h"

namespace chokepoint {
namespace {

using Throttler = TokenThrottlerDriver;

// 31 is the most that a network of 16 nodes has bits for.
TEST(TokenThrottlerPace, OneTokenArrivesEveryDegreeCycles) {
  for (unsigned degree : {1u, 2u, 7u, 16u, 31u}) {
    Throttler t;
    t.throttle(9, degree).tick();
    for (unsigned cycle = 1; cycle <= 200; ++cycle) {
      t.tick();
      ASSERT_EQ(t.tokens(), cycle / degree) << "degree " << degree << " cycle " << cycle;
      ASSERT_EQ(t.out().entry_epoch_over, cycle % degree == 0 ? 1u : 0u) << degree << " " << cycle;
    }
  }
}

TEST(TokenThrottlerPace, AnEpochIsEpochFlitsArrivalsAndItsEndIsToldForOneClock) {
  for (const unsigned flits : {0u, 1u, 2u, 3u, 10u}) {
    Throttler t;
    t.in.cfg_epoch_flits = flits;
    t.throttle(9, 20).tick();
    const unsigned cycles = 20 * std::max(flits, 1u);
    for (unsigned cycle = 1; cycle <= 500; ++cycle) {
      t.tick();
      ASSERT_EQ(t.out().entry_epoch_over, cycle % cycles == 0 ? 1u : 0u) << flits << " " << cycle;
      ASSERT_EQ(t.out().quiescent, cycle % cycles != 0) << flits << " " << cycle;
    }
  }
}

TEST(TokenThrottlerPace, AnEpochGoesOnOverAResetAndBeginsAnewInANewEntry) {
  Throttler t;
  t.in.cfg_epoch_flits = 3;
  t.throttle(9, 4).tick();
  t.tick(8);  // two tokens
  t.throttle(9, 4).tick();
  t.tick(3);
  EXPECT_EQ(t.out().entry_epoch_over, 0u);
  t.tick();
  EXPECT_EQ(t.out().entry_epoch_over, 1u) << "the third";
  t.tick(8);
  t.release(9).tick();
  t.throttle(9, 4).tick();
  t.tick(11);
  EXPECT_EQ(t.out().entry_epoch_over, 0u);
  t.tick();
  EXPECT_EQ(t.out().entry_epoch_over, 1u);
}

TEST(TokenThrottlerPace, ANewEpochLengthHoldsFromTheNextEpochOn) {
  Throttler t;
  t.in.cfg_epoch_flits = 5;
  t.throttle(9, 1).tick();
  t.in.cfg_epoch_flits = 2;
  t.tick(4);
  EXPECT_EQ(t.out().entry_epoch_over, 0u);
  t.tick();
  EXPECT_EQ(t.out().entry_epoch_over, 1u);
  t.tick(2);
  EXPECT_EQ(t.out().entry_epoch_over, 1u);
}

TEST(TokenThrottlerPace, ATokenTakesOneClockOrTwoIfTheNextMayComeWithinTheWindow) {
  for (const unsigned degree : {4u, 15u, 16u, 31u}) {
    Throttler t;
    t.in.cfg_epoch_flits = 100;
    t.throttle(9, degree).tick();
    for (unsigned token = 1; token <= 40; ++token) {
      t.tick(degree - 1);
      ASSERT_TRUE(t.out().quiescent) << degree << " " << token;
      ASSERT_EQ(t.out().wake_at, 100 + token * degree) << degree << " " << token;
      t.tick();
      ASSERT_EQ(t.tokens(), token);
      ASSERT_EQ(t.out().quiescent, degree >= 16) << degree << " " << token;
    }
  }
}

TEST(TokenThrottlerPace, TokensOfSeveralEntriesArriveInOneClock) {
  Throttler t;
  t.throttle(9, 3).tick();
  t.throttle(4, 2).tick();  // due at 103 both
  t.tick();
  EXPECT_EQ(t.out().entry_epoch_over, 0u);
  t.tick();
  EXPECT_EQ(t.out().entry_epoch_over, 3u);
  EXPECT_EQ(t.tokens(0), 1u);
  EXPECT_EQ(t.tokens(1), 1u);
}

TEST(TokenThrottlerPace, APaceThatStandsAtADeadlineBringsOneToken) {
  Throttler t;
  t.throttle(9, 3).tick();
  t.in.now = 103;
  for (int clock = 0; clock < 5; ++clock) {
    t.model.step(t.in);
    ASSERT_EQ(t.tokens(), 1u) << clock;
    ASSERT_EQ(t.out().entry_epoch_over, clock == 0 ? 1u : 0u) << clock;
  }
  t.in.now = 106;
  t.model.step(t.in);
  EXPECT_EQ(t.tokens(), 2u);
}

TEST(TokenThrottlerPace, AMessageOnTheClockOfADeadlineUsesTheNewDegreeForTheNextPeriod) {
  Throttler t;
  t.in.cfg_token_reset_always = false;
  t.throttle(9, 2).tick(2);
  t.throttle(9, 7).tick();  // 102
  EXPECT_EQ(t.tokens(), 1u);
  t.tick(2);
  EXPECT_EQ(t.out().wake_at, 109u);
}

TEST(TokenThrottlerPace, AtNinetyNinePercentATokenEveryDegreeTicks) {
  Throttler t;
  t.rate = 64881;
  t.in.cfg_token_cap = 65535;
  t.throttle(9, 10).tick();
  uint64_t total = 0;
  for (int cycle = 0; cycle < 1000000; ++cycle) {
    if (t.tokens() >= 32) {
      t.inject(9, 32);
      total += 32;
    }
    t.tick();
  }
  // The last clock was that of cycle 1,000,000, the message's cycle being 0.
  EXPECT_EQ(total + t.tokens(), pace_at(1000000, 64881) / 10);
  EXPECT_EQ(total + t.tokens(), 99000u);
}

TEST(TokenThrottlerPace, TokensAreWithinTwoCyclesOfTheIdealDistanceWhenThePaceSkipsCycles) {
  for (const uint32_t rate : {64881u, 65535u, 43691u, 21845u, 30000u})
    for (const unsigned degree : {1u, 2u, 3u, 10u, 31u}) {
      Throttler t;
      t.rate = rate;
      t.throttle(9, degree).tick();
      const double ideal = degree * 65536.0 / rate;
      uint64_t last = 0, arrivals = 0;
      for (uint64_t cycle = 1; cycle < 20000; ++cycle) {
        t.tick();
        if (t.out().entry_epoch_over == 0) continue;
        if (++arrivals > 1) {
          ASSERT_LT(std::abs(static_cast<double>(cycle - last) - ideal), 2.0)
              << "rate " << rate << " degree " << degree << " cycle " << cycle;
        }
        last = cycle;
      }
      EXPECT_EQ(arrivals, pace_at(19999, rate) / degree) << rate << " " << degree;
    }
}

TEST(TokenThrottlerPace, TokensKeepComingWhenThePaceWraps) {
  Throttler t({16, 8, 16, 8});
  t.throttle(9, 10).tick(1 + 9900);
  EXPECT_EQ(t.tokens(), 990u);
  Throttler wide({16, 8, 16, 64});
  wide.start = ~uint64_t{0} - 15;
  wide.in.now = wide.start;
  wide.throttle(9, 10).tick(1 + 100);
  EXPECT_EQ(wide.tokens(), 10u);
}

TEST(TokenThrottlerPace, ThePaceIsAsWideAsADegreeAtLeast) {
  EXPECT_THROW(TokenThrottler::Model(TokenThrottler::Params{8192, 8, 16, 13}), ParamError);
  EXPECT_NO_THROW(TokenThrottler::Model(TokenThrottler::Params{8191, 8, 16, 13}));
  EXPECT_THROW(TokenThrottler::Model(TokenThrottler::Params{16, 8, 16, 7}), ParamError);
}

TEST(TokenThrottlerPace, WakeIsTheEarliestDeadlineInTheWindowOfTheNextTick) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.start = 96;  // a multiple of 16
  t.in.now = 96;
  t.throttle(9, 13).tick();
  t.throttle(3, 5).tick();
  EXPECT_EQ(t.out().wake_at, 109u) << "the table before";
  EXPECT_FALSE(t.out().quiescent);
  t.tick();
  EXPECT_EQ(t.out().wake_at, 102u);
  EXPECT_TRUE(t.out().quiescent);
  t.tick(3);
  EXPECT_EQ(t.out().wake_at, 102u);
  t.tick(2);  // 102, and the clock after it
  EXPECT_EQ(t.out().wake_at, 107u);
  EXPECT_TRUE(t.out().quiescent);
  t.release(3).tick();
  EXPECT_EQ(t.out().wake_at, 107u);
  EXPECT_FALSE(t.out().quiescent);
  t.tick();
  EXPECT_EQ(t.out().wake_at, 109u);
  EXPECT_TRUE(t.out().quiescent);
}

TEST(TokenThrottlerPace, WithoutADeadlineInTheWindowItWakesAtItsLastTick) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.start = 97;
  t.in.now = 97;
  t.throttle(9, 31).tick();
  EXPECT_EQ(t.out().wake_at, 111u);
  t.tick(13);
  EXPECT_EQ(t.out().wake_at, 111u);
  t.tick();  // 111: the next tick is in the next window
  EXPECT_EQ(t.out().wake_at, 127u);
  t.tick(16);  // 127
  EXPECT_EQ(t.out().wake_at, 128u);
  EXPECT_EQ(t.tokens(), 0u);
  t.tick();  // 128, its deadline
  EXPECT_EQ(t.tokens(), 1u);
  EXPECT_EQ(t.out().wake_at, 143u);
  EXPECT_TRUE(t.out().quiescent);
}

// Its next deadline is then the last tick of the next window, which is the wake time without one.
TEST(TokenThrottlerPace, ADegreeOfTheWindowAtItsLastTickNeedsNoSecondClock) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.start = 95;
  t.in.now = 95;
  t.throttle(9, 16).tick();
  for (unsigned token = 1; token <= 10; ++token) {
    t.tick(15);
    ASSERT_EQ(t.out().wake_at, 95 + 16 * token);
    t.tick();
    ASSERT_EQ(t.tokens(), token);
    ASSERT_TRUE(t.out().quiescent);
    ASSERT_EQ(t.out().wake_at, 95 + 16 * (token + 1));
  }
}

TEST(TokenThrottlerPace, ADeadlineInAWindowOfTheSamePlaceLaterIsNoWakeYet) {
  Throttler t({1000, 8, 16, 32});  // deadlines of ten bits: 64 windows
  t.in.cfg_epoch_flits = 100;
  t.start = 96;
  t.in.now = 96;
  t.throttle(9, 1004).tick();  // due at 1100, which is 76 of 1024
  t.tick();
  unsigned clocks = 0;
  for (; t.tokens() == 0; ++clocks) {
    ASSERT_LT(clocks, 100u);
    ASSERT_TRUE(t.out().quiescent);
    t.cycles = t.out().wake_at - t.start;
    t.in.now = t.out().wake_at;
    t.tick();
  }
  EXPECT_EQ(t.in.now, 1101u);
  EXPECT_EQ(clocks, 63u) << "one at the last tick of each window from 111 to 1087, and the token's";
}

TEST(TokenThrottlerPace, TheWakeTimeWrapsWithThePace) {
  Throttler t({16, 8, 16, 8});
  t.in.cfg_epoch_flits = 100;
  t.start = 240;
  t.in.now = 240;
  t.throttle(9, 20).tick(16);  // 255: the next tick is 0
  EXPECT_EQ(t.out().wake_at, 4u);
  t.tick(5);
  EXPECT_EQ(t.tokens(), 1u);
}

TEST(TokenThrottlerPace, OnlyAnEntryInUseUnsettlesWhenReleasedAndNothingWhenDisabled) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.throttle(9, 20).tick(2);
  t.in.release_entry = 2;  // free
  t.tick();
  EXPECT_TRUE(t.out().quiescent);
  t.throttle(9, 2).tick(2);  // 103, 104
  t.tick();                  // 105, its deadline
  EXPECT_FALSE(t.out().quiescent);
  t.in.enable = false;
  t.tick();
  EXPECT_TRUE(t.out().quiescent);
}

}  // namespace
}  // namespace chokepoint
