// SPDX-License-Identifier: Apache-2.0
// Inverse of P(gap >= n) = (1 - p)^n by binary descent over a table of squares.
#include "sim/traffic/geometric_gap.h"

#include <cstring>
#include <map>

namespace chokepoint {

unsigned __int128 fixed_point_64(double value) {
  uint64_t bits = 0;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  const int exponent = static_cast<int>((bits >> 52) & 0x7FF);
  if (exponent == 0 || (bits >> 63) != 0) return 0;  // 0, denormal, negative
  const unsigned __int128 mantissa = (bits & 0xFFFFFFFFFFFFFu) | (uint64_t{1} << 52);
  const int shift = exponent - 1023 - 52 + 64;  // value = mantissa x 2^(exponent - 1023 - 52)
  if (shift >= 12) return static_cast<unsigned __int128>(1) << 64;  // 1 or more counts as 1
  return shift >= 0 ? mantissa << shift : (shift > -64 ? mantissa >> -shift : 0);
}

namespace {

using Powers = std::vector<uint64_t>;

/// Kept to the process's end: as many as there are different rates.
const Powers* powers_of(uint64_t first) {
  static std::map<uint64_t, Powers> known;
  const auto [entry, is_new] = known.try_emplace(first);
  if (is_new) {
    for (uint64_t power = first; power != 0;
         power = static_cast<uint64_t>((static_cast<unsigned __int128>(power) * power) >> 64)) {
      entry->second.push_back(power);
    }
  }
  return &entry->second;
}

}  // namespace

GeometricGap::GeometricGap(double rate, unsigned __int128 flits, uint64_t messages) {
  const unsigned __int128 p = fixed_point_64(rate) * messages / (flits == 0 ? 1 : flits);
  if (p == 0) return;
  never_ = false;
  // p = 1 leaves the table empty: every gap is 0.
  powers_ = powers_of(static_cast<uint64_t>((static_cast<unsigned __int128>(1) << 64) - p));
}

Cycle GeometricGap::draw(RandomStream& random) const {
  if (never_) return kNever;
  const uint64_t u = random.next();
  // Largest n with (1 - p)^n > u / 2^64.
  unsigned __int128 product = static_cast<unsigned __int128>(1) << 64;
  Cycle gap = 0;
  for (size_t j = powers_->size(); j-- > 0;) {
    const unsigned __int128 next = (product * (*powers_)[j]) >> 64;
    if (next > u) {
      product = next;
      gap += Cycle{1} << j;
    }
  }
  return gap;
}

}  // namespace chokepoint
