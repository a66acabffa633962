// SPDX-License-Identifier: Apache-2.0
// Input buffers of a router with streams: per VC its flits and the queues of its packets.
#pragma once

#include <array>
#include <vector>

#include "sim/common/open_map.h"
#include "sim/common/state_lines.h"
#include "sim/switch/stream/hop.h"
#include "sim/switch/stream/router_setup.h"

namespace chokepoint::stream {

class InputBuffers {
 public:
  struct Queue {
    Hop* head = nullptr;
    Hop* tail = nullptr;
  };
  struct alignas(32) Vc {
    Hop* arriving = nullptr;  ///< its tail has not come yet
    uint32_t body = 0;        ///< the FlitCell of its flits between head and tail; 0: none
    uint32_t occupancy = 0;   ///< flits
    /// Of the queues that hold a packet; the others are in further_queues_. With all possible
    /// queues in an array each packet would fetch a cache line of it from far.
    std::array<Queue, 1> queues;
    /// The flits of this packet will come.
    void begin(Hop* hop, FlitCell flit) {
      arriving = hop;
      body = FlitCell(flit.packet(), flit.vc(), false, false).bits();
    }
    /// No flit of the packet belongs to it any more.
    void end() {
      arriving = nullptr;
      body = 0;
    }
  };
  static_assert(sizeof(Vc) == 32);

  explicit InputBuffers(const RouterSetup& setup);

  Vc& vc(unsigned port, unsigned vc) { return vcs_[port * setup_.vcs + vc]; }
  const Vc& vc(unsigned port, unsigned vc) const { return vcs_[port * setup_.vcs + vc]; }
  /// The packet at the head of a queue; null: it is empty.
  Hop* front(unsigned port, unsigned index) const {
    const Queue* queue = find(port, index);
    return queue == nullptr ? nullptr : queue->head;
  }
  /// Puts a packet into its queue; true: it is the only one there.
  bool enqueue(Hop* hop);
  /// Takes the head of a queue out of it; the packet behind it, or null.
  Hop* dequeue(const Hop& hop);
  /// Of all queues, in no particular order.
  template <class Visit>
  void for_each_front(Visit&& visit) const {
    for (const Vc& vc : vcs_) {
      for (const Queue& queue : vc.queues) {
        if (queue.head != nullptr) visit(*queue.head);
      }
    }
    further_queues_.for_each([&visit](uint64_t, const Queue& queue) { visit(*queue.head); });
  }
  /// A packet's place in an order of inputs and their queues.
  uint64_t key(unsigned port, unsigned index) const { return port * setup_.queues + index; }
  /// Throws CheckError: this flit may not come here now.
  [[noreturn]] void fail_arrival(unsigned port, FlitCell flit) const;
  void list_state(StateLines& lines) const { lines.add_all(vcs_); }

 private:
  /// Null: no packet is in it.
  const Queue* find(unsigned port, unsigned index) const;

  const RouterSetup& setup_;
  std::vector<Vc> vcs_;
  OpenMap<Queue> further_queues_;  ///< by key()
};

}  // namespace chokepoint::stream
