// SPDX-License-Identifier: Apache-2.0
// Flows are entered when their first packet is delivered.
#include "sim/stats/flow_table.h"

#include <algorithm>

namespace chokepoint {

FlowTable::FlowTable() {
  flows_.reserve(kMost);
}

/// Null: there are too many.
FlowCounts* FlowTable::find(const Packet& packet) {
  if (too_many_) return nullptr;
  const uint64_t own = key(packet.group, packet.source, packet.destination);
  if (const uint32_t* place = places_.find(own)) return &flows_[*place];
  if (flows_.size() == kMost) {
    too_many_ = true;
    return nullptr;
  }
  places_[own] = static_cast<uint32_t>(flows_.size());
  flows_.push_back({});
  flows_.back().key = own;
  return &flows_.back();
}

void FlowTable::deliver(const Packet& packet, const DeliveredPacket& delivered) {
  FlowCounts* const flow = find(packet);
  if (flow == nullptr) return;
  ++flow->packets;
  if (delivered.accepted) flow->flits += delivered.flits;
  if (!delivered.counts) return;
  ++flow->latency_count;
  flow->latency_sum += delivered.latency;
  flow->latency_max = std::max(flow->latency_max, delivered.latency);
}

void FlowTable::throttle(NodeId source, NodeId destination, uint64_t cycles) {
  if (!too_many_) throttled_[key(0, source, destination)] += cycles;
}

uint64_t FlowTable::throttled_cycles(const FlowCounts& flow) const {
  const uint64_t* cycles = throttled_.find(key(0, flow.source(), flow.destination()));
  return cycles == nullptr ? 0 : *cycles;
}

std::vector<FlowCounts> FlowTable::sorted() const {
  std::vector<FlowCounts> flows = flows_;
  std::sort(flows.begin(), flows.end(),
            [](const FlowCounts& a, const FlowCounts& b) { return a.key < b.key; });
  return flows;
}

/// A flow has one destination, and so is known to one of them only.
void FlowTable::merge(const FlowTable& other) {
  too_many_ = too_many_ || other.too_many_ || flows_.size() + other.flows_.size() > kMost;
  if (too_many_) return;
  for (const FlowCounts& flow : other.flows_) {
    places_[flow.key] = static_cast<uint32_t>(flows_.size());
    flows_.push_back(flow);
  }
  other.throttled_.for_each([this](uint64_t key, uint64_t cycles) { throttled_[key] += cycles; });
}

}  // namespace chokepoint
