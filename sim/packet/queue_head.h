// SPDX-License-Identifier: Apache-2.0
// The packet at the head of a NIC's send queue, as a mechanism sees it.
#pragma once

#include "sim/common/types.h"
#include "sim/packet/packet.h"

namespace chokepoint {

struct QueueHead {
  NodeId destination = 0;
  unsigned flits = 0;  ///< of the packet at the head
  unsigned group = 0;  ///< traffic group
  // its message
  uint32_t message = 0;      ///< number at this source
  uint16_t next_packet = 0;  ///< which of `packets` the head is, from 0
  uint16_t packets = 1;
  uint32_t flits_left = 0;    ///< not yet injected, the head's included
  uint16_t packet_flits = 1;  ///< the message is cut to this size; the last packet may be shorter
  Cycle created = 0;
};

/// A message that a NIC is to send; VC class and VC are those of its MessageSpec.
struct ControlMessage {
  PacketKind kind = PacketKind::kData;
  NodeId destination = 0;
  uint32_t payload = 0;
  uint32_t message = 0;
  uint16_t sequence_number = 0;
};

}  // namespace chokepoint
