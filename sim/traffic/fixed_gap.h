// SPDX-License-Identifier: Apache-2.0
// Equal gaps between messages, integers only.
#pragma once

#include "sim/common/random.h"
#include "sim/common/types.h"
#include "sim/traffic/geometric_gap.h"

namespace chokepoint {

/// Messages one interval apart, from a first one in a cycle that is drawn uniformly from the first
/// interval. Where the interval is no whole number of cycles, gaps are its neighbours and right on
/// average.
class FixedGap {
 public:
  FixedGap() = default;
  /// `flits` per `messages`, at `rate` flits a cycle.
  FixedGap(double rate, unsigned __int128 flits, uint64_t messages) {
    // Their ratio to 32 bits, so that nothing below exceeds 128.
    for (; messages >> 32 != 0 || flits >> 63 != 0; messages >>= 1) flits >>= 1;
    const unsigned __int128 p = fixed_point_64(rate) * messages;
    // No more than 2^32 cycles: as good as never, and the first one is drawn from them.
    if (p > flits << 32)
      interval_ = static_cast<uint64_t>(((flits << 64) / p << 32) +
                                        (((flits << 64) % p << 32) + p / 2) / p);
  }
  /// Cycles between two messages that have none; GeometricGap::kNever with rate 0.
  Cycle draw(RandomStream& random) {
    if (interval_ == 0) return GeometricGap::kNever;
    if (first_) {
      first_ = false;
      return random.below(interval_ / kCycle + (interval_ % kCycle != 0 ? 1 : 0));
    }
    fraction_ += interval_;
    const Cycle cycles = fraction_ / kCycle;
    fraction_ %= kCycle;
    return cycles == 0 ? 0 : cycles - 1;
  }

 private:
  static constexpr uint64_t kCycle = uint64_t{1} << 32;
  uint64_t interval_ = 0;  ///< in units of 1 / kCycle cycles; 0: never
  uint64_t fraction_ = 0;
  bool first_ = true;
};

}  // namespace chokepoint
