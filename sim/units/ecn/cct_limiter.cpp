// SPDX-License-Identifier: Apache-2.0
// Golden model of the congestion-control table; the numbered steps are those of the contract page.
#include "sim/units/ecn/cct_limiter.h"

#include <algorithm>

namespace chokepoint {

CctLimiter::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  show(0);
}

/// The entry for `destination` as a bit, 0 when there is none.
uint64_t CctLimiter::Model::match(uint64_t among, uint32_t destination) const {
  for (uint64_t left = among; left != 0; left &= left - 1)
    if (out_.entry_destination[lowest_bit(left)] == destination) return left & (~left + 1);
  return 0;
}

void CctLimiter::Model::show(uint32_t minimum) {
  const uint64_t mask = params_.cycle_mask();
  minimum_ = minimum;
  freeable_ = false;
  for_each_bit(out_.entry_valid & ~out_.entry_blocked,
               [&](unsigned e) { freeable_ |= out_.entry_index[e] <= minimum; });
  out_.quiescent = !out_.overflow && !out_.triggered;
  out_.wake_valid = running_;
  out_.wake_at = timer_;
  for_each_bit(out_.entry_blocked, [&](unsigned e) {
    if (earlier(release_[e], out_.wake_at, mask)) out_.wake_at = release_[e];
  });
}

void CctLimiter::Model::clear() {
  out_ = Out{};
  release_.fill(0);
  running_ = false;
  timer_ = 0;
}

void CctLimiter::Model::write_table(const In& in) {
  if (in.table_valid) table_[in.table_index] = static_cast<uint16_t>(in.table_word);
}

void CctLimiter::Model::reset(const In& in) {
  write_table(in);
  clear();
  show(0);
}

/// Step 1; true: an entry has come to the trigger.
bool CctLimiter::Model::notify(const In& in, uint64_t before) {
  const uint64_t entry = match(before, in.notification_source);
  if (entry != 0) {
    uint32_t& index = out_.entry_index[lowest_bit(entry)];
    const uint32_t old = index;
    index = std::min(index + in.cfg_increase, in.cfg_limit);
    return index == in.cfg_trigger && old != in.cfg_trigger;
  }
  const uint64_t unused = ~before & low_mask(params_.delay_entries);
  if (unused == 0) {
    out_.overflow = true;
    return false;
  }
  const unsigned e = lowest_bit(unused);
  out_.entry_valid |= uint64_t{1} << e;
  out_.entry_destination[e] = in.notification_source;
  out_.entry_index[e] = std::min(in.cfg_minimum + in.cfg_increase, in.cfg_limit);
  return out_.entry_index[e] == in.cfg_trigger;
}

void CctLimiter::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    reset(in);
    return;
  }
  if (out_.quiescent && in.idle() && needs_no_clock(in.cfg_minimum) &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, mask)))
    return;
  const uint64_t before = out_.entry_valid, was_blocked = out_.entry_blocked;
  uint64_t notified = 0, blocked_anew = 0;

  // The index of step 2 is the one before step 1.
  const uint64_t sent = in.sent_valid ? match(before, in.sent_destination) : 0;
  uint64_t gap = 0;
  if (sent != 0) {
    const uint32_t word = table_[out_.entry_index[lowest_bit(sent)]];
    gap = in.sent_flits + ((uint64_t{in.sent_flits} * (word & 0x3FFF)) >> (word >> 14));
  }
  write_table(in);  // after the read: seen from the next clock on

  out_.overflow = out_.triggered = false;
  if (in.notification_valid) {  // step 1
    notified = match(before, in.notification_source);
    out_.triggered = notify(in, before);
  }
  if (gap > 1) {  // step 2
    blocked_anew = sent;
    out_.entry_blocked |= sent;
    release_[lowest_bit(sent)] = (in.now + gap - 1) & mask;
  }
  if (running_ && reached(in.now, timer_, mask)) {  // step 3
    timer_ = (in.now + in.cfg_timer) & mask;
    for_each_bit(before & ~notified, [&](unsigned e) {
      if (out_.entry_index[e] > in.cfg_minimum) --out_.entry_index[e];
    });
  }
  for_each_bit(was_blocked & ~blocked_anew, [&](unsigned e) {  // step 4
    if (!reached(in.now, release_[e], mask)) return;
    out_.entry_blocked &= ~(uint64_t{1} << e);
    release_[e] = 0;
  });
  for_each_bit(before & ~notified & ~out_.entry_blocked, [&](unsigned e) {  // step 5
    if (out_.entry_index[e] > in.cfg_minimum) return;
    out_.entry_valid &= ~(uint64_t{1} << e);
    out_.entry_destination[e] = out_.entry_index[e] = 0;
  });
  if (out_.entry_valid == 0) {  // step 6
    running_ = false;
    timer_ = 0;
  } else if (!running_) {
    running_ = true;
    timer_ = (in.now + in.cfg_timer) & mask;
  }
  show(in.cfg_minimum);
}

}  // namespace chokepoint
