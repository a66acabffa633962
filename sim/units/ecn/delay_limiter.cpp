// SPDX-License-Identifier: Apache-2.0
// Golden model of the inter-packet delays; the numbered steps are those of the contract page.
#include "sim/units/ecn/delay_limiter.h"

#include <algorithm>

namespace chokepoint {

DelayLimiter::Model::Model(const Params& params)
    : params_((params.validate(), params)), walk_(params.deadline_bits(), params.cycle_bits) {
  show();
}

/// The entry for `destination` as a bit, 0 when there is none.
uint64_t DelayLimiter::Model::match(uint64_t among, uint32_t destination) const {
  for (uint64_t left = among; left != 0; left &= left - 1)
    if (out_.entry_destination[lowest_bit(left)] == destination) return left & (~left + 1);
  return 0;
}

/// Entries whose deadline is this cycle.
uint64_t DelayLimiter::Model::due(uint64_t among, const std::array<uint64_t, kMaxLanes>& deadlines,
                                  uint64_t now) const {
  uint64_t entries = 0;
  for_each_bit(among, [&](unsigned e) {
    if (((now - deadlines[e]) & low_mask(params_.deadline_bits())) == 0)
      entries |= uint64_t{1} << e;
  });
  return entries;
}

void DelayLimiter::Model::show() {
  out_.quiescent = !out_.overflow && !walk_.busy();
  out_.wake_valid = walk_.valid();
  out_.wake_at = walk_.at();
}

/// Step 1 for a valid entry.
void DelayLimiter::Model::notify(const In& in, uint64_t entry) {
  const unsigned e = lowest_bit(entry);
  out_.entry_delay[e] = std::min(out_.entry_delay[e] + in.cfg_increment, in.cfg_maximum);
}

void DelayLimiter::Model::step(const In& in) {
  if (!in.enable) {
    if (out_.entry_valid == 0 && out_.quiescent && !out_.wake_valid) return;  // reset already
    *this = Model(params_);
    return;
  }
  if (out_.quiescent && in.idle() &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask())))
    return;
  const uint64_t mask = low_mask(params_.deadline_bits());
  const uint64_t before = out_.entry_valid, was_blocked = out_.entry_blocked;
  const uint64_t timers_due = due(before, timer_, in.now);
  const uint64_t released = due(was_blocked, release_, in.now);
  walk_.clock(in.now, {{before, was_blocked}, {timer_.data(), release_.data()}});
  uint64_t notified = 0, fresh = 0;
  out_.overflow = false;

  // Step 2 first: it is about the delay that was visible before this clock.
  const uint64_t sent = in.sent_entry & before & ~was_blocked;
  if (sent != 0) {
    const unsigned e = lowest_bit(sent);
    release_[e] = (in.now + in.sent_flits + out_.entry_delay[e] - 1) & mask;
  }

  if (in.notification_valid) {  // step 1
    notified = match(before, in.notification_source);
    const uint64_t unused = ~before & low_mask(params_.delay_entries);
    if (notified != 0) {
      notify(in, notified);
      if (!in.cfg_free_running) fresh = notified;
    } else if (unused != 0) {
      const unsigned e = lowest_bit(unused);
      fresh = uint64_t{1} << e;
      out_.entry_valid |= fresh;
      out_.entry_destination[e] = in.notification_source;
      notify(in, fresh);
    } else {
      out_.overflow = true;
    }
  }

  for_each_bit(timers_due & ~notified, [&](unsigned e) {  // step 3
    out_.entry_delay[e] -= std::min(out_.entry_delay[e], in.cfg_decrement);
  });
  fresh |= timers_due;
  for_each_bit(fresh, [&](unsigned e) { timer_[e] = (in.now + in.cfg_timer) & mask; });

  for_each_bit(released, [&](unsigned e) { release_[e] = 0; });  // step 4
  out_.entry_blocked = (was_blocked & ~released) | sent;

  for_each_bit(before & ~notified & ~out_.entry_blocked, [&](unsigned e) {  // step 5
    if (out_.entry_delay[e] != 0) return;
    out_.entry_valid &= ~(uint64_t{1} << e);
    out_.entry_destination[e] = 0;
    timer_[e] = 0;
  });

  if ((fresh | sent | released) != 0) walk_.settle();  // step 6
  show();
}

}  // namespace chokepoint
