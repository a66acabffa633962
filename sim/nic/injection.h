// SPDX-License-Identifier: Apache-2.0
// The sending half of a NIC: what waits, which packet is next, one flit a cycle.
#pragma once

#include <algorithm>

#include "sim/channel/channel.h"
#include "sim/channel/flit_runs.h"
#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/nic/control_queues.h"
#include "sim/nic/router_room.h"
#include "sim/switch/switching/technique.h"
#include "sim/traffic/send_queues.h"

namespace chokepoint {

/// Control packets go before data, class by class: one that has no credits blocks its class only.
/// The data packet that has begun goes on; otherwise the mechanism's retransmission starts, or the
/// next send queue in round-robin order whose packet the mechanism allows and for which an
/// injection VC has credits for the whole packet: a queue with a normal packet, or else one with a
/// speculative packet. By a technique that sends flit by flit a packet starts on a VC that the
/// technique grants it, and each of its flits waits for a credit.
class Injection {
 public:
  /// Of node `id`. `credits`: of the router's inputs; its own are those of `place`. Its flits are
  /// sent as those of port `place` of `to_router`.
  Injection(NetworkContext& context, NodeId id, CreditTable& credits, FlitRuns& to_router,
            unsigned place);
  void attach(NicAttachment* attachment) {
    attachment_ = attachment;
    retransmits_ =
        attachment != nullptr && (context_.layout.speculative_vcs != 0 || context_.frees_packets);
  }
  /// Packets may be longer than the router's buffers.
  void send_flit_by_flit(const SwitchingTechnique* technique) { technique_ = technique; }

  // What waits.
  const SendQueues& queues() const { return queues_; }
  /// The header of this packet, if it is the next that is sent, as ordinary data.
  Packet header_of(const QueueHead& head) const;
  const QueuedMessage& add(const Message& message) {
    const size_t queues = queues_.size();
    const QueuedMessage& queued = queues_.push(message, messages_++);
    refusal_.unasked += queues_.size() - queues;
    return queued;
  }
  void add_control(Cycle now, const ControlMessage& message);
  const ControlQueues& control() const { return control_; }
  bool sending() const { return current_ != nullptr || control_.count() != 0; }
  /// Null: none.
  const Packet* current() const { return current_; }
  /// Packets that have begun to enter and whose tail is here.
  unsigned tails() const { return current_ != nullptr && current_sent_ != 0 ? 1 : 0; }

  // A cycle.
  unsigned credits(unsigned vc) const { return room_.credits.at(place_, vc); }
  /// Flits that may still be injected on a VC: credits, and what is left of a packet that has
  /// begun.
  unsigned may_send(unsigned vc) const {
    const bool claimed = current_ != nullptr && current_body_.vc() == vc && technique_ == nullptr;
    return credits(vc) + (claimed ? current_->flits - current_sent_ : 0u);
  }
  /// Room of a destination's share comes back, before credits do.
  void take_share(NodeId destination, unsigned flits) { room_.shares->give(destination, flits); }
  /// Destinations that have shares, and what is neither used nor claimed of one's.
  unsigned shares() const { return room_.shares ? context_.topology.nodes() : 0; }
  unsigned share(NodeId destination) const { return room_.shares->left(destination); }
  /// Credits have come: true if a packet that lacked some may start now.
  bool credited() {
    if (!refusal_.all || lacks_wanted_credits()) return false;
    refusal_.all = false;
    return true;
  }
  bool may_inject(Cycle now) const {
    return current_ != nullptr || control_.count() != 0 ||
           ((queues_.cursor() != nullptr || retransmits_) && !refused(now));
  }
  /// If may_inject().
  void inject(Cycle now);

  // Streams: cycles in which nothing is to be done but to send another flit of a packet.
  /// After the cycle; `next_call()`: the next one in which something else is to be done.
  template <class NextCall>
  void plan_stream(Cycle now, NextCall&& next_call) {
    streams_until_ = 0;
    if (current_ != nullptr && control_.count() == 0 && technique_ == nullptr) {
      const Cycle tail = now + current_->flits - current_sent_;
      streams_until_ = std::min(tail, next_call());
    }
  }
  Cycle streams_until() const { return streams_until_; }
  void end_stream() { streams_until_ = 0; }
  bool stream(Cycle now) {
    if (now >= streams_until_) return false;
    ++current_sent_;
    to_router_.send(now, place_, current_body_);
    return true;
  }
  FlitCell streamed_flit() const { return current_body_; }
  /// As many times stream(), its flits sent by others.
  void streamed(unsigned flits) { current_sent_ += flits; }

 private:
  /// What was found when no send queue's head could start, so that nobody is asked again before
  /// something has changed.
  struct Refusal {
    unsigned credits_wanted = 0;  ///< of one VC, for the shortest head that lacked credits
    uint32_t vcs_wanted = 0;      ///< of all these heads
    bool all = false;             ///< no head could start, with `decisions`
    bool asked = false;
    /// While it is decisions(): all heads but those of `unasked` were refused by the mechanism, or
    /// for less than `credits_wanted` on `vcs_wanted`, if `asked`.
    uint64_t decisions = 0;
    size_t unasked = 0;  ///< send queues at the end of the round
  };
  /// A send queue whose head may start; null: none.
  struct Candidate {
    SendQueue* queue = nullptr;
    InjectionDecision decision;
    unsigned vc = 0;
    size_t looked_at = 0;  ///< queues, this one included
  };
  /// All heads were refused, a packet to be sent again too, and nothing that they were refused for
  /// has changed.
  bool refused(Cycle now) const {
    return refusal_.all && refusal_.unasked == 0 && refusal_.decisions == decisions(now);
  }
  uint64_t decisions(Cycle now) const { return attachment_ ? attachment_->decisions(now) : 0; }
  bool start_packet(Cycle now);
  Candidate find_candidate(Cycle now, size_t count, bool at_end, bool only_speculative);
  void want_credits(const Packet& packet, unsigned leaves_room);
  bool lacks_wanted_credits() const;
  bool start_retransmission(Cycle now, const Packet& again);
  void start_from(Cycle now, SendQueue* queue, const InjectionDecision& decision, unsigned vc);
  void start(Cycle now, Packet* packet, unsigned vc);
  bool send_queued_control(Cycle now);
  int injection_vc(const Packet& packet, unsigned leaves_room) const;
  void send_flit(Cycle now, Packet* packet, unsigned vc, bool head, bool tail);

  // What streaming and a credit need comes first, in a cache line, what a packet needs besides in
  // the next ones: other sites come between two packets, and each line is read from far.
  FlitRuns& to_router_;
  unsigned place_;             ///< in it, and in room_.credits
  unsigned current_sent_ = 0;  ///< flits
  /// Until then nothing is to be done but to send flits of current_ that are neither head nor tail.
  Cycle streams_until_ = 0;
  Packet* current_ = nullptr;  ///< data packet being injected
  FlitCell current_body_{0};   ///< its flits between head and tail
  bool retransmits_ = false;   ///< the mechanism may have packets to send again
  Refusal refusal_;
  RouterRoom room_;
  NicAttachment* attachment_ = nullptr;
  SendQueues queues_;
  ControlQueues control_;
  NetworkContext& context_;
  const SwitchingTechnique* technique_ = nullptr;  ///< null: packets go as a whole
  NodeId id_;
  uint32_t messages_ = 0;
  uint64_t next_id_ = uint64_t{id_} << 40;  ///< of a packet
};

/// The packet at the head of a send queue, as a mechanism sees it.
QueueHead queue_head(const SendQueue& queue);

}  // namespace chokepoint
