// SPDX-License-Identifier: Apache-2.0
// Checks across keys of a scenario whose single keys are legal.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/reader/raw_scenario.h"
#include "sim/scenario/scenario.h"
#include "sim/workload/workload.h"

namespace chokepoint {

/// "file:line" (or option, or "file (default)") of a key; `group` counts for traffic only.
std::string origin_of(const RawScenario& raw, const std::string& table, size_t group,
                      const std::string& key);

/// Topology and routing function, before any node number is resolved.
void check_network(const Scenario& scenario, const RawScenario& raw, Problems& problems);
/// Packets against buffers, times, waveform: after traffic is resolved.
void check_run(const Scenario& scenario, const RawScenario& raw, Problems& problems);
/// Size of the time series: after the workload, which has groups too.
void check_series(const Scenario& scenario, const RawScenario& raw, Problems& problems);

/// A buffer that has to hold a whole packet.
struct PacketRoom {
  const char* buffer;
  unsigned flits;
};
/// All that packets of users have to fit into; none if the switching technique sends flit by flit.
std::vector<PacketRoom> packet_rooms(const Scenario& scenario);

/// Keys of a group's messages and of when it generates them, against each other.
void check_generation(const TrafficConfig& group, const RawTable& table, Problems& problems);
/// Keys that some but not all values of `generate` use, by the value's name.
const std::map<std::string, std::vector<std::string>>& generate_keys();

/// Keys of each fault against its kind, the network, the mechanism and the engine.
void check_faults(const Scenario& scenario, const RawScenario& raw, Problems& problems);

/// Explicit nodes and ranges, in the order written. InputError: what is wrong and what is legal.
std::vector<NodeId> explicit_nodes(const std::vector<std::string>& words, unsigned nodes);

/// Sets every key of `table`, called `name`, that stands in `keys`; reports all others.
void apply_keys(Scenario& scenario, size_t group, const RawTable& table, const std::string& name,
                const std::vector<Key>& keys, Problems& problems);

/// The keys of a workload, those included that all have.
std::vector<Key> workload_keys(const WorkloadInfo& info);
/// [workload]: once the network is known and legal, and all traffic groups are resolved. Adds the
/// workload's traffic groups.
void read_workload(Scenario& scenario, const RawScenario& raw, Problems& problems);

/// Resolves sources, destinations and mappings, lets each pattern check and prepare its group.
void resolve_traffic(Scenario& scenario, const RawScenario& raw, Problems& problems);

}  // namespace chokepoint
