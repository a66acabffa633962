// SPDX-License-Identifier: Apache-2.0
// Progressive deadlock recovery: a packet whose head has waited for too long goes on alone.
#pragma once

#include <vector>

#include "sim/channel/wire.h"
#include "sim/hooks/context.h"
#include "sim/switch/plain/plain_switch.h"

namespace chokepoint {

/// As in Disha (Anjan and Pinkston), sequential: one token goes round all routers, one a cycle, in
/// ascending order. A router that has it, and a head that has waited here without an output VC for
/// the routing function's recovery_timeout(), keeps it; of several heads the one that has waited
/// longest goes, then the first in order of inputs and queues. On the rest of its way its packet
/// has a VC of its own on every channel, whose buffer in the next router stands for Disha's central
/// one; it takes turns with data. When its tail leaves for the node the token goes on from there.
/// Nothing is dropped or sent again; flits of the packet that are further back follow by the VCs
/// that they are in.
class DeadlockRecovery {
 public:
  DeadlockRecovery(NetworkContext& context, RouterId router);
  /// Once a cycle, before heads are routed again.
  void look(Cycle now, const plain::PlainSwitch& core);
  /// A packet's tail leaves this router for its node.
  void tail_delivered(Cycle now, const Packet& packet) {
    if (packet.recovered) pass_on(now);
  }

 private:
  /// The head of a queue, and since when it waits.
  struct Wait {
    const Packet* packet = nullptr;
    uint64_t id = 0;
    Cycle since = 0;
  };
  void pass_on(Cycle now);

  NetworkContext& context_;
  RouterId router_;
  Wire<bool> ring_;
  bool has_token_;
  std::vector<Wait> waits_;  ///< by input and queue
};

}  // namespace chokepoint
