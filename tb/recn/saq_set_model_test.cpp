// SPDX-License-Identifier: Apache-2.0
// Golden model of saq_set against hand-worked cases of the paper and the contract page.
#include <gtest/gtest.h>

#include "sim/units/recn/saq_set.h"

namespace chokepoint {
namespace {

/// Two normal (detection) queues, three SAQs in queues 2 to 4, two children.
class Saqs {
 public:
  Saqs() : model_({3, 2, 2, 9, 10}) {
    in_.enable = true;
    in_.cfg = {8, 16, 8, 4, 2};
  }
  /// Behind a normal queue.
  void make(unsigned saq, unsigned normal) {
    in_.make_valid = true;
    in_.make_saq = saq;
    in_.make_covered = false;
    in_.make_normal = normal;
  }
  /// Behind another SAQ.
  void make_behind(unsigned saq, unsigned cover) {
    make(saq, 0);
    in_.make_covered = true;
    in_.make_cover = cover;
  }
  void begin(unsigned queue, unsigned child = 0) {
    in_.began_valid = true;
    in_.began_queue = queue;
    in_.began_child = child;
  }
  void leave(unsigned queue) {
    in_.left_valid = true;
    in_.left_queue = queue;
  }
  /// One clock; then the queues are as its events leave them.
  const SaqSet::Out& clock() {
    model_.step(in_);
    if (in_.began_valid) ++in_.queue_packets[in_.began_queue];
    if (in_.left_valid) --in_.queue_packets[in_.left_queue];
    if (in_.swap_valid) std::swap(in_.queue_packets[in_.swap_from], in_.queue_packets[in_.swap_to]);
    in_.make_valid = in_.began_valid = in_.left_valid = in_.swap_valid = in_.answer_valid = false;
    in_.returned_valid = in_.adopt_valid = in_.halt_valid = in_.free_valid = false;
    in_.make_notify = 0;
    return model_.out();
  }
  bool waits(unsigned saq) const { return ((model_.out().waits >> saq) & 1) != 0; }
  SaqSet::In& in() { return in_; }
  const SaqSet::Out& out() const { return model_.out(); }

 private:
  SaqSet::Model model_;
  SaqSet::In in_;
};

TEST(SaqSetModel, ThePacketThatBeginsAsTheMarkerIsPlacedIsAhead) {
  Saqs saqs;
  saqs.begin(0);
  saqs.make(0, 0);
  saqs.clock();
  saqs.begin(0);  // the next is behind the marker
  saqs.clock();
  saqs.clock();
  EXPECT_TRUE(saqs.waits(0));
  saqs.leave(0);
  saqs.clock();
  saqs.clock();
  EXPECT_FALSE(saqs.waits(0));
}

TEST(SaqSetModel, ThePacketThatLeavesAsTheMarkerIsPlacedIsNotAhead) {
  Saqs saqs;
  saqs.begin(0);
  saqs.clock();
  saqs.leave(0);
  saqs.make(0, 0);
  saqs.clock();
  saqs.clock();
  EXPECT_FALSE(saqs.waits(0));
}

TEST(SaqSetModel, Figure5TheSwappedQueueIsBehindNothingAndNotifiesAtOnce) {
  Saqs saqs;
  for (int i = 0; i < 3; ++i) {
    saqs.begin(1);
    saqs.clock();
  }
  saqs.make(0, 1);
  saqs.in().make_notify = 1;
  saqs.in().swap_valid = true;
  saqs.in().swap_from = 1;
  saqs.in().swap_to = 2;
  saqs.clock();
  EXPECT_EQ(saqs.out().notify_valid[0], 1u);
  EXPECT_EQ(saqs.clock().may_send, 1u);
}

TEST(SaqSetModel, ASwapTakesThoseAlongThatWaitForTheDetectionQueue) {
  Saqs saqs;
  saqs.begin(1);
  saqs.clock();
  saqs.make(0, 1);
  saqs.clock();
  saqs.make(1, 1);
  saqs.in().swap_valid = true;
  saqs.in().swap_from = 1;
  saqs.in().swap_to = 3;
  saqs.clock();
  saqs.clock();
  EXPECT_TRUE(saqs.waits(0));
  EXPECT_FALSE(saqs.waits(1));
  saqs.leave(3);
  saqs.clock();
  saqs.clock();
  EXPECT_FALSE(saqs.waits(0));
}

TEST(SaqSetModel, Figure6aTheMoreSpecificWaitsForTheOldSaq) {
  Saqs saqs;
  saqs.begin(0);
  saqs.clock();
  saqs.make(0, 0);  // A, behind the normal queue
  saqs.clock();
  saqs.begin(2);
  saqs.clock();
  saqs.make_behind(1, 0);  // B, behind A
  saqs.clock();
  saqs.leave(0);
  saqs.clock();
  saqs.clock();
  EXPECT_FALSE(saqs.waits(0));
  EXPECT_TRUE(saqs.waits(1)) << "a packet of A is ahead";
  saqs.leave(2);
  saqs.clock();
  saqs.clock();
  EXPECT_FALSE(saqs.waits(1));
}

TEST(SaqSetModel, BehindAnEmptyOldSaqThatIsBlockedAChainOpensInOrder) {
  Saqs saqs;
  saqs.begin(0);
  saqs.clock();
  saqs.make(0, 0);
  saqs.clock();
  saqs.make_behind(1, 0);
  saqs.clock();
  saqs.make_behind(2, 1);
  saqs.clock();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(saqs.clock().waits, 7u);
  saqs.leave(0);
  EXPECT_EQ(saqs.clock().waits, 7u);
  EXPECT_EQ(saqs.clock().waits, 6u);
  EXPECT_EQ(saqs.clock().waits, 4u);
  EXPECT_EQ(saqs.clock().waits, 0u);
}

TEST(SaqSetModel, ASaqIsFreedOnceItsPacketHasLeft) {
  Saqs saqs;
  saqs.make(0, 0);
  saqs.clock();
  while ((saqs.out().freeable & 1) == 0) saqs.clock();
  saqs.begin(2);
  saqs.clock();
  saqs.in().free_valid = true;
  saqs.in().free_saq = 0;
  EXPECT_EQ(saqs.clock().valid, 1u);
  saqs.leave(2);
  saqs.clock();
  saqs.in().free_valid = true;
  EXPECT_EQ(saqs.clock().valid, 0u);
}

TEST(SaqSetModel, EventsReachTheirSaqAndChildOnly) {
  Saqs saqs;
  for (const unsigned saq : {0u, 1u, 2u}) {
    saqs.make(saq, 0);
    saqs.clock();
  }
  saqs.in().saq_flits.fill(8);
  saqs.begin(3, 1);
  saqs.clock();
  EXPECT_EQ(saqs.out().notify_valid[0], 0u);
  EXPECT_EQ(saqs.out().notify_valid[1], 2u);
  EXPECT_EQ(saqs.out().leaf, 5u);
  saqs.in().notify_ready[1] = 2;
  saqs.clock();
  saqs.in().answer_valid = saqs.in().answer_accepted = true;
  saqs.in().answer_saq = 1;
  saqs.in().answer_child = 1;
  saqs.clock();
  EXPECT_EQ(saqs.out().accepted[1], 2u);
  EXPECT_EQ(saqs.out().accepted[0] | saqs.out().accepted[2], 0u);
  saqs.in().halt_valid = saqs.in().halt_stop = true;
  saqs.in().halt_saq = 2;
  EXPECT_EQ(saqs.clock().may_send, 3u);
  saqs.in().returned_valid = true;
  saqs.in().returned_saq = 1;
  saqs.in().returned_child = 1;
  EXPECT_EQ(saqs.clock().leaf, 7u);
}

TEST(SaqSetModel, OneSaqIsAdopted) {
  Saqs saqs;
  for (unsigned s = 0; s < 3; ++s) {
    saqs.make(s, 0);
    saqs.in().make_notify = s != 2 ? 3 : 0;
    saqs.clock();
  }
  EXPECT_EQ(saqs.out().own, 3u);
  saqs.in().adopt_valid = true;
  saqs.in().adopt_saq = 1;
  EXPECT_EQ(saqs.clock().own, 1u);
}

TEST(SaqSetModel, ParametersOutsideTheRangeAreRefused) {
  const SaqSet::Params bad[] = {{1, 1, 1, 9, 10},  {33, 1, 1, 9, 10}, {8, 0, 1, 9, 10},
                                {8, 33, 1, 9, 10}, {8, 1, 0, 9, 10},  {8, 1, 33, 9, 10},
                                {8, 1, 1, 2, 10},  {8, 1, 1, 12, 10}, {8, 1, 1, 9, 0},
                                {8, 1, 1, 9, 17}};
  for (const auto& params : bad) EXPECT_THROW(SaqSet::Model{params}, ParamError);
}

}  // namespace
}  // namespace chokepoint
