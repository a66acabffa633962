// SPDX-License-Identifier: Apache-2.0
// Storage of every RECN unit in bits.
#include "sim/units/recn/storage.h"

namespace chokepoint {

Storage storage(const PathCam::Params& p) {
  // Pool and mask of each line; valid bits and the order of each pair; answers and the path read.
  const uint64_t lines = p.lines;
  return {2 * lines * p.pool_bits, lines + lines * (lines - 1) / 2,
          uint64_t{8} + 3 * p.line_bits() + 2 * p.pool_bits};
}

}  // namespace chokepoint
