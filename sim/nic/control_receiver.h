// SPDX-License-Identifier: Apache-2.0
// Control packets that have come to a NIC and that its mechanism has not taken yet
// (network.control_receive_packets).
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/common/fifo.h"
#include "sim/packet/packet.h"

namespace chokepoint {

/// A queue of `bound` packets for each VC of messages (VcLayout::message_vcs()), and behind it the
/// buffer of the ejection VC, whose flits get their credit when they move up into the queue: that
/// is what stops the network. Control packets are one flit.
class ControlReceiver {
 public:
  ControlReceiver(unsigned queues, unsigned bound) : bound_(bound), queues_(queues) {
    // A Fifo takes twice the memory of what it holds; as many again may wait in front of the queue.
    constexpr unsigned kUsual = 64;
    for (Queue& queue : queues_) queue.waiting.reserve(4 * std::min(bound, kUsual));
  }
  /// False: the mechanism takes packets as they come, and none waits here.
  bool bounded() const { return bound_ != 0; }
  /// True: there was room in the queue, and the credit goes back at once.
  bool arrive(const Packet& packet, unsigned queue) {
    Fifo<const Packet*>& waiting = queues_[queue].waiting;
    waiting.push(&packet);
    ++waiting_;
    return waiting.size() <= bound_;
  }
  /// The packet that the mechanism may take; null: none waits.
  const Packet* first(unsigned queue) const {
    const Fifo<const Packet*>& waiting = queues_[queue].waiting;
    return waiting.empty() ? nullptr : waiting.front();
  }
  void take(unsigned queue) {
    Queue& own = queues_[queue];
    own.freed += own.waiting.size() > bound_ ? 1 : 0;
    own.waiting.take();
    --waiting_;
  }
  /// Credits to be given back now.
  unsigned take_freed(unsigned queue) { return std::exchange(queues_[queue].freed, 0u); }
  /// Flits in the buffer of the ejection VC: without a credit.
  unsigned held(unsigned queue) const {
    const size_t waiting = queues_[queue].waiting.size();
    return waiting > bound_ ? static_cast<unsigned>(waiting - bound_) : 0;
  }
  unsigned queues() const { return static_cast<unsigned>(queues_.size()); }
  unsigned waiting() const { return waiting_; }

 private:
  struct Queue {
    Fifo<const Packet*> waiting;
    unsigned freed = 0;
  };
  unsigned bound_;
  std::vector<Queue> queues_;
  unsigned waiting_ = 0;
};

}  // namespace chokepoint
