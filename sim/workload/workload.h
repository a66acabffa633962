// SPDX-License-Identifier: Apache-2.0
// What a workload is and how it registers itself; one workload per file in this folder.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/types.h"
#include "sim/scenario/own_keys.h"
#include "sim/scenario/scenario.h"
#include "sim/stats/job_counts.h"
#include "sim/traffic/traffic_source.h"

namespace chokepoint {

/// A message of the workload's own groups, all of which has been delivered at a node.
struct DeliveredMessage {
  NodeId source = 0;
  unsigned group = 0;
  uint32_t tag = 0;  ///< as its sender set it
};

/// The part of a workload that runs at one node, beside the node's open-loop sources. It knows what
/// has been delivered here and nothing of other nodes: they learn of each other by messages. What
/// it answers may depend on what it was told, on its scenario and its own random numbers only, so
/// that a run is the same whatever runs first and however many cycles a tick has.
///
/// In a cycle the NIC first tells of what has been delivered; then, while next_time() has come, it
/// takes the message that peek() shows, one after the other, behind those of open-loop sources. If
/// the send queue has no room for it, it is asked again in the next cycle.
class NodeWorkload {
 public:
  virtual ~NodeWorkload() = default;
  /// The earliest cycle in which it wants to send; ~0: not before something has been delivered.
  virtual Cycle next_time() const = 0;
  /// The message it wants to send in cycle `now`, when next_time() has come; `created` does not
  /// count.
  virtual Message peek(Cycle now) const = 0;
  /// It has been queued in cycle `now`.
  virtual void take(Cycle now) = 0;
  virtual void delivered(Cycle now, const DeliveredMessage& delivery) = 0;
  /// Nothing is left to be done here, unless something is delivered. The run is over when all nodes
  /// say so: a node that waits for an answer is not done, one that only serves others is.
  virtual bool done() const = 0;
  const JobCounts& counts() const { return counts_; }

 protected:
  JobCounts counts_;
};

/// A traffic group of a workload's messages.
struct WorkloadGroup {
  TrafficConfig traffic;       ///< name, sources, destinations, packet_flits
  uint32_t message_flits = 0;  ///< of the longest message
  std::string flits_key;       ///< the workload's key that says so
};

struct WorkloadInfo {
  std::string name;
  std::string summary;
  std::vector<KeySpec> keys;
  /// Checks across keys; throws InputError "key: what". May be empty.
  std::function<void(const Scenario&)> check;
  /// The traffic groups of its messages, in the order of their numbers from
  /// WorkloadConfig::first_group on.
  std::function<std::vector<WorkloadGroup>(const Scenario&)> groups;
  /// Null: this node has no part in it. `scenario` outlives it.
  std::function<std::unique_ptr<NodeWorkload>(const Scenario&, NodeId)> make;
};

const std::map<std::string, WorkloadInfo>& workloads();
struct WorkloadRegistration {
  explicit WorkloadRegistration(WorkloadInfo info);
};

/// The part of the scenario's workload at a node; null: none.
std::unique_ptr<NodeWorkload> make_workload(const Scenario& scenario, NodeId node);

}  // namespace chokepoint
