// SPDX-License-Identifier: Apache-2.0
#include "sim/switch/plain_router/central_arbiter.h"

#include "sim/switch/plain_router/counts.h"

namespace chokepoint {

std::optional<plain::QueueIn> CentralArbiter::pick(const plain::PlainSwitch& core,
                                                   const SwitchingTechnique& technique,
                                                   const VcLayout& layout) {
  const unsigned queues = core.sizes().queues;
  const auto places = static_cast<unsigned>(core.inputs().size()) * queues;
  unsigned input = last_ / queues, queue = last_ % queues;
  for (unsigned turn = 0; turn < places; ++turn) {
    if (++queue == queues) {
      queue = 0;
      input = input + 1 == core.inputs().size() ? 0 : input + 1;
    }
    const plain::InputPort& port = core.inputs()[input];
    const plain::InputPacket* const front = port.queues().front(queue);
    if (front == nullptr || front->assigned() || front->fresh || !front->head.gated) continue;
    if (layout.is_speculative(front->vc) || port.blocked(queue)) continue;
    const plain::PacketHead& head = front->head;
    if (plain::grantable_vcs(core, technique, head.output, head.vcs, head.flits) == 0) continue;
    last_ = input * queues + queue;
    return plain::QueueIn{plain::QueueIn::Change::kPermit, input, queue, 0, 0, 0};
  }
  return std::nullopt;
}

}  // namespace chokepoint
