// SPDX-License-Identifier: Apache-2.0
// A small number per router output, stored bit-sliced: plane b holds bit b of every output.
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct BitPlanes {
  static constexpr unsigned kMaxPlanes = 22;

  std::array<uint64_t, kMaxPlanes> planes{};  ///< bit o of planes[b]: bit b of output o's value

  uint64_t& lane_word(unsigned plane, unsigned) { return planes[plane]; }
  uint64_t lane_word(unsigned plane, unsigned) const { return planes[plane]; }

  uint32_t value(unsigned output) const {
    uint32_t result = 0;
    for (unsigned b = 0; b < kMaxPlanes; ++b)
      result |= static_cast<uint32_t>((planes[b] >> output) & 1) << b;
    return result;
  }

  /// Bits of `value` above `kMaxPlanes` are dropped.
  void set_value(unsigned output, uint32_t value) {
    for (unsigned b = 0; b < kMaxPlanes; ++b)
      planes[b] =
          (planes[b] & ~(uint64_t{1} << output)) | (uint64_t{(value >> b) & 1} << output);
  }

  Lanes values(unsigned outputs) const {
    Lanes result{};
    for (unsigned o = 0; o < outputs; ++o) result[o] = value(o);
    return result;
  }

  void set_values(const Lanes& values, unsigned outputs) {
    clear_all();
    for (unsigned o = 0; o < outputs; ++o) set_value(o, values[o]);
  }

  /// The outputs whose value is not 0.
  uint64_t nonzero() const {
    uint64_t any = 0;
    for (uint64_t plane : planes) any |= plane;
    return any;
  }

  void clear_all() { planes.fill(0); }
  bool operator==(const BitPlanes& other) const { return planes == other.planes; }
  bool operator!=(const BitPlanes& other) const { return planes != other.planes; }
};

}  // namespace chokepoint
