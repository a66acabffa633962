// SPDX-License-Identifier: Apache-2.0
// Router: control packets that it makes of itself, and the injection point where they enter.
#include <fmt/format.h>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::originate(Cycle now, const OriginatedMessage& message) {
  if (originated_ != nullptr) fail("the mechanism sends while a packet of the router's own waits");
  if (context_.layout.control_vcs == 0) fail("the mechanism sends a control packet and has no VC");
  if (std::max(message.source, message.destination) >= context_.topology.nodes()) {
    fail(
        fmt::format("the mechanism sends a control packet from node {} to {}, one of which is none",
                    message.source, message.destination));
  }
  Packet* packet = context_.packets.take();
  packet->id = kRouterIdBit | (uint64_t{id_} << 40) | packets_originated_++;
  packet->source = message.source;
  packet->destination = message.destination;
  packet->payload = message.payload;
  packet->kind = message.kind;
  packet->vc_class = VcClass::kControl;
  packet->group = kControlGroup;
  packet->minimal_only = true;
  packet->created = now;
  originated_ = packet;
}

/// Into the output buffer, behind what is there; no input, no crossbar.
void StreamSwitch::inject_originated(Cycle now) {
  Packet* packet = originated_;
  const unsigned port = route_head(context_, *this, *packet, id_, RoutePlace::kNoInput).output;
  const unsigned vc = static_cast<unsigned>(__builtin_ctz(context_.layout.injection(*packet)));
  OutputVc& state = output_vc(port, vc);
  if (state.owner != nullptr || taken(state) + 1u > output_buffer_flits_) return;
  originated_ = nullptr;
  Hop* hop = hops_.take();
  hop->packet = packet;
  hop->flits = hop->arrived = hop->crossed = 1;
  hop->vc_class = VcClass::kControl;
  hop->output = static_cast<uint8_t>(port);
  hop->grant(vc, port * vcs_ + vc);
  ++state.reserved;
  if (state.queue.head == nullptr) {
    state.queue.head = state.queue.tail = hop;
    becomes_first(output_[port], vc, hop);
  } else {
    state.queue.tail->next_output = hop;
    state.queue.tail = hop;
  }
  packet->injected = now;
  ++context_.control.packets_inside;
  ++context_.control.flits_moved;
  context_.statistics.injected(now, *packet);
  if (context_.observer != nullptr) context_.observer->injected(now, *packet);
}

}  // namespace chokepoint
