// SPDX-License-Identifier: Apache-2.0
// Golden model of the SRP unit of a network interface: its parts and the order of their messages.
#include "sim/units/srp/srp_nic.h"

namespace chokepoint {

SrpNic::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      requester_(params.requester()),
      scheduler_(params.scheduler()),
      acknowledgements_(params.acknowledgements()) {
  show();
}

// A grant goes first, but not in the place of an acknowledgement that has been shown.
bool SrpNic::Model::ack_shown() const {
  return acknowledgements_.out().ack_valid && (ack_held_ || !scheduler_.out().grant_valid);
}

void SrpNic::Model::show_reply() {
  const ReservationScheduler::Out& scheduler = scheduler_.out();
  const AcknowledgementGenerator::Out& ack = acknowledgements_.out();
  const bool shown = ack_shown();
  out_.reply_valid = scheduler.grant_valid || ack.ack_valid;
  out_.reply_kind = 0;
  if (out_.reply_valid) out_.reply_kind = shown ? kSrpAck : kSrpGrant;
  out_.reply_destination = shown ? ack.ack_destination : scheduler.grant_destination;
  out_.reply_message = shown ? ack.ack_message : 0;
  out_.reply_sequence = shown ? ack.ack_sequence : 0;
  out_.reply_tag = shown ? 0 : scheduler.grant_tag;
  out_.reply_start = shown ? 0 : scheduler.grant_start;
  out_.control_ready = scheduler.reservation_ready;
  out_.packet_ready = ack.packet_ready;
}

void SrpNic::Model::show() {
  const ReservationRequester::Out& requester = requester_.out();
  const ReservationScheduler::Out& scheduler = scheduler_.out();
  out_.offer_ready = requester.offer_ready;
  out_.entry_valid = requester.entry_valid;
  out_.entry_speculate = requester.entry_speculate;
  out_.entry_send = requester.entry_send;
  out_.entry_resend = requester.entry_resend;
  out_.request_valid = requester.request_valid;
  out_.request_destination = requester.request_destination;
  out_.request_tag = requester.request_tag;
  out_.request_flits = requester.request_flits;
  out_.held = requester.held;
  out_.resend_slot = requester.resend_slot;
  out_.error = requester.error;
  out_.stray = requester.stray;
  show_reply();
  out_.quiescent =
      requester.quiescent && scheduler.quiescent && acknowledgements_.out().quiescent;
  out_.wake_valid = requester.wake_valid || scheduler.wake_valid;
  const bool scheduler_first =
      scheduler.wake_valid &&
      (!requester.wake_valid ||
       earlier(scheduler.wake_at, requester.wake_at, params_.cycle_mask()));
  out_.wake_at = scheduler_first ? scheduler.wake_at : requester.wake_at;
}

// A clock would change nothing.
bool SrpNic::Model::may_sleep(const In& in) const {
  return in.enable && out_.quiescent && in.idle() && slots_ == in.cfg_slots &&
         timeout_ == in.cfg_timeout &&
         !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask()));
}

void SrpNic::Model::step(const In& in) {
  if (may_sleep(in)) return;
  slots_ = in.cfg_slots;
  timeout_ = in.cfg_timeout;

  ReservationRequester::In& r = requester_in_;
  r.enable = in.enable;
  r.now = in.now;
  r.offer_valid = in.offer_valid;
  r.offer_destination = in.offer_destination;
  r.offer_message = in.offer_message;
  r.offer_sequence = in.offer_sequence;
  r.offer_packets = in.offer_packets;
  r.offer_flits = in.offer_flits;
  r.offer_packet_flits = in.offer_packet_flits;
  r.sent_entry = in.sent_entry;
  r.sent_speculative = in.sent_speculative;
  r.response_valid = in.control_valid;
  r.response_kind = in.control_kind;
  r.response_source = in.control_source;
  r.response_message = in.control_message;
  r.response_sequence = in.control_sequence;
  r.response_tag = in.control_tag;
  r.response_start = in.control_start;
  r.request_ready = in.request_ready;
  r.cfg_n_max = in.cfg_n_max;
  r.cfg_slots = in.cfg_slots;
  r.cfg_timeout = in.cfg_timeout;

  ReservationScheduler::In& s = scheduler_in_;
  s.enable = in.enable;
  s.now = in.now;
  s.reservation_valid = in.control_valid && in.control_kind == kSrpReservation;
  s.reservation_source = in.control_source;
  s.reservation_tag = in.control_tag;
  s.reservation_flits = in.control_flits;
  s.bypass_valid = in.packet_valid && in.packet_bypass && !in.packet_speculative;
  s.bypass_flits = in.packet_flits;
  const bool ack = ack_shown();
  s.grant_ready = in.reply_ready && !ack;
  s.cfg_inflation = in.cfg_inflation;
  s.cfg_lead = in.cfg_lead;
  s.cfg_charge_bypass = in.cfg_charge_bypass;

  AcknowledgementGenerator::In& a = acknowledgements_in_;
  a.enable = in.enable;
  a.packet_valid = in.packet_valid;
  a.packet_speculative = in.packet_speculative;
  a.packet_source = in.packet_source;
  a.packet_message = in.packet_message;
  a.packet_sequence = in.packet_sequence;
  a.ack_ready = in.reply_ready && ack;
  ack_held_ = in.enable && ack && !in.reply_ready;

  requester_.step(r);
  scheduler_.step(s);
  acknowledgements_.step(a);
  show();
}

}  // namespace chokepoint
