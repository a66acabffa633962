// SPDX-License-Identifier: Apache-2.0
// The send queues of a NIC: with few queues and with many, on the way up and down, what is found is
// what was put in, and round-robin visits every queue.
#include "sim/traffic/send_queues.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

namespace chokepoint::test {
namespace {

/// Pushes and takes packets at random, up to `most` queues at once; returns the most there were.
size_t compare_with_map(unsigned nodes, unsigned most, unsigned seed) {
  std::mt19937 random(seed);
  SendQueuePools pools;
  SendQueues queues(pools);
  std::map<NodeId, std::deque<uint32_t>> waiting;
  std::deque<NodeId> order;  // of round-robin
  size_t largest = 0;
  uint32_t number = 0;
  for (unsigned step = 0; step < 4000; ++step) {
    // First more come than go, then the other way round, so that tables fill and empty.
    const unsigned pushes = (step / 500) % 2 == 0 ? 5 : 2;
    const bool room = waiting.size() < most;
    if (queues.cursor() == nullptr || (room && random() % 8 < pushes)) {
      Message message;
      message.destination = random() % nodes;
      message.flits = message.packet_flits = static_cast<uint16_t>(1 + random() % 4);
      EXPECT_EQ(queues.push(message, number).packets, 1u);
      if (waiting.count(message.destination) == 0) order.push_back(message.destination);
      waiting[message.destination].push_back(number++);
    } else {
      SendQueue* queue = queues.cursor();
      const NodeId node = order.front();
      EXPECT_EQ(queue->destination, node) << "seed " << seed << " step " << step;
      std::deque<uint32_t>& expected = waiting[node];
      order.pop_front();
      EXPECT_EQ(queue->head->number, expected.front()) << "seed " << seed << " step " << step;
      expected.pop_front();
      if (expected.empty()) {
        waiting.erase(node);
      } else {
        order.push_back(node);
      }
      queues.take_packet(queue);
    }
    EXPECT_EQ(queues.size(), waiting.size()) << "seed " << seed << " step " << step;
    if (::testing::Test::HasFailure()) return largest;
    largest = std::max(largest, queues.size());
    for (NodeId node = 0; node < nodes; ++node) {
      const SendQueue* found = queues.find(node);
      const auto known = waiting.find(node);
      EXPECT_EQ(found != nullptr, known != waiting.end())
          << "seed " << seed << " step " << step << ": node " << node;
      if (found != nullptr) {
        EXPECT_EQ(found->destination, node);
      }
    }
    // Once round the ring.
    const SendQueue* queue = queues.cursor();
    for (const NodeId node : order) {
      EXPECT_EQ(queue->destination, node) << "seed " << seed << " step " << step;
      EXPECT_EQ(queue->next->previous, queue);
      queue = queue->next;
    }
    EXPECT_EQ(queue, queues.cursor()) << "seed " << seed << " step " << step;
  }
  return largest;
}

TEST(SendQueues, FindsEveryQueueWhetherFewOrMany) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(compare_with_map(64, 3, seed), 3u);  // never a table
    EXPECT_EQ(compare_with_map(64, 6, seed), 6u);      // to a table and back
    EXPECT_GT(compare_with_map(200, 100, seed), 16u);  // a table that grows
  }
}

TEST(SendQueues, RoundRobinTakesAPacketOfEachInTurn) {
  for (const unsigned count : {3u, 9u}) {
    SendQueuePools pools;
    SendQueues queues(pools);
    for (unsigned packet = 0; packet < 2; ++packet) {
      for (NodeId node = 0; node < count; ++node) {
        Message message;
        message.destination = node;
        message.flits = message.packet_flits = 4;
        queues.push(message, packet);
      }
    }
    EXPECT_EQ(queues.flits(), 8u * count);
    for (unsigned taken = 0; taken < 2 * count; ++taken) {
      ASSERT_NE(queues.cursor(), nullptr);
      EXPECT_EQ(queues.cursor()->destination, taken % count);
      queues.take_packet(queues.cursor());
    }
    EXPECT_EQ(queues.cursor(), nullptr);
    EXPECT_EQ(queues.find(0), nullptr);
  }
}

}  // namespace
}  // namespace chokepoint::test
