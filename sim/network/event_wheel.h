// SPDX-License-Identifier: Apache-2.0
// Events by due cycle in rows of fixed size: posting and reading touch one or two cache lines and
// never the heap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

/// The events of one cycle, in the order in which they were posted. A view: the wheel owns them.
template <class T>
class EventRow {
 public:
  EventRow(T* events, uint32_t* count, size_t capacity)
      : events_(events), count_(count), capacity_(capacity) {}
  T* begin() const { return events_; }
  T* end() const { return events_ + *count_; }
  bool empty() const { return *count_ == 0; }
  size_t size() const { return *count_; }
  T& operator[](size_t i) const { return events_[i]; }
  T& front() const { return events_[0]; }
  void clear() { *count_ = 0; }
  void pop_back() { --*count_; }
  void erase(T* from, T* to) {
    std::move(to, end(), from);
    *count_ -= static_cast<uint32_t>(to - from);
  }
  void erase(T* event) { erase(event, event + 1); }
  /// False: the row is full.
  bool push_back(const T& event) {
    if (*count_ == capacity_) return false;
    events_[(*count_)++] = event;
    return true;
  }

 private:
  T* events_;
  uint32_t* count_;
  size_t capacity_;
};

/// A sender's way into an EventWheel: what posting needs, without a look at the wheel itself.
template <class T>
class EventPost {
 public:
  EventPost() = default;
  EventPost(uint32_t* counts, T* events, uint32_t mask, uint32_t capacity)
      : counts_(counts), events_(events), mask_(mask), capacity_(capacity) {}
  /// A new event of that cycle, to be filled in member by member (an event put together elsewhere
  /// would be copied as a whole while its bytes are still on their way to memory). Null: the row is
  /// full.
  T* post(Cycle at) const {
    const size_t slot = at & mask_;
    const uint32_t count = counts_[slot];
    if (count == capacity_) return nullptr;
    counts_[slot] = count + 1;
    return &events_[slot * capacity_ + count];
  }
  EventRow<T> row(Cycle at) const {
    const size_t slot = at & mask_;
    return {events_ + slot * capacity_, counts_ + slot, capacity_};
  }

 private:
  uint32_t* counts_ = nullptr;
  T* events_ = nullptr;
  uint32_t mask_ = 0, capacity_ = 0;
};

/// Rows of at most `capacity` events for latencies of at most `max_latency` cycles. A row is read
/// and cleared in its cycle, before anything is posted for the cycle that takes its place.
template <class T>
class EventWheel {
 public:
  EventWheel(Cycle max_latency, size_t capacity)
      : counts_(size_t{1} << clog2(max_latency + 2)),
        events_(counts_.size() * capacity),
        post_(counts_.data(), events_.data(), static_cast<uint32_t>(counts_.size() - 1),
              static_cast<uint32_t>(capacity)) {}
  EventWheel(const EventWheel&) = delete;
  EventWheel& operator=(const EventWheel&) = delete;
  const EventPost<T>& sender() const { return post_; }
  EventRow<T> due(Cycle at) { return post_.row(at); }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (size_t slot = 0; slot < counts_.size(); ++slot) {
      for (const T& event : post_.row(slot)) visit(event);
    }
  }

 private:
  std::vector<uint32_t> counts_;  ///< apart: those of neighbouring cycles share a cache line
  std::vector<T> events_;
  EventPost<T> post_;
};

}  // namespace chokepoint
