// SPDX-License-Identifier: Apache-2.0
// Flits into and out of an output's buffers.
#include "sim/switch/plain/output_port.h"

#include "sim/switch/plain/round_robin.h"

namespace chokepoint::plain {

OutputPort::OutputPort(const SwitchSizes& sizes, const SwitchingTechnique& technique,
                       unsigned number)
    : sizes_(sizes), technique_(technique), number_(number), vcs_(sizes.vcs), buffer_(sizes.vcs) {
  for (unsigned vc = 0; vc < sizes.vcs; ++vc) {
    vcs_[vc].pool = technique.credit_pool(vc);
    vcs_[vc].state.capacity = sizes.output_buffer_flits;
  }
  for (unsigned vc = 0; vc < sizes.vcs; ++vc) take_credits(vc, int(sizes.buffer_flits));
}

void OutputPort::take_credits(unsigned vc, int flits) {
  vcs_[vc].own_credits += flits;
  for (Vc& other : vcs_) {
    if (other.pool == vcs_[vc].pool) other.state.credits += static_cast<unsigned>(flits);
  }
}

/// The first packet of the VC has a flit here, and the next buffer has room for it: if it is a
/// head, for all that it claims.
bool OutputPort::may_send(unsigned vc) const {
  const OutputPacket* packet = buffer_.front(vc);
  if (packet == nullptr || packet->crossed == packet->sent) return false;
  const OutputVcState& state = vcs_[vc].state;
  if (packet->sent == 0) return state.credits >= technique_.claims(packet->flits);
  return state.claimed + state.credits != 0;
}

/// Control packets first; then, with whole packets, those that have begun to leave; among equals by
/// the priority of their VC.
unsigned OutputPort::send_priority(unsigned vc) const {
  const bool control = (sizes_.control_vcs >> vc & 1) != 0;
  const bool begun = sizes_.whole_packets && buffer_.front(vc)->sent != 0;
  const unsigned rank = control ? 2 : begun ? 1 : 0;
  return rank << 8 | sizes_.priority[vc];
}

/// Priority, then round-robin over VCs.
void OutputPort::send(SwitchOut& out) {
  unsigned chosen = sizes_.vcs, best = 0;
  for (unsigned turn = 1; turn <= sizes_.vcs; ++turn) {
    const unsigned vc = (last_sent_vc_ + turn) % sizes_.vcs;
    if (!may_send(vc) || (chosen != sizes_.vcs && send_priority(vc) <= best)) continue;
    chosen = vc;
    best = send_priority(vc);
  }
  if (chosen == sizes_.vcs) return;
  last_sent_vc_ = chosen;
  Vc& vc = vcs_[chosen];
  OutputPacket& packet = *buffer_.front(chosen);
  const bool head = packet.sent == 0;
  const unsigned claims = head ? technique_.claims(packet.flits) : vc.state.claimed == 0 ? 1 : 0;
  take_credits(chosen, -static_cast<int>(claims));
  vc.state.claimed += claims;
  --vc.state.claimed;
  --vc.state.taken;
  --vc.held;
  const bool tail = ++packet.sent == packet.flits;
  out.flits.push_back({number_, chosen, packet.packet, head, tail});
  if (tail) buffer_.pop(chosen);
}

void OutputPort::assign(unsigned vc, unsigned input, unsigned queue, unsigned flits) {
  vcs_[vc].state.owned = true;
  vcs_[vc].state.taken += flits;
  vcs_[vc].owner = {input, queue};
}

void OutputPort::take(unsigned vc, const CrossingOut& flit, unsigned flits) {
  if (flit.head) {
    vcs_[vc].entering = &buffer_.push(vc, {flit.packet, flits, 0, 0});
  }
  ++vcs_[vc].entering->crossed;
  ++vcs_[vc].held;
  if (flit.tail) vcs_[vc].state.owned = false;
}

/// Behind what is in the buffer of its VC.
bool OutputPort::take_originated(const OriginatedIn& originated) {
  Vc& vc = vcs_[originated.vc];
  if (vc.state.owned || !technique_.grants(vc.state, 1)) return false;
  ++vc.state.taken;
  ++vc.held;
  buffer_.push(originated.vc, {originated.packet.packet, 1, 1, 0});
  return true;
}

}  // namespace chokepoint::plain
