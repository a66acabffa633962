// SPDX-License-Identifier: Apache-2.0
// A router of the network whose switch is a PlainSwitch.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/channel/flit_runs.h"
#include "sim/switch/plain_router/buffer_plan.h"
#include "sim/switch/plain_router/driver.h"
#include "sim/switch/plain_router/followed_packets.h"
#include "sim/switch/plain_router/own_queues.h"
#include "sim/switch/plain_router/route_computation.h"
#include "sim/switch/switch.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// A dropped packet whose flits are still coming.
struct DiscardedPacket {
  const Packet* packet = nullptr;
  unsigned arrived = 0, flits = 0;
};

/// Packets that the router makes.
struct OwnPackets {
  Packet* waiting = nullptr;  ///< at the router's own injection point
  uint64_t made = 0;
};

/// Of a switch, and of the one that it is compared with, if there is one.
struct SwitchingTechniques {
  std::unique_ptr<SwitchingTechnique> own, twin;
};

/// Around the switch: channels, route computation, statistics, the mechanism's hooks, checks. What
/// happens in a cycle, and in which order, stands in PlainSwitch; a tick must be one cycle.
///
/// With a `twin` a second switch gets the same SwitchIn in every cycle, made by that technique:
/// CheckError names the first port and field in which what comes out differs.
class PlainRouter : public Switch {
 public:
  PlainRouter(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
              std::unique_ptr<SwitchingTechnique> technique,
              std::unique_ptr<SwitchingTechnique> twin = nullptr);
  void step(Cycle now) override;
  void begin_tick(Tick) override {}
  void end_streams() override {
    if (flit_runs_.any()) flit_runs_.end_cycle(context_.now, 0);
  }

  const CreditTable& credit_table() const override { return no_runs_; }
  unsigned queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const override;
  bool vc_free(unsigned output, const Packet& packet, unsigned vc_class) const override;
  bool downstream_room(unsigned output, unsigned vc, unsigned flits) const override {
    const OutputVcState& state = core().outputs()[output].state(vc);
    const bool granted_ahead = context_.scenario.network.vc_allocation == VcAllocation::kDownstream;
    return state.credits >= flits + (granted_ahead ? state.taken - state.claimed : 0);
  }
  void gate_speculation() override { routes_.gate(); }
  void permit(unsigned input, unsigned index) override;
  void drop_to_nack(Cycle now, unsigned input, unsigned index, Packet& packet,
                    const NackHeader& header) override;
  unsigned output_flits(unsigned output, unsigned vc) const override {
    return core().outputs()[output].held(vc);
  }
  uint32_t free_vcs(unsigned output) const override;
  uint32_t full_input_vcs(unsigned input) const override;
  unsigned downstream_credits(unsigned output, unsigned vc) const override {
    return core().outputs()[output].state(vc).credits;
  }
  void set_gate(unsigned input, unsigned vc, unsigned output, bool open) override;
  bool origination_ready() const override { return own_.waiting == nullptr; }
  void originate(Cycle now, const OriginatedMessage& message) override;

  unsigned tails() const override;
  void check_empty() const override;
  unsigned may_send(unsigned port, unsigned vc) const override {
    const plain::OutputPort& output = core().outputs()[port];
    return static_cast<unsigned>(output.own_credits(vc)) + output.state(vc).claimed;
  }
  unsigned holds(unsigned port, unsigned vc) const override {
    return core().inputs()[port].held(vc);
  }
  void describe_wave(WaveSignals& signals) override;
  std::string describe_packets() const override;

 private:
  void end_of_elaboration() override;
  void take_credits(Cycle now);
  void reroute(Cycle now, const plain::ReplacementIn& answer);
  void route_flit(unsigned port, FlitCell flit);
  void take_flit(Cycle now, const plain::FlitIn& flit);
  void head_arrived(Cycle now, unsigned port, const plain::FlitIn& flit, bool front);
  void discarded(const plain::ArrivalOut& flit);
  void give_way(Cycle now, plain::ReplacementIn gone, const NackHeader* by);
  std::optional<plain::OriginatedIn> originated_offer();
  void entered_originated(Cycle now);
  // Hand on what came out of the switch.
  void send_flits(Cycle now, uint64_t waiting);
  void report_assignments(Cycle now);
  void report_crossings(Cycle now);
  void give_credits(Cycle now);
  // Of the head of a queue; `from`: the first cycle in which it requests, `now`: the last one.
  void becomes_front(Cycle from, const plain::FrontOut& front);
  void request(Cycle from, const plain::FrontOut& front);
  void end_request(Cycle now, unsigned input, unsigned output, unsigned vc);
  void leave_speculative_heads(const Packet& packet);
  // checks
  void check_arrival(unsigned port, FlitCell flit) const;
  void check_order(unsigned port, FlitCell flit, const plain::PacketHead& head,
                   unsigned arrived) const;
  void check_speculative(unsigned input, unsigned index) const;
  void check_credits() const;
  [[noreturn]] void fail(const std::string& what) const;

  Packet& packet(uint32_t slot) const { return context_.packets.at(slot); }
  const plain::PlainSwitch& core() const { return driver_->core(); }
  unsigned speculative_vc(unsigned index) const {
    return static_cast<unsigned>(context_.layout.speculative_vc) + index;
  }

  unsigned vcs_;
  const RouterPorts ports_;
  SwitchingTechniques techniques_;  ///< until end_of_elaboration()
  BufferPlan plan_;
  RouteComputation routes_;
  std::unique_ptr<plain::SwitchDriver> driver_;  ///< from then on
  std::unique_ptr<OwnQueues> own_queues_;        ///< null: the mechanism has none
  std::unique_ptr<FollowedPackets> followed_;    ///< null: nobody follows packets
  CreditTable no_runs_;                          ///< credits are told one by one
  FlitRuns flit_runs_;                           ///< by output
  std::vector<CreditLink> credit_links_;         ///< by input
  std::vector<DiscardedPacket> discards_;        ///< by input and VC
  std::vector<plain::FlitIn> arriving_;          ///< in this cycle, routed
  OwnPackets own_;
};

}  // namespace chokepoint
