// SPDX-License-Identifier: Apache-2.0
// PlainRouter: speculative packets that are permitted or dropped, the NACKs made of them, and
// control packets of the router's own.
#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/router_messages.h"
#include "sim/switch/plain_router/counts.h"
#include "sim/switch/plain_router/plain_router.h"

namespace chokepoint {

void PlainRouter::permit(unsigned input, unsigned index) {
  const unsigned queue = plan_.queue(speculative_vc(index), 0);
  const plain::InputPacket* front = core().inputs()[input].queues().front(queue);
  if (front == nullptr || !front->head.gated || front->assigned()) return;
  driver_->change_queue({plain::QueueIn::Change::kPermit, input, queue, 0, 0, 0});
}

void PlainRouter::leave_speculative_heads(const Packet& packet) {
  const auto found =
      std::find_if(speculative_heads_.begin(), speculative_heads_.end(),
                   [&packet](const SpeculativeHead& head) { return head.packet == &packet; });
  if (found == speculative_heads_.end()) {
    fail(fmt::format("packet {:#x} leaves the heads among which it is not", packet.id));
  }
  *found = speculative_heads_.back();
  speculative_heads_.pop_back();
}

void PlainRouter::drop_to_nack(Cycle now, unsigned port, unsigned index, Packet& packet,
                               const NackHeader& header) {
  if (!may_drop()) fail("the mechanism drops a packet outside begin_cycle");
  check_speculative(port, index);
  const unsigned vc = speculative_vc(index), queue = plan_.queue(vc, 0);
  const plain::InputPacket* const held =
      plain::held_packet(core().inputs()[port], queue, packet.slot);
  const bool there = held != nullptr, assigned = there && held->assigned();
  if (!there || !is_droppable(packet.vc_class) || assigned) {
    fail(fmt::format("input {} VC {}: the mechanism drops a packet that {}", port, vc,
                     there ? "is on its way or no speculative one" : "is not there"));
  }
  give_way(now, {port, queue, packet.slot, {}}, &header);
}

/// A packet that holds no output VC leaves its queue; a message takes its place, or nothing does.
void PlainRouter::give_way(Cycle now, plain::ReplacementIn gone, const NackHeader* by) {
  const auto& queues = core().inputs()[gone.input].queues();
  const plain::InputPacket dropped =
      *plain::held_packet(core().inputs()[gone.input], gone.queue, gone.packet);
  Packet& packet = this->packet(gone.packet);
  if (queues.front(gone.queue)->head.packet == gone.packet && !dropped.fresh) {
    end_request(now, gone.input, dropped.head.output, dropped.vc);
    if (is_droppable(packet.vc_class)) leave_speculative_heads(packet);
  }
  drop_packet(now, context_, id_, packet, dropped.arrived);
  if (by != nullptr) {
    Packet& nack = make_nack(now, context_, id_, packet, *by);
    gone.by = routes_.head(nack, gone.input, dropped.vc, true);
    gone.by->queue = static_cast<uint16_t>(gone.queue);
  }
  driver_->replace(gone);
  if (dropped.arrived == dropped.head.flits) {
    context_.packets.give(&packet);
  } else {
    discards_[gone.input * vcs_ + dropped.vc] = {&packet, dropped.arrived, dropped.head.flits};
    ++context_.discarding;
  }
}

void PlainRouter::discarded(const plain::ArrivalOut& flit) {
  DiscardedPacket& gone = discards_[flit.input * vcs_ + flit.vc];
  if (flit.packet != gone.packet->slot || (++gone.arrived == gone.flits) != flit.tail) {
    fail(fmt::format("input {} VC {}: packet {:#x}: flit {} of {} to be discarded is out of order",
                     flit.input, flit.vc, packet(flit.packet).id, gone.arrived, gone.flits));
  }
  context_.statistics.wasted_flits(*gone.packet, 1);
  if (!flit.tail) return;
  context_.packets.give(gone.packet);
  gone.packet = nullptr;
  --context_.discarding;
}

void PlainRouter::originate(Cycle now, const OriginatedMessage& message) {
  if (own_.waiting != nullptr) fail("the mechanism sends while a packet of the router's own waits");
  own_.waiting = &make_originated(now, context_, id_, message, own_.made++);
}

/// The packet that waits at the router's own injection point tries to enter in this cycle.
std::optional<plain::OriginatedIn> PlainRouter::originated_offer() {
  if (own_.waiting == nullptr) return std::nullopt;
  plain::OriginatedIn offer;
  offer.packet.packet = own_.waiting->slot;
  const HeadRoute way = routes_.route(*own_.waiting, RoutePlace::kNoInput, true);
  offer.packet.output = static_cast<uint8_t>(way.output);
  offer.packet.route = way.next;
  offer.vc = static_cast<unsigned>(__builtin_ctz(context_.layout.injection(*own_.waiting)));
  return offer;
}

void PlainRouter::entered_originated(Cycle now) {
  Packet& entered = *own_.waiting;
  own_.waiting = nullptr;
  entered.route = driver_->in().originated->packet.route;
  if (followed_) followed_->originated(*driver_->in().originated);
  enter_network(now, context_, entered);
}

}  // namespace chokepoint
