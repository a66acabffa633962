// SPDX-License-Identifier: Apache-2.0
// Network interface: generation, injection, ejection.
#include "sim/network/nic.h"

#include <fmt/format.h>

namespace chokepoint {

Nic::Nic(NetworkContext& context, NodeId id)
    : NicState(context, id),
      endpoint_(context.scenario.network.node_channel_latency),
      source_(context.scenario, id),
      credits_(context.layout.total, context.scenario.network.vc_buffer_flits),
      received_(context.layout.total, 0),
      control_depth_(context.scenario.network.control_queue_packets),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      send_queue_flits_(context.scenario.network.send_queue_flits) {}

void Nic::step(Cycle now) {
  std::vector<CreditEvent>& credits = endpoint_.credits.due(now);
  if (!credits.empty()) read_credits(now);
  if (!endpoint_.flits.due(now).empty()) eject(now);
  if (attachment_) attachment_->begin_cycle(now);
  if (context_.generate && source_.next_time() <= now) generate(now);
  if (current_ != nullptr || control_head_ != nullptr || queues_.cursor() != nullptr) inject(now);
  if (attachment_) attachment_->end_cycle(now);
}

void Nic::read_credits(Cycle now) {
  std::vector<CreditEvent>& due = endpoint_.credits.due(now);
  for (const CreditEvent& event : due) {
    if (++credits_[event.vc] > buffer_flits_) {
      fail(fmt::format("VC {} has more credits than the buffer has flits", event.vc));
    }
  }
  due.clear();
}

void Nic::eject(Cycle now) {
  std::vector<FlitEvent>& due = endpoint_.flits.due(now);
  for (const FlitEvent& event : due) {
    Packet* packet = event.packet;
    from_router_->send_credit(now, event.vc);
    NetworkContext::Progress& progress = context_.progress_of(*packet);
    ++progress.flits_moved;
    if (packet->destination != id_) {
      fail(fmt::format("packet {:#x} for node {} was ejected here", packet->id,
                       packet->destination));
    }
    if (event.head != (received_[event.vc] == 0)) {
      fail(fmt::format("packet {:#x}: flits of two packets are mixed on VC {}", packet->id,
                       event.vc));
    }
    ++received_[event.vc];
    if (!event.tail) continue;
    if (received_[event.vc] != packet->flits) {
      fail(fmt::format("packet {:#x} has {} flits, {} arrived", packet->id, packet->flits,
                       received_[event.vc]));
    }
    received_[event.vc] = 0;
    --progress.packets_inside;
    context_.statistics.delivered(now, *packet);
    if (context_.observer != nullptr) context_.observer->delivered(now, *packet, event.vc);
    if (attachment_) {
      if (packet->vc_class == VcClass::kControl) {
        attachment_->control_received(now, *packet);
      } else {
        attachment_->received(now, *packet);
      }
    }
    context_.packets.give(packet);
  }
  due.clear();
}

bool Nic::queue_full(NodeId destination) const {
  if (send_queue_flits_ == 0) return false;
  const SendQueue* queue = queues_.find(destination);
  return queue != nullptr && queue->flits + queue->tail->message.flits > send_queue_flits_;
}

void Nic::generate(Cycle now) {
  while (source_.next_time() <= now) {
    Message message = source_.peek();
    if (send_queue_flits_ != 0) {
      const SendQueue* queue = queues_.find(message.destination);
      if (queue != nullptr && queue->flits + message.flits > send_queue_flits_) {
        source_.stall(now);
        continue;
      }
    }
    source_.take();
    message.created = now;
    queues_.push(message, messages_++);
    context_.statistics.generated(now, id_, message.destination, message.group, message.flits);
    if (attachment_) attachment_->generated(now, message.destination, message.flits);
  }
}

void Nic::send_control(Cycle now, PacketKind kind, NodeId destination, uint32_t payload) {
  unsigned copies = 1;
  if (context_.observer != nullptr) {
    copies = context_.observer->control(now, id_, kind, destination, payload);
  }
  for (; copies != 0; --copies) queue_control(now, kind, destination, payload);
}

void Nic::queue_control(Cycle now, PacketKind kind, NodeId destination, uint32_t payload) {
  Packet* packet = context_.packets.take();
  packet->id = (uint64_t{id_} << 40) | packets_++;
  packet->source = id_;
  packet->destination = destination;
  packet->kind = kind;
  packet->vc_class = VcClass::kControl;
  packet->minimal_only = true;
  packet->payload = payload;
  packet->group = kControlGroup;
  packet->created = now;
  ControlPacket* queued = control_pool_.take();
  queued->packet = packet;
  queued->next = nullptr;
  if (control_head_ == nullptr) {
    control_head_ = control_tail_ = queued;
  } else {
    control_tail_->next = queued;
    control_tail_ = queued;
  }
  ++control_count_;
}

int Nic::injection_vc(const Packet& packet) const {
  int best = -1;
  unsigned most = packet.flits - 1u;
  for (uint32_t vcs = context_.layout.injection(packet); vcs != 0; vcs &= vcs - 1) {
    const unsigned vc = static_cast<unsigned>(__builtin_ctz(vcs));
    if (credits_[vc] > most) {
      most = credits_[vc];
      best = static_cast<int>(vc);
    }
  }
  return best;
}

void Nic::send_flit(Cycle now, Packet* packet, unsigned vc, bool head, bool tail) {
  NetworkContext::Progress& progress = context_.progress_of(*packet);
  if (head) {
    packet->injected = now;
    ++progress.packets_inside;
    context_.statistics.injected(now, *packet);
    if (context_.observer != nullptr) context_.observer->injected(now, *packet);
  }
  ++progress.flits_moved;
  to_router_->send_flit(now, packet, vc, head, tail);
}

void Nic::inject(Cycle now) {
  if (control_head_ != nullptr) {
    const unsigned vc = static_cast<unsigned>(context_.layout.control_vc);
    if (credits_[vc] > 0) {
      ControlPacket* first = control_head_;
      --credits_[vc];
      send_flit(now, first->packet, vc, true, true);
      control_head_ = first->next;
      if (control_head_ == nullptr) control_tail_ = nullptr;
      --control_count_;
      control_pool_.give(first);
      return;
    }
  }
  if (current_ == nullptr && !start_packet(now)) return;
  const bool head = current_sent_ == 0;
  const bool tail = ++current_sent_ == current_->flits;
  Packet* packet = current_;
  if (tail) current_ = nullptr;
  send_flit(now, packet, current_vc_, head, tail);
}

bool Nic::start_packet(Cycle now) {
  SendQueue* queue = queues_.cursor();
  if (queue == nullptr) return false;
  Packet header;
  const size_t count = queues_.size();
  for (size_t i = 0; i < count; ++i, queue = queue->next) {
    const QueuedMessage& message = *queue->head;
    header.flits = static_cast<uint16_t>(message.packet_flits());
    InjectionDecision decision;
    if (attachment_) {
      decision =
          attachment_->may_inject(now, queue->destination, header.flits, message.message.group);
      if (!decision.allowed) continue;
    }
    header.vc_class = decision.vc_class;
    header.vc_set = decision.vc_set;
    const int vc = injection_vc(header);
    if (vc < 0) continue;
    Packet* packet = context_.packets.take();
    *packet = header;
    packet->id = (uint64_t{id_} << 40) | packets_++;
    packet->source = id_;
    packet->destination = queue->destination;
    packet->message = message.number;
    packet->sequence_number = message.next_packet;
    packet->message_packets = message.packets;
    packet->group = message.message.group;
    packet->created = message.message.created;
    packet->throttled = decision.throttled;
    packet->minimal_only = decision.minimal_only;
    current_ = packet;
    current_sent_ = 0;
    current_vc_ = static_cast<unsigned>(vc);
    credits_[current_vc_] -= packet->flits;
    queues_.take_packet(queue);
    if (attachment_) attachment_->injected(now, *packet);
    return true;
  }
  return false;
}

void Nic::check_empty() const {
  for (unsigned vc = 0; vc < credits_.size(); ++vc) {
    if (credits_[vc] != buffer_flits_) {
      fail(fmt::format("VC {} ends with {} of {} credits", vc, credits_[vc], buffer_flits_));
    }
  }
}

void Nic::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: NIC {}: {}", context_.now, id_, what));
}

NodeGroup::NodeGroup(sc_core::sc_module_name name, NetworkContext& context, NodeId first,
                     unsigned count, const sc_core::sc_event& tick)
    : sc_module(name),
      injection("injection", count),
      ejection("ejection", count),
      context_(context) {
  for (unsigned i = 0; i < count; ++i) nics_.push_back(std::make_unique<Nic>(context, first + i));
  SC_METHOD(clock);
  sensitive << tick;
  dont_initialize();
}

void NodeGroup::end_of_elaboration() {
  for (unsigned i = 0; i < nics_.size(); ++i) {
    nics_[i]->connect(injection[i].operator->(), ejection[i].operator->());
  }
}

void NodeGroup::clock() {
  context_.guard([this] {
    for (const std::unique_ptr<Nic>& nic : nics_) nic->step(context_.now);
  });
}

}  // namespace chokepoint
