// SPDX-License-Identifier: Apache-2.0
// Golden model of the inter-packet delays; the numbered steps are those of the contract page.
#include "sim/units/ecn/delay_limiter.h"

#include <algorithm>

namespace chokepoint {

DelayLimiter::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  show();
}

/// The entry for `destination` as a bit, 0 when there is none.
uint64_t DelayLimiter::Model::match(uint64_t among, uint32_t destination) const {
  for (uint64_t left = among; left != 0; left &= left - 1)
    if (out_.entry_destination[lowest_bit(left)] == destination) return left & (~left + 1);
  return 0;
}

void DelayLimiter::Model::show() {
  const uint64_t mask = params_.cycle_mask();
  out_.quiescent = !out_.overflow;
  out_.wake_valid = out_.entry_valid != 0;
  out_.wake_at = 0;
  bool first = true;
  const auto wake = [&](uint64_t at) {
    if (first || earlier(at, out_.wake_at, mask)) out_.wake_at = at;
    first = false;
  };
  for_each_bit(out_.entry_valid, [&](unsigned e) { wake(timer_[e]); });
  for_each_bit(out_.entry_blocked, [&](unsigned e) { wake(release_[e]); });
}

void DelayLimiter::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    if (out_.entry_valid == 0 && out_.quiescent) return;  // reset already
    out_ = Out{};
    timer_.fill(0);
    release_.fill(0);
    show();
    return;
  }
  if (out_.quiescent && in.idle() && !(out_.wake_valid && reached(in.now, out_.wake_at, mask)))
    return;
  const uint64_t before = out_.entry_valid, was_blocked = out_.entry_blocked;
  const uint64_t fresh_timer = (in.now + in.cfg_timer) & mask;
  uint64_t restarted = 0, blocked_anew = 0;
  out_.overflow = false;

  if (in.notification_valid) {  // step 1
    const uint64_t entry = match(before, in.notification_source);
    const uint64_t unused = ~before & low_mask(params_.delay_entries);
    if (entry != 0) {
      const unsigned e = lowest_bit(entry);
      out_.entry_delay[e] = std::min(out_.entry_delay[e] + in.cfg_increment, in.cfg_maximum);
      if (!in.cfg_free_running) {
        timer_[e] = fresh_timer;
        restarted = entry;
      }
    } else if (unused != 0) {
      const unsigned e = lowest_bit(unused);
      out_.entry_valid |= uint64_t{1} << e;
      out_.entry_destination[e] = in.notification_source;
      out_.entry_delay[e] = std::min(in.cfg_increment, in.cfg_maximum);
      timer_[e] = fresh_timer;
    } else {
      out_.overflow = true;
    }
  }

  if (in.sent_valid) {  // step 2
    const uint64_t entry = match(before, in.sent_destination);
    if (entry != 0) {
      const unsigned e = lowest_bit(entry);
      const uint64_t gap = uint64_t{in.sent_flits} + out_.entry_delay[e];
      if (gap > 1) {
        blocked_anew = entry;
        out_.entry_blocked |= entry;
        release_[e] = (in.now + gap - 1) & mask;
      }
    }
  }

  for_each_bit(before & ~restarted, [&](unsigned e) {  // step 3
    if (!reached(in.now, timer_[e], mask)) return;
    out_.entry_delay[e] -= std::min(out_.entry_delay[e], in.cfg_decrement);
    timer_[e] = fresh_timer;
  });

  for_each_bit(was_blocked & ~blocked_anew, [&](unsigned e) {  // step 4
    if (!reached(in.now, release_[e], mask)) return;
    out_.entry_blocked &= ~(uint64_t{1} << e);
    release_[e] = 0;
  });

  for_each_bit(before & ~out_.entry_blocked, [&](unsigned e) {  // step 5
    if (out_.entry_delay[e] != 0) return;
    out_.entry_valid &= ~(uint64_t{1} << e);
    out_.entry_destination[e] = 0;
    timer_[e] = 0;
  });
  show();
}

}  // namespace chokepoint
