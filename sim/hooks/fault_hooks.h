// SPDX-License-Identifier: Apache-2.0
// What a network asks of the faults of a run, and how whoever makes them registers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/hooks/mechanism.h"
#include "sim/stats/fault_count.h"

namespace chokepoint {

class Network;
struct NetworkContext;

/// The faults of a run.
class FaultHooks {
 public:
  virtual ~FaultHooks() = default;
  /// The mechanism with the faults between it and the network.
  virtual std::unique_ptr<Mechanism> wrap(std::unique_ptr<Mechanism> mechanism) = 0;
  /// When all units have been made. InputError if a fault finds nothing to strike.
  virtual void prepare() = 0;
  /// Before any router or NIC runs cycle `now`.
  virtual void cycle(Cycle now, Network& network) = 0;

  // Flits that a stopped sink has not taken.
  virtual unsigned held_flits(NodeId node, unsigned vc) const = 0;
  virtual uint64_t held_tails() const = 0;

  /// How often each fault of the scenario has struck, in its order.
  virtual const std::vector<FaultCount>& counts() const = 0;
  /// A line per sink that is stopped.
  virtual std::string describe_wait() const = 0;
};

using MakeFaults = std::function<std::unique_ptr<FaultHooks>(const Scenario&, NetworkContext&)>;
/// For a static object of the file that makes them: one in a program.
struct FaultRegistration {
  explicit FaultRegistration(MakeFaults make);
};
/// Those of the scenario; null: it has none.
std::unique_ptr<FaultHooks> make_faults(const Scenario& scenario, NetworkContext& context);

}  // namespace chokepoint
