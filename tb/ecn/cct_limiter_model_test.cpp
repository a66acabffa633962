// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden model of the congestion-control table.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "sim/units/ecn/cct_limiter.h"
#include "tb/ecn/sent_entry.h"

namespace chokepoint {
namespace {

class CctLimiterDriver {
 public:
  explicit CctLimiterDriver(CctLimiter::Params p = {}) : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.cfg_increase = 4;
    in.cfg_limit = 10;
    in.cfg_trigger = 9;
    in.cfg_timer = 100;
    in.now = 1000 & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      model.step(in);
      in.now = (in.now + 1) & mask_;
      in.notification_valid = in.table_valid = false;
      in.sent_entry = 0;
    }
  }
  CctLimiterDriver& notify(unsigned source) {
    in.notification_valid = true;
    in.notification_source = source;
    return *this;
  }
  CctLimiterDriver& send(unsigned destination, unsigned flits) {
    in.sent_entry = test::entry_for(model.out(), destination);
    in.sent_flits = flits;
    return *this;
  }
  CctLimiterDriver& write(unsigned at, unsigned multiplier, unsigned shift = 0) {
    in.table_valid = true;
    in.table_index = at;
    in.table_word = shift << 14 | multiplier;
    return *this;
  }
  /// Cycles from the start of a packet to the first cycle in which the next may start.
  uint64_t gap(unsigned destination, unsigned flits) {
    const uint64_t start = in.now;
    send(destination, flits).tick();
    while (out().entry_blocked != 0) tick();
    return in.now - start;
  }
  /// The wake time once the unit is quiescent, without further events; nothing: there is none.
  std::optional<uint64_t> wake() const {
    CctLimiterDriver later = *this;
    for (unsigned clocks = 0; !later.out().quiescent; ++clocks) {
      EXPECT_LT(clocks, 10 + 64 + 3) << "the walk does not end";
      later.tick();
    }
    if (!later.out().wake_valid) {
      EXPECT_EQ(later.out().wake_at, 0u);
      return std::nullopt;
    }
    return later.out().wake_at;
  }
  const CctLimiter::Out& out() const { return model.out(); }
  unsigned index(unsigned entry = 0) const { return out().entry_index[entry]; }

  CctLimiter::Model model;
  CctLimiter::In in;

 private:
  uint64_t mask_;
};

TEST(CctLimiterModel, NotificationsRaiseTheIndexUpToTheLimit) {
  CctLimiterDriver l;
  for (unsigned expected : {4u, 8u, 10u, 10u}) {
    l.notify(9).tick();
    EXPECT_EQ(l.index(), expected);
  }
  EXPECT_EQ(l.out().entry_destination[0], 9u);
}

TEST(CctLimiterModel, ANewEntryStartsAboveTheMinimum) {
  CctLimiterDriver l;
  l.in.cfg_minimum = 3;
  l.notify(9).tick();
  EXPECT_EQ(l.index(), 7u);
  l.in.cfg_limit = 6;
  l.notify(8).tick();
  EXPECT_EQ(l.index(1), 6u);
}

TEST(CctLimiterModel, TheLargestSumDoesNotOverflow) {
  CctLimiterDriver l;
  l.in.cfg_increase = l.in.cfg_limit = 127;
  l.notify(9).tick();
  l.notify(9).tick();
  EXPECT_EQ(l.index(), 127u);
}

TEST(CctLimiterModel, TheTableTurnsTheIndexIntoADelayByMultiplierAndShift) {
  CctLimiterDriver l;
  l.in.cfg_timer = 1u << 30;
  l.write(4, 3).tick();
  l.write(8, 0x3FFF, 3).tick();
  l.write(10, 5, 1).tick();
  l.notify(9).tick();
  EXPECT_EQ(l.gap(9, 8), 8u + 24);
  l.notify(9).tick();
  EXPECT_EQ(l.gap(9, 1000), 1000u + 1000u * 16383 / 8);
  l.notify(9).tick();
  EXPECT_EQ(l.gap(9, 3), 3u + 7) << "15 / 2, rounded down";
}

TEST(CctLimiterModel, ADelayOfLessThanTwoCyclesCountsAsTwo) {
  for (const unsigned flits : {1u, 2u, 3u, 4u, 9u, 1023u}) {
    CctLimiterDriver l;
    l.in.cfg_timer = 1u << 20;
    l.write(4, 0).tick();
    l.write(8, 1, 3).tick();  // an eighth of the packet's time, rounded down
    l.notify(9).tick();
    EXPECT_EQ(l.gap(9, flits), flits + 2u) << flits;
    l.notify(9).tick();
    EXPECT_EQ(l.gap(9, flits), flits + std::max(flits / 8, 2u)) << flits;
  }
}

TEST(CctLimiterModel, DelaysAreExactForEveryLength) {
  CctLimiterDriver l;
  l.in.cfg_timer = 1u << 30;
  l.write(4, 11, 2).tick();
  l.notify(9).tick();
  for (unsigned flits = 1; flits < 1024; flits += flits < 40 ? 1 : 61)
    EXPECT_EQ(l.gap(9, flits), flits + std::max(flits * 11 / 4, 2u)) << flits;
}

TEST(CctLimiterModel, APacketToABlockedDestinationDoesNotCount) {
  CctLimiterDriver l;
  l.write(4, 3).tick();
  l.notify(9).tick();
  const uint64_t start = l.in.now;
  l.send(9, 8).tick();
  l.send(9, 1000).tick();
  while (l.out().entry_blocked != 0) l.tick();
  EXPECT_EQ(l.in.now, start + 8 + 24);
}

TEST(CctLimiterModel, APacketThatStartsTooEarlyCutsTheDelayBeforeItShort) {
  // No source sends two packets at a time; a length of 8 has its one bit in the fourth clock.
  CctLimiterDriver l;
  l.write(4, 3).tick();
  l.notify(9).tick();
  l.notify(5).tick();
  const uint64_t start = l.in.now;
  l.send(9, 8).tick();
  l.send(5, 4).tick();
  while ((l.out().entry_blocked & 1) != 0) l.tick();
  EXPECT_EQ(l.in.now, start + 8 + 2) << "no bit yet: the shortest delay";
  while (l.out().entry_blocked != 0) l.tick();
  EXPECT_EQ(l.in.now, start + 1 + 4 + 12);
}

TEST(CctLimiterModel, AWordWrittenInThisClockIsReadFromTheNextOn) {
  CctLimiterDriver l;
  l.in.cfg_timer = 1u << 20;
  l.write(4, 1).tick();
  l.notify(9).tick();
  l.write(4, 5);
  EXPECT_EQ(l.gap(9, 4), 8u);
  EXPECT_EQ(l.gap(9, 4), 24u);
}

TEST(CctLimiterModel, ASendingReadsTheIndexBeforeThisClocksNotification) {
  CctLimiterDriver l;
  l.in.cfg_timer = 1u << 20;
  l.write(4, 1).tick();
  l.write(8, 5).tick();
  l.notify(9).tick();
  l.notify(9);
  EXPECT_EQ(l.gap(9, 4), 8u);
  EXPECT_EQ(l.index(), 8u);
  EXPECT_EQ(l.gap(9, 4), 24u);
}

TEST(CctLimiterModel, TheTriggerIsReportedWhenItIsReachedAndNotAgain) {
  CctLimiterDriver l;
  l.in.cfg_trigger = 8;
  l.notify(9).tick();
  EXPECT_FALSE(l.out().triggered);
  l.notify(9).tick();
  EXPECT_TRUE(l.out().triggered);
  EXPECT_FALSE(l.out().quiescent);
  l.notify(9).tick();
  EXPECT_FALSE(l.out().triggered) << "passed";
  l.in.cfg_trigger = 10;
  l.notify(9).tick();
  EXPECT_FALSE(l.out().triggered) << "stands there already";
  l.in.cfg_trigger = 4;
  l.notify(8).tick();
  EXPECT_TRUE(l.out().triggered) << "a new entry";
  l.tick();
  EXPECT_FALSE(l.out().triggered);
}

TEST(CctLimiterModel, OneTimerDecrementsAllEntries) {
  CctLimiterDriver l;
  l.notify(9).tick();  // 1000: the timer starts
  l.tick(49);
  l.notify(8).tick();  // 1050
  EXPECT_EQ(l.wake(), 1100u);
  l.tick(49);
  EXPECT_EQ(l.index(0), 4u);
  l.tick();  // 1100
  EXPECT_EQ(l.index(0), 3u);
  EXPECT_EQ(l.index(1), 3u);
  EXPECT_EQ(l.wake(), 1200u);
}

TEST(CctLimiterModel, ANotifiedEntryIsNotDecrementedInThatClock) {
  CctLimiterDriver l;
  l.notify(9).tick();
  l.notify(8).tick();
  l.tick(98);
  l.notify(9).tick();  // 1100
  EXPECT_EQ(l.index(0), 8u);
  EXPECT_EQ(l.index(1), 3u);
}

TEST(CctLimiterModel, EntriesAtTheMinimumAreFreedAndTheTimerStops) {
  CctLimiterDriver l;
  l.in.cfg_minimum = 2;
  l.notify(9).tick();  // index 6, four decrements to go
  l.tick(399);
  EXPECT_EQ(l.index(), 3u);
  EXPECT_EQ(l.out().entry_valid, 1u);
  l.tick();  // 1400
  EXPECT_EQ(l.out().entry_valid, 0u);
  EXPECT_EQ(l.index(), 0u);
  EXPECT_EQ(l.wake(), std::nullopt);
  l.tick(50);
  const uint64_t now = l.in.now;
  l.notify(9).tick();
  EXPECT_EQ(l.wake(), now + 100) << "a new interval";
}

TEST(CctLimiterModel, ABlockedEntryAtTheMinimumIsFreedWithItsRelease) {
  CctLimiterDriver l;
  l.in.cfg_increase = 1;
  l.write(1, 200).tick();  // 1000
  l.notify(9).tick();      // 1001, timer 1101
  l.send(9, 1).tick();     // 1002, release 1202
  l.tick(99);
  EXPECT_EQ(l.index(), 0u);
  EXPECT_EQ(l.out().entry_valid, 1u);
  l.tick(101);
  EXPECT_EQ(l.in.now, 1203u);
  EXPECT_EQ(l.out().entry_valid, 0u);
}

TEST(CctLimiterModel, ARaisedMinimumFreesAtTheNextClock) {
  CctLimiterDriver l;
  l.notify(9).tick();
  l.in.cfg_minimum = 5;
  l.tick();
  EXPECT_EQ(l.out().entry_valid, 0u);
}

TEST(CctLimiterModel, AFullTableLosesTheNotification) {
  CctLimiter::Params p;
  p.delay_entries = 1;
  CctLimiterDriver l(p);
  l.in.cfg_trigger = 4;
  l.notify(9).tick();
  l.notify(8).tick();
  EXPECT_TRUE(l.out().overflow);
  EXPECT_FALSE(l.out().triggered);
  EXPECT_EQ(l.out().entry_destination[0], 9u);
  EXPECT_EQ(l.index(), 4u);
}

TEST(CctLimiterModel, TheTableOutlastsDisablingAndReset) {
  CctLimiterDriver l;
  l.in.cfg_timer = 1u << 20;
  l.write(4, 3).tick();
  l.notify(9).tick();
  l.in.enable = false;
  l.write(8, 1).tick();
  EXPECT_EQ(l.out().entry_valid, 0u);
  l.write(10, 2);
  l.model.reset(l.in);
  l.in.enable = true;
  l.in.table_valid = false;
  l.notify(9).tick();
  EXPECT_EQ(l.gap(9, 4), 16u);
  l.notify(9).tick();
  EXPECT_EQ(l.gap(9, 4), 8u) << "written while disabled";
  l.notify(9).tick();
  EXPECT_EQ(l.gap(9, 4), 12u) << "written in reset";
}

TEST(CctLimiterModel, TheCycleCounterMayWrapAround) {
  CctLimiter::Params p;
  p.cycle_bits = 8;
  p.table_entries = 8;
  CctLimiterDriver l(p);
  l.in.cfg_limit = 7;
  l.in.cfg_timer = 60;
  l.in.now = 229;
  l.write(4, 2).tick();
  l.notify(9).tick();    // 230: timer 34
  l.send(9, 10).tick();  // 231: release 4
  EXPECT_EQ(l.wake(), 4u);
  while (l.in.now != 5) {
    EXPECT_EQ(l.out().entry_blocked, 1u);
    l.tick();
  }
  EXPECT_EQ(l.out().entry_blocked, 0u);
  while (l.in.now != 35) l.tick();
  EXPECT_EQ(l.index(), 3u);
}

TEST(CctLimiterModel, TheTablesSizeIsAPowerOfTwo) {
  CctLimiter::Params p;
  p.table_entries = 48;
  EXPECT_THROW(CctLimiter::Model{p}, ParamError);
  p.table_entries = 64;
  EXPECT_NO_THROW(CctLimiter::Model{p});
}

}  // namespace
}  // namespace chokepoint
