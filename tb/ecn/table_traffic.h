// SPDX-License-Identifier: Apache-2.0
// Random words for the congestion-control table that keep delays within half the counter's range.
#pragma once

#include <cstdint>

#include "tb/common/stimulus.h"

namespace chokepoint::test {

class TableTraffic {
 public:
  TableTraffic(unsigned entries, unsigned cycle_bits)
      : entries_(entries), cycle_bits_(cycle_bits) {}

  /// Sets the table_* fields. False while every word is written once: what a memory holds before is
  /// undefined, so nothing else is to happen.
  template <class In> bool next(FastRandom& random, unsigned busy, In& in) {
    const bool first = written_ < entries_;
    in.table_valid = first || random.chance(busy);
    if (!in.table_valid) {  // does not count
      in.table_index = random.below(entries_);
      in.table_word = random.below(0x10000);
      return true;
    }
    in.table_index = first ? written_++ : random.below(entries_);
    const unsigned shift = random.below(4);
    const uint32_t most = cycle_bits_ <= 8 ? 6 : cycle_bits_ <= 12 ? 80 : 0x3FFF;
    const uint32_t multiplier = random.chance(70) ? random.below(6) : random.below(most + 1);
    in.table_word = shift << 14 | multiplier;
    return !first;
  }
  uint32_t flits(FastRandom& random) {
    if (cycle_bits_ > 12 && random.chance(3)) return random.between(1, 1023);
    return random.between(1, cycle_bits_ <= 8 ? 12 : 20);
  }

 private:
  unsigned entries_, cycle_bits_, written_ = 0;
};

}  // namespace chokepoint::test
