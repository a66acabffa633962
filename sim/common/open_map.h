// SPDX-License-Identifier: Apache-2.0
// Open-addressing map from 64-bit keys; allocates only when it grows beyond what was reserved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace chokepoint {

/// Linear probing with backward-shift deletion. The key ~0 is reserved. Keys that differ in their
/// lowest 3 bits only lie side by side: numbers that are counted up stay in a few cache lines, but
/// long runs of them do not pile up on each other.
template <class Value>
class OpenMap {
 public:
  explicit OpenMap(size_t reserve = 1024) {
    size_t size = 16;
    while (size < reserve * 2) size *= 2;
    slots_.resize(size);
  }
  size_t size() const { return size_; }
  Value* find(uint64_t key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  const Value* find(uint64_t key) const {
    for (size_t i = home(key);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].key == key) return &slots_[i].value;
      if (slots_[i].key == kEmpty) return nullptr;
    }
  }
  /// The value of `key`, made with Value() if it is new.
  Value& operator[](uint64_t key) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    size_t i = home(key);
    for (; slots_[i].key != kEmpty; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i].key == key) return slots_[i].value;
    }
    slots_[i].key = key;
    slots_[i].value = Value();
    ++size_;
    return slots_[i].value;
  }
  void erase(uint64_t key) {
    const size_t mask = slots_.size() - 1;
    size_t hole = home(key);
    while (slots_[hole].key != key) {
      if (slots_[hole].key == kEmpty) return;
      hole = (hole + 1) & mask;
    }
    for (size_t i = (hole + 1) & mask; slots_[i].key != kEmpty; i = (i + 1) & mask) {
      if (((i - home(slots_[i].key)) & mask) >= ((i - hole) & mask)) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole].key = kEmpty;
    --size_;
  }
  /// Slots that a look-up of any key here passes over at most.
  size_t longest_search() const {
    size_t longest = 0;
    for (size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].key == kEmpty) continue;
      longest = std::max(longest, (i - home(slots_[i].key)) & (slots_.size() - 1));
    }
    return longest;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& slot : slots_) {
      if (slot.key != kEmpty) visit(slot.key, slot.value);
    }
  }

 private:
  static constexpr uint64_t kEmpty = ~uint64_t{0};
  struct Slot {
    uint64_t key = kEmpty;
    Value value{};
  };
  size_t home(uint64_t key) const {
    const uint64_t upper = (key >> 3) * 0x9E3779B97F4A7C15u;
    return static_cast<size_t>((upper >> 32) + (key & 7)) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    size_ = 0;
    for (auto& slot : old) {
      if (slot.key != kEmpty) (*this)[slot.key] = slot.value;
    }
  }
  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace chokepoint
