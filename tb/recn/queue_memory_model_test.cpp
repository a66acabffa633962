// SPDX-License-Identifier: Apache-2.0
// Golden model of queue_memory against hand-worked cases of the paper and the contract page.
#include <gtest/gtest.h>

#include <vector>

#include "sim/units/recn/queue_memory.h"

namespace chokepoint {
namespace {

class Port {
 public:
  /// 16 places, two normal queues (0, 1) and three SAQs (2, 3, 4), 6 places reserved.
  Port() : model_({16, 16, 2, 3, 6}) {
    in_.enable = true;
    clock();
  }
  void store(unsigned queue, uint64_t flit, bool last) {
    in_.enqueue_valid = true;
    in_.enqueue_queue = queue;
    in_.enqueue_flit = flit;
    in_.enqueue_last = last;
  }
  void take(unsigned queue) {
    in_.dequeue_valid = true;
    in_.dequeue_queue = queue;
  }
  void swap(unsigned from, unsigned to) {
    in_.swap_valid = true;
    in_.swap_from = from;
    in_.swap_to = to;
  }
  const QueueMemory::Out& clock() {
    model_.step(in_);
    in_.enqueue_valid = in_.dequeue_valid = in_.swap_valid = false;
    return model_.out();
  }
  /// A packet of `flits` flits numbered from `first`, stored in so many clocks.
  void packet(unsigned queue, unsigned flits, uint64_t first) {
    for (unsigned i = 0; i < flits; ++i) {
      store(queue, first + i, i + 1 == flits);
      clock();
    }
  }
  /// Flits taken from a queue until it has none.
  std::vector<uint64_t> drain(unsigned queue) {
    std::vector<uint64_t> flits;
    while (out().queue_flits[queue] != 0) {
      take(queue);
      clock();
      EXPECT_TRUE(out().flit_valid);
      flits.push_back(out().flit);
    }
    clock();
    return flits;
  }
  QueueMemory::In& in() { return in_; }
  const QueueMemory::Out& out() const { return model_.out(); }

 private:
  QueueMemory::Model model_;
  QueueMemory::In in_;
};

using Flits = std::vector<uint64_t>;

TEST(QueueMemoryModel, EachQueueIsInOrderWhateverTheOthersDo) {
  Port port;
  port.packet(0, 2, 10);
  port.packet(3, 1, 20);
  port.packet(0, 3, 30);
  port.packet(3, 2, 40);
  EXPECT_EQ(port.out().queue_flits[0], 5u);
  EXPECT_EQ(port.out().queue_packets[0], 2u);
  EXPECT_EQ(port.out().total_flits, 8u);
  EXPECT_EQ(port.out().saq_flits, 3u);
  EXPECT_EQ(port.drain(3), (Flits{20, 40, 41}));
  EXPECT_EQ(port.drain(0), (Flits{10, 11, 30, 31, 32}));
  EXPECT_EQ(port.out().total_flits, 0u);
  EXPECT_EQ(port.out().queue_packets[0], 0u);
}

TEST(QueueMemoryModel, Figure5TheDetectionQueueBecomesTheSaqAndIsEmpty) {
  Port port;
  port.packet(1, 2, 10);
  port.packet(0, 1, 20);
  port.packet(1, 2, 30);
  port.swap(1, 2);
  port.clock();
  EXPECT_EQ(port.out().queue_flits[1], 0u);
  EXPECT_EQ(port.out().queue_packets[1], 0u);
  EXPECT_EQ(port.out().queue_flits[2], 4u);
  EXPECT_EQ(port.out().queue_packets[2], 2u);
  EXPECT_EQ(port.out().saq_flits, 4u);
  EXPECT_EQ(port.out().total_flits, 5u);
  port.packet(1, 1, 50);
  EXPECT_EQ(port.drain(1), (Flits{50}));
  EXPECT_EQ(port.drain(2), (Flits{10, 11, 30, 31}));
}

TEST(QueueMemoryModel, APacketHalfWrittenAtTheSwapIsWrittenToItsEndInTheSaq) {
  Port port;
  port.store(1, 10, false);
  port.clock();
  port.swap(1, 2);
  port.clock();
  EXPECT_TRUE(port.out().write_open);
  EXPECT_EQ(port.out().write_queue, 2u);
  port.store(0, 11, false);  // the queue counts with a first flit only
  port.clock();
  port.store(0, 12, true);
  port.clock();
  port.packet(1, 1, 20);
  EXPECT_EQ(port.drain(2), (Flits{10, 11, 12}));
  EXPECT_EQ(port.drain(1), (Flits{20}));
}

TEST(QueueMemoryModel, APacketHalfReadAtTheSwapIsReadToItsEndFromTheSaq) {
  Port port;
  port.packet(1, 3, 10);
  port.packet(0, 1, 90);
  port.take(1);
  port.swap(1, 2);  // the flit taken in this clock is on its way
  port.clock();
  EXPECT_EQ(port.out().flit, 10u);
  EXPECT_TRUE(port.out().read_open);
  EXPECT_EQ(port.out().read_queue, 2u);
  EXPECT_EQ(port.out().queue_flits[2], 2u);
  EXPECT_EQ(port.out().queue_packets[2], 1u);
  port.take(0);  // the queue counts only if nothing is half read
  EXPECT_EQ(port.clock().flit, 11u);
  port.take(0);
  EXPECT_EQ(port.clock().flit, 12u);
  EXPECT_TRUE(port.out().flit_last);
  EXPECT_FALSE(port.out().read_open);
  EXPECT_EQ(port.out().queue_packets[2], 1u) << "until the last flit has been shown";
  port.take(0);
  EXPECT_EQ(port.clock().flit, 90u);
  EXPECT_EQ(port.out().queue_packets[2], 0u);
}

TEST(QueueMemoryModel, OnePacketHalfWrittenAndHalfReadIsSwappedWhole) {
  Port port;
  port.store(1, 10, false);
  port.clock();
  port.store(1, 11, false);
  port.take(1);
  port.swap(1, 4);
  port.clock();
  EXPECT_EQ(port.out().read_queue, 4u);
  EXPECT_EQ(port.out().write_queue, 4u);
  EXPECT_EQ(port.out().queue_flits[4], 1u);
  EXPECT_EQ(port.out().queue_packets[4], 1u);
  EXPECT_EQ(port.out().queue_packets[1], 0u);
  port.store(0, 12, true);
  port.take(0);
  EXPECT_EQ(port.clock().flit, 11u);
  port.take(0);
  EXPECT_EQ(port.clock().flit, 12u);
  EXPECT_TRUE(port.out().flit_last);
  port.clock();
  EXPECT_EQ(port.out().queue_packets[4], 0u);
}

TEST(QueueMemoryModel, APacketThatLeavesInTheClockOfTheSwapIsNotCountedInTheSaq) {
  Port port;
  port.packet(1, 1, 10);
  port.packet(1, 1, 11);
  port.take(1);
  port.clock();
  EXPECT_TRUE(port.out().flit_last);
  port.swap(1, 2);
  port.clock();
  EXPECT_EQ(port.out().queue_packets[2], 1u);
  EXPECT_EQ(port.drain(2), (Flits{11}));
}

TEST(QueueMemoryModel, AHalfReadPacketWaitsForItsFlits) {
  Port port;
  port.store(0, 10, false);
  port.clock();
  port.take(0);
  port.clock();
  EXPECT_TRUE(port.out().read_open);
  EXPECT_EQ(port.out().queue_flits[0], 0u);
  EXPECT_EQ(port.out().queue_packets[0], 1u) << "a SAQ in this state is not empty";
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(port.clock().read_open);
  EXPECT_TRUE(port.out().quiescent);
  port.store(0, 11, true);
  port.clock();
  port.take(0);
  EXPECT_TRUE(port.clock().flit_last);
  EXPECT_EQ(port.clock().queue_packets[0], 0u);
}

TEST(QueueMemoryModel, AQueuesOnlyFlitIsTakenAsOneIsStored) {
  Port port;
  port.packet(0, 1, 10);
  for (uint64_t flit = 11; flit < 30; ++flit) {
    port.store(0, flit, true);
    port.take(0);
    port.clock();
    ASSERT_EQ(port.out().flit, flit - 1);
    ASSERT_EQ(port.out().queue_flits[0], 1u);
  }
}

TEST(QueueMemoryModel, AllPlacesAreUsedAndComeBack) {
  Port port;
  for (int round = 0; round < 3; ++round) {
    for (uint64_t flit = 0; flit < 16; ++flit) {
      ASSERT_TRUE(port.out().ready) << flit;
      port.packet(flit % 5, 1, flit);
    }
    EXPECT_FALSE(port.out().ready);
    EXPECT_TRUE(port.out().quiescent);
    EXPECT_EQ(port.out().total_flits, 16u);
    for (unsigned queue = 0; queue < 5; ++queue) port.drain(queue);
    port.clock();
  }
}

TEST(QueueMemoryModel, APlaceIsThereAgainTwoClocksAfterTheDequeue) {
  Port port;
  for (uint64_t flit = 0; flit < 16; ++flit) port.packet(0, 1, flit);
  port.take(0);
  EXPECT_FALSE(port.clock().ready);
  EXPECT_TRUE(port.clock().ready);
}

TEST(QueueMemoryModel, TheShareOfTheSaqs) {
  Port port;
  for (unsigned i = 0; i < 10; ++i) {
    EXPECT_TRUE(port.out().saq_ready) << i;
    port.packet(2 + i % 3, 1, i);
  }
  EXPECT_FALSE(port.out().saq_ready) << "16 places, 6 reserved";
  EXPECT_TRUE(port.out().ready);
  port.take(2);
  EXPECT_TRUE(port.clock().saq_ready);
}

TEST(QueueMemoryModel, DisableForgetsEverything) {
  Port port;
  port.store(0, 1, false);
  port.clock();
  port.in().enable = false;
  EXPECT_FALSE(port.clock().ready);
  EXPECT_FALSE(port.out().write_open);
  EXPECT_EQ(port.out().total_flits, 0u);
  port.in().enable = true;
  EXPECT_TRUE(port.clock().ready);
}

TEST(QueueMemoryModel, ParametersOutsideTheRangeAreRefused) {
  const QueueMemory::Params bad[] = {{2, 64, 1, 8, 1},   {48, 64, 1, 8, 1},   {2048, 64, 1, 8, 1},
                                     {256, 0, 1, 8, 64}, {256, 65, 1, 8, 64}, {256, 64, 0, 8, 64},
                                     {256, 64, 33, 8, 64}, {256, 64, 1, 1, 64}, {256, 64, 1, 33, 64},
                                     {256, 64, 1, 8, 0}, {256, 64, 1, 8, 256}};
  for (const auto& params : bad) EXPECT_THROW(QueueMemory::Model{params}, ParamError);
}

}  // namespace
}  // namespace chokepoint
