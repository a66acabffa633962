// SPDX-License-Identifier: Apache-2.0
// Self-tuned throttling in a router: full buffers and delivered flits go into the unit, its words
// go to the neighbours, and its gate stands before the NICs.
#include <fmt/format.h>

#include <algorithm>

#include "sim/mechanisms/self_tuned/self_tuned.h"
#include "sim/wave/wave_signals.h"

namespace chokepoint::self_tuned {

RouterSide::RouterSide(const Config& config, RouterState& router, EngineKind engine,
                       PhaseClock& phase, Counters& counters, History* history)
    : router_(router),
      phase_(phase),
      counters_(counters),
      history_(history),
      unit_(make_unit<SelfTunedNode>(engine, config.node,
                                     fmt::format("router_{}.self_tuned_node", router.id()))),
      in_(config.levels),
      counts_occupied_(config.counts_occupied) {
  in_.enable = true;
  wire_ = router.make_wire<SidebandPiece>(
      {"sideband", config.gather.hop_cycles},
      [this](Cycle now, WirePlace, const SidebandPiece& piece) { receive(now, piece); });
  for (unsigned d = 0; d < config.rows.dimensions(); ++d) {
    neighbours_.push_back({config.rows.neighbour(router.id(), d, Rows::Way::kMinus),
                           config.rows.neighbour(router.id(), d, Rows::Way::kPlus)});
  }
  const Topology& topology = router.context().topology;
  for (unsigned port = 0; port < router.radix(); ++port) {
    const PortTarget target = topology.target(router.id(), port);
    if (!target.connected) continue;
    // Both topologies are two-way: input p comes from where output p leads.
    (target.is_node ? node_outputs_ : inputs_).push_back(port);
  }
  router.track_channels(&channels_);
}

void RouterSide::receive(Cycle now, const SidebandPiece& piece) {
  if (!on_ || now < deaf_until_) return;
  SidebandLinks& links = piece.plus ? in_.from_minus : in_.from_plus;
  links.pieces[piece.dimension] = piece.bits;
}

bool RouterSide::links_rest() const {
  uint64_t any = 0;
  for (size_t d = 0; d < in_.from_minus.pieces.size(); ++d) {
    any |= in_.from_minus.pieces[d] | in_.from_plus.pieces[d];
  }
  return any == 0;
}

bool RouterSide::busy() const {
  return levels_changed_ ||
         (on_ && (!unit_->out().rests || !links_rest() || phase_.restarts(router_.context().now)));
}

uint32_t RouterSide::counted_vcs(unsigned input) const {
  if (!counts_occupied_) return router_.full_input_vcs(input);
  uint32_t occupied = 0;
  for (unsigned vc = 0; vc < router_.context().layout.total; ++vc) {
    occupied |= uint32_t{router_.input_flits(input, vc) != 0} << vc;
  }
  return occupied;
}

/// Buffers of data VCs between routers, as the paper counts them: not those behind nodes.
unsigned RouterSide::full_buffers() const {
  const uint32_t data = router_.context().layout.data_mask();
  unsigned full = 0;
  for (const unsigned input : inputs_) {
    full += static_cast<unsigned>(__builtin_popcount(counted_vcs(input) & data));
  }
  return full;
}

/// As the unit is told: faults hold it at all buffers, or at none.
unsigned RouterSide::counted_full() const {
  const uint32_t data = router_.context().layout.data_mask();
  if (!stuck_) return full_buffers();
  return *stuck_ ? static_cast<unsigned>(inputs_.size()) *
                       static_cast<unsigned>(__builtin_popcount(data))
                 : 0;
}

/// Flits count as delivered when they leave for a node.
void RouterSide::count_deliveries() {
  uint64_t sent = 0;
  for (const unsigned output : node_outputs_) sent += channels_[output].busy;
  const uint64_t most = low_mask(unit_->params().delivery_bits);
  const uint64_t flits = std::min(sent - counted_, most);
  in_.delivered_valid = flits != 0;
  in_.delivered_flits = static_cast<uint32_t>(flits);
  counted_ += flits;
}

void RouterSide::end_cycle(Cycle now) {
  in_.enable = on_ && !phase_.restarts(now);
  const SidebandPhase::Out& phase = phase_.at(now);
  in_.transfer_valid = phase.transfer_valid;
  in_.hop_last = phase.hop_last;
  in_.minus_counts = phase.minus_counts;
  in_.dimension = phase.dimension;
  in_.dimension_last = phase.dimension_last;
  in_.gather_last = phase.gather_last;
  in_.totals_valid = phase.totals_valid;
  in_.period_last = phase.period_last;
  in_.tick_valid = phase.tick_valid;
  in_.full_count = phase.gather_last ? counted_full() : 0;
  count_deliveries();
  clocked_at_ = now;
  held_ = unit_->out().hold;
  counters_.held_cycles += held_ ? 1 : 0;
  if (history_ != nullptr) {
    history_->look(now, unit_->out(), phase.totals_valid, phase.period_last);
  }
  unit_->step(in_);
  ++counters_.node_clocks;
  levels_changed_ = struck_;
  in_.from_minus = in_.from_plus = {};  // wires: a word is there for its clock, taken or not
  if (!in_.enable) return begin_anew(now);
  if (in_.transfer_valid) send(now);
}

/// The transfer that begins takes as long as the wire.
void RouterSide::send(Cycle now) {
  const SelfTunedNode::Out& out = unit_->out();
  SidebandPiece piece;
  piece.dimension = static_cast<uint8_t>(phase_.at(now + 1).dimension);
  const Neighbours& neighbours = neighbours_[piece.dimension];
  const auto to = [&](std::optional<RouterId> neighbour, uint64_t bits, bool plus) {
    if (!neighbour || bits == 0) return;
    piece.bits = bits;
    piece.plus = plus;
    wire_.send(now, WirePlace::router(*neighbour), piece);
    ++counters_.pieces_sent;
  };
  to(neighbours.plus, out.to_plus, true);
  to(neighbours.minus, out.to_minus, false);
}

/// The clock that ends cycle `now` is, or was, a reset. The first word after it is sent later.
void RouterSide::begin_anew(Cycle now) {
  in_.from_minus = in_.from_plus = {};
  if (history_ != nullptr) history_->begin_anew();
  deaf_until_ = now + wire_.latency() + 1;
}

void RouterSide::enable(bool on) {
  phase_.enable(router_.context().now, on);
  on_ = on;
  begin_anew(router_.context().now);
  levels_changed_ = true;
}

void RouterSide::describe_wave(WaveSignals& signals) {
  const std::string scope = fmt::format("router_{}", router_.id()), node = scope + ".self_tuned";
  const unsigned bits = unit_->params().full_bits;
  const auto level = [&](const char* name, unsigned width, auto field) {
    signals.add(node, name, width, WaveStyle::kAnalogStep,
                [this, field] { return uint64_t{unit_->out().*field}; });
  };
  level("total_full", bits, &SelfTunedNode::Out::total_full);
  level("estimate", bits, &SelfTunedNode::Out::estimate);
  level("threshold", bits, &SelfTunedNode::Out::threshold);
  level("total_delivered", unit_->params().delivered_bits, &SelfTunedNode::Out::total_delivered);
  signals.add(node, "full_buffers", unit_->params().count_bits, WaveStyle::kDecimal,
              [this] { return full_buffers(); });
  const auto event = [&](const char* name, auto field) {
    signals.add(node, name, 1, WaveStyle::kBit,
                [this, field] { return uint64_t{unit_->out().*field}; });
  };
  event("hold", &SelfTunedNode::Out::hold);
  event("returned", &SelfTunedNode::Out::returned_valid);
  event("relocated", &SelfTunedNode::Out::relocated_valid);
  signals.add(node, "to_plus", 64, WaveStyle::kHex, [this] { return unit_->out().to_plus; });
  signals.add(node, "to_minus", 64, WaveStyle::kHex, [this] { return unit_->out().to_minus; });
  if (unit_->has_rtl()) {
    signals.add_model(scope, SelfTunedNode::kName, [this](void* fst) { unit_->trace(fst); });
    signals.highlight(scope + ".self_tuned_node.hold_o", WaveStyle::kBit, "rtl hold");
  }
}

}  // namespace chokepoint::self_tuned
