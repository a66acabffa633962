// SPDX-License-Identifier: Apache-2.0
// The one call by which every switch asks where a head is to go.
#pragma once

#include "sim/hooks/context.h"

namespace chokepoint {

struct HeadRoute {
  unsigned output = 0;
  uint32_t allowed = 0;  ///< mask of the VCs there that it may take
  RouteState next;       ///< becomes Packet::route when the packet leaves for `output`
};

[[noreturn]] void fail_unconnected(const NetworkContext& context, const Packet& packet,
                                   RouterId router, unsigned output);

/// For `packet`, a head at `ports.router` that came by `input` (RoutePlace::kNoInput: made there).
/// Pure: it may be asked for in every cycle in which the head waits. `queues`: of this router.
/// CheckError if the function sends it where no channel begins; a NIC that gets another's packet
/// says so itself.
[[gnu::always_inline]] inline HeadRoute route_head(const NetworkContext& context,
                                                   const QueueView& queues, const Packet& packet,
                                                   const RouterPorts& ports, unsigned input) {
  const RouteCandidate way = context.routing.choose(queues, packet, ports.router, input);
  if ((ports.router_outputs >> way.port & 1) != 0) {
    return {way.port, context.layout.allowed(packet, way.vc_class), way.next};
  }
  if ((ports.node_outputs >> way.port & 1) == 0) {
    fail_unconnected(context, packet, ports.router, way.port);
  }
  // An ejection channel ends at a sink: every VC of the packet's set will do.
  return {way.port, context.layout.injection(packet), way.next};
}

}  // namespace chokepoint
