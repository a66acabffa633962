// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated sideband_node (docs/reference/self_tuned/sideband_node.md) to and from its
// C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/self_tuned/sideband_node.h"

namespace chokepoint {

/// The side-band's ports, of the unit and of the node.
template <class Top, class In>
void put_sideband(Top& top, const In& in, const SidebandNode::Params& p) {
  put(top.enable_i, in.enable);
  put(top.transfer_valid_i, in.transfer_valid);
  put(top.hop_last_i, in.hop_last);
  put(top.minus_counts_i, in.minus_counts);
  put(top.dimension_i, in.dimension);
  put(top.dimension_last_i, in.dimension_last);
  put(top.gather_last_i, in.gather_last);
  for (unsigned d = 0; d < p.dimensions; ++d) {
    put_bits(top.from_minus_i, d * p.piece_bits(), p.piece_bits(), in.from_minus.pieces[d]);
    put_bits(top.from_plus_i, d * p.piece_bits(), p.piece_bits(), in.from_plus.pieces[d]);
  }
  put(top.full_count_i, in.full_count);
  put(top.delivered_valid_i, in.delivered_valid);
  put(top.delivered_flits_i, in.delivered_flits);
}

template <class Top>
class RtlAdaptor<SidebandNode, Top> {
 public:
  using Params = SidebandNode::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"CountBits", "DeliveryBits"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params&) : p_(wanted) {}

  void drive(Top& top, const SidebandNode::In& in) { put_sideband(top, in, p_); }
  void sample(Top& top, SidebandNode::Out& out) {
    out.to_plus = top.to_plus_o;
    out.to_minus = top.to_minus_o;
    out.total_full = top.total_full_o;
    out.total_delivered = top.total_delivered_o;
    out.rests = top.rests_o;
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
