// SPDX-License-Identifier: Apache-2.0
// What the network-interface sides of mechanisms share: when a unit must be clocked again.
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

}  // namespace chokepoint
