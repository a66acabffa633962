// SPDX-License-Identifier: Apache-2.0
#include "sim/hooks/route_head.h"

#include <fmt/format.h>

namespace chokepoint {

void fail_unconnected(const NetworkContext& context, const Packet& packet, RouterId router,
                      unsigned output) {
  throw CheckError(fmt::format(
      "cycle {}: router {}: routing function {} sends packet {:#x} to node {} by output {}, where "
      "no channel begins",
      context.now, router, context.scenario.routing.function, packet.id, packet.destination,
      output));
}

}  // namespace chokepoint
