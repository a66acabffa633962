// SPDX-License-Identifier: Apache-2.0
// Counting, and adding up what the threads of a run have counted: sums, and the largest of what is
// a maximum.
#include "sim/stats/counters.h"

namespace chokepoint {

RunWindow::RunWindow(const RunConfig& run)
    : from(run.warmup),
      to(run.warmup + run.measure),
      interval(std::max<Cycle>(1, run.interval)),
      intervals(std::max<Cycle>(1, (to + run.drain + interval - 1) / interval)) {}

void IntervalCounts::deliver(const DeliveredPacket& packet) {
  ejected_flits += packet.flits;
  ++delivered;
  latency_sum += packet.latency;
  latency_max = std::max(latency_max, packet.latency);
}

void IntervalCounts::merge(const IntervalCounts& other) {
  generated_flits += other.generated_flits;
  ejected_flits += other.ejected_flits;
  delivered += other.delivered;
  marked += other.marked;
  latency_sum += other.latency_sum;
  latency_max = std::max(latency_max, other.latency_max);
  injected_speculative += other.injected_speculative;
  dropped += other.dropped;
}

void ClassCounts::merge(const ClassCounts& other) {
  injected += other.injected;
  injected_flits += other.injected_flits;
  dropped += other.dropped;
  dropped_flits += other.dropped_flits;
  delivered += other.delivered;
  delivered_flits += other.delivered_flits;
}

void GroupCounts::generate(unsigned flits, bool measured, size_t interval) {
  if (measured) generated_flits += flits;
  intervals[interval].generated_flits += flits;
}

void GroupCounts::inject(const Packet& packet, const RunWindow& window, Cycle now) {
  ++injected;
  throttled_packets += packet.throttled ? 1 : 0;
  if (packet.kind != PacketKind::kSpeculativeData) return;
  ++injected_speculative;
  ++intervals[window.interval_of(now)].injected_speculative;
}

void GroupCounts::mark(size_t interval) {
  ++marked;
  ++intervals[interval].marked;
}

void GroupCounts::drop(size_t interval) {
  ++dropped;
  ++intervals[interval].dropped;
}

void GroupCounts::deliver(const DeliveredPacket& packet, bool last) {
  ++delivered;
  intervals[packet.interval].deliver(packet);
  if (packet.accepted) ejected_flits += packet.flits;
  if (!packet.counts) return;
  latency.add(packet.latency);
  network_latency.add(packet.network_latency);
  if (last) message_latency.add(packet.latency);
}

void GroupCounts::merge(const GroupCounts& other) {
  generated_flits += other.generated_flits;
  ejected_flits += other.ejected_flits;
  injected += other.injected;
  delivered += other.delivered;
  dropped += other.dropped;
  retransmitted += other.retransmitted;
  marked += other.marked;
  throttled_packets += other.throttled_packets;
  injected_speculative += other.injected_speculative;
  latency.merge(other.latency);
  message_latency.merge(other.message_latency);
  network_latency.merge(other.network_latency);
  for (size_t i = 0; i < intervals.size(); ++i) intervals[i].merge(other.intervals[i]);
}

}  // namespace chokepoint
