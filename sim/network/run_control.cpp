// SPDX-License-Identifier: Apache-2.0
// What happens between two ticks of a run.
#include "sim/network/run_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace chokepoint {

namespace {

using Clock = std::chrono::steady_clock;

constexpr Cycle kHousekeeping = 1024;
constexpr Cycle kCyclesAfterMismatch = 20;

}  // namespace

RunControl::RunControl(const Scenario& scenario, const RunOptions& options)
    : scenario_(scenario), options_(options) {
  const RunConfig& run = scenario.run;
  end_of_generation_ = run.warmup + run.measure;
  end_ = end_of_generation_ + run.drain;
  if (!scenario.workload.name.empty()) next_grid_ = scenario.workload.grid;
  if (options.repeat) end_ = std::min(end_, options.repeat->cycle + kCyclesAfterMismatch + 1);
}

void RunControl::begin(NetworkHarness& harness, WaveWriter* wave) {
  harness_ = &harness;
  wave_ = wave;
  saturation_watch_.emplace(scenario_, [&shards = harness.shards()](unsigned group) {
    return shards.ejected_flits(group);
  });
  start_ = Clock::now();
}

double RunControl::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool RunControl::wedged() const {
  const RunConfig& run = scenario_.run;
  if (drained_ || run.drain == 0 || was_interrupted_ || !saturated_.empty() || options_.repeat) {
    return false;
  }
  if (next() <= end_of_generation_ || harness_->network().drained()) return false;
  return next() - last_moved_ >= hop() + patience(std::min(run.watchdog, (run.drain + 1) / 2));
}

std::optional<Tick> RunControl::next_tick(Cycle next) {
  bool end = harness_->shards().failure() != nullptr;
  try {
    end = end || over(next);
  } catch (...) {
    failure_ = std::current_exception();
    end = true;
  }
  if (end) {
    sc_core::sc_stop();
    return std::nullopt;
  }
  return Tick{cycles_of_tick(next), harness_->observed()};
}

/// True: the run ends before cycle `next`; otherwise what begins with it has begun.
bool RunControl::over(Cycle next) {
  Network& network = harness_->network();
  if (wave_ != nullptr && next != 0) wave_->sample(next - 1);
  was_interrupted_ = interrupted.load(std::memory_order_relaxed);
  if (next % kHousekeeping == 0) housekeeping(next);
  if (next == next_grid_) end_with_jobs(next);
  if (was_interrupted_ || finished_draining(next) || next >= end_) return true;
  if (cannot_drain(next)) return true;
  if (saturation_watch_->saturated(next, end_of_generation_)) {
    saturated_ = saturation_watch_->why(next);
    return true;
  }
  const RunConfig& run = scenario_.run;
  if (next == run.disable_at) network.enable(false);
  if (next == run.enable_at) network.enable(true);
  if (next == end_of_generation_) harness_->shards().generate(false);
  if (options_.observer != nullptr) options_.observer->cycle(next, network);
  if (harness_->faults() != nullptr) harness_->faults()->cycle(next, network);
  return false;
}

/// At a multiple of the grid's cycles, however many a tick has: when the workload's jobs are done,
/// generation and what is measured are over, and the drain begins.
void RunControl::end_with_jobs(Cycle next) {
  next_grid_ += scenario_.workload.grid;
  if (next >= end_of_generation_ || !harness_->network().jobs_done()) return;
  next_grid_ = ~Cycle{0};
  end_of_generation_ = next;
  harness_->shards().measure_until(next);
  end_ = std::min(end_, next + scenario_.run.drain);
}

/// Many, unless somebody wants to look at every cycle or something happens before.
Cycle RunControl::cycles_of_tick(Cycle next) const {
  const RunConfig& run = scenario_.run;
  if (harness_->observed() || next >= end_of_generation_) return 1;
  Cycle cycles = harness_->shards().first().lookahead();
  for (const Cycle stop : {next - next % kHousekeeping + kHousekeeping, end_, end_of_generation_,
                           next_grid_, run.disable_at, run.enable_at, saturation_watch_->next()}) {
    if (stop > next) cycles = std::min(cycles, stop - next);
  }
  return cycles;
}

/// After the last packet, credits are still on their way for one channel latency.
bool RunControl::finished_draining(Cycle next) {
  const ChannelSpans& spans = harness_->shards().first().spans;
  if (next <= end_of_generation_ || !harness_->network().drained()) {
    quiet_since_ = next;
  } else if (next - quiet_since_ > spans.longest_router + spans.longest_node + 2) {
    drained_ = true;
  }
  return drained_;
}

/// Data waits in NICs only, and has not moved for a watchdog's time: nobody will let it go.
/// (Packets that stand still inside are the watchdog's.)
bool RunControl::cannot_drain(Cycle next) {
  const NetworkContext::Progress data = harness_->shards().data();
  if (next <= end_of_generation_ || data.flits_moved != moved_) {
    moved_ = data.flits_moved;
    last_moved_ = next;
  }
  return next - last_moved_ >= hop() + patience(scenario_.run.watchdog) && data.packets_inside == 0;
}

/// A flit on a channel moves, too: a drain no longer than a hop proves nothing.
Cycle RunControl::hop() const {
  const NetworkContext& context = harness_->shards().first();
  return context.longest_way() + context.longest_node_way();
}

/// What is under way on a wire when the last flit moves may let others go when it arrives.
Cycle RunControl::patience(Cycle without_wires) const {
  return without_wires + harness_->shards().first().wires.longest();
}

void RunControl::housekeeping(Cycle next) {
  look(data_watch_, next, harness_->shards().data(), "data");
  look(control_watch_, next, harness_->shards().control(), "control");
  if (options_.progress && next != 0 && next % (16 * kHousekeeping) == 0) show_progress(next);
}

void RunControl::look(Watch& watch, Cycle now, const NetworkContext::Progress& progress,
                      const char* what) {
  if (progress.flits_moved != watch.last_moved || progress.packets_inside == 0) {
    watch.last_moved = progress.flits_moved;
    watch.last_progress = now;
  } else if (now - watch.last_progress >= patience(scenario_.run.watchdog)) {
    throw DeadlockError(fmt::format(
        "cycle {}: no {} flit moved for {} cycles with {} {} packets inside (deadlock, or "
        "run.watchdog is shorter than the longest wait)\n{}",
        now, what, now - watch.last_progress, progress.packets_inside, what,
        harness_->network().describe_wait()));
  }
}

void RunControl::show_progress(Cycle next) {
  const double elapsed = seconds();
  if (elapsed - last_shown_ < 0.2) return;
  last_shown_ = elapsed;
  const double rate = static_cast<double>(next) / elapsed;
  fmt::print(stderr, "\r  cycle {:>9} of {} | {:>8.0f} cycles/s | {:>4.0f} s left ", next, end_,
             rate, static_cast<double>(end_ - next) / rate);
  std::fflush(stderr);
}

}  // namespace chokepoint
