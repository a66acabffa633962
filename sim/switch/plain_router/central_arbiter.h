// SPDX-License-Identifier: Apache-2.0
// One router arbiter for all heads: in a cycle one of them may get an output VC.
#pragma once

#include <optional>

#include "sim/hooks/vc_layout.h"
#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// Demand-slotted round-robin: the turn goes round all queues of the router's inputs, and is that
/// of the next head which could get a VC of its output in this cycle. Heads whose VCs are all taken
/// lose no slot for others. Messages and speculative packets are not its business.
class CentralArbiter {
 public:
  /// Does the head's packet take part?
  static bool routes(const Packet& packet) {
    return !carries_messages(packet.vc_class) && !is_droppable(packet.vc_class);
  }
  /// The permission of this cycle, if there is a head for it. Moves the turn on.
  std::optional<plain::QueueIn> pick(const plain::PlainSwitch& core,
                                     const SwitchingTechnique& technique, const VcLayout& layout);

 private:
  unsigned last_ = 0;  ///< input x queues + queue
};

}  // namespace chokepoint
