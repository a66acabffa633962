// SPDX-License-Identifier: Apache-2.0
// Runs the script that draws a sweep, and stops it when the program is told to stop.
#pragma once

#include <string>

namespace chokepoint::cli {

/// From here on SIGINT and SIGTERM set `stop_requested()` and end a drawing script.
void catch_stop_signals();
bool stop_requested();

struct DrawResult {
  int exit_code = 0;  ///< 0 drawn or with a reason not to; 4 failed; 130 stopped
  std::string drawn;  ///< what the script says it wrote
  std::string note;   ///< why nothing was drawn
};

/// Draws the pictures of `sweep_json` into its folder.
DrawResult draw_sweep(const std::string& sweep_json);

}  // namespace chokepoint::cli
