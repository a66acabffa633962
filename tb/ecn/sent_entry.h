// SPDX-License-Identifier: Apache-2.0
// The entry that a packet names to a limiter of ECN.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint::test {

/// Of a packet to `destination`, as a bit; 0: there is none.
template <class Out> uint64_t entry_for(const Out& out, uint32_t destination) {
  uint64_t entry = 0;
  for_each_bit(out.entry_valid, [&](unsigned e) {
    if (out.entry_destination[e] == destination) entry |= uint64_t{1} << e;
  });
  return entry;
}

}  // namespace chokepoint::test
