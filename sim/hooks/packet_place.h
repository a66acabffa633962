// SPDX-License-Identifier: Apache-2.0
// A packet and where it is in a router: what the hooks that follow packets are told.
#pragma once

#include <cstdint>

#include "sim/packet/packet.h"

namespace chokepoint {

struct PacketPlace {
  static constexpr unsigned kNoInput = ~0u;
  Packet& packet;
  unsigned input = kNoInput;  ///< port; kNoInput: the router made the packet itself
  unsigned input_vc = 0;
  unsigned queue = 0;   ///< of the input: output * VCs + VC, radix * VCs + VC of a VC with a FIFO
  unsigned output = 0;  ///< port
  unsigned output_vc = 0;  ///< from packet_assigned on
  // Of the packet.
  NodeId source() const { return packet.source; }
  unsigned group() const { return packet.group; }  ///< traffic group; kControlGroup
  unsigned flits() const { return packet.flits; }
};

/// Of each output's channel, cycles so far.
struct ChannelCycles {
  uint64_t busy = 0;     ///< a flit went onto it
  uint64_t stalled = 0;  ///< none did although some waited: all of heads that lack credits
};

}  // namespace chokepoint
