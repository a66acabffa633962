// SPDX-License-Identifier: Apache-2.0
// CBCM in a router: requests and crossing heads go into the unit, marks come out a clock later.
#include <fmt/format.h>

#include "sim/common/random.h"
#include "sim/hooks/observed.h"
#include "sim/mechanisms/cbcm/cbcm.h"
#include "sim/mechanisms/cbcm/enter_requests.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::cbcm {

RouterSide::RouterSide(const Config& config, RouterState& router, EngineKind engine,
                       Counters& counters, std::vector<CrossedHead>& heads)
    : router_(router),
      counters_(counters),
      speedup_(config.router.speedup),
      vcs_(config.router.vcs),
      heads_(heads) {
  const uint64_t seed =
      RandomStream(router.context().scenario.run.seed, router.id(), RandomPurpose::kLfsrSeed)
          .next();
  const NetworkContext& context = router.context();
  if (engine == EngineKind::kModel && !is_observed(context.scenario, context.observer) &&
      !config.router.multiplexed() && ContentionTracker::serves(config.router.contention())) {
    config.router.validate();
    tracker_.emplace(config.router.contention(), seed);
  } else {
    unit_ = make_unit<CbcmRouter>(engine, config.router,
                                  fmt::format("router_{}.cbcm_router", router.id()));
    in_.cfg_sampled_vcs = config.sampled_vcs;
    in_.cfg_seed = seed;
    unit_->step(in_);  // not enabled: loads the seed
  }
  in_.enable = true;
  levels_changed_ = true;
  router.track_requests(&log_, vcs_, config.request_scope);
  // Nothing grows later. An input begins at most one request by an arrival and one for each packet
  // that has crossed, and ends one for each VC.
  const size_t cycles = router.context().lookahead(), ports = router.radix();
  to_mark_.reserve(ports * speedup_);
  heads_.reserve(cycles * ports * speedup_);
  log_.reserve((cycles + 1) * ports * (vcs_ + 1 + speedup_));
  if (config.early) early_ = std::make_unique<EarlySide>(config, router, engine, counters);
}

void RouterSide::begin_cycle(Cycle now) {
  if (!to_mark_.empty()) mark(now);
}

void RouterSide::mark(Cycle now) {
  for (const CrossedHead& head : to_mark_) {
    if (head.packet->mark) continue;
    head.packet->mark = true;
    NetworkContext& context = router_.context();
    context.statistics.marked(now, *head.packet, router_.id());
    if (context.observer != nullptr) context.observer->marked(now, *head.packet, router_.id());
  }
  to_mark_.clear();
}

void RouterSide::head_crosses(Cycle now, Packet& packet, unsigned output, unsigned, unsigned pass) {
  if (early_ && packet.kind == kThrottle) early_->announced(packet.source);
  forget_heads_of_others();
  heads_.push_back({now, &packet, static_cast<uint16_t>(output * speedup_ + pass), packet.mark,
                    packet.kind == PacketKind::kData, router_.id()});
}

void RouterSide::end_cycle(Cycle now) {
  if (!early_) return;
  show_early(now);
  early_->end_cycle(now, early_requests_);
}

void RouterSide::show_early(Cycle now) {
  early_applied_ = enter_requests(log_, early_applied_, now, early_requests_, vcs_);
}

void RouterSide::catch_up(Cycle last) {
  forget_heads_of_others();
  if (early_) show_early(last);  // in cycles without a packet nobody has asked it
  if (tracker_) {
    clock_tracker(last);
  } else {
    clock_unit(last);
  }
  next_ = last + 1;
  log_.forget(applied_);
  heads_.clear();
}

void RouterSide::list_state(StateLines& lines) const {
  lines.add_before(*this, &in_);
  lines.add(log_);
  lines.add(applied_);
  lines.add(next_);
  lines.add(head_crossed_);
  lines.add(to_mark_);
  lines.add(early_);
  lines.add(early_applied_);
  lines.add(levels_changed_);
  if (!tracker_) {
    in_.request.list_state(lines, router_.radix(), router_.radix() * vcs_);
    unit_->list_state(lines);
    return;
  }
  tracker_->list_state(lines);
  lines.add(reinterpret_cast<const char*>(&tracker_ + 1) - 1, 1);  // that it is there
}

void RouterSide::clock_unit(Cycle last) {
  const CbcmRouter::Out& out = unit_->out();
  auto head = heads_.cbegin();
  const auto last_head = heads_.cend();
  Cycle& unit_cycle = router_.context().now;  // an assertion names this cycle
  for (Cycle now = next_; now <= last; ++now) {
    unit_cycle = now;
    if (!to_mark_.empty()) mark(now);
    applied_ = enter_requests(log_, applied_, now, in_.request, vcs_);
    const auto first = head;
    for (; head != last_head && head->cycle == now; ++head) {
      in_.head_valid.set(head->lane);
      if (head->marked) in_.head_marked.set(head->lane);
      if (head->data) in_.head_data.set(head->lane);
    }
    if (first == head && !levels_changed_ && out.quiescent && in_.request.busy == 0) continue;
    unit_->step(in_);
    in_.request.forget_changes();
    if (out.error) fail_own_output(now);
    levels_changed_ = struck_;
    ++counters_.router_clocks;
    counters_.congested_output_cycles += bit_count(out.congested);
    if (first == head) continue;
    in_.head_valid = in_.head_marked = in_.head_data = {};
    for (auto crossed = first; crossed != head; ++crossed) {
      if (out.marked.test(crossed->lane)) to_mark_.push_back(*crossed);
    }
  }
}

/// The tracker stands for the unit but for its packet_marker, which is what is done here with
/// heads.
void RouterSide::clock_tracker(Cycle last) {
  ContentionTracker& tracker = *tracker_;
  auto head = heads_.cbegin();
  const auto last_head = heads_.cend();
  Cycle& unit_cycle = router_.context().now;  // an assertion names this cycle
  for (Cycle now = next_; now <= last; ++now) {
    unit_cycle = now;
    if (!to_mark_.empty()) mark(now);
    for (; applied_ != log_.end() && log_[applied_].cycle() <= now; ++applied_) {
      const RequestEvent event = log_[applied_];
      if (event.input() == event.output() && in_.enable) fail_own_output(now);
      if (event.begins()) {
        tracker.begin_request(event.input(), event.output(), event.vc());
      } else {
        tracker.end_request(event.input(), event.output(), event.vc());
      }
    }
    const bool crosses = head != last_head && head->cycle == now;
    for (; head != last_head && head->cycle == now; ++head) {
      const bool congested = (tracker.congested() >> head->lane / speedup_ & 1) != 0;
      if (congested && head->data && in_.enable) to_mark_.push_back(*head);
    }
    const bool awake = !tracker.quiescent() || tracker.requested();
    if (awake || crosses || head_crossed_ || levels_changed_) {
      ++counters_.router_clocks;
      levels_changed_ = false;
      if (!in_.enable) {
        tracker.clock_disabled();
      } else if (awake) {
        tracker.clock();
      }
    }
    head_crossed_ = crosses;
    counters_.congested_output_cycles += bit_count(tracker.congested());
  }
}

void RouterSide::fail_own_output(Cycle now) const {
  throw CheckError(fmt::format(
      "cycle {}: router {}: cbcm_router reports an error: an input requests its own output", now,
      router_.id()));
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
                [this, output] { return (unit_->out().congested >> output) & 1; });
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
