// SPDX-License-Identifier: Apache-2.0
// When a run's phases begin and when it ends.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "sim/network/harness.h"
#include "sim/network/run.h"
#include "sim/network/saturation_watch.h"
#include "sim/wave/wave_writer.h"

namespace chokepoint {

/// Drives the network's clock: phases, watchdog, progress, waveform window, early ends.
class RunControl : public ClockPlan {
 public:
  RunControl(const Scenario& scenario, const RunOptions& options);
  /// Before the run. `wave`: null, or what is sampled after each cycle.
  void begin(NetworkHarness& harness, WaveWriter* wave);
  std::optional<Tick> next_tick(Cycle next) override;

  Cycle next() const { return harness_->next(); }
  /// The drain cannot complete (cannot_drain()), or half of one that was cut off passed without a
  /// data flit on the move. One that moves until then may be a long backlog, and is left alone.
  bool wedged() const;
  bool was_interrupted() const { return was_interrupted_; }
  bool drained() const { return drained_; }
  /// While draining: the last cycle in which a data flit moved.
  Cycle last_moved() const { return last_moved_; }
  /// Empty, or why the run ended early.
  const std::string& saturated() const { return saturated_; }
  /// What went wrong between two ticks: a deadlock, a fault or an observer. Null: nothing.
  const std::exception_ptr& failure() const { return failure_; }
  double seconds() const;

 private:
  struct Watch {
    uint64_t last_moved = 0;
    Cycle last_progress = 0;
  };
  bool over(Cycle next);
  void end_with_jobs(Cycle next);
  Cycle cycles_of_tick(Cycle next) const;
  bool finished_draining(Cycle next);
  bool cannot_drain(Cycle next);
  Cycle hop() const;
  Cycle patience(Cycle without_wires) const;
  void housekeeping(Cycle next);
  void look(Watch& watch, Cycle now, const NetworkContext::Progress& progress, const char* what);
  void show_progress(Cycle next);

  const Scenario& scenario_;
  const RunOptions& options_;
  NetworkHarness* harness_ = nullptr;
  WaveWriter* wave_ = nullptr;
  std::optional<SaturationWatch> saturation_watch_;
  std::chrono::steady_clock::time_point start_;
  Cycle end_of_generation_, end_;
  Cycle next_grid_ = ~Cycle{0};  ///< when it is asked next whether the jobs are done
  bool was_interrupted_ = false, drained_ = false;
  Cycle last_moved_ = 0, quiet_since_ = 0;
  uint64_t moved_ = 0;  ///< data flits, at last_moved_
  std::string saturated_;
  std::exception_ptr failure_;
  Watch data_watch_, control_watch_;
  double last_shown_ = 0;
};

}  // namespace chokepoint
