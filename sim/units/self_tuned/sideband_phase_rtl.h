// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated sideband_phase (docs/reference/self_tuned/sideband_phase.md) to and from its
// C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/self_tuned/sideband_phase.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<SidebandPhase, Top> {
 public:
  using Params = SidebandPhase::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"GatherBits"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params&) : p_(wanted) {}

  void drive(Top& top, const SidebandPhase::In& in) {
    put(top.enable_i, in.enable);
    put(top.cfg_hop_cycles_i, in.cfg.hop_cycles);
    put(top.cfg_pieces_i, in.cfg.pieces);
    put_lanes(top.cfg_plus_hops_i, in.cfg.plus_hops, p_.dimensions, 6);
    put_lanes(top.cfg_minus_hops_i, in.cfg.minus_hops, p_.dimensions, 6);
    put(top.cfg_gather_cycles_i, in.cfg.gather_cycles);
    put(top.cfg_tick_bits_i, in.cfg.tick_bits);
    put(top.cfg_gathers_i, in.cfg.gathers);
  }
  void sample(Top& top, SidebandPhase::Out& out) {
    out.transfer_valid = top.transfer_valid_o;
    out.hop_last = top.hop_last_o;
    out.minus_counts = top.minus_counts_o;
    out.dimension = top.dimension_o;
    out.dimension_last = top.dimension_last_o;
    out.gather_last = top.gather_last_o;
    out.totals_valid = top.totals_valid_o;
    out.period_last = top.period_last_o;
    out.tick_valid = top.tick_valid_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
