// SPDX-License-Identifier: Apache-2.0
// The clock of a run: cycles, phases, watchdog, progress, waveform window, end-of-run checks.
#include "sim/network/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <sstream>

#include "sim/engine/unit_instance.h"
#include "sim/faults/injector.h"
#include "sim/network/network.h"
#include "sim/network/saturation_watch.h"
#include "sim/stats/output_file.h"
#include "sim/wave/wave_selection.h"
#include "sim/wave/wave_writer.h"

namespace chokepoint {

std::atomic<bool> interrupted{false};

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Drives the network: one activation per tick, then the tick that wakes the sites.
class RunControl : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(RunControl);
  RunControl(sc_core::sc_module_name name, NetworkContext& context, const RunOptions& options,
             Tick& tick)
      : sc_module(name),
        context_(context),
        options_(options),
        tick_(tick),
        saturation_watch_(context.scenario, context.statistics) {
    const RunConfig& run = context.scenario.run;
    end_of_generation_ = run.warmup + run.measure;
    end_ = end_of_generation_ + run.drain;
    if (options.repeat) end_ = std::min(end_, options.repeat->cycle + kCyclesAfterMismatch + 1);
    SC_METHOD(cycle);
  }

  /// The drain cannot complete (cannot_drain()), or half of one that was cut off passed without a
  /// data flit on the move. One that moves until then may be a long backlog, and is left alone.
  bool wedged() const {
    const RunConfig& run = context_.scenario.run;
    if (drained || run.drain == 0 || was_interrupted || !saturated.empty() || options_.repeat) {
      return false;
    }
    return next > end_of_generation_ &&
           next - last_moved >= std::min(run.watchdog, (run.drain + 1) / 2);
  }

  Network* network = nullptr;
  WaveWriter* wave = nullptr;
  Cycle next = 0;  ///< the next cycle to simulate = cycles simulated so far
  bool was_interrupted = false;
  bool drained = false;
  Cycle last_moved = 0;   ///< while draining: the last cycle in which a data flit moved
  std::string saturated;  ///< empty, or why the run ended early
  Clock::time_point start;

 private:
  static constexpr Cycle kHousekeeping = 1024;
  static constexpr Cycle kCyclesAfterMismatch = 20;

  struct Watch {
    uint64_t last_moved = 0;
    Cycle last_progress = 0;
    void look(Cycle now, const NetworkContext::Progress& progress, const char* what,
              const RunControl& run) {
      if (progress.flits_moved != last_moved || progress.packets_inside == 0) {
        last_moved = progress.flits_moved;
        last_progress = now;
      } else if (now - last_progress >= run.context_.scenario.run.watchdog) {
        throw DeadlockError(fmt::format(
            "cycle {}: no {} flit moved for {} cycles with {} {} packets inside (deadlock, or "
            "run.watchdog is shorter than the longest wait)\n{}",
            now, what, now - last_progress, progress.packets_inside, what,
            run.network->describe_wait()));
      }
    }
  };

  void cycle() {
    if (context_.failure) return sc_core::sc_stop();
    try {
      if (wave != nullptr && next != 0) wave->sample(next - 1);
      if (next % kHousekeeping == 0) housekeeping();
      if (was_interrupted || finished_draining() || next >= end_) return sc_core::sc_stop();
      if (cannot_drain()) return sc_core::sc_stop();
      if (saturation_watch_.saturated(next)) {
        saturated = saturation_watch_.why(next);
        return sc_core::sc_stop();
      }
      const RunConfig& run = context_.scenario.run;
      if (next == run.disable_at) network->enable(false);
      if (next == run.enable_at) network->enable(true);
      if (next == end_of_generation_) context_.generate = false;
      if (context_.observer != nullptr) context_.observer->cycle(next, *network);
      if (context_.faults != nullptr) context_.faults->cycle(next, *network);
    } catch (...) {
      context_.failure = std::current_exception();
      return sc_core::sc_stop();
    }
    context_.now = next;
    context_.cycles = cycles_of_tick();
    next += context_.cycles;
    tick_.notify(context_.cycles);
    next_trigger(static_cast<double>(context_.cycles), sc_core::SC_NS);
  }

  /// Many, unless somebody wants to look at every cycle or something happens before.
  Cycle cycles_of_tick() const {
    const RunConfig& run = context_.scenario.run;
    if (wave != nullptr || context_.observer != nullptr || context_.faults != nullptr ||
        next >= end_of_generation_ || context_.scenario.engine == EngineKind::kLockstep) {
      return 1;
    }
    Cycle cycles = context_.lookahead();
    for (const Cycle stop : {next - next % kHousekeeping + kHousekeeping, end_, end_of_generation_,
                             run.disable_at, run.enable_at, saturation_watch_.next()}) {
      if (stop > next) cycles = std::min(cycles, stop - next);
    }
    return cycles;
  }

  /// After the last packet, credits are still on their way for one channel latency.
  bool finished_draining() {
    if (next <= end_of_generation_ || !network->drained()) {
      quiet_since_ = next;
    } else if (next - quiet_since_ >
               context_.spans.longest_router + context_.spans.longest_node + 2) {
      drained = true;
    }
    return drained;
  }

  /// Data waits in NICs only, and has not moved for a watchdog's time: nobody will let it go.
  /// (Packets that stand still inside are the watchdog's.)
  bool cannot_drain() {
    if (next <= end_of_generation_ || context_.data.flits_moved != moved_) {
      moved_ = context_.data.flits_moved;
      last_moved = next;
    }
    return next - last_moved >= context_.scenario.run.watchdog && context_.data.packets_inside == 0;
  }

  void housekeeping() {
    if (interrupted.load(std::memory_order_relaxed)) was_interrupted = true;
    data_watch_.look(next, context_.data, "data", *this);
    control_watch_.look(next, context_.control, "control", *this);
    if (options_.progress && next % (16 * kHousekeeping) == 0) show_progress();
  }

  void show_progress() {
    const double elapsed = seconds_since(start);
    if (elapsed - last_shown_ < 0.2) return;
    last_shown_ = elapsed;
    const double rate = static_cast<double>(next) / elapsed;
    fmt::print(stderr, "\r  cycle {:>9} of {} | {:>8.0f} cycles/s | {:>4.0f} s left ", next, end_,
               rate, static_cast<double>(end_ - next) / rate);
    std::fflush(stderr);
  }

  NetworkContext& context_;
  const RunOptions& options_;
  Tick& tick_;
  Cycle end_of_generation_, end_;
  Cycle quiet_since_ = 0;
  uint64_t moved_ = 0;  ///< data flits, at last_moved
  Watch data_watch_, control_watch_;
  SaturationWatch saturation_watch_;
  double last_shown_ = 0;
};

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

/// Every packet injected was delivered, dropped, or is found inside.
void check_conservation(const Network& network, const Statistics& statistics) {
  const uint64_t out = statistics.packets_delivered() + statistics.packets_dropped();
  const uint64_t inside = network.count_packets();
  if (statistics.packets_injected() != out + inside) {
    throw CheckError(fmt::format(
        "conservation: {} packets injected, {} delivered, {} dropped, {} found in the network",
        statistics.packets_injected(), statistics.packets_delivered(), statistics.packets_dropped(),
        inside));
  }
}

/// A drain that will never be over: who waits, and what has not come.
struct WedgedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void check_drain(const RunControl& control, const Network& network, const NetworkContext& context) {
  if (!control.wedged()) return;
  const std::string missing = context.statistics.missing();
  throw WedgedError(fmt::format(
      "cycle {}: the drain cannot complete: no data flit has moved since cycle {}; {}\n{}",
      control.next, control.last_moved,
      missing.empty() ? "every packet was delivered, but answers are owed" : missing,
      network.describe_wait()));
}

/// What was struck before a run failed is the likely reason.
void blame_faults(RunResult& result) {
  uint64_t struck = 0;
  std::string which;
  for (const FaultCount& fault : result.outcome.faults) {
    struck += fault.struck;
    if (fault.struck == 0) continue;
    which += fmt::format("{}{} ({}), {} times from cycle {} on", which.empty() ? "" : "; ",
                         fault.what, fault.origin, fault.struck, fault.first);
  }
  if (struck == 0) return;
  const std::string missing = result.statistics->missing();
  if (!missing.empty() && result.error.find(missing) == std::string::npos) {
    result.error = missing + "\n" + result.error;
  }
  result.error = fmt::format("did not survive {} faults: {}\n{}", struck, which, result.error);
  result.outcome.checks["faults"] = "not survived: " + result.outcome.status;
  result.outcome.status = "lost to faults";
  result.exit_code = 6;
}

/// The history of the unit that differed, as a stimulus of `chokepoint unit`.
void write_stimulus(const RunOptions& options, RunResult& result) {
  const AnyUnit* unit = find_unit(options.repeat->unit);
  const std::string path = options.out_dir + "/stimulus.csv";
  std::ostringstream text;
  unit->write_history(text);
  write_whole_file(path, text.str());
  result.replay_command =
      fmt::format("chokepoint unit {} --engine lockstep --in {} --out {}/response.csv",
                  unit->replay_arguments(), path, options.out_dir);
}

}  // namespace

RunResult run_network(const Scenario& scenario, const RunOptions& options) {
  RunResult result;
  result.statistics = std::make_unique<Statistics>(scenario);
  std::unique_ptr<Mechanism> mechanism = mechanisms().at(scenario.mechanism.name).make(scenario);
  const std::unique_ptr<Topology> topology = make_topology(scenario);
  const Routing routing(scenario, *topology);
  const VcLayout layout(scenario, *mechanism, Routing::classes(scenario, *topology));
  NetworkContext context(scenario, *topology, routing, layout, *result.statistics);
  context.observer = options.observer;
  context.fetch_ahead = options.fetch_ahead;
  std::optional<FaultInjector> faults;
  if (!scenario.faults.empty()) {
    context.faults = &faults.emplace(scenario, context);
    mechanism = faults->wrap(std::move(mechanism));
  }
  const CycleCounterScope cycle_counter(&context.now);
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  Tick tick;
  // Kept for the rest of the process, which has one network: SystemC takes ports away in a time
  // that grows with their square, a third of a short run of 4096 nodes.
  static Network* kept = nullptr;
  kept = new Network("network", context, *mechanism, tick);
  Network& network = *kept;
  LockstepPolicy& lockstep = lockstep_policy();
  lockstep.keep_going = options.repeat.has_value();
  if (options.repeat) {
    AnyUnit* unit = find_unit(options.repeat->unit);
    if (unit == nullptr) throw InputError("no unit is called " + options.repeat->unit);
    unit->record_history();
  }
  RunControl control("run", context, options, tick);
  control.network = &network;
  const std::unique_ptr<WaveWriter> wave = open_wave(scenario, options, network);
  control.wave = wave.get();

  Statistics::Outcome& outcome = result.outcome;
  if (faults) faults->prepare();
  control.start = Clock::now();
  try {
    sc_core::sc_start();
    network.finish(control.next);
    if (context.failure) std::rethrow_exception(context.failure);
    check_conservation(network, *result.statistics);
    outcome.checks["conservation"] = "held";
    network.check_credits();
    if (control.drained) {
      network.check_empty();
      result.statistics->check_all_delivered();
    }
    outcome.checks["credits"] = control.drained ? "held, all returned" : "held";
    outcome.checks["delivery"] = control.drained ? "held, every packet once" : "held, none twice";
    outcome.checks["watchdog"] = "held";
    if (scenario.run.drain != 0) {
      outcome.checks["drain"] = control.drained ? "complete" : "cut off with packets to come";
      check_drain(control, network, context);
    }
    if (options.repeat) {
      write_stimulus(options, result);
      if (lockstep.first) throw LockstepMismatch(*lockstep.first);
    }
    if (scenario.engine == EngineKind::kLockstep) outcome.checks["lockstep"] = "held";
    if (!control.saturated.empty()) {
      outcome.status = "saturated";
      outcome.checks["saturation"] = control.saturated;
    }
    if (control.was_interrupted) {
      outcome.status = "interrupted";
      result.exit_code = 130;
    }
  } catch (const DeadlockError& error) {
    outcome.status = "deadlock";
    outcome.checks["watchdog"] = "failed";
    result.error = error.what();
    result.exit_code = 3;
  } catch (const WedgedError& error) {
    outcome.status = "drain cannot complete";
    outcome.checks["drain"] = "cannot complete";
    result.error = error.what();
    result.exit_code = 5;
  } catch (const LockstepMismatch& mismatch) {
    outcome.status = "check failed";
    outcome.checks["lockstep"] = mismatch.what();
    result.mismatch = Mismatch{mismatch.path, mismatch.cycle};
    result.error = mismatch.what();
    result.exit_code = 1;
  } catch (const CheckError& error) {
    outcome.status = "check failed";
    outcome.checks["failed"] = error.what();
    result.error = error.what();
    result.exit_code = 1;
  }
  if (faults) outcome.faults = faults->counts();
  if (result.exit_code == 1 || result.exit_code == 3 || result.exit_code == 5) blame_faults(result);
  if (options.progress) fmt::print(stderr, "\r{:78}\r", "");
  result.streams = context.streams;
  result.fetched = network.fetch_ahead().counts();
  outcome.cycles = context.failure ? context.now + 1 : control.next;
  outcome.wall_seconds = seconds_since(control.start);
  outcome.mechanism = mechanism->counters();
  if (wave != nullptr && wave->finish()) {
    result.wave_path = wave->path();
    result.view_path = wave->view_path();
  }
  return result;
}

}  // namespace chokepoint
