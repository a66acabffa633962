// SPDX-License-Identifier: Apache-2.0
// Router: speculative packets are dropped, and NACKs made of them.
#include <fmt/format.h>

#include "sim/hooks/router_messages.h"
#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::drop_to_nack(Cycle now, unsigned port, unsigned index, Packet& packet,
                                const NackHeader& header) {
  if (!may_drop()) setup_.fail("the mechanism drops a packet outside begin_cycle");
  if (port >= radix_ || index >= context_.layout.speculative_vcs) {
    setup_.fail(fmt::format("the mechanism drops from input {}, speculative VC {}, which is none",
                            port, index));
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
  drop_packet(now, context_, id_, packet, hop->arrived);
  Packet& nack = make_nack(now, context_, id_, packet, header);
  if (hop->arrived == hop->flits) {
    context_.packets.give(&packet);
  } else {
    state.end();
    discards_.begin(port, vc, packet, hop->arrived, hop->flits);
  }
  hop->packet = &nack;
  hop->vc_class = nack.vc_class;
  hop->flits = hop->arrived = 1;
  hop->permitted = false;
  choose_output(hop, true);
  lengths_.add(hop);
  if (front) new_fronts_.push_back(hop);
}

}  // namespace chokepoint
