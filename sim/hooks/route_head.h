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

/// For `packet`, a head at `router` that came by `input` (RoutePlace::kNoInput: made there). Pure:
/// it may be asked for in every cycle in which the head waits. `queues`: of this router. CheckError
/// if the function sends it nowhere, or to another node than its destination.
HeadRoute route_head(const NetworkContext& context, const QueueView& queues, const Packet& packet,
                     RouterId router, unsigned input);

}  // namespace chokepoint
