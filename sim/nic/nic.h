// SPDX-License-Identifier: Apache-2.0
// Network interface of one node: send queues, packets, injection and ejection.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <systemc>

#include "sim/channel/channel.h"
#include "sim/channel/flit_runs.h"
#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/nic/send_queues.h"
#include "sim/traffic/traffic_source.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint {

/// Order within a cycle: credits, ejected flits, the mechanism's answers, generation, one injected
/// flit, the mechanism's clock. Control packets go before data, class by class: one that has no
/// credits blocks its class only. The data packet that has begun goes on; otherwise the mechanism's
/// retransmission starts, or the next send queue in round-robin order whose packet the mechanism
/// allows and for which an injection VC has credits for the whole packet: a queue with a normal
/// packet, or else one with a speculative packet.
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
    retransmits_ = attachment_ != nullptr && context_.layout.speculative_vcs != 0;
  }
  NicAttachment* attachment() { return attachment_.get(); }
  /// For FetchAhead.
  void list_state(StateLines& lines) const {
    lines.add(*this);
    source_.list_state(lines);
    if (attachment_) attachment_->list_state(lines);
  }

  /// Credits have come: true if a packet that lacked some may start now.
  bool credited() {
    if (!refused_ || lacks_wanted_credits()) return false;
    refused_ = false;
    return true;
  }
  /// Throws CheckError if a VC has more credits than there can be.
  void check_credits() const;
  /// Its credit is the caller's business.
  void eject(Cycle now, FlitCell flit) {
    const unsigned before = received_[flit.vc()]++;
    if (flit.head() != (before == 0)) fail_mixed(flit);
    if (flit.tail()) eject_tail(now, flit);
  }
  /// So many flits of the packet that is being ejected on `vc`, neither its head nor its tail.
  void ejected(unsigned vc, unsigned flits) {
    received_[vc] = static_cast<uint16_t>(received_[vc] + flits);
  }
  /// What is left of the cycle, credits and ejected flits read.
  void step(Cycle now);
  /// Instead of step(): true if all that is to be done is to send another flit of a packet, which
  /// has been done then.
  bool stream(Cycle now) {
    if (now >= streams_until_) return false;
    ++current_sent_;
    to_router_.send(now, place_, current_body_);
    return true;
  }
  /// Until then stream() is all that is to be done, unless it is woken.
  Cycle streams_until() const { return streams_until_; }
  FlitCell streamed_flit() const { return current_body_; }
  /// As many times stream(), its flits sent by others.
  void streamed(unsigned flits) { current_sent_ += flits; }
  /// The next cycle is one for step().
  void wake() { streams_until_ = 0; }
  /// The next cycle in which step() has something to do, unless a packet comes before. What may be
  /// injected is asked of that cycle: decisions() may be another number in it.
  Cycle wake_at(Cycle now) const { return may_inject(now + 1) ? now + 1 : next_call(now); }

  using NicState::send_control;
  void send_control(Cycle now, const ControlMessage& message) override;
  bool control_ready(unsigned control_class) const override {
    return control_class < control_.size() && control_[control_class].count < control_depth_;
  }
  std::optional<QueueHead> head_of(NodeId destination) const override;
  bool queue_full(NodeId destination) const override;
  bool queue_empty(NodeId destination) const override {
    return queues_.find(destination) == nullptr;
  }

  uint64_t queued_flits() const { return queues_.flits(); }
  bool sending() const { return current_ != nullptr || control_count_ != 0; }
  bool owes_packets() const { return attachment_ != nullptr && !attachment_->idle(); }
  /// Packets that have begun to enter and whose tail is here.
  unsigned tails() const { return current_ != nullptr && current_sent_ != 0 ? 1 : 0; }
  /// Flits that may still be injected on a VC: credits, and what is left of a packet that has
  /// begun.
  unsigned may_send(unsigned vc) const {
    return credits(vc) +
           (current_ != nullptr && current_body_.vc() == vc ? current_->flits - current_sent_ : 0u);
  }
  void check_empty() const;
  void describe_wave(WaveSignals& signals);

 private:
  void generate(Cycle now);
  void inject(Cycle now);
  void eject_tail(Cycle now, FlitCell flit);
  void note_delivery(Cycle now, const Packet& packet);
  [[noreturn]] void fail_mixed(FlitCell flit) const;
  bool may_inject(Cycle now) const {
    return current_ != nullptr || control_count_ != 0 ||
           ((queues_.cursor() != nullptr || retransmits_) && !refused(now));
  }
  /// All heads were refused, a packet to be sent again too, and nothing that they were refused for
  /// has changed.
  bool refused(Cycle now) const {
    return refused_ && unasked_ == 0 && decisions_ == decisions(now);
  }
  /// The next cycle in which there is something to generate, or the mechanism wants its hooks.
  Cycle next_call(Cycle now) const {
    const Cycle source = context_.generate ? source_.next_time() : ~Cycle{0};
    return attachment_ == nullptr ? source : std::min(source, attachment_->sleeps_until(now));
  }
  uint64_t decisions(Cycle now) const { return attachment_ ? attachment_->decisions(now) : 0; }
  unsigned credits(unsigned vc) const { return credits_.at(place_, vc); }
  bool start_packet(Cycle now);
  /// A send queue whose head may start; null: none.
  struct Candidate {
    SendQueue* queue = nullptr;
    InjectionDecision decision;
    unsigned vc = 0;
    size_t looked_at = 0;  ///< queues, this one included
  };
  Candidate find_candidate(Cycle now, size_t count, bool at_end, bool only_speculative);
  void want_credits(const Packet& packet);
  bool lacks_wanted_credits() const;
  bool start_retransmission(Cycle now, const Packet& again);
  void start_from(Cycle now, SendQueue* queue, const InjectionDecision& decision, unsigned vc);
  void start(Cycle now, Packet* packet, unsigned vc);
  void queue_control(Cycle now, const ControlMessage& message);
  bool send_queued_control(Cycle now);
  int injection_vc(const Packet& packet) const;
  void send_flit(Cycle now, Packet* packet, unsigned vc, bool head, bool tail);
  [[noreturn]] void fail(const std::string& what) const;

  TrafficSource source_;
  // What streaming, a credit and an ejected flit need is in two cache lines, what a packet needs
  // besides in the next one: other sites come between two packets, and each line is read from far.
  alignas(64) FlitRuns& to_router_;
  unsigned place_;  ///< in it, and in credits_
  /// Until then nothing is to be done but to send flits of current_ that are neither head nor tail.
  Cycle streams_until_ = 0;
  Packet* current_ = nullptr;  ///< data packet being injected
  FlitCell current_body_{0};   ///< its flits between head and tail
  unsigned current_sent_ = 0;
  unsigned buffer_flits_;
  unsigned credits_wanted_ = 0;  ///< of one VC, for the shortest head that lacked credits
  uint32_t vcs_wanted_ = 0;      ///< of all these heads
  unsigned control_count_ = 0;   ///< packets in control_
  bool refused_ = false;         ///< no head could start, with decisions_
  bool retransmits_ = false;     ///< the mechanism may have packets to send again
  /// By VC, flits of the packet that is being ejected.
  alignas(64) std::array<uint16_t, VcLayout::kMaxVcs> received_{};
  CreditTable& credits_;
  alignas(64) SendQueues queues_;
  std::unique_ptr<NicAttachment> attachment_;
  uint64_t packets_ = 0;
  uint32_t messages_ = 0;
  unsigned send_queue_flits_;
  /// While it is decisions(): all heads but those of `unasked_` were refused by the mechanism, or
  /// for less than `credits_wanted_` on `vcs_wanted_`, if `asked_`.
  uint64_t decisions_ = 0;
  bool asked_ = false;
  size_t unasked_ = 0;  ///< send queues at the end of the round
  struct ControlQueue {
    ControlPacket* head = nullptr;
    ControlPacket* tail = nullptr;
    unsigned count = 0;
  };
  std::vector<ControlQueue> control_;  ///< per class
  unsigned control_depth_;             ///< of each
};

}  // namespace chokepoint
