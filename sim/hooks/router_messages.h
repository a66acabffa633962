// SPDX-License-Identifier: Apache-2.0
// Packets that a router makes for its mechanism: in the place of a dropped packet, and of its own
// accord. The same in every switch; which output they take, and when, is the switch's part.
#pragma once

#include "sim/hooks/context.h"
#include "sim/hooks/router_state.h"

namespace chokepoint {

/// A packet leaves the network with the `arrived` flits of it that are here: it is counted and shown
/// to the observer, and stays its caller's.
void drop_packet(Cycle now, NetworkContext& context, RouterId router, const Packet& dropped,
                 unsigned arrived);
/// In the place of a dropped packet its NACK enters, unrouted; likewise. CheckError if there is no
/// such node, or the mechanism declares no such message.
Packet& make_nack(Cycle now, NetworkContext& context, RouterId router, const Packet& dropped,
                  const NackHeader& header);

/// A message of the router's own, the `number`-th, which waits to enter; likewise.
Packet& make_originated(Cycle now, NetworkContext& context, RouterId router,
                        const OriginatedMessage& message, uint64_t number);
/// A message that was made here enters: from now on it counts as injected.
void enter_network(Cycle now, NetworkContext& context, Packet& packet);

}  // namespace chokepoint
