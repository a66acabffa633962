// SPDX-License-Identifier: Apache-2.0
// PlainRouter: speculative packets that are permitted or dropped, the NACKs made of them, and
// control packets of the router's own.
#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/router_messages.h"
#include "sim/switch/plain_router/plain_router.h"

namespace chokepoint {

void PlainRouter::permit(unsigned input, unsigned index) {
  const unsigned queue = usual_queue(context_, speculative_vc(index), 0);
  const plain::InputPacket* front = core().inputs()[input].queues().front(queue);
  if (front == nullptr || !front->head.gated || front->assigned()) return;
  driver_->permit({input, queue});
}

void PlainRouter::leave_speculative_heads(const Packet& packet) {
  const auto found =
      std::find_if(speculative_heads_.begin(), speculative_heads_.end(),
                   [&packet](const SpeculativeHead& head) { return head.packet == &packet; });
  *found = speculative_heads_.back();
  speculative_heads_.pop_back();
}

void PlainRouter::drop_to_nack(Cycle now, unsigned port, unsigned index, Packet& packet,
                               const NackHeader& header) {
  check_speculative(port, index);
  const unsigned vc = speculative_vc(index), queue = usual_queue(context_, vc, 0);
  const auto& queues = core().inputs()[port].queues();
  plain::InputPacket dropped;
  queues.find(queue, [&](const plain::InputPacket& held) {
    if (held.head.packet != packet.slot) return false;
    dropped = held;
    return true;
  });
  if (dropped.arrived == 0 || !is_droppable(packet.vc_class) || dropped.assigned()) {
    fail(
        fmt::format("input {} VC {}: the mechanism drops a packet that {}", port, vc,
                    dropped.arrived == 0 ? "is not there" : "is on its way or no speculative one"));
  }
  if (queues.front(queue)->head.packet == packet.slot) {
    end_request(now, port, dropped.head.output, vc);
    leave_speculative_heads(packet);
  }
  Packet& nack = make_nack(now, context_, id_, packet, dropped.arrived, header);
  plain::PacketHead by = head_of(nack, port, vc, true);
  by.queue = static_cast<uint16_t>(queue);
  driver_->replace({port, queue, packet.slot, by});
  if (dropped.arrived == dropped.head.flits) {
    context_.packets.give(&packet);
  } else {
    discards_[port * vcs_ + vc] = {&packet, dropped.arrived, dropped.head.flits};
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
  if (originated_ != nullptr) fail("the mechanism sends while a packet of the router's own waits");
  originated_ = &make_originated(now, context_, id_, message, packets_originated_++);
}

/// The packet that waits at the router's own injection point tries to enter in this cycle.
std::optional<plain::OriginatedIn> PlainRouter::originated_offer() {
  if (originated_ == nullptr) return std::nullopt;
  plain::OriginatedIn offer;
  offer.packet.packet = originated_->slot;
  offer.packet.output = static_cast<uint8_t>(context_.routing.route(id_, *this, *originated_));
  offer.vc = static_cast<unsigned>(__builtin_ctz(context_.layout.injection(*originated_)));
  return offer;
}

void PlainRouter::entered_originated(Cycle now) {
  Packet& entered = *originated_;
  originated_ = nullptr;
  if (followed_) followed_->originated(*driver_->in().originated);
  enter_originated(now, context_, entered);
}

}  // namespace chokepoint
