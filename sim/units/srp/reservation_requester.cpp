// SPDX-License-Identifier: Apache-2.0
// Golden model of the reservation requester; the numbered steps are those of its contract page.
#include "sim/units/srp/reservation_requester.h"

#include <algorithm>

namespace chokepoint {
namespace {

/// Cycles until t_s of a grant, by its lowest bits; 0: it has been reached.
uint64_t cycles_ahead(const ReservationRequester::In& in, const ReservationRequester::Params& p) {
  const uint64_t range = uint64_t{1} << p.start_bits();
  const uint64_t ahead = (in.response_start - in.now) & (range - 1);
  return ahead > range / 2 ? 0 : ahead;
}

}  // namespace

ReservationRequester::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      walk_(params.reservation_entries, params.cycle_mask()) {
  show();
}

/// The entry for `destination` as a bit, 0 when there is none.
uint64_t ReservationRequester::Model::match(uint32_t destination) const {
  for (uint64_t left = out_.entry_valid; left != 0; left &= left - 1)
    if (out_.entry_destination[lowest_bit(left)] == destination) return left & (~left + 1);
  return 0;
}

ReservationRequester::Model::Shown ReservationRequester::Model::shown(const In& in) const {
  Shown s;
  s.valid = out_.entry_valid;
  s.offered = in.offer_valid && out_.offer_ready;
  s.asking = requested_ & ~granted_;
  s.waiting = granted_ & ~due_;
  for_each_bit(granted_, [&](unsigned e) {
    const Entry& entry = entries_[e];
    const uint64_t bit = uint64_t{1} << e;
    if (entry.failed != 0) {
      if ((due_ & bit) != 0) s.repairs |= bit;
    } else if (entry.left == 0) {
      if (entry.outstanding == 0) s.done |= bit;
      else if ((due_ & bit) != 0) s.unanswered |= bit;
    }
  });
  for_each_bit(s.waiting, [&](unsigned e) {
    if (entries_[e].start == in.now) s.reached |= uint64_t{1} << e;
  });
  if (repair_.picked != 0) {
    const Entry& entry = entries_[lowest_bit(repair_.picked)];
    for_each_bit(entry.failed, [&](unsigned packet) {
      if (s.found < 0 || slot(entry, packet) < slot(entry, static_cast<unsigned>(s.found)))
        s.found = static_cast<int>(packet);
    });
  }
  if (params_.timeouts == 0) return s;
  s.tick = in.cfg_timeout != 0 && s.valid != 0 && timer_ == in.now;
  if (late_ != 0 && !out_.request_valid && !s.offered) {
    const unsigned e = lowest_bit(late_);
    s.again = uint64_t{1} << e;
    s.request = {out_.entry_destination[e], tag(e), entries_[e].flits};
  }
  return s;
}

/// Step 1.
void ReservationRequester::Model::taken() {
  const unsigned e = out_.request_tag >> 2;
  const uint64_t bit = uint64_t{1} << e;
  if ((out_.entry_valid & bit) != 0) {
    requested_ |= bit;
    if ((granted_ & bit) == 0) renewed_ |= bit;
    entries_[e].flits = out_.request_flits;
  }
  out_.request_valid = false;
  out_.request_destination = out_.request_tag = out_.request_flits = 0;
}

void ReservationRequester::Model::grant(const In& in, unsigned e) {
  const uint64_t bit = uint64_t{1} << e;
  if (in.response_tag != tag(e) || (granted_ & bit) != 0) return;
  granted_ |= bit;
  granting_ |= bit;
  renewed_ |= bit;
  const uint64_t ahead = cycles_ahead(in, params_);
  if (ahead == 0) {
    due_ |= bit;
    return;
  }
  // The row's turn comes in every fourth cycle.
  const uint64_t start = in.now + ahead;
  entries_[e].start = (start + ((e - start) & 3)) & params_.cycle_mask();
}

/// Step 3.
void ReservationRequester::Model::respond(const In& in) {
  answer_ = {};
  if (!in.response_valid) return;
  const uint64_t row = match(in.response_source);
  if (in.response_kind == kSrpGrant) {
    if (row != 0) grant(in, lowest_bit(row));
    return;
  }
  answer_.ack = in.response_kind == kSrpAck;
  answer_.valid = answer_.ack || in.response_kind == kSrpNack;
  answer_.row = row;
  answer_.message = in.response_message;
  answer_.sequence = in.response_sequence;
}

/// Step 2; false: it is for no packet.
bool ReservationRequester::Model::resolve_answer() {
  const uint64_t bit = answer_.row & out_.entry_valid;
  if (bit == 0) return false;
  Entry& entry = entries_[lowest_bit(bit)];
  const uint32_t packet = (answer_.sequence - entry.base) & 0xFFFF;
  if (entry.message != answer_.message || packet >= 64) return false;
  const bool ack = answer_.ack;
  const uint64_t answered = uint64_t{1} << packet;
  if (params_.timeouts != 0 && ack && (entry.failed & answered) != 0) {
    entry.failed &= ~answered;
    --out_.held;
    renewed_ |= bit;
    spared_ |= bit;
    return true;
  }
  if ((entry.outstanding & answered) == 0) return false;
  entry.outstanding &= ~answered;
  if (ack) {
    --out_.held;
  } else {
    entry.failed |= answered;
    refused_ |= bit;
  }
  return true;
}

/// Step 4.
void ReservationRequester::Model::sent(const In& in, unsigned e) {
  const uint64_t bit = uint64_t{1} << e;
  Entry& entry = entries_[e];
  if (!in.sent_speculative) renewed_ |= bit;
  if ((out_.entry_resend & bit) != 0) {
    const uint64_t packet = uint64_t{1} << repair_.packet;
    if ((entry.failed & packet) != 0) --out_.held;  // else acknowledged in this clock
    entry.failed &= ~packet;
    repaired_ = true;
    return;
  }
  if (entry.left == 0) return;  // not to be presented
  if (in.sent_speculative) {
    entry.outstanding |= uint64_t{1} << entry.next;
    ++out_.held;
  }
  ++entry.next;
  --entry.left;
}

/// Step 5.
void ReservationRequester::Model::tick(const Shown& before) {
  const uint64_t waits = (before.asking | before.unanswered) & ~renewed_;
  const uint64_t too_long = before.tick ? waits & aged_ : 0;
  aged_ = waits & (before.tick ? waits : aged_);
  late_ = (late_ & waits) | (too_long & before.asking);
  const uint64_t expired = too_long & before.unanswered;
  refused_ |= expired;
  for_each_bit(expired, [&](unsigned e) {
    entries_[e].failed |= entries_[e].outstanding;
    entries_[e].outstanding = 0;
  });
}

/// Step 7.
void ReservationRequester::Model::free(unsigned e) {
  const uint64_t others = ~(uint64_t{1} << e);
  entries_[e] = Entry{};
  out_.entry_valid &= others;
  out_.entry_destination[e] = 0;
  for (uint64_t* bits : {&requested_, &granted_, &refused_, &due_, &aged_, &late_}) *bits &= others;
}

/// The repair: its three numbered steps.
void ReservationRequester::Model::repair(const Shown& before) {
  if (repair_.picked == 0) {
    const uint64_t above =
        repair_.served >= 63 ? 0 : before.repairs & (~uint64_t{0} << (repair_.served + 1));
    const uint64_t among = above != 0 ? above : before.repairs;
    repair_.picked = among & (~among + 1);
    return;
  }
  if (repaired_) repair_.served = lowest_bit(repair_.picked);
  const bool none = !repair_.valid && before.found < 0;
  if (repaired_ || none || (repair_.picked & spared_) != 0) {
    repair_.picked = 0;
    repair_.valid = false;
    return;
  }
  if (!repair_.valid) repair_.packet = static_cast<unsigned>(before.found);
  repair_.valid = true;
}

/// Step 8.
void ReservationRequester::Model::offer(const In& in, const Shown& before) {
  const unsigned e = lowest_bit(~before.valid);
  const uint32_t packets = std::min(in.offer_packets, in.cfg_n_max);
  Entry& entry = entries_[e];
  entry = Entry{};
  entry.message = in.offer_message;
  entry.base = in.offer_sequence;
  entry.left = packets;
  out_.entry_valid |= uint64_t{1} << e;
  out_.entry_destination[e] = in.offer_destination;
  out_.request_valid = true;
  out_.request_destination = in.offer_destination;
  if (params_.timeouts != 0) blocks_[e] = (blocks_[e] + 1) % 4;
  out_.request_tag = tag(e);
  out_.request_flits =
      packets == in.offer_packets ? in.offer_flits : (packets * in.offer_packet_flits) & 0xFFFF;
}

/// Step 9.
void ReservationRequester::Model::ask_again(const Shown& before) {
  requested_ &= ~before.again;
  late_ &= ~before.again;
  aged_ &= ~before.again;
  out_.request_valid = true;
  out_.request_destination = before.request.destination;
  out_.request_tag = before.request.tag;
  out_.request_flits = before.request.flits;
}

void ReservationRequester::Model::show() {
  const bool room = out_.held < slots_;
  uint64_t done = 0, repairs = 0;
  out_.entry_speculate = out_.entry_send = 0;
  for_each_bit(out_.entry_valid, [&](unsigned e) {
    const Entry& entry = entries_[e];
    const uint64_t bit = uint64_t{1} << e;
    const bool due = (due_ & bit) != 0;
    if (room && entry.left != 0 && (requested_ & ~granted_ & ~refused_ & bit) != 0)
      out_.entry_speculate |= bit;
    if (due && entry.failed != 0) repairs |= bit;
    if (due && entry.failed == 0 && entry.left != 0) out_.entry_send |= bit;
    if ((granted_ & bit) != 0 && entry.left == 0 && (entry.failed | entry.outstanding) == 0)
      done |= bit;
  });
  out_.entry_resend = repair_.valid ? repair_.picked : 0;
  out_.entry_send |= out_.entry_resend;
  out_.resend_slot =
      repair_.valid ? slot(entries_[lowest_bit(repair_.picked)], repair_.packet) : 0;
  out_.offer_ready =
      !out_.request_valid && out_.entry_valid != low_mask(params_.reservation_entries);
  const bool searches = !repair_.valid && (repair_.picked | repairs) != 0;
  out_.quiescent = !out_.request_valid && !answer_.valid && !missed_ && done == 0 && late_ == 0 &&
                   !walk_.busy() && !searches;
  const bool ticks = params_.timeouts != 0 && timeout_ != 0 && out_.entry_valid != 0;
  out_.wake_valid = ticks || walk_.valid();
  out_.wake_at = walk_.at();
  if (ticks && (!walk_.valid() || earlier(timer_, walk_.at(), params_.cycle_mask())))
    out_.wake_at = timer_;
}

void ReservationRequester::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    if (out_.entry_valid == 0 && out_.held == 0 && out_.stray == 0 && out_.quiescent &&
        repair_.served == 64 &&
        std::all_of(blocks_.begin(), blocks_.end(), [](uint8_t blocks) { return blocks == 0; }))
      return;  // reset already
    *this = Model(params_);
    return;
  }
  if (out_.quiescent && in.idle() && slots_ == in.cfg_slots && timeout_ == in.cfg_timeout &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, mask)))
    return;
  const Shown before = shown(in);
  granting_ = renewed_ = spared_ = 0;
  repaired_ = false;
  if (missed_ && params_.timeouts != 0 && out_.stray != 0xFFFF) ++out_.stray;
  const uint64_t sender = in.sent_entry & out_.entry_valid;
  const auto starts = [this](unsigned e) { return entries_[e].start; };

  walk_.clock(in.now, before.waiting, starts);
  if (out_.request_valid && in.request_ready) taken();  // step 1
  missed_ = answer_.valid && !resolve_answer();         // step 2
  out_.error = missed_ && params_.timeouts == 0;
  respond(in);                                    // step 3
  if (sender != 0) sent(in, lowest_bit(sender));  // step 4
  out_.held &= low_mask(params_.held_bits());
  if (params_.timeouts != 0) tick(before);                          // step 5
  due_ |= before.reached;                                           // step 6
  for_each_bit(before.done, [this](unsigned e) { free(e); });       // step 7
  repair(before);
  if ((granting_ | before.reached | (before.done & before.waiting)) != 0) walk_.begin();
  if (params_.timeouts != 0) {
    if (before.tick || (before.valid == 0 && before.offered))
      timer_ = (in.now + in.cfg_timeout) & mask;
  }
  if (before.offered) offer(in, before);           // step 8
  if (before.again != 0) ask_again(before);        // step 9
  slots_ = in.cfg_slots;
  timeout_ = in.cfg_timeout;
  show();
}

}  // namespace chokepoint
