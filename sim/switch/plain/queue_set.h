// SPDX-License-Identifier: Apache-2.0
// First-in-first-out queues that share a port's memory, as linked lists.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace chokepoint::plain {

/// What is in a queue stays where it is in memory until it leaves.
template <class T>
class QueueSet {
 public:
  explicit QueueSet(unsigned queues) : ends_(queues), occupied_((queues + 63) / 64) {}

  unsigned queues() const { return static_cast<unsigned>(ends_.size()); }
  bool empty(unsigned queue) const { return ends_[queue].first == nullptr; }
  /// Null: it is empty.
  T* front(unsigned queue) {
    return ends_[queue].first == nullptr ? nullptr : &ends_[queue].first->item;
  }
  const T* front(unsigned queue) const {
    return ends_[queue].first == nullptr ? nullptr : &ends_[queue].first->item;
  }

  T& push(unsigned queue, const T& item) {
    Place* const place = free_ == nullptr ? &memory_.emplace_back() : free_;
    if (place == free_) free_ = place->next;
    *place = Place{item, nullptr};
    Ends& ends = ends_[queue];
    (ends.first == nullptr ? ends.first : ends.last->next) = place;
    ends.last = place;
    occupied_[queue / 64] |= uint64_t{1} << queue % 64;
    return place->item;
  }

  void pop(unsigned queue) {
    Ends& ends = ends_[queue];
    Place* const place = ends.first;
    ends.first = place->next;
    if (ends.first == nullptr) occupied_[queue / 64] &= ~(uint64_t{1} << queue % 64);
    place->next = free_;
    free_ = place;
  }

  /// Calls `visit(item)` for all of a queue, the first one first, until it returns true.
  template <class Visit>
  void find(unsigned queue, Visit&& visit) {
    for (Place* at = ends_[queue].first; at != nullptr && !visit(at->item); at = at->next) {
    }
  }
  template <class Visit>
  void find(unsigned queue, Visit&& visit) const {
    for (const Place* at = ends_[queue].first; at != nullptr && !visit(at->item); at = at->next) {
    }
  }

  /// Calls `visit(queue, item)` for the first of each queue that has one, by queue.
  template <class Visit>
  void for_each_front(Visit&& visit) {
    for (unsigned word = 0; word < occupied_.size(); ++word) {
      for (uint64_t left = occupied_[word]; left != 0; left &= left - 1) {
        const unsigned queue = word * 64 + static_cast<unsigned>(__builtin_ctzll(left));
        visit(queue, ends_[queue].first->item);
      }
    }
  }

  /// What was in one queue is in the other then, in its order; `visit(queue, item)` is called for
  /// all of it.
  template <class Visit>
  void swap(unsigned a, unsigned b, Visit&& visit) {
    std::swap(ends_[a], ends_[b]);
    for (const unsigned queue : {a, b}) {
      uint64_t& word = occupied_[queue / 64];
      const uint64_t bit = uint64_t{1} << queue % 64;
      word = empty(queue) ? word & ~bit : word | bit;
      for (Place* at = ends_[queue].first; at != nullptr; at = at->next) visit(queue, at->item);
    }
  }

 private:
  struct Place {
    T item;
    Place* next = nullptr;
  };
  struct Ends {
    Place* first = nullptr;
    Place* last = nullptr;
  };
  std::vector<Ends> ends_;
  std::vector<uint64_t> occupied_;  ///< a bit per queue
  std::deque<Place> memory_;
  Place* free_ = nullptr;
};

}  // namespace chokepoint::plain
