// SPDX-License-Identifier: Apache-2.0
// A router of the network whose switch is a PlainSwitch.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/channel/flit_runs.h"
#include "sim/common/random.h"
#include "sim/hooks/queue_control.h"
#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/switch.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// Around the switch: channels, route computation, statistics, the mechanism's hooks, checks. What
/// happens in a cycle, and in which order, stands in PlainSwitch; a tick must be one cycle.
///
/// With a `twin` a second switch gets the same SwitchIn in every cycle, made by that technique:
/// CheckError names the first port and field in which what comes out differs.
class PlainRouter : public Switch, public QueueControl {
 public:
  PlainRouter(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
              std::unique_ptr<SwitchingTechnique> technique,
              std::unique_ptr<SwitchingTechnique> twin = nullptr);
  void step(Cycle now) override;
  void begin_tick(Cycle) override {}
  void end_streams() override {
    if (flit_runs_.any()) flit_runs_.end_cycle(next_cycle_, 0);
  }

  const CreditTable& credit_table() const override { return no_runs_; }
  unsigned queue_flits(unsigned output, unsigned vc_set) const override;
  bool downstream_room(unsigned output, unsigned vc, unsigned flits) const override {
    return credits(output, vc) >= flits;
  }
  void gate_speculation() override { gated_ = true; }
  void permit(unsigned input, unsigned index) override;
  void drop_to_nack(Cycle now, unsigned input, unsigned index, Packet& packet,
                    const NackHeader& header) override;
  bool origination_ready() const override { return originated_ == nullptr; }
  void originate(Cycle now, const OriginatedMessage& message) override;

  unsigned create_queue(unsigned input) override;
  void free_queue(unsigned input, unsigned queue) override;
  void block_queue(unsigned input, unsigned queue, bool blocked) override;
  void swap_queues(unsigned input, unsigned a, unsigned b) override;
  const Packet* queue_front(unsigned input, unsigned queue) const override;
  unsigned usual_queue(unsigned vc, unsigned output) const override { return queue_of(vc, output); }

  unsigned tails() const override;
  void check_empty() const override;
  unsigned may_send(unsigned port, unsigned vc) const override {
    return credits(port, vc) + core_->outputs()[port].state(vc).claimed;
  }
  unsigned holds(unsigned port, unsigned vc) const override {
    return core_->inputs()[port].held(vc);
  }
  size_t packets_held() const override { return core_->packets(); }
  void describe_wave(WaveSignals& signals) override;
  std::string describe_packets() const override;

 private:
  /// What delays a speculative packet: the data packets of its set and the speculative ones.
  struct SpeculativeQueues : QueueView {
    explicit SpeculativeQueues(const PlainRouter& r) : router(r) {}
    unsigned queue_flits(unsigned output, unsigned vc_set) const override {
      return router.queue_flits(output, vc_set) +
             router.queue_flits(output, router.context_.layout.sets);
    }
    const PlainRouter& router;
  };
  /// A dropped packet whose flits are still coming.
  struct Discard {
    const Packet* packet = nullptr;
    unsigned arrived = 0, flits = 0;
  };

  void end_of_elaboration() override;
  void take_credits(Cycle now);
  void route_flit(unsigned port, FlitCell flit);
  void take_flit(Cycle now, const plain::FlitIn& flit);
  plain::PacketHead head_of(Packet& packet, unsigned input, unsigned input_vc, bool may_turn_back);
  void head_arrived(Cycle now, unsigned port, const plain::FlitIn& flit, bool front);
  void discarded(const plain::ArrivalOut& flit);
  void offer_originated();
  void entered_originated(Cycle now);
  void change_queues();
  void compare_with_twin(Cycle now);
  // Hand on what came out of the switch.
  void send_flits(Cycle now);
  void report_assignments(Cycle now);
  void report_crossings(Cycle now);
  void give_credits(Cycle now);
  // Of the head of a queue; `from`: the first cycle in which it requests, `now`: the last one.
  void becomes_front(Cycle from, const plain::FrontOut& front);
  void end_request(Cycle now, unsigned input, unsigned output, unsigned vc);
  void leave_speculative_heads(const Packet& packet);
  // checks
  void check_arrival(unsigned port, FlitCell flit) const;
  void check_order(unsigned port, FlitCell flit, const plain::PacketHead& head,
                   unsigned arrived) const;
  void check_queue(unsigned input, unsigned queue) const;
  void check_drop(unsigned input, unsigned index, const NackHeader& header) const;
  void check_credits() const;
  [[noreturn]] void fail(const std::string& what) const;

  Packet& packet(uint32_t slot) const { return context_.packets.at(slot); }
  unsigned credits(unsigned port, unsigned vc) const {
    return core_->outputs()[port].state(vc).credits;
  }
  unsigned queue_of(unsigned vc, unsigned output) const {
    return context_.layout.is_voq(vc) ? output * vcs_ + vc : radix_ * vcs_ + vc;
  }
  unsigned speculative_vc(unsigned index) const {
    return static_cast<unsigned>(context_.layout.speculative_vc) + index;
  }
  /// Place in the switch's counts: data packets by VC set, speculative packets, others.
  unsigned count_of(const Packet& packet) const;
  unsigned queued_flits(unsigned output) const;  ///< in input queues, for `output`
  unsigned buffer_flits(unsigned output) const;  ///< in the output buffer
  unsigned waiting_packets(unsigned output) const;

  unsigned vcs_;
  uint64_t node_outputs_ = 0;  ///< mask
  std::unique_ptr<SwitchingTechnique> technique_, twin_technique_;
  std::unique_ptr<plain::PlainSwitch> core_, twin_;  ///< from end_of_elaboration() on
  plain::SwitchIn in_;
  plain::SwitchOut out_, twin_out_;
  CreditTable no_runs_;                   ///< credits are told one by one
  FlitRuns flit_runs_;                    ///< by output
  std::vector<CreditLink> credit_links_;  ///< by input
  std::vector<Discard> discards_;         ///< by input and VC
  SpeculativeQueues speculative_queues_{*this};
  bool gated_ = false;
  Packet* originated_ = nullptr;  ///< waits at the router's own injection point
  uint64_t packets_originated_ = 0;
  Cycle next_cycle_ = 0;
  QueueOwner* queue_owner_ = nullptr;            ///< null: the mechanism has no queues
  std::vector<std::vector<bool>> created_;       ///< by input and queue beyond the usual ones
  std::vector<plain::QueueIn> pending_changes_;  ///< before the next VC allocation
};

}  // namespace chokepoint
