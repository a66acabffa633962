// SPDX-License-Identifier: Apache-2.0
// What the samplers share: the random source and the choice of one requester of an input
// (docs/reference/cbcm/request_sampler.md).
#pragma once

#include <cstdint>

#include "sim/units/cbcm/request_matrix.h"
#include "sim/units/cbcm/vc_mask.h"

namespace chokepoint {

/// The linear feedback register S.
class RequestSource {
 public:
  /// 0 means the default seed.
  void load(uint64_t seed) { state_ = seed == 0 ? kDefaultSeed : seed; }
  void step() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
  }
  /// The word for an input in the coming clock.
  uint32_t word(unsigned input) const {
    return static_cast<uint32_t>(rotated(input) ^ rotated(5 * input + 9) ^
                                 rotated(11 * input + 30)) &
           0xFFFF;
  }

 private:
  static constexpr uint64_t kDefaultSeed = 0x9E3779B97F4A7C15u;

  uint64_t rotated(unsigned by) const {
    by %= 64;
    return by == 0 ? state_ : (state_ << by) | (state_ >> (64 - by));
  }

  uint64_t state_ = kDefaultSeed;
};

/// Finds an input's requesters among the bits of its lane.
class RequesterPick {
 public:
  static constexpr unsigned kNone = ~0u;

  RequesterPick(unsigned radix, unsigned vcs)
      : sampled_(radix, vcs), reciprocal_(65536 / vcs + 1) {}

  /// False if they are the ones already selected.
  bool select_vcs(uint32_t sampled_vcs) { return sampled_.update(sampled_vcs); }

  unsigned requesters(const RequestMatrix& request, unsigned input) const {
    unsigned found = 0;
    for (unsigned w = 0; w < sampled_.words(); ++w) found += bit_count(sampled(request, input, w));
    return found;
  }

  /// The output of requester number floor(v * word / 65536) of `v`, or kNone.
  unsigned output(const RequestMatrix& request, unsigned input, const RequestSource& source) const {
    const unsigned found = requesters(request, input);
    return found == 0 ? kNone : output(request, input, found, source);
  }

  /// The same where `requesters` are known, and not 0.
  unsigned output(const RequestMatrix& request, unsigned input, unsigned requesters,
                  const RequestSource& source) const {
    unsigned rank = requesters == 1 ? 0 : (requesters * source.word(input)) >> 16;
    // Which word the requester is in cannot be foreseen: no branch on it. `w` stays at the first
    // word that has the requester.
    unsigned w = 0;
    for (unsigned next = 1, here; next < sampled_.words(); ++next) {
      here = w + 1 == next ? bit_count(sampled(request, input, w)) : kNone;
      const unsigned passed = rank >= here ? 1 : 0;
      rank -= passed * here;
      w += passed;
    }
    const unsigned bit = 64 * w + nth_bit(sampled(request, input, w), rank);
    return (bit * reciprocal_) >> 16;
  }

 private:
  uint64_t sampled(const RequestMatrix& request, unsigned input, unsigned w) const {
    return request.lane_word(input, w) & sampled_.word(w);
  }

  VcMask sampled_;
  uint32_t reciprocal_;  // 2^16 / vcs, rounded up: bit position to output without a division
};

}  // namespace chokepoint
