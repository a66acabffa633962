// SPDX-License-Identifier: Apache-2.0
// The random numbers of routing: a function of the run's seed and of a packet's header, so that a
// router gives the same answer whoever asks, in which order and how often.
#pragma once

#include <array>
#include <cstdint>

namespace chokepoint {

/// What hardware computes alike: additions, XORs and rotations of four 32-bit words, and one
/// multiplication by a constant. Rounds are ChaCha's quarter rounds.
class RouteDraw {
 public:
  explicit RouteDraw(uint64_t seed)
      : key_(mixed({static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32), 0x726f7574u,
                    0x65647261u})) {}

  /// 32 random bits. `id`: of the packet, its source and its number there (Packet::id); `hop`:
  /// router-to-router channels crossed, below 256; `attempt`: 0, 1, ... for further ones, below
  /// 2^24.
  uint32_t bits(uint64_t id, unsigned hop, unsigned attempt = 0) const {
    return mixed({key_[0], key_[1] ^ static_cast<uint32_t>(id >> 32),
                  key_[2] ^ static_cast<uint32_t>(id), key_[3] ^ (hop | attempt << 8)})[0];
  }

  /// Uniform in 0 .. bound - 1 (bias below bound / 2^32).
  unsigned below(unsigned bound, uint64_t id, unsigned hop, unsigned attempt = 0) const {
    return static_cast<unsigned>(uint64_t{bits(id, hop, attempt)} * bound >> 32);
  }

 private:
  using Words = std::array<uint32_t, 4>;
  static constexpr uint32_t rotated(uint32_t word, unsigned by) {
    return word << by | word >> (32 - by);
  }
  /// Three rounds: after two every bit of the input still shows in some bits of the output.
  static constexpr Words mixed(Words words) {
    auto [a, b, c, d] = words;
    for (unsigned round = 0; round < 3; ++round) {
      a += b, d = rotated(d ^ a, 16);
      c += d, b = rotated(b ^ c, 12);
      a += b, d = rotated(d ^ a, 8);
      c += d, b = rotated(b ^ c, 7);
    }
    return {a, b, c, d};
  }
  Words key_;
};

}  // namespace chokepoint
