// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention counter.
#include "sim/units/cbcm/contention_counter.h"

#include <algorithm>

namespace chokepoint {

void ContentionCounter::Model::count(uint64_t pick_valid, const Lanes& pick_output) {
  uint64_t once = 0, twice = 0;  // planes 0 and 1: few outputs are picked more than three times
  uint64_t planes[8] = {};
  for_each_bit(pick_valid, [&](unsigned input) {
    const uint64_t pick = uint64_t{1} << pick_output[input];
    const uint64_t to_twice = once & pick;
    once ^= pick;
    uint64_t carry = twice & to_twice;
    twice ^= to_twice;
    for (unsigned b = 2; carry != 0; ++b) {
      const uint64_t both = planes[b] & carry;
      planes[b] ^= carry;
      carry = both;
    }
  });
  planes[0] = once;
  planes[1] = twice;
  std::copy(planes, planes + 8, out_.degree.planes.begin());
}

}  // namespace chokepoint
