// SPDX-License-Identifier: Apache-2.0
// Runs a scenario: builds the SystemC network, clocks it, checks it, and returns what was measured.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "sim/common/interrupt.h"
#include "sim/hooks/fetch_use.h"
#include "sim/hooks/observer.h"
#include "sim/network/thread_count.h"
#include "sim/scenario/scenario.h"
#include "sim/stats/statistics.h"
#include "sim/switch/switch_choice.h"

namespace chokepoint {

/// Which unit's outputs differed between model and RTL, and after the clock of which cycle.
struct Mismatch {
  std::string unit;  ///< "router_1.cbcm_router", "nic_4.cbcm_nic"
  Cycle cycle = 0;
};

struct RunOptions {
  std::string out_dir;  ///< the waveform goes here; empty: no waveform
  bool progress = false;  ///< a progress line on standard error
  /// Repeats a lockstep run up to 20 cycles after this mismatch, and writes the unit's whole input
  /// history to out_dir/stimulus.csv.
  std::optional<Mismatch> repeat;
  NetworkObserver* observer = nullptr;
  FetchUse fetch_ahead = FetchUse::kWhereItPays;
  SwitchChoice switch_choice;
  ThreadWish threads;  ///< no result depends on it
};

struct RunResult {
  Statistics::Outcome outcome;
  std::unique_ptr<Statistics> statistics;
  std::string error;  ///< what went wrong, and where; empty if nothing
  /// 0 all checks held, 1 a check failed, 3 deadlock, 5 the drain cannot complete, 6 one of these
  /// after faults of the scenario had struck, 130 interrupted.
  int exit_code = 0;
  ThreadCount threads;  ///< that were used
  FetchCounts fetched;
  uint64_t streams = 0;   ///< stretches of flits that routers did not look at one by one
  std::string wave_path;  ///< empty: none written
  std::string view_path;
  std::optional<Mismatch> mismatch;
  std::string replay_command;  ///< of a repeated run
};

/// One run per process: the SystemC kernel cannot be elaborated twice. Throws InputError for what
/// only the elaborated network can find (too many VCs, no RTL variant that fits, unknown wave
/// name), InterruptedError if RTL variants were still being built; nothing has been written then.
RunResult run_network(const Scenario& scenario, const RunOptions& options);

}  // namespace chokepoint
