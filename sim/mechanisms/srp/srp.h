// SPDX-License-Identifier: Apache-2.0
// The mechanism SRP in the network: what its units are connected to in a router and in a NIC.
#pragma once

#include <optional>
#include <vector>

#include "sim/common/fifo.h"
#include "sim/engine/unit_instance.h"
#include "sim/mechanisms/entry_destinations.h"
#include "sim/mechanisms/srp/arrived_packets.h"
#include "sim/mechanisms/srp/config.h"
#include "sim/mechanisms/srp/messages.h"
#include "sim/mechanisms/unit_clock.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"

namespace chokepoint::srp {

/// Counted over all routers and NICs of a run.
struct Counters {
  uint64_t reservations_sent = 0, grants_sent = 0, acks_sent = 0, nacks_received = 0;
  uint64_t speculative_sent = 0;  ///< packets
  uint64_t reserved_sent = 0;     ///< packets sent after t_s for the first time
  uint64_t retransmitted = 0;     ///< dropped packets, or late ones, sent again
  uint64_t bypassed = 0;          ///< packets of messages below n_min
  uint64_t offers_waiting = 0;    ///< cycles x NICs in which a message waited for a free entry
  uint64_t stray_answers = 0;     ///< ACKs and NACKs of no packet, with timeouts
  uint64_t copies_dropped = 0;    ///< packets that came twice, with timeouts
  uint64_t router_clocks = 0, nic_clocks = 0;  ///< clocks not left out by sleep
};

/// The srp_router unit of one router: stamps, permits and drops speculative packets.
class RouterSide : public RouterAttachment {
 public:
  RouterSide(const Config& config, RouterState& router, EngineKind engine, Counters& counters);
  void begin_cycle(Cycle now) override;
  void speculative_arrived(Cycle now, Packet& packet, unsigned input, unsigned index) override;
  void head_crosses(Cycle now, Packet& packet, unsigned output, unsigned vc,
                    unsigned pass) override;
  void end_cycle(Cycle now) override;
  bool busy() const override;
  void enable(bool on) override;
  void upset() override { levels_changed_ = struck_ = true; }
  void describe_wave(WaveSignals& signals) override;

 private:
  struct Lane {
    Lane(Packet* packet_, unsigned input_, unsigned index_)
        : packet(packet_),
          input(static_cast<uint8_t>(input_)),
          index(static_cast<uint8_t>(index_)) {}
    Packet* packet;
    uint8_t input, index;
  };
  unsigned lane_of(unsigned input, unsigned index) const { return input * vcs_ + index; }
  void drop(Cycle now, const Lane& lane, const NackHeader& nack);
  void permit(const Lane& lane);
  void permit_all();
  /// To the unit: its output, and what has crossed to that and has no credit yet.
  void show_what_lies_ahead(const SpeculativeHead& head);

  RouterState& router_;
  Counters& counters_;
  unsigned vcs_;
  bool predictive_;
  uint64_t start_cycle_;
  uint32_t wait_mask_;
  std::unique_ptr<UnitInstance<SrpRouter>> unit_;
  SrpRouter::In in_;
  bool enabled_ = true, levels_changed_ = false, struck_ = false;
  std::vector<Lane> arrived_;   ///< in this cycle
  std::vector<Lane> stamped_;   ///< arrived in the last clocked cycle; answered in this
  std::vector<Lane> shown_;     ///< heads shown in this cycle; answered in the next
  std::vector<Lane> leaving_;   ///< heads that crossed in this cycle
  std::vector<Packet*> owner_;  ///< per lane: the packet that was permitted last
};

/// The srp_nic unit of one NIC, and the retransmission buffer.
class NicSide : public NicAttachment {
 public:
  NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters);
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override;
  const Packet* retransmission(Cycle now) override;
  uint64_t decisions(Cycle) const override { return decisions_; }
  void injected(Cycle now, const Packet& packet) override;
  void generated(Cycle now, NodeId destination, unsigned flits) override;
  bool is_copy(const Packet& packet) override;
  void received(Cycle now, const Packet& packet) override;
  bool takes_control(Cycle now, const Packet& packet) override;
  void control_received(Cycle now, const Packet& packet) override;
  void end_cycle(Cycle now) override;
  Cycle sleeps_until(Cycle now) const override { return quiet() ? wake_at_ : now + 1; }
  bool idle() const override;
  void enable(bool on) override;
  void upset() override {
    levels_changed_ = struck_ = true;
    ++decisions_;
  }
  std::string describe_wait() const override;
  void describe_wave(WaveSignals& signals) override;

 private:
  /// A packet in the retransmission buffer.
  struct Held {
    Packet packet;        ///< header to send again
    bool failed = false;  ///< a NACK came
    bool orphan =
        false;  ///< sent before the mechanism was switched off: the unit knows nothing of it
  };
  int entry_of(NodeId destination) const { return destinations_.entry_of(destination); }
  void ask(NodeId destination);
  void ask_if_wanted(NodeId destination);
  void offer();
  void show_fields(const Packet& packet);
  void present_arrivals();
  Held* find(NodeId destination, uint32_t message, unsigned sequence_number);
  void release(Held* held);
  void release_acknowledged(const Packet& ack);
  void release_answered();
  bool must_clock(Cycle now) const;
  /// Before wake_at_ end_cycle() has nothing to do, unless something comes.
  bool quiet() const;
  void clock(Cycle now);
  void send_messages(Cycle now);

  const Config& config_;
  NicState& nic_;
  Counters& counters_;
  std::unique_ptr<UnitInstance<SrpNic>> unit_;
  const SrpNic::Out& out_;  ///< the unit's
  SrpNic::In in_;
  EntryDestinations destinations_;
  bool enabled_ = true, levels_changed_ = false, struck_ = false;
  Fifo<NodeId> asking_;          ///< destinations whose queue wants a reservation, in order
  std::vector<bool> is_asking_;  ///< per destination
  std::vector<Held> held_;
  unsigned orphans_failed_ = 0;
  uint64_t decisions_ = 0;
  Fifo<Packet> replies_, reservations_, packets_;  ///< received
  std::optional<Packet> shown_reply_;  ///< to the unit in the last clock; with timeouts
  Cycle wake_at_ = ~Cycle{0};
  uint32_t strays_ = 0;  ///< that the unit showed last
  ArrivedPackets arrived_;
};

}  // namespace chokepoint::srp
