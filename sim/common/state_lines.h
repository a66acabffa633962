// SPDX-License-Identifier: Apache-2.0
// Cache lines that are asked for before they are needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace chokepoint {

/// Asks for the line of `at`, which need not be an address that may be read: some hundred cycles of
/// the processor later the second-level cache has it. Nobody waits for it. Not __builtin_prefetch
/// alone: gcc takes a function that does nothing else for one without effect, and drops its calls.
[[gnu::always_inline]] inline void fetch_line(const void* at) {
#ifdef __x86_64__
  asm volatile("prefetcht1 (%0)" : : "r"(at));
#else
  __builtin_prefetch(at, 0, 2);
  asm volatile("");
#endif
}

/// The lines that hold what is looked at in nearly every tick, by groups (sites): numbers of 32
/// bits, one after the other, so that going through them costs little itself.
class StateLines {
 public:
  static constexpr size_t kLine = 64;  ///< bytes

  /// Of the group that has not ended.
  void add(const void* at, size_t bytes);
  template <class T>
  void add(const T& object) {
    add(&object, sizeof object);
  }
  template <class T>
  void add_all(const std::vector<T>& objects) {
    add(objects.data(), objects.size() * sizeof(T));
  }
  /// Of an object what lies before one of its members, or from it on.
  template <class T>
  void add_before(const T& object, const void* member) {
    add(&object, static_cast<size_t>(static_cast<const char*>(member) - address(object)));
  }
  template <class T>
  void add_from(const T& object, const void* member) {
    const auto* const at = static_cast<const char*>(member);
    add(at, static_cast<size_t>(address(object) + sizeof object - at));
  }
  /// Of what was added before, takes back the lines that hold nothing else.
  void leave_out(const void* at, size_t bytes);
  /// Of an array that has room for more ports than there are, the elements without one.
  template <class Array>
  void leave_out_from(const Array& array, size_t ports) {
    leave_out(array.data() + ports, (array.size() - ports) * sizeof array[0]);
  }
  /// The lines added since the last call are a group.
  void end_group();

  size_t groups() const { return ends_.size(); }
  size_t lines() const { return lines_.size(); }
  /// Positions of a group's lines: from begin(group) to end(group).
  uint32_t begin(size_t group) const { return group == 0 ? 0 : ends_[group - 1]; }
  uint32_t end(size_t group) const { return ends_[group]; }
  const void* line(uint32_t position) const {
    return reinterpret_cast<const void*>((base_ + lines_[position]) * kLine);
  }
  void fetch(uint32_t from, uint32_t to) const {
    for (; from != to; ++from) fetch_line(line(from));
  }

 private:
  template <class T>
  static const char* address(const T& object) {
    return reinterpret_cast<const char*>(&object);
  }
  uintptr_t base_ = 0;  ///< in lines, so that most of the address space can be named
  std::vector<uint32_t> lines_, ends_;
  std::vector<uintptr_t> group_;  ///< lines of the one that has not ended
};

}  // namespace chokepoint
