// SPDX-License-Identifier: Apache-2.0
// Which input's queues request which output in a cycle: one bit lane per input port.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/common/state_lines.h"
#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// 64 lanes (input ports) of 1,024 bits; bit `output * vcs + vc`. Word 0 of all lanes stands first,
/// then word 1, ...: radix 23 needs two, six cache lines instead of 23. `busy` names the lanes with
/// any bit set, so that readers touch those only, and `changed` those written since
/// `forget_changes()`, so that a reader that has seen the others can pass them over. Whoever writes
/// a lane_word() calls `update_busy()` afterwards.
class RequestMatrix {
 public:
  static constexpr unsigned kWords = 16;

  uint64_t busy = 0;
  uint64_t changed = 0;

  void set(unsigned input, unsigned output, unsigned vc, unsigned vcs) {
    const unsigned bit = output * vcs + vc;
    used_ = std::max(used_, bit / 64 + 1);
    words_[bit / 64][input] |= uint64_t{1} << (bit % 64);
    busy |= uint64_t{1} << input;
    changed |= uint64_t{1} << input;
  }

  void clear(unsigned input, unsigned output, unsigned vc, unsigned vcs) {
    const unsigned bit = output * vcs + vc;
    words_[bit / 64][input] &= ~(uint64_t{1} << (bit % 64));
    changed |= uint64_t{1} << input;
    if (words_[bit / 64][input] == 0 && !lane_any(input)) busy &= ~(uint64_t{1} << input);
  }

  bool test(unsigned input, unsigned output, unsigned vc, unsigned vcs) const {
    const unsigned bit = output * vcs + vc;
    return (words_[bit / 64][input] >> (bit % 64)) & 1;
  }

  /// Costs as much as there are busy lanes.
  void clear_all() {
    for (uint64_t left = busy; left != 0; left &= left - 1) {
      for (unsigned w = 0; w < used_; ++w) words_[w][lowest_bit(left)] = 0;
    }
    changed |= busy;
    busy = 0;
  }

  /// The only reader has read the matrix.
  void forget_changes() { changed = 0; }

  uint64_t& lane_word(unsigned input, unsigned w) { return words_[w][input]; }
  uint64_t lane_word(unsigned input, unsigned w) const { return words_[w][input]; }

  void update_busy() {
    changed = ~uint64_t{0};
    used_ = kWords;
    busy = 0;
    for (unsigned input = 0; input < kMaxLanes; ++input)
      if (lane_any(input)) busy |= uint64_t{1} << input;
  }

  /// For fetching ahead: what the first `inputs` lanes of `bits` bits are kept in.
  void list_state(StateLines& lines, unsigned inputs, unsigned bits) const {
    lines.add(busy);
    lines.add(used_);
    for (unsigned w = 0; w < kWords && w * 64 < bits; ++w) {
      lines.add(words_[w].data(), inputs * sizeof(uint64_t));
    }
  }

  bool operator==(const RequestMatrix& other) const { return words_ == other.words_; }
  bool operator!=(const RequestMatrix& other) const { return !(*this == other); }

 private:
  bool lane_any(unsigned input) const {
    uint64_t any = 0;
    for (unsigned w = 0; w < used_; ++w) any |= words_[w][input];
    return any != 0;
  }

  alignas(64) std::array<std::array<uint64_t, kMaxLanes>, kWords> words_{};
  unsigned used_ = 0;  ///< words of a lane; those behind have always been 0
};

}  // namespace chokepoint
