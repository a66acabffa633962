// SPDX-License-Identifier: Apache-2.0
// Who waits for too long, and the token.
#include "sim/switch/plain_router/recovery.h"

namespace chokepoint {

DeadlockRecovery::DeadlockRecovery(NetworkContext& context, RouterId router)
    : context_(context),
      router_(router),
      ring_(context.wires, WirePlace::router(router), {"recovery_token", 1},
            [this](Cycle, WirePlace, const bool&) { has_token_ = true; }),
      has_token_(router == 0) {}

void DeadlockRecovery::look(Cycle now, const plain::PlainSwitch& core) {
  const unsigned queues = core.sizes().queues;
  waits_.resize(core.inputs().size() * queues);
  const unsigned timeout = context_.routing.recovery_timeout();
  Packet* longest = nullptr;
  Cycle since = now;
  for (unsigned input = 0; input < core.inputs().size(); ++input) {
    for (unsigned queue = 0; queue < queues; ++queue) {
      Wait& wait = waits_[input * queues + queue];
      const plain::InputPacket* const front = core.inputs()[input].queues().front(queue);
      if (front == nullptr || front->assigned()) {
        wait.packet = nullptr;
        continue;
      }
      Packet& packet = context_.packets.at(front->head.packet);
      if (wait.packet != &packet || wait.id != packet.id) wait = {&packet, packet.id, now};
      const bool late = !carries_messages(packet.vc_class) && now - wait.since >= timeout;
      if (!late || packet.recovered || wait.since >= since) continue;
      longest = &packet;
      since = wait.since;
    }
  }
  if (!has_token_) return;
  if (longest == nullptr) return pass_on(now);
  has_token_ = false;
  longest->recovered = true;
  ++context_.recovered;
}

void DeadlockRecovery::pass_on(Cycle now) {
  has_token_ = false;
  ring_.send(now, WirePlace::router((router_ + 1) % context_.topology.routers()), true);
}

}  // namespace chokepoint
