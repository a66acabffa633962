// SPDX-License-Identifier: Apache-2.0
// Making packets in a router, and accounting for them.
#include "sim/hooks/router_messages.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint {

namespace {

/// `what`: "makes a NACK".
void check_nodes(const NetworkContext& context, RouterId router, NodeId source, NodeId destination,
                 const char* what) {
  if (std::max(source, destination) < context.topology.nodes()) return;
  throw CheckError(
      fmt::format("cycle {}: router {}: the mechanism {} from node {} to {}, one of which is none",
                  context.now, router, what, source, destination));
}

}  // namespace

void drop_packet(Cycle now, NetworkContext& context, RouterId router, const Packet& dropped,
                 unsigned arrived) {
  context.statistics.dropped(now, dropped, router);
  context.statistics.wasted_flits(dropped, arrived);
  if (context.observer != nullptr) context.observer->dropped(now, dropped, router);
  NetworkContext::Progress& progress = context.progress_of(dropped.vc_class);
  --progress.packets_inside;
  ++progress.flits_moved;
}

Packet& make_nack(Cycle now, NetworkContext& context, RouterId router, const Packet& dropped,
                  const NackHeader& header) {
  check_nodes(context, router, header.source, header.destination, "makes a NACK");
  Packet& nack = *context.packets.take();
  nack.id = dropped.id | kNackIdBit;
  nack.source = header.source;
  nack.destination = header.destination;
  nack.message = header.message;
  nack.sequence_number = header.sequence_number;
  nack.payload = header.payload;
  context.layout.become_message(nack, header.kind);
  nack.created = now;
  context.routing.give_turns(nack, router);
  enter_network(now, context, nack);
  return nack;
}

Packet& make_originated(Cycle now, NetworkContext& context, RouterId router,
                        const OriginatedMessage& message, uint64_t number) {
  check_nodes(context, router, message.source, message.destination, "sends a control packet");
  Packet& packet = *context.packets.take();
  packet.id = kRouterIdBit | (uint64_t{router} << 40) | number;
  packet.source = message.source;
  packet.destination = message.destination;
  packet.payload = message.payload;
  context.layout.become_message(packet, message.kind);
  packet.created = now;
  context.routing.give_turns(packet, router);
  return packet;
}

void enter_network(Cycle now, NetworkContext& context, Packet& packet) {
  packet.injected = now;
  ++context.control.packets_inside;
  context.statistics.injected(now, packet);
  if (context.observer != nullptr) context.observer->injected(now, packet);
}

}  // namespace chokepoint
