// SPDX-License-Identifier: Apache-2.0
// Directed tests of the token throttler's golden model: Algorithm 1 of the paper and the order of
// events on its contract page.
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/cbcm/token_throttler_driver.h"

namespace chokepoint {
namespace {

using Throttler = TokenThrottlerDriver;

TEST(TokenThrottlerModel, AThrottleMessageAllocatesTheLowestEntryWithoutTokens) {
  Throttler t;
  t.throttle(9, 4).tick();
  EXPECT_EQ(t.out().entry_valid, 1u);
  EXPECT_EQ(t.out().entry_destination[0], 9u);
  EXPECT_EQ(t.out().entry_degree[0], 4u);
  EXPECT_EQ(t.tokens(), 0u);
  EXPECT_EQ(t.out().entry_refreshed, 1u);
  EXPECT_FALSE(t.out().quiescent);
  EXPECT_TRUE(t.out().wake_valid);
  EXPECT_EQ(t.out().wake_at, 104u);
  t.tick();
  EXPECT_EQ(t.out().entry_refreshed, 0u) << "one clock only";
  EXPECT_TRUE(t.out().quiescent);
  EXPECT_EQ(t.out().wake_at, 104u);
}

TEST(TokenThrottlerModel, DegreeZeroCountsAsOne) {
  Throttler t;
  t.throttle(9, 0).tick(11);
  EXPECT_EQ(t.out().entry_degree[0], 1u);
  EXPECT_EQ(t.tokens(), 10u);
}

TEST(TokenThrottlerModel, InjectionComesBeforeTheIncrementOfTheSameCycle) {
  Throttler t;
  t.throttle(9, 4).tick();
  t.tick(4 * 5 - 1);
  EXPECT_EQ(t.tokens(), 4u);
  t.inject(9, 4).tick();  // the fifth token arrives in this cycle
  EXPECT_EQ(t.tokens(), 1u);
}

TEST(TokenThrottlerModel, TokensAboveACapThatIsLoweredStayUntilPacketsTakeThem) {
  Throttler t;
  t.throttle(9, 1).tick(6);
  EXPECT_EQ(t.tokens(), 5u);
  t.in.cfg_token_cap = 3;
  t.tick();
  EXPECT_EQ(t.tokens(), 5u);
  t.inject(9, 4).tick();
  EXPECT_EQ(t.tokens(), 2u) << "a packet leaves room for the token of its clock";
  t.tick(3);
  EXPECT_EQ(t.tokens(), 3u);
  t.inject(9, 0).tick();
  EXPECT_EQ(t.tokens(), 3u) << "no flits, no room";
  t.in.cfg_token_cap = 2;
  t.inject(9, 1).tick();
  EXPECT_EQ(t.tokens(), 3u) << "room for the token of its clock, above the cap too";
  t.in.cfg_token_cap = 0;
  t.inject(9, 3).tick();
  EXPECT_EQ(t.tokens(), 0u) << "none at all";
}

TEST(TokenThrottlerModel, InjectionNeverMakesTokensNegativeAndIgnoresOtherDestinations) {
  Throttler t;
  t.throttle(9, 1).tick(6);
  EXPECT_EQ(t.tokens(), 5u);
  t.inject(8, 3).tick();
  EXPECT_EQ(t.tokens(), 6u);
  EXPECT_FALSE(t.out().error);
  t.inject(9, 1023).tick();
  EXPECT_EQ(t.tokens(), 1u) << "0, and then the increment";
}

TEST(TokenThrottlerModel, EveryMessageResetsTheTokensWhenConfiguredSo) {
  Throttler t;
  t.throttle(9, 2).tick(21);
  EXPECT_EQ(t.tokens(), 10u);
  t.throttle(9, 5).tick();
  EXPECT_EQ(t.tokens(), 0u);
  EXPECT_EQ(t.out().entry_degree[0], 5u);
  t.tick(4);
  EXPECT_EQ(t.tokens(), 0u) << "the period starts anew";
  t.tick();
  EXPECT_EQ(t.tokens(), 1u);
}

TEST(TokenThrottlerModel, OnlyAllocationResetsTheTokensInTheOtherVariant) {
  Throttler t;
  t.in.cfg_token_reset_always = false;
  t.throttle(9, 2).tick(21);  // tokens at 102, 104, ...; now 121
  EXPECT_EQ(t.tokens(), 10u);
  t.throttle(9, 5).tick();
  EXPECT_EQ(t.tokens(), 10u);
  EXPECT_EQ(t.out().entry_refreshed, 1u);
  t.tick();  // 122: the old deadline stands, the new period follows it
  EXPECT_EQ(t.tokens(), 11u);
  t.tick(4);
  EXPECT_EQ(t.tokens(), 11u);
  t.tick();
  EXPECT_EQ(t.tokens(), 12u);
}

TEST(TokenThrottlerModel, APacketOfAnEntryThatIsAllocatedInItsClockTakesNothingAndIsAnError) {
  Throttler t;
  t.in.inject_entry = 1;
  t.in.inject_flits = 1;
  t.throttle(9, 1).tick();
  EXPECT_EQ(t.out().entry_valid, 1u);
  EXPECT_EQ(t.tokens(), 0u);
  EXPECT_TRUE(t.out().error);
  t.tick(3);
  EXPECT_EQ(t.tokens(), 3u);
}

TEST(TokenThrottlerModel, AResetInTheClockOfAnInjectionWins) {
  Throttler t;
  t.throttle(9, 1).tick(41);
  EXPECT_EQ(t.tokens(), 40u);
  t.throttle(9, 3).inject(9, 32).tick();
  EXPECT_EQ(t.tokens(), 0u);
  Throttler keep;
  keep.in.cfg_token_reset_always = false;
  keep.throttle(9, 1).tick(41);
  keep.throttle(9, 3).inject(9, 32).tick();
  EXPECT_EQ(keep.tokens(), 9u) << "deducted, incremented, not reset";
}

TEST(TokenThrottlerModel, AFullTableRefusesUntilTheRefusalIsTaken) {
  Throttler t;
  t.in.refused_ready = false;
  for (unsigned k = 0; k < 8; ++k) t.throttle(1 + k, 3).tick();
  EXPECT_EQ(t.out().entry_valid, 0xFFu);
  EXPECT_FALSE(t.out().refused_valid);
  t.throttle(12, 3).tick();
  EXPECT_TRUE(t.out().refused_valid);
  EXPECT_EQ(t.out().refused_destination, 12u);
  EXPECT_FALSE(t.out().throttle_ready);
  EXPECT_EQ(t.out().entry_valid, 0xFFu);
  t.tick(5);
  EXPECT_TRUE(t.out().refused_valid);
  EXPECT_FALSE(t.out().quiescent);
  t.in.refused_ready = true;
  t.tick();
  EXPECT_FALSE(t.out().refused_valid);
  EXPECT_EQ(t.out().refused_destination, 0u);
  EXPECT_TRUE(t.out().throttle_ready);
}

TEST(TokenThrottlerModel, AFullTableStillTakesAMessageForAKnownDestination) {
  Throttler t;
  for (unsigned k = 0; k < 8; ++k) t.throttle(1 + k, 3).tick();
  t.throttle(4, 6).tick();
  EXPECT_FALSE(t.out().refused_valid);
  EXPECT_EQ(t.out().entry_degree[3], 6u);
}

TEST(TokenThrottlerModel, AnEntryFreedInTheSameClockIsNotReusedAtOnce) {
  Throttler t({16, 2, 16, 32});
  t.throttle(1, 3).tick();
  t.throttle(2, 3).tick();
  t.release(1).throttle(5, 3).tick();
  EXPECT_TRUE(t.out().refused_valid);
  EXPECT_EQ(t.out().entry_valid, 2u);
  t.tick();
  t.throttle(5, 3).tick();
  EXPECT_EQ(t.out().entry_valid, 3u);
}

TEST(TokenThrottlerModel, ReleaseFreesAllFieldsOfTheEntry) {
  Throttler t;
  t.throttle(9, 2).tick(10);
  t.release(9).inject(9, 1).tick();
  EXPECT_EQ(t.out().entry_valid, 0u);
  EXPECT_EQ(t.out().entry_destination[0], 0u);
  EXPECT_EQ(t.out().entry_degree[0], 0u);
  EXPECT_EQ(t.tokens(), 0u);
  EXPECT_FALSE(t.out().wake_valid);
  EXPECT_EQ(t.out().wake_at, 0u);
  EXPECT_TRUE(t.out().quiescent);
}

TEST(TokenThrottlerModel, NoTokenArrivesInTheClockOfAReleaseOrAReset) {
  Throttler freed;
  freed.throttle(9, 2).tick(2);
  freed.release(9).tick();  // 102, its deadline
  EXPECT_EQ(freed.out().entry_epoch_over, 0u);
  Throttler reset;
  reset.throttle(9, 2).tick(2);
  reset.throttle(9, 2).tick();
  EXPECT_EQ(reset.out().entry_epoch_over, 0u);
  EXPECT_EQ(reset.tokens(), 0u);
  reset.tick(2);  // 104
  EXPECT_EQ(reset.tokens(), 1u);
}

TEST(TokenThrottlerModel, AMessageThatCrossesTheReleaseIsStale) {
  Throttler t;
  t.throttle(9, 2).tick(10);
  t.release(9).throttle(9, 4).tick();
  EXPECT_EQ(t.out().entry_valid, 0u);
  EXPECT_EQ(t.out().entry_refreshed, 0u);
  t.release(9).throttle(9, 4).tick();
  EXPECT_EQ(t.out().entry_valid, 1u) << "nothing was released in this clock";
  t.in.release_entry = 2;
  t.throttle(9, 7).tick();
  EXPECT_EQ(t.out().entry_degree[0], 7u) << "another entry's release, and that one is free";
}

TEST(TokenThrottlerModel, TokensStopAtTheCap) {
  Throttler t;
  t.in.cfg_token_cap = 32;
  t.throttle(9, 2).tick(500);
  EXPECT_EQ(t.tokens(), 32u);
  t.inject(9, 32).tick();
  EXPECT_LE(t.tokens(), 1u);
}

TEST(TokenThrottlerModel, ATokenThatTheCapKeepsOutStillArrives) {
  Throttler t;
  t.in.cfg_token_cap = 2;
  t.throttle(9, 5).tick();
  for (unsigned cycle = 1; cycle <= 100; ++cycle) {
    t.tick();
    ASSERT_EQ(t.out().entry_epoch_over, cycle % 5 == 0 ? 1u : 0u) << cycle;
    ASSERT_EQ(t.tokens(), std::min(cycle / 5, 2u)) << cycle;
  }
}

TEST(TokenThrottlerModel, TheWidestCapDoesNotOverflow) {
  Throttler t({16, 8, 6, 32});
  t.in.cfg_token_cap = 63;
  t.throttle(9, 1).tick(300);
  EXPECT_EQ(t.tokens(), 63u);
}

TEST(TokenThrottlerModel, AMessageWhileARefusalWaitsIsLost) {
  Throttler t({16, 1, 16, 32});
  t.in.refused_ready = false;
  t.throttle(1, 3).tick();
  t.throttle(2, 3).tick();
  t.throttle(1, 9).tick();
  EXPECT_EQ(t.out().refused_destination, 2u);
  EXPECT_EQ(t.out().entry_degree[0], 3u);
}

TEST(TokenThrottlerModel, DisableEmptiesTheTable) {
  Throttler t;
  t.throttle(9, 2).tick(10);
  t.in.enable = false;
  t.tick();
  EXPECT_EQ(t.out().entry_valid, 0u);
  EXPECT_EQ(t.tokens(), 0u);
  EXPECT_TRUE(t.out().throttle_ready);
}

}  // namespace
}  // namespace chokepoint
