// SPDX-License-Identifier: Apache-2.0
// ECN in a NIC: marked packets are echoed, notifications lengthen the gap between packets.
#include <fmt/format.h>

#include <algorithm>

#include "sim/mechanisms/ecn/ecn.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::ecn {
NicSide::NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters)
    : config_(config),
      nic_(nic),
      counters_(counters),
      unit_(make_unit<EcnNic>(engine, config.nic, fmt::format("nic_{}.ecn_nic", nic.id()))),
      out_(unit_->out()),
      in_(config.nic_settings) {
  in_.enable = true;
  in_.notification_ready = true;
  for (size_t i = 0; i < config.table.size(); ++i) {  // software loads the table before the run
    in_.table_valid = true;
    in_.table_index = static_cast<uint32_t>(i);
    in_.table_word = config.table[i];
    unit_->step(in_);
  }
  in_.table_valid = false;
  levels_changed_ = true;
}

InjectionDecision NicSide::may_inject(Cycle, const QueueHead& head) {
  InjectionDecision decision;
  const int entry = entry_of(head.destination);
  if (entry < 0) return decision;
  decision.allowed = ((out_.entry_blocked >> entry) & 1) == 0;
  decision.throttled = true;
  return decision;
}

void NicSide::injected(Cycle, const Packet& packet) {
  if (!packet.throttled) return;  // the limiter knows nothing of other destinations
  in_.sent_entry = entry_bit(entry_of(packet.destination));
  in_.sent_flits = packet.flits;
}

void NicSide::received(Cycle, const Packet& packet) {
  if (packet.mark && in_.enable) marked_.push(packet.source);
}

/// The unit takes one notification in a cycle.
bool NicSide::takes_control(Cycle, const Packet&) {
  return notified_.empty();
}

void NicSide::control_received(Cycle, const Packet& packet) {
  if (in_.enable) notified_.push(packet.source);
}

bool NicSide::must_clock(Cycle now) const {
  return levels_changed_ || !in_.idle() || !out_.quiescent || now >= wake_at_;
}

bool NicSide::quiet() const {
  return !levels_changed_ && in_.idle() && out_.quiescent && !out_.notification_valid &&
         in_.notification_ready && marked_.empty() && notified_.empty();
}

void NicSide::end_cycle(Cycle now) {
  if (out_.notification_valid || !in_.notification_ready) {
    const bool ready = nic_.control_ready(kNotification);
    if (ready != in_.notification_ready) levels_changed_ = true;
    in_.notification_ready = ready;
  }
  if (!marked_.empty() && out_.packet_ready) {
    in_.packet_valid = in_.packet_marked = true;
    in_.packet_source = marked_.take();
  }
  if (!notified_.empty()) {
    in_.control_valid = true;
    in_.control_source = notified_.take();
  }
  if (must_clock(now)) clock(now);
}

void NicSide::clock(Cycle now) {
  if (out_.notification_valid && in_.notification_ready) {
    ++counters_.notifications_sent;
    nic_.send_control(now, kNotification, out_.notification_destination, 0);
  }
  count_throttled(now);
  in_.now = (nic_.context().scenario.run.start_cycle + now) & config_.nic.cycle_mask();
  unit_->step(in_);
  destinations_.update(out_.entry_valid, in_.control_valid, in_.control_source);
  ++decisions_;
  ++counters_.nic_clocks;
  counters_.notifications_lost += out_.overflow ? 1 : 0;
  counters_.triggered += out_.triggered ? 1 : 0;
  wake_at_ = wake_cycle(now, out_.wake_valid, out_.wake_at, in_.now, config_.nic.cycle_bits);
  levels_changed_ = struck_;
  in_.packet_valid = in_.packet_marked = in_.control_valid = false;
  in_.sent_entry = 0;
}

void NicSide::enable(bool on) {
  in_.enable = on;
  levels_changed_ = true;
  ++decisions_;
  if (on) return;
  marked_.clear();
  notified_.clear();
}

void NicSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("nic_{}", nic_.id());
  for (unsigned entry = 0; entry < config_.nic.delay_entries; ++entry) {
    const std::string entry_scope = fmt::format("{}.delay_{}", scope, entry);
    const auto valid = [this, entry] { return (out_.entry_valid >> entry) & 1; };
    signals.add(entry_scope, "delayed", 1, WaveStyle::kBit, valid);
    signals.add(entry_scope, "blocked", 1, WaveStyle::kBit,
                [this, entry] { return (out_.entry_blocked >> entry) & 1; });
    signals.add(entry_scope, "destination", 16, WaveStyle::kDecimal,
                [this, entry] { return destinations_.shown(entry); });
    signals.add(entry_scope, config_.nic.mode == 0 ? "delay" : "index", 16, WaveStyle::kAnalogStep,
                [this, entry] { return out_.entry_level[entry]; });
  }
  if (unit_->has_rtl()) {
    signals.add_model(scope, EcnNic::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".ecn_nic.overflow_o", WaveStyle::kBit, "rtl overflow");
  }
}

}  // namespace chokepoint::ecn
