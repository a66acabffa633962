// SPDX-License-Identifier: Apache-2.0
// Xoff and Xon of paper 001 (4.1.2): who says them, whom they halt, and those that are stale.
#include "tb/recn/sequence_port.h"

namespace chokepoint::test {
namespace {

// 4.1.2: Xon and Xoff of a SAQ, stop and go.
TEST(RecnSequence, XoffAndXonFollowTheSaqsFlits) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, kEmpty);
  port.clocks(8);
  for (unsigned i = 0; i < 3; ++i) port.packet(2);
  port.clocks(5);
  ASSERT_EQ(port.said.size(), 1u);
  port.reply(0, kAcc, path1(2));
  port.clocks(3);
  port.packet(2);  // 8 flits
  port.clocks(7);
  ASSERT_EQ(port.said.size(), 2u);
  expect_path(port.said[1].message, kXoff, path1(2));
  for (unsigned i = 0; i < 3; ++i) port.leave(1);  // 2 flits
  port.clocks(7);
  ASSERT_EQ(port.said.size(), 3u);
  expect_path(port.said[2].message, kXon, path1(2));
}

TEST(RecnSequence, AHaltedSaqSendsNothingUntilXon) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, kEmpty);
  port.clocks(8);
  port.packet(2);
  EXPECT_TRUE(port.may_send(0));
  port.notice(2, kXoff, kEmpty);
  port.clocks(5);
  EXPECT_FALSE(port.may_send(0));
  port.notice(2, kXon, kEmpty);
  port.clocks(5);
  EXPECT_TRUE(port.may_send(0));
}

// The SAQ has been freed as the Xoff comes, and its successor of the same path knows nothing of it.
TEST(RecnSequence, XoffThatCrossesAFreeingHasNoEffect) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, kEmpty);
  port.clocks(8);
  EXPECT_EQ(port.packet(2), 1u);
  port.leave(1);
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 2u);
  expect_path(port.answered[1].message, kDealloc, kEmpty);
  ASSERT_EQ(port.out().valid, 0u);
  port.notice(2, kXoff, kEmpty);
  port.clocks(6);
  EXPECT_EQ(port.in.notice_valid, 0u) << "it is taken";
  port.notice(2, kNotif, kEmpty);
  port.clocks(8);
  EXPECT_EQ(port.out().valid, 1u);
  EXPECT_TRUE(port.may_send(0));
}

// Messages of a parent and of a child whose SAQ is gone reach no other SAQ, of a longer path or a shorter one.
TEST(RecnSequence, AMessageForAFreedSaqReachesNoOther) {
  Ingress port = ingress(0);
  port.notice(2, kNotif, path1(3));
  port.clocks(8);
  EXPECT_EQ(port.packet(2 | 3 << 2), 1u);
  port.notice(2, kNotif, kEmpty);
  port.clocks(8);
  EXPECT_EQ(port.packet(2), 2u);
  port.leave(2);  // the shorter path's is freed
  port.clocks(10);
  ASSERT_EQ(port.out().valid, 1u);
  port.notice(2, kXoff, kEmpty);
  port.clocks(6);
  EXPECT_EQ(port.in.notice_valid, 0u);
  EXPECT_TRUE(port.may_send(0)) << "Xoff of the path that is gone";
  port.reply(0, kAcc, path1(2));
  port.clocks(6);
  EXPECT_EQ(port.out().leaf, 1u) << "ACC of that path";
  port.notice(2, kXoff, path1(3));
  port.clocks(6);
  EXPECT_FALSE(port.may_send(0)) << "Xoff of its own";
}

// A SAQ behind the crossbar that says stop takes a packet of a port that has not been notified, and none
// of one that has: Xoff is for those that know, and who stores nothing is never notified.
TEST(RecnSequence, AStoppedSaqTakesOnePacketOfWhoDoesNotKnowOfIt) {
  Egress port = egress();
  const auto stopped = [&port](uint64_t turns, uint32_t from) {
    port.in.packet_valid = true;
    port.in.packet_turns = turns;
    port.in.packet_port = from;
    port.clock();
    return port.out().match_stopped;
  };
  port.notice(0, kNotif, path1(2));
  port.clocks(8);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(port.packet(2, 1), 1u);  // 8 flits: stop
  port.clocks(4);
  ASSERT_EQ(port.out().stop, 1u);
  port.reply(1, kAcc, path1(2));
  port.clocks(4);
  EXPECT_TRUE(stopped(2, 1));
  EXPECT_FALSE(stopped(3, 1)) << "beside the tree, for the normal queue";
  EXPECT_FALSE(stopped(2, 3));
  const size_t said = port.said.size();
  EXPECT_EQ(port.packet(2, 3), 1u);
  EXPECT_TRUE(stopped(2, 3)) << "it is to be notified";
  port.clocks(6);
  ASSERT_GT(port.said.size(), said);
  EXPECT_EQ(port.said.back().to, 8u);
  expect_path(port.said.back().message, kNotif, path1(2));
  port.reply(3, kRej, path1(2));
  port.clocks(8);
  EXPECT_TRUE(stopped(2, 3)) << "it has refused, and hears no Xoff";
}

// 4.1.1: the egress port's normal queue. If it stopped those that it has notified below its threshold
// of detection, 6 flits here, no packet of another could find it above that.
TEST(RecnSequence, TheRootStopsAboveDetectionSoThatAnotherChildIsNotified) {
  Egress port = egress();
  const auto xoffs = [&port] {
    unsigned count = 0;
    for (const auto& s : port.said) count += s.message.kind == kXoff;
    return count;
  };
  for (unsigned i = 0; i < 4; ++i) port.packet(0, 1);
  port.clocks(4);
  ASSERT_EQ(port.said.size(), 1u);
  EXPECT_EQ(port.said[0].to, 2u);
  port.reply(1, kAcc, kEmpty);
  port.clocks(4);
  port.packet(0, 2);  // 10 flits: over detection and over cfg_stop alone, 8
  port.clocks(6);
  ASSERT_EQ(port.said.size(), 2u);
  EXPECT_EQ(port.said[1].to, 4u);
  EXPECT_EQ(port.said[1].message.kind, kNotif);
  port.reply(2, kAcc, kEmpty);
  port.clocks(4);
  port.packet(0, 1);
  port.clocks(6);
  EXPECT_EQ(xoffs(), 0u) << "12 flits";
  port.packet(0, 1);
  port.clocks(6);
  EXPECT_EQ(xoffs(), 1u) << "14 flits";
  for (unsigned i = 0; i < 2; ++i) port.leave(0);
  port.clocks(6);
  EXPECT_NE(port.said.back().message.kind, kXon) << "10 flits";
  port.leave(0);
  port.clocks(6);
  EXPECT_EQ(port.said.back().message.kind, kXon) << "8 flits";
}

// The egress port still counts a SAQ of this path that has been freed: its DEALLOC waits.
TEST(RecnSequence, AStaleXoffDoesNotHaltASaqThatADetectionHasMade) {
  Ingress port = ingress();
  port.notice(1, kNotif, kEmpty);
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 1u);
  expect_path(port.answered[0].message, kAcc, kEmpty);
  port.in.answer_ready = 0;
  EXPECT_EQ(port.packet(1), 4u);
  port.leave(4);
  port.clocks(8);
  EXPECT_EQ(port.out().valid, 0u);
  ASSERT_EQ(port.answered.size(), 2u);
  expect_path(port.answered[1].message, kDealloc, kEmpty);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(port.packet(1), 1u);
  for (unsigned i = 0; i < 8 && !port.out().swap_valid; ++i) port.clock();
  ASSERT_TRUE(port.out().swap_valid);
  port.notice(1, kXoff, kEmpty);
  port.clocks(8);
  EXPECT_EQ(port.in.notice_valid, 0u) << "heard";
  port.in.answer_ready = ~0u;  // DEALLOC is taken: nobody downstream will say Xon
  port.clocks(8);
  EXPECT_EQ(port.out().valid, 1u);
  EXPECT_TRUE(port.may_send(0));
}

// 4.2: an ingress port may find the congestion before it is notified. The notification takes its SAQ
// into the tree, or it alone of all would never be stopped, and those that are would starve.
TEST(RecnSequence, ANotificationAdoptsTheSaqThatADetectionHasMade) {
  Ingress port = ingress();
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(port.packet(1), 1u);
  for (unsigned i = 0; i < 8 && !port.out().swap_valid; ++i) port.clock();
  ASSERT_TRUE(port.out().swap_valid);
  port.clocks(2);
  port.notice(1, kXoff, kEmpty);
  port.clocks(8);
  EXPECT_TRUE(port.may_send(0)) << "before it: stale";
  port.notice(1, kNotif, kEmpty);
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 1u);
  expect_path(port.answered[0].message, kAcc, kEmpty);
  EXPECT_EQ(port.out().valid, 1u) << "the same SAQ";
  EXPECT_EQ(port.packets(4), 4u);
  EXPECT_TRUE(port.may_send(0));
  port.notice(1, kXoff, kEmpty);
  port.clocks(8);
  EXPECT_FALSE(port.may_send(0));
  port.notice(1, kXon, kEmpty);
  port.clocks(8);
  EXPECT_TRUE(port.may_send(0));
  port.notice(1, kNotif, kEmpty);
  port.clocks(8);
  ASSERT_EQ(port.answered.size(), 2u);
  expect_path(port.answered[1].message, kRej, kEmpty);

  port.reply(0, kRej, path1(1));
  for (unsigned i = 0; i < 4; ++i) port.leave(4);
  port.clocks(12);
  EXPECT_EQ(port.out().valid, 0u);
  ASSERT_EQ(port.answered.size(), 3u);
  expect_path(port.answered[2].message, kDealloc, kEmpty);
}

}  // namespace
}  // namespace chokepoint::test
