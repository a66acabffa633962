// SPDX-License-Identifier: Apache-2.0
// Tests of the storage formulas of the RECN units against hand counts.
#include <gtest/gtest.h>

#include "sim/units/recn/storage.h"

namespace chokepoint {
namespace {

TEST(RecnStorage, ThePathCamCountedByHand) {
  EXPECT_EQ(storage(PathCam::Params{}).sample, 8u * (31 + 31)) << "the paper's Fig 4";
  EXPECT_EQ(storage(PathCam::Params{}).state, 8u + 7 + 6 + 5 + 4 + 3 + 2 + 1);
  EXPECT_EQ(storage(PathCam::Params{}).pipeline, (1u + 1 + 3) + (5 + 3 + 3) + (31 + 31 + 1));
  EXPECT_EQ(storage(PathCam::Params{3, 4}).total(), 3u * 8 + 3 + 3 + (2 + 2) + (5 + 4) + 9);
}

TEST(RecnStorage, TheQueueMemoryCountedByHand) {
  // 256 flits with a last bit and a link of 8 bits; 9 queues of two places and two counts.
  EXPECT_EQ(storage(QueueMemory::Params{}).state,
            256u * (64 + 1 + 8) + 256 + (1 + 8) + 9 * (8 + 8 + 9 + 9) + (9 + 9) + 2 * (1 + 4));
  EXPECT_EQ(storage(QueueMemory::Params{}).pipeline, 65u + 8 + 1 + 1);
  EXPECT_EQ(storage(QueueMemory::Params{4, 1, 1, 2, 1}).total(),
            4u * (1 + 1 + 2) + 4 + (1 + 2) + 3 * (2 + 2 + 3 + 3) + (3 + 3) + 2 * (1 + 2) +
                (2 + 2 + 1 + 1));
}

TEST(RecnStorage, TheSaqLineCountedByHand) {
  EXPECT_EQ(storage(SaqLine::Params{}).state, 7u + 4 + 9 + 3 + 10 + 10);
  EXPECT_EQ(storage(SaqLine::Params{}).pipeline, 2u);
  EXPECT_EQ(storage(SaqLine::Params{8, 9, 9, 10}).total(), 6u + 4 + 9 + 4 * 8 + 20 + 2);
}

TEST(RecnStorage, TheSaqSetIsItsLines) {
  EXPECT_EQ(storage(SaqSet::Params{}).total(), 8u * (7 + 4 + 9 + 3 + 20 + 2));
  EXPECT_EQ(storage(SaqSet::Params{8, 8, 4, 9, 10}).total(), 8u * (6 + 4 + 9 + 16 + 20 + 2));
}

TEST(RecnStorage, MessagesCountedByHand) {
  EXPECT_EQ(storage(MessageSelect::Params{}).total(), 8u + (1 + 3 + 2 + 31 + 31));
  EXPECT_EQ(storage(MessageSelect::Params{1, 5}).total(), 1u + 2 + 5 + 5);
  // Step 2, line 3, what of it 3; a child, an answer, two messages of kind, pool and mask.
  EXPECT_EQ(storage(MessageSender::Params{}).total(), 2u + 3 + 3 + 1 + 1 + 2 * (2 + 31 + 31));
}

TEST(RecnStorage, AControlIsItsUnitsAndALittle) {
  const SaqControl::Params egress{};
  EXPECT_EQ(storage(egress).total(), storage(PathCam::Params{}).total() +
                                         storage(SaqSet::Params{8, 1, 8, 9, 10}).total() +
                                         storage(SaqLine::Params{8, 9, 9, 10}).total() +
                                         storage(MessageSender::Params{8, 8, 31, 1}).total() +
                                         (1u + 1 + 1 + 2) + 3);
  const SaqControl::Params ingress{8, 31, 8, 1, 0, 9, 10};
  EXPECT_EQ(storage(ingress).total(), storage(PathCam::Params{}).total() +
                                          storage(SaqSet::Params{8, 8, 1, 9, 10}).total() +
                                          storage(MessageSender::Params{8, 1, 31, 0}).total() +
                                          (1u + 1 + 1 + 2) + 1 + 4 + 4);
  EXPECT_EQ(storage(RecnEgress::Params{}).total(),
            storage(egress).total() + storage(MessageSelect::Params{8, 31}).total());
  EXPECT_EQ(storage(RecnIngress::Params{}).total(),
            storage(ingress).total() + storage(MessageSelect::Params{9, 31}).total() + 1 + 3);
}

TEST(RecnStorage, AWholePortIsItsControlAndItsMemory) {
  const QueueMemory::Params memory{256, 64, 8, 8, 64};
  EXPECT_EQ(storage(RecnPort::Params{}).total(),
            storage(RecnIngress::Params{}).total() + storage(memory).total() + 4 + 1);
  const QueueMemory::Params beside{256, 64, 1, 8, 64};
  EXPECT_EQ(storage(RecnPort::Params{1}).total(),
            storage(RecnEgress::Params{}).total() + storage(beside).total() + 4 + 1);
}

/// The table of the overview, docs/reference/recn/README.md.
TEST(RecnStorage, ThePortsOfTheOverview) {
  const auto egress = [](unsigned radix, unsigned saqs) {
    return storage(RecnEgress::Params{saqs, 31, radix, 9, 10}).total();
  };
  const auto ingress = [](unsigned radix, unsigned saqs, unsigned detection) {
    return storage(RecnIngress::Params{saqs, 31, radix, detection, 9, 10}).total();
  };
  EXPECT_EQ(egress(8, 4), 923u);
  EXPECT_EQ(egress(8, 8), 1498u);
  EXPECT_EQ(egress(8, 16), 2699u);
  EXPECT_EQ(egress(16, 8), 1804u);
  EXPECT_EQ(egress(32, 16), 4383u);
  EXPECT_EQ(ingress(8, 8, 0), 1191u);
  EXPECT_EQ(ingress(8, 8, 1), 1205u);
  EXPECT_EQ(ingress(16, 16, 1), 2193u);
  EXPECT_EQ(ingress(32, 4, 1), 787u);
  const auto whole = [](unsigned egress_port, unsigned radix, unsigned saqs) {
    return storage(RecnPort::Params{egress_port, 256, 64, saqs, 64, 31, radix, 1, 10}).total();
  };
  EXPECT_EQ(whole(1, 8, 4), 20151u);
  EXPECT_EQ(whole(1, 8, 8), 20865u);
  EXPECT_EQ(whole(1, 8, 16), 22341u);
  EXPECT_EQ(whole(1, 16, 8), 21171u);
  EXPECT_EQ(whole(1, 32, 16), 24025u);
  EXPECT_EQ(whole(0, 8, 4), 20216u);
  EXPECT_EQ(whole(0, 8, 8), 20810u);
  EXPECT_EQ(whole(0, 16, 16), 22345u);
  EXPECT_EQ(whole(0, 32, 8), 21680u);
}

}  // namespace
}  // namespace chokepoint
