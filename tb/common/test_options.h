// SPDX-License-Identifier: Apache-2.0
// Options every test binary has beside GoogleTest's.
#pragma once

#include <cstdint>

namespace chokepoint::test {

struct TestOptions {
  uint64_t seed = 1;    ///< --seed=N: of all random stimuli
  uint64_t clocks = 0;  ///< --clocks=N: length of a random run; 0: the test's own
};

TestOptions& options();

/// Runs the tests; returns the exit code.
int run_tests(int argc, char** argv);

}  // namespace chokepoint::test
