// SPDX-License-Identifier: Apache-2.0
// Storage of a unit in bits, as every contract page gives it.
#pragma once

#include <cstdint>

namespace chokepoint {

struct Storage {
  uint64_t sample = 0;    ///< what the paper counts
  uint64_t state = 0;     ///< the rest of the mechanism's state
  uint64_t pipeline = 0;  ///< boundary and pipeline registers, random source

  uint64_t total() const { return sample + state + pipeline; }
  Storage operator+(const Storage& other) const {
    return {sample + other.sample, state + other.state, pipeline + other.pipeline};
  }
};

}  // namespace chokepoint
