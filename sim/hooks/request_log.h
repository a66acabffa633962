// SPDX-License-Identifier: Apache-2.0
// When the head packets of a router's input queues begin and cease to request an output.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

/// From a cycle on the head of a queue requests an output, or does so no more. Eight bytes: logs of
/// many routers share a cache.
class RequestEvent {
 public:
  RequestEvent(Cycle cycle, bool begins, unsigned input, unsigned output, unsigned vc)
      : bits_(cycle << 24 | uint64_t{begins} << 23 | uint64_t{vc} << 16 | uint64_t{input} << 8 |
              output) {}
  Cycle cycle() const { return bits_ >> 24; }
  bool begins() const { return (bits_ >> 23 & 1) != 0; }
  unsigned vc() const { return bits_ >> 16 & 0x7F; }
  unsigned input() const { return bits_ >> 8 & 0xFF; }
  unsigned output() const { return bits_ & 0xFF; }

 private:
  uint64_t bits_;
};

/// Events in order of their cycles: the router adds them, the mechanism forgets those that it does
/// not need any more.
class RequestLog {
 public:
  /// An event's number among all that were ever added.
  using Place = uint64_t;

  void reserve(size_t events) { events_.reserve(events); }
  void add(const RequestEvent& event) { events_.push_back(event); }
  Place begin() const { return first_; }
  Place end() const { return first_ + events_.size(); }
  const RequestEvent& operator[](Place place) const { return events_[place - first_]; }
  /// Events before `place` are not needed any more.
  void forget(Place place) {
    if (place <= first_) return;
    events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(place - first_));
    first_ = place;
  }
  /// Calls `visit(event)` for the events from `from` on, up to those of cycle `last`; returns the
  /// first after them.
  template <class Visit>
  Place visit_until(Place from, Cycle last, Visit&& visit) const {
    for (; from != end() && (*this)[from].cycle() <= last; ++from) visit((*this)[from]);
    return from;
  }

 private:
  std::vector<RequestEvent> events_;
  Place first_ = 0;
};

}  // namespace chokepoint
