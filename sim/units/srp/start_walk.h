// SPDX-License-Identifier: Apache-2.0
// The walk to the earliest start of the reservation table, for its golden model
// (docs/reference/srp/reservation_requester.md, sleep).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// Looks at one row a clock and compares its start a clock later. Times in cycles.
class StartWalk {
 public:
  StartWalk(unsigned rows, uint64_t cycle_mask) : rows_(rows), cycle_mask_(cycle_mask) {}

  /// One clock; `waiting`: rows that wait for their `starts`, both as before the clock.
  template <class Starts> void clock(uint64_t now, uint64_t waiting, const Starts& starts) {
    if (begins_) {
      begins_ = found_ = valid_ = false;
      at_ = 0;
      steps_ = (rows_ + 3) / 4 * 4;
      return;
    }
    if (found_ && (!valid_ || earlier(seen_, at_, cycle_mask_))) {
      at_ = seen_;
      valid_ = true;
    }
    found_ = false;
    if (steps_ == 0) return;
    --steps_;
    const unsigned row = steps_ / 4 * 4 + static_cast<unsigned>(now % 4);
    if (row >= rows_ || ((waiting >> row) & 1) == 0) return;
    found_ = true;
    seen_ = starts(row);
  }
  /// After a clock that brings a start, or in which one counts: the walk begins with the next.
  void begin() { begins_ = true; }
  bool busy() const { return begins_ || steps_ != 0 || found_; }
  bool valid() const { return valid_; }
  uint64_t at() const { return at_; }

 private:
  unsigned rows_;
  uint64_t cycle_mask_;
  unsigned steps_ = 0;
  bool begins_ = false, found_ = false, valid_ = false;
  uint64_t seen_ = 0, at_ = 0;
};

}  // namespace chokepoint
