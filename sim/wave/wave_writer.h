// SPDX-License-Identifier: Apache-2.0
// Writes one FST with Verilated units and C++ state side by side, and its GTKWave view.
#pragma once

#include <memory>
#include <string>

#include "sim/common/types.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint {

/// Usage: construct after the Verilated models exist, call sample(t) at the end of every cycle t,
/// call finish() when the run ends (also after an error or an interrupt: the cycles so far are
/// kept). Destroyed without finish(), it leaves no file. One time unit of the file is one network
/// cycle.
class WaveWriter {
 public:
  /// `path` ends in ".fst"; the view is written beside it with the ending ".gtkw". The window
  /// holds the cycles from..to, both included. Throws InputError if the file cannot be created
  /// there, and std::invalid_argument for signals that cannot be written (names, widths,
  /// duplicates).
  WaveWriter(WaveSignals signals, std::string path, Cycle from, Cycle to);
  ~WaveWriter();
  WaveWriter(const WaveWriter&) = delete;
  WaveWriter& operator=(const WaveWriter&) = delete;

  /// Records the values of cycle `cycle`; outside the window it costs one compare. Cycles rise.
  /// Throws CheckError when a value does not fit the width its signal was declared with.
  void sample(Cycle cycle) {
    if (cycle - from_ <= span_) record(cycle);
  }

  /// Closes both files and gives them their names. False: no cycle of the window was simulated, and
  /// there is no file. Throws std::runtime_error when the file is not whole (disk full).
  bool finish();

  const std::string& path() const { return path_; }
  std::string view_path() const;  ///< the .gtkw file

 private:
  struct Trace;  // Verilator's writer and what its callbacks need
  void record(Cycle cycle);
  void discard() noexcept;

  std::string path_;
  Cycle from_ = 0;
  Cycle span_ = 0;  ///< to - from: sample()'s single compare covers both ends
  std::unique_ptr<Trace> trace_;
};

}  // namespace chokepoint
