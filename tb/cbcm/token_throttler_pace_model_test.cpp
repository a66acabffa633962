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

// Clocked when it wants to be, and no more.
TEST(TokenThrottlerPace, ATokenTakesOneClockAndOneMoreForAWindowThatHasNone) {
  for (const unsigned degree : {1u, 4u, 15u, 16u, 17u, 31u}) {
    Throttler t;
    t.in.cfg_epoch_flits = 100;
    t.throttle(9, degree).tick(2);
    unsigned clocks = 0, windows = 0;
    while (t.tokens() < 40 + (degree == 1)) {
      ASSERT_TRUE(t.out().quiescent) << degree;
      t.cycles = t.out().wake_at - t.start;
      t.in.now = t.out().wake_at;
      const unsigned before = t.tokens();
      t.tick();
      ++clocks;
      if (t.tokens() == before) {
        ++windows;
        ASSERT_EQ((t.in.now - 1) % 16, 0u) << degree;
      }
    }
    EXPECT_EQ(clocks, 40 + windows) << degree;
    EXPECT_EQ(windows > 0, degree > 16) << degree;
    EXPECT_EQ(t.in.now - 1, 100 + (40 + (degree == 1)) * degree) << degree;
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

TEST(TokenThrottlerPace, WakeIsTheEarliestDeadlineInTheWindow) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.start = 96;  // a multiple of 16
  t.in.now = 96;
  t.throttle(9, 13).tick();
  EXPECT_EQ(t.out().wake_at, 109u);
  t.throttle(3, 5).tick();
  EXPECT_EQ(t.out().wake_at, 102u);
  EXPECT_FALSE(t.out().quiescent);
  t.tick();
  EXPECT_TRUE(t.out().quiescent);
  t.tick(3);
  EXPECT_EQ(t.out().wake_at, 102u);
  t.tick();  // 102
  EXPECT_EQ(t.out().wake_at, 107u);
  EXPECT_TRUE(t.out().quiescent);
}

TEST(TokenThrottlerPace, AnEntryThatIsFreedStillWakesOnceInThisWindowAndNotInTheNext) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.start = 96;
  t.in.now = 96;
  t.throttle(9, 10).tick();
  t.throttle(3, 31).tick();  // 128
  t.release(9).tick();
  EXPECT_TRUE(t.out().quiescent);
  t.tick(3);
  EXPECT_EQ(t.out().wake_at, 106u);
  EXPECT_TRUE(t.out().quiescent);
  t.tick(5);  // 106
  EXPECT_EQ(t.out().wake_at, 112u);
  t.throttle(9, 10).tick(2);  // 107: due at 117, in the next window
  EXPECT_EQ(t.out().wake_at, 117u);
  t.release(9).tick();
  EXPECT_EQ(t.out().wake_at, 112u);
  EXPECT_TRUE(t.out().quiescent);
}

TEST(TokenThrottlerPace, NoWakeTimeIsLeftOfATokenOfAnEntryThatIsFreedWhenItIsDue) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.throttle(9, 12).tick(10);
  t.throttle(3, 31).tick(14);  // 110: due at 141
  EXPECT_EQ(t.out().wake_at, 124u);
  t.release(9).tick();  // 124; its next deadline would be 136
  EXPECT_EQ(t.out().wake_at, 141u);
  EXPECT_TRUE(t.out().quiescent);
}

TEST(TokenThrottlerPace, NoWakeTimeIsLeftOfAThrottleMessageThatIsStale) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.throttle(3, 31).tick();    // due at 131
  t.throttle(9, 31).tick(12);  // 132
  EXPECT_EQ(t.out().wake_at, 131u);
  t.release(9).throttle(9, 16).tick();  // 113; 129
  EXPECT_FALSE(t.out().quiescent);
  t.tick();
  EXPECT_EQ(t.out().wake_at, 131u);
  EXPECT_TRUE(t.out().quiescent);
}

TEST(TokenThrottlerPace, AMessageAtAWindowsLastTickLeavesTheOldDeadlineInTheNextOne) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.throttle(9, 31).tick(12);  // due at 131
  EXPECT_EQ(t.out().wake_at, 112u);
  t.tick(15);  // 126
  EXPECT_EQ(t.out().wake_at, 131u);
  t.throttle(9, 31).tick(2);  // 127, 128: due at 158
  EXPECT_EQ(t.out().wake_at, 131u);
  EXPECT_TRUE(t.out().quiescent);
  t.tick(3);  // 131
  EXPECT_EQ(t.tokens(), 0u);
  EXPECT_EQ(t.out().wake_at, 158u);
}

TEST(TokenThrottlerPace, ARefusedMessageMayWakeTheUnitOnce) {
  Throttler t({16, 1, 16, 32});
  t.in.cfg_epoch_flits = 100;
  t.throttle(9, 31).tick(8);  // due at 131
  t.throttle(3, 3).tick(2);   // 108
  EXPECT_TRUE(t.out().quiescent);
  EXPECT_EQ(t.out().wake_at, 111u);
  t.tick(2);  // 111
  EXPECT_EQ(t.out().wake_at, 112u);
}

TEST(TokenThrottlerPace, TwoWindowsAheadIsNotTheNextOne) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.start = 111;  // the last tick of a window
  t.in.now = 111;
  t.throttle(9, 17).tick();  // due at 128, two windows ahead
  EXPECT_EQ(t.out().wake_at, 112u);
  t.tick(2);  // 112
  EXPECT_EQ(t.out().wake_at, 128u);
  Throttler s;
  s.in.cfg_epoch_flits = 100;
  s.start = 111;
  s.in.now = 111;
  s.throttle(9, 16).tick();  // 127
  EXPECT_EQ(s.out().wake_at, 127u);
}

TEST(TokenThrottlerPace, ANewDegreeAtADeadlineWakesForBothTokensItMightHaveHad) {
  Throttler t;
  t.in.cfg_token_reset_always = false;
  t.in.cfg_epoch_flits = 100;
  t.throttle(9, 6).tick(6);
  t.throttle(9, 4).tick();  // 106, its deadline: the next token at 110, not at 112
  EXPECT_EQ(t.tokens(), 1u);
  EXPECT_EQ(t.out().wake_at, 110u);
  t.tick(4);
  EXPECT_EQ(t.tokens(), 2u);
  EXPECT_EQ(t.out().wake_at, 114u);
}

TEST(TokenThrottlerPace, WithoutADeadlineInTheWindowItWakesAtTheNextOnesFirstTick) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.start = 97;
  t.in.now = 97;
  t.throttle(9, 31).tick();  // due at 128
  EXPECT_EQ(t.out().wake_at, 112u);
  t.tick(14);  // 111
  EXPECT_EQ(t.out().wake_at, 112u);
  t.tick();  // 112: none in this window, one in the next
  EXPECT_EQ(t.out().wake_at, 128u);
  t.tick(15);  // 127
  EXPECT_EQ(t.out().wake_at, 128u);
  EXPECT_EQ(t.tokens(), 0u);
  t.tick();
  EXPECT_EQ(t.tokens(), 1u);
  EXPECT_EQ(t.out().wake_at, 159u) << "the last tick of the next window";
  EXPECT_TRUE(t.out().quiescent);
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
  EXPECT_EQ(clocks, 62u) << "one at the first tick of each window up to 1072, and the token's";
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

TEST(TokenThrottlerPace, ATableThatWasEmptyKnowsNothingOfItsLastWindow) {
  Throttler t;
  t.in.cfg_epoch_flits = 100;
  t.throttle(9, 11).tick(2);  // due at 111
  t.release(9).tick();
  EXPECT_FALSE(t.out().wake_valid);
  t.cycles += 1;
  t.in.now = t.start + t.cycles;
  t.throttle(9, 31).tick(2);  // 104: due at 135
  EXPECT_EQ(t.out().wake_at, 112u) << "not 111";
}

}  // namespace
}  // namespace chokepoint
