// SPDX-License-Identifier: Apache-2.0
// Network interface: control packets, choice of the next packet, injection flit by flit.
#include "sim/nic/injection.h"

#include <fmt/format.h>

namespace chokepoint {

namespace {

[[noreturn]] void fail(const NetworkContext& context, NodeId id, const char* what) {
  throw CheckError(fmt::format("cycle {}: NIC {}: {}", context.now, id, what));
}

/// In which a packet enters that the mechanism of node `id` lets go.
VcClass class_of(const NetworkContext& context, NodeId id, const InjectionDecision& decision) {
  if (decision.speculative) {
    if (context.layout.speculative_vcs == 0) {
      fail(context, id, "the mechanism speculates and has no VC for it");
    }
    return context.layout.speculative_class;
  }
  if (carries_messages(decision.vc_class) || is_droppable(decision.vc_class)) {
    fail(context, id, "the mechanism sends data in a VC class that is not for it");
  }
  return decision.vc_class;
}

/// A VC of a router's input, of whose buffer so many flits are free, to a packet.
bool grants(const SwitchingTechnique& technique, unsigned depth, unsigned credits, unsigned flits) {
  OutputVcState vc;
  vc.credits = credits;
  vc.free = vc.depth = depth;
  return technique.grants(vc, flits);
}

}  // namespace

Injection::Injection(NetworkContext& context, NodeId id, CreditTable& credits, FlitRuns& to_router,
                     unsigned place)
    : to_router_(to_router),
      place_(place),
      room_(credits, context),
      queues_(context.send_queues),
      control_(context.send_queues.control,
               static_cast<unsigned>(context.layout.message_vcs().size()),
               context.scenario.network.control_queue_packets),
      context_(context),
      id_(id) {}

QueueHead queue_head(const SendQueue& queue) {
  const QueuedMessage& message = *queue.head;
  QueueHead head;
  head.destination = queue.destination;
  head.flits = message.packet_flits();
  head.group = message.message.group;
  head.message = message.number;
  head.next_packet = message.next_packet;
  head.packets = message.packets;
  head.flits_left = message.flits_left;
  head.packet_flits = message.message.packet_flits;
  head.created = message.message.created;
  return head;
}

void Injection::add_control(Cycle now, const ControlMessage& message) {
  Packet* packet = context_.packets.take();
  context_.layout.become_message(*packet, message.kind);
  packet->id = next_id_++;
  packet->source = id_;
  packet->destination = message.destination;
  packet->message = message.message;
  packet->sequence_number = message.sequence_number;
  packet->payload = message.payload;
  packet->created = now;
  context_.routing.give_turns(*packet, context_.topology.router_of(id_));
  control_.push(context_.layout.message_queue(message.kind), packet);
}

Packet Injection::header_of(const QueueHead& head) const {
  Packet header;
  header.id = next_id_;
  header.source = id_;
  header.destination = head.destination;
  header.flits = static_cast<uint16_t>(head.flits);
  header.group = static_cast<uint8_t>(head.group);
  header.message = head.message;
  header.sequence_number = head.next_packet;
  header.message_packets = head.packets;
  header.created = head.created;
  header.minimal_only = context_.layout.minimal_only(header.vc_class);
  context_.routing.give_turns(header, context_.topology.router_of(id_));
  return header;
}

int Injection::injection_vc(const Packet& packet, unsigned leaves_room) const {
  int best = -1;
  const unsigned depth = context_.scenario.network.vc_buffer_flits;
  unsigned most = technique_ == nullptr ? packet.flits + leaves_room - 1u : 0u;
  for (uint32_t vcs = context_.layout.injection(packet); vcs != 0; vcs &= vcs - 1) {
    const unsigned vc = static_cast<unsigned>(__builtin_ctz(vcs));
    if (credits(vc) > most &&
        (technique_ == nullptr || grants(*technique_, depth, credits(vc), packet.flits))) {
      most = credits(vc);
      best = static_cast<int>(vc);
    }
  }
  return best;
}

void Injection::send_flit(Cycle now, Packet* packet, unsigned vc, bool head, bool tail) {
  if (head) {
    packet->injected = now;
    ++context_.progress_of(packet->vc_class).packets_inside;
    context_.statistics.injected(now, *packet);
    if (context_.observer != nullptr) context_.observer->injected(now, *packet);
  }
  to_router_.send(now, place_, FlitCell(packet->slot, vc, head, tail));
}

bool Injection::send_queued_control(Cycle now) {
  for (unsigned queue = 0; queue < control_.queues(); ++queue) {
    Packet* const first = control_.first(queue);
    const unsigned vc = context_.layout.message_vcs()[queue];
    if (first == nullptr || credits(vc) == 0) continue;
    room_.credits.take(place_, vc, 1);
    send_flit(now, first, vc, true, true);
    control_.pop(queue);
    return true;
  }
  return false;
}

void Injection::inject(Cycle now) {
  if (control_.count() != 0 && send_queued_control(now)) return;
  if (current_ == nullptr) {
    if (refused(now)) return;
    refusal_.all = !start_packet(now);
    if (refusal_.all) return;
  }
  if (technique_ != nullptr) {
    if (credits(current_body_.vc()) == 0) return;
    room_.credits.take(place_, current_body_.vc(), 1);
  }
  const bool head = current_sent_ == 0;
  const bool tail = ++current_sent_ == current_->flits;
  Packet* packet = current_;
  if (tail) current_ = nullptr;
  send_flit(now, packet, current_body_.vc(), head, tail);
}

void Injection::want_credits(const Packet& packet, unsigned leaves_room) {
  const unsigned wanted = technique_ == nullptr ? packet.flits + leaves_room : 1u;
  refusal_.credits_wanted = std::min(refusal_.credits_wanted, wanted);
  refusal_.vcs_wanted |= context_.layout.injection(packet);
}

bool Injection::lacks_wanted_credits() const {
  for (uint32_t vcs = refusal_.vcs_wanted; vcs != 0; vcs &= vcs - 1) {
    if (credits(static_cast<unsigned>(__builtin_ctz(vcs))) >= refusal_.credits_wanted) return false;
  }
  return true;
}

bool Injection::start_packet(Cycle now) {
  const bool asked = refusal_.asked && refusal_.decisions == decisions(now);
  const bool only_unasked = asked && (refusal_.all || lacks_wanted_credits());
  const unsigned credits_wanted = refusal_.credits_wanted;
  const uint32_t vcs_wanted = refusal_.vcs_wanted;
  if (!only_unasked) {
    refusal_.credits_wanted = ~0u;
    refusal_.vcs_wanted = 0;
  }
  bool only_speculative = false;
  if (retransmits_) {
    if (const Packet* again = attachment_->retransmission(now)) {
      if (start_retransmission(now, *again)) {
        refusal_.asked = false;
        return true;
      }
      only_speculative = true;
      want_credits(*again, 0);
    }
  }
  const size_t count = only_unasked ? refusal_.unasked : queues_.size();
  const Candidate found = find_candidate(now, count, only_unasked, only_speculative);
  if (found.queue == nullptr) {
    refusal_.asked = true;
    refusal_.decisions = decisions(now);
    refusal_.unasked = 0;
    return false;
  }
  const size_t queues = queues_.size();
  start_from(now, found.queue, found.decision, found.vc);
  if (found.decision.speculative) {
    refusal_.asked = false;
    return true;
  }
  // The round begins behind this queue now, so those that were passed over end it, with this one
  // if it has another head.
  refusal_.asked = asked && !retransmits_ && (!only_unasked || found.looked_at == count);
  if (!only_unasked) {
    refusal_.credits_wanted = credits_wanted;
    refusal_.vcs_wanted = vcs_wanted;
    refusal_.unasked += found.looked_at;
  }
  refusal_.unasked = std::min(refusal_.unasked - (queues - queues_.size()), queues_.size());
  return true;
}

/// Looks through `count` queues, from the cursor on, or of those at the end of the round. The first
/// with a packet that may start; a speculative one only if there is no other. Notes the credits
/// that heads lacked which it passed over.
Injection::Candidate Injection::find_candidate(Cycle now, size_t count, bool at_end,
                                               bool only_speculative) {
  SendQueue* queue = queues_.cursor();
  if (at_end) {  // SendQueues opens queues just before the cursor
    for (size_t i = 0; i < count; ++i) queue = queue->previous;
  }
  Candidate speculative;
  Packet header;
  for (size_t i = 0; i < count; ++i, queue = queue->next) {
    header.flits = static_cast<uint16_t>(queue->head->packet_flits());
    InjectionDecision decision;
    if (attachment_) {
      decision = attachment_->may_inject(now, queue_head(*queue));
      if (!decision.allowed && decision.ends_round) break;
      if (!decision.allowed) continue;
    }
    if (decision.speculative ? speculative.queue != nullptr : only_speculative) continue;
    header.vc_class = class_of(context_, id_, decision);
    header.vc_set = decision.vc_set;
    const int vc = injection_vc(header, decision.leaves_room);
    if (vc < 0 || !room_.has_share(static_cast<unsigned>(vc), queue->destination, header.flits)) {
      want_credits(header, decision.leaves_room);
      continue;
    }
    const Candidate found{queue, decision, static_cast<unsigned>(vc), i + 1};
    if (!decision.speculative) return found;
    speculative = found;
  }
  return speculative;
}

void Injection::start_from(Cycle now, SendQueue* queue, const InjectionDecision& decision,
                           unsigned vc) {
  const QueuedMessage& message = *queue->head;
  Packet* packet = context_.packets.take();
  packet->flits = static_cast<uint16_t>(message.packet_flits());
  packet->kind = decision.speculative ? PacketKind::kSpeculativeData : PacketKind::kData;
  packet->vc_class = class_of(context_, id_, decision);
  packet->vc_set = decision.vc_set;
  packet->destination = queue->destination;
  packet->message = message.number;
  packet->sequence_number = message.next_packet;
  packet->message_packets = message.packets;
  packet->group = message.message.group;
  packet->created = message.message.created;
  packet->tag = message.message.tag;
  packet->throttled = decision.throttled;
  packet->minimal_only = decision.minimal_only || context_.layout.minimal_only(packet->vc_class);
  queues_.take_packet(queue);
  start(now, packet, vc);
}

bool Injection::start_retransmission(Cycle now, const Packet& again) {
  const int vc = injection_vc(again, 0);
  if (vc < 0 || !room_.has_share(static_cast<unsigned>(vc), again.destination, again.flits))
    return false;
  Packet* packet = context_.packets.take();
  packet->destination = again.destination;
  packet->message = again.message;
  packet->payload = again.payload;
  packet->flits = again.flits;
  packet->sequence_number = again.sequence_number;
  packet->message_packets = again.message_packets;
  packet->kind = again.kind;
  packet->vc_class = again.vc_class;
  packet->group = again.group;
  packet->throttled = again.throttled;
  packet->minimal_only = again.minimal_only;
  packet->vc_set = again.vc_set;
  packet->created = again.created;
  packet->tag = again.tag;
  context_.statistics.retransmitted(now, *packet);
  start(now, packet, static_cast<unsigned>(vc));
  return true;
}

void Injection::start(Cycle now, Packet* packet, unsigned vc) {
  packet->id = next_id_++;
  packet->source = id_;
  context_.routing.give_turns(*packet, context_.topology.router_of(id_));
  current_ = packet;
  current_sent_ = 0;
  current_body_ = FlitCell(packet->slot, vc, false, false);
  if (technique_ == nullptr) room_.credits.take(place_, vc, packet->flits);
  room_.claim_share(vc, packet->destination, packet->flits);
  if (attachment_) attachment_->injected(now, *packet);
}

}  // namespace chokepoint
