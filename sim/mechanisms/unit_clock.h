// SPDX-License-Identifier: Apache-2.0
// What the network-interface sides of mechanisms share: when a unit must be clocked again, which
// entry of its table belongs to a destination, and lists that are shown to it one item per cycle.
#pragma once

#include <cstddef>
#include <vector>

#include "sim/common/types.h"
#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// The network cycle, after `now`, at which a unit clocked at `now` wants its next clock without
/// input: ~0 for never. `unit_now` is the `now` it was given, `cycle_bits` the width of its time.
inline Cycle wake_cycle(Cycle now, bool wake_valid, uint64_t wake_at, uint64_t unit_now,
                        unsigned cycle_bits) {
  if (!wake_valid) return ~Cycle{0};
  const uint64_t mask = low_mask(cycle_bits);
  return reached(unit_now, wake_at, mask) ? now + 1 : now + ((wake_at - unit_now) & mask);
}

/// The valid entry whose destination is `destination`; -1: none.
inline int entry_of(uint64_t valid, const Lanes& destinations, NodeId destination) {
  for (; valid != 0; valid &= valid - 1) {
    const unsigned entry = lowest_bit(valid);
    if (destinations[entry] == destination) return static_cast<int>(entry);
  }
  return -1;
}

/// First in, first out; keeps its memory.
template <class T>
class OnePerCycle {
 public:
  void push(const T& item) {
    // A queue that is never quite empty must not grow by what it has let go.
    if (items_.size() == items_.capacity() && 2 * next_ >= items_.size()) {
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(next_));
      next_ = 0;
    }
    items_.push_back(item);
  }
  void reserve(size_t items) { items_.reserve(items); }
  bool empty() const { return next_ == items_.size(); }
  const T& front() const { return items_[next_]; }
  T take() {
    const T item = items_[next_++];
    if (empty()) clear();
    return item;
  }
  void clear() {
    items_.clear();
    next_ = 0;
  }
  /// Calls `body(item)` for every item that waits.
  template <class Body>
  void for_each(Body&& body) const {
    for (size_t i = next_; i < items_.size(); ++i) body(items_[i]);
  }

 private:
  std::vector<T> items_;
  size_t next_ = 0;
};

}  // namespace chokepoint
