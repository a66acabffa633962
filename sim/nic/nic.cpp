// SPDX-License-Identifier: Apache-2.0
// Network interface: generation and ejection. The sending half is Injection.
#include "sim/nic/nic.h"

#include <fmt/format.h>

#include "sim/hooks/router_state.h"

namespace chokepoint {

Nic::Nic(NetworkContext& context, NodeId id, CreditTable& credits, FlitRuns& to_router,
         unsigned place)
    : NicState(context, id),
      source_(context.scenario, id),
      injection_(context, id, credits, to_router, place),
      buffer_flits_(context.scenario.network.vc_buffer_flits),
      send_queue_flits_(context.scenario.network.send_queue_flits),
      node_queue_flits_(context.scenario.network.node_queue_flits),
      receiver_(context.layout.message_vcs().size(),
                context.scenario.network.control_receive_packets) {
  if (auto workload = make_workload(context.scenario, id)) {
    workload_ =
        std::make_unique<WorkloadPort>(std::move(workload), context.scenario.workload.first_group);
  }
}

void Nic::step(Cycle now) {
  if (receiver_.waiting() != 0) hand_over_control(now);
  if (attachment_) attachment_->begin_cycle(now);
  if (context_.generate && next_message() <= now) generate(now);
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

void Nic::check_share(NodeId destination) const {
  if (injection_.share(destination) <= context_.share_flits) return;
  fail(fmt::format("has {} flits of node {}'s share of the router's buffer ({})",
                   injection_.share(destination), destination, context_.share_flits));
}

void Nic::fail_mixed(FlitCell flit) const {
  fail(fmt::format("packet {:#x}: flits of two packets are mixed on VC {}",
                   context_.packets.at(flit.packet()).id, flit.vc()));
}

void Nic::check_ejected(const Packet& packet) const {
  if (packet.destination == id_) return;
  fail(fmt::format("packet {:#x} for node {} was ejected here", packet.id, packet.destination));
}

void Nic::eject_tail(Cycle now, FlitCell flit) {
  injection_.end_stream();  // the mechanism may have something to say
  uint16_t& received = received_[flit.vc()];
  const Packet& packet = context_.packets.at(flit.packet());
  check_ejected(packet);
  if (received != packet.flits) {
    fail(fmt::format("packet {:#x} has {} flits, {} arrived", packet.id, packet.flits, received));
  }
  received = 0;
  note_arrival(now, packet, flit.vc());
  hand_over(now, packet);
}

bool Nic::eject_control(Cycle now, FlitCell flit) {
  injection_.end_stream();
  const Packet& packet = context_.packets.at(flit.packet());
  check_ejected(packet);
  note_arrival(now, packet, flit.vc());
  return receiver_.arrive(packet, context_.layout.message_queue(packet.kind));
}

void Nic::hand_over_control(Cycle now) {
  for (unsigned c = 0; c < receiver_.queues(); ++c) {
    while (const Packet* packet = receiver_.first(c)) {
      if (attachment_ && !attachment_->takes_control(now, *packet)) break;
      receiver_.take(c);
      hand_over(now, *packet);
    }
  }
}

void Nic::note_arrival(Cycle now, const Packet& packet, unsigned vc) {
  const bool control = carries_messages(packet.vc_class);
  if (!control && attachment_ && attachment_->is_copy(packet)) {
    context_.statistics.copy_delivered(now, packet);
  } else {
    context_.statistics.delivered(now, packet);
    if (context_.deliveries != nullptr && !control) note_delivery(now, packet);
    if (workload_ != nullptr) workload_->received(now, packet);
  }
  if (context_.observer != nullptr) context_.observer->delivered(now, packet, vc);
}

void Nic::hand_over(Cycle now, const Packet& packet) {
  --context_.progress_of(packet.vc_class).packets_inside;
  if (attachment_) {
    if (carries_messages(packet.vc_class)) {
      attachment_->control_received(now, packet);
    } else {
      attachment_->received(now, packet);
    }
  }
  context_.packets.give(&packet);
}

std::optional<QueueHead> Nic::head_of(NodeId destination) const {
  const SendQueue* queue = queues().find(destination);
  if (queue == nullptr) return std::nullopt;
  return queue_head(*queue);
}

uint64_t Nic::candidate_outputs(const QueueHead& head) const {
  return router().candidate_outputs(injection_.header_of(head), context_.topology.port_of(id_));
}

void Nic::send_control(Cycle now, const ControlMessage& message) {
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

void Nic::note_delivery(Cycle now, const Packet& packet) {
  context_.deliveries->push_back({now, packet.source, id_, packet.message, packet.sequence_number,
                                  packet.message_packets, packet.flits, packet.group,
                                  packet.created});
}

bool Nic::queue_full(NodeId destination) const {
  if (send_queue_flits_ == 0) return false;
  const SendQueue* queue = queues().find(destination);
  return queue != nullptr && queue->flits + queue->tail->message.flits > send_queue_flits_;
}

bool Nic::has_room_for(const Message& message) const {
  if (node_queue_flits_ != 0 && queues().flits() + message.flits > node_queue_flits_) return false;
  if (send_queue_flits_ == 0) return true;
  const SendQueue* queue = queues().find(message.destination);
  return queue == nullptr || queue->flits + message.flits <= send_queue_flits_;
}

void Nic::generate(Cycle now) {
  while (source_.next_time() <= now) {
    const Message message = source_.peek();
    if (!has_room_for(message)) {
      source_.stall(now);
      continue;
    }
    source_.take();
    queue_message(now, message);
  }
  if (workload_ != nullptr) generate_jobs(now);
}

void Nic::generate_jobs(Cycle now) {
  NodeWorkload& workload = workload_->node();
  while (workload.next_time() <= now) {
    const Message message = workload.peek(now);
    if (!has_room_for(message)) return;
    workload.take(now);
    queue_message(now, message);
  }
}

void Nic::queue_message(Cycle now, Message message) {
  message.created = now;
  const QueuedMessage& queued = injection_.add(message);
  context_.statistics.generated(now, id_, message.destination, message.group, message.flits,
                                queued.number, queued.packets);
  if (attachment_) attachment_->generated(now, message.destination, message.flits);
}

void Nic::check_empty() const {
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if (injection_.credits(vc) != buffer_flits_) {
      fail(fmt::format("VC {} ends with {} of {} credits", vc, injection_.credits(vc),
                       buffer_flits_));
    }
  }
  for (NodeId node = 0; node < injection_.shares(); ++node) {
    if (injection_.share(node) == context_.share_flits) continue;
    fail(fmt::format("ends with {} of {} flits of node {}'s share of the router's buffer",
                     injection_.share(node), context_.share_flits, node));
  }
}

void Nic::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: NIC {}: {}", context_.now, id_, what));
}

}  // namespace chokepoint
