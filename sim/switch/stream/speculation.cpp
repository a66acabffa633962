// SPDX-License-Identifier: Apache-2.0
// Router: permission and dropping of speculative packets, and the NACKs made of them.
#include <fmt/format.h>

#include <algorithm>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::permit(unsigned input, unsigned index) {
  const unsigned vc = static_cast<unsigned>(context_.layout.speculative_vc) + index;
  Hop* hop = front(input, queue_of(vc, 0));
  if (!gated_ || hop == nullptr || !hop->speculative() || hop->granted || hop->permitted) return;
  hop->permitted = true;
  permitted_.push_back(hop);
  wait_for_output(hop);
}

void StreamSwitch::end_permissions() {
  for (Hop* hop : permitted_) {
    if (hop->permitted && !hop->granted) stop_waiting(hop);
    hop->permitted = false;
  }
  permitted_.clear();
}

void StreamSwitch::leave_speculative_heads(const Hop& hop) {
  const auto found =
      std::find_if(speculative_heads_.begin(), speculative_heads_.end(),
                   [&hop](const SpeculativeHead& head) { return head.packet == hop.packet; });
  *found = speculative_heads_.back();
  speculative_heads_.pop_back();
}

void StreamSwitch::drop_to_nack(Cycle now, unsigned port, unsigned index, Packet& packet,
                          const NackHeader& header) {
  const unsigned vc = static_cast<unsigned>(context_.layout.speculative_vc) + index;
  if (port >= radix_ || index >= context_.layout.speculative_vcs) {
    fail(fmt::format("the mechanism drops from input {}, speculative VC {}, which is none", port,
                     index));
  }
  if (std::max(header.source, header.destination) >= context_.topology.nodes()) {
    fail(fmt::format("the mechanism makes a NACK from node {} to {}, one of which is none",
                     header.source, header.destination));
  }
  InputVc& state = input_vc(port, vc);
  Hop* const first = front(port, queue_of(vc, 0));
  Hop* hop = first;
  while (hop != nullptr && hop->packet != &packet) hop = hop->next_input;
  if (hop == nullptr || !hop->speculative() || hop->granted) {
    fail(fmt::format("input {} VC {}: the mechanism drops a packet that {}", port, vc,
                     hop == nullptr ? "is not there" : "is on its way or no speculative one"));
  }
  const bool front = hop == first;
  if (front) {
    end_request(now, *hop);
    leave_speculative_heads(*hop);
    if (!gated_ || hop->permitted) stop_waiting(hop);
  }
  // The head flit's place goes to the NACK.
  const unsigned freed = hop->arrived - 1u;
  state.occupancy -= freed;
  if (freed != 0) credit_links_[port].send_many(now, vc, freed);
  wait_flits(hop->output, hop->wait_set) -= hop->flits;
  context_.statistics.dropped(now, packet, id_);
  context_.statistics.wasted_flits(packet, hop->arrived);
  if (context_.observer != nullptr) context_.observer->dropped(now, packet, id_);
  --context_.data.packets_inside;
  ++context_.data.flits_moved;

  Packet* nack = context_.packets.take();
  nack->id = packet.id | kNackIdBit;
  nack->source = header.source;
  nack->destination = header.destination;
  nack->message = header.message;
  nack->sequence_number = header.sequence_number;
  nack->payload = header.payload;
  context_.layout.become_message(*nack, header.kind);
  nack->created = nack->injected = now;
  if (hop->arrived == hop->flits) {
    context_.packets.give(&packet);
  } else {
    state.end();
    discards_[port * vcs_ + vc] = {&packet, hop->arrived, hop->flits};
    ++context_.discarding;
  }
  hop->packet = nack;
  hop->vc_class = nack->vc_class;
  hop->flits = hop->arrived = 1;
  hop->permitted = false;
  choose_output(hop, true);
  ++context_.control.packets_inside;
  context_.statistics.injected(now, *nack);
  if (context_.observer != nullptr) context_.observer->injected(now, *nack);
  if (front) new_fronts_.push_back(hop);
}

/// False: no dropped packet's flit.
bool StreamSwitch::discard(Cycle now, unsigned port, FlitCell flit) {
  Discard& gone = discards_[port * vcs_ + flit.vc()];
  if (gone.packet == nullptr) return false;
  if (flit.packet() != gone.packet->slot || (++gone.arrived == gone.flits) != flit.tail()) {
    fail(fmt::format("input {} VC {}: packet {:#x}: flit {} of {} to be discarded is out of order",
                     port, flit.vc(), context_.packets.at(flit.packet()).id, gone.arrived,
                     gone.flits));
  }
  credit_links_[port].send_many(now, flit.vc(), 1);
  context_.statistics.wasted_flits(*gone.packet, 1);
  if (flit.tail()) {
    context_.packets.give(gone.packet);
    gone.packet = nullptr;
    --context_.discarding;
  }
  return true;
}

}  // namespace chokepoint
