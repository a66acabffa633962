// SPDX-License-Identifier: Apache-2.0
// Directed tests of the hotspot detector's golden model: who is a hotspot and which sources it
// lists (the paper's Section IV-B2), in the order of events on its contract page.
#include <gtest/gtest.h>

#include "tb/cbcm/hotspot_detector_driver.h"

namespace chokepoint {
namespace {

using Detector = test::HotspotDetectorDriver;
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
  EXPECT_FALSE(d.model.out().quiescent) << "the source enters the list";
  d.tick();
  EXPECT_EQ(d.degree(), 1u);
  EXPECT_TRUE(d.model.out().quiescent);
  EXPECT_TRUE(d.model.out().wake_valid);
  EXPECT_EQ(d.model.out().wake_at, 1020u);
}

TEST(HotspotDetectorModel, AnUnmarkedPacketInTheEpochEmptiesTheList) {
  Detector d;
  d.packet(5, true);
  d.packet(6, true);
  d.tick();
  EXPECT_EQ(d.degree(), 2u);
  d.packet(7, false);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_EQ(d.degree(), 0u);
  d.packet(9, true);
  d.tick();
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
  d.tick();
  EXPECT_FALSE(d.model.out().throttle_valid);
  d.tick();
  EXPECT_TRUE(d.model.out().throttle_valid) << "visible three clocks after the clock that decides";
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

TEST(HotspotDetectorModel, AMarkedPacketOfTheEpochsLastTwoClocksComesTooLateForTheDecision) {
  for (unsigned early : {0u, 1u}) {
    Detector d;
    d.packet(5, true);
    d.tick(19 - early);
    ASSERT_EQ(d.in.now, 1020u - early);
    d.packet(6, true);
    d.tick(early);
    EXPECT_EQ(d.state(), HotspotDetector::kIdle);
    EXPECT_EQ(d.degree(), 0u);
  }
}

TEST(HotspotDetectorModel, AMarkedPacketTwoClocksBeforeTheEpochsEndCounts) {
  Detector d;
  d.packet(5, true);
  d.tick(17);
  d.packet(6, true);
  d.tick(2);
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  EXPECT_EQ(d.degree(), 2u);
}

// It is in the list that the round reads, and its change of the count is told by the next one.
TEST(HotspotDetectorModel, AThirdSourceOnTheClockOfTheEpochsEndIsToldAndAnnouncedLater) {
  for (const bool on_count : {false, true}) {
    Detector d;
    d.in.cfg_announce_on_count = on_count;
    d.packet(5, true);
    d.packet(6, true);
    d.tick(18);
    d.packet(7, true);
    ASSERT_EQ(d.state(), HotspotDetector::kHotspot);
    d.tick(200);
    EXPECT_EQ(d.told, (Told{{5, 2}, {6, 2}, {7, 2}, {5, 3}, {6, 3}, {7, 3}}));
  }
}

TEST(HotspotDetectorModel, InHotspotSourcesJoinMarkedOrNotButNotWhenThrottled) {
  Detector d;
  d.become_hotspot({5, 6});
  d.packet(7, false);
  d.tick();
  EXPECT_EQ(d.degree(), 3u);
  d.packet(8, true);
  d.tick();
  EXPECT_EQ(d.degree(), 4u);
  d.packet(9, true, true);
  d.tick();
  EXPECT_EQ(d.degree(), 4u);
}

TEST(HotspotDetectorModel, ASecondUnthrottleOfTheSameSourceHasNoEffect) {
  Detector d;
  d.become_hotspot({5, 6, 7});
  d.unthrottle(6);
  d.unthrottle(6);
  d.unthrottle(50);
  d.tick();
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

TEST(HotspotDetectorModel, TheListThatEmptiesEndsTheHotspotAClockLater) {
  Detector d;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  EXPECT_EQ(d.state(), HotspotDetector::kHotspot);
  d.unthrottle(6);
  d.tick();
  EXPECT_EQ(d.degree(), 0u);
  EXPECT_FALSE(d.model.out().quiescent);
  d.packet(7, true);  // lost: this clock clears
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  EXPECT_EQ(d.degree(), 0u);
  EXPECT_TRUE(d.model.out().quiescent);
  EXPECT_FALSE(d.model.out().wake_valid);
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

// A damaged header can name a node that does not exist: 90 of the 128 numbers are nodes.
TEST(HotspotDetectorModel, ANodeThatIsNotInTheNetworkChangesNothingAndIsReported) {
  Detector d({90, 1, 32});
  d.packet(90, true);
  EXPECT_EQ(d.state(), HotspotDetector::kIdle) << "no observation begins";
  EXPECT_TRUE(d.model.out().error);
  d.packet(5, true);
  d.packet(127, false);
  EXPECT_EQ(d.state(), HotspotDetector::kObserve) << "what is no packet does not end it";
  d.packet(127, true);
  EXPECT_EQ(d.degree(), 1u);
  d.become_hotspot({6});
  d.packet(100, false);
  EXPECT_EQ(d.degree(), 2u);
  d.unthrottle(101);
  EXPECT_EQ(d.degree(), 2u);
  d.unthrottle(5);
  d.tick(100);
  EXPECT_EQ(d.degree(), 0u) << "one source left: the hotspot is over";
  EXPECT_TRUE(d.model.out().error) << "sticky";
  d.in.enable = false;
  d.tick();
  EXPECT_FALSE(d.model.out().error);
}

TEST(HotspotDetectorModel, AnUnknownNodesUnthrottleIsReportedInEveryState) {
  Detector d({90, 1, 32});
  d.packet(89, false);
  d.tick();
  EXPECT_FALSE(d.model.out().error) << "the last node";
  d.unthrottle(90);
  EXPECT_TRUE(d.model.out().error);
  EXPECT_TRUE(d.model.out().quiescent);
}

// Every age of the hotspot is tried, twice around the counter, with every optional key off or on.
TEST(HotspotDetectorModel, ASourceThatJoinsLateIsToldAtOnceHoweverLongAgoTheLastRoundWas) {
  for (const bool on_count : {true, false})
    for (const unsigned refresh : {0u, 255u})
      for (unsigned age = 60; age < 572; ++age) {
        Detector d({16, 1, 8});
        d.in.now = 200;
        d.in.cfg_inverse_epsilon = 2;
        d.in.cfg_announce_on_count = on_count;
        d.in.cfg_refresh_rounds = refresh;
        d.become_hotspot({5, 6});
        d.tick(age);
        d.told.clear();
        d.packet(7, false);
        d.tick(9);  // enters and is carried out, decided, a look begins, three messages
        EXPECT_EQ(d.told, (Told{{5, 3}, {6, 3}, {7, 3}})) << "age " << age;
      }
}

TEST(HotspotDetectorModel, AHotspotWithNothingToTellWakesOnceInAPacingPeriod) {
  Detector d({16, 1, 8});
  d.in.cfg_inverse_epsilon = 8;
  d.become_hotspot({5, 6});
  unsigned woken = 0;
  for (unsigned k = 0; k < 256; ++k) {
    ASSERT_TRUE(d.model.out().wake_valid);
    ASSERT_TRUE(d.model.out().quiescent);
    if (d.model.out().wake_at == d.in.now) ++woken;
    d.tick();
  }
  EXPECT_EQ(woken, 16u);
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

TEST(HotspotDetectorModel, GranularityABitLeavesWhenAllToldMembersHaveUnthrottled) {
  Detector d({64, 4, 32});
  d.become_hotspot({5, 9, 13});
  for (unsigned k = 0; k < 3; ++k) {
    d.unthrottle(4 + k);
    EXPECT_EQ(d.degree(), 12u) << k;
  }
  d.unthrottle(7);
  d.tick();
  EXPECT_EQ(d.degree(), 8u);
  d.unthrottle(7);
  d.tick();
  EXPECT_EQ(d.degree(), 8u);
}

// The counter counts messages that were taken, with the look that follows.
TEST(HotspotDetectorModel, GranularityAnUnthrottleBeforeTheMessageIsTakenHasNoEffect) {
  Detector d({64, 4, 32});
  d.in.throttle_ready = false;
  d.become_hotspot({5, 9});
  ASSERT_EQ(d.model.out().throttle_destination, 4u);
  d.unthrottle(4);
  d.tick();
  EXPECT_EQ(d.degree(), 8u);
  d.in.throttle_ready = true;
  d.unthrottle(
      4);  // in the clock that takes it: it is counted in the clock that looks at the counter
  d.in.throttle_ready = false;
  d.tick();
  EXPECT_EQ(d.degree(), 8u);
  d.unthrottle(4);  // the only one told
  d.tick();
  EXPECT_EQ(d.degree(), 4u);
}

// One change of the list a clock: the count waits, and the next message with it.
TEST(HotspotDetectorModel, GranularityACountWaitsForAChangeOfTheList) {
  for (const bool changes : {false, true}) {
    Detector d({64, 4, 32});
    d.in.throttle_ready = false;
    d.become_hotspot({5, 9});
    d.in.throttle_ready = true;
    d.packet(changes ? 40 : 5, false);  // carried out in the clock of the look
    d.tick();
    EXPECT_EQ(d.model.out().throttle_valid, !changes);
    d.tick(2);
    EXPECT_EQ(d.model.out().throttle_destination, changes ? 5u : 6u);
    d.in.throttle_ready = false;
    d.unthrottle(4);
    d.tick();
    // Two of the bit were told and one is left; or 4 alone, and its bit goes, but that of 40 came.
    EXPECT_EQ(d.degree(), 8u);
  }
}

TEST(HotspotDetectorModel, EveryClockMayBringAPacket) {
  Detector d({4096, 1, 32});
  d.in.cfg_epoch_cycles = 5000;
  for (unsigned s = 1; s < 4096; ++s) d.packet(s, true);
  d.tick();
  EXPECT_EQ(d.degree(), 4095u);
  d.packet(1, false);
  d.packet(77, true);
  d.packet(78, true);
  d.packet(78, true);
  d.tick();
  EXPECT_EQ(d.degree(), 2u) << "what a list had before it was emptied does not count";
}

TEST(HotspotDetectorModel, AnUnthrottleBesideAPacketWaitsForAClockWithout) {
  Detector d;
  d.become_hotspot({5, 6, 7});
  d.in.unthrottle_valid = true;
  d.in.unthrottle_source = 6;
  d.packet(20, false);
  d.packet(21, false);
  d.packet(22, false);
  d.packet(5, true, true);  // changes nothing, so the message enters
  EXPECT_EQ(d.degree(), 6u);
  EXPECT_FALSE(d.model.out().quiescent);
  d.tick();
  EXPECT_EQ(d.degree(), 5u);
}

TEST(HotspotDetectorModel, AFurtherUnthrottleSendsTheOneThatWaitsAndAPacketIsPassedOver) {
  Detector d;
  d.become_hotspot({5, 6, 7, 8});
  d.in.unthrottle_valid = true;
  d.in.unthrottle_source = 6;
  d.packet(20, false);
  d.in.unthrottle_valid = true;
  d.in.unthrottle_source = 7;
  d.packet(21, false);  // passed over: 6 enters, 7 waits
  EXPECT_EQ(d.degree(), 5u);
  d.packet(22, false);
  EXPECT_EQ(d.degree(), 4u);
  d.tick();
  EXPECT_EQ(d.degree(), 5u) << "5, 7, 8, 20, 22";
  d.tick();
  EXPECT_EQ(d.degree(), 4u);
  d.packet(21, false);
  d.tick();
  EXPECT_EQ(d.degree(), 5u) << "with its next packet";
}

TEST(HotspotDetectorModel, WhatIsUnderWayOrWaitsAsTheHotspotEndsIsLost) {
  Detector d;
  d.become_hotspot({5, 6});
  d.unthrottle(5);
  d.unthrottle(6);
  d.in.unthrottle_valid = true;
  d.in.unthrottle_source = 9;
  d.packet(9, false);   // in the clock that empties the list
  d.packet(10, false);  // in the clock that clears
  EXPECT_EQ(d.state(), HotspotDetector::kIdle);
  d.tick(3);
  EXPECT_EQ(d.degree(), 0u);
  EXPECT_TRUE(d.model.out().quiescent);
}

}  // namespace
}  // namespace chokepoint
