// SPDX-License-Identifier: Apache-2.0
// The program's subcommands, and one exit code per kind of ending.
#include "sim/cli/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "sim/common/interrupt.h"
#include "sim/common/printable.h"
#include "sim/common/types.h"
#include "sim/reader/keys.h"

namespace chokepoint::cli {

namespace {

constexpr const char* kFooter = R"(
Examples
  How does a scenario behave, and what does the hardware do in it?
    chokepoint run sim/scenarios/fig2.toml --out results
  The same with another mechanism, routing and load, on the golden models:
    chokepoint run sim/scenarios/fig2.toml --engine model --set mechanism.name=cbcm
        --set routing.function=ugal --set traffic.ur.rate=0.4
  Do the Verilated RTL and the golden model agree in every cycle?
    chokepoint run sim/scenarios/fig2.toml --engine lockstep
  What does it cost in a router with 64 ports?
    chokepoint area --radix 64
  What is there to choose from?
    chokepoint list

Exit codes: 0 ran, all checks held; 1 a check failed; 2 bad usage or input (nothing written);
3 deadlock; 4 internal error or full disk; 5 the drain cannot complete: somebody waits for ever;
6 one of 1, 3, 5 after faults of the scenario had struck; 130 interrupted (partial results are
marked so).)";

int report(int code, const char* kind, const char* what) {
  fmt::print(stderr, "chokepoint: {}{}\n", kind, printable(what));
  return code;
}

}  // namespace

int run_program(int argc, char** argv, const Simulate& simulate) {
  CLI::App app{"Chokepoint: congestion-management hardware in a simulated lossless network."};
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", "chokepoint 0.1.0");
  int exit_code = 0;
  try {
    add_run_command(app, exit_code, simulate);
    add_area_command(app, exit_code);
    add_list_command(app, exit_code);
    add_unit_command(app, exit_code);
    std::vector<std::string> names;
    for (const auto* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
    const std::string first = argc > 1 ? argv[1] : "-";
    if (first.substr(0, 1) != "-" && std::find(names.begin(), names.end(), first) == names.end()) {
      const std::string near = nearest(first, names);
      throw InputError(fmt::format("no subcommand '{}'; legal are {}{}", first,
                                   fmt::join(names, ", "),
                                   near.empty() ? "" : " (did you mean " + near + "?)"));
    }
    try {
      app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
      app.exit(success);
      print("");
      return 0;
    } catch (const CLI::ParseError& error) {
      std::ostringstream text;
      app.exit(error, text, text);
      fmt::print(stderr, "{}", printable(text.str()));
      return 2;
    }
    return exit_code;
  } catch (const InputError& error) {
    return report(2, "", error.what());
  } catch (const CheckError& error) {
    return report(1, "check failed: ", error.what());
  } catch (const DeadlockError& error) {
    return report(3, "deadlock: ", error.what());
  } catch (const InterruptedError& error) {
    return report(130, "", error.what());
  } catch (const std::exception& error) {
    return report(4, "internal error: ", error.what());
  } catch (...) {
    return report(4, "internal error", "");
  }
}

}  // namespace chokepoint::cli
