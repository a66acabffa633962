// SPDX-License-Identifier: Apache-2.0
// The hotspot detector's list of sources in its golden model: one operation enters in a clock and is
// carried out in the next (docs/reference/cbcm/hotspot_detector.md, steps 1 and 2).
#pragma once

#include <cstdint>
#include <vector>

namespace chokepoint {

class SourceList {
 public:
  /// `size` bits that stand for 2^`granularity_shift` sources each.
  SourceList(unsigned size, unsigned granularity_shift);
  void clear();
  bool listed(uint32_t source) const { return bit(source >> granularity_shift_); }
  uint32_t population() const { return population_; }
  bool under_way() const { return under_way_.valid; }
  bool counts_told() const { return !told_.empty(); }

  /// Whether the operation under way changes the list or a told counter.
  bool changes() const;
  /// If changes(); whether the membership changes.
  bool carry_out();
  /// What a clock brings.
  void enter(bool packet, uint32_t packet_source, bool unthrottle, uint32_t unthrottle_source);

  /// The source has been told.
  void count(uint32_t source);
  void clear_told();

 private:
  /// Adds a source to the list or removes it.
  struct Operation {
    bool valid = false, removes = false;
    uint32_t source = 0;
  };
  bool bit(uint32_t number) const { return (bits_[number / 64] >> (number % 64)) & 1; }

  unsigned granularity_shift_;
  std::vector<uint64_t> bits_;
  std::vector<uint8_t> told_;  // per list bit; empty for granularity 1
  uint32_t population_ = 0;
  Operation under_way_, waiting_;
};

}  // namespace chokepoint
