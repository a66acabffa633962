// SPDX-License-Identifier: Apache-2.0
// The part of Statistics behind flows.csv: what each pair of nodes has got through.
#pragma once

#include <vector>

#include "sim/common/open_map.h"
#include "sim/stats/counters.h"

namespace chokepoint {

/// Of one group, source and destination.
struct FlowCounts {
  uint64_t key = 0, packets = 0, flits = 0, latency_sum = 0, latency_count = 0, latency_max = 0;
  size_t group() const { return static_cast<size_t>(key >> 48); }
  NodeId source() const { return static_cast<NodeId>(key >> 24 & 0xFFFFFF); }
  NodeId destination() const { return static_cast<NodeId>(key & 0xFFFFFF); }
};

class FlowTable {
 public:
  FlowTable();
  void deliver(const Packet& packet, const DeliveredPacket& delivered);
  /// That source's packets for that destination were throttled for so many cycles.
  void throttle(NodeId source, NodeId destination, uint64_t cycles);
  uint64_t throttled_cycles(const FlowCounts& flow) const;
  /// There are more than kMost: nobody will see them.
  bool too_many() const { return too_many_; }
  /// By group, source and destination.
  std::vector<FlowCounts> sorted() const;
  /// Adds the flows of other destinations.
  void merge(const FlowTable& other);

 private:
  static constexpr size_t kMost = 4096;  ///< beyond, flows.csv has one row per group
  static uint64_t key(size_t group, NodeId source, NodeId destination) {
    return (uint64_t{group} << 48) | (uint64_t{source} << 24) | destination;
  }
  FlowCounts* find(const Packet& packet);
  OpenMap<uint32_t> places_{kMost};     ///< in flows_, by key
  OpenMap<uint64_t> throttled_{kMost};  ///< cycles, by key of group 0
  std::vector<FlowCounts> flows_;
  bool too_many_ = false;
};

}  // namespace chokepoint
