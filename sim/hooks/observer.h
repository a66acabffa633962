// SPDX-License-Identifier: Apache-2.0
// Hooks for whoever wants to watch a running network, or to disturb it: tests of protocols and of
// checks.
#pragma once

#include "sim/packet/packet.h"

namespace chokepoint {

class Network;

/// Every hook does nothing by default; a run without an observer pays one comparison per event.
class NetworkObserver {
 public:
  virtual ~NetworkObserver() = default;
  /// Before any router or NIC runs cycle `now`. What arrives in this cycle can be had from the
  /// endpoints' due() and changed there.
  virtual void cycle(Cycle /*now*/, Network&) {}
  virtual void injected(Cycle, const Packet&) {
  }  ///< head onto the injection channel; a NACK is made
  virtual void marked(Cycle, const Packet&, RouterId) {}   ///< its mark went from 0 to 1
  virtual void dropped(Cycle, const Packet&, RouterId) {}  ///< just before its NACK is injected()
  virtual void delivered(Cycle, const Packet&, unsigned /*vc*/) {}  ///< tail ejected
  /// A NIC is about to queue a message: how many copies it queues. 0 loses the message.
  virtual unsigned control(Cycle, NodeId /*source*/, PacketKind, NodeId /*destination*/,
                           uint32_t /*payload*/) {
    return 1;
  }
};

}  // namespace chokepoint
