// SPDX-License-Identifier: Apache-2.0
// Conservation, credits, deliveries, the drain; and what each failure means for the outcome.
#include "sim/network/run_checks.h"

#include <fmt/format.h>

#include <sstream>

#include "sim/engine/unit_instance.h"
#include "sim/stats/output_file.h"

namespace chokepoint {

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

namespace {

void check_drain(const RunControl& control, const Network& network, const Statistics& statistics) {
  if (!control.wedged()) return;
  const std::string missing = statistics.missing();
  throw WedgedError(fmt::format(
      "cycle {}: the drain cannot complete: no data flit has moved since cycle {}; {}\n{}",
      control.next(), control.last_moved(),
      missing.empty() ? "every packet was delivered, but answers are owed" : missing,
      network.describe_wait()));
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

void run_checks(const Scenario& scenario, const RunOptions& options, const RunControl& control,
                const NetworkHarness& harness, RunResult& result) {
  const Network& network = harness.network();
  Statistics::Outcome& outcome = result.outcome;
  check_conservation(network, *result.statistics);
  outcome.checks["conservation"] = "held";
  network.check_credits();
  if (control.drained()) {
    network.check_empty();
    result.statistics->check_all_delivered();
  }
  outcome.checks["credits"] = control.drained() ? "held, all returned" : "held";
  outcome.checks["delivery"] = control.drained() ? "held, every packet once" : "held, none twice";
  outcome.checks["watchdog"] = "held";
  if (harness.shards().first().routing.recovery_timeout() != 0) {
    outcome.checks["deadlock_recovery"] =
        fmt::format("{} packets recovered", harness.shards().recovered());
  }
  if (!scenario.workload.name.empty()) {
    const JobCounts jobs = network.job_counts();
    outcome.checks["workload"] =
        jobs.done == jobs.jobs
            ? fmt::format("complete, all {} jobs", jobs.jobs)
            : fmt::format("cut off with {} of {} jobs done", jobs.done, jobs.jobs);
  }
  if (scenario.run.drain != 0) {
    outcome.checks["drain"] = control.drained()   ? "complete"
                              : network.drained() ? "cut off with credits to come"
                                                  : "cut off with packets to come";
    check_drain(control, network, *result.statistics);
  }
  if (options.repeat) {
    write_stimulus(options, result);
    if (lockstep_policy().first) throw LockstepMismatch(*lockstep_policy().first);
  }
  if (scenario.engine == EngineKind::kLockstep) outcome.checks["lockstep"] = "held";
  if (harness.switch_choice().kind == SwitchKind::kLockstep) {
    outcome.checks["switch_lockstep"] = "held";
  }
  if (!control.saturated().empty()) {
    outcome.status = "saturated";
    outcome.checks["saturation"] = control.saturated();
  }
  if (control.was_interrupted()) {
    outcome.status = "interrupted";
    result.exit_code = 130;
  }
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

void failed(RunResult& result, const std::string& error, int exit_code, const std::string& status,
            const std::string& check, const std::string& verdict) {
  result.error = error;
  result.exit_code = exit_code;
  result.outcome.status = status;
  result.outcome.checks[check] = verdict;
}

}  // namespace

void judge(const Scenario& scenario, const RunOptions& options, const RunControl& control,
           const NetworkHarness& harness, const std::exception_ptr& failure, RunResult& result) {
  try {
    if (failure) std::rethrow_exception(failure);
    run_checks(scenario, options, control, harness, result);
  } catch (const DeadlockError& error) {
    failed(result, error.what(), 3, "deadlock", "watchdog", "failed");
  } catch (const WedgedError& error) {
    failed(result, error.what(), 5, "drain cannot complete", "drain", "cannot complete");
  } catch (const LockstepMismatch& mismatch) {
    failed(result, mismatch.what(), 1, "check failed", "lockstep", mismatch.what());
    result.mismatch = Mismatch{mismatch.path, mismatch.cycle};
  } catch (const CheckError& error) {
    failed(result, error.what(), 1, "check failed", "failed", error.what());
  } catch (const InputError&) {
    throw;
  } catch (const InterruptedError&) {
    throw;
  } catch (const std::exception& error) {
    const NetworkContext::Failure* const where = harness.shards().failure();
    const std::string place =
        where == nullptr ? "" : fmt::format("cycle {}: router {}: ", where->cycle, where->site);
    failed(result, "internal error: " + place + error.what(), 4, "internal error", "failed",
           error.what());
  }
  if (result.exit_code == 1 || result.exit_code == 3 || result.exit_code == 5) blame_faults(result);
}

}  // namespace chokepoint
