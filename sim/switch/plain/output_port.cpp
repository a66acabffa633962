// SPDX-License-Identifier: Apache-2.0
// Flits into and out of an output's buffers.
#include "sim/switch/plain/output_port.h"

#include "sim/common/bits.h"
#include "sim/switch/switching/round_robin.h"

namespace chokepoint::plain {

OutputPort::OutputPort(const SwitchSizes& sizes, const SwitchingTechnique& technique,
                       unsigned number)
    : sizes_(sizes),
      technique_(technique),
      number_(number),
      vcs_(sizes.vcs),
      buffer_(sizes.vcs + sizes.output_queues),
      blocked_(buffer_.queues()),
      shares_(sizes.shares, sizes.share_flits) {
  for (unsigned vc = 0; vc < sizes.vcs; ++vc) {
    vcs_[vc].queue = technique.output_queue(vc);
    for (unsigned other = 0; other < sizes.vcs; ++other) {
      const unsigned pool = technique.credit_pool(other), queue = technique.output_queue(other);
      vcs_[vc].of_pool |= uint32_t{pool == technique.credit_pool(vc)} << other;
      vcs_[vc].of_queue |= uint32_t{queue == vcs_[vc].queue} << other;
    }
    vcs_[vc].state.free = sizes.output_buffer_flits;
    vcs_[vc].state.depth = sizes.buffer_flits;
    vcs_[vc].state.edge = technique.edge_buffers();
  }
  for (unsigned vc = 0; vc < sizes.vcs; ++vc) take_credits(vc, int(sizes.buffer_flits));
}

void OutputPort::take_credits(unsigned vc, int flits) {
  vcs_[vc].own_credits += flits;
  for_each_bit(vcs_[vc].of_pool,
               [&](unsigned other) { vcs_[other].state.credits += static_cast<unsigned>(flits); });
}

/// Of the queue of that VC; below 0: it is free.
void OutputPort::take_room(unsigned vc, int flits) {
  vcs_[vc].state.taken += static_cast<unsigned>(flits);
  for_each_bit(vcs_[vc].of_queue,
               [&](unsigned other) { vcs_[other].state.free -= static_cast<unsigned>(flits); });
}

void OutputPort::change(const OutputQueueIn& in) {
  if (in.change == OutputQueueIn::Change::kSwap) return buffer_.swap(in.queue, in.other);
  blocked_[in.queue] = in.change == OutputQueueIn::Change::kBlock;
}

/// Of the first packet of a queue: 0 unless it has a flit here and the next buffer room for it: if
/// it is a head, for all that it claims, and no other packet of its VC is in the middle of leaving.
/// Control packets first; then, with whole packets, those that have begun to leave; among equals by
/// the priority of their VC.
unsigned OutputPort::send_priority(unsigned queue, const OutputPacket& packet) const {
  if (packet.crossed == packet.sent) return 0;
  const Vc& vc = vcs_[packet.vc];
  const bool begun = packet.sent != 0;
  const bool room = begun ? vc.state.claimed + vc.state.credits != 0
                          : vc.state.credits >= technique_.claims(packet.flits);
  if (!room || (!begun && (blocked_[queue] || vc.leaving))) return 0;
  const bool control = (sizes_.control_vcs >> packet.vc & 1) != 0;
  const unsigned rank = control ? 3 : begun && sizes_.whole_packets ? 2 : 1;
  return rank << 8 | sizes_.priority[packet.vc];
}

/// Priority, then round-robin over queues.
void OutputPort::send(SwitchOut& out) {
  unsigned chosen = 0, best = 0, best_turns = 0;
  buffer_.for_each_front([&](unsigned queue, const OutputPacket& packet) {
    const unsigned priority = send_priority(queue, packet);
    const unsigned turns = turns_after(last_queue_, queue, buffer_.queues());
    if (priority < best || (priority == best && turns >= best_turns)) return;
    chosen = queue;
    best = priority;
    best_turns = turns;
  });
  if (best == 0) return;
  last_queue_ = chosen;
  OutputPacket& packet = *buffer_.front(chosen);
  Vc& vc = vcs_[packet.vc];
  const bool head = packet.sent == 0;
  const unsigned claims = head ? technique_.claims(packet.flits) : vc.state.claimed == 0 ? 1 : 0;
  take_credits(packet.vc, -static_cast<int>(claims));
  take_room(packet.vc, -1);
  vc.state.claimed += claims;
  --vc.state.claimed;
  const bool tail = ++packet.sent == packet.flits;
  out.flits.push_back({number_, packet.vc, packet.packet, head, tail});
  vc.leaving = !tail;
  if (tail) buffer_.pop(chosen);
}

void OutputPort::assign(unsigned vc, unsigned input, unsigned queue, const PacketHead& head) {
  vcs_[vc].state.owned = true;
  vcs_[vc].state.promised = technique_.promises(head.flits);
  if (head.share != 0) shares_.claim(head.share - 1u, head.flits);
  take_room(vc, int(vcs_[vc].state.promised));
  vcs_[vc].owner = {input, queue};
}

void OutputPort::take(unsigned vc, const CrossingOut& flit, const PacketHead& head) {
  if (flit.head) {
    const unsigned own = head.output_queue;  // of a mechanism, not of VCs
    const unsigned queue = own == 0 ? vcs_[vc].queue : sizes_.vcs + own - 1;
    vcs_[vc].entering = &buffer_.push(queue, {flit.packet, vc, head.flits, 0, 0});
  }
  ++vcs_[vc].entering->crossed;
  OutputVcState& state = vcs_[vc].state;
  take_room(vc, state.promised != 0 ? 0 : 1);
  state.promised -= state.promised != 0 ? 1 : 0;
  state.owned = !flit.tail;
}

/// Behind what is in its VC's queue.
bool OutputPort::take_originated(const OriginatedIn& originated) {
  Vc& vc = vcs_[originated.vc];
  if (vc.state.owned || !technique_.grants(vc.state, 1)) return false;
  take_room(originated.vc, 1);
  buffer_.push(vc.queue, {originated.packet.packet, originated.vc, 1, 1, 0});
  return true;
}

}  // namespace chokepoint::plain
