// SPDX-License-Identifier: Apache-2.0
// First-in-first-out queues that share a port's memory, as linked lists.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "sim/common/bits.h"

namespace chokepoint::plain {

/// What is in a queue stays where it is in memory until it leaves.
template <class T>
class QueueSet {
 public:
  explicit QueueSet(unsigned queues) : lists_(queues), occupied_((queues + 63) / 64) {}

  unsigned queues() const { return static_cast<unsigned>(lists_.size()); }
  bool empty(unsigned queue) const { return lists_[queue].empty(); }
  /// Null: it is empty.
  T* front(unsigned queue) { return empty(queue) ? nullptr : &lists_[queue].front(); }
  const T* front(unsigned queue) const { return empty(queue) ? nullptr : &lists_[queue].front(); }
  /// All of a queue, the first one first.
  std::list<T>& items(unsigned queue) { return lists_[queue]; }
  const std::list<T>& items(unsigned queue) const { return lists_[queue]; }

  T& push(unsigned queue, const T& item) {
    if (free_.empty()) free_.emplace_back();
    free_.front() = item;
    lists_[queue].splice(lists_[queue].end(), free_, free_.begin());
    changed(queue);
    return lists_[queue].back();
  }
  void pop(unsigned queue) {
    free_.splice(free_.begin(), lists_[queue], lists_[queue].begin());
    changed(queue);
  }
  /// What was in one queue is in the other then, in its order.
  void swap(unsigned a, unsigned b) {
    lists_[a].swap(lists_[b]);
    changed(a);
    changed(b);
  }

  /// Calls `visit(queue, item)` for the first of each queue that has one, by queue.
  template <class Visit>
  void for_each_front(Visit&& visit) {
    for (unsigned word = 0; word < occupied_.size(); ++word) {
      for_each_bit(occupied_[word], [&](unsigned bit) {
        const unsigned queue = word * 64 + bit;
        visit(queue, lists_[queue].front());
      });
    }
  }

 private:
  void changed(unsigned queue) {
    const uint64_t bit = uint64_t{1} << queue % 64;
    uint64_t& word = occupied_[queue / 64];
    word = empty(queue) ? word & ~bit : word | bit;
  }
  std::vector<std::list<T>> lists_;
  std::list<T> free_;               ///< places of the memory
  std::vector<uint64_t> occupied_;  ///< a bit per queue
};

}  // namespace chokepoint::plain
