// SPDX-License-Identifier: Apache-2.0
// Golden model of the reservation requester; the numbered steps are those of its contract page.
#include "sim/units/srp/reservation_requester.h"

#include <algorithm>

namespace chokepoint {

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

/// Step 2; false: an answer for no outstanding packet.
bool ReservationRequester::Model::answer(const In& in) {
  const bool grant = in.response_kind == kSrpGrant, ack = in.response_kind == kSrpAck;
  if (!grant && !ack && in.response_kind != kSrpNack) return true;
  const uint64_t bit = match(in.response_source);
  if (bit == 0) return grant;
  const unsigned e = lowest_bit(bit);
  Entry& entry = entries_[e];
  if (entry.message != in.response_message) return grant;
  if (grant) {
    if (in.response_sequence != entry.base || (granted_ & bit) != 0) return true;
    granted_ |= bit;
    entry.start = in.response_start;
    return true;
  }
  const uint32_t packet = (in.response_sequence - entry.base) & 0xFFFF;
  if (packet >= entry.count || ((entry.outstanding >> packet) & 1) == 0) return false;
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
void ReservationRequester::Model::sent(unsigned e, uint64_t shown_failed, bool speculative) {
  Entry& entry = entries_[e];
  if (!speculative && shown_failed != 0) {
    entry.failed &= ~(shown_failed & (~shown_failed + 1));
    --out_.held;
    return;
  }
  if (entry.next >= entry.count) return;  // not to be presented
  if (speculative) {
    entry.outstanding |= uint64_t{1} << entry.next;
    ++out_.held;
  }
  ++entry.next;
}

/// Step 5.
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

/// Step 6; `before`: entries valid before this clock.
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
  out_.request_message = in.offer_message;
  out_.request_sequence = in.offer_sequence;
  out_.request_flits =
      packets == in.offer_packets ? in.offer_flits : (packets * in.offer_packet_flits) & 0xFFFF;
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
  out_.quiescent = !out_.request_valid && !out_.error;
  out_.wake_valid = false;
  out_.wake_at = 0;
  for_each_bit(granted_ & ~due_, [&](unsigned e) {
    const uint64_t start = entries_[e].start;
    if (!out_.wake_valid || earlier(start, out_.wake_at, mask)) out_.wake_at = start;
    out_.wake_valid = true;
  });
}

void ReservationRequester::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    if (out_.entry_valid == 0 && out_.held == 0 && out_.quiescent) return;  // reset already
    out_ = Out{};
    entries_.fill(Entry{});
    requested_ = granted_ = refused_ = due_ = 0;
    show();
    return;
  }
  if (out_.quiescent && in.idle() && slots_ == in.cfg_slots &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, mask)))
    return;
  const uint64_t before = out_.entry_valid;
  const bool was_ready = out_.offer_ready;
  const uint64_t sender = in.sent_valid ? match(in.sent_destination) : 0;
  const uint64_t shown_failed = sender != 0 ? entries_[lowest_bit(sender)].failed : 0;

  if (out_.request_valid && in.request_ready) {  // step 1
    requested_ |= match(out_.request_destination);
    out_.request_valid = false;
    out_.request_destination = out_.request_message = 0;
    out_.request_sequence = out_.request_flits = 0;
  }
  out_.error = in.response_valid && !answer(in);                              // step 2
  if (sender != 0) sent(lowest_bit(sender), shown_failed, in.sent_speculative);  // step 3
  out_.held &= 0xFFFF;
  for_each_bit(granted_ & ~due_, [&](unsigned e) {  // step 4
    if (reached(in.now, entries_[e].start, mask)) due_ |= uint64_t{1} << e;
  });
  complete();                                          // step 5
  if (in.offer_valid && was_ready) offer(in, before);  // step 6
  slots_ = in.cfg_slots;
  show();
}

}  // namespace chokepoint
