// SPDX-License-Identifier: Apache-2.0
// CBCM in a NIC: events go into the unit, its table gates injection, its messages go out on the
// control VC.
#include <fmt/format.h>

#include "sim/mechanisms/cbcm/cbcm.h"
#include "sim/units/cbcm/pace_counter.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::cbcm {
namespace {

constexpr unsigned kIdle = 0, kHotspot = 2;  // hotspot_detector's `state`

}  // namespace

NicSide::NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters)
    : config_(config),
      nic_(nic),
      counters_(counters),
      unit_(make_unit<CbcmNic>(engine, config.nic, fmt::format("nic_{}.cbcm_nic", nic.id()))),
      out_(unit_->out()),
      in_(config.settings) {
  if (config.hotspot_vc) throttled_class_ = nic.context().layout.vc_class("hotspot");
  in_.node = nic.id();
  in_.enable = true;
  in_.throttle_ready = in_.unthrottle_ready = true;
  levels_changed_ = true;
  control_.reserve(16);  // seldom so many wait: then nothing grows later
}

InjectionDecision NicSide::may_inject(Cycle, const QueueHead& head) {
  InjectionDecision decision;
  const int entry = entry_of(head.destination);
  if (entry < 0) return decision;
  if (config_.throttling && out_.entry_tokens[static_cast<size_t>(entry)] < head.flits) {
    decision.allowed = false;
    short_entries_ |= uint64_t{1} << entry;
    tokens_wanted_ = std::min(tokens_wanted_, head.flits);
  }
  decision.vc_class = throttled_class_;
  decision.minimal_only = true;
  decision.throttled = true;
  return decision;
}

void NicSide::injected(Cycle, const Packet& packet) {
  const int entry = entry_of(packet.destination);
  if (entry < 0) return;  // there is no entry to name
  queues_change();
  if (!packet.throttled || !config_.throttling) return;
  asleep_ = false;
  in_.inject_entry = entry_bit(entry);
  in_.inject_flits = packet.flits;
}

void NicSide::generated(Cycle, NodeId destination, unsigned flits) {
  // The monitor looks at throttled destinations only: by its contract others change nothing.
  if (entry_of(destination) < 0) return;
  queues_change();
  generated_.push({destination, std::min(flits, 0xFFFFu)});  // the port's width
  asleep_ = false;
}

void NicSide::received(Cycle, const Packet& packet) {
  // A packet sent under throttling that a router began is as good as marked.
  const bool marked = packet.mark || (config_.early && packet.throttled);
  // By the detector's contract these change nothing: an unmarked packet in IDLE, a throttled one in
  // HOTSPOT.
  if ((state_ == kIdle && !marked) || (state_ == kHotspot && packet.throttled)) return;
  asleep_ = false;
  in_.packet_valid = true;
  in_.packet_source = packet.source;
  in_.packet_marked = marked;
  in_.packet_throttled = packet.throttled;
}

void NicSide::control_received(Cycle, const Packet& packet) {
  asleep_ = false;
  control_.push({packet.kind == kUnthrottle, packet.source, packet.payload});
}

void NicSide::read_levels() {
  const bool throttle = nic_.control_ready(kThrottle), unthrottle = nic_.control_ready(kUnthrottle);
  if (throttle != in_.throttle_ready || unthrottle != in_.unthrottle_ready) levels_changed_ = true;
  in_.throttle_ready = throttle;
  in_.unthrottle_ready = unthrottle;
  if (!queues_changed_) return;
  queues_changed_ = false;
  // Nothing waits for an entry that belongs to nobody, so that the unit frees it.
  uint64_t full = 0, empty = out_.entry_valid & ~destinations_.known();
  for (uint64_t left = destinations_.known(); left != 0; left &= left - 1) {
    const unsigned entry = static_cast<unsigned>(__builtin_ctzll(left));
    const NodeId destination = destinations_.of(entry);
    if (nic_.queue_full(destination)) full |= uint64_t{1} << entry;
    if (nic_.queue_empty(destination)) empty |= uint64_t{1} << entry;
  }
  if (full != in_.queue_full || empty != in_.queue_empty) levels_changed_ = true;
  in_.queue_full = full;
  in_.queue_empty = empty;
}

bool NicSide::must_clock(Cycle now) const {
  return levels_changed_ || !in_.idle() || !out_.quiescent || now >= wake_at_;
}

bool NicSide::follows_queues() const {
  return out_.entry_valid != 0 || in_.queue_full != 0 || in_.queue_empty != 0;
}

bool NicSide::follows_control() const {
  return !in_.throttle_ready || !in_.unthrottle_ready || out_.throttle_valid ||
         out_.unthrottle_valid;
}

void NicSide::end_cycle(Cycle now) {
  if (asleep_ && now < wake_at_) return;
  if (follows_queues() || follows_control()) read_levels();
  if (!generated_.empty()) {
    const Generated message = generated_.take();
    in_.generated_valid = true;
    in_.generated_destination = message.destination;
    in_.generated_flits = message.flits;
  }
  if (!control_.empty()) {
    const Received message = control_.front();
    if (message.unthrottle || out_.control_ready) {
      in_.control_valid = true;
      in_.control_unthrottle = message.unthrottle;
      in_.control_source = message.source;
      in_.control_degree = message.degree;
      control_.take();
    }
  }
  if (must_clock(now)) clock(now);
  follows_queues_ = follows_queues();
  asleep_ = !(queues_changed_ && follows_queues_) && !follows_control() && generated_.empty() &&
            control_.empty() && !must_clock(now);
}

void NicSide::send_messages(Cycle now) {
  if (out_.unthrottle_valid && in_.unthrottle_ready) {
    ++counters_.unthrottles_sent;
    nic_.send_control(now, kUnthrottle, out_.unthrottle_destination, 0);
  }
  if (out_.throttle_valid && in_.throttle_ready) {
    ++counters_.throttles_sent;
    counters_.throttle_sent(now);
    nic_.send_control(now, kThrottle, out_.throttle_destination, out_.throttle_degree);
  }
}

Cycle NicSide::wake_cycle_of_pace(Cycle now) const {
  if (!out_.wake_valid) return ~Cycle{0};
  const uint64_t mask = config_.nic.cycle_mask();
  if (reached(in_.now, out_.wake_at, mask)) return now + 1;
  const Cycle start = nic_.context().scenario.run.start_cycle;
  const uint64_t pace = pace_at(start + now, config_.pace_rate) + ((out_.wake_at - in_.now) & mask);
  return cycle_of_pace(pace, config_.pace_rate) - start;
}

void NicSide::clock(Cycle now) {
  const unsigned state_before = out_.state;
  send_messages(now);
  count_throttled(now);
  in_.now = pace_at(nic_.context().scenario.run.start_cycle + now, config_.pace_rate) &
            config_.nic.cycle_mask();
  unit_->step(in_);
  // An entry that is freed shows it for a clock at least: none belongs to another one unseen.
  const bool differ =
      destinations_.update(out_.entry_valid, in_.control_valid && !in_.control_unthrottle,
                           in_.control_source);
  const bool other_entries = upset_ || differ;
  upset_ = false;
  queues_changed_ = queues_changed_ || other_entries;
  state_ = static_cast<uint8_t>(out_.state);
  if (other_entries || got_tokens()) {
    ++decisions_;
    short_entries_ = 0;
    tokens_wanted_ = ~0u;
  }
  ++counters_.nic_clocks;
  if (out_.error) {
    throw CheckError(fmt::format(
        "cycle {}: NIC {}: cbcm_nic reports an error: a throttle message while not ready, more "
        "flits injected than tokens, or a message from a node that is not in the network",
        now, nic_.id()));
  }
  if (out_.state != state_before) {
    if (out_.state == kHotspot) ++counters_.hotspots_declared;
    if (state_before == kHotspot) ++counters_.hotspots_ended;
  }
  wake_at_ = wake_cycle_of_pace(now);
  levels_changed_ = struck_;
  in_.packet_valid = in_.control_valid = in_.generated_valid = false;
  in_.inject_entry = 0;
}

bool NicSide::got_tokens() const {
  for (uint64_t left = short_entries_; left != 0; left &= left - 1) {
    if (out_.entry_tokens[lowest_bit(left)] >= tokens_wanted_) return true;
  }
  return false;
}

void NicSide::enable(bool on) {
  in_.enable = on;
  upset();
}

void NicSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("nic_{}", nic_.id());
  signals.add(scope, "hotspot_state", 2, WaveStyle::kEnum, [this] { return out_.state; },
              {"IDLE", "OBSERVE", "HOTSPOT"});
  signals.add(scope, "throttling_degree", 16, WaveStyle::kDecimal, [this] { return out_.degree; });
  for (unsigned entry = 0; entry < config_.nic.throttle_entries; ++entry) {
    const std::string entry_scope = fmt::format("{}.throttle_{}", scope, entry);
    const auto valid = [this, entry] { return (out_.entry_valid >> entry) & 1; };
    signals.add(entry_scope, "throttled", 1, WaveStyle::kBit, valid);
    signals.add(entry_scope, "destination", 16, WaveStyle::kDecimal,
                [this, entry] { return destinations_.shown(entry); });
    signals.add(entry_scope, "degree", 16, WaveStyle::kDecimal,
                [this, entry] { return out_.entry_degree[entry]; });
    signals.add(entry_scope, "tokens", 16, WaveStyle::kAnalogStep,
                [this, entry] { return out_.entry_tokens[entry]; });
  }
  if (unit_->has_rtl()) {
    signals.add_model(scope, CbcmNic::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".cbcm_nic.u_detector.state_q", WaveStyle::kEnum, "rtl state");
    signals.highlight(scope + ".cbcm_nic.degree_o", WaveStyle::kDecimal, "rtl degree");
  }
}

}  // namespace chokepoint::cbcm
