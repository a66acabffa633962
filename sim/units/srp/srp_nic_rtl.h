// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated srp_nic (docs/reference/srp/srp_nic.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/srp/srp_nic.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<SrpNic, Top> {
 public:
  using Params = SrpNic::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const SrpNic::In& in) {
    put(top.enable_i, in.enable);
    put(top.now_i, in.now);
    put(top.offer_valid_i, in.offer_valid);
    put(top.offer_destination_i, in.offer_destination);
    put(top.offer_message_i, in.offer_message);
    put(top.offer_sequence_i, in.offer_sequence);
    put(top.offer_packets_i, in.offer_packets);
    put(top.offer_flits_i, in.offer_flits);
    put(top.offer_packet_flits_i, in.offer_packet_flits);
    put(top.sent_entry_i, in.sent_entry);
    put(top.sent_speculative_i, in.sent_speculative);
    put(top.request_ready_i, in.request_ready);
    put(top.cfg_n_max_i, in.cfg_n_max);
    put(top.cfg_slots_i, in.cfg_slots);
    put(top.cfg_timeout_i, in.cfg_timeout);
    put(top.cfg_inflation_i, in.cfg_inflation);
    put(top.cfg_lead_i, in.cfg_lead);
    put(top.cfg_charge_bypass_i, in.cfg_charge_bypass);
    put(top.control_valid_i, in.control_valid);
    put(top.control_kind_i, in.control_kind);
    put(top.control_source_i, in.control_source);
    put(top.control_message_i, in.control_message);
    put(top.control_sequence_i, in.control_sequence);
    put(top.control_tag_i, in.control_tag);
    put(top.control_flits_i, in.control_flits);
    put(top.control_start_i, in.control_start);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_speculative_i, in.packet_speculative);
    put(top.packet_bypass_i, in.packet_bypass);
    put(top.packet_source_i, in.packet_source);
    put(top.packet_message_i, in.packet_message);
    put(top.packet_sequence_i, in.packet_sequence);
    put(top.packet_flits_i, in.packet_flits);
    put(top.reply_ready_i, in.reply_ready);
  }
  void sample(Top& top, SrpNic::Out& out) {
    out.offer_ready = top.offer_ready_o;
    out.entry_valid = top.entry_valid_o;
    out.entry_speculate = top.entry_speculate_o;
    out.entry_send = top.entry_send_o;
    out.entry_resend = top.entry_resend_o;
    out.resend_slot = top.resend_slot_o;
    out.request_valid = top.request_valid_o;
    out.request_destination = top.request_destination_o;
    out.request_tag = top.request_tag_o;
    out.request_flits = top.request_flits_o;
    out.held = top.held_o;
    out.error = top.error_o;
    out.stray = top.stray_o;
    out.reply_valid = top.reply_valid_o;
    out.reply_kind = top.reply_kind_o;
    out.reply_destination = top.reply_destination_o;
    out.reply_message = top.reply_message_o;
    out.reply_sequence = top.reply_sequence_o;
    out.reply_tag = top.reply_tag_o;
    out.reply_start = top.reply_start_o;
    out.control_ready = top.control_ready_o;
    out.packet_ready = top.packet_ready_o;
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
