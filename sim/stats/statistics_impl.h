// SPDX-License-Identifier: Apache-2.0
// The counters behind Statistics; shared by the hooks and the writers.
#pragma once

#include <vector>

#include "sim/common/open_map.h"
#include "sim/stats/delivery_ledger.h"
#include "sim/stats/histogram.h"
#include "sim/stats/statistics.h"

namespace chokepoint {

struct IntervalCounts {
  uint64_t generated_flits = 0, ejected_flits = 0, delivered = 0, marked = 0;
  uint64_t latency_sum = 0, latency_max = 0;
  uint64_t injected_speculative = 0, dropped = 0;
};
/// Of one VC class, whole run.
struct ClassCounts {
  uint64_t injected = 0, injected_flits = 0;
  uint64_t dropped = 0, dropped_flits = 0;
  uint64_t delivered = 0, delivered_flits = 0;
  void merge(const ClassCounts& other);
};
/// Of one kind of message, whole run.
struct MessageCounts {
  uint64_t injected = 0, delivered = 0;
};
struct GroupCounts {
  uint64_t generated_flits = 0, ejected_flits = 0;  ///< in the measured interval
  uint64_t injected = 0, delivered = 0, dropped = 0, retransmitted = 0,
           marked = 0;  ///< whole run
  uint64_t throttled_packets = 0, injected_speculative = 0;
  Histogram latency, message_latency, network_latency;
  std::vector<IntervalCounts> intervals;
  void merge(const GroupCounts& other);
};
struct FlowCounts {
  uint64_t key = 0, packets = 0, flits = 0, latency_sum = 0, latency_count = 0, latency_max = 0;
};

struct Statistics::Impl {
  static constexpr size_t kMaxFlows = 4096;  ///< beyond: flows.csv has one row per group

  using Interval = IntervalCounts;
  using Class = ClassCounts;
  using Message = MessageCounts;
  using Group = GroupCounts;
  using Flow = FlowCounts;

  explicit Impl(const Scenario& scenario);
  bool measured(Cycle cycle) const { return cycle >= from && cycle < to; }
  size_t interval_of(Cycle now) const {
    return static_cast<size_t>(std::min<Cycle>(now / interval, intervals - 1));
  }
  static uint64_t flow_key(unsigned group, NodeId source, NodeId destination) {
    return (uint64_t{group} << 48) | (uint64_t{source} << 24) | destination;
  }
  Flow* flow(const Packet& packet);
  Message& of_message(const Packet& packet) {
    return messages[static_cast<size_t>(packet.kind) % messages.size()];
  }
  void merge_flows(const Impl& other);
  /// Cycles of the measured interval that the run covered.
  Cycle measured_cycles(Cycle cycles) const {
    return cycles <= from ? 0 : std::min(cycles, to) - from;
  }

  Cycle from = 0, to = 0, interval = 1, intervals = 1;
  uint64_t possible_flows = 0;  ///< source-destination pairs that the traffic may use
  Digest digest;
  std::vector<Group> groups;
  std::vector<uint64_t> sources;                      ///< per group: number of source nodes
  uint64_t injected = 0, delivered = 0, dropped = 0;  ///< data and control
  uint64_t control_injected = 0, control_delivered = 0, control_dropped = 0;
  std::array<Class, kVcClasses> classes;  ///< by number
  std::array<std::string, kVcClasses> class_names{{"data"}};
  std::vector<std::string> listed_classes{"data"};  ///< names, as the summary lists them
  /// By kind, messages only; those of counted_messages are shown.
  std::array<Message, MessageSpec::kLast + 1> messages{};
  std::vector<std::pair<std::string, PacketKind>> counted_messages;
  DeliveryLedger ledger;
  OpenMap<uint32_t> flow_index;
  OpenMap<uint64_t> throttled;  ///< (source, destination) -> cycles
  std::vector<Flow> flows;
  bool too_many_flows = false;
};

}  // namespace chokepoint
