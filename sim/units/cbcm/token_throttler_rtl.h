// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated token_throttler (docs/reference/cbcm/token_throttler.md) to and from its C++
// fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/token_throttler.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<TokenThrottler, Top> {
 public:
  using Params = TokenThrottler::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const TokenThrottler::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.throttle_valid_i, in.throttle_valid);
    put(top.throttle_source_i, in.throttle_source);
    put(top.throttle_degree_i, in.throttle_degree);
    put(top.inject_entry_i, in.inject_entry);
    put(top.inject_flits_i, in.inject_flits);
    put(top.release_entry_i, in.release_entry);
    put(top.refused_ready_i, in.refused_ready);
    put(top.cfg_token_reset_always_i, in.cfg_token_reset_always);
    put(top.cfg_token_cap_i, in.cfg_token_cap);
    put(top.cfg_epoch_flits_i, in.cfg_epoch_flits);
  }
  void sample(Top& top, TokenThrottler::Out& out) {
    const unsigned entries = p_.throttle_entries;
    out.entry_valid = top.entry_valid_o;
    get_lanes(top.entry_destination_o, out.entry_destination, entries, v_.node_bits());
    get_lanes(top.entry_degree_o, out.entry_degree, entries, v_.degree_bits());
    get_lanes(top.entry_tokens_o, out.entry_tokens, entries, v_.token_bits);
    out.entry_refreshed = top.entry_refreshed_o;
    out.entry_epoch_over = top.entry_epoch_over_o;
    out.throttle_ready = top.throttle_ready_o;
    out.refused_valid = top.refused_valid_o;
    out.refused_destination = top.refused_destination_o;
    out.error = top.error_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_valid_o ? top.wake_at_o : 0;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
