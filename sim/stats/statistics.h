// SPDX-License-Identifier: Apache-2.0
// Counts what happens to packets, per traffic group, flow and interval, and keeps the run's digest.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/types.h"
#include "sim/packet/message_spec.h"
#include "sim/packet/packet.h"
#include "sim/scenario/scenario.h"
#include "sim/stats/delivery_mail.h"
#include "sim/stats/fault_count.h"
#include "sim/stats/job_counts.h"

namespace chokepoint {

/// Events that enter the digest.
enum class Event : uint8_t { kInjected = 1, kMarked = 2, kDropped = 3, kDelivered = 4 };

/// Commutative sum of 64-bit hashes of (event, packet, cycle, node).
class Digest {
 public:
  void add(Event event, uint64_t packet, Cycle cycle, uint32_t node) {
    sum_ += mix(mix(packet ^ (uint64_t{static_cast<uint8_t>(event)} << 56)) +
                cycle * 0x9E3779B97F4A7C15u + node);
  }
  void add(const Digest& other) { sum_ += other.sum_; }
  uint64_t value() const { return sum_; }

 private:
  static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }
  uint64_t sum_ = 0;
};

/// What the network reports. All calls are cheap; nothing is allocated in steady state.
/// Packets created (their message's creation cycle) within the measured interval enter the latency
/// figures, flits ejected within it enter `accepted`.
class Statistics {
 public:
  explicit Statistics(const Scenario& scenario);
  ~Statistics();

  /// What the summary calls what it counts, before the run: the VC classes of this run by their
  /// number; all names that it lists, with zeros for classes that this run has not; the messages.
  void name(const std::vector<std::string>& classes, const std::vector<std::string>& listed,
            const std::vector<MessageSpec>& messages);

  /// A message: `number` at its source, cut into `packets`.
  void generated(Cycle now, NodeId source, NodeId destination, unsigned group, unsigned flits,
                 uint32_t number, unsigned packets);
  void injected(Cycle now, const Packet& packet);                 ///< head flit onto the channel
  void marked(Cycle now, const Packet& packet, RouterId router);  ///< mark went from 0 to 1
  void dropped(Cycle now, const Packet& packet, RouterId router);
  /// Tail ejected. CheckError if this data packet has been delivered before.
  void delivered(Cycle now, const Packet& packet);
  /// Tail of a data packet ejected that its receiver has had before, and drops.
  void copy_delivered(Cycle now, const Packet& packet);
  /// Flits that leave a router: onto router-to-router channels, or ejection channels.
  void flit_hops(Cycle now, VcClass vc_class, bool to_node, unsigned flits) {
    flit_hops_ += flits;
    if (now - from_ >= length_) return;
    (to_node ? ejection_flits_ : channel_flits_)[number_of(vc_class)] += flits;
  }
  /// `flits` of a dropped packet came as far as the router that drops it.
  void wasted_flits(const Packet& packet, unsigned flits) {
    wasted_flit_hops_[number_of(packet.vc_class)] += uint64_t{flits} * packet.hops;
  }
  /// Number of router-to-router channels, each direction for itself.
  void router_channels(uint64_t count) { router_channels_ = count; }
  void throttled_flow_cycles(uint64_t cycles) { throttled_flow_cycles_ += cycles; }
  /// The same, for one flow: also shown in flows.csv. Call with cycles of the measured interval
  /// only.
  void throttled_flow_cycles(NodeId source, NodeId destination, uint64_t cycles);
  // --- one of several, each for the nodes of one thread ---
  /// Messages for nodes of others are announced to them through `mail` from now on.
  void announce_through(DeliveryMail* mail) { mail_ = mail; }
  /// What the others' mails of tick number `tick` have announced for nodes of this one.
  void collect(DeliveryMail& mail, uint64_t tick);
  /// Adds what `other` has counted. When all has been collected.
  void merge(const Statistics& other);

  /// Every generated packet has been delivered, or CheckError names the first that has not. For a
  /// drained run.
  void check_all_delivered() const;
  /// The packets that are still to come, in words; "": none.
  std::string missing() const;
  /// A packet that was dropped is sent again; beside injected(), which counts every sending.
  void retransmitted(Cycle now, const Packet& packet);

  uint64_t digest() const;
  uint64_t flit_hops() const { return flit_hops_; }
  uint64_t packets_injected() const;
  uint64_t packets_delivered() const;
  uint64_t packets_dropped() const;
  /// What begins with cycle `end` is no longer measured. Before anything of that cycle is told.
  void measure_until(Cycle end);
  /// [warmup, warmup + measure), or until measure_until().
  bool measuring(Cycle now) const;

  struct Outcome {
    std::string status = "complete";  ///< or interrupted, saturated, deadlock, ... (docs/user)
    Cycle cycles = 0;
    double wall_seconds = 0;
    std::map<std::string, uint64_t> mechanism;
    std::map<std::string, std::string> tables;  ///< of the mechanism, by file name
    std::map<std::string, std::string> checks;
    std::vector<FaultCount> faults;  ///< of the scenario, in its order
    JobCounts workload;              ///< of a scenario with one
  };
  /// Writes summary.json, flows.csv, timeseries.csv and the mechanism's tables into `folder` (each
  /// written aside, then renamed).
  void write(const std::string& folder, const Scenario& scenario, const Outcome& outcome) const;
  /// The two tables as texts.
  std::string flows_csv(const Scenario& scenario, const Outcome& outcome) const;
  std::string timeseries_csv(const Scenario& scenario, const Outcome& outcome) const;
  /// The summary as a JSON text (also what `run` prints with --json).
  std::string summary_json(const Scenario& scenario, const Outcome& outcome) const;
  /// Mean latency in cycles of a group (0 if none), for early judgement and tests.
  double mean_latency(unsigned group) const;
  double accepted(unsigned group) const;  ///< flits/cycle/node (per source node of the group)
  uint64_t ejected_flits(unsigned group) const;  ///< in the measured interval

 private:
  struct Impl;
  void left(Cycle now, const Packet& packet);  ///< the network, whatever becomes of it
  std::unique_ptr<Impl> impl_;
  DeliveryMail* mail_ = nullptr;
  uint64_t flit_hops_ = 0;
  uint64_t throttled_flow_cycles_ = 0;
  // By number of the VC class, beside what is in Impl: these are counted for every flit.
  Cycle from_, length_;  ///< measured interval
  std::array<uint64_t, kVcClasses> channel_flits_{}, ejection_flits_{}, wasted_flit_hops_{};
  uint64_t router_channels_ = 0;
};

}  // namespace chokepoint
