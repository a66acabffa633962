// SPDX-License-Identifier: Apache-2.0
// A run: harness, control, checks and results put together.
#include "sim/network/run.h"

#include <fmt/format.h>

#include <stdexcept>

#include "sim/engine/unit_instance.h"
#include "sim/network/harness.h"
#include "sim/network/run_checks.h"
#include "sim/network/run_control.h"
#include "sim/wave/wave_selection.h"
#include "sim/wave/wave_writer.h"

namespace chokepoint {

namespace {

std::unique_ptr<WaveWriter> open_wave(const Scenario& scenario, const RunOptions& options,
                                      Network& network) {
  if (scenario.wave.what.empty() || options.out_dir.empty()) return nullptr;
  const WaveSelection selection =
      parse_wave_selection(scenario.wave.what, network.routers(), network.nodes());
  WaveSignals signals;
  for (const RouterId router : selection.routers) network.router(router).describe_wave(signals);
  for (const NodeId node : selection.nics) network.nic(node).describe_wave(signals);
  return std::make_unique<WaveWriter>(std::move(signals), options.out_dir + "/wave.fst",
                                      scenario.wave.from, scenario.wave.to);
}

void prepare_lockstep(const RunOptions& options) {
  lockstep_policy().keep_going = options.repeat.has_value();
  if (!options.repeat) return;
  AnyUnit* unit = find_unit(options.repeat->unit);
  if (unit == nullptr) throw InputError("no unit is called " + options.repeat->unit);
  unit->record_history();
}

/// The earliest of what went wrong; in the network before what went wrong between two ticks.
std::exception_ptr first_failure(NetworkHarness& harness, const RunControl& control) {
  const std::exception_ptr in_network = harness.end_threads();
  const bool at_end = harness.shards().failure() == nullptr;  // only what ends a run found it
  return at_end && control.failure() ? control.failure() : in_network;
}

}  // namespace

RunResult run_network(const Scenario& scenario, const RunOptions& options) {
  RunResult result;
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  RunControl control(scenario, options);
  HarnessOptions harness_options;
  harness_options.threads = options.threads;
  harness_options.observer = options.observer;
  harness_options.fetch_ahead = options.fetch_ahead;
  harness_options.switch_choice = options.switch_choice;
  // Kept for the rest of the process, which has one network: SystemC takes ports away in a time
  // that grows with their square, a third of a short run of 4096 nodes.
  static NetworkHarness* kept = nullptr;
  kept = new NetworkHarness("harness", scenario, harness_options, &control);
  NetworkHarness& harness = *kept;
  prepare_lockstep(options);
  const std::unique_ptr<WaveWriter> wave = open_wave(scenario, options, harness.network());
  if (harness.faults() != nullptr) harness.faults()->prepare();

  control.begin(harness, wave.get());
  sc_core::sc_start();
  const NetworkContext::Failure* const failed = harness.shards().failure();
  const std::exception_ptr failure = first_failure(harness, control);
  result.statistics = harness.take_statistics();
  if (harness.faults() != nullptr) result.outcome.faults = harness.faults()->counts();
  judge(scenario, options, control, harness, failure, result);
  if (options.progress) fmt::print(stderr, "\r{:78}\r", "");
  result.threads = harness.threads();
  result.streams = harness.shards().streams();
  result.fetched = harness.shards().fetched();
  result.outcome.cycles = failed != nullptr ? failed->cycle + 1 : control.next();
  result.outcome.wall_seconds = control.seconds();
  result.outcome.mechanism = harness.shards().mechanism_counters();
  result.outcome.tables = harness.shards().mechanism_tables();
  result.outcome.workload = harness.network().job_counts();
  try {
    if (wave != nullptr && wave->finish()) {
      result.wave_path = wave->path();
      result.view_path = wave->view_path();
    }
  } catch (const std::runtime_error& unwritten) {  // what else was found is worth more
    result.error += (result.error.empty() ? "" : "\n") + std::string(unwritten.what());
    result.exit_code = 4;
  }
  use_cycle_counter(nullptr);
  return result;
}

}  // namespace chokepoint
