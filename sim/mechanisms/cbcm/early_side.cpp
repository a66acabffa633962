// SPDX-License-Identifier: Apache-2.0
// Early throttling in a router: one requesting head of each input goes into the unit, its messages
// go out at the router's own injection point.
#include "sim/mechanisms/cbcm/early_side.h"

#include <fmt/format.h>

#include "sim/common/random.h"
#include "sim/mechanisms/cbcm/messages.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::cbcm {

EarlySide::EarlySide(const Config& config, RouterState& router, EngineKind engine,
                     Counters& counters)
    : router_(router),
      counters_(counters),
      lane_bits_(router.radix() * config.router.vcs),
      unit_(make_unit<EarlyThrottler>(engine, config.early_router,
                                      fmt::format("router_{}.early_throttler", router.id()))),
      in_(config.early_settings) {
  in_.enable = true;
  RandomStream stream(router.context().scenario.run.seed, router.id(), RandomPurpose::kLfsrSeed);
  stream.next();  // that of the contention unit
  random_ = stream.next() | 1;
  announced_.reserve(64);
  router.track_heads(&heads_);
}

/// Of each input one requesting head in the data VCs, each as likely as the others.
void EarlySide::pick(const RequestMatrix& requests) {
  in_.pick_valid = 0;
  for_each_bit(requests.busy, [&](unsigned input) {
    const unsigned used = (lane_bits_ + 63) / 64;
    unsigned count = 0;
    for (unsigned word = 0; word < used; ++word)
      count += bit_count(requests.lane_word(input, word));
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    unsigned rank = static_cast<unsigned>(((random_ >> 32) * count) >> 32);
    unsigned word = 0;
    for (unsigned here; rank >= (here = bit_count(requests.lane_word(input, word))); ++word)
      rank -= here;
    const unsigned bit = word * 64 + nth_bit(requests.lane_word(input, word), rank);
    const Packet& head = *heads_[input * lane_bits_ + bit];
    if (head.vc_class != VcClass::kData) return;
    in_.pick_valid |= uint64_t{1} << input;
    in_.pick_destination[input] = head.destination;
    in_.pick_source[input] = head.source;
  });
}

void EarlySide::end_cycle(Cycle now, const RequestMatrix& requests) {
  pick(requests);
  in_.announced_valid = !announced_.empty();
  if (in_.announced_valid) in_.announced_hotspot = announced_.take();
  const EarlyThrottler::Out& out = unit_->out();
  const bool ready = router_.origination_ready();
  if (!levels_changed_ && out.quiescent && in_.idle() && ready == in_.message_ready) return;
  in_.message_ready = ready;
  if (out.message_valid && ready) {
    ++counters_.early_throttles_sent;
    counters_.throttle_sent(now);
    router_.originate(
        now, {kThrottle, out.message_hotspot, out.message_source, out.message_degree});
  }
  const uint64_t hot_before = out.entry_hot, silent_before = out.entry_silent;
  unit_->step(in_);
  ++counters_.early_clocks;
  const uint64_t silenced = out.entry_silent & ~silent_before;
  counters_.early_hotspots += bit_count(out.entry_hot & ~hot_before & ~silenced);
  counters_.early_silenced += bit_count(silenced);
  levels_changed_ = struck_;
}

void EarlySide::enable(bool on) {
  in_.enable = on;
  levels_changed_ = true;
}

void EarlySide::describe_wave(const std::string& scope, WaveSignals& signals) {
  for (unsigned entry = 0; entry < unit_->params().entries; ++entry) {
    const std::string entry_scope = fmt::format("{}.early_{}", scope, entry);
    signals.add(entry_scope, "observed", 1, WaveStyle::kBit,
                [this, entry] { return (unit_->out().entry_valid >> entry) & 1; });
    signals.add(entry_scope, "hot", 1, WaveStyle::kBit,
                [this, entry] { return (unit_->out().entry_hot >> entry) & 1; });
    signals.add(entry_scope, "destination", 16, WaveStyle::kDecimal,
                [this, entry] { return unit_->out().entry_hotspot[entry]; });
    signals.add(entry_scope, "degree", 16, WaveStyle::kDecimal,
                [this, entry] { return unit_->out().entry_degree[entry]; });
  }
  if (unit_->has_rtl()) {
    signals.add_model(scope, EarlyThrottler::kName, [this](void* fst) { unit_->trace(fst); });
  }
}

}  // namespace chokepoint::cbcm
