// SPDX-License-Identifier: Apache-2.0
// Golden model of saq_line against hand-worked cases of the paper and the contract page.
#include <gtest/gtest.h>

#include "sim/units/recn/saq_line.h"

namespace chokepoint {
namespace {

class Saq {
 public:
  explicit Saq(unsigned children = 1) : model_({children, 9, 9, 10}) {
    in_.enable = true;
    in_.cfg = {32, 64, 32, 5, 3};
  }
  /// Made behind so many packets of queue `queue`.
  void make(unsigned queue, unsigned packets, uint32_t notify = 0) {
    in_.make_valid = true;
    in_.make_queue = queue;
    in_.make_packets = packets;
    in_.make_notify = notify;
    clock();
  }
  const SaqLine::Out& clock() {
    model_.step(in_);
    in_.make_valid = in_.left_valid = in_.swap_valid = in_.halt_valid = in_.free_valid = false;
    in_.adopt_valid = false;
    in_.arrived_valid = in_.answer_valid = in_.returned_valid = 0;
    return model_.out();
  }
  void leave(unsigned queue) {
    in_.left_valid = true;
    in_.left_queue = queue;
  }
  /// `flits` in the queue, a packet of four each.
  void fill(unsigned flits) {
    in_.flits = flits;
    in_.packets = (flits + 3) / 4;
  }
  /// Child c has been notified and has answered.
  void give(unsigned c, bool accepts) {
    in_.arrived_valid = 1u << c;
    fill(32);
    clock();
    in_.notify_ready = 1u << c;
    clock();
    in_.notify_ready = 0;
    in_.answer_valid = 1u << c;
    in_.answer_accepted = accepts ? 1u << c : 0;
    clock();
  }
  SaqLine::In& in() { return in_; }
  const SaqLine::Out& out() const { return model_.out(); }

 private:
  SaqLine::Model model_;
  SaqLine::In in_;
};

TEST(SaqLineModel, BlockedUntilTheLastPacketOfTheNormalQueueHasLeft) {
  Saq saq;
  saq.make(0, 2);
  saq.fill(4);
  EXPECT_TRUE(saq.out().waits);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(saq.clock().may_send);
  saq.leave(3);
  saq.clock();
  saq.leave(0);
  EXPECT_FALSE(saq.clock().may_send);
  saq.leave(0);
  EXPECT_FALSE(saq.clock().may_send) << "it shows in the next clock";
  EXPECT_TRUE(saq.clock().may_send);
  saq.leave(0);  // packets behind the marker concern it no more
  EXPECT_TRUE(saq.clock().may_send);
}

TEST(SaqLineModel, NothingToWaitForCostsOneClock) {
  Saq saq;
  saq.make(0, 0);
  EXPECT_TRUE(saq.out().waits);
  EXPECT_TRUE(saq.clock().may_send);
}

TEST(SaqLineModel, BehindAnOldSaqThatIsEmptyButBlockedItself) {
  Saq saq;
  saq.in().blocked_queues = 1u << 4;
  saq.make(4, 0);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(saq.clock().waits);
  saq.in().blocked_queues = 0;
  EXPECT_FALSE(saq.clock().waits);
}

TEST(SaqLineModel, ASwapOfTheQueueWaitedForIsFollowed) {
  Saq saq;
  saq.make(0, 2);
  saq.in().swap_valid = true;
  saq.in().swap_from = 0;
  saq.in().swap_to = 5;
  saq.leave(0);  // by the number before the swap
  saq.clock();
  saq.leave(0);
  saq.clock();
  EXPECT_TRUE(saq.clock().waits) << "queue 0 is another queue now";
  saq.leave(5);
  saq.clock();
  EXPECT_FALSE(saq.clock().waits);
}

TEST(SaqLineModel, AChildIsNotifiedOnceAndOnlyAboveTheThreshold) {
  Saq saq(4);
  saq.make(0, 0);
  saq.fill(31);
  saq.in().arrived_valid = 15;
  EXPECT_EQ(saq.clock().notify_valid, 0u);
  saq.fill(32);
  saq.in().arrived_valid = 2;
  EXPECT_EQ(saq.clock().notify_valid, 2u);
  saq.in().arrived_valid = 2 | 4;
  EXPECT_EQ(saq.clock().notify_valid, 2u | 4u) << "held until taken";
  saq.in().notify_ready = 2;
  EXPECT_EQ(saq.clock().notify_valid, 4u);
  saq.in().arrived_valid = 2;
  EXPECT_EQ(saq.clock().notify_valid, 4u) << "it owes an answer";
  saq.in().answer_valid = saq.in().answer_accepted = 2;
  EXPECT_EQ(saq.clock().accepted, 2u);
  saq.in().arrived_valid = 2;
  EXPECT_EQ(saq.clock().notify_valid, 4u) << "it has a SAQ";
}

TEST(SaqLineModel, ARefusalIsUndoneAndTriedAgainLater) {
  Saq saq;
  saq.make(0, 0);
  saq.clock();
  saq.give(0, false);
  EXPECT_TRUE(saq.out().leaf) << "or the tree would never be freed";
  for (int i = 0; i < 5; ++i) {
    saq.in().arrived_valid = 1;
    EXPECT_EQ(saq.clock().notify_valid, 0u) << i;
  }
  saq.in().arrived_valid = 1;
  EXPECT_EQ(saq.clock().notify_valid, 1u);
}

// One timer for all: the others are left alone, too, and those that have a SAQ keep it.
TEST(SaqLineModel, ARefusalOfOneChildSilencesAll) {
  Saq saq(3);
  saq.make(0, 0);
  saq.give(2, true);
  saq.give(0, false);
  for (int i = 0; i < 5; ++i) {
    saq.in().arrived_valid = 2;
    EXPECT_EQ(saq.clock().notify_valid, 0u) << "clock " << i << " of retry";
    EXPECT_EQ(saq.out().accepted, 4u);
  }
  saq.in().arrived_valid = 2;
  EXPECT_EQ(saq.clock().notify_valid, 2u);
}

TEST(SaqLineModel, NoLeafWhileAnAnswerIsOwed) {
  Saq saq;
  saq.make(0, 0);
  saq.clock();
  saq.fill(32);
  saq.in().arrived_valid = 1;
  saq.clock();
  EXPECT_FALSE(saq.out().leaf) << "to be notified";
  saq.in().notify_ready = 1;
  saq.clock();
  saq.fill(0);
  for (int i = 0; i < 10; ++i) {
    EXPECT_FALSE(saq.clock().leaf);
    EXPECT_FALSE(saq.out().freeable);
  }
  saq.in().answer_valid = 1;
  saq.in().answer_accepted = 1;
  EXPECT_FALSE(saq.clock().leaf) << "the child has a SAQ";
  saq.in().returned_valid = 1;
  EXPECT_TRUE(saq.clock().leaf);
  EXPECT_TRUE(saq.out().freeable);
}

TEST(SaqLineModel, TheLastOfAllChildrenMakesALeaf) {
  Saq saq(3);
  saq.make(0, 0);
  saq.clock();
  for (const unsigned c : {0u, 1u, 2u}) saq.give(c, true);
  for (const unsigned c : {2u, 0u}) {
    saq.in().returned_valid = 1u << c;
    EXPECT_FALSE(saq.clock().leaf);
  }
  saq.in().returned_valid = 2;
  EXPECT_TRUE(saq.clock().leaf);
}

TEST(SaqLineModel, StopAndGo) {
  Saq saq;
  saq.make(0, 0);
  for (const auto& [flits, stop] : {std::pair{63u, false}, {64u, true}, {40u, true}, {33u, true},
                                    {32u, false}, {63u, false}, {64u, true}, {0u, false}}) {
    saq.fill(flits);
    EXPECT_EQ(saq.clock().stop, stop) << flits;
  }
}

// 4.1.1 notifies whose packet is stored: if a SAQ that says stop took none of whoever has not been notified,
// that one would never be, and its packet would hold up all behind it.
TEST(SaqLineModel, OnlyWhoHasBeenNotifiedIsHeldBack) {
  Saq saq(4);
  saq.make(0, 0);
  saq.clock();
  saq.give(0, true);
  EXPECT_EQ(saq.out().stopped, 0u) << "it does not say stop";
  saq.fill(64);
  saq.clock();
  EXPECT_EQ(saq.out().stopped, 1u);
  saq.in().arrived_valid = 2;
  saq.clock();
  EXPECT_EQ(saq.out().notify_valid, 2u);
  EXPECT_EQ(saq.out().stopped, 3u) << "one packet, and it will be notified";
  saq.in().notify_ready = 2;
  EXPECT_EQ(saq.clock().stopped, 3u) << "it owes an answer";
  saq.in().notify_ready = 0;
  saq.in().answer_valid = 2;
  saq.in().answer_accepted = 0;
  EXPECT_EQ(saq.clock().stopped, 15u) << "nobody would be notified for `cfg_retry` clocks";
  for (int i = 0; i < 5; ++i) saq.clock();
  EXPECT_EQ(saq.out().stopped, 3u) << "who has refused is held back on";
  saq.in().returned_valid = 1;
  EXPECT_EQ(saq.clock().stopped, 2u) << "who has freed its SAQ does not know any more";
  saq.fill(32);
  EXPECT_EQ(saq.clock().stopped, 0u);
}

TEST(SaqLineModel, WhoHasRefusedAndThenAcceptsAndReturnsIsLetInAgain) {
  Saq saq(2);
  saq.make(0, 0);
  saq.clock();
  saq.give(0, false);
  saq.fill(64);
  for (int i = 0; i < 6; ++i) saq.clock();
  EXPECT_EQ(saq.out().stopped, 1u);
  saq.give(0, true);
  saq.fill(64);
  EXPECT_EQ(saq.clock().stopped, 1u);
  saq.in().returned_valid = 1;
  EXPECT_EQ(saq.clock().stopped, 0u) << "the refusal is forgotten";
}

TEST(SaqLineModel, XoffGoesOnlyToAChildThatHasASaq) {
  Saq saq;
  saq.make(0, 0);
  saq.fill(64);
  saq.clock();
  saq.clock();
  EXPECT_TRUE(saq.out().stop);
  EXPECT_FALSE(saq.out().tell_valid);
  saq.give(0, true);
  saq.fill(64);
  saq.clock();
  saq.clock();
  EXPECT_TRUE(saq.out().tell_valid);
  EXPECT_TRUE(saq.out().tell_stop);
  saq.fill(10);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(saq.clock().tell_stop) << "a message stays as it is";
  saq.in().tell_ready = true;
  EXPECT_FALSE(saq.clock().tell_valid);
  EXPECT_TRUE(saq.clock().tell_valid);
  EXPECT_FALSE(saq.out().tell_stop) << "Xon follows";
  EXPECT_FALSE(saq.clock().tell_valid);
  EXPECT_FALSE(saq.clock().tell_valid);
}

TEST(SaqLineModel, AMessageForNobodyIsDropped) {
  Saq saq;
  saq.make(0, 0);
  saq.clock();
  saq.give(0, true);
  saq.fill(64);
  saq.clock();
  EXPECT_TRUE(saq.clock().tell_valid);
  saq.in().returned_valid = 1;
  EXPECT_FALSE(saq.clock().tell_valid) << "or it would halt the child's next SAQ";
  saq.fill(0);
  EXPECT_FALSE(saq.clock().tell_valid);
  EXPECT_TRUE(saq.out().freeable);
}

TEST(SaqLineModel, HaltedByXoffFromDownstream) {
  Saq saq;
  saq.in().halt_valid = saq.in().halt_stop = true;
  saq.clock();
  saq.make(0, 0);
  EXPECT_TRUE(saq.clock().may_send) << "an Xoff for a SAQ that is not in use has no effect";
  saq.in().halt_valid = saq.in().halt_stop = true;
  EXPECT_FALSE(saq.clock().may_send);
  saq.in().halt_valid = true;
  saq.in().halt_stop = false;
  EXPECT_TRUE(saq.clock().may_send);
}

TEST(SaqLineModel, AHaltedSaqIsKeptUntilXon) {
  Saq saq;
  saq.make(0, 0);
  saq.fill(4);
  saq.clock();
  saq.in().halt_valid = saq.in().halt_stop = true;
  saq.clock();
  saq.fill(0);
  saq.in().free_valid = true;
  EXPECT_FALSE(saq.clock().freeable);
  EXPECT_TRUE(saq.out().valid) << "or its successor would send before it is stopped";
  saq.in().halt_valid = true;
  saq.in().halt_stop = false;
  EXPECT_TRUE(saq.clock().freeable);
  saq.in().free_valid = true;
  EXPECT_FALSE(saq.clock().valid);
}

TEST(SaqLineModel, ASaqThatNobodyAskedForHearsNeitherXoffNorXon) {
  Saq saq;
  saq.make(0, 0, 1);
  saq.clock();
  saq.in().halt_valid = saq.in().halt_stop = true;
  EXPECT_TRUE(saq.clock().may_send);
  saq.in().notify_ready = 1;
  saq.clock();
  saq.in().answer_valid = saq.in().answer_accepted = 1;
  saq.clock();
  saq.in().halt_valid = saq.in().halt_stop = true;
  EXPECT_TRUE(saq.clock().may_send) << "whatever its child has answered";
  saq.in().returned_valid = 1;
  saq.clock();
  saq.fill(4);
  saq.clock();
  saq.fill(0);
  saq.in().free_valid = true;
  EXPECT_FALSE(saq.clock().valid);
  saq.make(0, 0);
  saq.clock();
  saq.in().halt_valid = saq.in().halt_stop = true;
  EXPECT_FALSE(saq.clock().may_send) << "the next SAQ was asked for";
}

TEST(SaqLineModel, AnOwnSaqHearsXoffOnceItsPathIsNotified) {
  Saq saq;
  saq.make(0, 0, 1);
  EXPECT_TRUE(saq.out().own);
  saq.clock();
  saq.in().halt_valid = saq.in().halt_stop = true;
  EXPECT_TRUE(saq.clock().may_send) << "said before the notification: stale";
  saq.in().adopt_valid = true;
  EXPECT_FALSE(saq.clock().own);
  EXPECT_TRUE(saq.out().may_send);
  saq.in().halt_valid = saq.in().halt_stop = true;
  EXPECT_FALSE(saq.clock().may_send);
  saq.in().halt_valid = true;
  saq.in().halt_stop = false;
  EXPECT_TRUE(saq.clock().may_send);
  Saq asked_for;
  asked_for.make(0, 0);
  EXPECT_FALSE(asked_for.out().own);
}

TEST(SaqLineModel, AnUnusedSaqIsKeptForAWhile) {
  Saq saq;
  saq.make(0, 0);
  EXPECT_FALSE(saq.clock().freeable);
  EXPECT_FALSE(saq.clock().freeable);
  EXPECT_TRUE(saq.clock().freeable) << "three clocks";
  Saq used;
  used.make(0, 0);
  used.fill(4);
  used.clock();
  EXPECT_TRUE(used.out().freeable) << "once it has had a packet, whenever it has none";
}

TEST(SaqLineModel, ASwappedQueueNotifiesAtOnce) {
  Saq saq;
  saq.make(0, 0, 1);
  EXPECT_EQ(saq.out().notify_valid, 1u);
  EXPECT_FALSE(saq.out().leaf);
}

TEST(SaqLineModel, WhatMayNotBeFreedIsNot) {
  Saq saq;
  saq.make(0, 1);
  saq.in().free_valid = true;
  EXPECT_TRUE(saq.clock().valid) << "blocked";
  saq.leave(0);
  saq.clock();
  saq.fill(4);
  saq.clock();
  EXPECT_TRUE(saq.out().freeable);
  saq.in().free_valid = true;
  EXPECT_TRUE(saq.clock().valid) << "it has a packet";
  saq.fill(0);
  saq.in().make_valid = true;
  saq.in().make_packets = 5;
  EXPECT_FALSE(saq.clock().waits) << "it is in use: it is not made again";
  saq.in().free_valid = true;
  EXPECT_FALSE(saq.clock().valid);
}

TEST(SaqLineModel, FreedItForgetsEverything) {
  Saq saq;
  saq.make(0, 0);
  saq.fill(4);
  saq.clock();
  saq.fill(0);
  saq.in().free_valid = true;
  saq.clock();
  EXPECT_FALSE(saq.out().valid);
  EXPECT_FALSE(saq.out().leaf);
  EXPECT_TRUE(saq.out().quiescent);
  saq.in().answer_valid = saq.in().answer_accepted = saq.in().returned_valid = 1;
  saq.clock();
  EXPECT_EQ(saq.out().accepted, 0u);
}

TEST(SaqLineModel, ParametersOutsideTheRangeAreRefused) {
  const SaqLine::Params bad[] = {{0, 9, 9, 10},  {33, 9, 9, 10}, {1, 2, 9, 10}, {1, 65, 9, 10},
                                 {1, 9, 2, 10}, {1, 9, 12, 10}, {1, 9, 9, 0},  {1, 9, 9, 17}};
  for (const auto& params : bad) EXPECT_THROW(SaqLine::Model{params}, ParamError);
}

}  // namespace
}  // namespace chokepoint
