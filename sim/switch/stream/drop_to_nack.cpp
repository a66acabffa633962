// SPDX-License-Identifier: Apache-2.0
// Router: speculative packets are dropped, and NACKs made of them.
#include <fmt/format.h>

#include <algorithm>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

namespace {

Packet* make_nack(Cycle now, NetworkContext& context, const Packet& dropped,
                  const NackHeader& header) {
  Packet* nack = context.packets.take();
  nack->id = dropped.id | kNackIdBit;
  nack->source = header.source;
  nack->destination = header.destination;
  nack->message = header.message;
  nack->sequence_number = header.sequence_number;
  nack->payload = header.payload;
  context.layout.become_message(*nack, header.kind);
  nack->created = nack->injected = now;
  return nack;
}

}  // namespace

void StreamSwitch::drop_to_nack(Cycle now, unsigned port, unsigned index, Packet& packet,
                                const NackHeader& header) {
  if (port >= radix_ || index >= context_.layout.speculative_vcs) {
    setup_.fail(fmt::format("the mechanism drops from input {}, speculative VC {}, which is none",
                            port, index));
  }
  if (std::max(header.source, header.destination) >= context_.topology.nodes()) {
    setup_.fail(fmt::format("the mechanism makes a NACK from node {} to {}, one of which is none",
                            header.source, header.destination));
  }
  const unsigned vc = speculation_.vc(index);
  stream::InputBuffers::Vc& state = inputs_.vc(port, vc);
  Hop* const first = speculation_.front(port, index);
  Hop* hop = first;
  while (hop != nullptr && hop->packet != &packet) hop = hop->next_input;
  if (hop == nullptr || !hop->speculative() || hop->granted) {
    setup_.fail(
        fmt::format("input {} VC {}: the mechanism drops a packet that {}", port, vc,
                    hop == nullptr ? "is not there" : "is on its way or no speculative one"));
  }
  const bool front = hop == first;
  if (front) {
    end_request(now, *hop);
    leave_speculative_heads(*hop);
    if (!speculation_.gated() || hop->permitted) vcs_.remove(hop);
  }
  // The head flit's place goes to the NACK.
  const unsigned freed = hop->arrived - 1u;
  state.occupancy -= freed;
  if (freed != 0) credit_return_.give_many(now, port, vc, freed);
  lengths_.remove(*hop);
  context_.statistics.dropped(now, packet, id_);
  context_.statistics.wasted_flits(packet, hop->arrived);
  if (context_.observer != nullptr) context_.observer->dropped(now, packet, id_);
  --context_.data.packets_inside;
  ++context_.data.flits_moved;

  Packet* const nack = make_nack(now, context_, packet, header);
  if (hop->arrived == hop->flits) {
    context_.packets.give(&packet);
  } else {
    state.end();
    discards_.begin(port, vc, packet, hop->arrived, hop->flits);
  }
  hop->packet = nack;
  hop->vc_class = nack->vc_class;
  hop->flits = hop->arrived = 1;
  hop->permitted = false;
  choose_output(hop, true);
  lengths_.add(hop);
  ++context_.control.packets_inside;
  context_.statistics.injected(now, *nack);
  if (context_.observer != nullptr) context_.observer->injected(now, *nack);
  if (front) new_fronts_.push_back(hop);
}

}  // namespace chokepoint
