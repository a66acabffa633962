// SPDX-License-Identifier: Apache-2.0
// Fixed-size objects reused without going back to the heap, those in use side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/common/state_lines.h"

namespace chokepoint {

/// As Pool, but the first free place is taken: however many objects there have been at once, those
/// that are used now lie in a few cache lines' neighbourhood. The first ones are there from the
/// beginning.
template <class T>
class PackedPool {
 public:
  PackedPool() { grow(); }
  T* take() {
    while (chunks_[first_]->free == 0) {
      if (++first_ == chunks_.size()) grow();
    }
    Chunk& chunk = *chunks_[first_];
    const unsigned place = static_cast<unsigned>(__builtin_ctzll(chunk.free));
    chunk.free &= chunk.free - 1;
    ++in_use_;
    T* const object = &chunk.objects[place];
    *object = T{};
    return object;
  }
  void give(T* object) {
    auto& chunk = *reinterpret_cast<Chunk*>(reinterpret_cast<uintptr_t>(object) & ~(kBytes - 1));
    chunk.free |= uint64_t{1} << (object - chunk.objects);
    if (chunk.number < first_) first_ = chunk.number;
    --in_use_;
  }
  size_t in_use() const { return in_use_; }
  /// For FetchAhead: the first `objects`, at most a chunk of them.
  void list_state(StateLines& lines, size_t objects) const {
    const auto* const begin = reinterpret_cast<const char*>(chunks_[0].get());
    lines.add(begin, kHeader + std::min(objects, kObjects) * sizeof(T));
  }

 private:
  static constexpr uintptr_t kBytes = 4096;  ///< of a chunk, which is found from an address in it
  static constexpr size_t kHeader = 64;
  static constexpr size_t kObjects =
      (kBytes - kHeader) / sizeof(T) < 64 ? (kBytes - kHeader) / sizeof(T) : 64;
  struct alignas(kBytes) Chunk {
    uint64_t free = kObjects == 64 ? ~uint64_t{0} : (uint64_t{1} << kObjects % 64) - 1;
    size_t number = 0;
    alignas(kHeader) T objects[kObjects];
  };
  static_assert(sizeof(Chunk) == kBytes);
  void grow() {
    chunks_.push_back(std::make_unique<Chunk>());
    chunks_.back()->number = chunks_.size() - 1;
  }
  std::vector<std::unique_ptr<Chunk>> chunks_;
  size_t first_ = 0;  ///< in the chunks before it no place is free
  size_t in_use_ = 0;
};

}  // namespace chokepoint
