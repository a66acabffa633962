// SPDX-License-Identifier: Apache-2.0
// Event sequences of paper 001's text and named corner cases, with our clock numbers: an egress and an ingress
// port of one switch, and the queues between them. Those of its figures: recn_figures_test.cpp.
#include "tb/recn/sequence_port.h"

namespace chokepoint::test {
namespace {

// 4.1.1, Fig 2(a), Fig 3(b): congestion at the egress, where flows merge.
TEST(RecnSequence, TheRootNotifiesEachPortThatSendsAboveTheThresholdOnce) {
  Egress port = egress();
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(port.packet(0, 1), 0u);  // 6 flits
  EXPECT_TRUE(port.said.empty());
  const uint64_t stored = port.now + 1;  // the clock in which the fourth is stored
  port.packet(0, 1);
  port.clocks(4);
  ASSERT_EQ(port.said.size(), 1u);
  EXPECT_EQ(port.said[0].at, stored + 4);
  EXPECT_EQ(port.said[0].to, 2u);
  expect_path(port.said[0].message, kNotif, kEmpty);
  port.packet(0, 1);  // has been notified
  port.packet(0, 2);  // has not
  port.clocks(6);
  ASSERT_EQ(port.said.size(), 2u);
  EXPECT_EQ(port.said[1].to, 4u);
}

// 4.1.2: the notified ingress port allocates; later packets of that output are set aside, others
// not.
TEST(RecnSequence, ANotificationGivesASaqBehindTheMarker) {
  Ingress port = ingress(0);
  EXPECT_EQ(port.packet(2), 0u);
  port.notice(2, kNotif, kEmpty);
  const uint64_t there = port.now;
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 1u);
  EXPECT_EQ(port.answered[0].to, 4u);  // the egress port that notified
  expect_path(port.answered[0].message, kAcc, kEmpty);
  EXPECT_EQ(port.answered[0].at, there + 4);  // turn, held, looked for, dealt with
  EXPECT_EQ(port.packet(2), 1u);
  EXPECT_EQ(port.packet(1), 0u);  // the same input, another output: no line
  EXPECT_TRUE(port.waits(0));
  port.leave(0);  // the earlier packet of output 2
  port.clock();
  EXPECT_TRUE(port.may_send(0));  // the later one of output 1 is not waited for
}

// recn-same-output: the same output, not the congested point behind it.
TEST(RecnSequence, PacketsOfTheSameOutputThatDoNotPassTheCongestedPointAreNotSetAside) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, path1(3));  // congested: turn 2 here, then turn 3
  port.clocks(8);
  EXPECT_EQ(port.packet(2 | 3 << 2), 1u);
  EXPECT_EQ(port.packet(2 | 1 << 2), 0u);
}

// 4.1.2: a SAQ that fills notifies upstream, with the path grown by a turn within the switch.
TEST(RecnSequence, ASaqAboveItsThresholdPropagatesTheGrownPath) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, path1(3));
  port.clocks(8);
  for (unsigned i = 0; i < 2; ++i) port.packet(2 | 3 << 2);
  EXPECT_TRUE(port.said.empty());
  port.packet(2 | 3 << 2);  // begins with 4 flits there
  port.clocks(5);
  ASSERT_EQ(port.said.size(), 1u);
  expect_path(port.said[0].message, kNotif, path2(2, 3));

  // At the egress port upstream the path is as it is; its children get it as it is, too.
  Egress up = egress();
  up.notice(0, kNotif, path2(2, 3));
  up.clocks(4);
  ASSERT_EQ(up.answered.size(), 1u);
  expect_path(up.answered[0].message, kAcc, path2(2, 3));
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(up.packet(2 | 3 << 2, 3), 1u);
  up.clocks(5);
  ASSERT_EQ(up.said.size(), 1u);
  EXPECT_EQ(up.said[0].to, 8u);
  expect_path(up.said[0].message, kNotif, path2(2, 3));
}

// 4.1.2: freed from leaf to root.
TEST(RecnSequence, AnEmptyLeafIsFreedAndTellsDownstreamThenItsParentIsOne) {
  Egress port = egress();
  port.notice(0, kNotif, path1(1));
  port.clocks(4);
  for (unsigned i = 0; i < 3; ++i) port.packet(1, 2);
  port.clocks(6);
  ASSERT_EQ(port.said.size(), 1u);
  port.reply(2, kAcc, path1(1));
  port.clocks(6);
  for (unsigned i = 0; i < 3; ++i) port.leave(1);
  port.clocks(20);
  EXPECT_EQ(port.out().valid, 1u);  // empty, but its child has a SAQ
  EXPECT_EQ(port.out().leaf, 0u);
  port.reply(2, kDealloc, path1(1));
  const uint64_t there = port.now;
  port.clocks(12);
  EXPECT_EQ(port.out().valid, 0u);
  ASSERT_EQ(port.answered.size(), 2u);
  expect_path(port.answered[1].message, kDealloc, path1(1));
  EXPECT_LE(port.answered[1].at, there + 9);
}

// 4.1.2 to the end: the root is notified anew once its child has freed its SAQ.
TEST(RecnSequence, AfterDeallocTheRootMayNotifyAgain) {
  Egress port = egress();
  for (unsigned i = 0; i < 4; ++i) port.packet(0, 1);
  port.clocks(5);
  port.reply(1, kAcc, kEmpty);
  port.clocks(6);
  port.packet(0, 1);
  port.clocks(8);
  ASSERT_EQ(port.said.size(), 1u) << "no second notification";
  port.reply(1, kDealloc, kEmpty);
  port.clocks(6);
  port.packet(0, 1);
  port.clocks(8);
  ASSERT_EQ(port.said.size(), 2u);
  EXPECT_EQ(port.said[1].message.kind, kNotif);
}

// Switched on while congested: the port need not drain before it detects that.
TEST(RecnSequence, TheRootNotifiesWithAQueueThatWasThereBefore) {
  Egress port = egress();
  for (unsigned i = 0; i < 5; ++i) port.packet(0, 1);
  port.in.enable = false;
  port.clocks(3);
  port.in.enable = true;
  port.clocks(3);
  port.said.clear();
  port.packet(0, 2);
  port.clocks(8);
  ASSERT_EQ(port.said.size(), 1u);
  EXPECT_EQ(port.said[0].message.kind, kNotif);
  EXPECT_EQ(port.said[0].to, 1u << 2) << "whose packet came since";
}

// 4.2: basic RECN never detects at the ingress.
TEST(RecnSequence, BasicDetectsNothingAtTheIngress) {
  Ingress port = ingress();
  port.in.enable = false;
  port.clock();
  port.in.enable = true;
  port.in.cfg_detection = false;
  port.clocks(2);
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(port.packet(1), 0u);
  port.clocks(10);
  EXPECT_EQ(port.out().valid, 0u);
  EXPECT_TRUE(port.said.empty());
}

// Corner cases of the messages.
TEST(RecnSequence, AKnownPathIsRefused) {
  Ingress port = ingress(0);
  for (unsigned i = 0; i < 2; ++i) {
    port.notice(2, kNotif, path1(1));
    port.clocks(6);
  }
  ASSERT_EQ(port.answered.size(), 2u);
  EXPECT_EQ(port.answered[0].message.kind, kAcc);
  EXPECT_EQ(port.answered[1].message.kind, kRej);
  EXPECT_EQ(port.out().valid, 1u);
}

TEST(RecnSequence, WithoutAFreeSaqANotificationIsRefusedAndCounted) {
  Ingress port = ingress(0);
  unsigned full = 0;
  for (unsigned p = 0; p < 4; ++p) {
    port.packet(p);  // so that no SAQ may be freed before
    port.notice(p, kNotif, kEmpty);
    for (unsigned i = 0; i < 6; ++i) {
      port.clock();
      full += port.out().full_valid;
      if (port.out().valid == (1u << p) - 1) continue;
    }
  }
  EXPECT_EQ(full, 1u);
  EXPECT_EQ(port.answered.back().message.kind, kRej);
  EXPECT_EQ(port.out().valid, 7u);
}

TEST(RecnSequence, ARefusalIsUndoneAndTriedAgain) {
  Egress port = egress();
  for (unsigned i = 0; i < 4; ++i) port.packet(0, 1);
  port.clocks(5);
  ASSERT_EQ(port.said.size(), 1u);
  port.reply(1, kRej, kEmpty);
  port.clocks(6);
  port.clocks(6);  // cfg_retry
  port.packet(0, 1);
  port.clocks(6);
  ASSERT_EQ(port.said.size(), 2u);
  EXPECT_EQ(port.said[1].message.kind, kNotif);
}

TEST(RecnSequence, DeallocThatCrossesAPacketLeavesItInTheNormalQueue) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, kEmpty);
  port.clocks(8);
  port.packet(2);
  port.leave(1);
  port.clocks(8);
  EXPECT_EQ(port.out().valid, 0u);
  ASSERT_EQ(port.answered.size(), 2u);
  expect_path(port.answered[1].message, kDealloc, kEmpty);
  EXPECT_EQ(port.packet(2), 0u);
}

TEST(RecnSequence, APacketThatIsComparedAsItsSaqMightBeFreedKeepsIt) {
  // Whatever the clock in which the packet comes: it is stored in its SAQ, or that is gone before.
  for (unsigned wait = 0; wait < 10; ++wait) {
    Ingress port = ingress(0);
    port.notice(2, kNotif, kEmpty);
    port.clocks(8);
    port.packet(2);
    port.leave(1);
    port.clocks(wait);
    const unsigned queue = port.packet(2);
    port.clocks(10);
    EXPECT_EQ(port.packets(queue), 1u) << wait;
    EXPECT_EQ(port.out().valid, queue == 1 ? 1u : 0u) << wait;
  }
}

TEST(RecnSequence, ANotificationOfAPathThatIsBeingFreedGetsASaqOrIsRefusedNeverLost) {
  for (unsigned wait = 0; wait < 12; ++wait) {
    Ingress port = ingress(0);
    port.notice(2, kNotif, kEmpty);
    port.clocks(8);
    port.packet(2);
    port.leave(1);
    port.clocks(wait);
    port.notice(2, kNotif, kEmpty);
    port.clocks(6);
    // DEALLOC comes before an ACC and after a REJ: who hears them knows whether there is a SAQ.
    ASSERT_GE(port.answered.size(), 2u) << wait;
    int has = 0;
    for (const auto& a : port.answered) {
      if (a.message.kind == kAcc) ++has;
      if (a.message.kind == kDealloc) --has;
    }
    EXPECT_EQ(static_cast<uint32_t>(has), bit_count(port.out().valid)) << wait;
  }
}

TEST(RecnSequence, ADetectionWhosePathIsKnownIsForgotten) {
  Ingress port = ingress();
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(port.packet(1), 1u);
  // The notification is looked for first, then the detection of the same output.
  port.notice(1, kNotif, kEmpty);
  EXPECT_EQ(port.packet(1), 1u);
  for (unsigned i = 0; i < 12; ++i) {
    EXPECT_FALSE(port.out().swap_valid) << "clock " << i;
    port.clock();
  }
  EXPECT_EQ(port.out().valid, 1u);
  EXPECT_EQ(port.packets(1), 4u) << "they stay where they were";
  EXPECT_TRUE(port.waits(0));
  EXPECT_EQ(port.packet(1), 4u);
}

// With detection queues: behind that of the path's first output, and no other.
TEST(RecnSequence, ANotifiedSaqWaitsForTheDetectionQueueOfItsFirstOutput) {
  Ingress port = ingress();
  EXPECT_EQ(port.packet(0), 0u);
  EXPECT_EQ(port.packet(2), 2u);
  EXPECT_EQ(port.packet(3), 3u);
  port.notice(2, kNotif, path1(3));
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 1u);
  expect_path(port.answered[0].message, kAcc, path1(3));
  EXPECT_EQ(port.packet(2 | 3 << 2), 4u);
  port.leave(0);
  port.leave(3);
  port.clocks(4);
  EXPECT_TRUE(port.waits(0));
  port.leave(2);
  port.clocks(2);
  EXPECT_TRUE(port.may_send(0));
}

// Or two ports that wait for each other's answers would stand for ever.
TEST(RecnSequence, RepliesAreTakenWhileANotificationWaitsForItsAnswersPlace) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, kEmpty);
  port.clocks(8);
  for (unsigned i = 0; i < 3; ++i) port.packet(2);
  port.clocks(5);
  ASSERT_EQ(port.said.size(), 1u);  // a child owes an answer
  port.in.answer_ready = 0;
  port.notice(1, kNotif, kEmpty);
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 2u) << "not taken from now on";
  port.notice(3, kNotif, kEmpty);
  port.clocks(8);
  EXPECT_EQ(port.out().valid, 3u) << "it is not looked for";
  port.reply(0, kAcc, path1(2));
  port.clocks(3);
  EXPECT_EQ(port.in.reply_valid, 0u) << "the reply is taken";
  EXPECT_EQ(port.out().leaf & 1, 0u);
  port.reply(0, kDealloc, path1(2));
  port.clocks(4);
  EXPECT_EQ(port.in.reply_valid, 0u);
  EXPECT_EQ(port.out().leaf & 1, 1u) << "and heard";
  EXPECT_EQ(port.out().valid, 3u);
  port.in.answer_ready = ~0u;
  port.clocks(8);
  EXPECT_EQ(port.out().valid, 7u);
}

}  // namespace
}  // namespace chokepoint::test
