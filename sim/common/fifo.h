// SPDX-License-Identifier: Apache-2.0
// A queue that allocates nothing once it has been as long as it gets.
#pragma once

#include <cstddef>
#include <vector>

namespace chokepoint {

/// First in, first out; keeps its memory.
template <class T>
class Fifo {
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
  size_t size() const { return items_.size() - next_; }
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
