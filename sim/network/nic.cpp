// SPDX-License-Identifier: Apache-2.0
// Network interface: generation and ejection. Injection is in nic_injection.cpp.
#include "sim/network/nic.h"

#include <fmt/format.h>

namespace chokepoint {

Nic::Nic(NetworkContext& context, NodeId id)
    : NicState(context, id),
      source_(context.scenario, id),
      control_(context.layout.control_vcs),
      control_depth_(context.scenario.network.control_queue_packets),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      send_queue_flits_(context.scenario.network.send_queue_flits) {
  credits_.fill(buffer_flits_);
  if (context.layout.control_vcs != 0) control_pool_.give(control_pool_.take());  // not later
}

void Nic::step(Cycle now) {
  if (attachment_) attachment_->begin_cycle(now);
  if (context_.generate && source_.next_time() <= now) generate(now);
  if (may_inject(now)) inject(now);
  if (attachment_) attachment_->end_cycle(now);
}

bool Nic::credit(const CreditEvent& event) {
  const unsigned credits = credits_[event.vc] += event.flits;
  if (credits > buffer_flits_) {
    fail(fmt::format("VC {} has more credits than the buffer has flits", event.vc));
  }
  if (!refused_ || credits < credits_wanted_) return false;
  refused_ = false;
  return true;
}

void Nic::eject(Cycle now, const FlitEvent& event) {
  from_router_.send(now, event.vc);
  NetworkContext::Progress& progress = context_.progress_of(
      context_.layout.is_control(event.vc) ? VcClass::kControl : VcClass::kData);
  ++progress.flits_moved;
  unsigned& received = received_[event.vc];
  if (event.head != (received == 0)) {
    fail(fmt::format("packet {:#x}: flits of two packets are mixed on VC {}",
                     context_.packets.at(event.packet).id, event.vc));
  }
  ++received;
  if (!event.tail) return;
  const Packet* packet = &context_.packets.at(event.packet);
  if (packet->destination != id_) {
    fail(fmt::format("packet {:#x} for node {} was ejected here", packet->id, packet->destination));
  }
  if (received != packet->flits) {
    fail(fmt::format("packet {:#x} has {} flits, {} arrived", packet->id, packet->flits, received));
  }
  received = 0;
  --progress.packets_inside;
  const bool control = packet->vc_class == VcClass::kControl;
  if (!control && attachment_ && attachment_->is_copy(*packet)) {
    context_.statistics.copy_delivered(now, *packet);
  } else {
    context_.statistics.delivered(now, *packet);
  }
  if (context_.observer != nullptr) context_.observer->delivered(now, *packet, event.vc);
  if (attachment_) {
    if (control) {
      attachment_->control_received(now, *packet);
    } else {
      attachment_->received(now, *packet);
    }
  }
  context_.packets.give(packet);
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
    const QueuedMessage& queued = queues_.push(message, messages_++);
    refused_ = false;
    context_.statistics.generated(now, id_, message.group, message.flits, queued.number,
                                  queued.packets);
    if (attachment_) attachment_->generated(now, message.destination, message.flits);
  }
}

void Nic::check_empty() const {
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if (credits_[vc] != buffer_flits_) {
      fail(fmt::format("VC {} ends with {} of {} credits", vc, credits_[vc], buffer_flits_));
    }
  }
}

void Nic::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: NIC {}: {}", context_.now, id_, what));
}

NodeGroup::NodeGroup(sc_core::sc_module_name name, NetworkContext& context, NodeId first,
                     unsigned count)
    : sc_module(name),
      injection("injection", count),
      ejection("ejection", count),
      endpoint_(context.longest_way(), count, context.layout.total,
                context.scenario.network.speedup + 1),
      wake_at_(count) {
  for (unsigned i = 0; i < count; ++i) nics_.push_back(std::make_unique<Nic>(context, first + i));
}

void NodeGroup::end_of_elaboration() {
  for (unsigned i = 0; i < nics_.size(); ++i) {
    nics_[i]->connect(injection[i]->flit_link(), ejection[i]->credit_link());
  }
}

void NodeGroup::step(Cycle now) {
  EventRow<CreditEvent> credits = endpoint_.credits.due(now);
  for (const CreditEvent& event : credits) {
    if (nics_[event.port]->credit(event)) awake_ |= uint64_t{1} << event.port;
  }
  credits.clear();
  EventRow<FlitEvent> flits = endpoint_.flits.due(now);
  for (const FlitEvent& event : flits) {
    nics_[event.port]->eject(now, event);
    if (event.tail) awake_ |= uint64_t{1} << event.port;  // its mechanism may have something to say
  }
  flits.clear();
  if (next_wake_ <= now) wake_sleepers(now);
  for (uint64_t left = awake_; left != 0; left &= left - 1) {
    const unsigned i = static_cast<unsigned>(__builtin_ctzll(left));
    nics_[i]->step(now);
    const Cycle wake_at = nics_[i]->wake_at(now);
    if (wake_at == now + 1) continue;
    awake_ &= ~(uint64_t{1} << i);
    wake_at_[i] = wake_at;
    next_wake_ = std::min(next_wake_, wake_at);
  }
}

void NodeGroup::wake_sleepers(Cycle now) {
  next_wake_ = ~Cycle{0};
  for (size_t i = 0; i < nics_.size(); ++i) {
    if (((awake_ >> i) & 1) != 0) continue;
    if (wake_at_[i] <= now) {
      awake_ |= uint64_t{1} << i;
    } else {
      next_wake_ = std::min(next_wake_, wake_at_[i]);
    }
  }
}

}  // namespace chokepoint
