// SPDX-License-Identifier: Apache-2.0
// Directed tests of the hotspot detector's golden model: the paper's Section IV-B2 and the order of
// events on its contract page.
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "sim/units/cbcm/hotspot_detector.h"

namespace chokepoint {
namespace {

class Detector {
 public:
  using Model = HotspotDetector::Model;
  using Told = std::pair<unsigned, unsigned>;  // destination, degree

  explicit Detector(HotspotDetector::Params p = {64, 1, 32}) : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.node = 0;
    in.throttle_ready = true;
    in.cfg_epoch_cycles = 20;
    in.cfg_inverse_epsilon = 20;
    in.now = 1000 & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      if (model.out().throttle_valid && in.throttle_ready)
        told.push_back({model.out().throttle_destination, model.out().throttle_degree});
      model.step(in);
      in.now = (in.now + 1) & mask_;
      in.packet_valid = in.unthrottle_valid = false;
    }
  }
  void packet(unsigned source, bool marked, bool throttled = false) {
    in.packet_valid = true;
    in.packet_source = source;
    in.packet_marked = marked;
    in.packet_throttled = throttled;
    tick();
  }
  void unthrottle(unsigned source) {
    in.unthrottle_valid = true;
    in.unthrottle_source = source;
    tick();
  }
  /// Marked packets from all sources, then the end of the epoch and the first round.
  void become_hotspot(const std::vector<unsigned>& sources) {
    for (unsigned s : sources) packet(s, true);
    for (int k = 0; k < 100 && state() != HotspotDetector::kHotspot; ++k) tick();
    ASSERT_EQ(state(), HotspotDetector::kHotspot);
    tick(30);
  }
  unsigned state() const { return model.out().state; }
  unsigned degree() const { return model.out().degree; }

  Model model;
  HotspotDetector::In in;
  std::vector<Told> told;

 private:
  uint64_t mask_;
};

using Told = std::vector<Detector::Told>;

TEST(HotspotDetectorModel, UnmarkedPacketsLeaveItIdle) {
  Detector d;
  for (unsigned s = 1; s < 20; ++s) d.packet(s, false);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_EQ(d.degree(), 0u);
}

TEST(HotspotDetectorModel, AMarkedPacketStartsObservationOneClockLater) {
  Detector d;
  d.packet(5, true);
  EXPECT_EQ(d.state(), HotspotDetector::kObserve);
  EXPECT_EQ(d.degree(), 1u);
  EXPECT_TRUE(d.model.out().wake_valid);
  EXPECT_EQ(d.model.out().wake_at, 1020u);
}

TEST(HotspotDetectorModel, AnUnmarkedPacketInTheEpochEmptiesTheList) {
  Detector d;
  d.packet(5, true);
  d.packet(6, true);
  EXPECT_EQ(d.degree(), 2u);
  d.packet(7, false);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_EQ(d.degree(), 0u);
  d.packet(9, true);
  EXPECT_EQ(d.degree(), 1u) << "the procedure starts over with an empty list";
}

TEST(HotspotDetectorModel, TheSameSourceCountsOnce) {
  Detector d;
  for (int k = 0; k < 10; ++k) d.packet(5, true);
  EXPECT_EQ(d.degree(), 1u);
}

TEST(HotspotDetectorModel, ASingleMarkedSourceIsAPermutationAndNoHotspot) {
  Detector d;
  d.packet(5, true);
  d.tick(19);
  EXPECT_EQ(d.state(), HotspotDetector::kObserve);
  d.tick();
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_TRUE(d.told.empty());
}

TEST(HotspotDetectorModel, EpochOfMarkedPacketsEndsInHotspotOnItsDeadlineAndTellsEverySource) {
  Detector d;
  d.packet(40, true);
  d.packet(5, true);
  d.packet(33, true);
  d.tick(17);
  EXPECT_EQ(d.state(), HotspotDetector::kObserve);
  d.tick();
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  EXPECT_FALSE(d.model.out().throttle_valid);
  d.tick();
  EXPECT_TRUE(d.model.out().throttle_valid) << "visible two clocks after the clock that decides";
  d.tick(10);
  EXPECT_EQ(d.told, (Told{{5, 3}, {33, 3}, {40, 3}}));
}

TEST(HotspotDetectorModel, AnUnmarkedPacketOnTheClockOfTheEpochsEndPreventsTheHotspot) {
  Detector d;
  d.packet(5, true);
  d.packet(6, true);
  d.tick(18);
  ASSERT_EQ(d.in.now, 1020u);
  d.packet(7, false);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
}

TEST(HotspotDetectorModel, AMarkedPacketOnTheClockOfTheEpochsEndCounts) {
  Detector d;
  d.packet(5, true);
  d.tick(19);
  d.packet(6, true);
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  EXPECT_EQ(d.degree(), 2u);
}

TEST(HotspotDetectorModel, InHotspotSourcesJoinMarkedOrNotButNotWhenThrottled) {
  Detector d;
  d.become_hotspot({5, 6});
  d.packet(7, false);
  EXPECT_EQ(d.degree(), 3u);
  d.packet(8, true);
  EXPECT_EQ(d.degree(), 4u);
  d.packet(9, true, true);
  EXPECT_EQ(d.degree(), 4u);
}

TEST(HotspotDetectorModel, TheNodeItselfIsNeverTold) {
  Detector d;
  d.in.node = 6;
  d.become_hotspot({5, 6, 7});
  EXPECT_EQ(d.told, (Told{{5, 3}, {7, 3}}));
}

TEST(HotspotDetectorModel, AMessageWaitsUntilItIsTakenAndNoneIsLost) {
  Detector d;
  d.in.throttle_ready = false;
  d.become_hotspot({5, 6, 40});
  EXPECT_TRUE(d.model.out().throttle_valid);
  EXPECT_EQ(d.model.out().throttle_destination, 5u);
  d.tick(50);
  EXPECT_EQ(d.model.out().throttle_destination, 5u);
  d.in.throttle_ready = true;
  d.tick(10);
  EXPECT_EQ(d.told, (Told{{5, 3}, {6, 3}, {40, 3}}));
}

/// Cycles from the start of observation to the first message of the second round, when a source
/// joins right after the first.
TEST(HotspotDetectorModel, NoMessageFollowsForDegreeOverEpsilonCycles) {
  for (unsigned inverse : {20u, 5u}) {
    Detector d;
    d.in.cfg_inverse_epsilon = inverse;
    d.packet(5, true);
    d.packet(6, true);
    d.tick(18);
    d.tick();  // decides at 1020; scans 1021 to 1024: 5, 6, rest of group 0, group 1
    ASSERT_EQ(d.state(), HotspotDetector::kHotspot);
    d.tick(3);
    EXPECT_EQ(d.told.size(), 2u);
    d.packet(7, false);
    ASSERT_EQ(d.in.now, 1025u);
    while (!d.model.out().throttle_valid && d.in.now < 1200) d.tick();
    // The scan ended with the clock of 1024; the round is decided at 1024 + 2 * inverse.
    EXPECT_EQ(d.in.now, 1024 + 2 * inverse + 2) << "inverse epsilon " << inverse;
    EXPECT_EQ(d.model.out().throttle_degree, 3u);
  }
}

TEST(HotspotDetectorModel, WithoutAChangeNothingIsRepeated) {
  Detector d;
  d.become_hotspot({5, 6});
  EXPECT_TRUE(d.model.out().quiescent);
  EXPECT_FALSE(d.model.out().wake_valid);
  d.tick(5000);
  EXPECT_EQ(d.told.size(), 2u);
}

TEST(HotspotDetectorModel, RefreshRepeatsAnUnchangedAnnouncement) {
  Detector d;
  d.in.cfg_refresh_rounds = 3;
  d.become_hotspot({5, 6});
  EXPECT_TRUE(d.model.out().wake_valid);
  const uint64_t first = d.model.out().wake_at;
  while (d.in.now <= first) d.tick();
  d.tick(5);
  EXPECT_EQ(d.told.size(), 4u) << "after 3 * 2 * 20 cycles";
  EXPECT_EQ(first, 1024u + 3 * 2 * 20);
}

TEST(HotspotDetectorModel, AJoinerAndALeaverInOneRoundAreToldUnlessOnlyTheCountDecides) {
  for (bool on_count : {false, true}) {
    Detector d;
    d.in.cfg_announce_on_count = on_count;
    d.become_hotspot({5, 6, 7});
    d.told.clear();
    d.packet(8, false);
    d.unthrottle(6);
    EXPECT_EQ(d.degree(), 3u);
    d.tick(200);
    if (on_count)
      EXPECT_EQ(d.told, Told{}) << "the paper's letter: the count is the same";
    else
      EXPECT_EQ(d.told, (Told{{5, 3}, {7, 3}, {8, 3}}));
  }
}

TEST(HotspotDetectorModel, AJoinerBehindTheScanIsToldInTheNextRound) {
  Detector d;
  d.in.throttle_ready = false;
  d.become_hotspot({10, 20, 30});
  d.in.throttle_ready = true;
  d.tick(2);  // 20 is shown, the scan stands at 21
  d.packet(3, false);
  d.tick(20);
  EXPECT_EQ(d.told, (Told{{10, 3}, {20, 3}, {30, 3}}));
  d.tick(100);
  ASSERT_EQ(d.told.size(), 7u);
  EXPECT_EQ(d.told[3], (Detector::Told{3, 4}));
  EXPECT_EQ(d.told[6], (Detector::Told{30, 4}));
}

TEST(HotspotDetectorModel, ALeaverUpdatesTheRest) {
  Detector d;
  d.become_hotspot({5, 6, 7});
  d.told.clear();
  d.unthrottle(6);
  EXPECT_EQ(d.degree(), 2u);
  d.tick(200);
  EXPECT_EQ(d.told, (Told{{5, 2}, {7, 2}}));
}

TEST(HotspotDetectorModel, ASecondUnthrottleOfTheSameSourceHasNoEffect) {
  Detector d;
  d.become_hotspot({5, 6, 7});
  d.unthrottle(6);
  d.unthrottle(6);
  d.unthrottle(50);
  EXPECT_EQ(d.degree(), 2u);
}

TEST(HotspotDetectorModel, UnthrottleOutsideHotspotHasNoEffect) {
  Detector d;
  d.packet(5, true);
  d.unthrottle(5);
  EXPECT_EQ(d.degree(), 1u);
  EXPECT_EQ(d.state(), HotspotDetector::kObserve);
}

TEST(HotspotDetectorModel, JoiningAndLeavingInOneClockLeavesTheSourceOut) {
  Detector d;
  d.become_hotspot({5, 6});
  d.in.unthrottle_valid = true;
  d.in.unthrottle_source = 9;
  d.packet(9, false);
  EXPECT_EQ(d.degree(), 2u);
}

TEST(HotspotDetectorModel, TheListThatEmptiesEndsTheHotspotAtOnce) {
  Detector d;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  d.unthrottle(6);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_EQ(d.degree(), 0u);
  EXPECT_TRUE(d.model.out().quiescent);
  EXPECT_FALSE(d.model.out().wake_valid);
}

TEST(HotspotDetectorModel, TheListThatEmptiesDuringAScanLetsTheMessageLeave) {
  Detector d;
  d.in.throttle_ready = false;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  d.unthrottle(6);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_TRUE(d.model.out().throttle_valid);
  d.in.throttle_ready = true;
  d.tick(2);
  EXPECT_EQ(d.told, (Told{{5, 2}}));
  EXPECT_FALSE(d.model.out().throttle_valid);
}

TEST(HotspotDetectorModel, TheLastSourceIsToldDegreeOneBeforeTheHotspotEnds) {
  for (bool on_count : {false, true}) {
    Detector d;
    d.in.cfg_announce_on_count = on_count;
    d.become_hotspot({5, 6});
    d.told.clear();
    d.unthrottle(5);
    for (int k = 0; k < 200 && d.state() == HotspotDetector::kHotspot; ++k) d.tick();
    EXPECT_EQ(d.state(), HotspotDetector::kIdle) << on_count;
    EXPECT_EQ(d.told, (Told{{6, 1}})) << on_count;
  }
}

// The last leaver but one goes on the very clock at which a refresh is due: the round comes first.
TEST(HotspotDetectorModel, ARefreshDueGoesBeforeTheEndOfTheHotspot) {
  Detector d;
  d.in.cfg_announce_on_count = true;
  d.in.cfg_refresh_rounds = 1;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  while (d.told.size() < 3) d.tick();
  EXPECT_EQ(d.told.back(), (Detector::Told{6, 1}));
  d.packet(7, false);  // joins while the scan still runs
  while (d.model.out().quiescent == false) d.tick();
  while (d.in.now != d.model.out().wake_at) d.tick();
  d.unthrottle(7);
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  d.tick(10);
  EXPECT_EQ(d.told.size(), 4u) << "source 6 is told again";
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
}

TEST(HotspotDetectorModel, DeadlinesSurviveTheWrapOfTheCycleCounter) {
  Detector d({16, 1, 8});
  d.in.cfg_inverse_epsilon = 10;
  d.in.now = 250;
  d.packet(5, true);
  d.packet(6, true);
  d.tick(18);
  EXPECT_EQ(d.state(), HotspotDetector::kObserve);
  d.tick();
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
}

TEST(HotspotDetectorModel, DisableClearsEverything) {
  Detector d;
  d.in.throttle_ready = false;
  d.become_hotspot({5, 6});
  d.in.enable = false;
  d.packet(7, true);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_EQ(d.degree(), 0u);
  EXPECT_FALSE(d.model.out().throttle_valid);
}

TEST(HotspotDetectorModel, GranularityTellsTheWholeGroupAndCapsTheDegree) {
  Detector d({64, 4, 32});
  d.become_hotspot({5, 9});
  EXPECT_EQ(d.degree(), 8u);
  Told expected;
  for (unsigned s = 4; s < 12; ++s) expected.push_back({s, 8});
  EXPECT_EQ(d.told, expected);
  Detector all({17, 16, 32});
  all.become_hotspot({5, 16});
  EXPECT_EQ(all.degree(), 16u) << "2 * 16, capped at Nodes - 1";
  EXPECT_EQ(all.told.size(), 16u);
}

TEST(HotspotDetectorModel, GranularityABitLeavesWhenAllToldMembersHaveUnthrottled) {
  Detector d({64, 4, 32});
  d.become_hotspot({5, 9, 13});
  for (unsigned k = 0; k < 3; ++k) {
    d.unthrottle(4 + k);
    EXPECT_EQ(d.degree(), 12u) << k;
  }
  d.unthrottle(7);
  EXPECT_EQ(d.degree(), 8u);
  d.unthrottle(7);
  EXPECT_EQ(d.degree(), 8u);
}

TEST(HotspotDetectorModel, ManyToOneConvergesToAllSourcesWithinTheBandwidthOverhead) {
  for (unsigned senders : {40u, 63u}) {
    Detector d;
    d.in.cfg_epoch_cycles = 512;
    std::set<unsigned> members;
    uint64_t messages = 0;
    const uint64_t start = d.in.now;
    for (unsigned cycle = 0; cycle < 20000; ++cycle) {
      messages += d.model.out().throttle_valid;
      if (cycle % 32 == 0)
        d.packet(1 + (cycle / 32 * 11) % senders, true);
      else
        d.tick();
    }
    EXPECT_EQ(d.degree(), senders);
    EXPECT_EQ(d.told.back().second, senders) << "the last announcement";
    EXPECT_LE(messages, (d.in.now - start) / 20 + senders);
  }
}

}  // namespace
}  // namespace chokepoint
