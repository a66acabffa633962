// SPDX-License-Identifier: Apache-2.0
// Field types and helpers shared by the C++ types of all units.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "sim/common/bits.h"
#include "sim/common/types.h"

namespace chokepoint {

constexpr unsigned kMaxLanes = 64;  ///< most lanes of a lanes field: table entries, router ports

using Lanes = std::array<uint32_t, kMaxLanes>;

/// The low `bits` bits set; `bits` 0 to 64.
constexpr uint64_t low_mask(unsigned bits) {
  return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
}

/// A single wide lane of up to `Words` * 64 bits.
template <unsigned Words>
struct WideBits {
  std::array<uint64_t, Words> words{};

  uint64_t& lane_word(unsigned, unsigned w) { return words[w]; }
  uint64_t lane_word(unsigned, unsigned w) const { return words[w]; }
  bool test(unsigned bit) const { return (words[bit / 64] >> (bit % 64)) & 1; }
  void set(unsigned bit) { words[bit / 64] |= uint64_t{1} << (bit % 64); }
  void clear_all() { words.fill(0); }
  bool any() const {
    uint64_t all = 0;
    for (uint64_t word : words) all |= word;
    return all != 0;
  }
  bool operator==(const WideBits& other) const { return words == other.words; }
  bool operator!=(const WideBits& other) const { return words != other.words; }
};

/// True when `now` has reached `deadline`, both `mask` wide and modular (conventions.md, Time).
constexpr bool reached(uint64_t now, uint64_t deadline, uint64_t mask) {
  return ((now - deadline) & mask & ~(mask >> 1)) == 0;
}

/// True when `a` lies before `b` in modular order.
constexpr bool earlier(uint64_t a, uint64_t b, uint64_t mask) { return !reached(a, b, mask); }

[[noreturn]] inline void bad_param(const char* unit, const char* name, uint64_t value,
                                   const std::string& legal) {
  throw ParamError(std::string(unit) + ": " + name + " = " + std::to_string(value) +
                   " is not legal: " + legal);
}

inline void check_range(const char* unit, const char* name, uint64_t value, uint64_t low,
                        uint64_t high) {
  if (value < low || value > high)
    bad_param(unit, name, value, std::to_string(low) + " to " + std::to_string(high));
}

/// Lowest set bit of a word that is not 0.
inline unsigned lowest_bit(uint64_t word) { return static_cast<unsigned>(__builtin_ctzll(word)); }

/// Number of set bits; inline because plain x86-64 has no popcount instruction.
inline unsigned bit_count(uint64_t word) {
  word -= (word >> 1) & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return static_cast<unsigned>((word * 0x0101010101010101u) >> 56);
}

/// Position of the set bit number `rank`, counted from 0.
inline unsigned nth_bit(uint64_t word, unsigned rank) {
#ifdef __BMI2__
  return lowest_bit(__builtin_ia32_pdep_di(uint64_t{1} << rank, word));
#else
  while (rank-- != 0) word &= word - 1;
  return lowest_bit(word);
#endif
}

}  // namespace chokepoint
