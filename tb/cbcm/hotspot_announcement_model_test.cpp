// SPDX-License-Identifier: Apache-2.0
// Directed tests of the hotspot detector's golden model: whom a hotspot tells what and when
// (rounds, refreshes, messages that wait), in the order of events on its contract page.
#include <gtest/gtest.h>

#include <set>

#include "tb/cbcm/hotspot_detector_driver.h"

namespace chokepoint {
namespace {

using Detector = test::HotspotDetectorDriver;
using Told = std::vector<Detector::Told>;

TEST(HotspotAnnouncementModel, TheNodeItselfIsNeverTold) {
  Detector d;
  d.in.node = 6;
  d.become_hotspot({5, 6, 7});
  EXPECT_EQ(d.told, (Told{{5, 3}, {7, 3}}));
}

TEST(HotspotAnnouncementModel, AMessageWaitsUntilItIsTakenAndNoneIsLost) {
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
TEST(HotspotAnnouncementModel, NoMessageFollowsForMessagesOverEpsilonCycles) {
  for (unsigned inverse : {20u, 5u}) {
    Detector d;
    d.in.cfg_inverse_epsilon = inverse;
    d.packet(5, true);
    d.packet(6, true);
    d.tick(18);
    d.tick();  // decides at 1020; looks at 1022, 1024, 1026 and 1027: 5, 6, rest of group 0, group
               // 1
    ASSERT_EQ(d.state(), HotspotDetector::kHotspot);
    d.tick(5);
    EXPECT_EQ(d.told.size(), 2u);
    d.packet(7, false);
    ASSERT_EQ(d.in.now, 1027u);
    while (!d.model.out().throttle_valid && d.in.now < 1200) d.tick();
    // The scan ended with the clock of 1027; rested at 1027 + 2 * inverse, decided a clock later.
    EXPECT_EQ(d.in.now, 1027 + 2 * inverse + 4) << "inverse epsilon " << inverse;
    EXPECT_EQ(d.model.out().throttle_degree, 3u);
  }
}

/// Cycle of the last scan step and the messages told in the first round of {5, 6}; joiners are
/// added while the first message waits.
struct Round {
  uint64_t end = 0;
  unsigned told = 0;
};
Round first_round(Detector& d, const std::vector<unsigned>& joiners) {
  d.in.throttle_ready = false;
  d.packet(5, true);
  d.packet(6, true);
  while (!d.model.out().throttle_valid) d.tick();
  for (unsigned s : joiners) d.packet(s, false);
  d.in.throttle_ready = true;
  Round round;
  while (!d.model.out().quiescent) {  // nobody is told by the last step of the scan
    round.end = d.in.now;
    d.tick();
  }
  round.told = static_cast<unsigned>(d.told.size());
  return round;
}

/// Cycles from the last scan step to the end of the silence; a change is pending, and the next
/// round is decided a clock later.
uint64_t silence_after(Detector& d, const Round& round) {
  while (!d.model.out().throttle_valid && d.in.now < round.end + 500) d.tick();
  return d.in.now - 4 - round.end;
}

TEST(HotspotAnnouncementModel, SourcesAddedAheadOfTheScanLengthenTheSilence) {
  Detector d;
  const Round round = first_round(d, {40, 41, 42});
  EXPECT_EQ(round.told, 5u) << "all five in the round that announced 2";
  EXPECT_EQ(d.told.back(), (Detector::Told{42, 2}));
  EXPECT_EQ(silence_after(d, round), 5u * 20);
}

TEST(HotspotAnnouncementModel, ASourceAddedBehindTheScanDoesNotLengthenTheSilence) {
  Detector d;
  const Round round = first_round(d, {3});
  EXPECT_EQ(round.told, 2u);
  EXPECT_EQ(silence_after(d, round), 2u * 20);
}

// The announced degree counts the node itself, which is never told and costs no message.
TEST(HotspotAnnouncementModel, TheNodeInItsOwnListDoesNotLengthenTheSilence) {
  Detector d;
  d.in.node = 6;
  const Round round = first_round(d, {3});
  EXPECT_EQ(round.told, 1u);
  EXPECT_EQ(silence_after(d, round), 1u * 20);
}

// Only the node itself is left as the first round looks: no message, so no silence, and the last
// change is told to nobody, which ends the hotspot.
TEST(HotspotAnnouncementModel, ARoundThatTellsNobodyIsFollowedByNoSilence) {
  Detector d;
  d.in.node = 6;
  d.packet(5, true);
  d.packet(6, true);
  while (d.state() != HotspotDetector::kHotspot) d.tick();
  const uint64_t decided = d.in.now - 1;
  d.unthrottle(5);  // in the clock of the look: told all the same
  d.tick(100);
  EXPECT_EQ(d.told, (Told{{5, 2}}));
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);

  Detector e;
  e.in.node = 40;
  e.packet(39, true);
  e.packet(40, true);
  while (e.state() != HotspotDetector::kHotspot) e.tick();
  ASSERT_EQ(e.in.now - 1, decided);
  e.unthrottle(39);  // before its group is looked at
  e.tick(8);         // two scans of two groups, and a clock to rest, to decide and to end
  EXPECT_EQ(e.told, Told{});
  EXPECT_EQ(e.state(), HotspotDetector::kIdle);
}

TEST(HotspotAnnouncementModel, WithoutEpsilonRoundsFollowAtOnce) {
  Detector d;
  d.in.cfg_inverse_epsilon = 0;
  const Round round = first_round(d, {3});
  EXPECT_EQ(round.told, 2u);
  EXPECT_EQ(silence_after(d, round), 1u) << "the deadline is looked at from the next clock on";
}

// The message of a hotspot that ended waits: it does not change, and the next round waits for it.
TEST(HotspotAnnouncementModel, AMessageOfAHotspotThatIsOverHoldsUpTheNext) {
  Detector d;
  d.in.throttle_ready = false;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  d.unthrottle(6);
  d.tick(2);
  ASSERT_EQ(d.state(), HotspotDetector::kIdle);
  for (unsigned s : {7u, 8u, 9u}) d.packet(s, true);
  d.tick(100);
  EXPECT_EQ(d.state(), HotspotDetector::kObserve);
  EXPECT_EQ(d.model.out().throttle_destination, 5u);
  EXPECT_EQ(d.model.out().throttle_degree, 2u);
  EXPECT_FALSE(d.model.out().quiescent);
  d.in.throttle_ready = true;
  d.tick();
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  d.tick(20);
  EXPECT_EQ(d.told, (Told{{5, 2}, {7, 3}, {8, 3}, {9, 3}}));
}

TEST(HotspotAnnouncementModel, EveryRoundCountsItsOwnMessages) {
  Detector d;
  first_round(d, {40, 41, 42});
  d.unthrottle(40);
  d.unthrottle(41);
  d.unthrottle(42);
  while (!d.model.out().throttle_valid) d.tick();
  const uint64_t shown =
      d.in.now;  // looks, 2 clocks each, at 5, at 6 and at the rest of both groups
  d.tick(10);
  d.packet(3, false);
  EXPECT_EQ(d.told.size(), 7u);
  EXPECT_EQ(silence_after(d, {shown + 4, 2}), 2u * 20);
}

TEST(HotspotAnnouncementModel, ARefreshIsDueARoundsSilenceTimesRefreshRoundsLater) {
  Detector d;
  d.in.cfg_announce_on_count = true;
  d.in.cfg_refresh_rounds = 3;
  const Round round = first_round(d, {40, 41, 42});
  d.unthrottle(40);
  d.unthrottle(41);
  d.unthrottle(42);  // the number is the announced one again
  d.tick();
  for (unsigned period = 1; period <= 3; ++period) {
    EXPECT_EQ(d.model.out().wake_at, round.end + period * 5 * 20);
    EXPECT_TRUE(d.model.out().quiescent);
    while (d.in.now <= round.end + period * 5 * 20) d.tick();
  }
  EXPECT_FALSE(d.model.out().quiescent) << "the round is due";
  d.tick(10);
  EXPECT_EQ(d.told.size(), 7u);
}

TEST(HotspotAnnouncementModel, WithoutAChangeNothingIsRepeated) {
  Detector d;
  d.become_hotspot({5, 6});
  EXPECT_TRUE(d.model.out().quiescent);
  EXPECT_EQ(d.model.out().wake_at, 1027u + 2 * 20) << "to renew the deadline";
  d.tick(5000);
  EXPECT_EQ(d.told.size(), 2u);
}

TEST(HotspotAnnouncementModel, RefreshRepeatsAnUnchangedAnnouncement) {
  Detector d;
  d.in.cfg_refresh_rounds = 3;
  d.become_hotspot({5, 6});
  while (d.in.now <= 1027u + 3 * 2 * 20) d.tick();
  EXPECT_EQ(d.told.size(), 2u);
  d.tick(6);
  EXPECT_EQ(d.told.size(), 4u) << "after 3 * 2 * 20 cycles";
}

TEST(HotspotAnnouncementModel, AJoinerAndALeaverInOneRoundAreToldUnlessOnlyTheCountDecides) {
  for (bool on_count : {false, true}) {
    Detector d;
    d.in.cfg_announce_on_count = on_count;
    d.become_hotspot({5, 6, 7});
    d.told.clear();
    d.packet(8, false);
    d.unthrottle(6);
    d.tick();
    EXPECT_EQ(d.degree(), 3u);
    d.tick(200);
    if (on_count)
      EXPECT_EQ(d.told, Told{}) << "the paper's letter: the count is the same";
    else
      EXPECT_EQ(d.told, (Told{{5, 3}, {7, 3}, {8, 3}}));
  }
}

TEST(HotspotAnnouncementModel, AJoinerBehindTheScanIsToldInTheNextRound) {
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

// Groups of 32 nodes without a source take a clock each, a message takes two.
TEST(HotspotAnnouncementModel, AScanTakesAClockPerEmptyGroup) {
  Detector d({4096, 1, 32});
  d.packet(5, true);
  d.packet(4095, true);
  while (d.state() != HotspotDetector::kHotspot) d.tick();
  const uint64_t begins = d.in.now;
  while (d.told.size() != 2) d.tick();
  EXPECT_EQ(d.in.now - 1, begins + 2 + 2 + 127) << "the clock in which the second message is taken";
  while (!d.model.out().quiescent) d.tick();
  EXPECT_EQ(d.model.out().wake_at, begins + 2 + 2 + 127 + 1 + 2 * 20);
}

TEST(HotspotAnnouncementModel, ALeaverUpdatesTheRest) {
  Detector d;
  d.become_hotspot({5, 6, 7});
  d.told.clear();
  d.unthrottle(6);
  d.tick();
  EXPECT_EQ(d.degree(), 2u);
  d.tick(200);
  EXPECT_EQ(d.told, (Told{{5, 2}, {7, 2}}));
}

TEST(HotspotAnnouncementModel, TheListThatEmptiesDuringAScanLetsTheMessageLeave) {
  Detector d;
  d.in.throttle_ready = false;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  d.unthrottle(6);
  d.tick(2);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_TRUE(d.model.out().throttle_valid);
  d.in.throttle_ready = true;
  d.tick(2);
  EXPECT_EQ(d.told, (Told{{5, 2}}));
  EXPECT_FALSE(d.model.out().throttle_valid);
}

TEST(HotspotAnnouncementModel, TheLastSourceIsToldDegreeOneBeforeTheHotspotEnds) {
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

// The last leaver but one goes as a refresh becomes due: the only source left knows its degree.
TEST(HotspotAnnouncementModel, AHotspotThatEndsIsNotRefreshed) {
  Detector d;
  d.in.cfg_announce_on_count = true;
  d.in.cfg_refresh_rounds = 1;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  while (d.told.size() < 3) d.tick();
  EXPECT_EQ(d.told.back(), (Detector::Told{6, 1}));
  d.packet(7, false);  // joins while the scan still runs
  while (!d.model.out().quiescent) d.tick();
  while (d.in.now + 1 != d.model.out().wake_at) d.tick();
  d.unthrottle(7);
  d.tick();
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  d.tick();
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  d.tick(10);
  EXPECT_EQ(d.told.size(), 3u);
}

TEST(HotspotAnnouncementModel, GranularityTellsTheWholeGroupAndCapsTheDegree) {
  Detector d({64, 4, 32});
  d.become_hotspot({5, 9});
  EXPECT_EQ(d.degree(), 8u);
  Told expected;
  for (unsigned s = 4; s < 12; ++s) expected.push_back({s, 8});
  EXPECT_EQ(d.told, expected);
  Detector all({17, 16, 32});
  all.become_hotspot({5, 16});
  all.tick(10);
  EXPECT_EQ(all.degree(), 16u) << "2 * 16, capped at Nodes - 1";
  EXPECT_EQ(all.told.size(), 16u);
}

TEST(HotspotAnnouncementModel, ManyToOneConvergesToAllSourcesWithinTheBandwidthOverhead) {
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
