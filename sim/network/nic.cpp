// SPDX-License-Identifier: Apache-2.0
// Network interface: generation and ejection. Injection is in nic_injection.cpp.
#include "sim/network/nic.h"

#include <fmt/format.h>

namespace chokepoint {

Nic::Nic(NetworkContext& context, NodeId id)
    : NicState(context, id),
      endpoint_(context.scenario.network.node_channel_latency),
      source_(context.scenario, id),
      credits_(context.layout.total, context.scenario.network.vc_buffer_flits),
      received_(context.layout.total, 0),
      control_(context.layout.control_vcs),
      control_depth_(context.scenario.network.control_queue_packets),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      send_queue_flits_(context.scenario.network.send_queue_flits) {}

void Nic::step(Cycle now) {
  std::vector<CreditEvent>& credits = endpoint_.credits.due(now);
  if (!credits.empty()) read_credits(now);
  if (!endpoint_.flits.due(now).empty()) eject(now);
  if (attachment_) attachment_->begin_cycle(now);
  if (context_.generate && source_.next_time() <= now) generate(now);
  if (current_ != nullptr || control_count_ != 0 || queues_.cursor() != nullptr || retransmits_) {
    inject(now);
  }
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
    const QueuedMessage& queued = queues_.push(message, messages_++);
    context_.statistics.generated(now, id_, message.group, message.flits, queued.number,
                                  queued.packets);
    if (attachment_) attachment_->generated(now, message.destination, message.flits);
  }
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
