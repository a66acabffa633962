// SPDX-License-Identifier: Apache-2.0
// Control packets that wait in a NIC, a queue for each VC that carries messages.
#pragma once

#include <vector>

#include "sim/traffic/send_queues.h"

namespace chokepoint {

class ControlQueues {
 public:
  /// `depth`: packets that a queue may hold before it is no longer ready().
  ControlQueues(Pool<ControlPacket>& pool, unsigned queues, unsigned depth)
      : pool_(pool), depth_(depth), queues_(queues) {
    if (queues != 0) pool.give(pool.take());  // its first ones not in a run
  }
  unsigned queues() const { return static_cast<unsigned>(queues_.size()); }
  unsigned count() const { return count_; }
  bool ready(unsigned queue) const { return queue < queues() && queues_[queue].count < depth_; }
  void push(unsigned queue, Packet* packet) {
    ControlPacket* queued = pool_.take();
    queued->packet = packet;
    Queue& waiting = queues_[queue];
    if (waiting.head == nullptr) {
      waiting.head = waiting.tail = queued;
    } else {
      waiting.tail->next = queued;
      waiting.tail = queued;
    }
    ++waiting.count;
    ++count_;
  }
  /// Null: none.
  Packet* first(unsigned queue) const {
    const ControlPacket* head = queues_[queue].head;
    return head == nullptr ? nullptr : head->packet;
  }
  /// The first one goes.
  void pop(unsigned queue) {
    Queue& waiting = queues_[queue];
    ControlPacket* first = waiting.head;
    waiting.head = first->next;
    if (waiting.head == nullptr) waiting.tail = nullptr;
    --waiting.count;
    --count_;
    pool_.give(first);
  }

 private:
  struct Queue {
    ControlPacket* head = nullptr;
    ControlPacket* tail = nullptr;
    unsigned count = 0;
  };
  unsigned count_ = 0;  ///< in all; first: looked at most
  Pool<ControlPacket>& pool_;
  unsigned depth_;
  std::vector<Queue> queues_;  ///< as VcLayout::message_vcs()
};

}  // namespace chokepoint
