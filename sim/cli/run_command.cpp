// SPDX-License-Identifier: Apache-2.0
// `chokepoint run`: reads a scenario, runs it, writes and shows what came out.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/commands.h"
#include "sim/cli/mismatch_report.h"
#include "sim/cli/run_summary.h"
#include "sim/common/interrupt.h"
#include "sim/engine/replay.h"
#include "sim/engine/unit_instance.h"
#include "sim/engine/variants.h"
#include "sim/hooks/mechanism.h"
#include "sim/network/run.h"
#include "sim/reader/keys.h"
#include "sim/reader/scenario_reader.h"
#include "sim/stats/output_file.h"
#include "sim/wave/wave_selection.h"

namespace chokepoint::cli {

namespace {

struct RunArguments {
  std::string scenario, engine = "rtl", switch_name = "best", out, window;
  std::vector<std::string> settings, wave, variants;
  std::string seed;
  std::string repeat, upset;
  unsigned threads = 1;
  bool quiet = false, json = false;
};

extern "C" void on_signal(int) {
  // The second time at once, but for files that would be left in parts.
  if (interrupted.exchange(true) && !files_are_being_written()) ::_exit(130);
}

/// Which variants there are only the program linked with them knows.
void choose_variants(const RunArguments& arguments) {
  if (arguments.variants.empty()) return;
  if (arguments.engine == "model") throw InputError("--rtl-variant: the engine `model` has no RTL");
  std::vector<std::string> names;
  for (const auto& unit : describe_units()) {
    for (const auto& variant : unit["rtl_variants"]) names.push_back(variant["name"]);
  }
  for (const std::string& name : arguments.variants) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = nearest(name, names);
    throw InputError(fmt::format("--rtl-variant: no variant '{}'{}; `chokepoint list` shows them",
                                 name, near.empty() ? "" : " (did you mean " + near + "?)"));
  }
  chosen_variants() = arguments.variants;
}

Scenario read(const RunArguments& arguments) {
  choose_variants(arguments);
  std::vector<std::string> settings = arguments.settings;
  if (!arguments.seed.empty()) settings.push_back("run.seed=" + arguments.seed);
  const EngineKind engine = arguments.engine == "model"      ? EngineKind::kModel
                            : arguments.engine == "lockstep" ? EngineKind::kLockstep
                                                             : EngineKind::kRtl;
  Scenario scenario = read_scenario(arguments.scenario, settings, engine);
  if (!arguments.wave.empty()) {
    scenario.wave.what = arguments.wave;
    try {
      parse_wave_selection(scenario.wave.what, scenario.routers(), scenario.nodes());
    } catch (const InputError& error) {
      throw InputError(std::string("--wave: ") + error.what());
    }
  }
  if (!arguments.window.empty()) {
    if (scenario.wave.what.empty()) {
      throw InputError(
          "--wave-window: there is no waveform; give --wave too, e.g. --wave router.1");
    }
    try {
      const WaveWindow window = parse_wave_window(arguments.window);
      scenario.wave.from = window.from;
      scenario.wave.to = window.to;
    } catch (const InputError& error) {
      throw InputError(std::string("--wave-window: ") + error.what());
    }
  }
  if (!arguments.wave.empty() && arguments.out.empty()) {
    throw InputError("--wave: the waveform needs a folder; give --out DIR");
  }
  return scenario;
}

/// The command line of a repeated run, without what the repetition sets itself.
std::vector<std::string> run_words(const RunArguments& arguments) {
  std::vector<std::string> words = {"chokepoint", "run", arguments.scenario, "--engine",
                                    arguments.engine};
  if (arguments.switch_name != "best") {
    words.insert(words.end(), {"--switch", arguments.switch_name});
  }
  if (!arguments.seed.empty()) words.insert(words.end(), {"--seed", arguments.seed});
  for (const std::string& setting : arguments.settings)
    words.insert(words.end(), {"--set", setting});
  for (const std::string& variant : arguments.variants)
    words.insert(words.end(), {"--rtl-variant", variant});
  if (!arguments.upset.empty()) words.insert(words.end(), {"--upset-model", arguments.upset});
  return words;
}

int run(const RunArguments& arguments, const Simulate& simulate) {
  const Scenario scenario = read(arguments);
  std::optional<OutputFolder> folder;
  if (!arguments.out.empty()) {
    folder.emplace(arguments.out);
  } else if (!scenario.wave.what.empty() && !arguments.quiet) {
    fmt::print(stderr, "chokepoint: no waveform without --out DIR\n");
  }
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);

  RunOptions options;
  options.out_dir = arguments.out;
  options.switch_choice.kind = arguments.switch_name == "plain"      ? SwitchKind::kPlain
                               : arguments.switch_name == "stream"   ? SwitchKind::kStream
                               : arguments.switch_name == "lockstep" ? SwitchKind::kLockstep
                                                                     : SwitchKind::kBest;
  options.threads.most = arguments.threads;
  options.progress = !arguments.quiet && ::isatty(STDERR_FILENO) == 1;
  if (!arguments.repeat.empty()) options.repeat = parse_mismatch(arguments.repeat);
  if (!arguments.upset.empty()) {
    const Mismatch upset = parse_mismatch(arguments.upset);
    lockstep_policy().upset_path = upset.unit;
    lockstep_policy().upset_cycle = upset.cycle;
  }
  RunResult result;
  try {
    result = simulate(scenario, options);
  } catch (const InputError&) {
    if (folder) folder->undo();
    throw;
  } catch (const InterruptedError&) {
    if (folder) folder->undo();
    throw;
  }
  std::string unwritten;
  if (result.statistics) {
    if (!arguments.out.empty()) {
      try {
        result.statistics->write(arguments.out, scenario, result.outcome);
      } catch (const std::runtime_error& error) {  // after the verdict, which may have taken hours
        unwritten = error.what();
      }
    }
    if (arguments.json) {
      print(result.statistics->summary_json(scenario, result.outcome));
    } else if (!arguments.quiet) {
      print(run_summary(scenario, result, arguments.out));
    }
  }
  if (!result.threads.reason.empty() && !arguments.quiet) {
    fmt::print(stderr, "chokepoint: --threads {}: used {}: {}\n", arguments.threads,
               result.threads.threads, result.threads.reason);
  }
  for (const FaultCount& fault : result.outcome.faults) {
    if (fault.struck != 0) continue;
    fmt::print(stderr, "chokepoint: {}: fault never reached: {}\n", fault.origin, fault.what);
  }
  if (options.repeat) return report_repeat(result, *options.repeat) ? 1 : 4;
  if (!result.error.empty()) fmt::print(stderr, "chokepoint: {}\n", result.error);
  if (!unwritten.empty()) throw std::runtime_error(unwritten);
  if (result.mismatch) {
    const std::string base = arguments.out.empty() ? "." : arguments.out;
    repeat_with_trace(run_words(arguments), *result.mismatch, base + "/mismatch");
  }
  return result.exit_code;
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code, const Simulate& simulate) {
  auto* command = app.add_subcommand("run", "Run a scenario and measure it");
  const auto arguments = std::make_shared<RunArguments>();
  command->add_option("scenario", arguments->scenario, "Scenario file (TOML); see sim/scenarios")
      ->required();
  command
      ->add_option(
          "--engine", arguments->engine,
          "What the hardware is: rtl (Verilated SystemVerilog), model (golden C++), lockstep "
          "(both, compared every cycle)")
      ->check(CLI::IsMember({"rtl", "model", "lockstep"}))
      ->capture_default_str();
  command
      ->add_option("--switch", arguments->switch_name,
                   "What a router's switch is: plain (the definition), stream (fast, the same "
                   "results), lockstep (two plain ones, compared every cycle), best (stream where "
                   "it serves, else plain)")
      ->check(CLI::IsMember({"best", "plain", "stream", "lockstep"}))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Seed of all random numbers, as run.seed")
      ->type_name("N")
      ->check([](const std::string& text) {
        const bool digits = !text.empty() && text.size() <= 18 &&
                            text.find_first_not_of("0123456789") == std::string::npos;
        return digits ? std::string()
                      : text + " is no seed; legal is a whole number of 1 to 18 digits";
      });
  command
      ->add_option("--set", arguments->settings,
                   "Override a key of the scenario: section.key=value, traffic.GROUP.key=value")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--rtl-variant", arguments->variants,
          "Use this Verilated variant where the smallest that fits would do, e.g. cbcm_router_r32; "
          "may be given again")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--threads", arguments->threads,
                   "Use up to so many threads; no result depends on it. A small network, or one of "
                   "short channels, uses fewer, and says so")
      ->type_name("N")
      ->check(CLI::Range(1u, kMostThreads))
      ->capture_default_str();
  command
      ->add_option(
          "--out", arguments->out,
          "Folder for summary.json, flows.csv, timeseries.csv (and wave.fst); made if missing")
      ->type_name("DIR");
  command
      ->add_option("--wave", arguments->wave,
                   "Trace routers and NICs, e.g. router.1,nic.0-3; needs --out")
      ->type_name("WHAT")
      ->allow_extra_args(false);
  command->add_option("--wave-window", arguments->window, "Cycles to trace, both ends included")
      ->type_name("A:B");
  command->add_flag("--quiet", arguments->quiet, "No summary, no progress line");
  command->add_flag("--json", arguments->json, "The summary as one JSON object on standard output");
  // For the program itself and its tests, hence not in --help.
  command->add_option("--repeat", arguments->repeat)->group("");
  command->add_option("--upset-model", arguments->upset)->group("");
  std::string names;
  for (const auto& [name, info] : mechanisms()) names += (names.empty() ? "" : ", ") + name;
  command->footer("Mechanisms (--set mechanism.name=...; keys: chokepoint list): " + names +
                  R"help(

Examples
  Does throttling isolate the background traffic from the hotspot?
    chokepoint run sim/scenarios/fig1c.toml --set mechanism.name=none --out none
    chokepoint run sim/scenarios/fig1c.toml --set mechanism.name=cbcm --out cbcm
  What does one router do around cycle 12000? (prints the gtkwave command)
    chokepoint run sim/scenarios/fig1c.toml --out w --wave router.1,nic.4 --wave-window 11000:13000
  One number for a script:
    chokepoint run sim/scenarios/fig2.toml --json --quiet | python3 -c
        "import json,sys; print(json.load(sys.stdin)['groups']['ur']['latency']['mean'])")help");
  command->callback([arguments, simulate, &exit_code] { exit_code = run(*arguments, simulate); });
}

}  // namespace chokepoint::cli
