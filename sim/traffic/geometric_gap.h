// SPDX-License-Identifier: Apache-2.0
// Geometric gaps of a Bernoulli process, drawn with integers only: the same on every machine.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/common/random.h"
#include "sim/common/types.h"

namespace chokepoint {

/// `value` (0 .. 1) times 2^64, from the bits of the double: exact, no floating-point arithmetic.
unsigned __int128 fixed_point_64(double value);

/// Number of cycles without success before a success, with probability rate / (flits / messages)
/// per cycle.
class GeometricGap {
 public:
  static constexpr Cycle kNever = ~Cycle{0};

  GeometricGap() = default;
  GeometricGap(double rate, unsigned __int128 flits, uint64_t messages = 1);
  /// 0, 1, 2, ... cycles; kNever if the probability is 0.
  Cycle draw(RandomStream& random) const;

 private:
  bool never_ = true;
  /// (1 - p)^(2^j) x 2^64, down to the last that is not 0. All sources with the same p share it,
  /// for the cache's sake.
  const std::vector<uint64_t>* powers_ = nullptr;
};

}  // namespace chokepoint
