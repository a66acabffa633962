// SPDX-License-Identifier: Apache-2.0
// The program as a function: the command line in, the exit code out.
#pragma once

#include "sim/cli/commands.h"

namespace chokepoint::cli {

/// Parses the command line, runs the subcommand and prints what went wrong. `simulate` is what
/// `run` does with a scenario that it has read: run_network() in the program, and something quick
/// where only the command line is of interest.
int run_program(int argc, char** argv, const Simulate& simulate);

}  // namespace chokepoint::cli
