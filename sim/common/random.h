// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers keyed by (seed, node, purpose): evaluation order and new consumers
// change nothing.
#pragma once

#include <Random123/philox.h>

#include <cstdint>

namespace chokepoint {

/// What a stream is for. Each consumer has its own number; numbers are never reused.
enum class RandomPurpose : uint32_t {
  kTrafficGap = 1,          ///< + (traffic group << 8)
  kTrafficDestination = 2,  ///< + (traffic group << 8)
  kTrafficSize = 3,         ///< + (traffic group << 8)
  // 4 and 5 were routing's, now sim/routing/route_draw.h; 9 has not been drawn from.
  kPermutation = 6,
  kLfsrSeed = 7,
  kTestStimulus = 8,
  kFault = 10,  ///< + (fault << 8)
  kWorkload = 11,
};

/// One stream of 64-bit words; copying it copies its position.
class RandomStream {
 public:
  RandomStream() = default;
  RandomStream(uint64_t seed, uint32_t node, RandomPurpose purpose, uint32_t index = 0)
      : seed_(seed), node_(node), purpose_(static_cast<uint32_t>(purpose) + (index << 8)) {}

  uint64_t next() {
    if ((words_++ & 1) != 0) return spare_;
    const uint64_t block = words_ / 2;
    const r123::Philox4x32 generator;
    const r123::Philox4x32::ctr_type counter = {
        {static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32), node_, purpose_}};
    const r123::Philox4x32::key_type key = {
        {static_cast<uint32_t>(seed_), static_cast<uint32_t>(seed_ >> 32)}};
    const auto words = generator(counter, key);
    spare_ = (uint64_t{words[3]} << 32) | words[2];
    return (uint64_t{words[1]} << 32) | words[0];
  }

  /// Uniform in 0 .. bound - 1 (bias below bound / 2^64).
  uint64_t below(uint64_t bound) {
    return static_cast<uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

 private:
  uint64_t seed_ = 0;
  uint64_t words_ = 0;  ///< drawn so far
  uint64_t spare_ = 0;  ///< the second word of a block
  uint32_t node_ = 0, purpose_ = 0;
};
static_assert(sizeof(RandomStream) == 32);  // two in a cache line

}  // namespace chokepoint
