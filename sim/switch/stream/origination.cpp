// SPDX-License-Identifier: Apache-2.0
// Making and injecting a router's own packets.
#include "sim/switch/stream/origination.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/hooks/route_head.h"

namespace chokepoint::stream {

void Origination::originate(Cycle now, const OriginatedMessage& message) {
  NetworkContext& context = setup_.context;
  if (waiting()) setup_.fail("the mechanism sends while a packet of the router's own waits");
  if (std::max(message.source, message.destination) >= context.topology.nodes()) {
    setup_.fail(
        fmt::format("the mechanism sends a control packet from node {} to {}, one of which is none",
                    message.source, message.destination));
  }
  Packet* packet = context.packets.take();
  packet->id = kRouterIdBit | (uint64_t{setup_.id} << 40) | packets_++;
  packet->source = message.source;
  packet->destination = message.destination;
  packet->payload = message.payload;
  context.layout.become_message(*packet, message.kind);
  packet->created = now;
  packet_ = packet;
}

void Origination::inject(Cycle now, const QueueView& queues, PackedPool<Hop>& hops) {
  NetworkContext& context = setup_.context;
  Packet* packet = packet_;
  const HeadRoute way = route_head(context, queues, *packet, setup_.id, RoutePlace::kNoInput);
  const unsigned port = way.output;
  const unsigned vc = static_cast<unsigned>(__builtin_ctz(setup_.layout.injection(*packet)));
  if (vcs_.owner(port, vc) != nullptr ||
      buffers_.taken(port, vc) + 1 > setup_.output_buffer_flits) {
    return;
  }
  packet_ = nullptr;
  Hop* hop = hops.take();
  hop->packet = packet;
  hop->flits = hop->arrived = hop->crossed = 1;
  hop->vc_class = packet->vc_class;
  hop->queue = Hop::kNoQueue;
  hop->output = static_cast<uint8_t>(port);
  hop->grant(vc, port * setup_.vcs + vc);
  buffers_.promise(*hop);
  buffers_.append(hop);
  packet->injected = now;
  packet->route = way.next;
  ++context.control.packets_inside;
  ++context.control.flits_moved;
  context.statistics.injected(now, *packet);
  if (context.observer != nullptr) context.observer->injected(now, *packet);
}

}  // namespace chokepoint::stream
