// SPDX-License-Identifier: Apache-2.0
// SRP in a NIC: injection. The unit says per entry what may go; this decides from which queue it
// comes and keeps the retransmission buffer.
#include <fmt/format.h>

#include <algorithm>

#include "sim/mechanisms/srp/srp.h"

namespace chokepoint::srp {

NicSide::NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters)
    : config_(config),
      nic_(nic),
      counters_(counters),
      unit_(make_unit<SrpNic>(engine, config.nic, fmt::format("nic_{}.srp_nic", nic.id()))),
      out_(unit_->out()),
      in_(config.settings),
      is_asking_(nic.context().topology.nodes(), false) {
  in_.enable = true;
  in_.request_ready = in_.reply_ready = true;
  levels_changed_ = true;
  asking_.reserve(64);
  reservations_.reserve(32);
  replies_.reserve(32);
}

InjectionDecision NicSide::may_inject(Cycle, const QueueHead& head) {
  InjectionDecision decision;
  if (!enabled_ || head.packets < config_.n_min) return decision;
  const int entry = entry_of(head.destination);
  if (entry < 0) {
    decision.allowed = false;
    return decision;
  }
  const uint64_t bit = uint64_t{1} << entry;
  decision.speculative = (out_.entry_speculate & bit) != 0;
  decision.allowed = decision.speculative || (out_.entry_send & ~out_.entry_resend & bit) != 0;
  return decision;
}

const Packet* NicSide::retransmission(Cycle) {
  if (orphans_failed_ != 0) {
    for (const Held& held : held_) {
      if (held.orphan && held.failed) return &held.packet;
    }
  }
  if (out_.entry_resend == 0) return nullptr;
  const NodeId destination = destinations_.of(lowest_bit(out_.entry_resend));
  for (const Held& held : held_) {
    const uint64_t slot = held.packet.sequence_number & low_mask(config_.nic.slot_bits());
    if (!held.orphan && held.packet.destination == destination && slot == out_.resend_slot) {
      return &held.packet;
    }
  }
  throw CheckError(fmt::format(
      "cycle {}: NIC {}: srp_nic wants a packet to {} again, whose number ends in {} of {} bits, "
      "and which is not held",
      nic_.context().now, nic_.id(), destination, out_.resend_slot,
      config_.nic.slot_bits()));
}

void NicSide::injected(Cycle, const Packet& packet) {
  if (packet.kind == PacketKind::kSpeculativeData) {
    in_.sent_entry = entry_bit(entry_of(packet.destination));
    in_.sent_speculative = true;
    ++counters_.speculative_sent;
    Held held;
    held.packet = packet;
    held.packet.kind = PacketKind::kData;
    held.packet.vc_class = VcClass::kData;
    held_.push_back(held);
    return;
  }
  if (Held* held = find(packet.destination, packet.message, packet.sequence_number)) {
    ++counters_.retransmitted;
    if (held->orphan) {
      --orphans_failed_;
    } else {
      in_.sent_entry = entry_bit(entry_of(packet.destination));
    }
    release(held);
    return;
  }
  if (!enabled_ || packet.message_packets < config_.n_min) {
    ++counters_.bypassed;
    ask_if_wanted(packet.destination);
    return;
  }
  in_.sent_entry = entry_bit(entry_of(packet.destination));
  ++counters_.reserved_sent;
}

void NicSide::ask(NodeId destination) {
  if (is_asking_[destination]) return;
  is_asking_[destination] = true;
  asking_.push(destination);
}

void NicSide::ask_if_wanted(NodeId destination) {
  if (!enabled_ || is_asking_[destination] || entry_of(destination) >= 0) return;
  const std::optional<QueueHead> head = nic_.head_of(destination);
  if (head && head->packets >= config_.n_min) ask(destination);
}

void NicSide::generated(Cycle, NodeId destination, unsigned) {
  ask_if_wanted(destination);
}

void NicSide::offer() {
  if (asking_.empty()) return;
  if (!out_.offer_ready) {
    ++counters_.offers_waiting;
    return;
  }
  const NodeId destination = asking_.take();
  is_asking_[destination] = false;
  const std::optional<QueueHead> head = nic_.head_of(destination);
  if (!head || head->packets < config_.n_min || entry_of(destination) >= 0) return;
  in_.offer_valid = true;
  in_.offer_destination = destination;
  in_.offer_message = head->message & 0xFFFF;
  in_.offer_sequence = head->next_packet;
  in_.offer_packets = static_cast<uint32_t>(head->packets - head->next_packet);
  in_.offer_flits = head->flits_left;
  in_.offer_packet_flits = head->packet_flits;
}

NicSide::Held* NicSide::find(NodeId destination, uint32_t message, unsigned sequence_number) {
  Held* orphan = nullptr;
  for (Held& held : held_) {
    if (held.packet.destination != destination || ((held.packet.message ^ message) & 0xFFFF) != 0 ||
        held.packet.sequence_number != sequence_number) {
      continue;
    }
    if (!held.orphan) return &held;
    orphan = &held;
  }
  return orphan;
}

void NicSide::release(Held* held) {
  ++decisions_;  // another one may be the first to be sent again
  *held = held_.back();
  held_.pop_back();
}

bool NicSide::idle() const {
  // An orphan that was not dropped is on its way or delivered: nobody has to answer for it.
  const bool owed = orphans_failed_ != 0 || std::any_of(held_.begin(), held_.end(),
                                                        [](const Held& h) { return !h.orphan; });
  return !owed && out_.entry_valid == 0 && !out_.reply_valid && !out_.request_valid &&
         asking_.empty() && replies_.empty() && reservations_.empty() && packets_.empty();
}

}  // namespace chokepoint::srp
