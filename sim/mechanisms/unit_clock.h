// SPDX-License-Identifier: Apache-2.0
// What the network-interface sides of mechanisms share: when a unit must be clocked again, and which
// entry of its table belongs to a destination.
#pragma once

#include "sim/common/types.h"
#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// The network cycle, after `now`, at which a unit clocked at `now` wants its next clock without
/// input: ~0 for never. `unit_now` is the `now` it was given, `cycle_bits` the width of its time.
inline Cycle wake_cycle(Cycle now, bool wake_valid, uint64_t wake_at, uint64_t unit_now,
                        unsigned cycle_bits) {
  if (!wake_valid) return ~Cycle{0};
  const uint64_t mask = low_mask(cycle_bits);
  return reached(unit_now, wake_at, mask) ? now + 1 : now + ((wake_at - unit_now) & mask);
}

/// The valid entry whose destination is `destination`; -1: none.
inline int entry_of(uint64_t valid, const Lanes& destinations, NodeId destination) {
  for (; valid != 0; valid &= valid - 1) {
    const unsigned entry = lowest_bit(valid);
    if (destinations[entry] == destination) return static_cast<int>(entry);
  }
  return -1;
}

/// What a unit calls it by: entry_of() as a bit, 0 for none.
inline uint64_t entry_bit(int entry) { return entry < 0 ? 0 : uint64_t{1} << entry; }

}  // namespace chokepoint
