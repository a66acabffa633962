// SPDX-License-Identifier: Apache-2.0
// The subcommands of `chokepoint`; each adds itself to the app and runs inside app.parse().
#pragma once

#include <functional>
#include <string>

#include "sim/network/run.h"

namespace CLI {
class App;
}

namespace chokepoint::cli {

using Simulate = std::function<RunResult(const Scenario&, const RunOptions&)>;

/// Each sets `exit_code`; InputError and other exceptions go through to the program.
void add_run_command(CLI::App& app, int& exit_code, const Simulate& simulate);
void add_area_command(CLI::App& app, int& exit_code);
void add_list_command(CLI::App& app, int& exit_code);
void add_unit_command(CLI::App& app, int& exit_code);  // unit_command.cpp

/// Writes to standard output and flushes; throws std::runtime_error if that fails (a full disk).
void print(const std::string& text);

}  // namespace chokepoint::cli
