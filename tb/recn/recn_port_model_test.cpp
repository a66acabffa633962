// SPDX-License-Identifier: Apache-2.0
// Golden model of recn_port against hand-worked cases: packets that are half here or half gone as a SAQ
// is swapped, made or freed, room in the share, service in turn.
#include "tb/recn/whole_port.h"

namespace chokepoint::test {
namespace {

TEST(RecnPortModel, AFlitGoesOutTwoClocksAfterItCame) {
  WholePort port;
  ASSERT_TRUE(port.head(1));
  port.in.may_go = true;
  port.flit(7, true);  // stored in this clock, taken in the next, out in the one after
  EXPECT_FALSE(port.out().out_valid);
  port.clock();
  ASSERT_TRUE(port.out().out_valid);
  EXPECT_EQ(port.out().out_flit, 7u);
  EXPECT_EQ(port.out().out_queue, 1u);
  EXPECT_TRUE(port.out().out_last);
}

TEST(RecnPortModel, TheNextHeadMayComeWithThePacketsLastFlit) {
  WholePort port;
  ASSERT_TRUE(port.head(1));
  port.flit(1, false);
  EXPECT_FALSE(port.out().head_ready) << "a packet is half here";
  port.in.head_valid = true;
  port.in.head_turns = 2;
  port.flit(2, true);
  EXPECT_TRUE(port.out().head_ready);
  port.flit(3, true);
  EXPECT_EQ(port.drain(), (Gone{{1, 1}, {1, 2}, {2, 3}}));
}

// What recn_egress says of a head, the port heeds: it has room for it.
TEST(RecnPortModel, AHeadForAStoppedSaqWaitsUnlessItsPortDoesNotKnow) {
  WholePort port(1);
  port.configure([](RecnPort::Config& cfg) { cfg.control.line = {1, 2, 1, 4, 40}; });
  port.notice(0, kNotif, {2, 3});
  port.clocks(8);
  ASSERT_EQ(port.out().valid, 1u);
  port.in.head_port = 1;
  port.packet(2, 1, 10);
  port.packet(2, 1, 20);  // comes as the SAQ has a flit: its port is to be notified
  port.clocks(6);
  ASSERT_EQ(port.out().stop, 1u);
  EXPECT_FALSE(port.head(2)) << "port 1 is being notified";
  EXPECT_TRUE(port.head(1)) << "for the normal queue";
  port.in.head_port = 3;
  EXPECT_TRUE(port.head(2)) << "port 3 does not know";
}

// Fig 5, with a packet that is half written as its queue is swapped: it goes along, in order.
TEST(RecnPortModel, APacketHalfWrittenAtTheSwapFollowsIntoTheSaq) {
  WholePort port;
  port.packet(1, 3, 10);
  port.packet(1, 2, 20);
  ASSERT_TRUE(port.head(1));
  port.flit(30, false);  // five flits were there: above the threshold
  for (unsigned i = 0; i < 8; ++i) port.clock();
  ASSERT_EQ(port.swapped.size(), 1u);
  port.flit(31, true);
  EXPECT_EQ(port.out().saq_flits, 7u);
  const uint32_t queue = port.saq(0);
  EXPECT_EQ(port.drain(), (Gone{{queue, 10}, {queue, 11}, {queue, 12}, {queue, 20}, {queue, 21},
                                {queue, 30}, {queue, 31}}));
}

TEST(RecnPortModel, APacketHalfReadAtTheSwapIsReadOnFromTheSaq) {
  WholePort port;
  port.packet(1, 3, 10);
  port.packet(1, 2, 20);
  port.in.may_go = true;
  port.clock();
  port.in.may_go = false;  // 10 is out, its packet half read
  port.packet(1, 1, 30);
  port.clocks(8);
  ASSERT_EQ(port.swapped.size(), 1u);
  const uint32_t queue = port.saq(0);
  EXPECT_EQ(port.gone, (Gone{{1, 10}}));
  EXPECT_EQ(port.drain(), (Gone{{queue, 11}, {queue, 12}, {queue, 20}, {queue, 21}, {queue, 30}}));
}

TEST(RecnPortModel, OnePacketHalfWrittenAndHalfReadIsSwappedWhole) {
  WholePort port;
  port.in.cfg.control.detect = 0;  // at once, whatever is there
  port.in.enable = false;
  port.clock();
  port.in.enable = true;
  port.clocks(2);
  ASSERT_TRUE(port.head(1));
  port.flit(10, false);
  port.in.may_go = true;
  port.clock();
  port.in.may_go = false;
  port.clocks(8);
  ASSERT_EQ(port.swapped.size(), 1u);
  port.flit(11, false);
  port.flit(12, true);
  EXPECT_EQ(port.gone, (Gone{{1, 10}}));
  EXPECT_EQ(port.drain(), (Gone{{port.saq(0), 11}, {port.saq(0), 12}}));
}

// 4.1.2: a packet that has begun stays in its queue; the SAQ waits for it.
TEST(RecnPortModel, ASaqMadeWhileAPacketIsHalfWrittenWaitsForIt) {
  WholePort port;
  ASSERT_TRUE(port.head(1));
  port.flit(10, false);
  port.notice(1, kNotif, {0, 0});
  port.clocks(8);
  ASSERT_EQ(port.answered, (std::vector<uint32_t>{kAcc}));
  port.flit(11, true);
  port.packet(1, 2, 20);
  EXPECT_EQ(port.out().saq_flits, 2u) << "the next packet is set aside";
  EXPECT_EQ(port.out().waits, 1u);
  EXPECT_EQ(port.drain(), (Gone{{1, 10}, {1, 11}, {port.saq(0), 20}, {port.saq(0), 21}}));
}

TEST(RecnPortModel, ASaqIsFreedOnlyAfterTheLastFlitOfItsPacketHasLeft) {
  WholePort port;
  port.in.cfg.control.line.linger = 0;
  port.in.enable = false;
  port.clock();
  port.in.enable = true;
  port.clocks(2);
  ASSERT_TRUE(port.head(1));
  port.notice(1, kNotif, {0, 0});
  port.flit(5, true);  // what the SAQ waits for
  port.clocks(3);
  ASSERT_TRUE(port.head(1));
  port.flit(10, false);
  ASSERT_EQ(port.out().saq_flits, 1u);
  EXPECT_EQ(port.drain(10), (Gone{{1, 5}, {port.saq(0), 10}}));
  EXPECT_EQ(port.out().total_flits, 0u);
  EXPECT_EQ(port.out().valid, 1u) << "half written and half read, it has no flit but a packet";
  port.flit(11, true);
  EXPECT_EQ(port.drain(10), (Gone{{port.saq(0), 11}}));
  EXPECT_EQ(port.out().valid, 0u);
  EXPECT_EQ(port.answered, (std::vector<uint32_t>{kAcc, kDealloc}));
}

TEST(RecnPortModel, ASaqFreedWhileAnotherQueuesPacketIsHalfWritten) {
  WholePort port;
  port.in.cfg.control.line.linger = 4;
  port.in.enable = false;
  port.clock();
  port.in.enable = true;
  port.clocks(2);
  port.notice(1, kNotif, {0, 0});
  port.clocks(3);
  ASSERT_TRUE(port.head(2));
  port.flit(10, false);
  port.clocks(20);
  EXPECT_EQ(port.answered, (std::vector<uint32_t>{kAcc, kDealloc}));
  port.flit(11, true);
  EXPECT_EQ(port.drain(), (Gone{{2, 10}, {2, 11}}));
}

// An egress port: a packet begins in a SAQ only if the share of 10 places holds all of it.
TEST(RecnPortModel, APacketBeginsInASaqOnlyIfTheShareHoldsAllOfIt) {
  WholePort port(1);
  port.in.cfg.keep_share = true;
  port.in.enable = false;
  port.clock();
  port.in.enable = true;
  port.clocks(2);
  port.notice(0, kNotif, {1, 3});
  port.clocks(6);
  ASSERT_EQ(port.answered, (std::vector<uint32_t>{kAcc}));
  port.packet(1, 3, 10);
  port.packet(1, 3, 20);
  port.packet(1, 2, 30);
  EXPECT_EQ(port.out().saq_flits, 8u);
  EXPECT_FALSE(port.head(1)) << "8 and 3 are above 10";
  EXPECT_TRUE(port.head(2)) << "another packet is not held up by it";
  port.flit(40, true);
  port.in.may_go = true;
  port.clocks(2);  // the normal queue's flit, or one of the SAQ
  port.in.may_go = false;
  port.clocks(2);
  EXPECT_LE(port.out().saq_flits, 7u);
  EXPECT_TRUE(port.head(1));
}

TEST(RecnPortModel, QueuesAreServedInTurn) {
  WholePort port;
  port.packet(1, 1, 10);
  port.packet(1, 1, 11);
  port.packet(3, 2, 30);
  port.packet(3, 1, 32);
  port.packet(2, 1, 20);
  EXPECT_EQ(port.drain(), (Gone{{1, 10}, {2, 20}, {3, 30}, {3, 31}, {1, 11}, {3, 32}}));
}

// Neither do SAQs starve the normal queue, nor it them: packet by packet, the lowest after the highest.
TEST(RecnPortModel, SaqsAreServedInTurnWithNormalQueues) {
  WholePort port;
  port.notice(1, kNotif, {0, 0});
  port.clocks(8);
  port.notice(2, kNotif, {0, 0});
  port.clocks(8);
  ASSERT_EQ(port.answered, (std::vector<uint32_t>{kAcc, kAcc}));
  for (unsigned i = 0; i < 2; ++i) {
    port.packet(1, 2, 10 + 2 * i);
    port.packet(2, 1, 20 + i);
    port.packet(3, 1, 30 + i);
  }
  ASSERT_EQ(port.out().may_send, 3u);
  const uint32_t one = port.saq(0), two = port.saq(1);
  EXPECT_EQ(port.drain(), (Gone{{3, 30}, {one, 10}, {one, 11}, {two, 20}, {3, 31}, {one, 12}, {one, 13}, {two, 21}}));
}

TEST(RecnPortModel, AQueueThatMayNotBeginIsPassedOver) {
  WholePort port;
  port.packet(1, 2, 10);
  port.packet(2, 1, 20);
  port.in.may_begin = ~uint64_t{2};
  EXPECT_EQ(port.drain(), (Gone{{2, 20}}));
  port.in.may_begin = 2;
  port.in.may_go = true;
  port.clock();
  EXPECT_EQ(port.gone.back(), (std::pair<uint32_t, uint64_t>{1, 10}));
  port.in.may_begin = 0;  // what has begun goes on
  EXPECT_EQ(port.drain(), (Gone{{1, 11}}));
}

TEST(RecnPortModel, AQueueIsSwappedOnlyIfTheShareHoldsIt) {
  WholePort port;
  port.in.cfg.swap_fits = true;
  port.in.cfg.control.detect = 4;
  port.in.enable = false;
  port.clock();
  port.in.enable = true;
  port.clocks(2);
  port.packet(1, 3, 10);
  port.packet(1, 1, 20);
  port.packet(1, 1, 30);  // begins at 4: 5 and 3 are within 10
  port.clocks(10);
  EXPECT_EQ(port.swapped.size(), 1u);
  port.packet(2, 3, 40);
  port.packet(2, 1, 43);
  port.packet(2, 1, 50);  // 5 in the SAQ, 5 here: too many
  port.clocks(10);
  EXPECT_EQ(port.swapped.size(), 1u);
}

// A detection is noted while its queue fits, and waits behind egress ports' messages; as it is looked for
// the queue has grown.
TEST(RecnPortModel, AQueueThatHasGrownSinceItWasDetectedIsNotSwapped) {
  for (const bool fits : {true, false}) {
    WholePort port;
    port.in.cfg.swap_fits = fits;
    port.in.cfg.keep_share = true;
    port.in.cfg.control.detect = 3;
    port.in.enable = false;
    port.clock();
    port.in.enable = true;
    port.clocks(2);
    port.in.answer_ready = 0;
    port.notice(0, kNotif, {2, 3});
    port.clocks(6);  // its answer is not taken
    port.notice(0, kNotif, {3, 3});
    port.clocks(2);  // and so this one is held
    port.packet(1, 3, 10);
    port.packet(1, 2, 20);  // begins at 3
    port.packet(1, 3, 30);  // 8 here
    port.in.answer_ready = ~0u;
    port.clocks(20);
    EXPECT_EQ(port.swapped.size(), fits ? 0u : 1u);
    if (!fits) continue;
    port.packet(1, 1, 40);  // it brings the detection again, but 8 and 3 are above 10
    port.clocks(20);
    EXPECT_TRUE(port.swapped.empty());
    port.drain();
    port.packet(1, 3, 50);
    port.packet(1, 1, 60);
    port.clocks(20);
    EXPECT_EQ(port.swapped.size(), 1u);
  }
}

}  // namespace
}  // namespace chokepoint::test
