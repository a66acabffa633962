// SPDX-License-Identifier: Apache-2.0
// Walks the set bits of a wide lane, for units with more than 64 lanes.
#pragma once

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// Calls `body(lane)` for every set bit, lowest first.
template <unsigned Words, class Body>
inline void for_each_lane(const WideBits<Words>& bits, Body&& body) {
  for (unsigned w = 0; w < Words; ++w)
    for_each_bit(bits.words[w], [&](unsigned bit) { body(w * 64 + bit); });
}

}  // namespace chokepoint
