// SPDX-License-Identifier: Apache-2.0
// A scenario's network as a SystemC module with a clock of its own: for `chokepoint run`, and for
// models of the user's.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <systemc>

#include "sim/engine/unit_instance.h"
#include "sim/hooks/fault_hooks.h"
#include "sim/hooks/observer.h"
#include "sim/network/network.h"
#include "sim/network/shards.h"
#include "sim/network/thread_count.h"
#include "sim/switch/switch_choice.h"

namespace chokepoint {

/// Says before each tick what the clock does next.
class ClockPlan {
 public:
  virtual ~ClockPlan() = default;
  /// The next cycle to come is `next`. None: the clock stands still from now on.
  virtual std::optional<Tick> next_tick(Cycle next) = 0;
};

struct HarnessOptions {
  ThreadWish threads;
  NetworkObserver* observer = nullptr;
  FetchUse fetch_ahead = FetchUse::kWhereItPays;
  SwitchChoice switch_choice;
  /// Of a cycle of the network, an even number of the kernel's time resolutions.
  sc_core::sc_time cycle_time{2, sc_core::SC_NS};
  /// Cycles that the network may run at once (1 or more). With more than one on_delivery() is
  /// called up to so many cycles less one after the delivery: right for a model that reacts to a
  /// delivery by a message no sooner than that. Channels limit it too.
  Cycle quantum = 1;
};

/// One in a process: the network cannot be elaborated twice. Cycle c is the time from c to c + 1
/// cycle_time; the network runs it at its middle, so a message that is sent at the beginning of a
/// cycle is created in that cycle whichever process runs first. InputError for what only the
/// network can find: too many VCs, no RTL variant that fits.
class NetworkHarness : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NetworkHarness);
  /// `scenario` outlives the harness. Without a plan the clock goes on until the kernel stops, or
  /// until a check of the network fails, which stops the kernel.
  NetworkHarness(sc_core::sc_module_name name, const Scenario& scenario,
                 const HarnessOptions& options = {}, ClockPlan* plan = nullptr);

  /// A message of `flits`, cut into packets as those of traffic group `group` are. Created in the
  /// cycle of the kernel's time, or in the next one if that has been run. To be called from the
  /// kernel's processes. InputError for a node, group or size that there is not.
  void send(NodeId source, NodeId destination, unsigned flits, unsigned group = 0);
  /// Called for each data packet that has come, in order of cycles, then of nodes. Before the run.
  void on_delivery(std::function<void(const Delivery&)> call);
  /// The run is over: the threads end, then the first failure of the network is thrown, or
  /// CheckError if packets or credits are not all accounted for.
  void finish();

  Cycle next() const { return next_; }  ///< the next cycle to come: cycles simulated so far
  Network& network() { return *network_; }
  const Network& network() const { return *network_; }
  Shards& shards() { return *shards_; }
  const Shards& shards() const { return *shards_; }
  /// All of it once finish() or end_threads() has been called.
  Statistics& statistics() { return *shards_->at(0).statistics; }
  /// Hands the statistics over.
  std::unique_ptr<Statistics> take_statistics() { return std::move(shards_->at(0).statistics); }
  const Topology& topology() const { return *topology_; }
  FaultHooks* faults() { return faults_.get(); }
  /// The switches that the network has.
  const SwitchChoice& switch_choice() const { return switch_choice_; }
  const ThreadCount& threads() const { return thread_count_; }
  /// Tells the mechanism that the run is over, ends the threads and adds up what they counted; the
  /// first failure of the network, or null. The clock stands still from then on. Once more it says
  /// the same, and finish() may follow.
  std::exception_ptr end_threads();

 private:
  void clock();
  std::optional<Tick> plan_tick();
  std::exception_ptr end();

  const Scenario& scenario_;
  const HarnessOptions options_;
  ClockPlan* plan_;
  std::unique_ptr<Topology> topology_;
  ThreadCount thread_count_;
  std::optional<Routing> routing_;
  std::optional<VcLayout> layout_;
  std::unique_ptr<Shards> shards_;
  std::unique_ptr<FaultHooks> faults_;
  SwitchChoice switch_choice_;
  std::optional<CycleCounterScope> cycle_counter_;  ///< looks into the shards, whatever throws
  std::unique_ptr<Network> network_;
  std::function<void(const Delivery&)> on_delivery_;
  std::optional<Tick> planned_;
  std::optional<std::exception_ptr> ended_;  ///< with what
  Cycle next_ = 0;
};

}  // namespace chokepoint
