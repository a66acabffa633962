// SPDX-License-Identifier: Apache-2.0
// Control packets that wait in a NIC, class by class.
#pragma once

#include <vector>

#include "sim/traffic/send_queues.h"

namespace chokepoint {

class ControlQueues {
 public:
  /// `depth`: packets that a class may hold before it is no longer ready().
  ControlQueues(Pool<ControlPacket>& pool, unsigned classes, unsigned depth)
      : pool_(pool), depth_(depth), queues_(classes) {
    if (classes != 0) pool.give(pool.take());  // its first ones not in a run
  }
  unsigned classes() const { return static_cast<unsigned>(queues_.size()); }
  unsigned count() const { return count_; }
  bool ready(unsigned control_class) const {
    return control_class < classes() && queues_[control_class].count < depth_;
  }
  void push(unsigned control_class, Packet* packet) {
    ControlPacket* queued = pool_.take();
    queued->packet = packet;
    Queue& queue = queues_[control_class];
    if (queue.head == nullptr) {
      queue.head = queue.tail = queued;
    } else {
      queue.tail->next = queued;
      queue.tail = queued;
    }
    ++queue.count;
    ++count_;
  }
  /// Null: none.
  Packet* first(unsigned control_class) const {
    const ControlPacket* head = queues_[control_class].head;
    return head == nullptr ? nullptr : head->packet;
  }
  /// The first one goes.
  void pop(unsigned control_class) {
    Queue& queue = queues_[control_class];
    ControlPacket* first = queue.head;
    queue.head = first->next;
    if (queue.head == nullptr) queue.tail = nullptr;
    --queue.count;
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
  std::vector<Queue> queues_;  ///< per class
};

}  // namespace chokepoint
