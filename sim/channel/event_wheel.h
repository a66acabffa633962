// SPDX-License-Identifier: Apache-2.0
// Events by due cycle in rows of fixed size: posting and reading touch one or two cache lines and
// never the heap.
#pragma once

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
  size_t size() const { return *count_; }
  void clear() { *count_ = 0; }
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

/// Rows of at most `capacity` events for latencies of at most `max_latency` cycles. A row is read
/// and cleared in its cycle, before anything is posted for the cycle that takes its place.
template <class T>
class EventWheel {
 public:
  EventWheel(Cycle max_latency, size_t capacity)
      : counts_(size_t{1} << clog2(max_latency + 2)),
        events_(counts_.size() * capacity),
        capacity_(capacity) {}
  EventWheel(const EventWheel&) = delete;
  EventWheel& operator=(const EventWheel&) = delete;
  /// To read or to post into.
  EventRow<T> due(Cycle at) {
    const size_t slot = at & (counts_.size() - 1);
    return {events_.data() + slot * capacity_, &counts_[slot], capacity_};
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (size_t slot = 0; slot < counts_.size(); ++slot) {
      const T* const row = events_.data() + slot * capacity_;
      for (size_t i = 0; i < counts_[slot]; ++i) visit(row[i]);
    }
  }

 private:
  std::vector<uint32_t> counts_;  ///< apart: those of neighbouring cycles share a cache line
  std::vector<T> events_;
  size_t capacity_;
};

}  // namespace chokepoint
