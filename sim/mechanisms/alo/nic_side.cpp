// SPDX-License-Identifier: Apache-2.0
// ALO in a NIC: the head whose turn it is, and the outputs that it may take at the NIC's router.
#include <fmt/format.h>

#include "sim/mechanisms/alo/alo.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::alo {
namespace {

/// Data VCs that count: all but those of deadlock classes that other classes escape to.
uint32_t counted_vcs(const NetworkContext& context, bool count_escapes) {
  uint32_t counted = context.layout.data_mask();
  const unsigned escapes = context.routing.escape_classes();
  if (count_escapes || escapes >= context.routing.classes()) return counted;
  for (unsigned c = 0; c < escapes; ++c) counted &= ~context.layout.class_mask(c);
  return counted;
}

}  // namespace

NicSide::NicSide(const Config& config, NicState& nic, EngineKind engine, Counters& counters)
    : nic_(nic),
      counters_(counters),
      unit_(make_unit<AloTest>(engine, config.test, fmt::format("nic_{}.alo_test", nic.id()))) {
  const NetworkContext& context = nic.context();
  in_.cfg_counted_vcs = counted_vcs(context, config.count_escapes);
  const RouterId router = context.topology.router_of(nic.id());
  int lanes = 0;
  for (unsigned output = 0; output < context.topology.radix(); ++output) {
    const PortTarget target = context.topology.target(router, output);
    lane_.push_back(target.connected && !target.is_node ? lanes++ : -1);
  }
}

/// Those that the routing function names, on minimal paths if there are any such among them: an
/// escape may be a detour.
uint64_t NicSide::useful_outputs(const QueueHead& head) const {
  const Topology& topology = nic_.context().topology;
  const uint64_t named = nic_.candidate_outputs(head);
  if ((named & (named - 1)) == 0) return named;
  const RouterId here = nic_.router().id(), to = topology.deliver_router(head.destination);
  const unsigned hops = topology.minimal_hops(here, to);
  uint64_t minimal = 0;
  for_each_bit(named, [&](unsigned output) {
    const PortTarget target = topology.target(here, output);
    if (target.is_node || topology.minimal_hops(target.router, to) < hops)
      minimal |= uint64_t{1} << output;
  });
  return minimal != 0 ? minimal : named;
}

void NicSide::look(const QueueHead& head) {
  for_each_bit(in_.useful, [this](unsigned lane) { in_.free[lane] = 0; });
  in_.useful = 0;
  for_each_bit(useful_outputs(head), [this](unsigned output) {
    if (lane_[output] < 0) return;
    const auto lane = static_cast<unsigned>(lane_[output]);
    in_.useful |= uint64_t{1} << lane;
    in_.free[lane] = nic_.router().free_vcs(output) & nic_.context().layout.data_mask();
  });
}

InjectionDecision NicSide::may_inject(Cycle now, const QueueHead& head) {
  InjectionDecision decision;
  if (!enabled_) return decision;
  if (tested_at_ != now) {
    tested_at_ = now;
    tested_ = head.destination;
    look(head);
    unit_->step(in_);
    ++counters_.tests;
    counters_.refusals += unit_->out().inject ? 0 : 1;
  }
  decision.allowed = tested_ == head.destination && unit_->out().inject;
  decision.ends_round = true;  // the one that is tested comes first
  return decision;
}

std::string NicSide::describe_wait() const {
  if (!enabled_ || tested_at_ == ~Cycle{0} || unit_->out().inject) return "";
  return fmt::format("the packet for node {} waits for a free VC", tested_);
}

void NicSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("nic_{}", nic_.id());
  signals.add(scope, "alo_inject", 1, WaveStyle::kBit, [this] { return unit_->out().inject; });
  signals.add(scope, "alo_useful", unit_->params().outputs, WaveStyle::kHex,
              [this] { return in_.useful; });
  signals.add(scope, "alo_head", 16, WaveStyle::kDecimal, [this] { return tested_; });
  if (unit_->has_rtl()) {
    signals.add_model(scope, AloTest::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".alo_test.inject_o", WaveStyle::kBit, "rtl inject");
  }
}

}  // namespace chokepoint::alo
