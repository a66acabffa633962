// SPDX-License-Identifier: Apache-2.0
// The bits of a request lane whose virtual channel is sampled.
#pragma once

#include <array>
#include <cstdint>

#include "sim/units/cbcm/request_matrix.h"

namespace chokepoint {

class VcMask {
 public:
  VcMask(unsigned radix, unsigned vcs)
      : vcs_(vcs), bits_(radix * vcs), words_((bits_ + 63) / 64) {}

  unsigned words() const { return words_; }
  uint64_t word(unsigned index) const { return masks_[index]; }

  /// Cheap when nothing changed. False then.
  bool update(uint32_t sampled_vcs) {
    if (sampled_vcs == sampled_vcs_) return false;
    sampled_vcs_ = sampled_vcs;
    masks_.fill(0);
    for (unsigned bit = 0; bit < bits_; ++bit)
      if ((sampled_vcs >> (bit % vcs_)) & 1) masks_[bit / 64] |= uint64_t{1} << (bit % 64);
    return true;
  }

 private:
  unsigned vcs_, bits_, words_;
  uint32_t sampled_vcs_ = 0;
  std::array<uint64_t, RequestMatrix::kWords> masks_{};
};

}  // namespace chokepoint
