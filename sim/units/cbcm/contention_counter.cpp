// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention counter.
#include "sim/units/cbcm/contention_counter.h"

namespace chokepoint {

void ContentionCounter::Model::count(uint64_t pick_valid, const Lanes& pick_output) {
  const unsigned planes = params_.degree_bits();
  for (unsigned b = 0; b < planes; ++b) out_.degree.planes[b] = 0;
  for_each_bit(pick_valid, [&](unsigned input) {
    uint64_t carry = uint64_t{1} << pick_output[input];
    for (unsigned b = 0; b < planes && carry != 0; ++b) {
      const uint64_t both = out_.degree.planes[b] & carry;
      out_.degree.planes[b] ^= carry;
      carry = both;
    }
  });
}

}  // namespace chokepoint
