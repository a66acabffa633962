// SPDX-License-Identifier: Apache-2.0
// Golden model of the reservation requester; the numbered steps are those of its contract page.
#include "sim/units/srp/reservation_requester.h"

#include <algorithm>

namespace chokepoint {
namespace {

/// t_s of a grant: of all times that end in the bits it brings the nearest, at half their range the
/// earlier.
uint64_t whole_start(const ReservationRequester::In& in, const ReservationRequester::Params& p) {
  const uint64_t range = uint64_t{1} << messages::srp::kStartBits;
  if (p.cycle_bits <= messages::srp::kStartBits) return in.response_start;
  const uint64_t ahead = (in.response_start - in.now) % range;
  return (in.now + ahead - (ahead >= range / 2 ? range : 0)) & p.cycle_mask();
}

}  // namespace

ReservationRequester::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  show();
}

/// The entry for `destination` as a bit, 0 when there is none.
uint64_t ReservationRequester::Model::match(uint32_t destination) const {
  for (uint64_t left = out_.entry_valid; left != 0; left &= left - 1)
    if (out_.entry_destination[lowest_bit(left)] == destination) return left & (~left + 1);
  return 0;
}

/// Its reservation was taken and its grant has not come.
bool ReservationRequester::Model::asks(unsigned e) const {
  const uint64_t bit = uint64_t{1} << e;
  return (requested_ & bit) != 0 && (granted_ & bit) == 0;
}

/// Nothing is left to send, only answers are missing.
bool ReservationRequester::Model::unanswered(unsigned e) const {
  const Entry& entry = entries_[e];
  return ((due_ >> e) & 1) != 0 && entry.next == entry.count && entry.failed == 0 &&
         entry.outstanding != 0;
}

/// Of the entries whose grant is late the lowest, as a bit.
uint64_t ReservationRequester::Model::late(const In& in) const {
  if (params_.timeouts == 0 || in.cfg_timeout == 0) return 0;
  for (uint64_t left = out_.entry_valid; left != 0; left &= left - 1) {
    const unsigned e = lowest_bit(left);
    if (asks(e) && reached(in.now, entries_[e].start, params_.cycle_mask()))
      return left & (~left + 1);
  }
  return 0;
}

/// The entries whose last answers are late.
uint64_t ReservationRequester::Model::expired(const In& in) const {
  uint64_t entries = 0;
  if (params_.timeouts == 0 || in.cfg_timeout == 0) return 0;
  for_each_bit(due_, [&](unsigned e) {
    if (unanswered(e) && reached(in.now, entries_[e].start, params_.cycle_mask()))
      entries |= uint64_t{1} << e;
  });
  return entries;
}

/// Step 1.
void ReservationRequester::Model::taken(const In& in) {
  const uint64_t bit = match(out_.request_destination);
  requested_ |= bit;
  if (params_.timeouts != 0 && bit != 0) {
    Entry& entry = entries_[lowest_bit(bit)];
    entry.flits = out_.request_flits;
    if ((granted_ & bit) == 0) entry.start = deadline(in);
  }
  out_.request_valid = false;
  out_.request_destination = out_.request_tag = out_.request_flits = 0;
}

/// Step 2; false: an answer for no outstanding packet.
bool ReservationRequester::Model::answer(const In& in) {
  const bool grant = in.response_kind == kSrpGrant, ack = in.response_kind == kSrpAck;
  if (!grant && !ack && in.response_kind != kSrpNack) return true;
  const uint64_t bit = match(in.response_source);
  if (bit == 0) return grant;
  const unsigned e = lowest_bit(bit);
  Entry& entry = entries_[e];
  if (grant) {
    if (in.response_tag != tag(e) || (granted_ & bit) != 0) return true;
    granted_ |= bit;
    entry.start = whole_start(in, params_);
    return true;
  }
  if (entry.message != in.response_message) return false;
  const uint32_t packet = (in.response_sequence - entry.base) & 0xFFFF;
  if (packet >= entry.count) return false;
  if (params_.timeouts != 0 && ack && ((entry.failed >> packet) & 1) != 0) {
    entry.failed &= ~(uint64_t{1} << packet);
    --out_.held;
    if ((due_ & bit) != 0) entry.start = deadline(in);
    return true;
  }
  if (((entry.outstanding >> packet) & 1) == 0) return false;
  entry.outstanding &= ~(uint64_t{1} << packet);
  if (ack) {
    --out_.held;
  } else {
    entry.failed |= uint64_t{1} << packet;
    refused_ |= bit;
  }
  return true;
}

/// Step 3.
void ReservationRequester::Model::sent(unsigned e, uint64_t shown_failed, const In& in) {
  Entry& entry = entries_[e];
  const bool speculative = in.sent_speculative;
  if (!speculative && params_.timeouts != 0) entry.start = deadline(in);
  if (!speculative && shown_failed != 0) {
    const uint64_t packet = shown_failed & (~shown_failed + 1);
    if ((entry.failed & packet) != 0) --out_.held;  // else acknowledged in this clock
    entry.failed &= ~packet;
    return;
  }
  if (entry.next >= entry.count) return;  // not to be presented
  if (speculative) {
    entry.outstanding |= uint64_t{1} << entry.next;
    ++out_.held;
  }
  ++entry.next;
}

/// Step 4.
void ReservationRequester::Model::expire(uint64_t expired) {
  refused_ |= expired;
  for_each_bit(expired, [&](unsigned e) {
    entries_[e].failed |= entries_[e].outstanding;
    entries_[e].outstanding = 0;
  });
}

/// Step 5.
void ReservationRequester::Model::become_due(const In& in) {
  for_each_bit(granted_ & ~due_, [&](unsigned e) {
    if (!reached(in.now, entries_[e].start, params_.cycle_mask())) return;
    due_ |= uint64_t{1} << e;
    if (params_.timeouts != 0) entries_[e].start = deadline(in);
  });
}

/// Step 6.
void ReservationRequester::Model::complete() {
  for_each_bit(granted_, [&](unsigned e) {
    Entry& entry = entries_[e];
    if (entry.next != entry.count || entry.outstanding != 0 || entry.failed != 0) return;
    const uint64_t others = ~(uint64_t{1} << e);
    entry = Entry{};
    out_.entry_valid &= others;
    out_.entry_destination[e] = out_.entry_sequence[e] = 0;
    requested_ &= others;
    granted_ &= others;
    refused_ &= others;
    due_ &= others;
  });
}

/// Step 7; `before`: entries valid before this clock.
void ReservationRequester::Model::offer(const In& in, uint64_t before) {
  const unsigned e = lowest_bit(~before);
  const uint32_t packets = std::min(in.offer_packets, in.cfg_n_max);
  Entry& entry = entries_[e];
  entry = Entry{};
  entry.message = in.offer_message;
  entry.base = in.offer_sequence;
  entry.count = packets;
  out_.entry_valid |= uint64_t{1} << e;
  out_.entry_destination[e] = in.offer_destination;
  out_.request_valid = true;
  out_.request_destination = in.offer_destination;
  if (params_.timeouts != 0) blocks_[e] = (blocks_[e] + 1) % 4;
  out_.request_tag = tag(e);
  out_.request_flits =
      packets == in.offer_packets ? in.offer_flits : (packets * in.offer_packet_flits) & 0xFFFF;
}

/// Step 8.
void ReservationRequester::Model::ask_again(uint64_t entry, const Request& request) {
  requested_ &= ~entry;
  out_.request_valid = true;
  out_.request_destination = request.destination;
  out_.request_tag = request.tag;
  out_.request_flits = request.flits;
}

void ReservationRequester::Model::show() {
  const uint64_t mask = params_.cycle_mask();
  const bool room = out_.held < slots_;
  out_.entry_speculate = out_.entry_send = out_.entry_resend = 0;
  for_each_bit(out_.entry_valid, [&](unsigned e) {
    const Entry& entry = entries_[e];
    const uint64_t bit = uint64_t{1} << e;
    const bool unsent = entry.next < entry.count, failed = entry.failed != 0;
    const bool speculate =
        room && unsent && (requested_ & bit) != 0 && ((granted_ | refused_) & bit) == 0;
    const bool send = (due_ & bit) != 0 && (failed || unsent);
    const bool resend = send && failed;
    if (speculate) out_.entry_speculate |= bit;
    if (send) out_.entry_send |= bit;
    if (resend) out_.entry_resend |= bit;
    const uint32_t packet = resend ? lowest_bit(entry.failed) : entry.next;
    out_.entry_sequence[e] = speculate || send ? (entry.base + packet) & 0xFFFF : 0;
  });
  out_.offer_ready =
      !out_.request_valid && out_.entry_valid != low_mask(params_.reservation_entries);
  out_.quiescent = !out_.request_valid && !missed_;
  out_.wake_valid = false;
  out_.wake_at = 0;
  uint64_t waits = granted_ & ~due_;
  if (params_.timeouts != 0 && timeout_ != 0) {
    for_each_bit(out_.entry_valid, [&](unsigned e) {
      if (asks(e) || unanswered(e)) waits |= uint64_t{1} << e;
    });
  }
  for_each_bit(waits, [&](unsigned e) {
    const uint64_t start = entries_[e].start;
    if (!out_.wake_valid || earlier(start, out_.wake_at, mask)) out_.wake_at = start;
    out_.wake_valid = true;
  });
}

void ReservationRequester::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    if (out_.entry_valid == 0 && out_.held == 0 && out_.stray == 0 && out_.quiescent &&
        std::all_of(blocks_.begin(), blocks_.end(), [](uint8_t blocks) { return blocks == 0; }))
      return;  // reset already
    out_ = Out{};
    entries_.fill(Entry{});
    blocks_.fill(0);
    requested_ = granted_ = refused_ = due_ = 0;
    missed_ = false;
    show();
    return;
  }
  if (out_.quiescent && in.idle() && slots_ == in.cfg_slots && timeout_ == in.cfg_timeout &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, mask)))
    return;
  const uint64_t before = out_.entry_valid;
  const bool was_ready = out_.offer_ready;
  const uint64_t sender = in.sent_valid ? match(in.sent_destination) : 0;
  const uint64_t shown_failed = sender != 0 ? entries_[lowest_bit(sender)].failed : 0;
  const bool offered = in.offer_valid && was_ready;
  const uint64_t shown_late = out_.request_valid || offered ? 0 : late(in);
  const uint64_t shown_expired = expired(in);
  Request again;
  if (shown_late != 0) {
    const unsigned e = lowest_bit(shown_late);
    again = {out_.entry_destination[e], tag(e), entries_[e].flits};
  }
  if (missed_ && params_.timeouts != 0 && out_.stray != 0xFFFF) ++out_.stray;

  if (out_.request_valid && in.request_ready) taken(in);  // step 1
  missed_ = in.response_valid && !answer(in);             // step 2
  out_.error = missed_ && params_.timeouts == 0;
  if (sender != 0) sent(lowest_bit(sender), shown_failed, in);  // step 3
  out_.held &= 0xFFFF;
  expire(shown_expired);                             // step 4
  become_due(in);                                    // step 5
  complete();                                        // step 6
  if (offered) offer(in, before);                    // step 7
  if (shown_late != 0) ask_again(shown_late, again);  // step 8
  slots_ = in.cfg_slots;
  timeout_ = in.cfg_timeout;
  show();
}

}  // namespace chokepoint
