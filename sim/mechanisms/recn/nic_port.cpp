// SPDX-License-Identifier: Apache-2.0
// RECN at a NIC: which of its packets wait, and what it says to its router.
#include "sim/mechanisms/recn/nic_port.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint::recn {

NicPort::NicPort(const Config& config, NicState& nic, EngineKind engine, Counters& counters)
    : NicSide(counters),
      nic_(nic),
      counters_(counters),
      pool_(nic.context().routing.turn_pool()),
      pool_mask_(low_mask(config.egress.pool_bits)),
      reserved_(static_cast<uint16_t>(config.reserved)),
      port_(engine, config.nic, config.nic_levels, fmt::format("nic_{}.recn_egress", nic.id())),
      queue_of_(nic.context().topology.nodes(), kEmpty) {
  wire_ = nic.make_wire<LinkMessage>(link_wire(nic.context().spans, true),
                                     [this](Cycle, WirePlace, const LinkMessage& message) {
                                       if (message.place) {
                                         port_.to_link.give();
                                       } else {
                                         port_.from_link.push(message.said());
                                       }
                                     });
}

/// The turns of a packet from its first router on.
uint64_t NicPort::turns_of(const Packet& packet) const {
  return pool_.left(packet.turns, 0) & pool_mask_;
}

uint64_t NicPort::turns_to(NodeId destination) const {
  Packet packet;
  packet.source = nic_.id();
  packet.destination = destination;
  nic_.context().routing.give_turns(packet, nic_.context().topology.router_of(nic_.id()));
  return turns_of(packet);
}

/// The answer about the head that was compared in the last clock is there. Where the unit cannot
/// count one more packet, the head is compared again behind the others.
void NicPort::begin_cycle(Cycle now) {
  if (!on_) return;
  const RecnEgress::Out& out = port_.out();
  if (out.match_valid && port_.packets(out.match_queue) == low_mask(port_.params().count_bits)) {
    to_compare_.push_back(compared_);
  } else if (out.match_valid) {
    queue_of_[compared_] = stored_ = out.match_queue;
    counters_.nic_packets += port_.is_saq(stored_) ? 1 : 0;
  }
  if (out.match_valid || out.may_send != may_send_) answers_ = now;
  may_send_ = out.may_send;
}

InjectionDecision NicPort::may_inject(Cycle, const QueueHead& head) {
  InjectionDecision decision;
  if (!on_) return decision;
  const unsigned queue = queue_of_[head.destination];
  decision.allowed = queue < port_.queues();
  if (!decision.allowed || !port_.is_saq(queue)) return decision;
  decision.allowed = port_.saq_bit(port_.out().may_send, queue);
  decision.leaves_room = reserved_;
  return decision;
}

void NicPort::compare(NodeId destination) {
  queue_of_[destination] = kNew;
  to_compare_.push_back(destination);
}

void NicPort::generated(Cycle, NodeId destination, unsigned) {
  if (on_ && queue_of_[destination] == kEmpty) compare(destination);
}

void NicPort::injected(Cycle now, const Packet& packet) {
  if (!on_) return;
  const unsigned queue = queue_of_[packet.destination];
  if (queue == kNew) {  // a rogue does not wait for the comparison
    to_compare_.erase(
        std::remove(to_compare_.begin(), to_compare_.end(), packet.destination), to_compare_.end());
  } else {
    leaving_.push_back({now + packet.flits - 1, queue});
    counters_.packets_astray += astray(packet, queue) ? 1 : 0;
  }
  queue_of_[packet.destination] = kEmpty;
  if (!nic_.queue_empty(packet.destination)) compare(packet.destination);
}

/// It is in a SAQ that is not for its way.
bool NicPort::astray(const Packet& packet, unsigned queue) const {
  if (!port_.is_saq(queue)) return false;
  const TurnPath& path = port_.path(queue);
  return ((turns_of(packet) ^ path.turns) & path.mask) != 0;
}

/// What the unit sees in this clock.
void NicPort::tell(Cycle now) {
  port_.in.enable = on_;
  port_.in.store_valid = stored_ != Egress::kNone;
  port_.in.left_valid = !leaving_.empty() && leaving_.front().last <= now;
  if (port_.in.left_valid) {
    port_.in.left_queue = leaving_.front().queue;
    leaving_.pop_front();
  }
  port_.in.packet_valid = !to_compare_.empty();
  if (port_.in.packet_valid) {
    compared_ = to_compare_.front();
    to_compare_.pop_front();
    port_.in.packet_turns = turns_to(compared_);
  }
  port_.in.notice_valid = port_.from_link.empty() ? 0 : 1;
  if (port_.in.notice_valid != 0) {
    const RecnMessage& message = port_.from_link.front();
    port_.in.notice_kind[0] = message.kind;
    port_.in.notice_turns[0] = message.path.turns;
    port_.in.notice_mask[0] = message.path.mask;
  }
  port_.in.answer_ready = port_.to_link.ready(now) ? 1 : 0;
}

/// What is valid and ready in this clock goes over the link.
void NicPort::exchange(Cycle now) {
  const Topology& topology = nic_.context().topology;
  const WirePlace router = WirePlace::router(topology.router_of(nic_.id()));
  const unsigned input = topology.port_of(nic_.id());
  if (port_.in.notice_valid != 0 && (!on_ || port_.out().notice_ready != 0)) {
    port_.from_link.pop();
    wire_.send(now, router, LinkMessage::free_place(input, LinkMessage::Way::kUpstream));
  }
  if (!on_ || (port_.out().answer_valid & port_.in.answer_ready) == 0) return;
  const RecnMessage& said = port_.out().answer;
  counters_.count_answer(said);
  port_.to_link.take(now);
  wire_.send(now, router, LinkMessage::of(said, input, LinkMessage::Way::kDownstream));
}

void NicPort::end_cycle(Cycle now) {
  const TurnPath notice = port_.from_link.empty() ? TurnPath{} : port_.from_link.front().path;
  tell(now);
  exchange(now);
  counters_.exhausted += on_ && port_.out().full_valid ? 1 : 0;
  port_.clock(now, stored_);
  stored_ = Egress::kNone;
  for_each_bit(port_.made(), [&](unsigned saq) {
    ++counters_.nic_made;
    port_.life(port_.normals() + saq).path = notice;
  });
}

Cycle NicPort::sleeps_until(Cycle now) const {
  if (!port_.rests() || !port_.from_link.empty() || !to_compare_.empty()) return now + 1;
  return leaving_.empty() ? ~Cycle{0} : std::max(now + 1, leaving_.front().last);
}

void NicPort::forget_heads() {
  std::fill(queue_of_.begin(), queue_of_.end(), kEmpty);
  to_compare_.clear();
  leaving_.clear();
  stored_ = Egress::kNone;
  port_.in.queue_packets = {};
}

/// The unit begins anew; heads that wait are compared again.
void NicPort::enable(bool on) {
  on_ = on;
  forget_heads();
  for (NodeId node = 0; on && node < queue_of_.size(); ++node) {
    if (!nic_.queue_empty(node)) compare(node);
  }
  ++answers_;
  port_.upset();
}

std::string NicPort::describe_wait() const {
  const uint32_t stopped = port_.out().valid & ~port_.out().may_send;
  if (!on_ || stopped == 0) return "";
  return fmt::format("{} of its SAQs are stopped", __builtin_popcount(stopped));
}

}  // namespace chokepoint::recn
