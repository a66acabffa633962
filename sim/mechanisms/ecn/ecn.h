// SPDX-License-Identifier: Apache-2.0
// The mechanism ECN in the network: what its units are connected to in a router and in a NIC.
#pragma once

#include <array>
#include <vector>

#include "sim/common/fifo.h"
#include "sim/engine/unit_instance.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/ecn/config.h"
#include "sim/mechanisms/ecn/messages.h"
#include "sim/mechanisms/entry_destinations.h"
#include "sim/mechanisms/throttled_flows.h"
#include "sim/mechanisms/unit_clock.h"

namespace chokepoint::ecn {

/// Counted over all routers and NICs of a run.
struct Counters {
  uint64_t notifications_sent = 0;
  uint64_t notifications_lost = 0;             ///< the table of delays was full
  uint64_t triggered = 0;                      ///< cct: an index reached cct_trigger
  uint64_t congested_output_cycles = 0;        ///< sum over outputs of clocked cycles
  uint64_t router_clocks = 0, nic_clocks = 0;  ///< clocks not left out by sleep
};

/// The ecn_router unit of one router. Its ports are those of outputs: flits that come and go for
/// each, heads that cross to it. With Config::by_input they are those of inputs, so that the same
/// unit counts what each input buffer holds and marks the heads that leave it.
class RouterSide : public RouterAttachment {
 public:
  RouterSide(const Config& config, RouterState& router, EngineKind engine, Counters& counters);
  void begin_cycle(Cycle now) override;
  void head_crosses(Cycle now, Packet& packet, unsigned output, unsigned vc,
                    unsigned pass) override;
  void end_cycle(Cycle now) override;
  bool busy() const override;
  void enable(bool on) override;
  bool markable(const Packet& packet, unsigned output, unsigned vc) const override;
  void upset() override { levels_changed_ = struck_ = true; }
  void describe_wave(WaveSignals& signals) override;

 private:
  struct Crossing {
    Packet* packet;
    unsigned lane;
  };
  /// What the input queues hold, for the unit's comparison of its counts with them.
  class Waiting {
   public:
    explicit Waiting(unsigned radix) : radix_(radix), flits_(size_t{radix} * radix) {}
    /// Mask of the inputs that hold a data flit for `port` of the unit.
    uint64_t inputs(unsigned port) const { return inputs_[port]; }
    void add(unsigned port, unsigned input) {
      ++flits_[port * radix_ + input];
      inputs_[port] |= uint64_t{1} << input;
    }
    void remove(unsigned port, unsigned input) {
      if (--flits_[port * radix_ + input] == 0) inputs_[port] &= ~(uint64_t{1} << input);
    }

   private:
    unsigned radix_;
    std::vector<uint32_t> flits_;  ///< by port and input
    std::array<uint64_t, 64> inputs_{};
  };
  /// Port of the unit for a data flit that crosses to `output`.
  unsigned port_of(unsigned output, unsigned pass) const {
    return by_input_ ? events_.input[pass][output] : output;
  }
  unsigned room_of(const Packet& packet) const;
  // Flits that came and crossed in this cycle, into in_.
  void enter_by_output();
  void enter_by_input();
  RouterState& router_;
  Counters& counters_;
  unsigned speedup_;
  bool by_input_;
  std::unique_ptr<UnitInstance<EcnRouter>> unit_;
  EcnRouter::In in_;
  VoqEvents events_;
  Waiting waiting_;  ///< read before the flits of a cycle enter it
  std::vector<Crossing> crossing_;  ///< heads of this cycle, whose marks are visible in the next
  bool levels_changed_ = false, struck_ = false;
};

/// The ecn_nic unit of one NIC.
class NicSide : public NicAttachment {
 public:
  NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters);
  InjectionDecision may_inject(Cycle now, const QueueHead& head) override;
  uint64_t decisions(Cycle) const override { return decisions_; }
  void injected(Cycle now, const Packet& packet) override;
  void received(Cycle now, const Packet& packet) override;
  bool takes_control(Cycle now, const Packet& packet) override;
  void control_received(Cycle now, const Packet& packet) override;
  void end_cycle(Cycle now) override;
  Cycle sleeps_until(Cycle now) const override { return quiet() ? wake_at_ : now + 1; }
  void finish(Cycle cycles) override { count_throttled(cycles); }
  void enable(bool on) override;
  void upset() override {
    levels_changed_ = struck_ = true;
    ++decisions_;
  }
  std::string describe_wait() const override;
  void describe_wave(WaveSignals& signals) override;

 private:
  int entry_of(NodeId destination) const { return destinations_.entry_of(destination); }
  bool must_clock(Cycle now) const;
  /// Before wake_at_ end_cycle() has nothing to do, unless something comes.
  bool quiet() const;
  void clock(Cycle now);
  void count_throttled(Cycle now) {
    throttled_.count(now, nic_.context(), nic_.id(), destinations_);
  }

  const Config& config_;
  NicState& nic_;
  Counters& counters_;
  std::unique_ptr<UnitInstance<EcnNic>> unit_;
  const EcnNic::Out& out_;  ///< the unit's
  EcnNic::In in_;
  EntryDestinations destinations_;
  Fifo<NodeId> marked_, notified_;  ///< sources of marked packets, congested destinations
  bool levels_changed_ = false, struck_ = false;
  uint64_t decisions_ = 0;
  Cycle wake_at_ = ~Cycle{0};
  ThrottledFlows throttled_;
};

}  // namespace chokepoint::ecn
