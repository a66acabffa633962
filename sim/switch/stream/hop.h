// SPDX-License-Identifier: Apache-2.0
// A packet in a router with streams: all that its parts know of it.
#pragma once

#include "sim/channel/channel.h"
#include "sim/packet/packet.h"

namespace chokepoint::stream {

/// One for each packet and router. In one cache line: the hot loop is bound by memory.
struct alignas(64) Hop {
  Packet* packet = nullptr;
  Hop* next_input = nullptr;   ///< in its queue
  Hop* next_output = nullptr;  ///< in the output buffer
  Hop* next_choice = nullptr;  ///< that waits for the output, or then is ready at the input
  uint32_t body = 0;           ///< once granted: the FlitCell of its flits between head and tail
  uint32_t allowed = 0;        ///< mask of output VCs
  uint16_t flits = 0, arrived = 0, crossed = 0, sent = 0;
  uint16_t queue = 0;         ///< of its input
  uint16_t output_place = 0;  ///< once granted: output * VCs + VC
  uint16_t rank = 0;          ///< set_rank()
  uint8_t input = 0, input_vc = 0, output = 0, output_vc = 0;
  VcClass vc_class = VcClass::kData;
  uint8_t wait_set = 0;      ///< what it is counted under in QueueLengths
  bool permitted : 1;        ///< gated speculation: takes part in this cycle's VC allocation
  bool granted : 1;          ///< holds an output VC
  bool streams_in : 1;       ///< `crossed` stands for a cycle, see StreamClock::crossed()
  bool streams_out : 1;      ///< `sent` stands for a cycle, see StreamClock::sent()
  uint8_t no_flag : 4;       ///< with the others a whole byte, which is written without being read
  bool leaving = false;      ///< is the first of its output queue, with credits for all of it
  uint8_t output_queue = 0;  ///< once granted
  Hop() : permitted(false), granted(false), streams_in(false), streams_out(false), no_flag(0) {}
  /// Made in this router: it came by no input.
  bool originated() const { return queue == kNoQueue; }
  static constexpr uint16_t kNoQueue = UINT16_MAX;
  bool speculative() const { return is_droppable(vc_class); }
  /// Takes an output VC, number `place` of all; it will wait in that queue.
  void grant(unsigned vc, unsigned place, unsigned queue_of_output) {
    granted = true;
    output_vc = static_cast<uint8_t>(vc);
    output_place = static_cast<uint16_t>(place);
    output_queue = static_cast<uint8_t>(queue_of_output);
    body = FlitCell(packet->slot, vc, false, false).bits();
  }
  /// What is the same in all its switch allocations: from bit 12 on 1 + priority of the output
  /// VC, below bit 6 the input.
  void set_rank(unsigned priority) {
    rank = static_cast<uint16_t>((priority + 1) << kPriorityShift | input);
  }
  static constexpr unsigned kPriorityShift = 12, kTurnShift = 6;
};
static_assert(sizeof(Hop) == 64);

/// How far a router has got in a cycle. What a stream has moved follows from it.
struct StreamClock {
  uint16_t crossed_until = 0;  ///< first cycle to come of the switch, modulo 2^16
  uint16_t sent_until = 0;     ///< the same of channel output
  unsigned crossed(const Hop& hop) const {
    return static_cast<uint16_t>(hop.streams_in ? crossed_until - hop.crossed : hop.crossed);
  }
  unsigned sent(const Hop& hop) const {
    return static_cast<uint16_t>(hop.streams_out ? sent_until - hop.sent : hop.sent);
  }
};

}  // namespace chokepoint::stream
