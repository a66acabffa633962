// SPDX-License-Identifier: Apache-2.0
// A torus or mesh of side-bands in C++, driven by one set of phases, for the tests of whole gathers: wires
// of a given latency between neighbours.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/engine/unit_instance.h"
#include "sim/units/self_tuned/sideband_phase.h"

namespace chokepoint::test {

/// `Unit` is SidebandNode or SelfTunedNode.
template <class Unit> class GatherNetwork {
 public:
  using In = typename Unit::In;

  /// `radix` by dimension. A wire takes `wire_latency` cycles, less than `hop_cycles`.
  GatherNetwork(EngineKind engine, const typename Unit::Params& params,
                std::vector<unsigned> radix, bool rings, unsigned hop_cycles, unsigned gathers,
                unsigned wire_latency)
      : params_(params),
        radix_(std::move(radix)),
        rings_(rings),
        phase_({static_cast<unsigned>(radix_.size()), 15}) {
    phase_in_.enable = true;
    auto& cfg = phase_in_.cfg;
    cfg.hop_cycles = hop_cycles;
    cfg.pieces = params.pieces;
    for (unsigned d = 0; d < radix_.size(); ++d) cfg.set_dimension(d, radix_[d], rings);
    cfg.gather_cycles = cfg.cycles(static_cast<unsigned>(radix_.size()));
    cfg.gathers = gathers;
    while (2u << cfg.tick_bits <= cfg.gather_cycles && cfg.tick_bits < 5) ++cfg.tick_bits;
    unsigned count = 1;
    for (const unsigned k : radix_) count *= k;
    for (unsigned n = 0; n < count; ++n)
      nodes_.push_back(make_unit<Unit>(engine, params, "node_" + std::to_string(n)));
    wires_.assign(wire_latency + 1, std::vector<Sent>(count));
  }

  unsigned size() const { return static_cast<unsigned>(nodes_.size()); }
  const typename Unit::Out& out(unsigned n) const { return nodes_[n]->out(); }
  const SidebandPhase::Out& phase() const { return phase_.out(); }
  SidebandPhase::Config& cfg() { return phase_in_.cfg; }

  /// A cycle: `fill(node, in)` gives counts and levels.
  void clock(const std::function<void(unsigned, In&)>& fill) {
    std::vector<Sent> sent(size());
    for (unsigned n = 0; n < size(); ++n) sent[n] = {out(n).to_plus, out(n).to_minus};
    wires_.push_front(sent);
    wires_.pop_back();
    const std::vector<Sent>& seen = wires_.back();
    const SidebandPhase::Out phase = phase_.out();
    phase_.step(phase_in_);
    for (unsigned n = 0; n < size(); ++n) {
      In in;
      in.enable = true;
      in.transfer_valid = phase.transfer_valid;
      in.hop_last = phase.hop_last;
      in.minus_counts = phase.minus_counts;
      in.dimension = phase.dimension;
      in.dimension_last = phase.dimension_last;
      in.gather_last = phase.gather_last;
      unsigned stride = 1;
      for (unsigned d = 0; d < radix_.size(); stride *= radix_[d++]) {
        const unsigned at = n / stride % radix_[d];
        if (rings_ || at > 0)
          in.from_minus.pieces[d] = seen[at > 0 ? n - stride : n + (radix_[d] - 1) * stride].plus;
        if (rings_ || at + 1 < radix_[d])
          in.from_plus.pieces[d] = seen[at + 1 < radix_[d] ? n + stride : n - at * stride].minus;
      }
      fill(n, in);
      nodes_[n]->step(in);
    }
  }

 private:
  struct Sent {
    uint64_t plus = 0, minus = 0;
  };

  typename Unit::Params params_;
  std::vector<unsigned> radix_;
  bool rings_;
  SidebandPhase::Model phase_;
  SidebandPhase::In phase_in_;
  std::vector<std::unique_ptr<UnitInstance<Unit>>> nodes_;
  std::deque<std::vector<Sent>> wires_;  // the newest first
};

}  // namespace chokepoint::test
