// SPDX-License-Identifier: Apache-2.0
// `chokepoint unit`: replays a stimulus through one unit.
#pragma once

namespace CLI {
class App;
}

namespace chokepoint::cli {

/// Adds the subcommand. When chosen it runs inside `app.parse()`, sets `exit_code` to 0 and lets
/// InputError, CheckError and other exceptions through to the caller.
void add_unit_command(CLI::App& app, int& exit_code);

}  // namespace chokepoint::cli
