// SPDX-License-Identifier: Apache-2.0
// Network interface: generation and ejection. Injection is in nic_injection.cpp.
#include "sim/nic/nic.h"

#include <fmt/format.h>

namespace chokepoint {

Nic::Nic(NetworkContext& context, NodeId id, CreditTable& credits, FlitRuns& to_router,
         unsigned place)
    : NicState(context, id),
      source_(context.scenario, id),
      to_router_(to_router),
      place_(place),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      credits_(credits),
      queues_(context.send_queues),
      send_queue_flits_(context.scenario.network.send_queue_flits),
      control_(context.layout.control_vcs),
      control_depth_(context.scenario.network.control_queue_packets) {
  auto& control = context.send_queues.control;
  if (context.layout.control_vcs != 0) control.give(control.take());  // its first ones not in a run
}

void Nic::step(Cycle now) {
  if (attachment_) attachment_->begin_cycle(now);
  if (context_.generate && source_.next_time() <= now) generate(now);
  if (may_inject(now)) inject(now);
  if (attachment_) attachment_->end_cycle(now);
  streams_until_ = 0;
  if (current_ != nullptr && control_count_ == 0) {
    const Cycle tail = now + current_->flits - current_sent_;
    streams_until_ = std::min(tail, next_call(now));
  }
}

void Nic::check_credits() const {
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if (credits(vc) <= buffer_flits_) continue;
    fail(fmt::format("VC {} has more credits than the buffer has flits", vc));
  }
}

void Nic::fail_mixed(FlitCell flit) const {
  fail(fmt::format("packet {:#x}: flits of two packets are mixed on VC {}",
                   context_.packets.at(flit.packet()).id, flit.vc()));
}

void Nic::eject_tail(Cycle now, FlitCell flit) {
  streams_until_ = 0;  // the mechanism may have something to say
  uint16_t& received = received_[flit.vc()];
  const Packet* packet = &context_.packets.at(flit.packet());
  if (packet->destination != id_) {
    fail(fmt::format("packet {:#x} for node {} was ejected here", packet->id, packet->destination));
  }
  if (received != packet->flits) {
    fail(fmt::format("packet {:#x} has {} flits, {} arrived", packet->id, packet->flits, received));
  }
  received = 0;
  const bool control = packet->vc_class == VcClass::kControl;
  --context_.progress_of(packet->vc_class).packets_inside;
  if (!control && attachment_ && attachment_->is_copy(*packet)) {
    context_.statistics.copy_delivered(now, *packet);
  } else {
    context_.statistics.delivered(now, *packet);
    if (context_.deliveries != nullptr && !control) note_delivery(now, *packet);
  }
  if (context_.observer != nullptr) context_.observer->delivered(now, *packet, flit.vc());
  if (attachment_) {
    if (control) {
      attachment_->control_received(now, *packet);
    } else {
      attachment_->received(now, *packet);
    }
  }
  context_.packets.give(packet);
}

void Nic::note_delivery(Cycle now, const Packet& packet) {
  context_.deliveries->push_back({now, packet.source, id_, packet.message, packet.sequence_number,
                                  packet.message_packets, packet.flits, packet.group,
                                  packet.created});
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
    const size_t queues = queues_.size();
    const QueuedMessage& queued = queues_.push(message, messages_++);
    unasked_ += queues_.size() - queues;
    context_.statistics.generated(now, id_, message.destination, message.group, message.flits,
                                  queued.number, queued.packets);
    if (attachment_) attachment_->generated(now, message.destination, message.flits);
  }
}

void Nic::check_empty() const {
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if (credits(vc) != buffer_flits_) {
      fail(fmt::format("VC {} ends with {} of {} credits", vc, credits(vc), buffer_flits_));
    }
  }
}

void Nic::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: NIC {}: {}", context_.now, id_, what));
}

}  // namespace chokepoint
