// SPDX-License-Identifier: Apache-2.0
// Flits into and out of an input's queues.
#include "sim/switch/plain/input_port.h"

#include <algorithm>

namespace chokepoint::plain {

void InputPort::begin_cycle() {
  for (InputPacket* packet : fresh_) packet->fresh = false;
  for (InputPacket* packet : permitted_) packet->permitted = false;
  fresh_.clear();
  permitted_.clear();
}

/// A head goes to the end of its queue, the other flits to their packet.
void InputPort::take(const FlitIn& flit, SwitchOut& out) {
  Vc& vc = vcs_[flit.vc];
  if (!flit.head && vc.arriving == nullptr) {
    --vc.to_discard;
    out.arrivals.push_back(
        {number_, flit.vc, 0, 0, flit.packet.packet, /*discarded=*/true, flit.tail, false});
    out.credits.push_back({number_, flit.vc, 1, CreditOut::kFreed});
    return;
  }
  const bool front = flit.head && queues_.empty(flit.packet.queue);
  if (flit.head) vc.arriving = &queues_.push(flit.packet.queue, {flit.packet, flit.vc});
  InputPacket& packet = *vc.arriving;
  ++packet.arrived;
  ++vc.held;
  out.arrivals.push_back({number_, flit.vc, packet.head.queue, packet.head.output,
                          packet.head.packet, /*discarded=*/false, flit.tail, front});
  if (flit.tail) vc.arriving = nullptr;
}

/// The space of all flits is free at once, the head's if nothing takes its place.
PacketHead InputPort::replace(const ReplacementIn& replacement, SwitchOut& out) {
  std::list<InputPacket>& queue = queues_.items(replacement.queue);
  InputPacket& packet = *std::find_if(queue.begin(), queue.end(), [&](const InputPacket& found) {
    return found.head.packet == replacement.packet;
  });
  const PacketHead gone = packet.head;
  if (replacement.by) packet.head = *replacement.by;
  if (replacement.by && packet.head.packet == gone.packet) return gone;
  Vc& vc = vcs_[packet.vc];
  const unsigned freed = packet.arrived - (replacement.by ? 1 : 0);
  if (freed != 0) out.credits.push_back({number_, packet.vc, freed, CreditOut::kFreed});
  vc.held -= freed;
  if (vc.arriving == &packet) {
    vc.to_discard = gone.flits - packet.arrived;
    vc.arriving = nullptr;
  }
  packet.arrived = 1;
  const bool front = &packet == &queue.front();
  if (!replacement.by) leave(replacement.queue, out);
  if (replacement.by && front) new_front(replacement.queue, out);
  return gone;
}

void InputPort::change(const QueueIn& change, InputPort& other, SwitchOut& out) {
  using Change = QueueIn::Change;
  if (change.change == Change::kMove) return move_front(change, other, out);
  if (change.change == Change::kSwap) {
    // Flits to come arrive where their head is then, and who became the first in this cycle is
    // there.
    queues_.swap(change.queue, change.other);
    for (const unsigned queue : {change.queue, change.other}) {
      for (InputPacket& packet : queues_.items(queue)) {
        packet.head.queue = static_cast<uint16_t>(queue);
        for (FrontOut& front : out.fronts) {
          if (front.packet == packet.head.packet) front.queue = queue;
        }
      }
    }
  } else if (change.change == Change::kChooseOutputQueue) {
    queues_.front(change.queue)->head.output_queue = static_cast<uint8_t>(change.other);
  } else if (change.change != Change::kPermit) {
    blocked_[change.queue] = change.change == Change::kBlock;
  } else {
    permitted_.push_back(queues_.front(change.queue));
    permitted_.back()->permitted = true;
  }
}

/// Flits that are still to come follow; the space at another port is that port's.
void InputPort::move_front(const QueueIn& change, InputPort& to, SwitchOut& out) {
  const InputPacket* const from = queues_.front(change.queue);
  InputPacket packet = *from;
  packet.fresh = packet.permitted = false;
  packet.head.queue = static_cast<uint16_t>(change.other);
  if (change.vcs != 0) packet.head.vcs = change.vcs;
  leave(change.queue, out);
  const bool front = to.queues_.empty(change.other);
  InputPacket& moved = to.queues_.push(change.other, packet);
  if (front) to.new_front(change.other, out);
  if (vcs_[packet.vc].arriving == from) vcs_[packet.vc].arriving = &moved;
  if (&to == this) return;
  vcs_[packet.vc].held -= packet.arrived;
  to.vcs_[packet.vc].held += packet.arrived;
  out.credits.push_back({number_, packet.vc, packet.arrived, CreditOut::kFreed});
}

/// The packet behind a tail requests an output from the next cycle on.
void InputPort::cross(unsigned queue, unsigned pass, SwitchOut& out) {
  InputPacket& packet = *queues_.front(queue);
  const bool tail = ++packet.crossed == packet.head.flits;
  --vcs_[packet.vc].held;
  out.crossings.push_back({pass, number_, packet.vc, queue, packet.head.output, packet.output_vc,
                           packet.head.packet, packet.crossed == 1, tail});
  out.credits.push_back({number_, packet.vc, 1, pass});
  if (tail) leave(queue, out);
}

void InputPort::leave(unsigned queue, SwitchOut& out) {
  queues_.pop(queue);
  if (!queues_.empty(queue)) new_front(queue, out);
}

void InputPort::new_front(unsigned queue, SwitchOut& out) {
  InputPacket& packet = *queues_.front(queue);
  packet.fresh = true;
  fresh_.push_back(&packet);
  out.fronts.push_back({number_, queue, packet.head.output, packet.vc, packet.head.packet});
}

}  // namespace chokepoint::plain
