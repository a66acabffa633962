// SPDX-License-Identifier: Apache-2.0
// Network interface of one node: send queues, packets, injection and ejection.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <systemc>

#include "sim/channel/channel.h"
#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/nic/control_receiver.h"
#include "sim/nic/injection.h"
#include "sim/traffic/traffic_source.h"
#include "sim/wave/wave_signals.h"
#include "sim/workload/workload_port.h"

namespace chokepoint {

/// Order within a cycle: credits, ejected flits, the mechanism's answers, generation (open-loop
/// sources, then the workload), one injected flit (Injection), the mechanism's clock.
///
/// No deadlock between requests and responses: the sink takes every flit at once, whatever its
/// class, so a request is consumed although the response that it asks for has no room in the send
/// queue yet (the mechanism keeps it until control_ready()). Each class has its own send queue and
/// its own VC everywhere, so responses wait for nothing but responses, and those are consumed
/// without owing anything.
class Nic : public NicState {
 public:
  /// `credits`: of the router's inputs; this NIC's are those of `place`.
  /// `to_router`: its flits are sent as those of port `place`.
  Nic(NetworkContext& context, NodeId id, CreditTable& credits, FlitRuns& to_router,
      unsigned place);

  /// A message of the user's, created in a cycle to come (Message::created). Of several those of
  /// earlier cycles first.
  void submit(const Message& message) { source_.add(message); }
  void attach(std::unique_ptr<NicAttachment> attachment) {
    attachment_ = std::move(attachment);
    injection_.attach(attachment_.get());
  }
  NicAttachment* attachment() { return attachment_.get(); }
  void send_flit_by_flit(const SwitchingTechnique* technique) {
    injection_.send_flit_by_flit(technique);
  }
  /// For FetchAhead.
  void list_state(StateLines& lines) const {
    lines.add(*this);
    source_.list_state(lines);
    if (attachment_) attachment_->list_state(lines);
  }

  /// Credits have come: true if a packet that lacked some may start now.
  bool credited() { return injection_.credited(); }
  /// Before them: room of a destination's share of the router's input.
  void take_share(NodeId destination, unsigned flits) { injection_.take_share(destination, flits); }
  /// Throws CheckError if a VC has more credits than there can be.
  void check_credits() const;
  /// ... or a destination more of its share.
  void check_share(NodeId destination) const;
  /// Its credit is the caller's business.
  void eject(Cycle now, FlitCell flit) {
    const unsigned before = received_[flit.vc()]++;
    if (flit.head() != (before == 0)) fail_mixed(flit);
    if (flit.tail()) eject_tail(now, flit);
  }
  /// The same for a control packet where the mechanism need not take it: true if its credit goes
  /// back at once.
  bool eject_control(Cycle now, FlitCell flit);
  /// Control packets that wait to be taken, and credits that they owe.
  ControlReceiver& control_receiver() { return receiver_; }
  unsigned held_control(unsigned vc) const {
    if (!receiver_.bounded()) return 0;
    const std::vector<unsigned>& vcs = context_.layout.message_vcs();
    const auto place = std::find(vcs.begin(), vcs.end(), vc);
    return place == vcs.end() ? 0 : receiver_.held(static_cast<unsigned>(place - vcs.begin()));
  }
  const ControlReceiver& control_receiver() const { return receiver_; }
  /// So many flits of the packet that is being ejected on `vc`, neither its head nor its tail.
  void ejected(unsigned vc, unsigned flits) {
    received_[vc] = static_cast<uint16_t>(received_[vc] + flits);
  }
  /// What is left of the cycle, credits and ejected flits read.
  void step(Cycle now);
  /// Instead of step(): true if all that is to be done is to send another flit of a packet, which
  /// has been done then.
  bool stream(Cycle now) { return injection_.stream(now); }
  /// Until then stream() is all that is to be done, unless it is woken.
  Cycle streams_until() const { return injection_.streams_until(); }
  FlitCell streamed_flit() const { return injection_.streamed_flit(); }
  /// As many times stream(), its flits sent by others.
  void streamed(unsigned flits) { injection_.streamed(flits); }
  /// The next cycle is one for step().
  void wake() { injection_.end_stream(); }
  /// The next cycle in which step() has something to do, unless a packet comes before. What may be
  /// injected is asked of that cycle: decisions() may be another number in it.
  Cycle wake_at(Cycle now) const {
    return injection_.may_inject(now + 1) ? now + 1 : next_call(now);
  }

  using NicState::send_control;
  void send_control(Cycle now, const ControlMessage& message) override;
  bool control_ready(PacketKind kind) const override {
    return injection_.control().ready(context_.layout.message_queue(kind));
  }
  std::optional<QueueHead> head_of(NodeId destination) const override;
  uint64_t candidate_outputs(const QueueHead& head) const override;
  bool queue_full(NodeId destination) const override;
  bool queue_empty(NodeId destination) const override {
    return queues().find(destination) == nullptr;
  }

  uint64_t queued_flits() const { return queues().flits(); }
  /// The part of the workload at this node; null: none.
  const NodeWorkload* workload() const { return workload_ ? &workload_->node() : nullptr; }
  bool sending() const { return injection_.sending(); }
  bool owes_packets() const { return attachment_ != nullptr && !attachment_->idle(); }
  /// Packets that have begun to enter and whose tail is here.
  unsigned tails() const { return injection_.tails(); }
  /// Flits that may still be injected on a VC: credits, and what is left of a packet that has
  /// begun.
  unsigned may_send(unsigned vc) const { return injection_.may_send(vc); }
  void check_empty() const;
  void describe_wave(WaveSignals& signals);

 private:
  const SendQueues& queues() const { return injection_.queues(); }
  void generate(Cycle now);
  void generate_jobs(Cycle now);
  void queue_message(Cycle now, Message message);
  bool has_room_for(const Message& message) const;
  Cycle next_message() const {
    return workload_ == nullptr ? source_.next_time()
                                : std::min(source_.next_time(), workload_->node().next_time());
  }
  void eject_tail(Cycle now, FlitCell flit);
  void check_ejected(const Packet& packet) const;
  void hand_over_control(Cycle now);
  /// Its tail is here: it counts as delivered. Then the mechanism gets it, of a control packet when
  /// it takes it.
  void note_arrival(Cycle now, const Packet& packet, unsigned vc);
  void hand_over(Cycle now, const Packet& packet);
  void note_delivery(Cycle now, const Packet& packet);
  [[noreturn]] void fail_mixed(FlitCell flit) const;
  /// The next cycle in which there is something to generate, or the mechanism wants its hooks.
  Cycle next_call(Cycle now) const {
    if (receiver_.waiting() != 0) return now + 1;
    const Cycle source = context_.generate ? next_message() : ~Cycle{0};
    return attachment_ == nullptr ? source : std::min(source, attachment_->sleeps_until(now));
  }
  [[noreturn]] void fail(const std::string& what) const;

  TrafficSource source_;
  alignas(64) Injection injection_;
  /// By VC, flits of the packet that is being ejected.
  alignas(64) std::array<uint16_t, VcLayout::kMaxVcs> received_{};
  std::unique_ptr<NicAttachment> attachment_;
  std::unique_ptr<WorkloadPort> workload_;  ///< null: none here
  unsigned buffer_flits_;
  unsigned send_queue_flits_, node_queue_flits_;
  ControlReceiver receiver_;
};

}  // namespace chokepoint
