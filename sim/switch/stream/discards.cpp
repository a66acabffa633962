// SPDX-License-Identifier: Apache-2.0
// Flits of dropped packets.
#include "sim/switch/stream/discards.h"

#include <fmt/format.h>

namespace chokepoint::stream {

void Discards::begin(unsigned port, unsigned vc, const Packet& packet, unsigned arrived,
                     unsigned flits) {
  gone_[port * setup_.vcs + vc] = {&packet, arrived, flits};
  ++setup_.context.discarding;
}

bool Discards::discard(Cycle now, unsigned port, FlitCell flit) {
  Gone& gone = gone_[port * setup_.vcs + flit.vc()];
  if (gone.packet == nullptr) return false;
  NetworkContext& context = setup_.context;
  if (flit.packet() != gone.packet->slot || (++gone.arrived == gone.flits) != flit.tail()) {
    setup_.fail(fmt::format(
        "input {} VC {}: packet {:#x}: flit {} of {} to be discarded is out of order", port,
        flit.vc(), context.packets.at(flit.packet()).id, gone.arrived, gone.flits));
  }
  credits_.give_many(now, port, flit.vc(), 1);
  context.statistics.wasted_flits(*gone.packet, 1);
  if (flit.tail()) {
    context.packets.give(gone.packet);
    gone.packet = nullptr;
    --context.discarding;
  }
  return true;
}

}  // namespace chokepoint::stream
