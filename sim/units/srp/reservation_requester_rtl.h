// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated reservation_requester (docs/reference/srp/reservation_requester.md) to
// and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/srp/reservation_requester.h"

namespace chokepoint {

template <class Top> class RtlAdaptor<ReservationRequester, Top> {
 public:
  using Params = ReservationRequester::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {"Nodes"});
  }
  RtlAdaptor(Top&, const Params& wanted, const Params& variant) : p_(wanted), v_(variant) {}

  void drive(Top& top, const ReservationRequester::In& in) {
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
    put(top.response_valid_i, in.response_valid);
    put(top.response_kind_i, in.response_kind);
    put(top.response_source_i, in.response_source);
    put(top.response_message_i, in.response_message);
    put(top.response_sequence_i, in.response_sequence);
    put(top.response_tag_i, in.response_tag);
    put(top.response_start_i, in.response_start);
    put(top.request_ready_i, in.request_ready);
    put(top.cfg_n_max_i, in.cfg_n_max);
    put(top.cfg_slots_i, in.cfg_slots);
    put(top.cfg_timeout_i, in.cfg_timeout);
  }
  void sample(Top& top, ReservationRequester::Out& out) {
    const unsigned entries = p_.reservation_entries;
    out.offer_ready = top.offer_ready_o;
    out.entry_valid = top.entry_valid_o;
    get_lanes(top.entry_destination_o, out.entry_destination, entries, v_.node_bits());
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
    out.quiescent = top.quiescent_o;
    out.wake_valid = top.wake_valid_o;
    out.wake_at = top.wake_at_o;
  }

 private:
  Params p_, v_;
};

}  // namespace chokepoint
