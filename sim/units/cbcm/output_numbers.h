// SPDX-License-Identifier: Apache-2.0
// A number per router output, in blocks of eight: a block is a vector of the processor's.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// What stands for outputs from the radix on is not looked at.
struct alignas(32) OutputNumbers {
  static constexpr unsigned kBlock = 8;
  /// A vector of gcc's and clang's: operators work on all eight.
  typedef uint32_t Block __attribute__((vector_size(32), may_alias));

  static constexpr unsigned blocks_for(unsigned radix) { return (radix + kBlock - 1) / kBlock; }

  Lanes of{};

  Block& block(unsigned b) { return *reinterpret_cast<Block*>(&of[b * kBlock]); }
  const Block& block(unsigned b) const { return *reinterpret_cast<const Block*>(&of[b * kBlock]); }
  void clear(unsigned blocks) {
    for (unsigned b = 0; b < blocks; ++b) block(b) = Block{};
  }
};

/// A block as it is kept: as numbers, or as bytes where these are enough.
inline void subtract(OutputNumbers::Block& sum, const uint32_t* kept) {
  sum -= *reinterpret_cast<const OutputNumbers::Block*>(kept);
}
inline void keep(const OutputNumbers::Block& block, uint32_t* to) {
  *reinterpret_cast<OutputNumbers::Block*>(to) = block;
}
inline void subtract(OutputNumbers::Block& sum, const uint8_t* kept) {
#ifdef __AVX2__
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(kept));
  sum -= reinterpret_cast<OutputNumbers::Block>(_mm256_cvtepu8_epi32(bytes));
#else
  for (unsigned i = 0; i < OutputNumbers::kBlock; ++i) sum[i] -= kept[i];
#endif
}
inline void keep(const OutputNumbers::Block& block, uint8_t* to) {
#ifdef __AVX2__
  const auto numbers = reinterpret_cast<__m256i>(block);
  const __m128i halves =
      _mm_packus_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256(numbers, 1));
  _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(halves, halves));
#else
  for (unsigned i = 0; i < OutputNumbers::kBlock; ++i) to[i] = static_cast<uint8_t>(block[i]);
#endif
}

/// Rows of numbers; of a row only the blocks in use.
template <class Number>
class OutputRing {
 public:
  void resize(size_t rows, unsigned blocks) {
    blocks_ = blocks;
    rows_.resize(rows * blocks);
  }
  bool empty() const { return rows_.empty(); }
  void clear() { std::fill(rows_.begin(), rows_.end(), Cell{}); }
  /// Puts `numbers` in the place of a row's block, and corrects the sum over all rows.
  void exchange(size_t row, unsigned b, const OutputNumbers::Block& numbers,
                OutputNumbers::Block& sum) {
    Cell& old = rows_[row * blocks_ + b];
    sum += numbers;
    subtract(sum, old.of);
    keep(numbers, old.of);
  }

 private:
  struct alignas(OutputNumbers::kBlock * sizeof(Number)) Cell {
    Number of[OutputNumbers::kBlock];
  };
  unsigned blocks_ = 0;
  std::vector<Cell> rows_;
};

/// Bit i: a > b for the block's number i.
inline uint32_t greater(const OutputNumbers::Block& a, const OutputNumbers::Block& b) {
  const auto above = a > b;
#ifdef __AVX2__
  return static_cast<uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(above)));
#else
  uint32_t bits = 0;
  for (unsigned i = 0; i < OutputNumbers::kBlock; ++i) bits |= uint32_t{above[i] != 0} << i;
  return bits;
#endif
}

/// The outputs where a > b.
inline uint64_t greater(const OutputNumbers& a, const OutputNumbers& b, unsigned blocks) {
  uint64_t found = 0;
  for (unsigned at = 0; at < blocks; ++at) {
    found |= uint64_t{greater(a.block(at), b.block(at))} << (at * OutputNumbers::kBlock);
  }
  return found;
}

/// The outputs whose number is not 0.
inline uint64_t nonzero(const OutputNumbers& numbers, unsigned blocks) {
  static const OutputNumbers zero;
  return greater(numbers, zero, blocks);
}

}  // namespace chokepoint
