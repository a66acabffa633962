// SPDX-License-Identifier: Apache-2.0
// Directed tests of the unthrottle monitor's golden model: the paper's Section IV-B4 and the order
// of events on its contract page.
#include <gtest/gtest.h>

#include "sim/units/cbcm/unthrottle_monitor.h"

namespace chokepoint {
namespace {

/// Entry 0 is throttled towards node 9; an epoch is 100 tokens, counted here for the token throttler.
class Monitor {
 public:
  explicit Monitor(UnthrottleMonitor::Params p = {}) : model(p) {
    in.enable = true;
    in.cfg_epoch_flits = 100;
    in.unthrottle_ready = true;
    entry(0, 9);
  }
  void entry(unsigned e, unsigned destination) {
    tokens_[e] = 0;
    in.entry_valid |= uint64_t{1} << e;
    in.entry_destination[e] = destination;
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
      in.generated_valid = false;
      in.entry_refreshed = in.entry_epoch_over = 0;
    }
  }
  /// With the next clock a token of each of these entries.
  void token(uint64_t entries) {
    for_each_bit(entries & in.entry_valid, [&](unsigned e) {
      if (++tokens_[e] < in.cfg_epoch_flits) return;
      tokens_[e] = 0;
      in.entry_epoch_over |= uint64_t{1} << e;
    });
  }
  /// A token of every entry in each of so many clocks.
  void arrive(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      token(in.entry_valid);
      tick();
    }
  }
  /// With the next clock.
  void generate(unsigned destination, unsigned flits) {
    in.generated_valid = true;
    in.generated_destination = destination;
    in.generated_flits = flits;
  }
  const UnthrottleMonitor::Out& out() const { return model.out(); }

  UnthrottleMonitor::Model model;
  UnthrottleMonitor::In in;
  unsigned sent = 0, last_destination = 0;

 private:
  uint64_t freed_ = 0;
  Lanes tokens_{};  // that have arrived in the epoch
};

TEST(UnthrottleMonitorModel, AnEpochIsEpochFlitsTokensHoweverLongTheyTake) {
  Monitor m;
  m.tick();
  EXPECT_EQ(m.out().active, 1u);
  EXPECT_TRUE(m.out().quiescent);
  m.arrive(50);
  m.tick(100000);
  m.arrive(49);
  EXPECT_TRUE(m.out().quiescent);
  m.arrive();
  EXPECT_FALSE(m.out().unthrottle_valid) << "leaving, the message is not shown yet";
  EXPECT_FALSE(m.out().quiescent);
  m.tick();
  EXPECT_TRUE(m.out().unthrottle_valid);
  EXPECT_EQ(m.out().unthrottle_entry, 0u);
  EXPECT_EQ(m.out().unthrottle_destination, 9u);
  m.tick();
  EXPECT_EQ(m.out().active, 0u);
  EXPECT_FALSE(m.out().unthrottle_valid);
  EXPECT_EQ(m.out().unthrottle_destination, 0u);
}

TEST(UnthrottleMonitorModel, ASourceThatGeneratesExactlyItsShareStaysAndOneFlitLessLeaves) {
  for (unsigned flits : {99u, 100u, 101u}) {
    Monitor m;
    m.tick();
    m.generate(9, flits);
    m.arrive(100);
    m.tick(5);
    EXPECT_EQ(m.sent, flits < 100 ? 1u : 0u) << flits;
  }
}

TEST(UnthrottleMonitorModel, AFlitForEachTokenIsEnoughInEveryEpoch) {
  Monitor m;
  m.tick();
  for (int token = 0; token < 1000; ++token) {
    m.tick(3);
    m.generate(9, 1);
    m.arrive();
  }
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  for (int token = 0; token < 100; ++token) {
    if (token != 50) m.generate(9, 1);
    m.arrive();
  }
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

/// In ten thousand cycles with a flit in each `every`-th: `early` tokens come at degree 2, all others at 10.
bool thrown_out(unsigned every, unsigned early) {
  Monitor m;
  m.tick();
  unsigned tokens = 0, due = early > 0 ? 2 : 10;
  for (unsigned cycle = 1; cycle <= 10000; ++cycle) {
    if (cycle % every == 0) m.generate(9, 1);
    if (cycle == due) {
      m.token(1);
      due += ++tokens < early ? 2 : 10;
    }
    m.tick();
  }
  return m.sent != 0;
}

// An epoch that lasted epoch_flits * D_t cycles kept the D_t of its first clock: a flow that had gone
// down to its new share was measured against the old one, 100 flits in 200 cycles, and thrown out.
TEST(UnthrottleMonitorModel, DegreeTwoToTenEarlyInAnEpochKeepsAFlowThatGeneratesATenth) {
  EXPECT_FALSE(thrown_out(10, 0));
  EXPECT_FALSE(thrown_out(9, 10)) << "920 cycles";
  EXPECT_TRUE(thrown_out(11, 0));
}

TEST(UnthrottleMonitorModel, AFlowThatFollowsItsShareStaysWheneverTheDegreeChanges) {
  for (const unsigned change : {1u, 7u, 50u, 99u}) {
    Monitor m;
    m.tick();
    for (unsigned token = 0; token < 1000; ++token) {
      m.tick(token % 100 < change ? 1 : 9);  // degree 2, then 10
      m.generate(9, 1);
      m.arrive();
    }
    EXPECT_EQ(m.sent, 0u) << change;
  }
}

TEST(UnthrottleMonitorModel, GenerationOnTheLastClockOfTheEpochCountsAndOnTheFirstDoesNot) {
  Monitor last;
  last.tick();
  last.arrive(99);
  last.generate(9, 100);
  last.arrive();
  last.tick(5);
  EXPECT_EQ(last.sent, 0u);
  Monitor first;
  first.generate(9, 100);
  first.tick();  // the clock that starts the measurement
  first.arrive(100);
  first.tick(5);
  EXPECT_EQ(first.sent, 1u);
}

TEST(UnthrottleMonitorModel, AnEndInTheFirstClockDoesNotCount) {
  Monitor m;
  m.in.entry_epoch_over = 1;
  m.tick();
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.in.entry_epoch_over = 1;
  m.tick();
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, GenerationTowardsOthersDoesNotCount) {
  Monitor m;
  m.tick();
  for (int k = 0; k < 100; ++k) {
    m.generate(8, 100);
    m.arrive();
  }
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, EveryEpochIsCountedAnew) {
  Monitor m;
  m.tick();
  m.generate(9, 5000);
  m.arrive(100);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive(100);
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, AQueueThatWasFullAtAnyCycleStillContributes) {
  Monitor m;
  m.tick();
  m.arrive(50);
  m.in.queue_full = 1;
  m.tick();
  m.in.queue_full = 0;
  m.arrive(50);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive(100);
  m.tick(5);
  EXPECT_EQ(m.sent, 1u) << "the next epoch sees no full queue";
}

TEST(UnthrottleMonitorModel, AQueueFullAtTheEpochsEndCountsForTheNextEpochToo) {
  Monitor m;
  m.tick();
  m.arrive(99);
  m.in.queue_full = 1;
  m.arrive();
  m.in.queue_full = 0;
  m.arrive(100);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive(100);
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, DrainFirstWaitsForAnEmptyQueueAtAnEpochsEnd) {
  Monitor m;
  m.in.cfg_drain_first = true;
  m.tick();
  m.arrive(100);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.in.queue_empty = 1;
  m.arrive(99);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive();
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, TheLeaseFreesAnEntryThatHearsNothingHoweverMuchItSends) {
  Monitor m;
  m.in.cfg_lease_epochs = 3;
  m.in.queue_full = 1;
  m.tick();
  m.arrive(299);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive();
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, AThrottleMessageRenewsTheLease) {
  Monitor m;
  m.in.cfg_lease_epochs = 2;
  m.in.queue_full = 1;
  m.tick();
  for (int epoch = 0; epoch < 5; ++epoch) {
    m.arrive(99);
    m.in.entry_refreshed = 1;
    m.arrive();  // the last clock of the epoch counts
  }
  m.arrive(199);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive();  // two epochs without
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, WithoutALeaseAFullQueueStaysAndALaterLeaseStillKnowsHowLong) {
  Monitor m;
  m.in.queue_full = 1;
  m.tick();
  m.arrive(100 * 40);
  EXPECT_EQ(m.sent, 0u);
  m.in.cfg_lease_epochs = 15;  // as many as are counted
  m.arrive(100);
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, ALeavingEntryLeavesEvenWhenItIsRefreshedOrGenerates) {
  Monitor m;
  m.in.unthrottle_ready = false;
  m.tick();
  m.arrive(100);
  m.tick();
  ASSERT_TRUE(m.out().unthrottle_valid);
  m.in.entry_refreshed = 1;
  m.generate(9, 10000);
  m.tick();
  m.arrive(1000);
  EXPECT_TRUE(m.out().unthrottle_valid);
  EXPECT_FALSE(m.out().quiescent);
  m.in.unthrottle_ready = true;
  m.tick();
  EXPECT_EQ(m.sent, 1u);
  EXPECT_EQ(m.last_destination, 9u);
}

TEST(UnthrottleMonitorModel, EntriesThatLeaveTogetherGoOneByOneLowestFirst) {
  Monitor m;
  m.entry(3, 12);
  m.entry(5, 2);
  m.tick();
  m.arrive(100);
  m.tick();
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

TEST(UnthrottleMonitorModel, EntriesAreMeasuredApart) {
  Monitor m;
  m.entry(1, 12);
  m.tick();
  m.generate(12, 100);
  m.arrive(60);
  m.token(2);
  m.tick();
  m.arrive(39);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u) << "entry 1 had its 100 and its share, entry 0 is one token short";
  m.token(1);
  m.tick();
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
  EXPECT_EQ(m.last_destination, 9u);
  EXPECT_EQ(m.out().active, 2u);
}

TEST(UnthrottleMonitorModel, AnEntryThatBecomesInvalidIsForgotten) {
  Monitor m;
  m.tick();
  m.arrive(90);
  m.in.entry_valid = 0;
  m.tick();
  EXPECT_EQ(m.out().active, 0u);
  m.entry(0, 9);
  m.tick();
  m.arrive(99);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive();
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, TheLongestEpochAndTheLargestMessageDoNotWrap) {
  Monitor m;
  m.in.cfg_epoch_flits = 65535;
  m.tick();
  m.generate(9, 65535);
  m.tick();
  m.generate(9, 1);
  m.tick();
  m.arrive(65535);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.generate(9, 65534);
  m.arrive(65534);
  m.tick(5);
  EXPECT_EQ(m.sent, 0u);
  m.arrive();
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, AnEpochOfNoFlitsEndsWithEachTokenAndIsNeverLow) {
  Monitor m;
  m.in.cfg_epoch_flits = 0;
  m.tick();
  m.arrive(1000);
  EXPECT_EQ(m.sent, 0u);
  m.in.cfg_lease_epochs = 2;
  m.arrive();
  m.tick(5);
  EXPECT_EQ(m.sent, 1u);
}

TEST(UnthrottleMonitorModel, ANewShareHoldsFromTheNextEpochOn) {
  for (const unsigned flits : {99u, 100u}) {
    Monitor m;
    m.tick();
    m.in.cfg_epoch_flits = 10;
    m.generate(9, flits);
    m.tick();
    m.in.entry_epoch_over = 1;
    m.tick(5);
    EXPECT_EQ(m.sent, flits < 100 ? 1u : 0u);
    if (flits < 100) continue;
    m.generate(9, 10);
    m.arrive(10);
    m.tick(5);
    EXPECT_EQ(m.sent, 0u);
    m.generate(9, 9);
    m.arrive(10);
    m.tick(5);
    EXPECT_EQ(m.sent, 1u);
  }
}

TEST(UnthrottleMonitorModel, DisableForgetsEverything) {
  Monitor m;
  m.in.unthrottle_ready = false;
  m.tick();
  m.arrive(100);
  m.tick();
  ASSERT_TRUE(m.out().unthrottle_valid);
  m.in.enable = false;
  m.tick();
  EXPECT_EQ(m.out().active, 0u);
  EXPECT_FALSE(m.out().unthrottle_valid);
  EXPECT_TRUE(m.out().quiescent);
}

}  // namespace
}  // namespace chokepoint
