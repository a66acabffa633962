// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden model of the additive inter-packet delays: the papers' rule and the
// order of events on the contract page.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "sim/units/ecn/delay_limiter.h"
#include "tb/ecn/sent_entry.h"

namespace chokepoint {
namespace {

class DelayLimiterDriver {
 public:
  explicit DelayLimiterDriver(DelayLimiter::Params p = {}) : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.cfg_increment = 20;
    in.cfg_decrement = 5;
    in.cfg_maximum = 50;
    in.cfg_timer = 100;
    in.now = 1000 & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      model.step(in);
      in.now = (in.now + 1) & mask_;
      in.notification_valid = false;
      in.sent_entry = 0;
    }
  }
  DelayLimiterDriver& notify(unsigned source) {
    in.notification_valid = true;
    in.notification_source = source;
    return *this;
  }
  DelayLimiterDriver& send(unsigned destination, unsigned flits) {
    in.sent_entry = test::entry_for(model.out(), destination);
    in.sent_flits = flits;
    return *this;
  }
  /// The wake time once the unit is quiescent, without further events; nothing: there is none.
  std::optional<uint64_t> wake() const {
    DelayLimiterDriver later = *this;
    for (unsigned clocks = 0; !later.out().quiescent; ++clocks) {
      EXPECT_LT(clocks, 2 * 64 + 3) << "the walk does not end";
      later.tick();
    }
    if (!later.out().wake_valid) {
      EXPECT_EQ(later.out().wake_at, 0u);
      return std::nullopt;
    }
    return later.out().wake_at;
  }
  const DelayLimiter::Out& out() const { return model.out(); }
  unsigned delay(unsigned entry = 0) const { return out().entry_delay[entry]; }
  bool blocked(unsigned entry = 0) const { return (out().entry_blocked >> entry) & 1; }

  DelayLimiter::Model model;
  DelayLimiter::In in;

 private:
  uint64_t mask_;
};

TEST(DelayLimiterModel, ANotificationAllocatesTheLowestEntryWithOneIncrement) {
  DelayLimiterDriver l;
  l.notify(9).tick();
  EXPECT_EQ(l.out().entry_valid, 1u);
  EXPECT_EQ(l.out().entry_destination[0], 9u);
  EXPECT_EQ(l.delay(), 20u);
  EXPECT_FALSE(l.blocked());
  EXPECT_FALSE(l.out().quiescent) << "it looks for its wake time";
  EXPECT_EQ(l.wake(), 1100u);
  l.notify(8).tick();
  EXPECT_EQ(l.out().entry_destination[1], 8u);
}

TEST(DelayLimiterModel, IncrementsAddUpToTheMaximum) {
  DelayLimiterDriver l;
  for (unsigned expected : {20u, 40u, 50u, 50u}) {
    l.notify(9).tick();
    EXPECT_EQ(l.delay(), expected);
  }
  l.in.cfg_maximum = 7;
  l.notify(3).tick();
  EXPECT_EQ(l.delay(1), 7u) << "also of a new entry";
}

TEST(DelayLimiterModel, TheLargestIncrementDoesNotOverflow) {
  DelayLimiterDriver l;
  l.in.cfg_increment = l.in.cfg_maximum = 4095;
  l.notify(9).tick();
  l.notify(9).tick();
  EXPECT_EQ(l.delay(), 4095u);
}

TEST(DelayLimiterModel, WithoutNotificationsTheDelayDecaysToZeroAndTheEntryIsFreed) {
  DelayLimiterDriver l;
  l.notify(9).tick();  // cycle 1000
  for (unsigned expected : {20u, 15u, 10u, 5u}) {
    EXPECT_EQ(l.delay(), expected);
    l.tick(99);
    EXPECT_EQ(l.delay(), expected) << "up to the cycle before the timer";
    l.tick();
  }
  EXPECT_EQ(l.in.now, 1401u);
  EXPECT_EQ(l.out().entry_valid, 0u);
  EXPECT_EQ(l.out().entry_destination[0], 0u);
  EXPECT_EQ(l.wake(), std::nullopt);
}

TEST(DelayLimiterModel, ALargeDecrementStopsAtZero) {
  DelayLimiterDriver l;
  l.in.cfg_decrement = 4000;
  l.notify(9).tick();
  l.tick(100);
  EXPECT_EQ(l.delay(), 0u);
  EXPECT_EQ(l.out().entry_valid, 0u);
}

TEST(DelayLimiterModel, ANotificationRestartsTheTimer) {
  DelayLimiterDriver l;
  l.notify(9).tick();
  l.tick(99);
  l.notify(9).tick();  // cycle 1100: the timer would have ended in this clock
  EXPECT_EQ(l.delay(), 40u) << "no decrement beside the restart";
  EXPECT_EQ(l.wake(), 1200u);
  l.tick(99);
  EXPECT_EQ(l.delay(), 40u);
  l.tick();
  EXPECT_EQ(l.delay(), 35u);
}

TEST(DelayLimiterModel, AFreeRunningTimerIsNotRestarted) {
  DelayLimiterDriver l;
  l.in.cfg_free_running = true;
  l.notify(9).tick();
  l.tick(49);
  l.notify(9).tick();  // cycle 1050
  EXPECT_EQ(l.wake(), 1100u);
  l.tick(49);
  EXPECT_EQ(l.delay(), 40u);
  l.tick();
  EXPECT_EQ(l.delay(), 35u);
}

TEST(DelayLimiterModel, ANotificationInTheCycleOfAFreeRunningTimerTakesItsDecrementsPlace) {
  DelayLimiterDriver l;
  l.in.cfg_free_running = true;
  l.in.cfg_decrement = 50;
  l.notify(9).tick();
  l.tick(99);
  l.notify(9).tick();  // cycle 1100
  EXPECT_EQ(l.delay(), 40u);
  EXPECT_EQ(l.wake(), 1200u) << "the timer goes on";
  l.tick(100);
  EXPECT_EQ(l.out().entry_valid, 0u);
}

TEST(DelayLimiterModel, TheNextPacketStartsExactlyTheDelayAfterTheLastFlit) {
  for (const unsigned flits : {1u, 4u, 24u})
    for (const unsigned delay : {1u, 2u, 13u, 50u}) {
      DelayLimiterDriver l;
      l.in.cfg_increment = delay;
      l.in.cfg_timer = 5000;
      l.notify(9).tick();
      const uint64_t start = l.in.now;
      l.send(9, flits).tick();
      while (l.blocked()) l.tick();
      // The first cycle that shows the entry free; the last flit entered in start + flits - 1.
      EXPECT_EQ(l.in.now, start + flits + delay) << flits << " flits, delay " << delay;
    }
}

TEST(DelayLimiterModel, ADecayWhileBlockedDoesNotShortenTheGap) {
  DelayLimiterDriver l;
  l.in.cfg_timer = 10;
  l.notify(9).tick();       // 1000, timer 1010
  l.send(9, 4).tick();      // 1001: free for a start in 1025
  l.tick(22);               // up to 1023; decayed at 1010 and 1020
  EXPECT_EQ(l.delay(), 10u);
  EXPECT_TRUE(l.blocked());
  l.tick();
  EXPECT_FALSE(l.blocked());
  EXPECT_EQ(l.in.now, 1025u);
}

TEST(DelayLimiterModel, ANotificationInTheClockOfASendingLengthensTheNextGap) {
  DelayLimiterDriver l;
  l.notify(9).tick();
  l.notify(9).send(9, 4).tick();  // cycle 1001, delay visible: 20
  EXPECT_EQ(l.delay(), 40u);
  while (l.blocked()) l.tick();
  EXPECT_EQ(l.in.now, 1025u);
  l.send(9, 4).tick();
  while (l.blocked()) l.tick();
  EXPECT_EQ(l.in.now, 1025u + 44);
}

TEST(DelayLimiterModel, APacketToABlockedDestinationDoesNotCount) {
  DelayLimiterDriver l;
  l.notify(9).tick();
  l.send(9, 4).tick();  // 1001: free for a start in 1025
  l.tick(10);
  l.send(9, 1000).tick();
  while (l.blocked()) l.tick();
  EXPECT_EQ(l.in.now, 1025u);
}

TEST(DelayLimiterModel, AnEntryAllocatedInThisClockDoesNotBlockItsSending) {
  DelayLimiterDriver l;
  l.notify(9).send(9, 4).tick();
  EXPECT_EQ(l.out().entry_valid, 1u);
  EXPECT_FALSE(l.blocked()) << "not valid before this clock";
  l.send(8, 4).tick();
  EXPECT_FALSE(l.blocked()) << "another destination";
}

TEST(DelayLimiterModel, AnEntryWithoutDelayStaysUntilItsGapIsOver) {
  DelayLimiterDriver l;
  l.in.cfg_increment = l.in.cfg_maximum = 5;
  l.in.cfg_timer = 3;
  l.notify(9).tick();   // 1000
  l.send(9, 10).tick();  // 1001: release 1015
  l.tick(8);
  EXPECT_EQ(l.delay(), 0u);
  EXPECT_EQ(l.out().entry_valid, 1u) << "blocked";
  l.tick(6);
  EXPECT_EQ(l.out().entry_valid, 0u) << "freed with the release";
}

TEST(DelayLimiterModel, AFullTableLosesTheNotificationAndSaysSo) {
  DelayLimiter::Params p;
  p.delay_entries = 2;
  DelayLimiterDriver l(p);
  l.notify(1).tick();
  l.notify(2).tick();
  l.notify(3).tick();
  EXPECT_TRUE(l.out().overflow);
  EXPECT_FALSE(l.out().quiescent);
  EXPECT_EQ(l.out().entry_valid, 3u);
  l.notify(2).tick();
  EXPECT_FALSE(l.out().overflow) << "one clock; and this one has an entry";
  EXPECT_EQ(l.delay(1), 40u);
}

TEST(DelayLimiterModel, AnEntryFreedInThisClockIsNotGivenAway) {
  DelayLimiter::Params p;
  p.delay_entries = 1;
  DelayLimiterDriver l(p);
  l.in.cfg_decrement = 50;
  l.notify(1).tick();
  l.tick(99);
  l.notify(2).tick();
  EXPECT_TRUE(l.out().overflow);
  EXPECT_EQ(l.out().entry_valid, 0u);
}

TEST(DelayLimiterModel, TheCycleCounterMayWrapAround) {
  DelayLimiter::Params p;
  p.cycle_bits = 8;
  p.delay_bits = 6;
  DelayLimiterDriver l(p);
  l.in.cfg_timer = 60;
  l.in.now = 230;
  l.notify(9).tick();  // timer 290 = 34
  EXPECT_EQ(l.wake(), 34u);
  l.send(9, 10).tick();  // 231: release 260 = 4
  EXPECT_EQ(l.wake(), 4u);
  while (l.in.now != 5) {
    EXPECT_TRUE(l.blocked());
    l.tick();
  }
  EXPECT_FALSE(l.blocked());
  EXPECT_EQ(l.delay(), 20u);
  while (l.in.now != 35) l.tick();
  EXPECT_EQ(l.delay(), 15u);
}

TEST(DelayLimiterModel, TheEarliestOfAllDeadlinesWakes) {
  DelayLimiterDriver l;
  l.in.cfg_timer = 65535;
  for (unsigned node = 0; node < 16; ++node) l.notify(node).tick();  // up to 1015
  EXPECT_EQ(l.wake(), 1000u + 65535);
  l.send(11, 1000).tick();  // 1016: release 2035
  l.send(3, 700).tick();
  EXPECT_EQ(l.wake(), 1017u + 700 + 20 - 1);
  l.in.cfg_timer = 300;
  l.notify(15).tick();
  EXPECT_EQ(l.wake(), 1018u + 300);
  while (l.in.now <= 1318) l.tick();
  EXPECT_EQ(l.wake(), 1318u + 300) << "it wakes once in a timer's time";
}

TEST(DelayLimiterModel, ANotificationIsTakenInEveryClock) {
  DelayLimiterDriver l;
  for (unsigned clock = 0; clock < 64; ++clock) {
    l.notify(clock % 16).tick();
    EXPECT_EQ(l.delay(clock % 16), std::min(20 * (clock / 16 + 1), 50u));
    EXPECT_FALSE(l.out().overflow);
  }
}

TEST(DelayLimiterModel, DisablingForgetsEverything) {
  DelayLimiterDriver l;
  l.notify(9).tick();
  l.send(9, 4).tick();
  l.in.enable = false;
  l.notify(8).tick();
  EXPECT_EQ(l.out().entry_valid, 0u);
  EXPECT_EQ(l.out().entry_blocked, 0u);
  EXPECT_EQ(l.delay(), 0u);
}

}  // namespace
}  // namespace chokepoint
