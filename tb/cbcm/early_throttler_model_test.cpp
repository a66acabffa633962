// SPDX-License-Identifier: Apache-2.0
// Golden model of early_throttler: the rules of its contract page, one by one.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "sim/units/cbcm/early_throttler.h"

namespace chokepoint {
namespace {

/// Windows of 20 cycles, bounds of 5; two entries, lists of three.
constexpr EarlyThrottler::Params kSmall{16, 8, 2, 3, 20, 5};

class Early {
 public:
  explicit Early(const EarlyThrottler::Params& params = kSmall) : model_(params) {
    in.enable = true;
    in.message_ready = true;
    in.cfg_windows = 1;
    in.cfg_hold_cycles = 1000;
    in.cfg_round_cycles = 10;
  }
  /// Input `i` picks a head from `source` to `destination`, in every clock until picks() again.
  Early& pick(unsigned input, uint32_t source, uint32_t destination) {
    in.pick_valid |= uint64_t{1} << input;
    in.pick_source[input] = source;
    in.pick_destination[input] = destination;
    return *this;
  }
  Early& no_picks() {
    in.pick_valid = 0;
    return *this;
  }
  Early& announce(uint32_t hotspot) {
    in.announced_valid = true;
    in.announced_hotspot = hotspot;
    return *this;
  }
  /// Clocks; an announcement is of the first alone.
  Early& tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      model_.step(in);
      in.announced_valid = false;
      if (out().message_valid && in.message_ready) {
        told.push_back({out().message_source, out().message_degree});
        EXPECT_NE(out().message_hotspot, out().message_source);
      }
    }
    return *this;
  }
  const EarlyThrottler::Out& out() const { return model_.out(); }

  EarlyThrottler::In in;
  std::vector<std::pair<uint32_t, uint32_t>> told;  ///< source, degree

 private:
  EarlyThrottler::Model model_;
};

using Told = std::vector<std::pair<uint32_t, uint32_t>>;

/// Two inputs want node 9 for so long that it is declared and both sources are told.
Early& hot(Early& early) {
  return early.pick(0, 2, 9).pick(1, 3, 9).tick(1 + 20 + 1 + 3);
}

TEST(EarlyThrottlerModel, ResetIsQuiescent) {
  Early early;
  EXPECT_TRUE(early.out().quiescent);
  EXPECT_EQ(early.out().entry_valid, 0u);
}

TEST(EarlyThrottlerModel, OneInputIsNoContention) {
  Early early;
  early.pick(0, 2, 9).pick(1, 3, 8).tick(100);
  EXPECT_EQ(early.out().entry_valid, 0u);
}

TEST(EarlyThrottlerModel, TwoInputsThatWantOneNodeGetAnEntryWhateverElseIsWanted) {
  Early early;
  early.pick(0, 2, 9).pick(5, 3, 9).pick(6, 1, 7).tick();
  EXPECT_EQ(early.out().entry_valid, 1u);
  EXPECT_EQ(early.out().entry_hotspot[0], 9u);
  EXPECT_EQ(early.out().entry_degree[0], 1u);
  EXPECT_FALSE(early.out().quiescent);
}

TEST(EarlyThrottlerModel, TheMetricMustBeAboveOne) {
  Early two;
  two.pick(0, 2, 9).pick(1, 3, 9).tick(1 + 20 + 1);
  EXPECT_EQ(two.out().entry_hot, 1u) << "2 > 1";
  // A degree of 2 in every other cycle: mean 1, swing 2.
  Early swings;
  swings.pick(0, 2, 9).pick(1, 3, 9).tick();
  for (unsigned clock = 0; clock < 20; ++clock) {
    swings.in.pick_valid = clock % 2 == 0 ? 3 : 0;
    swings.tick();
  }
  swings.tick();
  EXPECT_EQ(swings.out().entry_valid & 1, 0u) << "freed by the judgement";
  // One input all the time.
  Early exact;
  exact.pick(0, 2, 9).pick(1, 3, 9).tick();
  exact.in.pick_valid = 1;
  exact.tick(20 + 1);
  EXPECT_EQ(exact.out().entry_valid, 0u) << "a metric of 1 is not above 1";
}

TEST(EarlyThrottlerModel, ADegreeThatSwingsBetweenTwoAndFourHasTheMetricTwo) {
  Early early;
  for (unsigned input = 0; input < 4; ++input) early.pick(input, input, 9);
  early.tick();
  for (unsigned clock = 0; clock < 20; ++clock) {
    early.in.pick_valid = clock % 2 == 0 ? 15 : 3;
    early.tick();
  }
  early.tick();
  EXPECT_EQ(early.out().entry_hot, 1u) << "3 - (4 - 2) / 2 = 2";
}

TEST(EarlyThrottlerModel, TheJudgementComesAfterTheWindowAndMessagesAfterIt) {
  Early early;
  early.pick(0, 2, 9).pick(1, 3, 9).tick(1 + 20);
  EXPECT_EQ(early.out().entry_hot, 0u);
  early.tick();
  EXPECT_EQ(early.out().entry_hot, 1u);
  EXPECT_FALSE(early.out().message_valid);
  early.tick();
  EXPECT_TRUE(early.out().message_valid);
  EXPECT_EQ(early.out().message_hotspot, 9u);
  early.tick(2);
  EXPECT_EQ(early.told, (Told{{2, 2}, {3, 2}}));
  EXPECT_FALSE(early.out().message_valid);
}

TEST(EarlyThrottlerModel, AllWindowsOfARowMustBeSteady) {
  Early early;
  early.in.cfg_windows = 3;
  early.pick(0, 2, 9).pick(1, 3, 9).tick(1 + 3 * 21 - 1);
  EXPECT_EQ(early.out().entry_hot, 0u);
  early.tick();
  EXPECT_EQ(early.out().entry_hot, 1u);

  Early broken;
  broken.in.cfg_windows = 3;
  broken.pick(0, 2, 9).pick(1, 3, 9).tick(1 + 2 * 21);
  broken.no_picks().tick(21);
  EXPECT_EQ(broken.out().entry_valid, 0u);
}

TEST(EarlyThrottlerModel, OneSourceOnSeveralInputsIsNoHotspot) {
  Early early;
  early.pick(0, 2, 9).pick(1, 2, 9).tick(1 + 20 + 1);
  EXPECT_EQ(early.out().entry_valid, 0u) << "steady, but a list of one";
}

TEST(EarlyThrottlerModel, TheListTakesInputsInTurnAndNoMoreThanItHolds) {
  Early early;
  for (unsigned input = 0; input < 5; ++input) early.pick(input, 10 + input, 9);
  early.tick();
  EXPECT_EQ(early.out().entry_degree[0], 1u);
  early.tick();
  EXPECT_EQ(early.out().entry_degree[0], 2u);
  early.tick(30);
  EXPECT_EQ(early.out().entry_degree[0], 3u);
  EXPECT_EQ(early.told, (Told{{10, 3}, {11, 3}, {12, 3}}));
}

TEST(EarlyThrottlerModel, APickThatDoesNotContendIsNotListed) {
  Early early;
  early.pick(0, 2, 9).pick(1, 3, 9).tick(5);
  early.no_picks().pick(2, 5, 9).tick(3);
  EXPECT_EQ(early.out().entry_degree[0], 2u);
}

TEST(EarlyThrottlerModel, ALatecomerStartsANewRoundForAllAfterThePause) {
  Early early;
  hot(early);
  ASSERT_EQ(early.told.size(), 2u);
  early.told.clear();
  early.pick(2, 5, 9).tick(30);
  EXPECT_EQ(early.told, (Told{{2, 3}, {3, 3}, {5, 3}}));
}

TEST(EarlyThrottlerModel, RoundsKeepTheirDistance) {
  Early early;
  early.in.cfg_round_cycles = 100;
  hot(early);
  early.told.clear();
  early.pick(2, 5, 9).tick(95);
  EXPECT_TRUE(early.told.empty());
  early.tick(15);
  EXPECT_EQ(early.told.size(), 3u);
}

TEST(EarlyThrottlerModel, AMessageWaitsUntilItIsTaken) {
  Early early;
  early.in.message_ready = false;
  hot(early);
  early.tick(50);
  EXPECT_TRUE(early.out().message_valid);
  EXPECT_EQ(early.out().message_source, 2u);
  early.in.message_ready = true;
  early.tick();
  EXPECT_TRUE(early.out().message_valid) << "the next at once";
  EXPECT_EQ(early.out().message_source, 3u);
}

TEST(EarlyThrottlerModel, TheLowerOfTwoHotEntriesTellsFirst) {
  Early early;
  early.pick(0, 2, 9).pick(1, 3, 9).pick(2, 4, 8).pick(3, 5, 8).tick(40);
  EXPECT_EQ(early.out().entry_hot, 3u);
  EXPECT_EQ(early.told, (Told{{2, 2}, {3, 2}, {4, 2}, {5, 2}}));
}

TEST(EarlyThrottlerModel, AThirdDestinationWaitsForAFreeEntry) {
  Early early;
  for (unsigned input = 0; input < 6; ++input) early.pick(input, input, 9 + input / 2);
  early.tick(60);
  EXPECT_EQ(early.out().entry_hot, 3u);
  for (unsigned e = 0; e < 2; ++e) EXPECT_NE(early.out().entry_hotspot[e], 11u);
}

TEST(EarlyThrottlerModel, AnAnnouncementSilencesBeforeTheDeclaration) {
  Early early;
  early.pick(0, 2, 9).pick(1, 3, 9).tick(10);
  early.announce(9).tick(200);
  EXPECT_EQ(early.out().entry_silent, 1u);
  EXPECT_EQ(early.out().entry_hot, 1u);
  EXPECT_TRUE(early.told.empty());
}

TEST(EarlyThrottlerModel, AnAnnouncementStopsARoundAndWhatIsInTheRegisterLeaves) {
  Early early;
  for (unsigned input = 0; input < 3; ++input) early.pick(input, 2 + input, 9);
  early.tick(1 + 20 + 1 + 1);
  early.announce(9).tick(50);
  EXPECT_EQ(early.told, (Told{{2, 3}}));
  EXPECT_EQ(early.out().entry_degree[0], 3u);
}

TEST(EarlyThrottlerModel, AnAnnouncementOfAnotherHotspotChangesNothing) {
  Early early;
  hot(early);
  early.announce(8).tick();
  EXPECT_EQ(early.out().entry_silent, 0u);
}

TEST(EarlyThrottlerModel, ASilentEntryListsNobody) {
  Early early;
  hot(early);
  early.announce(9).tick();
  early.pick(2, 5, 9).tick(50);
  EXPECT_EQ(early.out().entry_degree[0], 2u);
}

TEST(EarlyThrottlerModel, AnEntryEndsAfterItsHoldAndAnnouncementsProlongIt) {
  Early early;
  early.in.cfg_hold_cycles = 50;
  early.pick(0, 2, 9).pick(1, 3, 9).tick(1 + 20 + 1);
  early.no_picks().tick(49);
  EXPECT_EQ(early.out().entry_valid, 1u);
  early.tick();
  EXPECT_EQ(early.out().entry_valid, 0u);
  EXPECT_EQ(early.out().entry_hotspot[0], 0u);
  EXPECT_TRUE(early.out().quiescent);

  Early longer;
  longer.in.cfg_hold_cycles = 50;
  longer.pick(0, 2, 9).pick(1, 3, 9).tick(1 + 20 + 1);
  longer.no_picks().tick(40);
  longer.announce(9).tick(40);
  EXPECT_EQ(longer.out().entry_silent, 1u);
  longer.tick(11);
  EXPECT_EQ(longer.out().entry_valid, 0u);
}

TEST(EarlyThrottlerModel, DisableEmptiesEverything) {
  Early early;
  hot(early);
  early.in.enable = false;
  early.tick();
  EXPECT_EQ(early.out().entry_valid, 0u);
  EXPECT_TRUE(early.out().quiescent);
}

TEST(EarlyThrottlerModel, IllegalParametersAreRefused) {
  EXPECT_THROW(EarlyThrottler::Model(EarlyThrottler::Params{16, 8, 17, 3, 20, 5}), ParamError);
  EXPECT_THROW(EarlyThrottler::Model(EarlyThrottler::Params{16, 8, 2, 1, 20, 5}), ParamError);
  EXPECT_THROW(EarlyThrottler::Model(EarlyThrottler::Params{16, 8, 2, 3, 20, 7}), ParamError);
}

}  // namespace
}  // namespace chokepoint
