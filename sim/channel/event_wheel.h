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

/// Rows of at most `capacity` events, by lane and cycle, for latencies of at most `max_latency`
/// cycles. A row is read and cleared in its cycle, before anything is posted for the cycle that
/// takes its place. A lane has one sender; those of several lanes may post at the same time.
template <class T>
class EventWheel {
 public:
  EventWheel(Cycle max_latency, unsigned lanes, size_t capacity)
      : due_(size_t{1} << clog2(max_latency + 2)),
        lanes_(lanes),
        counts_(due_.size() * lanes),
        events_(counts_.size() * capacity),
        capacity_(capacity) {}
  EventWheel(const EventWheel&) = delete;
  EventWheel& operator=(const EventWheel&) = delete;
  /// To post into: after post().
  EventRow<T> row(Cycle at, unsigned lane) {
    const size_t place = slot(at) * lanes_ + lane;
    return {events_.data() + place * capacity_, &counts_[place], capacity_};
  }
  /// Something is about to be posted for that cycle.
  void post(Cycle at) { __atomic_store_n(&due_[slot(at)], uint8_t{1}, __ATOMIC_RELAXED); }
  /// Calls `visit(event)` for those of that cycle, by lane, then in the order in which they were
  /// posted, and clears them.
  template <class Visit>
  void take(Cycle at, Visit&& visit) {
    if (!due(at)) return;
    due_[slot(at)] = 0;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      EventRow<T> events = row(at, lane);
      for (const T& event : events) visit(event);
      events.clear();
    }
  }
  bool due(Cycle at) const { return capacity_ != 0 && due_[slot(at)] != 0; }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (size_t place = 0; place < counts_.size(); ++place) {
      const T* const row = events_.data() + place * capacity_;
      for (size_t i = 0; i < counts_[place]; ++i) visit(row[i]);
    }
  }

 private:
  size_t slot(Cycle at) const { return at & (due_.size() - 1); }
  std::vector<uint8_t> due_;  ///< by cycle: there is something in some lane
  unsigned lanes_;
  std::vector<uint32_t> counts_;  ///< apart: those of neighbouring lanes share a cache line
  std::vector<T> events_;
  size_t capacity_;
};

}  // namespace chokepoint
