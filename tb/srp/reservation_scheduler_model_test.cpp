// SPDX-License-Identifier: Apache-2.0
// Directed tests of the reservation scheduler's golden model: Section 3 of the paper and the order
// of events on the contract page.
#include <gtest/gtest.h>

#include <set>

#include "sim/units/srp/reservation_scheduler.h"

namespace chokepoint {
namespace {

class Scheduler {
 public:
  explicit Scheduler(ReservationScheduler::Params p = {}) : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.cfg_inflation = 65536;
    in.grant_ready = true;
    in.now = 100 & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      model.step(in);
      in.now = (in.now + 1) & mask_;
      in.reservation_valid = in.bypass_valid = false;
    }
  }
  Scheduler& reserve(unsigned source, unsigned flits, unsigned tag = 7) {
    in.reservation_valid = true;
    in.reservation_source = source;
    in.reservation_tag = tag;
    in.reservation_flits = flits;
    return *this;
  }
  Scheduler& bypass(unsigned flits) {
    in.bypass_valid = true;
    in.bypass_flits = flits;
    return *this;
  }
  /// Reserves, reads the start and lets the grant go.
  uint64_t start_of(unsigned source, unsigned flits) {
    reserve(source, flits).tick();
    EXPECT_TRUE(out().grant_valid);
    const uint64_t start = out().grant_start;
    tick();
    EXPECT_FALSE(out().grant_valid);
    EXPECT_FALSE(out().reservation_ready) << "its size is worked out";
    tick(3);
    EXPECT_TRUE(out().reservation_ready) << "in the fifth clock";
    return start;
  }
  const ReservationScheduler::Out& out() const { return model.out(); }

  ReservationScheduler::Model model;
  ReservationScheduler::In in;

 private:
  uint64_t mask_;
};

TEST(ReservationSchedulerModel, AnIdleDestinationGrantsAtOnce) {
  Scheduler s;
  s.reserve(9, 16, 5).tick();
  EXPECT_TRUE(s.out().grant_valid);
  EXPECT_EQ(s.out().grant_destination, 9u);
  EXPECT_EQ(s.out().grant_tag, 5u);
  EXPECT_EQ(s.out().grant_start, 100u);
  EXPECT_FALSE(s.out().reservation_ready);
  EXPECT_FALSE(s.out().quiescent);
  EXPECT_TRUE(s.out().wake_valid);
  s.tick();
  EXPECT_FALSE(s.out().reservation_ready);
  EXPECT_EQ(s.out().grant_start, 0u) << "an empty register is 0";
  EXPECT_EQ(s.out().grant_destination, 0u);
  EXPECT_FALSE(s.out().quiescent);
  s.tick(3);
  EXPECT_TRUE(s.out().reservation_ready);
  EXPECT_TRUE(s.out().quiescent);
  EXPECT_EQ(s.out().wake_at, 116u);
}

TEST(ReservationSchedulerModel, AGrantHasTheLowestBitsOfItsStart) {
  Scheduler s;
  s.in.now = (uint64_t{3} << 26) - 5;
  s.in.cfg_lead = 9;
  s.reserve(9, 16).tick();
  EXPECT_EQ(s.out().grant_start, 4u) << "26 bits";
  s.tick(4);
  EXPECT_EQ(s.out().wake_at, (uint64_t{3} << 26) + 4 + 16) << "the schedule keeps them all";
}

TEST(ReservationSchedulerModel, TheLeadIsTheEarliestStart) {
  Scheduler s;
  s.in.cfg_lead = 50;
  EXPECT_EQ(s.start_of(1, 10), 150u) << "cycle 100 plus the lead";
  EXPECT_EQ(s.start_of(2, 10), 160u) << "behind the first";
  s.tick(100);
  const uint64_t now = s.in.now;
  EXPECT_EQ(s.start_of(3, 10), now + 50) << "the schedule lies in the past";
}

TEST(ReservationSchedulerModel, EachReservationPushesTheNextBySizeAndOverhead) {
  Scheduler s;
  s.in.cfg_inflation = 68812;  // floor(1.05 * 65536)
  const uint64_t first = s.start_of(1, 256);
  EXPECT_EQ(s.start_of(2, 4), first + 269) << "268.8 rounded up";
  EXPECT_EQ(s.start_of(3, 1), first + 269 + 5) << "4.2 rounded up";
  EXPECT_EQ(s.start_of(4, 20), first + 269 + 5 + 2);
  EXPECT_EQ(s.start_of(5, 1), first + 269 + 5 + 2 + 21) << "20.9998 rounded up, not 22";
  s.in.cfg_inflation = 65536;
  EXPECT_EQ(s.start_of(6, 7), first + 269 + 5 + 2 + 21 + 2);
  EXPECT_EQ(s.start_of(7, 1), first + 269 + 5 + 2 + 21 + 2 + 7) << "exactly the size";
}

TEST(ReservationSchedulerModel, TheLargestReservationDoesNotOverflow) {
  Scheduler s;
  s.in.cfg_inflation = 0x3FFFF;
  const uint64_t first = s.start_of(1, 0xFFFF);
  EXPECT_EQ(s.start_of(2, 1), first + 262140u) << "ceil(65535 * 262143 / 65536)";
}

TEST(ReservationSchedulerModel, AReservationWhileAGrantWaitsIsIgnored) {
  Scheduler s;
  s.in.grant_ready = false;
  s.reserve(1, 10).tick();
  s.reserve(2, 10).tick();
  EXPECT_EQ(s.out().grant_destination, 1u);
  s.in.grant_ready = true;
  s.reserve(3, 10).tick();
  EXPECT_FALSE(s.out().grant_valid) << "a grant waited before this clock";
  for (unsigned clock = 0; clock < 2; ++clock) s.reserve(5, 10).tick();
  EXPECT_FALSE(s.out().grant_valid) << "the size was worked out";
  EXPECT_EQ(s.start_of(4, 10), 110u) << "the ignored ones took no time";
}

TEST(ReservationSchedulerModel, ThePendingFlagFallsWhenTheScheduleHasPassed) {
  Scheduler s;
  s.reserve(1, 10).tick();  // cycle 100, next 110
  s.tick(9);                // up to cycle 109
  EXPECT_TRUE(s.out().wake_valid);
  EXPECT_EQ(s.out().wake_at, 110u);
  s.tick();
  EXPECT_FALSE(s.out().wake_valid);
  EXPECT_EQ(s.out().wake_at, 0u);
}

TEST(ReservationSchedulerModel, UnreservedPacketsPushTheScheduleWhenCharged) {
  Scheduler s;
  s.bypass(5).tick();
  EXPECT_FALSE(s.out().wake_valid) << "not charged";
  s.in.cfg_charge_bypass = true;
  s.bypass(5).tick();  // cycle 101
  EXPECT_FALSE(s.out().quiescent);
  s.tick();
  EXPECT_EQ(s.out().wake_at, 107u) << "it counts from the clock after";
  s.bypass(5).tick(2);
  EXPECT_EQ(s.out().wake_at, 112u);
  s.reserve(1, 10).bypass(3).tick();  // both in one clock: the grant comes first
  EXPECT_EQ(s.out().grant_start, 112u);
  s.tick(4);
  EXPECT_EQ(s.out().wake_at, 125u);
}

TEST(ReservationSchedulerModel, UnreservedPacketsOfEveryClockAreChargedBesideReservations) {
  Scheduler s;
  s.in.cfg_charge_bypass = true;
  s.in.cfg_lead = 40;
  unsigned granted = 0;
  for (unsigned clock = 0; clock < 40; ++clock) {
    granted += s.out().reservation_ready;
    s.reserve(1, 10).bypass(1023).tick();
  }
  EXPECT_EQ(granted, 8u) << "one in each fifth clock";
  s.tick(8);
  EXPECT_EQ(s.out().wake_at, 140u + 8 * 10 + 40 * 1023);
}

TEST(ReservationSchedulerModel, TheCycleCounterMayWrapAround) {
  ReservationScheduler::Params p;
  p.cycle_bits = 8;
  Scheduler s(p);
  s.in.now = 250;
  EXPECT_EQ(s.start_of(1, 20), 250u);
  EXPECT_EQ(s.start_of(2, 20), 14u) << "250 + 20 modulo 256";
  EXPECT_EQ(s.start_of(3, 20), 34u);
  while (s.in.now != 60) s.tick();
  EXPECT_FALSE(s.out().wake_valid);
  EXPECT_EQ(s.start_of(4, 20), 60u);
}

TEST(ReservationSchedulerModel, ABurstOf256SourcesNeverOverlapsAndEveryoneIsAnswered) {
  ReservationScheduler::Params p;
  p.nodes = 512;
  for (const unsigned lead : {0u, 40u}) {
    Scheduler s(p);
    s.in.cfg_inflation = 68812;
    s.in.cfg_lead = lead;
    std::set<unsigned> answered;
    uint64_t free_from = 0;
    for (unsigned source = 0; source < 256;) {
      if (s.out().reservation_ready) s.reserve(source, 1 + source % 64, source);
      const bool presented = s.in.reservation_valid;
      s.in.grant_ready = s.in.now % 3 != 0;
      s.tick();
      if (!presented) continue;
      ASSERT_TRUE(s.out().grant_valid);
      EXPECT_EQ(s.out().grant_destination, source);
      EXPECT_EQ(s.out().grant_tag, source);
      ASSERT_GE(s.out().grant_start, free_from) << "source " << source;
      free_from = s.out().grant_start + 1 + source % 64;
      answered.insert(source++);
    }
    EXPECT_EQ(answered.size(), 256u);
    EXPECT_GE(free_from, 100u + 256 * 65 / 2 * 105 / 100) << "sum of all blocks with overhead";
  }
}

TEST(ReservationSchedulerModel, DisablingForgetsScheduleAndGrant) {
  Scheduler s;
  s.in.grant_ready = false;
  s.reserve(1, 500).tick();
  s.in.enable = false;
  s.reserve(2, 500).tick();
  EXPECT_FALSE(s.out().grant_valid);
  EXPECT_FALSE(s.out().wake_valid);
  EXPECT_TRUE(s.out().reservation_ready);
  s.in.enable = true;
  const uint64_t now = s.in.now;
  s.reserve(3, 5).tick();
  EXPECT_EQ(s.out().grant_start, now);
}

}  // namespace
}  // namespace chokepoint
