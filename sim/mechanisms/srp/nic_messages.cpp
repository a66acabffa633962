// SPDX-License-Identifier: Apache-2.0
// SRP in a NIC: what arrives, the unit's clock, and the messages it sends.
#include <fmt/format.h>

#include "sim/mechanisms/srp/srp.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::srp {
bool NicSide::is_copy(const Packet& packet) {
  if (config_.timeout == 0 || packet.message_packets < config_.n_min) return false;
  if (!arrived_.seen(packet)) return false;
  ++counters_.copies_dropped;
  return true;
}

void NicSide::received(Cycle, const Packet& packet) {
  if (!enabled_) return;
  const bool speculative = packet.kind == PacketKind::kSpeculativeData;
  const bool bypass = packet.message_packets < config_.n_min;
  if (speculative || (bypass && config_.charge_bypass)) packets_.push(packet);
}

/// The unit takes one control packet in a cycle, and a reservation when it is ready for one.
bool NicSide::takes_control(Cycle, const Packet& packet) {
  if (!enabled_) return true;
  if (packet.kind != kReservation) return replies_.empty();
  return reservations_.empty() && out_.control_ready;
}

void NicSide::control_received(Cycle, const Packet& packet) {
  if (packet.kind == kNack) ++counters_.nacks_received;
  if (packet.kind == kReservation) {
    if (enabled_) reservations_.push(packet);
    return;
  }
  Held* held = packet.kind == kGrant
                   ? nullptr
                   : find(packet.source, packet.message, packet.sequence_number);
  if (held != nullptr && held->orphan) {
    if (packet.kind == kAck) {
      release(held);
    } else {
      held->failed = true;
      ++orphans_failed_;
      ++decisions_;
    }
    return;
  }
  if (held != nullptr) {
    if (packet.kind == kNack) {
      held->failed = true;
    } else if (config_.timeout == 0) {
      release(held);
    }
  }
  if (enabled_) replies_.push(packet);
}

void NicSide::release_acknowledged(const Packet& ack) {
  if (config_.timeout == 0 || ack.kind != kAck) return;
  Held* held = find(ack.source, ack.message, ack.sequence_number);
  if (held != nullptr && !held->orphan) release(held);
}

/// With timeouts the unit may ask for a packet until the clock after that in which it was shown the
/// ACK.
void NicSide::release_answered() {
  if (!shown_reply_) return;
  release_acknowledged(*shown_reply_);
  shown_reply_.reset();
}

/// A tag travels as the sequence number.
void NicSide::show_fields(const Packet& packet) {
  const bool about_packet = packet.kind != kReservation && packet.kind != kGrant;
  in_.control_message = about_packet ? packet.message & 0xFFFF : 0;
  in_.control_sequence = about_packet ? packet.sequence_number : 0;
  in_.control_tag = about_packet ? 0 : packet.sequence_number & low_mask(messages::srp::kTagBits);
  in_.control_flits = packet.kind == kReservation ? packet.payload & 0xFFFF : 0;
  in_.control_start =
      packet.kind == kGrant ? packet.payload & low_mask(config_.nic.start_bits()) : 0;
}

void NicSide::present_arrivals() {
  const bool reply = !replies_.empty();
  if (reply || (!reservations_.empty() && out_.control_ready)) {
    const Packet packet = reply ? replies_.take() : reservations_.take();
    if (reply && config_.timeout != 0) shown_reply_ = packet;
    in_.control_valid = true;
    in_.control_kind = static_cast<uint32_t>(packet.kind);
    in_.control_source = packet.source;
    show_fields(packet);
  }
  if (!packets_.empty() && out_.packet_ready) {
    const Packet packet = packets_.take();
    in_.packet_valid = true;
    in_.packet_speculative = packet.kind == PacketKind::kSpeculativeData;
    in_.packet_bypass = packet.message_packets < config_.n_min;
    in_.packet_source = packet.source;
    in_.packet_message = packet.message & 0xFFFF;
    in_.packet_sequence = packet.sequence_number;
    in_.packet_flits = packet.flits;
  }
}

bool NicSide::must_clock(Cycle now) const {
  return levels_changed_ || !in_.idle() || !out_.quiescent || now >= wake_at_;
}

bool NicSide::quiet() const {
  return !levels_changed_ && in_.idle() && out_.quiescent && !out_.request_valid &&
         !out_.reply_valid && in_.request_ready && in_.reply_ready && asking_.empty() &&
         replies_.empty() && reservations_.empty() && packets_.empty();
}

void NicSide::end_cycle(Cycle now) {
  if (out_.request_valid || out_.reply_valid || !in_.request_ready || !in_.reply_ready) {
    const bool reply = nic_.control_ready(kAck), request = nic_.control_ready(kReservation);
    if (reply != in_.reply_ready || request != in_.request_ready) levels_changed_ = true;
    in_.reply_ready = reply;
    in_.request_ready = request;
  }
  if (enabled_) {
    offer();
    release_answered();
    present_arrivals();
  }
  if (must_clock(now)) clock(now);
}

void NicSide::send_messages(Cycle now) {
  ControlMessage message;
  if (out_.request_valid && in_.request_ready) {
    ++counters_.reservations_sent;
    message.kind = kReservation;
    message.destination = out_.request_destination;
    message.payload = out_.request_flits;
    message.sequence_number = static_cast<uint16_t>(out_.request_tag);
    nic_.send_control(now, message);
  }
  if (out_.reply_valid && in_.reply_ready) {
    message.kind = static_cast<PacketKind>(out_.reply_kind);
    ++(message.kind == kGrant ? counters_.grants_sent : counters_.acks_sent);
    message.destination = out_.reply_destination;
    message.payload = static_cast<uint32_t>(out_.reply_start);
    message.message = out_.reply_message;
    const bool grant = message.kind == kGrant;
    message.sequence_number =
        static_cast<uint16_t>(grant ? out_.reply_tag : out_.reply_sequence);
    nic_.send_control(now, message);
  }
}

void NicSide::clock(Cycle now) {
  send_messages(now);
  const uint64_t before = destinations_.known();
  in_.now = (nic_.context().scenario.run.start_cycle + now) & config_.nic.cycle_mask();
  unit_->step(in_);
  destinations_.update(out_.entry_valid, in_.offer_valid, in_.offer_destination);
  ++decisions_;
  ++counters_.nic_clocks;
  levels_changed_ = struck_;
  if (out_.error) {
    throw CheckError(fmt::format(
        "cycle {}: NIC {}: srp_nic reports an acknowledgement or NACK of a packet that is not "
        "outstanding",
        now, nic_.id()));
  }
  if (out_.stray > strays_) counters_.stray_answers += out_.stray - strays_;
  strays_ = out_.stray;
  if (enabled_) {
    for (uint64_t freed = before & ~out_.entry_valid; freed != 0; freed &= freed - 1) {
      ask_if_wanted(destinations_.of(lowest_bit(freed)));
    }
  }
  wake_at_ = wake_cycle(now, out_.wake_valid, out_.wake_at, in_.now, config_.nic.cycle_bits);
  in_.sent_entry = 0;
  in_.offer_valid = in_.sent_speculative = false;
  in_.control_valid = in_.packet_valid = false;
}

void NicSide::enable(bool on) {
  enabled_ = in_.enable = on;
  levels_changed_ = true;
  ++decisions_;
  if (on) {
    for (NodeId node = 0; node < is_asking_.size(); ++node) ask_if_wanted(node);
    return;
  }
  release_answered();
  replies_.for_each([this](const Packet& packet) { release_acknowledged(packet); });
  // The unit forgets its entries; the NIC does not forget what it still holds.
  orphans_failed_ = 0;
  for (Held& held : held_) {
    held.orphan = true;
    orphans_failed_ += held.failed ? 1 : 0;
  }
  asking_.for_each([this](NodeId node) { is_asking_[node] = false; });
  asking_.clear();
  replies_.clear();
  reservations_.clear();
  packets_.clear();
}

void NicSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("nic_{}", nic_.id());
  signals.add(scope, "resend_slot", 6, WaveStyle::kDecimal,
              [this] { return out_.resend_slot; });
  signals.add(scope, "held_packets", 16, WaveStyle::kAnalogStep, [this] { return out_.held; });
  for (unsigned entry = 0; entry < config_.nic.reservation_entries; ++entry) {
    const std::string entry_scope = fmt::format("{}.reservation_{}", scope, entry);
    const auto bit = [this, entry](uint64_t SrpNic::Out::*field) {
      return [this, entry, field] { return (out_.*field >> entry) & 1; };
    };
    const auto valid = bit(&SrpNic::Out::entry_valid);
    signals.add(entry_scope, "reserved", 1, WaveStyle::kBit, valid);
    signals.add(entry_scope, "may_speculate", 1, WaveStyle::kBit,
                bit(&SrpNic::Out::entry_speculate));
    signals.add(entry_scope, "may_send", 1, WaveStyle::kBit, bit(&SrpNic::Out::entry_send));
    signals.add(entry_scope, "destination", 16, WaveStyle::kDecimal,
                [this, entry] { return destinations_.shown(entry); });
  }
  if (unit_->has_rtl()) {
    signals.add_model(scope, SrpNic::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".srp_nic.held_o", WaveStyle::kDecimal, "rtl held");
  }
}

}  // namespace chokepoint::srp
