// SPDX-License-Identifier: Apache-2.0
// CBCM in a router: requests and crossing heads go into the unit, marks come out one cycle later.
#include <fmt/format.h>

#include "sim/mechanisms/cbcm/cbcm.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::cbcm {

RouterSide::RouterSide(const Config& config, RouterState& router, EngineKind engine,
                       Counters& counters)
    : router_(router),
      counters_(counters),
      speedup_(config.router.speedup),
      unit_(make_unit<CbcmRouter>(engine, config.router,
                                  fmt::format("router_{}.cbcm_router", router.id()))),
      out_(unit_->out()) {
  in_.cfg_sampled_vcs = config.sampled_vcs;
  in_.cfg_seed =
      RandomStream(router.context().scenario.run.seed, router.id(), RandomPurpose::kLfsrSeed)
          .next();
  in_.enable = false;
  unit_->step(in_);  // loads the seed
  in_.enable = true;
  levels_changed_ = true;
  crossing_.reserve(size_t{router.radix()} * speedup_);  // nothing grows later
  router.track_requests(&in_.request, config.router.vcs, config.request_scope);
  if (config.early) early_ = std::make_unique<EarlySide>(config, router, engine, counters);
}

void RouterSide::begin_cycle(Cycle now) {
  if (crossing_.empty()) return;
  for (const Crossing& crossing : crossing_) {
    if (!out_.marked.test(crossing.lane) || crossing.packet->mark) continue;
    crossing.packet->mark = true;
    NetworkContext& context = router_.context();
    context.statistics.marked(now, *crossing.packet, router_.id());
    if (context.observer != nullptr) {
      context.observer->marked(now, *crossing.packet, router_.id());
    }
  }
  crossing_.clear();
}

void RouterSide::head_crosses(Cycle, Packet& packet, unsigned output, unsigned, unsigned pass) {
  const unsigned lane = output * speedup_ + pass;
  in_.head_valid.set(lane);
  if (packet.mark) in_.head_marked.set(lane);
  if (packet.kind == PacketKind::kData) in_.head_data.set(lane);
  if (early_ && packet.kind == PacketKind::kThrottle) early_->announced(packet.source);
  crossing_.push_back({&packet, lane});
}

bool RouterSide::busy() const {
  return must_clock() || (early_ && early_->busy());
}

void RouterSide::end_cycle(Cycle now) {
  if (early_) early_->end_cycle(now, in_.request);
  if (crossing_.empty() && !must_clock()) return;
  unit_->step(in_);
  ++counters_.router_clocks;
  if (out_.error) {
    throw CheckError(fmt::format(
        "cycle {}: router {}: cbcm_router reports an error: an input requests its own output", now,
        router_.id()));
  }
  counters_.congested_output_cycles += static_cast<unsigned>(__builtin_popcountll(out_.congested));
  levels_changed_ = false;
  if (!crossing_.empty()) in_.head_valid = in_.head_marked = in_.head_data = {};
}

void RouterSide::enable(bool on) {
  if (early_) early_->enable(on);
  in_.enable = on;
  levels_changed_ = true;
}

void RouterSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("router_{}", router_.id());
  for (unsigned output = 0; output < router_.radix(); ++output) {
    signals.add(fmt::format("{}.output_{}", scope, output), "congested", 1, WaveStyle::kBit,
                [this, output] { return (out_.congested >> output) & 1; });
  }
  signals.add(scope, "requesting_inputs", router_.radix(), WaveStyle::kHex,
              [this] { return in_.request.busy; });
  if (unit_->has_rtl()) {
    signals.add_model(scope, CbcmRouter::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".cbcm_router.congested_o", WaveStyle::kHex, "rtl congested");
  }
  if (early_) early_->describe_wave(scope, signals);
}

}  // namespace chokepoint::cbcm
