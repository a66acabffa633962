// SPDX-License-Identifier: Apache-2.0
// Golden model of the congestion-control table; the numbered steps are those of the contract page.
#include "sim/units/ecn/cct_limiter.h"

#include <algorithm>

namespace chokepoint {

CctLimiter::Model::Model(const Params& params)
    : params_((params.validate(), params)), walk_(params.release_bits(), params.cycle_bits) {
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
  out_.quiescent =
      !out_.overflow && !out_.triggered && product_.entry == 0 && !walk_.busy();
  // The earlier of the timer and of the release that the walk has found.
  out_.wake_valid = out_.entry_valid != 0;
  out_.wake_at = out_.wake_valid ? timer_ : 0;
  if (out_.wake_valid && walk_.valid() && earlier(walk_.at(), timer_, mask))
    out_.wake_at = walk_.at();
}

void CctLimiter::Model::clear() {
  out_ = Out{};
  release_.fill(0);
  product_ = Product{};
  timer_ = 0;
  walk_ = WakeWalk(params_.release_bits(), params_.cycle_bits);
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

/// Step 4: the product takes in one more bit of the length, or is known. The entry whose release
/// that sets, as a bit.
uint64_t CctLimiter::Model::finish(bool cut) {
  const uint64_t entry = product_.entry;
  const bool known = (product_.flits >> product_.bits) == 0;
  if (entry == 0) return 0;
  if (!known && !cut) {
    ++product_.bits;
    return 0;
  }
  const uint64_t flits = product_.flits & low_mask(product_.bits);
  const uint64_t delay = (flits * (product_.word & 0x3FFF)) >> (product_.word >> 14);
  release_[lowest_bit(entry)] =
      (product_.start + product_.flits + std::max<uint64_t>(delay, 2) - 1) &
      low_mask(params_.release_bits());
  product_.entry = 0;
  return entry;
}

void CctLimiter::Model::step(const In& in) {
  if (!in.enable) {
    reset(in);
    return;
  }
  if (out_.quiescent && in.idle() && needs_no_clock(in.cfg_minimum) &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask())))
    return;
  const uint64_t before = out_.entry_valid, was_blocked = out_.entry_blocked;
  const uint64_t waiting = was_blocked & ~product_.entry;
  uint64_t notified = 0, released = 0;
  for_each_bit(waiting, [&](unsigned e) {
    if (((in.now - release_[e]) & low_mask(params_.release_bits())) == 0)
      released |= uint64_t{1} << e;
  });
  walk_.clock(in.now, {{waiting, 0}, {release_.data(), nullptr}});

  // Step 2 first: it is about the index before step 1, and the word before this clock's writing.
  const uint64_t sent = in.sent_entry & before & ~was_blocked;
  const uint64_t known = finish(sent != 0);  // step 4
  if (sent != 0) {
    const uint32_t word = table_[out_.entry_index[lowest_bit(sent)]];
    product_ = Product{sent, in.sent_flits, word, 1, in.now};
  }
  write_table(in);

  out_.overflow = out_.triggered = false;
  if (in.notification_valid) {  // step 1
    notified = match(before, in.notification_source);
    out_.triggered = notify(in, before);
  }
  // Step 3. The timer starts with the first entry.
  const bool decays = before != 0 && in.now == timer_;
  if (decays) {
    for_each_bit(before & ~notified, [&](unsigned e) {
      if (out_.entry_index[e] > in.cfg_minimum) --out_.entry_index[e];
    });
  }
  if (decays || before == 0) timer_ = (in.now + in.cfg_timer) & params_.cycle_mask();
  for_each_bit(released, [&](unsigned e) { release_[e] = 0; });  // step 5
  out_.entry_blocked = (was_blocked & ~released) | sent;
  for_each_bit(before & ~notified & ~out_.entry_blocked, [&](unsigned e) {  // step 6
    if (out_.entry_index[e] > in.cfg_minimum) return;
    out_.entry_valid &= ~(uint64_t{1} << e);
    out_.entry_destination[e] = out_.entry_index[e] = 0;
  });
  if ((released | known) != 0) walk_.settle();  // step 7
  show(in.cfg_minimum);
}

}  // namespace chokepoint
