// SPDX-License-Identifier: Apache-2.0
// Watches SRP (or ECN) in a running network: a log of what happened to packets, conservation and
// credits before every cycle, and the rules of the protocol, held against every packet.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <set>
#include <sstream>

#include "sim/mechanisms/srp/messages.h"
#include "sim/network/network.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {

/// What happened to a packet; brought from the child as the name of a figure.
struct PacketEvent {
  std::string what;  ///< injected, delivered, dropped, marked
  PacketKind kind = PacketKind::kData;
  NodeId source = 0, destination = 0;
  unsigned message = 0, sequence = 0;
  uint32_t payload = 0;
  Cycle at = 0;
};

inline std::vector<PacketEvent> events_of(const RunSummary& run) {
  std::vector<PacketEvent> events;
  for (const auto& [name, at] : run.seen) {
    if (name.rfind("event ", 0) != 0) continue;
    std::istringstream text(name.substr(6));
    PacketEvent e;
    unsigned number, kind;
    text >> number >> e.what >> kind >> e.source >> e.destination >> e.message >> e.sequence >>
        e.payload;
    e.kind = static_cast<PacketKind>(kind);
    e.at = static_cast<Cycle>(at);
    events.push_back(e);
  }
  return events;
}

/// When that happened to packets of a kind from a source, for one sequence number or all.
inline std::vector<Cycle> times(const std::vector<PacketEvent>& events, const std::string& what,
                                PacketKind kind, NodeId source, int sequence = -1) {
  std::vector<Cycle> result;
  for (const PacketEvent& e : events) {
    if (e.what == what && e.kind == kind && e.source == source &&
        (sequence < 0 || e.sequence == static_cast<unsigned>(sequence))) {
      result.push_back(e.at);
    }
  }
  return result;
}

class EventProbe : public Probe {
 public:
  void cycle(Cycle now, Network& network) override {
    depth_ = network.nic(0).context().scenario.network.control_queue_packets;
    if (check_every != 0 && now % check_every == 0) check(now, network);
    if (act) act(now, network);
  }
  /// A NIC is to look whether there is room before it queues a control packet.
  unsigned control(Cycle now, NodeId source, PacketKind kind, NodeId, uint32_t) override {
    unsigned& queued = queued_[{source, kind == srp::kReservation}];
    if (++queued > depth_) {
      throw CheckError(
          fmt::format("cycle {}: node {} queues {} control packets", now, source, queued));
    }
    return 1;
  }
  void injected(Cycle now, const Packet& packet) override {
    ++injected_;
    const bool of_a_nic = carries_messages(packet.vc_class) && (packet.id & kNackIdBit) == 0;
    if (of_a_nic) --queued_[{packet.source, packet.kind == srp::kReservation}];
    note(now, "injected", packet);
  }
  void delivered(Cycle now, const Packet& packet, unsigned) override {
    ++delivered_;
    note(now, "delivered", packet);
  }
  void dropped(Cycle now, const Packet& packet, RouterId) override {
    ++dropped_;
    note(now, "dropped", packet);
  }
  void marked(Cycle now, const Packet& packet, RouterId router) override {
    note(now, "marked", packet);
    ++seen_[fmt::format("marked at {}", router)];
  }
  void report(Figures& figures) const override {
    for (const auto& [name, value] : seen_) figures[name] = value;
  }

  unsigned check_every = 1;  ///< 0: the observer moves packets itself, or the run is long
  bool log = true;
  std::function<void(Cycle, Network&)> act;

 protected:
  void most(const std::string& name, double value) { seen_[name] = std::max(seen_[name], value); }
  Figures seen_;

 private:
  void check(Cycle now, const Network& network) const {
    network.check_credits();
    if (injected_ != delivered_ + dropped_ + network.count_packets()) {
      throw CheckError(fmt::format("cycle {}: packets are not conserved", now));
    }
  }
  void note(Cycle now, const char* what, const Packet& p) {
    if (!log) return;
    seen_[fmt::format("event {:07} {} {} {} {} {} {} {}", events_++, what,
                      static_cast<unsigned>(p.kind), p.source, p.destination, p.message,
                      p.sequence_number, p.payload)] = static_cast<double>(now);
  }
  std::map<std::pair<NodeId, bool>, unsigned> queued_;  ///< control packets, by source and class
  unsigned depth_ = 0;
  uint64_t events_ = 0, injected_ = 0, delivered_ = 0, dropped_ = 0;
};

/// The rules of docs/reference/srp/srp.md; CheckError names the packet that breaks one. A grant that
/// a NIC hears in one cycle binds it from the next on, an ACK or NACK a cycle later.
class SrpProbe : public EventProbe {
 public:
  explicit SrpProbe(const Scenario& scenario)
      : start_cycle_(scenario.run.start_cycle),
        ttw_(static_cast<uint64_t>(scenario.mechanism.integer("ttw"))),
        lead_(static_cast<uint64_t>(scenario.mechanism.integer("lead"))),
        n_min_(static_cast<unsigned>(scenario.mechanism.integer("n_min"))),
        ahead_(scenario.mechanism.boolean("predictive_drop")
                   ? scenario.network.vc_buffer_flits + scenario.network.output_buffer_flits
                   : 0),
        inflation_(static_cast<uint64_t>(65536.0 * (1.0 + scenario.mechanism.real("epsilon")))) {}

  unsigned control(Cycle now, NodeId source, PacketKind kind, NodeId destination,
                   uint32_t payload) override {
    if (rules && kind == srp::kReservation) reserve(now, source, destination, payload);
    return EventProbe::control(now, source, kind, destination, payload);
  }
  void injected(Cycle now, const Packet& packet) override {
    EventProbe::injected(now, packet);
    if (!rules) return;
    if (packet.kind == srp::kReservation) reserved(now, packet);
    if (packet.kind == srp::kGrant) granted(now, packet);
    if (packet.kind == PacketKind::kSpeculativeData) speculated(now, packet);
    if (packet.kind == PacketKind::kData && packet.message_packets >= n_min_) sent(now, packet);
  }
  void delivered(Cycle now, const Packet& packet, unsigned vc) override {
    EventProbe::delivered(now, packet, vc);
    if (!rules) return;
    if (packet.kind == srp::kReservation) {
      blocks_[{packet.source, packet.destination}].came = start_cycle_ + now;
    }
    if (packet.kind == PacketKind::kSpeculativeData) ++unacknowledged_;
    if (carries_messages(packet.vc_class)) answered(now, packet);
  }
  void dropped(Cycle now, const Packet& packet, RouterId router) override {
    EventProbe::dropped(now, packet, router);
    const uint64_t waited = (start_cycle_ + now - 1 - packet.stamp) & 0xFFFF;
    if (waited > now - packet.injected) fail(now, packet, "waited longer than it has been here");
    if (!rules) return;
    if (packet.kind != PacketKind::kSpeculativeData || waited + ahead_ <= ttw_) {
      fail(now, packet, fmt::format("is dropped after {} of {} cycles", waited, ttw_));
    }
    if (packet.wait > ttw_ && waited != packet.wait) {
      fail(now, packet, "had waited enough when it came and is dropped later");
    }
    if (packet.wait > ttw_) ++seen_["expired on the way"];
  }
  void report(Figures& figures) const override {
    EventProbe::report(figures);
    figures["unacknowledged"] = static_cast<double>(unacknowledged_);
    size_t open = 0;
    for (const auto& [pair, block] : blocks_) open += block.open() ? 1 : 0;
    figures["open blocks"] = static_cast<double>(open);
  }

  bool rules = true;  ///< false where the mechanism is switched off and on

 private:
  using Pair = std::pair<NodeId, NodeId>;  ///< source, destination
  struct Block {
    bool named = false;
    unsigned message = 0, base = 0, flits = 0, tag = 0;
    unsigned sent_packets = 0, sent_flits = 0;
    std::optional<Cycle> granted, refused;  ///< when the source heard it
    uint64_t came = 0, start = 0;           ///< the reservation; t_s as the destination gave it
    std::set<unsigned> outstanding;
    std::map<unsigned, Cycle> failed;
    bool open() const {
      return !granted || sent_flits != flits || !outstanding.empty() || !failed.empty();
    }
  };

  [[noreturn]] static void fail(Cycle now, const Packet& p, const std::string& what) {
    throw CheckError(fmt::format("cycle {}: kind {}, {} to {}, message {}, sequence {} {}", now,
                                 static_cast<unsigned>(p.kind), p.source, p.destination, p.message,
                                 p.sequence_number, what));
  }
  /// The reservation is queued; speculation may begin although it has no credits yet.
  void reserve(Cycle now, NodeId source, NodeId destination, unsigned flits) {
    Block& block = blocks_[{source, destination}];
    if (block.flits != 0 && block.open()) {
      throw CheckError(fmt::format("cycle {}: {} reserves at {} before its last block is done", now,
                                   source, destination));
    }
    block = {};
    block.flits = flits;
  }
  void name(Cycle now, const Packet& p, Block& block) {
    if (!block.named) {
      block.named = true;
      block.message = p.message & 0xFFFF;
      block.base = p.sequence_number;
    }
    if (block.message != (p.message & 0xFFFF)) fail(now, p, "is of another message");
  }
  void reserved(Cycle now, const Packet& p) {
    Block& block = blocks_[{p.source, p.destination}];
    block.tag = p.sequence_number;
    if (block.flits != p.payload) fail(now, p, "reserves another size than it queued");
  }
  /// The destination's schedule never gives a cycle twice, nor one before the reservation came.
  void granted(Cycle now, const Packet& p) {
    Block& block = blocks_[{p.destination, p.source}];
    const uint64_t clock = start_cycle_ + now;
    // A grant has the lowest bits of t_s, which lies within half their range.
    constexpr int64_t kRange = int64_t{1} << messages::srp::kStartBits;
    const int64_t ahead = static_cast<int64_t>((p.payload - clock) % uint64_t{kRange});
    block.start = clock + static_cast<uint64_t>(ahead < kRange / 2 ? ahead : ahead - kRange);
    if (block.start < block.came + lead_) fail(now, p, "starts before the reservation came");
    uint64_t& next = schedule_[p.source];
    if (block.start < next) {
      fail(now, p, fmt::format("grants {} again, {} is the next", block.start, next));
    }
    next = block.start + (block.flits * inflation_ + 65535) / 65536;
    most("schedule ahead", static_cast<double>(next) - static_cast<double>(clock));
  }
  Block& block_of(Cycle now, const Packet& p) {
    const auto found = blocks_.find({p.source, p.destination});
    if (found == blocks_.end()) fail(now, p, "goes without a reservation");
    name(now, p, found->second);
    return found->second;
  }
  void first_time(Cycle now, const Packet& p, Block& block) {
    if (p.sequence_number != block.base + block.sent_packets) fail(now, p, "is out of order");
    ++block.sent_packets;
    block.sent_flits += p.flits;
    if (block.sent_flits > block.flits) fail(now, p, "is more than was reserved");
  }
  void speculated(Cycle now, const Packet& p) {
    if (p.message_packets < n_min_) fail(now, p, "is below n_min and speculative");
    Block& block = block_of(now, p);
    if (block.granted && *block.granted < now) fail(now, p, "is speculative after the grant");
    if (block.refused && *block.refused + 1 < now) fail(now, p, "is speculative after a NACK");
    first_time(now, p, block);
    block.outstanding.insert(p.sequence_number);
  }
  void sent(Cycle now, const Packet& p) {
    Block& block = block_of(now, p);
    if (!block.granted || *block.granted >= now) fail(now, p, "goes without a grant");
    if (block.start >= start_cycle_ + now) fail(now, p, "goes before its start");
    if (block.failed.erase(p.sequence_number) != 0) return;
    for (const auto& [sequence, heard] : block.failed) {
      if (heard + 1 < now) fail(now, p, fmt::format("goes before {}, which was dropped", sequence));
    }
    first_time(now, p, block);
  }
  void answered(Cycle now, const Packet& p) {
    const auto found = blocks_.find({p.destination, p.source});
    if (found == blocks_.end() || p.kind == srp::kReservation) return;
    Block& block = found->second;
    if (p.kind == srp::kGrant) {
      if (block.tag != p.sequence_number || block.granted) {
        fail(now, p, "grants what was not asked for");
      }
      block.granted = now;
      return;
    }
    if (block.outstanding.erase(p.sequence_number) == 0) fail(now, p, "answers nothing");
    if (p.kind == srp::kAck) --unacknowledged_;
    if (p.kind == srp::kNack) {
      block.refused = std::min(block.refused.value_or(now), now);
      block.failed[p.sequence_number] = now;
    }
  }

  uint64_t start_cycle_, ttw_, lead_;
  unsigned n_min_;
  uint64_t ahead_;  ///< cycles that a packet may be dropped for without having waited them
  uint64_t inflation_;
  int64_t unacknowledged_ = 0;
  std::map<Pair, Block> blocks_;
  std::map<NodeId, uint64_t> schedule_;  ///< first cycle not given away
};

/// What is wrong with a run of SRP or ECN that was to drain; empty: nothing.
inline std::string complaint(const RunSummary& run) {
  if (run.exit_code != 0) return run.error;
  if (run.checks.at("credits") != "held, all returned") return "the network did not drain";
  if (run.injected != run.delivered + run.dropped) return "packets are not conserved";
  const auto& m = run.mechanism;
  if (m.count("reservations_sent") == 0) {
    return run.dropped == 0 ? "" : "packets were dropped";
  }
  if (run.at("switched") != 0) return "";
  const auto differ = [&m](const char* a, uint64_t other) { return m.at(a) != other; };
  if (differ("grants_sent", m.at("reservations_sent"))) return "a reservation was not granted";
  if (differ("nacks_received", run.dropped)) return "a drop was not notified";
  if (differ("retransmitted", run.dropped)) return "a dropped packet was not sent again";
  if (differ("speculative_sent", m.at("acks_sent") + run.dropped)) return "no acknowledgement";
  if (run.at("unacknowledged") != 0) return "an acknowledgement did not come";
  if (run.at("open blocks") != 0) return "a block is not complete";
  return "";
}

/// `small_network` on a graph: nodes on each router, channels between them.
inline Scenario graph_network(const std::string& mechanism, std::vector<unsigned> router_nodes,
                              std::vector<std::pair<RouterId, RouterId>> links) {
  Scenario scenario = small_network(mechanism);
  scenario.network.topology = "graph";
  scenario.network.shape.set_counts("router_nodes", std::move(router_nodes));
  scenario.network.shape.set_pairs("links", std::move(links));
  scenario.network.channel_latency = 10;
  return scenario;
}

inline void set_mechanism(Scenario& scenario, const std::string& key,
                          MechanismConfig::Value value) {
  scenario.mechanism.values.at(key) = std::move(value);
}

}  // namespace chokepoint::test
