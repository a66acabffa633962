// SPDX-License-Identifier: Apache-2.0
// Sets of small numbers as masks.
#pragma once

#include <cstdint>

namespace chokepoint {

/// Calls `visit(number)` for each bit that is set, the lowest first.
template <class Visit>
void for_each_bit(uint64_t mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(__builtin_ctzll(mask)));
}

}  // namespace chokepoint
