// SPDX-License-Identifier: Apache-2.0
#include "sim/switch/plain_router/route_computation.h"

#include <fmt/format.h>

namespace chokepoint {

namespace {

/// Place in the switch's counts: data packets by VC set, speculative packets, others.
unsigned count_of(const VcLayout& layout, const Packet& packet) {
  if (packet.vc_class == VcClass::kData) return packet.vc_set;
  return layout.sets + (is_droppable(packet.vc_class) ? 0 : 1);
}

}  // namespace

HeadRoute RouteComputation::route(const Packet& packet, unsigned input, bool may_turn_back) const {
  const QueueView& queues = is_droppable(packet.vc_class) ? speculative_queues_ : queues_;
  const HeadRoute way = route_head(context_, queues, packet, ports_, input);
  const bool turns = may_turn_back || context_.routing.turns_back();
  if (way.output == input && !turns && context_.topology.two_way()) {
    throw CheckError(
        fmt::format("cycle {}: router {}: packet {:#x} would leave by port {}, by which it came in",
                    context_.now, ports_.router, packet.id, input));
  }
  return way;
}

plain::PacketHead RouteComputation::head(const Packet& packet, unsigned input, unsigned input_vc,
                                         bool may_turn_back) const {
  const HeadRoute way = route(packet, input, may_turn_back);
  plain::PacketHead head;
  head.packet = packet.slot;
  head.flits = packet.flits;
  head.output = static_cast<uint8_t>(way.output);
  head.vcs = way.allowed;
  head.route = way.next;
  head.queue = static_cast<uint16_t>(plan_.queue(input_vc, head.output, packet.destination));
  head.count = static_cast<uint8_t>(count_of(context_.layout, packet));
  const bool to_node = (ports_.node_outputs >> head.output & 1) != 0;
  if (context_.share_flits != 0 && context_.layout.is_voq(input_vc) && !to_node) {
    head.share = static_cast<uint16_t>(packet.destination + 1);
  }
  head.gated = is_droppable(packet.vc_class) ? gated_ : arbiter_ && CentralArbiter::routes(packet);
  return head;
}

std::vector<plain::ReplacementIn> RouteComputation::again(const plain::PlainSwitch& core) const {
  std::vector<plain::ReplacementIn> answers;
  for (unsigned input = 0; input < context_.topology.radix(); ++input) {
    for (unsigned queue = 0; queue < plan_.queues(); ++queue) {
      const plain::InputPacket* const front = core.inputs()[input].queues().front(queue);
      if (front == nullptr || front->assigned()) continue;
      const Packet& packet = context_.packets.at(front->head.packet);
      // What was made here in another's place may go back; messages keep their way.
      plain::PacketHead head =
          this->head(packet, input, front->vc, carries_messages(packet.vc_class));
      head.queue = static_cast<uint16_t>(queue);
      answers.push_back({input, queue, head.packet, head});
    }
  }
  return answers;
}

}  // namespace chokepoint
