// SPDX-License-Identifier: Apache-2.0
// Contention degrees of 16 outputs at a time, in vector registers.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// What ContentionTracker counts with. All is static: a class that derives from it gets the names.
struct DegreeBlocks {
  static constexpr unsigned kBlock = 16;  ///< outputs of a block
  static constexpr unsigned kBlocks = kMaxLanes / kBlock;
  // Vectors of gcc's and clang's: operators work on all numbers.
  typedef uint8_t Bytes __attribute__((vector_size(kBlock), may_alias));
  typedef uint16_t Words __attribute__((vector_size(2 * kBlock), may_alias));
  struct Cells {
    Bytes of;
  };
  using Row = std::array<Cells, kBlocks>;
  struct alignas(64) Block {
    Words sum;                ///< of the last samples
    Words limit;              ///< congested where the sum is above
    Bytes largest, smallest;  ///< of the running interval; 0 and 255 before it
    Words spread;             ///< of the last intervals, largest - smallest added up
  };

  static uint8_t& number(Row& row, unsigned output) {
    return reinterpret_cast<uint8_t*>(row.data())[output];
  }
  /// Not returned: without such registers that would be another calling convention.
  static void widen(const Bytes& bytes, Words& words);
  /// Bit i: a > b for number i.
  static uint64_t above(const Words& a, const Words& b);
};

inline void DegreeBlocks::widen(const Bytes& bytes, Words& words) {
#ifdef __AVX2__
  words = reinterpret_cast<Words>(_mm256_cvtepu8_epi16(reinterpret_cast<__m128i>(bytes)));
#else
  words = __builtin_convertvector(bytes, Words);
#endif
}

inline uint64_t DegreeBlocks::above(const Words& a, const Words& b) {
#ifdef __AVX2__
  const __m256i more =
      _mm256_subs_epu16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b));
  const __m256i none = _mm256_cmpeq_epi16(more, _mm256_setzero_si256());
  const __m128i bytes =
      _mm_packs_epi16(_mm256_castsi256_si128(none), _mm256_extracti128_si256(none, 1));
  return static_cast<uint32_t>(_mm_movemask_epi8(bytes)) ^ 0xFFFF;
#else
  uint64_t bits = 0;
  for (unsigned i = 0; i < kBlock; ++i) bits |= uint64_t{a[i] > b[i]} << i;
  return bits;
#endif
}

}  // namespace chokepoint
