// SPDX-License-Identifier: Apache-2.0
// The walk to the next wake time of ECN's limiters, for their golden models
// (docs/reference/ecn/delay_limiter.md, step "Wake").
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// Looks at one deadline a clock and compares it a clock later.
class WakeWalk {
 public:
  /// Deadlines that are armed and their values, the first set before the second.
  struct Armed {
    std::array<uint64_t, 2> which{};
    std::array<const uint64_t*, 2> at{};
  };

  WakeWalk(unsigned deadline_bits, unsigned cycle_bits)
      : deadline_mask_(low_mask(deadline_bits)), cycle_mask_(low_mask(cycle_bits)) {}

  /// One clock, with the table before it; `settle()` afterwards if the clock changes a deadline.
  void clock(uint64_t now, const Armed& armed) {
    if (begun_) {
      valid_ = looked_;
      at_ = 0;
    }
    if (looked_) {
      const uint64_t lead = ahead(seen_, now);
      if (begun_ || lead < ahead(at_, now)) at_ = (now + lead) & cycle_mask_;
    }
    if (unsettled_) pending_ = armed.which;
    begun_ = unsettled_;
    looked_ = false;
    unsettled_ = false;
    for (unsigned set = 0; set < 2 && !looked_; ++set) {
      if (pending_[set] == 0) continue;
      looked_ = true;
      seen_ = armed.at[set][lowest_bit(pending_[set])];
      pending_[set] &= pending_[set] - 1;
    }
  }
  void settle() { unsettled_ = true; }
  bool busy() const { return unsettled_ || begun_ || looked_; }
  bool valid() const { return valid_; }
  uint64_t at() const { return at_; }

 private:
  uint64_t ahead(uint64_t deadline, uint64_t now) const {
    return (deadline - now) & deadline_mask_;
  }

  uint64_t deadline_mask_, cycle_mask_;
  std::array<uint64_t, 2> pending_{};
  uint64_t seen_ = 0, at_ = 0;
  bool unsettled_ = false, begun_ = false, looked_ = false, valid_ = false;
};

}  // namespace chokepoint
