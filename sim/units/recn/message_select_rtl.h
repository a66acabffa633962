// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated message_select to and from its fields
// (docs/reference/recn/message_select.md).
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/recn/message_select.h"

namespace chokepoint {

/// Turn pools or masks, `width` bits each.
template <class Port>
inline void put_pools(Port& port, const PoolLanes& pools, unsigned count, unsigned width) {
  for (unsigned i = 0; i < count; ++i) put_bits(port, i * width, width, pools[i] & low_mask(width));
}

template <class Top>
class RtlAdaptor<MessageSelect, Top> {
 public:
  using Params = MessageSelect::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params& params, const Params&) : p_(params) {}

  void drive(Top& top, const MessageSelect::In& in) {
    put(top.enable_i, in.enable);
    put(top.message_valid_i, in.message_valid);
    put_lanes(top.message_kind_i, in.message_kind, p_.sources, 2);
    put_pools(top.message_turns_i, in.message_turns, p_.sources, p_.pool_bits);
    put_pools(top.message_mask_i, in.message_mask, p_.sources, p_.pool_bits);
    put(top.held_ready_i, in.held_ready);
  }
  void sample(Top& top, MessageSelect::Out& out) {
    out.message_ready = top.message_ready_o;
    out.held_valid = top.held_valid_o;
    out.held_source = top.held_source_o;
    out.held.kind = top.held_kind_o;
    out.held.path = {top.held_turns_o, top.held_mask_o};
    out.quiescent = top.quiescent_o;
  }

 private:
  Params p_;
};

}  // namespace chokepoint
