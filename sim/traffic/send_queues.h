// SPDX-License-Identifier: Apache-2.0
// The send queues of a NIC: one per destination that has something to send, in round-robin order.
#pragma once

#include "sim/common/open_map.h"
#include "sim/packet/packet.h"
#include "sim/packet/pool.h"
#include "sim/traffic/traffic_source.h"

namespace chokepoint {

/// A message that waits, or of which packets have been sent already.
struct QueuedMessage {
  Message message;
  uint32_t number = 0;  ///< at its source
  uint32_t flits_left = 0;
  uint16_t next_packet = 0, packets = 1;
  QueuedMessage* next = nullptr;
  /// Size in flits of the next packet.
  unsigned packet_flits() const {
    return flits_left < message.packet_flits ? flits_left : message.packet_flits;
  }
};

struct SendQueue {
  NodeId destination = 0;
  uint32_t flits = 0;  ///< not yet injected
  QueuedMessage* head = nullptr;
  QueuedMessage* tail = nullptr;
  SendQueue* next = nullptr;  ///< ring of non-empty queues
  SendQueue* previous = nullptr;
};

/// A control packet that waits in a NIC.
struct ControlPacket {
  Packet* packet = nullptr;
  ControlPacket* next = nullptr;
};

/// One for all NICs of a network: what one gives back the next one takes, still in the cache.
struct SendQueuePools {
  Pool<SendQueue> queues;
  Pool<QueuedMessage> messages;
  Pool<ControlPacket> control;
};

/// A queue exists while it holds a message: state follows use, not nodes x nodes. Look-up by
/// destination goes round the queues, or if there are more than a few into a map that only ever
/// grows.
class SendQueues {
 public:
  explicit SendQueues(SendQueuePools& pools) : map_(2 * kFew), pools_(pools) {}

  SendQueue* find(NodeId destination) const {
    if (used_ > kFew) {
      SendQueue* const* found = map_.find(destination);
      return found == nullptr ? nullptr : *found;
    }
    SendQueue* queue = cursor_;
    for (unsigned left = used_; left != 0; --left, queue = queue->next) {
      if (queue->destination == destination) return queue;
    }
    return nullptr;
  }

  const QueuedMessage& push(const Message& message, uint32_t number) {
    QueuedMessage* queued = pools_.messages.take();
    queued->message = message;
    queued->number = number;
    queued->flits_left = message.flits;
    queued->packets =
        static_cast<uint16_t>((message.flits + message.packet_flits - 1) / message.packet_flits);
    SendQueue* queue = find(message.destination);
    if (queue == nullptr) queue = open(message.destination);
    if (queue->tail == nullptr) {
      queue->head = queue->tail = queued;
    } else {
      queue->tail->next = queued;
      queue->tail = queued;
    }
    queue->flits += message.flits;
    flits_ += message.flits;
    return *queued;
  }

  /// The packet at the head of `queue` leaves: round-robin goes on behind this queue.
  void take_packet(SendQueue* queue) {
    QueuedMessage* message = queue->head;
    const unsigned flits = message->packet_flits();
    message->flits_left -= flits;
    ++message->next_packet;
    queue->flits -= flits;
    flits_ -= flits;
    cursor_ = queue->next;
    if (message->flits_left != 0) return;
    queue->head = message->next;
    pools_.messages.give(message);
    if (queue->head == nullptr) close(queue);
  }

  /// Where round-robin looks first; null when all queues are empty. Follow `next` round the ring.
  SendQueue* cursor() const { return cursor_; }
  uint64_t flits() const { return flits_; }
  size_t size() const { return used_; }

 private:
  static constexpr unsigned kFew = 4;

  SendQueue* open(NodeId destination) {
    SendQueue* queue = pools_.queues.take();
    queue->destination = destination;
    ++used_;
    if (cursor_ == nullptr) {
      cursor_ = queue->next = queue->previous = queue;
    } else {  // just before the cursor: the last of this round
      queue->next = cursor_;
      queue->previous = cursor_->previous;
      queue->previous->next = queue->next->previous = queue;
    }
    if (used_ == kFew + 1) {
      for_all([this](SendQueue* other) { map_[other->destination] = other; });
    } else if (used_ > kFew) {
      map_[destination] = queue;
    }
    return queue;
  }

  void close(SendQueue* queue) {
    if (used_ == kFew + 1) {
      for_all([this](SendQueue* other) { map_.erase(other->destination); });
    } else if (used_ > kFew) {
      map_.erase(queue->destination);
    }
    --used_;
    if (queue->next == queue) {
      cursor_ = nullptr;
    } else {
      queue->previous->next = queue->next;
      queue->next->previous = queue->previous;
      if (cursor_ == queue) cursor_ = queue->next;
    }
    pools_.queues.give(queue);
  }

  template <class Visit>
  void for_all(Visit&& visit) const {
    SendQueue* queue = cursor_;
    for (unsigned left = used_; left != 0; --left, queue = queue->next) visit(queue);
  }

  SendQueue* cursor_ = nullptr;  // first: looked at most
  uint64_t flits_ = 0;
  unsigned used_ = 0;
  OpenMap<SendQueue*> map_;  // in use while there are more than kFew
  SendQueuePools& pools_;
};

}  // namespace chokepoint
