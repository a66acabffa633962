// SPDX-License-Identifier: Apache-2.0
// The checks at the end of a run, and the verdict.
#pragma once

#include <stdexcept>

#include "sim/network/network.h"
#include "sim/network/run.h"
#include "sim/network/run_control.h"

namespace chokepoint {

/// A drain that will never be over: who waits, and what has not come.
struct WedgedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Every packet injected was delivered, dropped, or is found inside; else CheckError.
void check_conservation(const Network& network, const Statistics& statistics);

/// Runs all checks of a run that is over and writes their outcome, the error and the exit code into
/// `result`, whose statistics are complete. `failure`: what ended it, or null.
void judge(const Scenario& scenario, const RunOptions& options, const RunControl& control,
           const NetworkHarness& harness, const std::exception_ptr& failure, RunResult& result);

}  // namespace chokepoint
