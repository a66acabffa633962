// SPDX-License-Identifier: Apache-2.0
// Directed tests of the unthrottle monitor's golden model: the paper's Section IV-B4 and the order
// of events on its contract page.
#include <gtest/gtest.h>

#include "sim/units/cbcm/unthrottle_monitor.h"

namespace chokepoint {
namespace {

/// Entry 0 throttled towards node 9 with degree 4; an epoch is 100 * 4 cycles.
class Monitor {
 public:
  explicit Monitor(UnthrottleMonitor::Params p = {}) : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.cfg_epoch_flits = 100;
    in.unthrottle_ready = true;
    in.now = 1000 & mask_;
    entry(0, 9, 4);
  }
  void entry(unsigned e, unsigned destination, unsigned degree) {
    in.entry_valid |= uint64_t{1} << e;
    in.entry_destination[e] = destination;
    in.entry_degree[e] = degree;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      if (out().unthrottle_valid && in.unthrottle_ready) {  // the throttler frees the entry
        ++sent;
        last_destination = out().unthrottle_destination;
        model.step(in);
        in.entry_valid &= ~freed_;
      } else {
        model.step(in);
      }
      freed_ = out().unthrottle_valid ? uint64_t{1} << out().unthrottle_entry : 0;
      in.now = (in.now + 1) & mask_;
      in.generated_valid = false;
      in.entry_refreshed = 0;
    }
  }
  void generate(unsigned destination, unsigned flits) {
    in.generated_valid = true;
    in.generated_destination = destination;
    in.generated_flits = flits;
    tick();
  }
  const UnthrottleMonitor::Out& out() const { return model.out(); }

  UnthrottleMonitor::Model model;
  UnthrottleMonitor::In in;
  unsigned sent = 0, last_destination = 0;

 private:
  uint64_t mask_, freed_ = 0;
};

TEST(UnthrottleMonitorModel, AnEntryIsMeasuredForEpochFlitsTimesDegreeCycles) {
  Monitor m;
  m.tick();
  EXPECT_EQ(m.out().active, 1u);
  EXPECT_TRUE(m.out().wake_valid);
  EXPECT_EQ(m.out().wake_at, 1400u);
  m.tick(400);  // the clock of 1400 included
  EXPECT_FALSE(m.out().unthrottle_valid) << "leaving, the message is not shown yet";
  EXPECT_FALSE(m.out().quiescent);
  m.tick();
  EXPECT_TRUE(m.out().unthrottle_valid);
  EXPECT_EQ(m.out().unthrottle_destination, 9u);
  m.tick();
  EXPECT_EQ(m.out().active, 0u);
  EXPECT_FALSE(m.out().unthrottle_valid);
}

TEST(UnthrottleMonitorModel, OneFlitBelowTheThresholdUnthrottlesAndTheThresholdDoesNot) {
  for (unsigned flits : {99u, 100u}) {
    Monitor m;
    m.tick();
    m.generate(9, flits);
    m.tick(398);
    m.tick(5);
    EXPECT_EQ(m.sent, flits < 100 ? 1u : 0u) << flits;
  }
}

TEST(UnthrottleMonitorModel, GenerationOnTheLastClockOfTheEpochCountsAndOnTheFirstDoesNot) {
  Monitor last;
  last.tick(400);
  ASSERT_EQ(last.in.now, 1400u);
  last.generate(9, 100);
  last.tick(5);
  EXPECT_EQ(last.sent, 0u);
  Monitor first;
  first.generate(9, 100);  // the clock that starts the measurement
  first.tick(405);
  EXPECT_EQ(first.sent, 1u);
}

TEST(UnthrottleMonitorModel, GenerationTowardsOthersDoesNotCount) {
  Monitor m;
  m.tick();
  for (int k = 0; k < 300; ++k) m.generate(8, 100);
  m.tick(110);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, EveryEpochIsCountedAnew) {
  Monitor m;
  m.tick();
  m.generate(9, 5000);
  m.tick(405);
  EXPECT_EQ(m.sent, 0u);
  m.tick(400);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, AQueueThatWasFullAtAnyCycleStillContributes) {
  Monitor m;
  m.tick(200);
  m.in.queue_full = 1;
  m.tick();
  m.in.queue_full = 0;
  m.tick(220);
  EXPECT_EQ(m.sent, 0u);
  m.tick(400);
  EXPECT_EQ(m.sent, 1u) << "the next epoch sees no full queue";
}

TEST(UnthrottleMonitorModel, AQueueFullAtTheEpochsEndCountsForTheNextEpochToo) {
  Monitor m;
  m.tick(400);
  m.in.queue_full = 1;
  m.tick();  // 1400
  m.in.queue_full = 0;
  m.tick(405);
  EXPECT_EQ(m.sent, 0u);
  m.tick(400);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, DrainFirstWaitsForAnEmptyQueueAtAnEpochsEnd) {
  Monitor m;
  m.in.cfg_drain_first = true;
  m.tick(405);
  EXPECT_EQ(m.sent, 0u);
  m.in.queue_empty = 1;
  m.tick(390);
  EXPECT_EQ(m.sent, 0u);
  m.tick(10);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, TheLeaseFreesAnEntryThatHearsNothingHoweverMuchItSends) {
  Monitor m;
  m.in.cfg_lease_epochs = 3;
  m.in.queue_full = 1;
  m.tick(1 + 800 + 5);
  EXPECT_EQ(m.sent, 0u);
  m.tick(400);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, AThrottleMessageRenewsTheLease) {
  Monitor m;
  m.in.cfg_lease_epochs = 2;
  m.in.queue_full = 1;
  for (int epoch = 0; epoch < 5; ++epoch) {
    m.tick(400);
    m.in.entry_refreshed = 1;
    m.tick();
  }
  ASSERT_EQ(m.in.now, 3005u);  // the last refresh fell into the epoch that ends at 3400
  m.tick(1195);
  EXPECT_EQ(m.sent, 0u);
  m.tick(5);  // two epochs without: 4200
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, WithoutALeaseAFullQueueStaysForEver) {
  Monitor m;
  m.in.queue_full = 1;
  m.tick(20000);
  EXPECT_EQ(m.sent, 0u);
}

TEST(UnthrottleMonitorModel, ALeavingEntryLeavesEvenWhenItIsRefreshedOrGenerates) {
  Monitor m;
  m.in.unthrottle_ready = false;
  m.tick(402);
  ASSERT_TRUE(m.out().unthrottle_valid);
  m.in.entry_refreshed = 1;
  m.generate(9, 10000);
  m.tick(1000);
  EXPECT_TRUE(m.out().unthrottle_valid);
  EXPECT_FALSE(m.out().quiescent);
  m.in.unthrottle_ready = true;
  m.tick();
  EXPECT_EQ(m.sent, 1u);
  EXPECT_EQ(m.last_destination, 9u);
}

TEST(UnthrottleMonitorModel, EntriesThatLeaveTogetherGoOneByOneLowestFirst) {
  Monitor m;
  m.entry(3, 12, 4);
  m.entry(5, 2, 4);
  m.tick(402);
  EXPECT_EQ(m.out().unthrottle_entry, 0u);
  m.tick();
  EXPECT_EQ(m.out().unthrottle_entry, 3u);
  EXPECT_EQ(m.out().unthrottle_destination, 12u);
  m.tick();
  EXPECT_EQ(m.out().unthrottle_entry, 5u);
  m.tick();
  EXPECT_FALSE(m.out().unthrottle_valid);
  EXPECT_EQ(m.out().active, 0u);
}

TEST(UnthrottleMonitorModel, AnEntryThatBecomesInvalidIsForgotten) {
  Monitor m;
  m.tick(300);
  m.in.entry_valid = 0;
  m.tick();
  EXPECT_EQ(m.out().active, 0u);
  m.entry(0, 9, 4);
  m.tick();
  EXPECT_EQ(m.out().wake_at, 1301u + 400);
}

TEST(UnthrottleMonitorModel, TheCounterSaturatesInsteadOfWrapping) {
  Monitor m({16, 8, 32, 12});
  m.in.cfg_epoch_flits = 4000;
  m.tick();
  m.generate(9, 4096);  // would be 0 in 12 bits
  m.tick(16010);
  EXPECT_EQ(m.sent, 0u);
}

TEST(UnthrottleMonitorModel, EpochsSurviveTheWrapOfTheCycleCounter) {
  Monitor m({16, 8, 8, 17});
  m.in.cfg_epoch_flits = 25;
  m.in.now = 200;
  m.tick();
  EXPECT_EQ(m.out().wake_at, (200u + 100) % 256);
  m.tick(99);
  EXPECT_TRUE(m.out().quiescent);
  m.tick(3);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, DisableForgetsEverything) {
  Monitor m;
  m.in.unthrottle_ready = false;
  m.tick(402);
  m.in.enable = false;
  m.tick();
  EXPECT_EQ(m.out().active, 0u);
  EXPECT_FALSE(m.out().unthrottle_valid);
}

}  // namespace
}  // namespace chokepoint
