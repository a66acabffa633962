// SPDX-License-Identifier: Apache-2.0
// Ctrl-C, for whatever takes long.
#pragma once

#include <atomic>
#include <stdexcept>

namespace chokepoint {

/// Set by the program's signal handler. Whoever takes long looks at it: a run ends after the tick
/// that runs.
extern std::atomic<bool> interrupted;

/// What was interrupted has nothing to show. The program exits with 130.
struct InterruptedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace chokepoint
