// SPDX-License-Identifier: Apache-2.0
// From a routing function's answer to an output and VCs.
#include "sim/hooks/route_head.h"

#include <fmt/format.h>

namespace chokepoint {

HeadRoute route_head(const NetworkContext& context, const QueueView& queues, const Packet& packet,
                     RouterId router, unsigned input) {
  const RouteCandidate way = context.routing.choose(queues, packet, router, input);
  const PortTarget target = context.topology.target(router, way.port);
  if (!target.connected || (target.is_node && target.node != packet.destination)) {
    throw CheckError(fmt::format(
        "cycle {}: router {}: routing function {} sends packet {:#x} to node {} by output {}, {}",
        context.now, router, context.scenario.routing.function, packet.id, packet.destination,
        way.port,
        target.connected ? fmt::format("which leads to node {}", target.node)
                         : "where no channel begins"));
  }
  // An ejection channel ends at a sink: every VC of the packet's set will do.
  const uint32_t allowed = target.is_node ? context.layout.injection(packet)
                                          : context.layout.allowed(packet, way.vc_class);
  return {way.port, allowed, way.next};
}

}  // namespace chokepoint
