// SPDX-License-Identifier: Apache-2.0
// Basic types shared by models, network and tools.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace chokepoint {

using Cycle = uint64_t;   ///< network clock cycles; one flit per channel and cycle
using NodeId = uint32_t;  ///< 0 .. nodes - 1
using RouterId = uint32_t;

/// Number of bits that distinguish `values` values; clog2(1) = 0.
constexpr unsigned clog2(uint64_t values) {
  unsigned bits = 0;
  while ((uint64_t{1} << bits) < values) ++bits;
  return bits;
}

/// Number of bits that hold the value `max`; 1 for 0.
constexpr unsigned bits_for(uint64_t max) { return max < 2 ? 1 : clog2(max + 1); }

/// Bad input by the user: the message names file, line and key. The program exits with 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An elaboration parameter outside its legal range.
struct ParamError : InputError {
  using InputError::InputError;
};

/// A run-time check failed (conservation, credits, lockstep). The program exits with 1.
struct CheckError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// No packet moved for too long. The program exits with 3.
struct DeadlockError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace chokepoint
