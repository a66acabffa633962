// SPDX-License-Identifier: Apache-2.0
// CBCM in a router: requests and crossing heads go into the unit, marks come out a clock later.
#include <fmt/format.h>

#include "sim/mechanisms/cbcm/cbcm.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::cbcm {

RouterSide::RouterSide(const Config& config, RouterState& router, EngineKind engine,
                       Counters& counters, CycleLog& log)
    : router_(router),
      counters_(counters),
      speedup_(config.router.speedup),
      unit_(make_unit<CbcmRouter>(engine, config.router,
                                  fmt::format("router_{}.cbcm_router", router.id()))),
      out_(unit_->out()),
      in_a_row_(unit_->has_rtl()),
      requests_(in_a_row_ ? written_down_ : in_.request),
      lane_words_((router.radix() * config.router.vcs + 63) / 64),
      log_(log) {
  in_.cfg_sampled_vcs = config.sampled_vcs;
  in_.cfg_seed =
      RandomStream(router.context().scenario.run.seed, router.id(), RandomPurpose::kLfsrSeed)
          .next();
  in_.enable = false;
  unit_->step(in_);  // loads the seed
  in_.enable = true;
  levels_changed_ = true;
  // Nothing grows later.
  const size_t cycles = router.context().lookahead(), ports = router.radix();
  crossing_.reserve(ports * speedup_);
  log_.heads.reserve(cycles * ports * speedup_);
  log_.changes.reserve(cycles * ports);
  log_.words.reserve(cycles * ports * lane_words_);
  router.track_requests(&requests_, config.router.vcs, config.request_scope);
  if (config.early) early_ = std::make_unique<EarlySide>(config, router, engine, counters);
}

void RouterSide::begin_cycle(Cycle now) {
  if (!crossing_.empty()) mark(now);
}

void RouterSide::mark(Cycle now) {
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

void RouterSide::head_crosses(Cycle now, Packet& packet, unsigned output, unsigned, unsigned pass) {
  if (early_ && packet.kind == PacketKind::kThrottle) early_->announced(packet.source);
  const unsigned lane = output * speedup_ + pass;
  if (!in_a_row_) {
    in_.head_valid.set(lane);
    if (packet.mark) in_.head_marked.set(lane);
    if (packet.kind == PacketKind::kData) in_.head_data.set(lane);
    crossing_.push_back({&packet, lane});
    return;
  }
  log_.heads.push_back(
      {now, &packet, static_cast<uint16_t>(lane), packet.mark, packet.kind == PacketKind::kData});
}

bool RouterSide::busy() const {
  return must_clock() || requests_.changed != 0 || !log_.empty() || (early_ && early_->busy());
}

void RouterSide::end_cycle(Cycle now) {
  if (early_) early_->end_cycle(now, requests_);
  if (!in_a_row_) {
    if (!crossing_.empty() || must_clock()) clock(now);
    requests_.settle();
    return;
  }
  for_each_bit(requests_.changed & low_mask(router_.radix()), [&](unsigned input) {
    log_.changes.push_back({now, input});
    for (unsigned w = 0; w < lane_words_; ++w) {
      log_.words.push_back(requests_.lane_word(input, w));
    }
  });
  requests_.settle();
}

void RouterSide::catch_up(Cycle last) {
  if (!in_a_row_) return;
  auto change = log_.changes.cbegin();
  auto head = log_.heads.cbegin();
  const auto last_change = log_.changes.cend();
  const auto last_head = log_.heads.cend();
  const uint64_t* words = log_.words.data();
  for (Cycle now = next_; now <= last; ++now) {
    if (!crossing_.empty()) mark(now);
    for (; change != last_change && change->cycle == now; ++change, words += lane_words_)
      in_.request.assign(change->input, words, lane_words_);
    for (; head != last_head && head->cycle == now; ++head) {
      in_.head_valid.set(head->lane);
      if (head->marked) in_.head_marked.set(head->lane);
      if (head->data) in_.head_data.set(head->lane);
      crossing_.push_back({head->packet, head->lane});
    }
    if (!crossing_.empty() || must_clock()) {
      clock(now);
    } else if (change == last_change && head == last_head) {
      break;
    }
  }
  next_ = last + 1;
  log_.changes.clear();
  log_.words.clear();
  log_.heads.clear();
}

void RouterSide::clock(Cycle now) {
  unit_->step(in_);
  in_.request.settle();
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
              [this] { return requests_.busy; });
  if (unit_->has_rtl()) {
    signals.add_model(scope, CbcmRouter::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".cbcm_router.congested_o", WaveStyle::kHex, "rtl congested");
  }
  if (early_) early_->describe_wave(scope, signals);
}

}  // namespace chokepoint::cbcm
