// SPDX-License-Identifier: Apache-2.0
// The chip's one sideband_phase, as all its nodes see it.
#pragma once

#include <array>
#include <memory>

#include "sim/engine/unit_instance.h"
#include "sim/units/self_tuned/sideband_phase.h"

namespace chokepoint::self_tuned {

/// Sites run some cycles ahead of each other, so what it shows is kept for a while. One for the
/// sites of a thread: all of them show the same. A router that faults reset by itself has its own.
class PhaseClock {
 public:
  /// `restart`: cycles after which all nodes begin anew; 0: never.
  PhaseClock(std::unique_ptr<UnitInstance<SidebandPhase>> unit, const SidebandPhase::Config& cfg,
             Cycle restart)
      : unit_(std::move(unit)), restart_(restart) {
    in_.cfg = cfg;
    shown_[0] = unit_->out();
  }

  /// What is visible in `cycle`: of the last ones asked for, one of kKept.
  const SidebandPhase::Out& at(Cycle cycle) {
    for (; next_ <= cycle; ++next_) {
      in_.enable = on_ && !restarts(next_ - 1);
      unit_->step(in_);
      shown_[next_ % kKept] = unit_->out();
    }
    return shown_[cycle % kKept];
  }
  /// From cycle `now` on, which no site has begun.
  void enable(Cycle now, bool on) {
    at(now);
    on_ = on;
  }
  /// The clock that ends this cycle resets every node of this phase.
  bool restarts(Cycle cycle) const {
    return cycle == reset_ || (restart_ != 0 && (cycle + 1) % restart_ == 0);
  }
  /// ... that ends cycle `now`, whose clock has not come yet.
  void reset(Cycle now) { reset_ = now; }

 private:
  static constexpr Cycle kKept = 64;  ///< more than sites are apart
  std::unique_ptr<UnitInstance<SidebandPhase>> unit_;
  Cycle restart_;
  bool on_ = true;
  Cycle reset_ = ~Cycle{0};
  SidebandPhase::In in_;
  std::array<SidebandPhase::Out, kKept> shown_;
  Cycle next_ = 1;  ///< clocks so far, and one: the first cycle that is not known yet
};

}  // namespace chokepoint::self_tuned
