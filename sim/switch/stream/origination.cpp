// SPDX-License-Identifier: Apache-2.0
// Making and injecting a router's own packets.
#include "sim/switch/stream/origination.h"

#include "sim/hooks/route_head.h"
#include "sim/hooks/router_messages.h"

namespace chokepoint::stream {

void Origination::originate(Cycle now, const OriginatedMessage& message) {
  if (waiting()) setup_.fail("the mechanism sends while a packet of the router's own waits");
  packet_ = &make_originated(now, setup_.context, setup_.id, message, packets_++);
}

void Origination::inject(Cycle now, const QueueView& queues, PackedPool<Hop>& hops) {
  NetworkContext& context = setup_.context;
  Packet* packet = packet_;
  const HeadRoute way = route_head(context, queues, *packet, setup_.ports, RoutePlace::kNoInput);
  const unsigned port = way.output;
  const unsigned vc = static_cast<unsigned>(__builtin_ctz(setup_.layout.injection(*packet)));
  if (vcs_.owner(port, vc) != nullptr || buffers_.room(port, vc) == 0) return;
  packet_ = nullptr;
  Hop* hop = hops.take();
  hop->packet = packet;
  hop->flits = hop->arrived = hop->crossed = 1;
  hop->vc_class = packet->vc_class;
  hop->queue = Hop::kNoQueue;
  hop->output = static_cast<uint8_t>(port);
  hop->grant(vc, port * setup_.vcs + vc, setup_.output_queue(vc));
  buffers_.promise(*hop);
  buffers_.append(hop);
  packet->route = way.next;
  enter_network(now, context, *packet);
}

}  // namespace chokepoint::stream
