// SPDX-License-Identifier: Apache-2.0
// The chip's one sideband_phase, and what restarts it, as all its nodes see them.
#pragma once

#include <array>
#include <memory>

#include "sim/engine/unit_instance.h"
#include "sim/units/self_tuned/sideband_phase.h"
#include "sim/units/self_tuned/sideband_restart.h"

namespace chokepoint::self_tuned {

/// Sites run some cycles ahead of each other, so what it shows is kept for a while. One for the
/// sites of a thread: all of them show the same. A router that faults reset by itself has its own,
/// whose sideband_restart the fault leaves alone: a chip has one.
class PhaseClock {
 public:
  /// `restart`: null where nothing begins anew; `cycles` from one restart to the next.
  PhaseClock(std::unique_ptr<UnitInstance<SidebandPhase>> unit, const SidebandPhase::Config& cfg,
             std::unique_ptr<UnitInstance<SidebandRestart>> restart, Cycle cycles)
      : unit_(std::move(unit)), restart_(std::move(restart)) {
    in_.cfg = cfg;
    restart_in_ = {true, static_cast<uint32_t>(cycles)};
    show(0);
  }

  /// What is visible in `cycle`: of the last ones asked for, one of kKept.
  const SidebandPhase::Out& at(Cycle cycle) {
    run_to(cycle);
    return shown_[cycle % kKept].phase;
  }
  /// From cycle `now` on, which no site has begun.
  void enable(Cycle now, bool on) {
    run_to(now);
    on_ = on;
  }
  /// The clock that ends this cycle resets every node of this phase.
  bool restarts(Cycle cycle) {
    run_to(cycle);
    return cycle == reset_ || shown_[cycle % kKept].restart;
  }
  /// ... that ends cycle `now`, whose clock has not come yet.
  void reset(Cycle now) { reset_ = now; }

 private:
  static constexpr Cycle kKept = 64;  ///< more than sites are apart
  struct Shown {
    SidebandPhase::Out phase;
    bool restart = false;
  };

  void run_to(Cycle cycle) {
    for (; next_ <= cycle; ++next_) {
      const Cycle ended = next_ - 1;
      in_.enable = on_ && ended != reset_ && !shown_[ended % kKept].restart;
      unit_->step(in_);
      if (restart_ != nullptr) restart_->step(restart_in_);
      show(next_);
    }
  }
  void show(Cycle cycle) {
    shown_[cycle % kKept] = {unit_->out(), restart_ != nullptr && restart_->out().restart};
  }

  std::unique_ptr<UnitInstance<SidebandPhase>> unit_;
  std::unique_ptr<UnitInstance<SidebandRestart>> restart_;
  bool on_ = true;
  Cycle reset_ = ~Cycle{0};
  SidebandPhase::In in_;
  SidebandRestart::In restart_in_;
  std::array<Shown, kKept> shown_;
  Cycle next_ = 1;  ///< clocks so far, and one: the first cycle that is not known yet
};

}  // namespace chokepoint::self_tuned
