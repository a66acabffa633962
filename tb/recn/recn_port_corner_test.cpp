// SPDX-License-Identifier: Apache-2.0
// Corner cases of a whole port, against the golden model: a SAQ made or freed while a packet is half read or
// its head waits, and detection queues without a free SAQ.
#include "tb/recn/whole_port.h"

namespace chokepoint::test {
namespace {

// 4.1.2: the packet that is half gone is still one of those that the SAQ waits for.
TEST(RecnPortModel, ASaqMadeWhileAPacketIsHalfReadWaitsForIt) {
  WholePort port;
  port.packet(1, 3, 10);
  EXPECT_EQ(port.drain(1), (Gone{{1, 10}})) << "11 and 12 are still here";
  port.notice(1, kNotif, {0, 0});
  port.clocks(8);
  ASSERT_EQ(port.answered, (std::vector<uint32_t>{kAcc}));
  port.packet(1, 2, 20);
  EXPECT_EQ(port.out().saq_flits, 2u) << "the next packet is set aside";
  port.clocks(10);
  EXPECT_EQ(port.out().waits, 1u) << "as long as the packet is half gone";
  EXPECT_EQ(port.drain(1), (Gone{{1, 11}}));
  port.clocks(10);
  EXPECT_EQ(port.out().waits, 1u) << "its last flit is here";
  EXPECT_EQ(port.drain(), (Gone{{1, 12}, {port.saq(0), 20}, {port.saq(0), 21}}));
}

TEST(RecnPortModel, ASaqFreedWhileAnotherQueuesPacketIsHalfRead) {
  WholePort port;
  port.configure([](auto& cfg) { cfg.control.line.linger = 4; });
  port.notice(1, kNotif, {0, 0});
  port.clocks(3);
  port.packet(2, 3, 10);
  EXPECT_EQ(port.drain(1), (Gone{{2, 10}}));
  port.clocks(20);
  EXPECT_EQ(port.answered, (std::vector<uint32_t>{kAcc, kDealloc}));
  EXPECT_EQ(port.out().valid, 0u);
  EXPECT_EQ(port.drain(), (Gone{{2, 11}, {2, 12}}));
}

// The search that decides is that of the clock before the first flit, however long the head has waited.
TEST(RecnPortModel, ALineMadeWhileAHeadWaitsForAPlaceGetsItsPacket) {
  WholePort port;
  port.configure([](auto& cfg) { cfg.control.detect = 15; });
  for (unsigned i = 0; i < 8; ++i) port.packet(2, 2, 20 + 2 * i);  // all 16 places
  EXPECT_FALSE(port.head(1)) << "no place";
  port.notice(1, kNotif, {0, 0});
  for (unsigned i = 0; i < 8; ++i) EXPECT_FALSE(port.head(1));
  ASSERT_EQ(port.answered, (std::vector<uint32_t>{kAcc}));
  port.in.may_go = true;
  for (unsigned i = 0; i < 8 && !port.out().head_ready; ++i) port.head(1);
  ASSERT_TRUE(port.out().head_ready);
  port.in.may_go = false;
  port.flit(10, true);
  EXPECT_EQ(port.out().saq_flits, 1u) << "the line was not there when it came first";
}

TEST(RecnPortModel, ALineFreedWhileAHeadIsAwayLosesItsPacket) {
  WholePort port;
  port.configure([](auto& cfg) { cfg.control.line.linger = 12; });
  port.notice(1, kNotif, {0, 0});
  port.clocks(8);
  ASSERT_EQ(port.answered, (std::vector<uint32_t>{kAcc}));
  for (unsigned i = 0; i < 30; ++i) port.head(1);
  EXPECT_EQ(port.out().valid, 1u) << "kept for the head that waits";
  for (unsigned i = 0; i < 8; ++i) port.head(2);  // another in its place
  EXPECT_EQ(port.out().valid, 0u);
  EXPECT_EQ(port.answered, (std::vector<uint32_t>{kAcc, kDealloc}));
  ASSERT_TRUE(port.head(1));
  port.flit(10, true);
  EXPECT_EQ(port.out().saq_flits, 0u);
  EXPECT_EQ(port.drain(), (Gone{{1, 10}}));
}

// 4.2: detection queues are VOQs as well. What finds no free SAQ stays in its own and holds up no other output.
TEST(RecnPortModel, WithoutAFreeSaqDetectionQueuesStillLetOtherOutputsPass) {
  WholePort port;
  port.configure([](auto& cfg) { cfg.control.line.linger = 63; });
  for (uint64_t turn = 1; turn < 4; ++turn) {  // three paths by output 0 have the three SAQs
    port.notice(0, kNotif, {turn, 3});
    port.clocks(8);
  }
  ASSERT_EQ(port.out().valid, 7u);
  port.packet(0 | 1 << 2, 1, 1);  // so that the first is kept
  ASSERT_EQ(port.out().saq_flits, 1u);
  port.packet(1, 3, 10);
  port.packet(1, 1, 13);
  port.clocks(8);
  EXPECT_EQ(port.full, 0u) << "4 flits are the threshold, but none has begun above it";
  port.packet(1, 1, 14);
  port.clocks(8);
  EXPECT_EQ(port.full, 1u) << "detected, and no SAQ is free";
  port.packet(1, 1, 15);
  port.packet(2, 2, 20);
  port.packet(3, 1, 30);
  port.clocks(8);
  EXPECT_EQ(port.full, 2u) << "the next packet above the threshold looks again";
  EXPECT_TRUE(port.swapped.empty());
  EXPECT_EQ(port.out().saq_flits, 1u) << "the packets of output 1 are where they were";
  port.in.may_begin = ~uint64_t{2} & low_mask(4);  // output 1 is congested
  EXPECT_EQ(port.drain(), (Gone{{2, 20}, {2, 21}, {3, 30}}));

  port.in.may_begin = uint64_t{1} << port.saq(0);  // the first SAQ empties and is freed
  EXPECT_EQ(port.drain(), (Gone{{port.saq(0), 1}}));
  EXPECT_EQ(port.answered.back(), kDealloc);
  port.packet(1, 1, 16);
  port.clocks(8);
  ASSERT_EQ(port.swapped.size(), 1u);
  EXPECT_EQ(port.out().saq_flits, 7u);
}

}  // namespace
}  // namespace chokepoint::test
