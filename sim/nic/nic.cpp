// SPDX-License-Identifier: Apache-2.0
// Network interface: generation and ejection. The sending half is Injection.
#include "sim/nic/nic.h"

#include <fmt/format.h>

namespace chokepoint {

Nic::Nic(NetworkContext& context, NodeId id, CreditTable& credits, FlitRuns& to_router,
         unsigned place)
    : NicState(context, id),
      source_(context.scenario, id),
      injection_(context, id, credits, to_router, place),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      send_queue_flits_(context.scenario.network.send_queue_flits) {}

void Nic::step(Cycle now) {
  if (attachment_) attachment_->begin_cycle(now);
  if (context_.generate && source_.next_time() <= now) generate(now);
  if (injection_.may_inject(now)) injection_.inject(now);
  if (attachment_) attachment_->end_cycle(now);
  injection_.plan_stream(now, [this, now] { return next_call(now); });
}

void Nic::check_credits() const {
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if (injection_.credits(vc) <= buffer_flits_) continue;
    fail(fmt::format("VC {} has more credits than the buffer has flits", vc));
  }
}

void Nic::fail_mixed(FlitCell flit) const {
  fail(fmt::format("packet {:#x}: flits of two packets are mixed on VC {}",
                   context_.packets.at(flit.packet()).id, flit.vc()));
}

void Nic::eject_tail(Cycle now, FlitCell flit) {
  injection_.end_stream();  // the mechanism may have something to say
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

std::optional<QueueHead> Nic::head_of(NodeId destination) const {
  const SendQueue* queue = queues().find(destination);
  if (queue == nullptr) return std::nullopt;
  return queue_head(*queue);
}

void Nic::send_control(Cycle now, const ControlMessage& message) {
  if (message.control_class >= injection_.control().classes()) {
    fail(fmt::format("the mechanism sends a control packet of class {} and has {}",
                     message.control_class, injection_.control().classes()));
  }
  if (message.destination >= context_.topology.nodes()) {
    fail(fmt::format("the mechanism sends a control packet to node {}, which is none",
                     message.destination));
  }
  unsigned copies = 1;
  if (context_.observer != nullptr) {
    copies =
        context_.observer->control(now, id_, message.kind, message.destination, message.payload);
  }
  for (; copies != 0; --copies) injection_.add_control(now, message);
}

bool Nic::queue_full(NodeId destination) const {
  if (send_queue_flits_ == 0) return false;
  const SendQueue* queue = queues().find(destination);
  return queue != nullptr && queue->flits + queue->tail->message.flits > send_queue_flits_;
}

void Nic::generate(Cycle now) {
  while (source_.next_time() <= now) {
    Message message = source_.peek();
    if (send_queue_flits_ != 0) {
      const SendQueue* queue = queues().find(message.destination);
      if (queue != nullptr && queue->flits + message.flits > send_queue_flits_) {
        source_.stall(now);
        continue;
      }
    }
    source_.take();
    message.created = now;
    const QueuedMessage& queued = injection_.add(message);
    context_.statistics.generated(now, id_, message.group, message.flits, queued.number,
                                  queued.packets);
    if (attachment_) attachment_->generated(now, message.destination, message.flits);
  }
}

void Nic::check_empty() const {
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if (injection_.credits(vc) != buffer_flits_) {
      fail(fmt::format("VC {} ends with {} of {} credits", vc, injection_.credits(vc),
                       buffer_flits_));
    }
  }
}

void Nic::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: NIC {}: {}", context_.now, id_, what));
}

}  // namespace chokepoint
