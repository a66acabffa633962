// SPDX-License-Identifier: Apache-2.0
// Directed tests of the token throttler's golden model: when tokens arrive, by the pace, and when the
// unit wakes for them.
#include <gtest/gtest.h>

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
      ASSERT_EQ(t.out().entry_arrived, cycle % degree == 0 ? 1u : 0u) << degree << " " << cycle;
    }
  }
}

TEST(TokenThrottlerPace, AnArrivalIsToldForOneClockAndTheNextWakeFollows) {
  Throttler t;
  t.throttle(9, 4).tick(4);
  EXPECT_TRUE(t.out().quiescent);
  EXPECT_EQ(t.out().wake_at, 104u);
  t.tick();  // 104
  EXPECT_EQ(t.out().entry_arrived, 1u);
  EXPECT_FALSE(t.out().quiescent);
  EXPECT_EQ(t.out().wake_at, 104u);
  t.tick();
  EXPECT_EQ(t.out().entry_arrived, 0u);
  EXPECT_FALSE(t.out().quiescent);
  t.tick();
  EXPECT_TRUE(t.out().quiescent);
  EXPECT_EQ(t.out().wake_at, 108u);
}

TEST(TokenThrottlerPace, TokensOfSeveralEntriesArriveInOneClock) {
  Throttler t;
  t.throttle(9, 3).tick();
  t.throttle(4, 2).tick();  // due at 103 both
  t.tick();
  EXPECT_EQ(t.out().entry_arrived, 0u);
  t.tick();
  EXPECT_EQ(t.out().entry_arrived, 3u);
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
    ASSERT_EQ(t.out().entry_arrived, clock == 0 ? 1u : 0u) << clock;
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
        if (t.out().entry_arrived == 0) continue;
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

TEST(TokenThrottlerPace, WakeIsTheEarliestDeadlineOfTheTable) {
  Throttler t;
  t.throttle(9, 16).tick();
  t.throttle(3, 5).tick();
  t.tick();
  EXPECT_FALSE(t.out().wake_valid) << "the table changed as its first entry was fetched";
  t.tick();
  EXPECT_EQ(t.out().wake_at, 116u) << "the lowest entry first";
  EXPECT_FALSE(t.out().quiescent);
  t.tick();
  EXPECT_EQ(t.out().wake_at, 106u) << "in the clock before";
  EXPECT_TRUE(t.out().quiescent);
  t.tick(2);  // 106 is due
  t.release(3).tick();
  EXPECT_FALSE(t.out().quiescent);
  t.tick(2);
  EXPECT_EQ(t.out().wake_at, 116u);
  EXPECT_TRUE(t.out().quiescent);
}

}  // namespace
}  // namespace chokepoint
