// SPDX-License-Identifier: Apache-2.0
// Cycles at which a comparison of starts may go wrong.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

/// Shortly before the counter of `cycle_bits` begins anew; or, where a start has fewer bits, before
/// these do or before their top one is set.
inline uint64_t before_a_turn(FastRandom& random, unsigned cycle_bits, unsigned start_bits) {
  uint64_t turn = 0;
  if (cycle_bits > start_bits && random.chance(60)) {
    const uint64_t half = uint64_t{1} << (start_bits - 1);
    turn = half * random.between(1, 2 * low_mask(cycle_bits - start_bits));
  }
  return (turn - 1 - random.below(400)) & low_mask(cycle_bits);
}

}  // namespace chokepoint::test
