// SPDX-License-Identifier: Apache-2.0
// The chip's one sideband_phase, as all its nodes see it.
#pragma once

#include <array>
#include <memory>

#include "sim/engine/unit_instance.h"
#include "sim/units/self_tuned/sideband_phase.h"

namespace chokepoint::self_tuned {

/// Sites run some cycles ahead of each other, so what it shows is kept for a while. One for the
/// sites of a thread: all of them show the same.
class PhaseClock {
 public:
  PhaseClock(std::unique_ptr<UnitInstance<SidebandPhase>> unit, const SidebandPhase::Config& cfg)
      : unit_(std::move(unit)) {
    in_.enable = true;
    in_.cfg = cfg;
    shown_[0] = unit_->out();
  }

  /// What is visible in `cycle`: of the last ones asked for, one of kKept.
  const SidebandPhase::Out& at(Cycle cycle) {
    for (; next_ <= cycle; ++next_) {
      unit_->step(in_);
      shown_[next_ % kKept] = unit_->out();
    }
    return shown_[cycle % kKept];
  }
  /// From cycle `now` on, which no site has begun.
  void enable(Cycle now, bool on) {
    at(now);
    in_.enable = on;
  }

 private:
  static constexpr Cycle kKept = 64;  ///< more than sites are apart
  std::unique_ptr<UnitInstance<SidebandPhase>> unit_;
  SidebandPhase::In in_;
  std::array<SidebandPhase::Out, kKept> shown_;
  Cycle next_ = 1;  ///< clocks so far, and one: the first cycle that is not known yet
};

}  // namespace chokepoint::self_tuned
