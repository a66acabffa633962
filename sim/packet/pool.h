// SPDX-License-Identifier: Apache-2.0
// Fixed-size objects reused without going back to the heap: steady state allocates nothing.
#pragma once

#include <memory>
#include <vector>

namespace chokepoint {

template <class T>
class Pool {
 public:
  T* take() {
    if (free_.empty()) grow();
    T* object = free_.back();
    free_.pop_back();
    *object = T{};
    return object;
  }
  void give(T* object) { free_.push_back(object); }
  size_t in_use() const { return size_ - free_.size(); }

 private:
  static constexpr size_t kChunk = 256;
  void grow() {
    chunks_.push_back(std::make_unique<T[]>(kChunk));
    size_ += kChunk;
    free_.reserve(size_);
    for (size_t i = kChunk; i-- > 0;) free_.push_back(&chunks_.back()[i]);
  }
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::vector<T*> free_;
  size_t size_ = 0;
};

}  // namespace chokepoint
