// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention counter.
#include "sim/units/cbcm/contention_counter.h"

#include <algorithm>

namespace chokepoint {

void ContentionCounter::Model::count(uint64_t pick_valid, const Lanes& pick_output) {
  // Four inputs at a time, without asking which have picked: only fours ripple on.
  uint64_t planes[8] = {};
  const auto pick = [&](unsigned input) {
    return ((pick_valid >> input) & 1) << pick_output[input];
  };
  const auto add = [](uint64_t& sum, uint64_t a, uint64_t b) {
    const uint64_t one = a ^ b, carry = (a & b) | (sum & one);
    sum ^= one;
    return carry;
  };
  for (unsigned input = 0; input < kMaxLanes && (pick_valid >> input) != 0; input += 4) {
    const uint64_t first = add(planes[0], pick(input), pick(input + 1));
    const uint64_t second = add(planes[0], pick(input + 2), pick(input + 3));
    uint64_t carry = add(planes[1], first, second);
    for (unsigned b = 2; carry != 0; ++b) {
      const uint64_t both = planes[b] & carry;
      planes[b] ^= carry;
      carry = both;
    }
  }
  std::copy(planes, planes + params_.degree_bits(), out_.degree.planes.begin());
}

}  // namespace chokepoint
