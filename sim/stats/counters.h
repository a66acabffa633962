// SPDX-License-Identifier: Apache-2.0
// The parts of Statistics that count: packets by traffic group, VC class and interval. Flits and
// packets are numbers, latencies cycles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/packet/packet.h"
#include "sim/scenario/scenario.h"
#include "sim/stats/histogram.h"

namespace chokepoint {

/// Which cycles are measured, and the intervals of the time series.
struct RunWindow {
  explicit RunWindow(const RunConfig& run);
  bool measured(Cycle cycle) const { return cycle >= from && cycle < to; }
  size_t interval_of(Cycle now) const {
    return static_cast<size_t>(std::min<Cycle>(now / interval, intervals - 1));
  }
  /// Cycles of the measured ones that a run of so many covered.
  Cycle measured_cycles(Cycle cycles) const {
    return cycles <= from ? 0 : std::min(cycles, to) - from;
  }
  Cycle from, to;             ///< measured: from .. to - 1
  Cycle interval, intervals;  ///< length and number
};

/// A packet's tail has been ejected in cycle `now`.
struct DeliveredPacket {
  DeliveredPacket(const RunWindow& window, const Packet& packet, Cycle now)
      : flits(packet.flits),
        latency(now - packet.created),
        network_latency(now - packet.injected),
        interval(window.interval_of(now)),
        accepted(window.measured(now)),
        counts(window.measured(packet.created)) {}
  unsigned flits;
  Cycle latency, network_latency;
  size_t interval;
  bool accepted;  ///< ejected in the measured cycles: enters `accepted`
  bool counts;    ///< created in them: enters the latency figures
};

/// Of a group, in one interval.
struct IntervalCounts {
  uint64_t generated_flits = 0, ejected_flits = 0, delivered = 0, marked = 0;
  uint64_t latency_sum = 0, latency_max = 0;
  uint64_t injected_speculative = 0, dropped = 0;
  void deliver(const DeliveredPacket& packet);
  void merge(const IntervalCounts& other);
};

/// Of one VC class, whole run.
struct ClassCounts {
  uint64_t injected = 0, injected_flits = 0;
  uint64_t dropped = 0, dropped_flits = 0;
  uint64_t delivered = 0, delivered_flits = 0;
  void inject(const Packet& packet) {
    ++injected;
    injected_flits += packet.flits;
  }
  void drop(const Packet& packet) {
    ++dropped;
    dropped_flits += packet.flits;
  }
  void deliver(const Packet& packet) {
    ++delivered;
    delivered_flits += packet.flits;
  }
  void merge(const ClassCounts& other);
};

/// Packets, whole run: of all, of messages, of one kind of message.
struct PacketCounts {
  uint64_t injected = 0, delivered = 0, dropped = 0;
  void merge(const PacketCounts& other) {
    injected += other.injected;
    delivered += other.delivered;
    dropped += other.dropped;
  }
};

/// Of one traffic group.
struct GroupCounts {
  uint64_t generated_flits = 0, ejected_flits = 0;  ///< in the measured cycles
  uint64_t injected = 0, delivered = 0, dropped = 0, retransmitted = 0,
           marked = 0;  ///< whole run
  uint64_t throttled_packets = 0, injected_speculative = 0;
  Histogram latency, message_latency, network_latency;
  std::vector<IntervalCounts> intervals;
  void generate(unsigned flits, bool measured, size_t interval);
  void inject(const Packet& packet, const RunWindow& window, Cycle now);
  void mark(size_t interval);
  void drop(size_t interval);
  /// `last`: of its message.
  void deliver(const DeliveredPacket& packet, bool last);
  void merge(const GroupCounts& other);
};

}  // namespace chokepoint
