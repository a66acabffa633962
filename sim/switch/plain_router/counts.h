// SPDX-License-Identifier: Apache-2.0
// What waits in a plain switch for an output: for checks, reports and waveforms.
#pragma once

#include "sim/switch/plain/plain_switch.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint::plain {

/// Flits in input queues.
inline unsigned queued_flits(const PlainSwitch& core, unsigned output) {
  unsigned flits = 0;
  for (unsigned count = 0; count < core.sizes().counts; ++count) {
    flits += core.waiting_flits(output, count);
  }
  return flits;
}

/// Flits in the output buffer.
inline unsigned buffer_flits(const PlainSwitch& core, unsigned output) {
  unsigned flits = 0;
  for (unsigned vc = 0; vc < core.sizes().vcs; ++vc) flits += core.outputs()[output].held(vc);
  return flits;
}

/// Flits that are in the buffers of some VCs of an input, by mask, and that can be.
inline unsigned held_flits(const PlainSwitch& core, unsigned input, uint32_t vcs) {
  unsigned flits = 0;
  for (; vcs != 0; vcs &= vcs - 1) {
    flits += core.inputs()[input].held(static_cast<unsigned>(__builtin_ctz(vcs)));
  }
  return flits;
}
inline unsigned buffer_room(const PlainSwitch& core, uint32_t vcs) {
  return static_cast<unsigned>(__builtin_popcount(vcs)) * core.sizes().buffer_flits;
}

/// Flits in a queue of an input.
inline unsigned queue_flits(const InputPort& input, unsigned queue) {
  unsigned flits = 0;
  for (const InputPacket& packet : input.queues().items(queue)) {
    flits += packet.arrived - packet.crossed;
  }
  return flits;
}

/// Calls `visit(packet)` for the first packet of each queue of an input that has one, by queue.
template <class Visit>
void for_each_front(const InputPort& input, Visit&& visit) {
  for (unsigned queue = 0; queue < input.queues().queues(); ++queue) {
    if (const InputPacket* packet = input.queues().front(queue)) visit(*packet);
  }
}

/// Null: it is not in that queue.
inline const InputPacket* held_packet(const InputPort& input, unsigned queue, uint32_t packet) {
  for (const InputPacket& held : input.queues().items(queue)) {
    if (held.head.packet == packet) return &held;
  }
  return nullptr;
}

/// Heads without an output VC; gated ones are not counted.
inline unsigned waiting_packets(const PlainSwitch& core, unsigned output) {
  unsigned count = 0;
  for (const InputPort& input : core.inputs()) {
    for_each_front(input, [&](const InputPacket& packet) {
      if (packet.head.output == output && !packet.assigned() && !packet.head.gated) ++count;
    });
  }
  return count;
}

/// Of the VCs in the mask those that VC allocation could give to a packet of so many flits.
inline uint32_t grantable_vcs(const PlainSwitch& core, const SwitchingTechnique& technique,
                              unsigned output, uint32_t vcs, unsigned flits) {
  uint32_t free = 0;
  for (; vcs != 0; vcs &= vcs - 1) {
    const OutputVcState& state =
        core.outputs()[output].state(static_cast<unsigned>(__builtin_ctz(vcs)));
    if (!state.owned && technique.grants(state, flits)) free |= vcs & (~vcs + 1);
  }
  return free;
}

/// Mask of the outputs with heads in their buffers, before the cycle's flits go: of those that then
/// send nothing all heads lack credits.
inline uint64_t outputs_with_heads(const PlainSwitch& core) {
  uint64_t mask = 0;
  for (unsigned output = 0; output < core.sizes().outputs; ++output) {
    const QueueSet<OutputPacket>& buffer = core.outputs()[output].buffer();
    for (unsigned queue = 0; queue < buffer.queues(); ++queue) {
      const OutputPacket* first = buffer.front(queue);
      if (first != nullptr && first->sent == 0 && first->crossed != 0)
        mask |= uint64_t{1} << output;
    }
  }
  return mask;
}

}  // namespace chokepoint::plain
