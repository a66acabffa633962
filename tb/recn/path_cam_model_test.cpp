// SPDX-License-Identifier: Apache-2.0
// Golden model of path_cam against hand-worked cases of the paper and the contract page.
#include <gtest/gtest.h>

#include "sim/units/recn/path_cam.h"

namespace chokepoint {
namespace {

/// Turns of four bits, the next one first.
TurnPath path(std::initializer_list<unsigned> turns) {
  TurnPath made;
  unsigned at = 0;
  for (const unsigned turn : turns) {
    made.turns |= uint64_t{turn} << at;
    made.mask |= uint64_t{15} << at;
    at += 4;
  }
  return made;
}

class Cam {
 public:
  explicit Cam(bool more_specific = true, PathCam::Params params = {}) : model_(params) {
    in_.enable = true;
    in_.cfg_more_specific = more_specific;
  }
  const PathCam::Out& insert(const TurnPath& p) {
    ask(p);
    in_.path_insert = true;
    return clock();
  }
  const PathCam::Out& find(const TurnPath& p) {
    ask(p);
    return clock();
  }
  /// The line of a packet with these turns; -1 without one.
  int match(std::initializer_list<unsigned> turns) {
    look(turns);
    clock();
    EXPECT_TRUE(model_.out().match_valid);
    return model_.out().match_hit ? static_cast<int>(model_.out().match_line) : -1;
  }
  const PathCam::Out& free(unsigned line) {
    drop(line);
    return clock();
  }
  void ask(const TurnPath& p) {
    in_.path_valid = true;
    in_.path = p;
  }
  void look(std::initializer_list<unsigned> turns) {
    in_.packet_valid = true;
    in_.packet_turns = path(turns).turns;
  }
  void drop(unsigned line) {
    in_.free_valid = true;
    in_.free_line = line;
  }
  const PathCam::Out& clock() {
    model_.step(in_);
    in_.path_valid = in_.path_insert = in_.packet_valid = in_.free_valid = in_.read_valid = false;
    return model_.out();
  }
  PathCam::In& in() { return in_; }
  const PathCam::Out& out() const { return model_.out(); }

 private:
  PathCam::Model model_;
  PathCam::In in_;
};

TEST(PathCamModel, PacketsThatCrossTheRootMatchAndOthersOfTheSameOutputDoNot) {
  Cam cam;
  cam.insert(path({2, 5}));
  EXPECT_EQ(cam.match({2, 5, 1}), 0);
  EXPECT_EQ(cam.match({2, 5, 7}), 0) << "whatever comes after the root";
  EXPECT_EQ(cam.match({2, 4, 1}), -1) << "the same output, not the root";
  EXPECT_EQ(cam.match({3, 5, 1}), -1);
}

TEST(PathCamModel, OfOverlappingTreesTheLongestPathWins) {
  Cam cam;
  cam.insert(path({2, 5, 1}));
  cam.insert(path({2}));
  cam.insert(path({2, 5}));
  EXPECT_EQ(cam.match({2, 5, 1}), 0);
  EXPECT_EQ(cam.match({2, 5, 3}), 2);
  EXPECT_EQ(cam.match({2, 6}), 1);
  cam.free(0);
  EXPECT_EQ(cam.match({2, 5, 1}), 2) << "what a freed line covered falls to the next shorter one";
}

TEST(PathCamModel, BasicRefusesTheMoreSpecificOfFigure6a) {
  Cam cam(false);
  EXPECT_TRUE(cam.insert(path({2})).found_made) << "A";
  const PathCam::Out& b = cam.insert(path({2, 5}));
  EXPECT_FALSE(b.found_made);
  EXPECT_TRUE(b.found_covered);
  EXPECT_FALSE(b.found_full);
  EXPECT_EQ(b.line_valid, 1u);
  EXPECT_EQ(cam.match({2, 5}), 0) << "B's packets share A's SAQ: head-of-line blocking is back";
}

TEST(PathCamModel, EnhancedAcceptsTheMoreSpecificAndNamesTheOldSaq) {
  Cam cam;
  cam.insert(path({2}));
  cam.insert(path({2, 5}));
  const PathCam::Out& third = cam.insert(path({2, 5, 1}));
  EXPECT_TRUE(third.found_made);
  EXPECT_TRUE(third.found_covered);
  EXPECT_EQ(third.found_line, 2u);
  EXPECT_EQ(third.found_cover, 1u) << "the longest that covers it";
}

TEST(PathCamModel, BothAcceptTheLessSpecificOfFigure6b) {
  for (const bool more_specific : {false, true}) {
    Cam cam(more_specific);
    cam.insert(path({2, 5}));
    const PathCam::Out& less = cam.insert(path({2}));
    EXPECT_TRUE(less.found_made);
    EXPECT_FALSE(less.found_covered);
    EXPECT_EQ(cam.match({2, 5}), 0);
    EXPECT_EQ(cam.match({2, 4}), 1);
  }
}

TEST(PathCamModel, AKnownPathGetsNoSecondLine) {
  Cam cam;
  cam.insert(path({2, 5}));
  TurnPath same = path({2, 5});
  same.turns |= uint64_t{9} << 12;
  const PathCam::Out& again = cam.insert(same);
  EXPECT_TRUE(again.found_exact) << "bits outside the mask do not count";
  EXPECT_FALSE(again.found_made);
  EXPECT_EQ(again.line_valid, 1u);
}

TEST(PathCamModel, ASearchMakesNothing) {
  Cam cam;
  const PathCam::Out& out = cam.find(path({1}));
  EXPECT_TRUE(out.found_valid);
  EXPECT_FALSE(out.found_exact);
  EXPECT_FALSE(out.found_made);
  EXPECT_FALSE(out.found_full);
  EXPECT_EQ(out.line_valid, 0u);
}

TEST(PathCamModel, WhenAllLinesAreTakenTheInsertionIsRefused) {
  Cam cam(true, {3, 12});
  for (const unsigned turn : {1u, 2u, 3u}) EXPECT_EQ(cam.insert(path({turn})).found_line, turn - 1);
  EXPECT_TRUE(cam.insert(path({4})).found_full);
  EXPECT_FALSE(cam.insert(path({3})).found_full) << "a known path needs no line";
  cam.free(1);
  EXPECT_EQ(cam.insert(path({4})).found_line, 1u);
}

TEST(PathCamModel, AFreeWinsOverEverythingInItsClock) {
  Cam cam(true, {3, 12});
  cam.insert(path({1}));
  cam.drop(0);
  cam.look({1});
  cam.ask(path({1}));
  cam.in().path_insert = true;
  const PathCam::Out& out = cam.clock();
  EXPECT_FALSE(out.match_hit);
  EXPECT_FALSE(out.found_exact);
  EXPECT_TRUE(out.found_made) << "another line for the same path";
  EXPECT_EQ(out.found_line, 1u) << "the freed place only from the next clock on";
  EXPECT_EQ(out.line_valid, 2u);
}

TEST(PathCamModel, TheFreedPlaceCannotBeTakenInItsClock) {
  Cam cam(true, {2, 12});
  cam.insert(path({1}));
  cam.insert(path({2}));
  cam.drop(0);
  cam.ask(path({3}));
  cam.in().path_insert = true;
  EXPECT_TRUE(cam.clock().found_full);
  EXPECT_TRUE(cam.insert(path({3})).found_made);
}

TEST(PathCamModel, APacketDoesNotSeeALineMadeInItsClock) {
  Cam cam;
  cam.look({1});
  cam.ask(path({1}));
  cam.in().path_insert = true;
  cam.clock();
  EXPECT_FALSE(cam.out().match_hit);
  EXPECT_TRUE(cam.out().found_made);
  EXPECT_EQ(cam.match({1}), 0);
}

TEST(PathCamModel, APathIsReadAsItIsCompared) {
  Cam cam;
  TurnPath dirty = path({2, 5});
  dirty.turns |= uint64_t{1} << 20;
  cam.insert(dirty);
  EXPECT_EQ(cam.out().read_mask, 0u);
  cam.in().read_valid = true;
  cam.clock();
  EXPECT_EQ(cam.out().read_turns, 0x52u);
  EXPECT_EQ(cam.out().read_mask, 0xFFu);
  cam.free(0);
  cam.insert(path({7}));
  EXPECT_EQ(cam.out().read_turns, 0x52u) << "until the next read";
}

TEST(PathCamModel, SearchesCostOneClockAndThenItSleeps) {
  Cam cam;
  EXPECT_TRUE(cam.out().quiescent);
  cam.match({1});
  EXPECT_FALSE(cam.out().quiescent);
  EXPECT_TRUE(cam.clock().quiescent);
  EXPECT_FALSE(cam.out().match_valid);
}

TEST(PathCamModel, DisableForgetsEverything) {
  Cam cam;
  cam.insert(path({1}));
  cam.in().enable = false;
  EXPECT_EQ(cam.clock().line_valid, 0u);
  cam.in().enable = true;
  EXPECT_EQ(cam.match({1}), -1);
}

TEST(PathCamModel, ParametersOutsideTheRangeAreRefused) {
  EXPECT_THROW(PathCam::Model(PathCam::Params{1, 31}), ParamError);
  EXPECT_THROW(PathCam::Model(PathCam::Params{33, 31}), ParamError);
  EXPECT_THROW(PathCam::Model(PathCam::Params{8, 1}), ParamError);
  EXPECT_THROW(PathCam::Model(PathCam::Params{8, 49}), ParamError);
}

}  // namespace
}  // namespace chokepoint
