// SPDX-License-Identifier: Apache-2.0
// A small number per router output, stored bit-sliced: plane b holds bit b of every output.
#pragma once

#include <array>
#include <cstdint>

#include "sim/units/unit_fields.h"

namespace chokepoint {

struct BitPlanes {
  static constexpr unsigned kMaxPlanes = 22;

  std::array<uint64_t, kMaxPlanes> planes{};  ///< bit o of planes[b]: bit b of output o's value

  uint64_t* lane_words(unsigned plane) { return &planes[plane]; }
  const uint64_t* lane_words(unsigned plane) const { return &planes[plane]; }

  uint32_t value(unsigned output) const { return value(output, kMaxPlanes); }

  uint32_t value(unsigned output, unsigned used) const {
    uint32_t result = 0;
    for (unsigned b = 0; b < used; ++b)
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

/// Numbers of `width` planes: sum += in - out, where these have `terms` planes. 0 <= sum < 2^width
/// before and after.
inline void replace_term(uint64_t* sum, unsigned width, const uint64_t* in, const uint64_t* out,
                         unsigned terms) {
  uint64_t carry = 0, borrow = 0;
  unsigned b = 0;
  for (; b < terms && b < width; ++b) {
    const uint64_t plus = in[b], minus = out[b];
    const uint64_t more = sum[b] ^ plus ^ carry;
    carry = (sum[b] & (plus | carry)) | (plus & carry);
    sum[b] = more ^ minus ^ borrow;
    borrow = (~more & (minus | borrow)) | (minus & borrow);
  }
  for (; b < width && (carry | borrow) != 0; ++b) {  // nothing but these go further
    const uint64_t more = sum[b] ^ carry;
    carry &= sum[b];
    sum[b] = more ^ borrow;
    borrow &= ~more;
  }
}

/// Where a > b.
inline uint64_t greater(const uint64_t* a, const uint64_t* b, unsigned width) {
  uint64_t found = 0, equal = ~uint64_t{0};
  while (width-- != 0) {
    found |= equal & a[width] & ~b[width];
    equal &= ~(a[width] ^ b[width]);
  }
  return found;
}

/// Where a number is not 0.
inline uint64_t nonzero(const uint64_t* planes, unsigned width) {
  uint64_t any = 0;
  for (unsigned b = 0; b < width; ++b) any |= planes[b];
  return any;
}

}  // namespace chokepoint
