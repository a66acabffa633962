// SPDX-License-Identifier: Apache-2.0
// Nodes of topologies that have as many as a power says.
#pragma once

#include <cstdint>

namespace chokepoint {

/// base^exponent, modulo 2^64.
constexpr uint64_t power(uint64_t base, unsigned exponent) {
  uint64_t result = 1;
  while (exponent-- != 0) result *= base;
  return result;
}

}  // namespace chokepoint
