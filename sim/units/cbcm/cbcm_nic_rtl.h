// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated cbcm_nic (docs/reference/cbcm/cbcm_nic.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/cbcm/cbcm_nic.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<CbcmNic, Top> {
 public:
  using Params = CbcmNic::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const CbcmNic::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.cfg_last_node_i, p_.nodes - 1);
    put(top.node_i, in.node);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_source_i, in.packet_source);
    put(top.packet_marked_i, in.packet_marked);
    put(top.packet_throttled_i, in.packet_throttled);
    put(top.control_valid_i, in.control_valid);
    put(top.control_unthrottle_i, in.control_unthrottle);
    put(top.control_source_i, in.control_source);
    put(top.control_degree_i, in.control_degree);
    put(top.inject_entry_i, in.inject_entry);
    put(top.inject_flits_i, in.inject_flits);
    put(top.generated_valid_i, in.generated_valid);
    put(top.generated_destination_i, in.generated_destination);
    put(top.generated_flits_i, in.generated_flits);
    put(top.queue_full_i, in.queue_full);
    put(top.queue_empty_i, in.queue_empty);
    put(top.throttle_ready_i, in.throttle_ready);
    put(top.unthrottle_ready_i, in.unthrottle_ready);
    put(top.cfg_epoch_cycles_i, in.cfg_epoch_cycles);
    put(top.cfg_inverse_epsilon_i, in.cfg_inverse_epsilon);
    put(top.cfg_announce_on_count_i, in.cfg_announce_on_count);
    put(top.cfg_refresh_rounds_i, in.cfg_refresh_rounds);
    put(top.cfg_token_reset_always_i, in.cfg_token_reset_always);
    put(top.cfg_token_cap_i, in.cfg_token_cap);
    put(top.cfg_epoch_flits_i, in.cfg_epoch_flits);
    put(top.cfg_drain_first_i, in.cfg_drain_first);
    put(top.cfg_lease_epochs_i, in.cfg_lease_epochs);
  }
  void sample(Top& top, CbcmNic::Out& out) {
    const unsigned entries = p_.throttle_entries;
    out.throttle_valid = top.throttle_valid_o;
    out.throttle_destination = top.throttle_destination_o;
    out.throttle_degree = top.throttle_degree_o;
    out.unthrottle_valid = top.unthrottle_valid_o;
    out.unthrottle_destination = top.unthrottle_destination_o;
    out.control_ready = top.control_ready_o;
    out.entry_valid = top.entry_valid_o;
    get_lanes(top.entry_degree_o, out.entry_degree, entries, v_.degree_bits());
    get_lanes(top.entry_tokens_o, out.entry_tokens, entries, v_.token_bits);
    out.state = top.state_o;
    out.degree = top.degree_o;
    out.error = top.error_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
