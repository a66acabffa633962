// SPDX-License-Identifier: Apache-2.0
// Golden model of the side-band's phases, clock by clock, and the same in closed form.
#include "sim/units/self_tuned/sideband_phase.h"

namespace chokepoint {

SidebandPhase::Model::Model(const Params& params) : params_((params.validate(), params)) {}

void SidebandPhase::Model::step(const In& in) {
  if (!in.enable) {
    *this = Model(params_);
    return;
  }
  const Config& cfg = in.cfg;
  Out next;
  next.dimension = position_;
  next.minus_counts = hop_ < cfg.minus_hops[position_];
  next.totals_valid = out_.gather_last;
  next.period_last = period_ends_;
  period_ends_ = false;
  if (++transfer_ == cfg.hop_cycles) {
    transfer_ = 0;
    next.transfer_valid = true;
    if (++piece_ == cfg.pieces) {
      piece_ = 0;
      next.hop_last = true;
      if (++hop_ == cfg.plus_hops[position_]) {
        hop_ = 0;
        next.dimension_last = true;
        if (++position_ == params_.dimensions) {
          position_ = 0;
          next.gather_last = true;
          if (++gather_ == cfg.gathers) {
            gather_ = 0;
            period_ends_ = true;
          }
        }
      }
    }
  }
  phase_ += uint32_t{1} << cfg.tick_bits;
  if (phase_ >= cfg.gather_cycles) {
    phase_ -= cfg.gather_cycles;
    next.tick_valid = true;
  }
  out_ = next;
}

SidebandPhase::Out sideband_phase_at(uint64_t cycle, const SidebandPhase::Params& params,
                                     const SidebandPhase::Config& cfg) {
  SidebandPhase::Out out;
  if (cycle == 0) return out;
  const uint64_t g = cfg.gather_cycles, passed = cycle - 1, gather = passed / g;
  const uint64_t ticks = uint64_t{1} << cfg.tick_bits, at = passed % g;
  out.tick_valid = (at + 1) * ticks / g > at * ticks / g;
  if (at == 0 && gather > 0) {
    out.totals_valid = true;
    out.period_last = gather % cfg.gathers == 0;
  }
  const uint64_t per_hop = uint64_t{cfg.pieces} * cfg.hop_cycles;
  uint64_t hop = at / per_hop;
  while (hop >= cfg.plus_hops[out.dimension]) hop -= cfg.plus_hops[out.dimension++];
  out.minus_counts = hop < cfg.minus_hops[out.dimension];
  out.transfer_valid = (at + 1) % cfg.hop_cycles == 0;
  out.hop_last = (at + 1) % per_hop == 0;
  out.dimension_last = out.hop_last && hop + 1 == cfg.plus_hops[out.dimension];
  out.gather_last = out.dimension_last && out.dimension + 1 == params.dimensions;
  return out;
}

}  // namespace chokepoint
