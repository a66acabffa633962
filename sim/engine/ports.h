// SPDX-License-Identifier: Apache-2.0
// Reads and writes flat vector ports of Verilated models, whatever C++ type their width gave them.
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// Port = value, upper bits 0.
template <class Port, class = std::enable_if_t<std::is_integral_v<Port>>>
inline void put(Port& port, uint64_t value) {
  port = static_cast<Port>(value);
}
template <std::size_t Words> inline void put(VlWide<Words>& port, uint64_t value) {
  port[0] = static_cast<uint32_t>(value);
  port[1] = static_cast<uint32_t>(value >> 32);
  for (std::size_t w = 2; w < Words; ++w) port[w] = 0;
}

/// Bits [lsb +: width] = value; `value` has no bits above `width` (1 to 64).
template <class Port, class = std::enable_if_t<std::is_integral_v<Port>>>
inline void put_bits(Port& port, unsigned lsb, unsigned width, uint64_t value) {
  const uint64_t mask = low_mask(width) << lsb;
  port = static_cast<Port>((port & ~mask) | (value << lsb));
}
template <std::size_t Words>
inline void put_bits(VlWide<Words>& port, unsigned lsb, unsigned width, uint64_t value) {
  unsigned word = lsb / 32, shift = lsb % 32;
  while (width > 0) {
    const unsigned take = 32 - shift < width ? 32 - shift : width;
    const auto mask = static_cast<uint32_t>(low_mask(take) << shift);
    port[word] = (port[word] & ~mask) | (static_cast<uint32_t>(value << shift) & mask);
    value >>= take;
    width -= take;
    shift = 0;
    ++word;
  }
}

template <class Port, class = std::enable_if_t<std::is_integral_v<Port>>>
inline uint64_t get_bits(const Port& port, unsigned lsb, unsigned width) {
  return (uint64_t{port} >> lsb) & low_mask(width);
}
template <std::size_t Words>
inline uint64_t get_bits(const VlWide<Words>& port, unsigned lsb, unsigned width) {
  const unsigned word = lsb / 32, shift = lsb % 32;
  uint64_t value = uint64_t{port[word]} >> shift;
  if (shift + width > 32) value |= uint64_t{port[word + 1]} << (32 - shift);
  if (shift + width > 64) value |= uint64_t{port[word + 2]} << (64 - shift);
  return value & low_mask(width);
}

/// Lanes 0 .. count-1 of `width` bits each; the port's further lanes stay as they are.
template <class Port>
inline void put_lanes(Port& port, const Lanes& lanes, unsigned count, unsigned width) {
  for (unsigned i = 0; i < count; ++i) put_bits(port, i * width, width, lanes[i] & low_mask(width));
}
template <class Port>
inline void get_lanes(const Port& port, Lanes& lanes, unsigned count, unsigned width) {
  for (unsigned i = 0; i < count; ++i)
    lanes[i] = static_cast<uint32_t>(get_bits(port, i * width, width));
}

/// Lanes that count only where their bit of `valid` is 1; 0 elsewhere.
template <class Port>
inline void get_valid_lanes(const Port& port, uint64_t valid, Lanes& lanes, unsigned count,
                            unsigned width) {
  for (unsigned i = 0; i < count; ++i)
    lanes[i] = valid >> i & 1 ? static_cast<uint32_t>(get_bits(port, i * width, width)) : 0;
}

/// Bits of a word array, any alignment; width 1 to 64.
inline uint64_t word_bits(const uint64_t* words, unsigned lsb, unsigned width) {
  const unsigned word = lsb / 64, shift = lsb % 64;
  uint64_t value = words[word] >> shift;
  if (shift + width > 64) value |= words[word + 1] << (64 - shift);
  return value & low_mask(width);
}

/// A lane of `groups` groups of `from` bits into a port whose groups are `to` >= `from` bits wide,
/// from bit `lsb`. Equal widths are copied in pieces of 64 bits.
template <class Port>
inline void put_groups(Port& port, unsigned lsb, const uint64_t* words, unsigned groups,
                       unsigned from, unsigned to) {
  if (from == to) {
    const unsigned total = groups * from;
    for (unsigned at = 0; at < total; at += 64)
      put_bits(port, lsb + at, total - at < 64 ? total - at : 64,
               words[at / 64] & low_mask(total - at < 64 ? total - at : 64));
    return;
  }
  for (unsigned g = 0; g < groups; ++g)
    put_bits(port, lsb + g * to, from, word_bits(words, g * from, from));
}
/// The reverse, for a single lane.
template <class Port>
inline void get_groups(const Port& port, uint64_t* words, unsigned groups, unsigned from,
                       unsigned to) {
  const unsigned total = groups * from;
  for (unsigned w = 0; w < (total + 63) / 64; ++w) words[w] = 0;
  if (from == to) {
    for (unsigned at = 0; at < total; at += 64)
      words[at / 64] = get_bits(port, at, total - at < 64 ? total - at : 64);
    return;
  }
  for (unsigned g = 0; g < groups; ++g) {
    const uint64_t bits = get_bits(port, g * to, from);
    const unsigned lsb = g * from;
    words[lsb / 64] |= bits << (lsb % 64);
    if (lsb % 64 + from > 64) words[lsb / 64 + 1] |= bits >> (64 - lsb % 64);
  }
}

/// The request matrix into its port: of the lanes that have changed those that differ from what was
/// written last. A request stays for many cycles.
template <class Matrix> class RequestPort {
 public:
  /// Radix and VCs of the matrix as the harness lays it out, and of the Verilated variant.
  RequestPort(unsigned radix, unsigned vcs, unsigned variant_radix, unsigned variant_vcs)
      : radix_(radix),
        vcs_(vcs),
        lane_(variant_radix * variant_vcs),
        variant_vcs_(variant_vcs),
        words_((radix * vcs + 63) / 64),
        written_(size_t{radix} * words_) {}

  template <class Port> void drive(Port& port, const Matrix& matrix) {
    const uint64_t changed = (matrix.changed | (matrix.busy ^ busy_)) & low_mask(radix_);
    for (uint64_t left = changed; left != 0; left &= left - 1) {
      const unsigned i = lowest_bit(left);
      uint64_t* const written = &written_[size_t{i} * words_];
      uint64_t differs = 0;
      for (unsigned w = 0; w < words_; ++w) {
        const uint64_t word = matrix.lane_word(i, w);
        differs |= word ^ written[w];
        written[w] = word;
      }
      if (differs == 0) continue;
      put_groups(port, i * lane_, written, radix_, vcs_, variant_vcs_);
    }
    busy_ = matrix.busy;
  }

 private:
  unsigned radix_, vcs_, lane_, variant_vcs_, words_;
  uint64_t busy_ = 0;
  std::vector<uint64_t> written_;  ///< lane by lane
};

}  // namespace chokepoint
